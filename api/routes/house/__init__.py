"""The house: its accounts and closing, its law, sources and texts, and whatever is looked for."""
