"""The values in which the two variants, and profiles, differ."""

from typing import Final

from msgspec import Struct

from projections.replay.kit.tiles import Stock

KAI_VU: Final = 0
UM_FAN: Final = 1
FAN_DOBRADO: Final = 2
GRADES: Final = ("kai_vu", "um_fan", "fan_dobrado")


class Cites(Struct, frozen=True, kw_only=True, gc=False):
    """The rule numbers of one variant, where both say the same thing."""

    pieces: str
    players: str
    dice: str
    deal: str
    first: str
    """The banker discards first."""
    turn: str
    bank: str
    win: str
    kong: str
    replacement: str
    nearest: str
    pay: str
    commission: str
    taken_back: str
    seen: str
    cap: str
    null: str
    indemnity: str


class Variant(Struct, frozen=True, kw_only=True, gc=False):
    """A game of mah-jong: simplificado or convencional."""

    stock: Stock
    players: tuple[int, int]
    """The fewest and the most."""
    dice: int
    row: int
    """Groups of two pieces in each of the four double rows."""
    rounds: int
    """How often each takes groups in the deal …"""
    at_once: int
    """… and how many pieces each time."""
    after: tuple[int, int]
    """What the banker, and each other, takes after that."""
    sets: int
    """Beside a pair, to win."""
    ceiling: int
    """The highest grade."""
    claims: bool
    """Whether ch'i and p'ông on a discard exist."""
    indemnity: tuple[int, int]
    """The grades that a false winner pays to the banker and to others."""
    indemnity_of_banker: int
    """The grade that a banker pays for a false win."""
    cites: Cites

    @property
    def hand(self) -> int:
        """Pieces that a player holds between his turns."""
        return 3 * self.sets + 1


class MahJongRules(Struct, frozen=True, kw_only=True):
    """Both variants, and the values that neither fixes alone."""

    convencional: Variant
    simplificado: Variant
    banker_factor: int
    """The banker pays and receives so many times (R30, R68)."""

    def of(self, variante: str) -> Variant:
        """Return a variant's values."""
        return self.simplificado if variante == "simplificado" else self.convencional
