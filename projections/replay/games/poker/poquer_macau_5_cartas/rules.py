"""The values that the Portaria fixes."""

from msgspec import Struct

from ledger.money import Minor, Ppm


class Mesa(Struct, frozen=True, kw_only=True, gc=False):
    """The capital that a table asks of a player, by the value of its entry (A6)."""

    capital: Minor
    """The least with which a player may begin, and to which he must restore it …"""
    minimo: Minor
    """… when it has fallen below this in a jogada."""


class MacauRules(Struct, frozen=True, kw_only=True):
    """The values of a profile."""

    mesas: dict[Minor, Mesa]
    """The lawful entries, and what goes with each."""
    comissao_ppm: Ppm
    """The house's share of the bolo (A9)."""
    lugares: tuple[int, int]
    """The fewest and the most players (A3)."""
    jogadas_do_baralho: int
    """For how many jogadas a deck may be used (A2)."""
    corte_minimo: int
    """The fewest cards of a cut (A2)."""
    cortam: int
    """How many players may cut for a jogada (A2)."""
    segundos: int
    """How long a player may take (A11 b)."""
