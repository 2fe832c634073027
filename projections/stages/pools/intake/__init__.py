"""What enters the pools' books: plays, rounds, transfers, endings."""
