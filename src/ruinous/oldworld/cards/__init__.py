"""One small class for each card: its docstring says the effect in our own words, and its source."""
