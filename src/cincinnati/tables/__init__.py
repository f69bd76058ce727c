"""Tables at which sessions are played: for now the local one, without a server."""

from cincinnati.tables.local import Player, Update, play_session

__all__ = ["Player", "Update", "play_session"]
