"""Questions to the projections: lists, files, prizes, now and as known."""
