"""The faults of a table of blackjack/21, and the findings that each must lead to."""
