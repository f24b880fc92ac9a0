"""Real servers killed under load (K1, K5, K9): the people and the checker of the simulated worlds, on processes, sockets and disks."""
