"""Matches between bots, measured: the same cards for everybody, results with their error."""
