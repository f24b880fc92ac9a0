"""Deterministic simulation: the real application in small worlds where time, threads, disk, net and chance are the test's (N6).

A world is made from a seed and from nothing else: people play real games through sockets that are slow, go deaf and are cut, on a
server that is killed at any await and whose disk fails. `world.played(seed)` plays one; `checks` says whether a promise was broken.
"""
