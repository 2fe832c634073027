"""Jackpots as people ask for them: the growth of a balance, the file of a prize."""
