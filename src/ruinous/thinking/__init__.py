"""What bots think with at full speed: forecasts, policies and search on sampled worlds, compiled like the rules."""
