"""The form of the database: its tables, for SQLite and PostgreSQL alike. Every change needs a file in `migrations/versions`.

Moments are milliseconds since 1970, UTC; banks of clocks are milliseconds.
"""

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey, MetaData, Table, UniqueConstraint

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)
Json = sa.JSON(none_as_null=True)

meta = Table("meta", metadata, Column("name", sa.String(32), primary_key=True), Column("value", sa.String(200), nullable=False))

# ---- people
people = Table(
    "people",
    metadata,
    Column("id", sa.String(32), primary_key=True),
    Column("name", sa.String(64)),
    Column("email", sa.String(254), unique=True),
    Column("language", sa.String(16)),
    Column("webhook", sa.String(500)),
    Column("notices", sa.JSON, nullable=False),  # by which ways this person wants to hear that it is his turn
    Column("created", sa.BigInteger, nullable=False),
)
keys = Table(  # what opens a person's seats: the hash of the secret in a browser's cookie
    "keys",
    metadata,
    Column("secret_hash", sa.LargeBinary, primary_key=True),
    Column("person", sa.String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("created", sa.BigInteger, nullable=False),
)
codes = Table(  # what makes a new key, once
    "codes",
    metadata,
    Column("code_hash", sa.LargeBinary, primary_key=True),
    Column("person", sa.String(32), ForeignKey("people.id")),
    Column("email", sa.String(254)),
    Column("kind", sa.String(8), nullable=False),  # device or mail
    Column("expires", sa.BigInteger, nullable=False),
    Column("used", sa.BigInteger),
)

# ---- games
games = Table(
    "games",
    metadata,
    Column("id", sa.String(32), primary_key=True),
    Column("game", sa.String(32), nullable=False),
    Column("rules", sa.Integer, nullable=False),
    Column("options", sa.JSON, nullable=False),
    Column("secret", sa.LargeBinary),  # what the dice come from; leaves the server only in the record of a finished game
    Column("seed", sa.BigInteger),  # of a test table, which has no secret
    Column("position", Json),  # that a test table begins from
    Column("setup", sa.String(64)),  # the checksum before the first action, None: begun by a program that did not keep it
    Column("head", sa.Integer, nullable=False),  # number of rows in the log
    Column("over", sa.Boolean, nullable=False),
    Column("turn", sa.String(32)),  # the seat that decides, None once the game is over
    Column("turn_since", sa.BigInteger),  # since when it does
    Column("summary", sa.JSON, nullable=False),  # what a list of tables shows: public things only
    Column("extra", Json),  # what a table has agreed on beside the game: a request to take back, standing passes
    Column("agreed", sa.Integer, nullable=False, server_default="0"),  # how often that has changed
    Column("host", sa.String(32), index=True),  # the person who made the table
    Column("private", sa.Boolean, nullable=False, server_default=sa.true()),  # not in the lobby
    Column("invite", sa.String(64)),  # what one must know to join
    Column("clock", sa.String(8)),  # its pace, None: no clock
    Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),  # its result is in the ratings
    Column("rematch", sa.String(32)),  # the table where the same people play again
    Column("started", sa.BigInteger, index=True),  # None: it waits for people
    Column("created", sa.BigInteger, nullable=False),
    Column("updated", sa.BigInteger, nullable=False),
)
seats = Table(  # a person plays, or a bot, or a bot in a person's place, or (neither) the seat is open
    "seats",
    metadata,
    Column("id", sa.Integer, primary_key=True),
    Column("game", sa.String(32), ForeignKey("games.id"), nullable=False),
    Column("seat", sa.String(32), nullable=False),
    Column("person", sa.String(32), ForeignKey("people.id"), index=True),
    Column("bot", sa.String(200)),
    Column("bank", sa.BigInteger),  # what is left on its clock when its turn began
    UniqueConstraint("game", "seat"),
)
log = Table(
    "log",
    metadata,
    Column("game", sa.String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", sa.Integer, primary_key=True),
    Column("kind", sa.String(8), nullable=False),
    Column("seat", sa.String(32), nullable=False),
    Column("action", sa.Integer, nullable=False),
    Column("text", sa.String(200), nullable=False),
    Column("rules", sa.Integer, nullable=False),
    Column("checksum", sa.String(64), nullable=False),
    Column("hushed", sa.Boolean, nullable=False, server_default=sa.false()),  # other seats may not even know that there was one
    Column("action_id", sa.String(64)),  # None: a bot's
    Column("created", sa.BigInteger, nullable=False),
    UniqueConstraint("game", "action_id"),
)

# ---- what people say and are told
chat = Table(
    "chat",
    metadata,
    Column("game", sa.String(32), ForeignKey("games.id"), primary_key=True),
    Column("n", sa.Integer, primary_key=True),
    Column("person", sa.String(32), ForeignKey("people.id"), nullable=False),
    Column("seat", sa.String(32)),
    Column("name", sa.String(64)),
    Column("text", sa.String(500), nullable=False),  # empty: nobody said it, the time of this person in this seat was up
    Column("created", sa.BigInteger, nullable=False),
)
notes = Table(
    "notes",
    metadata,
    Column("game", sa.String(32), ForeignKey("games.id"), primary_key=True),
    Column("person", sa.String(32), ForeignKey("people.id"), primary_key=True),
    Column("text", sa.String(4000), nullable=False),
)
outbox = Table(  # notices that are to be sent
    "outbox",
    metadata,
    Column("id", sa.Integer, primary_key=True),
    Column("person", sa.String(32), ForeignKey("people.id"), nullable=False),
    Column("channel", sa.String(16), nullable=False),
    Column("game", sa.String(32), ForeignKey("games.id"), nullable=False, index=True),
    Column("version", sa.Integer, nullable=False),
    Column("payload", sa.JSON, nullable=False),
    Column("due", sa.BigInteger, nullable=False, index=True),
    Column("attempts", sa.Integer, nullable=False),
    Column("sent", sa.BigInteger),
    UniqueConstraint("person", "channel", "game", "version"),
)
ratings = Table(
    "ratings",
    metadata,
    Column("person", sa.String(32), ForeignKey("people.id"), primary_key=True),
    Column("game", sa.String(32), primary_key=True),
    Column("pool", sa.String(32), primary_key=True),  # number of players and the like: what is rated apart
    Column("mu", sa.Float, nullable=False),
    Column("sigma", sa.Float, nullable=False),
    Column("games", sa.Integer, nullable=False),
)
results = Table(  # who won what, once a game is over
    "results",
    metadata,
    Column("game", sa.String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", sa.String(32), primary_key=True),
    Column("title", sa.String(32), nullable=False),  # the name of the game that was played
    Column("pool", sa.String(32), nullable=False),  # the Power or deck
    Column("person", sa.String(32), ForeignKey("people.id"), index=True),  # None: a bot
    Column("players", sa.Integer, nullable=False),
    Column("won", sa.Float, nullable=False),  # the share of the victory
    Column("score", sa.Integer, nullable=False),
    Column("ended", sa.BigInteger, nullable=False),
)
