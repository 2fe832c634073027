"""Tables by day: openings, counts, and what finance asks of them."""
