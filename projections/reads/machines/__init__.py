"""Machines as people ask for them: lists, contadores over a period, a jogada again."""
