"""What stakes may be laid in: the casino's chips; online what stands in a player's account."""

from typing import Final

CHIPS: Final = frozenset({"", "chips"})
"""At a table in the room; empty where a record says nothing."""
MEANS_ONLINE: Final = CHIPS | {"account", "credits", "free_play"}
