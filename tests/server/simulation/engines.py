"""What is worked out of a statement or a route holds for every life of the server: a new one begins with what others have learnt."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa
import sqlalchemy.ext.asyncio.engine
import starlette.routing
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

_compiled: LRUCache[Any, Any] = LRUCache(1000)
_types: dict[type, Any] = {}
_create = sa.create_engine
_compile_path = cache(starlette.routing.compile_path)


class Sync(SQLiteDialect_pysqlite):
    """Each is as good a key as any other."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class Async(SQLiteDialect_aiosqlite):
    """Each is as good a key as any other."""

    supports_statement_cache = True
    __eq__, __hash__ = Sync.__eq__, Sync.__hash__


_ALIKE: dict[type, type] = {SQLiteDialect_pysqlite: Sync, SQLiteDialect_aiosqlite: Async}


def _experienced(*args: Any, **more: Any) -> sa.Engine:
    """An engine like any other."""
    engine = _create(*args, **more)
    dialect: Any = engine.dialect
    dialect.__class__ = _ALIKE[type(dialect)]
    dialect._type_memos = _types.setdefault(type(dialect), dialect._type_memos)
    engine._compiled_cache = _compiled
    return engine


@contextmanager
def kept() -> Iterator[None]:
    """Engines and routes that are made meanwhile are so."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(sa, "create_engine", _experienced))
        stack.enter_context(patch.object(sqlalchemy.ext.asyncio.engine, "_create_engine", _experienced))
        stack.enter_context(patch.object(starlette.routing, "compile_path", _compile_path))
        yield
