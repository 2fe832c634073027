"""The book beside a table's game: its course, what can be wrong in it, and both together."""
