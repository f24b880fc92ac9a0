"""Results of finished games, for statistics."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of results."""
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("pool", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=True),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("won", sa.Float(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_results_game_games"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_results_person_people"),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_results"),
    )
    op.create_index("ix_results_person", "results", ["person"])


def downgrade() -> None:
    """Take it away."""
    op.drop_table("results")
