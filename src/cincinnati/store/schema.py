"""The tables of the database, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table_id(name: str = "table_id") -> Column[str]:
    return Column(name, String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("due_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Index("ix_tables_due_at", "due_at"),
)
"""One row a table; ``due_at`` (ms since 1970) is when something must happen by itself."""

log = Table(
    "log",
    metadata,
    _table_id(),
    Column("version", Integer, nullable=False),
    Column("command_id", String(96), nullable=False),
    Column("author", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("events", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "version"),
    UniqueConstraint("table_id", "command_id"),
)
"""One row a decision. It holds cards: backups of it must be kept like a face-down deck."""

credentials = Table(
    "credentials",
    metadata,
    Column("hash", String(64), primary_key=True),
    _table_id(),
    Column("person", String(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("ix_credentials_table_id_person", "table_id", "person"),
)
"""Which secret speaks for which person; only hashes, and never in the log."""

presence = Table(
    "presence",
    metadata,
    _table_id(),
    Column("person", String(32), nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("device", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("table_id", "person"),
)
"""When a person's device was last heard of, by any of the processes, and how often another one
has become the one that plays: that number is the newest device's."""

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _table_id(),
    Column("person", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Index("ix_chat_table_id_id", "table_id", "id"),
)
"""What people said; no part of the game, so no part of the log."""
