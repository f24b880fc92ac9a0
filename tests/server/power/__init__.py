"""Power cuts (K2): what a disk is told by the real server, and the files that it may hold after the power went at any moment of it."""
