"""Which device of a person plays: a number that grows, the same for every process."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the number."""
    op.add_column("presence", sa.Column("device", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("presence", "device")
