"""The server: tables that are played over WebSockets, kept in a database, with bots in processes of their own.

Nothing is imported here, so that the commands that need no server do not pay for its libraries.
"""
