"""History: every event, as searches ask for it."""
