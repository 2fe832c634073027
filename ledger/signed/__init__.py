"""What is hashed and signed, as pure values: canonical bytes, links, trees, segments, notes."""
