"""What can go wrong at a table of chemin de fer, and what must be found of it."""
