"""Checks of a jogada's acta: first card, gate, doubles, the signed record."""
