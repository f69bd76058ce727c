"""Tables at which sessions are played: for now the local one, without a server."""

from cincinnati.tables.local import play_session, update_for
from cincinnati.tables.protocol import Player, Update

__all__ = ["Player", "Update", "play_session", "update_for"]
