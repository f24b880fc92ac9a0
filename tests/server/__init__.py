"""The server, against a small game of its own and against the real one."""
