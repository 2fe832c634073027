"""A hand with cards for all, from its forced bets to its showdown."""
