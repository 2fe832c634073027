"""People at the console: how they come in, and until when they stay."""
