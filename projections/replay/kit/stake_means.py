"""The means in which stakes may be laid: the casino's chips; online a player's account."""

from typing import Final

CHIPS: Final = frozenset({"", "chips"})
"""At a table in the room; empty where a record says nothing."""
MEANS_ONLINE: Final = CHIPS | {"account", "credits", "free_play"}
