"""The betting of a poker hand: who acts, when, for how much."""
