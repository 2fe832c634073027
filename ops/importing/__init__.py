"""Real data, played as table terminals would send it."""
