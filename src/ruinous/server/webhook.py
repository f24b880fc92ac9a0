"""Webhooks: one POST to an address that a person has chosen, which is never one inside the host's own network."""

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import httpx2 as httpx

from ruinous.server.mail import NotSent

SECONDS: Final = 10.0
TUNNELS: Final = [ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")]
"""Addresses that stand for others, which may be inside: NAT64, 6to4, Teredo."""


class Hooks:
    """Calls webhooks. `inside` allows addresses of the host's own network (tests, a server at home)."""

    def __init__(self, *, inside: bool = False) -> None:
        self._inside = inside
        self._client: httpx.AsyncClient | None = None

    async def send(self, url: str, body: Mapping[str, Any]) -> None:
        """POST a JSON body. Raises NotSent; a redirect is not followed."""
        try:
            at, host = await self._resolved(url)
            if self._client is None:
                self._client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False)
            answer = await self._client.post(at, json=body, headers={"host": host}, extensions={"sni_hostname": host.partition(":")[0]})
        except (httpx.HTTPError, OSError, ValueError) as problem:
            raise NotSent(type(problem).__name__) from problem
        if answer.status_code >= 300:
            raise NotSent(f"status {answer.status_code}")

    async def _resolved(self, url: str) -> tuple[str, str]:
        """The address with the number of its host for the name, which could come to mean another host between check and call."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("no web address")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = await asyncio.get_running_loop().getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
        number = ipaddress.ip_address(found[0][4][0])
        if not self._inside and not is_outside(number):
            raise ValueError("an address inside the network")
        literal = f"[{number}]" if number.version == 6 else str(number)
        return parts._replace(netloc=f"{literal}:{port}").geturl(), parts.netloc.rpartition("@")[2]

    async def close(self) -> None:
        """Let go of open connections."""
        if self._client is not None:
            await self._client.aclose()


def is_outside(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is one host in the network that everybody shares."""
    return number.is_global and not number.is_multicast and not any(number in net for net in TUNNELS)
