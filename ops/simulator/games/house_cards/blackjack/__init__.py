"""A simulated table of blackjack."""
