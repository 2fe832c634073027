"""The cards and decisions that faults of blackjack need at the first places."""

from collections.abc import Mapping
from typing import Any, Final

from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.fault import Instead, Wrong

Fault = Wrong[PlayedBlackjack, Jogada]


def rig(own: str, bank: str, script: str = "", draws: str = "", **more: Any) -> Rig:
    """Return a rig: the place's cards, the bank's, decisions and draws, each by blanks."""
    opened, _, hidden = bank.partition(" ")
    return Rig(
        own=tuple(own.split()),
        opened=opened or None,
        hidden=hidden or None,
        script=tuple(script.split()),
        draws=tuple(draws.split()),
        **more,
    )


def rigged(cards: Rig) -> Mapping[str, Instead[PlayedBlackjack, Jogada]]:
    """Let a fault's jogada have this rig."""
    return {"rig": lambda _table, _jogada, _right: cards}


def with_two_places(table: PlayedBlackjack, jogada: Jogada) -> bool:
    """Tell whether two places have a bet."""
    del table
    return len(jogada.boxes) > 1


WIN: Final = rig("Ts Kd", "9c 9d", "fica")
LOSE: Final = rig("Ts 8d", "Tc 9d", "fica")
TIE: Final = rig("Ts 9d", "Tc 9h", "fica")
NATURAL: Final = rig("As Kd", "Tc 8d")
SPECIAL: Final = rig("6h 8h", "9c 9d", "pede", "7h")
INSURED: Final = rig("Ts 9d", "Ad Kh", "fica")
TIRED: Final = rig("Ts 6d", "Tc 7d", "desiste")
