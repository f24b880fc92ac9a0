"""How a game began: the checksum of the state before its first action."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; of games that are there it is not known."""
    op.add_column("games", sa.Column("setup", sa.String(64), nullable=True))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("games", "setup")
