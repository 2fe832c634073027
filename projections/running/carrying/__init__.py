"""The rows and events that a fold of a range reads, and the rows that it changes."""
