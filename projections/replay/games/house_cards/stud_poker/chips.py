"""The bets on the progressivo: which of them play, which came over from a void jogada (R18, R25).

One chip a seat plays, and only with an inicial (R18 a). A chip that the void jogada before left
lies there already: it plays without another and without a second increment. Where its bettor places
no inicial, or left, it goes back to him and the pool gives its increment back.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct

from ledger.money import Minor
from projections.replay.games.house_cards.stud_poker.deal import (
    betting,
    deal_error,
    is_late,
    standing,
)
from projections.replay.games.house_cards.stud_poker.record import (
    INICIAL,
    PROGRESSIVO,
    Aposta,
    StudRecord,
    Transitada,
)
from projections.replay.kit.bets import Bet
from projections.replay.settlement import Increment


class Status(Enum):
    """How a chip on the progressivo stands."""

    JOGA = "joga"
    TARDIA = "tardia"
    SEM_INICIAL = "sem_inicial"
    SEGUNDA_FICHA = "segunda_ficha"
    SAIU = "saiu"
    """Its bettor left the table without playing it."""


class Chip(Struct, frozen=True, kw_only=True, gc=False):
    """A bet on the progressivo, or a carried chip of which the table recorded nothing."""

    seat: int
    valor: Minor
    status: Status
    bet: Aposta | None = None
    carried: bool = False
    """Whether it came over from a void jogada."""
    right: Transitada | None = None
    """Which it was there."""

    @property
    def number(self) -> int | None:
        """The bet's number."""
        return self.bet.bet if self.bet is not None else None


def chips(record: StudRecord) -> list[Chip]:
    """Return every chip on the progressivo, from the pagador's left, those recorded or not."""
    bets = standing(record)[0]
    rights = rights_of(record, bets)
    main = set(betting(record))
    gone = {place.seat for place in record.seats if place.saiu}
    found: list[Chip] = []
    taken: set[int] = set()
    unrecorded = [right for right, bet in rights if bet is None]
    for right in unrecorded:
        seat = _seat_of(right, bets, main)
        plays = seat is not None and seat not in taken
        where = seat if plays and seat is not None else right.seat
        if plays:
            taken.add(where)
        found.append(
            Chip(
                seat=where,
                valor=right.valor,
                status=Status.JOGA if plays else Status.SAIU,
                carried=True,
                right=right,
            )
        )
    of_bet = {id(bet): right for right, bet in rights if bet is not None}
    mine = [bet for bet in bets if bet.tipo == PROGRESSIVO]
    mine.sort(key=lambda bet: bet.transitada_de is None)  # what came over lay there first
    for bet in mine:
        status = Status.JOGA
        if is_late(record, bet):
            status = Status.TARDIA
        elif bet.seat not in main:
            status = Status.SEM_INICIAL
        elif bet.seat in taken:
            status = Status.SEGUNDA_FICHA
        else:
            taken.add(bet.seat)
        found.append(
            Chip(
                seat=bet.seat,
                valor=bet.valor,
                status=status,
                bet=bet,
                carried=bet.transitada_de is not None,
                right=of_bet.get(id(bet)),
            )
        )
    if gone and is_void(record):
        found = [_without(chip) if chip.seat in gone else chip for chip in found]
    return sorted(found, key=lambda chip: chip.seat)


def _without(chip: Chip) -> Chip:
    """Return the chip of a player who left a void jogada: it does not go on without him."""
    if chip.status is not Status.JOGA:
        return chip
    return Chip(
        seat=chip.seat,
        valor=chip.valor,
        status=Status.SAIU,
        bet=chip.bet,
        carried=chip.carried,
        right=chip.right,
    )


def is_void(record: StudRecord) -> bool:
    """Tell whether a jogada was void by law, or declared so: its chips go on to the next."""
    return record.void is not None or deal_error(record) is not None


def rights_of(record: StudRecord, bets: Sequence[Aposta]) -> list[tuple[Transitada, Aposta | None]]:
    """Return what came over from the jogada before, each with the bet recorded for it, if any."""
    left = [bet for bet in bets if bet.tipo == PROGRESSIVO and bet.transitada_de is not None]
    found: list[tuple[Transitada, Aposta | None]] = []
    for right in record.transitadas or ():
        bet = next((bet for bet in left if _same(right, bet)), None)
        if bet is not None:
            left.remove(bet)
        found.append((right, bet))
    return found


def _same(right: Transitada, bet: Bet) -> bool:
    """Tell whether a bet is of the bettor to whom a chip belongs: his name, or else his seat."""
    if right.player is not None and bet.player is not None:
        return right.player == bet.player
    return right.seat == bet.seat


def _seat_of(right: Transitada, bets: Sequence[Bet], main: set[int]) -> int | None:
    """Return where its bettor plays this jogada; None if he placed no inicial."""
    seats = [
        bet.seat for bet in bets if bet.tipo == INICIAL and bet.seat in main and _same(right, bet)
    ]
    return right.seat if right.seat in seats else min(seats, default=None)


def increments(record: StudRecord, these: Iterable[Chip]) -> tuple[Increment, ...]:
    """Return what feeds the pool: each chip that plays once, in the jogada it was laid in.

    A negative stake takes back exactly what was added for one that came over and goes back.
    """
    if record.pool is None:
        return ()
    name = record.pool.pool
    found: list[Increment] = []
    for chip in these:
        stake = 0
        if chip.status is Status.JOGA and not chip.carried:
            stake = chip.valor
        elif chip.status in _REVERSED and chip.carried and known(record, chip):
            stake = -chip.valor
        if stake:
            found.append(Increment(pool=name, seat=chip.seat, stake=stake, bet=chip.number))
    return tuple(found)


_REVERSED: Final = frozenset({Status.SEM_INICIAL, Status.SAIU})


def known(record: StudRecord, chip: Chip) -> bool:
    """Tell whether a chip came over from the jogada named, as far as the record knows."""
    return chip.right is not None or record.transitadas is None


def left_over(record: StudRecord) -> tuple[Transitada, ...]:
    """Return the chips that a jogada leaves to the next; a void jogada leaves all chips that play.

    Those that the table gave back came to an end with that, whether or not it was right.
    """
    if not is_void(record):
        return ()
    names = {place.seat: place.player for place in record.seats}
    return tuple(
        Transitada(
            seat=chip.seat,
            valor=chip.valor,
            player=_player(chip) or names.get(chip.seat),
            de=record.round,
        )
        for chip in chips(record)
        if chip.status is Status.JOGA and not _given_back(record, chip)
    )


def _player(chip: Chip) -> str | None:
    if chip.bet is not None:
        return chip.bet.player
    return chip.right.player if chip.right is not None else None


def _given_back(record: StudRecord, chip: Chip) -> bool:
    """Tell whether a chip went back to its bettor: by itself, with others, or with all his."""
    stakes = {bet.bet: bet.valor for bet in reversed(record.bets)}
    seat = sum(bet.valor for bet in record.bets if bet.seat == chip.seat)
    if chip.bet is None:
        seat += chip.valor
    for payment in record.payments:
        if payment.award is not None:
            continue
        if payment.bets:
            due = sum(stakes.get(bet, 0) for bet in payment.bets)
            if chip.number in payment.bets and payment.total >= due:
                return True
        elif payment.seat == chip.seat and payment.total >= seat:
            return True
    return False
