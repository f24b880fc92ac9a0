"""Chaos Casters: the rules, one room for each part of the game."""
