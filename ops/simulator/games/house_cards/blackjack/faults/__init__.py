"""What can go wrong at a table of blackjack/21, and what must be found of it."""
