"""The hand of §9 of the rules as a record."""

from __future__ import annotations

WORKED = """\
variant = "NCIN"
antes = [1, 1]
blinds_or_straddles = [0, 0]
min_bet = 2
starting_stacks = [100, 100]
actions = [
  "d dh p1 AsAd3c4c6d",
  "d dh p2 KsKd5h7h9d",
  "d db Ah",
  "p1 cbr 4",
  "p2 cc",
  "d db Kc", "p1 cc", "p2 cc",
  "d db 8c", "p1 cc", "p2 cc",
  "d db 2d", "p1 cc", "p2 cc",
  "d db Qs", "p1 cc", "p2 cc",
]
finishing_stacks = [105, 95]
_cincinnati = { preset = "cincinnati" }
"""
