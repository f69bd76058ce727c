"""The first layout: tables, their log, credentials, presence, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _of_a_table() -> sa.Column[str]:
    return sa.Column(
        "table_id",
        sa.String(32),
        sa.ForeignKey("tables.id", ondelete="CASCADE", name=None),
        nullable=False,
    )


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tables_due_at", "tables", ["due_at"])
    op.create_table(
        "log",
        _of_a_table(),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("command_id", sa.String(96), nullable=False),
        sa.Column("author", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "version"),
        sa.UniqueConstraint("table_id", "command_id"),
    )
    op.create_table(
        "credentials",
        sa.Column("hash", sa.String(64), primary_key=True),
        _of_a_table(),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_credentials_table_id_person", "credentials", ["table_id", "person"])
    op.create_table(
        "presence",
        _of_a_table(),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _of_a_table(),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_chat_table_id_id", "chat", ["table_id", "id"])


def downgrade() -> None:
    """Take them away again."""
    for name in ("chat", "presence", "credentials", "log", "tables"):
        op.drop_table(name)
