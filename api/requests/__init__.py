"""What callers may say: who they are, addresses, bodies."""
