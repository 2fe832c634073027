"""Events that enter the pools' books: plays, rounds, transfers, endings."""
