"""A second, independent reading of Chaos Casters: slow, plain, and only for checking the first."""
