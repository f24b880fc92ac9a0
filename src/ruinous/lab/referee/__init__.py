"""A second, independent reading of the rules of Chaos in the Old World: slow, plain, and only for checking the first."""
