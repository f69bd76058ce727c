"""The table in a terminal: drawn on the whole screen, or told line by line.

Both are players of `cincinnati.tables.protocol` and know nothing but what their seat is
told, so they play at a local table as they would over a socket. ``app`` draws the table,
``plain`` tells it; `Leaving` is how a person gets up from either.
"""

from cincinnati.terminal.names import Leaving, Look, Names

__all__ = ["Leaving", "Look", "Names"]
