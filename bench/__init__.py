"""How fast the program is, measured beside its peers: ``python -m bench`` or ``make bench``."""
