"""Chaos in the Old World: the rules, one room for each part of the game."""
