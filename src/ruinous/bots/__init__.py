"""Bots: what a bot is given stands in `base`, one module for each kind of bot (docs/bots.md)."""
