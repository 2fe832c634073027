"""What is read of the projections: lists, files, prizes, now and as known."""
