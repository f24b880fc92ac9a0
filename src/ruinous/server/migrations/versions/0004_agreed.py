"""How often a table has changed what it has agreed on; notices are found by their table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the number and the index."""
    op.add_column("games", sa.Column("agreed", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_outbox_game", "outbox", ["game"])


def downgrade() -> None:
    """Take them away."""
    op.drop_index("ix_outbox_game", "outbox")
    op.drop_column("games", "agreed")
