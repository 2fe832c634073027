"""What the banked table games share: bets, limits, the order of facts. No game's rule.

Every fact may say when it happened (``at``) and its place in its source's chain (``seq``). The
chain decides what came first; times decide only between facts that do not both name their place.
"""

from msgspec import Struct

from ledger.money import Minor


class Fact(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """A part of a record."""


class Moment(Fact, frozen=True, kw_only=True, gc=False):
    """When a call was made."""

    at: str | None = None
    seq: int | None = None
    """Its place in the chain of the source that owns the round."""


class Chips(Fact, frozen=True, kw_only=True, gc=False):
    """How a stake was made up."""

    count: int
    value: Minor


class Bet(Fact, frozen=True, kw_only=True, gc=False):
    """A stake on a chance, as it lay when the bets were closed."""

    bet: int
    """Its number within the round."""
    seat: int
    tipo: str
    """The chance's id in its game's page; an unknown one is a fact and becomes a finding."""
    valor: Minor
    selecao: str = ""
    """Which of the chance: the game's module says how it is spelt."""
    player: str | None = None
    """A pseudonym; where it is missing, the seat is the player."""
    chips: Chips | None = None
    cor: str | None = None
    """The colour of chips without face value."""
    at: str | None = None
    seq: int | None = None


class BetChange(Fact, frozen=True, kw_only=True, gc=False):
    """A bet was altered or taken back; what is None stayed as it was."""

    bet: int
    retirada: bool = False
    tipo: str | None = None
    selecao: str | None = None
    valor: Minor | None = None
    chips: Chips | None = None
    at: str | None = None
    seq: int | None = None


class Limit(Fact, frozen=True, kw_only=True, gc=False):
    """What the table takes on one chance from one player; 0 where it sets nothing."""

    minimum: Minor = 0
    maximum: Minor = 0
    multiple: Minor = 0


class Shift(Fact, frozen=True, kw_only=True, gc=False):
    """A member of staff who is at the table, and since when."""

    person: str
    role: str
    """In the law's word: ``pagador``, ``fiscal`` …"""
    since: str | None = None
