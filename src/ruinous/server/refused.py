"""What the server says no with."""


class Refused(Exception):
    """The server does not do it; `code` and `reason` go to the client."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
