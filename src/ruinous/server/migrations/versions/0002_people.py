"""People with keys, waiting tables, stand-ins, clocks, chat, notices, ratings.

Each secret of a seat becomes the key of a person, who is the host of the tables where it was found.
"""

import secrets
import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what several people at one table need."""
    _make_tables()
    for column in (
        sa.Column("position", sa.JSON()),
        sa.Column("turn", sa.String(32)),
        sa.Column("turn_since", sa.BigInteger()),
        sa.Column("extra", sa.JSON()),
        sa.Column("host", sa.String(32)),
        sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("invite", sa.String(64)),
        sa.Column("clock", sa.String(8)),
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("rematch", sa.String(32)),
        sa.Column("started", sa.BigInteger()),
    ):
        op.add_column("games", column)
    op.create_index("ix_games_host", "games", ["host"])
    op.create_index("ix_games_started", "games", ["started"])
    op.add_column("log", sa.Column("hushed", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("person", sa.String(32), nullable=True))
        seats.add_column(sa.Column("bank", sa.BigInteger(), nullable=True))
        seats.create_foreign_key("fk_seats_person_people", "people", ["person"], ["id"])
    _make_people()
    op.drop_index("ix_seats_secret_hash", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("secret_hash")
        seats.alter_column("seat", existing_type=sa.String(32), nullable=False)
    op.create_index("ix_seats_person", "seats", ["person"])


def _make_tables() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=True),
        sa.Column("email", sa.String(254), nullable=True),
        sa.Column("language", sa.String(16), nullable=True),
        sa.Column("webhook", sa.String(500), nullable=True),
        sa.Column("notices", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("email", name="uq_people_email"),
    )
    op.create_table(
        "keys",
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_keys_person_people"),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_keys"),
    )
    op.create_index("ix_keys_person", "keys", ["person"])
    op.create_table(
        "codes",
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("person", sa.String(32), nullable=True),
        sa.Column("email", sa.String(254), nullable=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_codes_person_people"),
        sa.PrimaryKeyConstraint("code_hash", name="pk_codes"),
    )
    op.create_table(
        "chat",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(32), nullable=True),
        sa.Column("name", sa.String(64), nullable=True),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_chat_game_games"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_chat_person_people"),
        sa.PrimaryKeyConstraint("game", "n", name="pk_chat"),
    )
    op.create_table(
        "notes",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("text", sa.String(4000), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_notes_game_games"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notes_person_people"),
        sa.PrimaryKeyConstraint("game", "person", name="pk_notes"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_outbox_person_people"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_outbox_game_games"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("person", "channel", "game", "version", name="uq_outbox_person_channel_game_version"),
    )
    op.create_index("ix_outbox_due", "outbox", ["due"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("pool", sa.String(32), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_ratings_person_people"),
        sa.PrimaryKeyConstraint("person", "game", "pool", name="pk_ratings"),
    )


def _make_people() -> None:
    connection = op.get_bind()
    moment = time.time_ns() // 1_000_000
    people = sa.table("people", *map(sa.column, ("id", "created")), sa.column("notices", sa.JSON))
    keys = sa.table("keys", *map(sa.column, ("secret_hash", "person", "created")))
    seats = sa.table("seats", *map(sa.column, ("game", "seat", "secret_hash", "person")))
    games = sa.table("games", *map(sa.column, ("id", "host", "turn", "turn_since", "started", "created", "updated", "over")))
    summaries = sa.table("games", sa.column("id"), sa.column("summary", sa.JSON))
    found = connection.scalars(sa.select(seats.c.secret_hash).where(seats.c.secret_hash.is_not(None)).distinct()).all()
    for secret_hash in found:
        person = secrets.token_urlsafe(12)
        connection.execute(people.insert().values(id=person, notices=[], created=moment))
        connection.execute(keys.insert().values(secret_hash=secret_hash, person=person, created=moment))
        connection.execute(seats.update().where(seats.c.secret_hash == secret_hash).values(person=person))
    made_by = sa.select(seats.c.person).where(seats.c.game == games.c.id, seats.c.person.is_not(None)).limit(1).scalar_subquery()
    connection.execute(games.update().values(host=made_by, started=games.c.created, turn_since=games.c.updated))
    for game, summary in connection.execute(sa.select(summaries.c.id, summaries.c.summary)).all():
        connection.execute(games.update().where(games.c.id == game).values(turn=summary.get("to_move")))
    connection.execute(seats.delete().where(seats.c.seat.is_(None)))


def downgrade() -> None:
    """People cannot become secrets again: go back to a backup."""
    raise NotImplementedError
