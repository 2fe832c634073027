"""What a fold carries from a position on: what it reads, and what it changes."""
