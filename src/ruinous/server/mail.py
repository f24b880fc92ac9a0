"""Mail: magic links and notices. Without SMTP settings a mail is printed in the host's log instead of sent."""

import logging
from email.message import EmailMessage
from typing import Final
from urllib.parse import unquote, urlsplit

import aiosmtplib

logger = logging.getLogger("ruinous.server")

SECONDS: Final = 20.0
"""After this long a mail server counts as not there."""


class NotSent(Exception):
    """Mail or webhook could not be delivered; it may work later."""


class Post:
    """Sends mail through `smtp://user:password@host:port` (587: STARTTLS; `smtps://`: TLS from the start), from one address."""

    def __init__(self, smtp: str, sender: str) -> None:
        self._at = urlsplit(smtp) if smtp else None
        self._sender = sender

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send a mail. Raises NotSent."""
        if self._at is None:
            logger.warning("mail to %s, not sent because no SMTP server is set: %s\n%s", to, subject, text)
            return
        message = EmailMessage()
        try:
            message["From"], message["To"], message["Subject"] = self._sender, to, subject
            message.set_content(text)
            await aiosmtplib.send(
                message,
                hostname=self._at.hostname,
                port=self._at.port,
                username=unquote(self._at.username) if self._at.username else None,
                password=unquote(self._at.password) if self._at.password else None,
                use_tls=self._at.scheme == "smtps",
                timeout=SECONDS,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as problem:
            raise NotSent(f"{type(problem).__name__}") from problem
