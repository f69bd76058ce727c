"""Whole hands in compiled code: betting, the strength of hands, and the bots that it knows.

The one idea: what decides a hand is written once, as plain Python on whole numbers (`bots.menu`,
`bots.situation`, `bots.heuristics`, `bots.draws`), and compiled here as it stands. Loading
this package does not load numba; loading one of its modules does.
"""
