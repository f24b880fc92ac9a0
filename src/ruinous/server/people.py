"""People: what is known of them, the keys that open their seats, the codes that make new keys."""

import hashlib
import logging
import secrets
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, Struct
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruinous import text
from ruinous.server import protocol, words
from ruinous.server.answers import body, document, picture
from ruinous.server.limits import Limits
from ruinous.server.mail import NotSent, Post
from ruinous.server.refused import Refused
from ruinous.server.schema import chat, codes, games, keys, notes, outbox, people, ratings, results, seats
from ruinous.server.store import Store, Visitor, now, welcome
from ruinous.server.tables import Tables
from ruinous.server.talk import clean
from ruinous.server.visitors import Visitors, address_of, hashed

logger = logging.getLogger("ruinous.server")

LIFE_OF_A_LINK: Final = 15 * 60 * 1000
"""Milliseconds."""


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person sees of himself."""

    name: str | None
    email: str | None
    language: str | None
    webhook: str | None
    notices: list[str]


STRANGER: Final = Person(None, None, None, None, [])


class People:
    """All people of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, person: str) -> Person:
        """What is known of a person. Raises NotSaved when the database cannot be read."""
        async with self._store.reading() as connection:
            return await _person(connection, person)

    async def change(self, visitor: Visitor, me: protocol.Me) -> Person:
        """Change what is named. Raises Refused, NotSaved."""
        values = _checked(me)
        async with self._store.writing() as connection:
            await welcome(connection, visitor, now())
            if values:
                await connection.execute(people.update().where(people.c.id == visitor.person).values(**values))
            return await _person(connection, visitor.person)

    async def link(self, person: str, email: str | None = None) -> str:
        """A code that opens this person once more; one that goes to an address opens the person of that address. Raises NotSaved."""
        code, moment = secrets.token_urlsafe(24), now()
        row = {"code_hash": code_hash(code), "person": person, "email": email, "expires": moment + LIFE_OF_A_LINK}
        row["kind"] = "device" if email is None else "mail"
        async with self._store.writing() as connection:
            await connection.execute(codes.delete().where(codes.c.expires < moment))
            await connection.execute(codes.insert().values(**row))
        return code

    async def enter(self, code: str, guest: str | None, secret_hash: bytes) -> str:
        """Make this the key of the person of a code, who keeps the tables of the guest that the browser had.

        Returns the person. Raises Refused when the code is not, or no longer, good; NotSaved.
        """
        moment = now()
        async with self._store.writing() as connection:
            used = codes.update().where(codes.c.code_hash == code_hash(code), codes.c.used.is_(None), codes.c.expires > moment)
            if (await connection.execute(used.values(used=moment))).rowcount != 1:
                raise Refused("bad_code", words.BAD_CODE)
            row = (await connection.execute(sa.select(codes).where(codes.c.code_hash == code_hash(code)))).one()
            person = row.person if row.email is None else await _mailed(connection, row.email, row.person or guest, moment)
            if guest is not None and guest != person and (await _person(connection, guest)).email is None:
                await _merge(connection, guest, person)
            await connection.execute(keys.insert().values(secret_hash=secret_hash, person=person, created=moment))
        return str(person)

    async def leave(self, secret_hash: bytes) -> None:
        """This key opens nothing any more. Raises NotSaved."""
        async with self._store.writing() as connection:
            await connection.execute(keys.delete().where(keys.c.secret_hash == secret_hash))


def code_hash(code: str) -> bytes:
    """What the database keeps of a code, which has 192 random bits."""
    return hashlib.sha256(code.encode()).digest()


async def _mailed(connection: AsyncConnection, email: str, person: str | None, moment: int) -> str:
    """The person of an address: who has it, else who asked for it, else somebody new."""
    known = await connection.scalar(sa.select(people.c.id).where(people.c.email == email))
    if known is not None:
        return str(known)
    if person is None or (await _person(connection, person)).email is not None:
        person = secrets.token_urlsafe(12)
        await connection.execute(people.insert().values(id=person, email=email, notices=["mail"], created=moment))
    else:
        await connection.execute(people.update().where(people.c.id == person).values(email=email))
    return person


async def _person(connection: AsyncConnection, person: str) -> Person:
    row = (await connection.execute(sa.select(people).where(people.c.id == person))).one()
    return Person(row.name, row.email, row.language, row.webhook, row.notices)


