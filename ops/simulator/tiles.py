"""Pieces as events spell them: of pai kao, and of mah-jong."""

from typing import Final

PAI_KAO: Final = tuple(piece for piece in ("branca", *map(str, range(1, 10))) for _ in range(2))
"""Ten pairs (PK III.3)."""
