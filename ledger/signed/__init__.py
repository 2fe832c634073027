"""Hashed and signed forms as pure values: canonical bytes, links, trees, segments, notes."""
