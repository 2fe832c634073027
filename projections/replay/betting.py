"""A hand of a game in which the players bet against each other: what is recorded of it.

Sources: ``R`` is Portaria 1/2017, póquer não bancado, regras gerais; ``O`` its chapter Omaha e
Hold'em; ``001 n`` Portaria 217/2007. The games fill in their own numbers; no ranking is here.
"""

from typing import Final, Literal

from msgspec import Struct

from ledger.money import Count, Minor, Ppm
from projections.replay.record import Record

DESISTIR: Final = "desistir"
PASSAR: Final = "passar"
ACOMPANHAR: Final = "acompanhar"
REPICAR: Final = "repicar"
APOSTAR: Final = "apostar"
"""The first bet of a turn; a record may also call it ``repicar``."""
PEQUENA: Final = "pequena_aposta"
GRANDE: Final = "grande_aposta"
REPOSTO: Final = "valor_reposto"
"""A missed forced bet, made good: in the pot, not counted as the player's bet (O18)."""

COM_LIMITE: Final = "com_limite"
POTE: Final = "pote"
SEM_LIMITE: Final = "sem_limite"
Limit = Literal["com_limite", "pote", "sem_limite"]
Method = Literal["camadas", "proporcional"]


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One seated player as the hand begins."""

    seat: int
    stack: Minor | None = None
    """The cave before any bet of this hand; None where the table did not declare it."""
    cards: tuple[str | None, ...] = ()
    """The own cards in the order dealt; None for a card nobody could know."""
    absent: bool = False
    """Seated, but away or not yet playing: no cards, no bets, not asked to speak."""
    entered: bool = False
    """Sat down since the last hand."""
    owed: Minor | None = None
    """Forced bets missed while away and not yet made good; None where that is not known."""
    hands_without_bet: Count | None = None
    """Hands before this one, in a row, in which no bet was made; None where not known."""


class Action(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What one player said and put in, in the order in which it happened."""

    seat: int
    action: str
    """``desistir``, ``passar``, ``acompanhar``, ``repicar``, ``apostar``; forced:
    ``pequena_aposta``, ``grande_aposta``, ``valor_reposto``."""
    added: Minor = 0
    """Chips put in by this act."""
    announced: Minor | None = None
    """The sum said, where one was: of ``repicar`` what goes beyond equalling ("jogo mais"), of a
    first bet the whole."""
    common: Count = 0
    """How many common cards lay open at that moment: 0, 3, 4 or 5."""


class Burn(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A card burned."""

    card: str | None = None
    common: Count = 0
    """How many common cards lay open at that moment."""


class Shown(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A hand turned face up."""

    seat: int
    cards: tuple[str, ...]


class HandRecord(Record, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One hand at a table of póquer não bancado."""

    minimum: Minor = 0
    """The table's minimum, which is the grande aposta (O12); 0 where it is not declared."""
    maximum: Minor | None = None
    """The table's maximum, where it is declared in money."""
    limit: Limit | None = None
    """How the maximum is fixed (R63); None where it is not declared."""
    k: int = 2
    """How the last bet counts in the highest repique (O15): 1 simples, 2 dobrada, 3 triplicada."""
    repiques: int | None = 3
    """Repiques in one turn while more than two play (O16); None is no limit (imported hands)."""
    unit: Minor | None = None
    """The smallest chip of a part (R55); None is the minimum."""
    method: Method | None = None
    """How pots are divided among encavados; None is the profile's."""
    cagnotte_ppm: Ppm = 0
    """Cagnotte per hand (R65 a); 0 where there is none or it is taken per sessão."""
    cagnotte_maximum: Minor | None = None
    cagnotte_taken: Minor | None = None
    """What was put into the box for this hand, where recorded; compared, never used."""
    mao: int = 0
    """The seat that has the mão."""
    mao_before: int | None = None
    """The seat that had it in the hand before, where there was one."""
    entry_minimum: Minor | None = None
    """The least with which a new player may enter (O7)."""
    players: tuple[Player, ...] = ()
    """Everybody seated, clockwise, beginning anywhere."""
    actions: tuple[Action, ...] = ()
    board: tuple[str | None, ...] = ()
    """The common cards in the order turned."""
    burns: tuple[Burn, ...] = ()
    shown: tuple[Shown, ...] = ()
