"""Routes about the house: its accounts and closing, its law and sources, and a search."""
