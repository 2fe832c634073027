"""Card games against the house."""