async def _merge(connection: AsyncConnection, guest: str, person: str) -> None:
    """Whatever was a guest's is a person's."""
    for column in (keys.c.person, seats.c.person, games.c.host, chat.c.person, results.c.person):
        await connection.execute(sa.update(column.table).where(column == guest).values({column.name: person}))
    both = sa.select(notes.c.game).where(notes.c.person == person)
    await connection.execute(notes.delete().where(notes.c.person == guest, notes.c.game.in_(both)))
    await connection.execute(notes.update().where(notes.c.person == guest).values(person=person))
    await connection.execute(outbox.delete().where(outbox.c.person == guest, outbox.c.sent.is_(None)))
    rated = sa.select(ratings.c.person).where(ratings.c.person == person).limit(1)
    if (await connection.execute(rated)).first() is None:
        await connection.execute(ratings.update().where(ratings.c.person == guest).values(person=person))
    else:  # two ratings cannot be made one: the older acquaintance counts
        await connection.execute(ratings.delete().where(ratings.c.person == guest))


def _checked(me: protocol.Me) -> dict[str, Any]:
    """What is to be changed. Raises Refused for what cannot be."""
    values = {name: value for name, value in msgspec.structs.asdict(me).items() if value is not UNSET}
    if isinstance(name := values.get("name"), str):
        values["name"] = clean(name.replace("\n", " "))[:40].strip() or None
    if isinstance(webhook := values.get("webhook"), str):
        if webhook and not (webhook.startswith(("https://", "http://")) and webhook.isprintable() and " " not in webhook):
            raise Refused("bad_message", words.BAD_WEBHOOK)
        values["webhook"] = webhook or None
    if values.get("language") is not None and not text.known(values["language"]):
        raise Refused("bad_message", words.NO_LANGUAGE)
    return values


class Accounts:
    """The routes of `/api/me`."""

    def __init__(self, store: Store, visitors: Visitors, tables: Tables, limits: Limits, post: Post, address: str) -> None:
        self.people = People(store)
        self._visitors = visitors
        self._tables = tables
        self._limits = limits
        self._post = post
        self._address = address  # where people reach the server; empty: as the one who asks does
        self.routes = [
            Route("/api/me", self.me),
            Route("/api/me", self.change, methods=["PUT"]),
            Route("/api/me/link", self.link, methods=["POST"]),
            Route("/api/me/mail", self.mail, methods=["POST"]),
            Route("/api/me/leave", self.leave, methods=["POST"]),
            Route("/api/enter", self.enter, methods=["POST"]),
        ]

    async def me(self, request: Request) -> Response:
        """What is known of the visitor."""
        person = await self._visitors.who(request)
        return document(STRANGER if person is None else await self.people.find(person))

    async def change(self, request: Request) -> Response:
        """Change it."""
        me = protocol.read(protocol.me, await body(request))
        secret, visitor = await self._visitors.welcome(request)
        answer = document(await self.people.change(visitor, me))
        self._visitors.remember(request, answer, secret)
        if me.name is not UNSET:
            await self._tables.became(visitor.person, visitor.person)
        return answer

    async def link(self, request: Request) -> Response:
        """A link that opens this person on another device."""
        protocol.read(protocol.nothing, await body(request))
        secret, visitor = await self._visitors.welcome(request)
        self._limits.take("link", visitor.person)
        if visitor.new:
            await self.people.change(visitor, protocol.Me())
        link = f"#/enter/{await self.people.link(visitor.person)}"
        answer = document({"link": link, "svg": picture(request, link)})
        self._visitors.remember(request, answer, secret)
        return answer

    async def mail(self, request: Request) -> Response:
        """A link that opens the person of an address goes there; the answer is the same whether somebody has it."""
        email = protocol.read(protocol.mail, await body(request)).email.lower()
        secret, visitor = await self._visitors.welcome(request)
        self._limits.take("mail", visitor.person)
        self._limits.take("mail", email)
        self._limits.take("letters", address_of(request))
        if visitor.new:
            await self.people.change(visitor, protocol.Me())
        address = self._address or str(request.base_url)
        link = f"{address.rstrip('/')}/#/enter/{await self.people.link(visitor.person, email)}"
        try:
            await self._post.send(email, words.ENTER_SUBJECT, words.ENTER_TEXT.format(link=link))
        except NotSent as problem:
            logger.error("a magic link is not sent: %s", problem)
            raise Refused("not_sent", words.NOT_SENT) from problem
        answer = document({}, 202)
        self._visitors.remember(request, answer, secret)
        return answer

    async def enter(self, request: Request) -> Response:
        """Come in by such a link."""
        order = protocol.read(protocol.enter, await body(request))
        guest = await self._visitors.who(request)
        secret = secrets.token_urlsafe(32)
        person = await self.people.enter(order.code, guest, hashed(secret))
        if guest is not None and guest != person:
            await self._tables.became(guest, person)
        answer = document(await self.people.find(person))
        self._visitors.remember(request, answer, secret)
        return answer

    async def leave(self, request: Request) -> Response:
        """End the key of this browser."""
        protocol.read(protocol.nothing, await body(request))
        secret = self._visitors.secret(request)
        if secret is not None:
            await self.people.leave(hashed(secret))
            self._tables.dismiss(hashed(secret))
        answer = document({})
        self._visitors.forget(request, answer)
        return answer
