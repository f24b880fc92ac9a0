"""Games, seats and the log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "meta",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_meta"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(32), nullable=True),
        sa.Column("bot", sa.String(200), nullable=True),
        sa.Column("secret_hash", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game_games"),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        sa.UniqueConstraint("game", "seat", name="uq_seats_game_seat"),
    )
    op.create_index("ix_seats_secret_hash", "seats", ["secret_hash"])
    op.create_table(
        "log",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.String(64), nullable=False),
        sa.Column("action_id", sa.String(64), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_log_game_games"),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_log"),
        sa.UniqueConstraint("game", "action_id", name="uq_log_game_action_id"),
    )


def downgrade() -> None:
    """There was nothing before."""
    for table in ("log", "seats", "games", "meta"):
        op.drop_table(table)
