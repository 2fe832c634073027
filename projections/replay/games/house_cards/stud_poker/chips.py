"""The bets on the progressivo: which of them play, which came over from a void jogada (R18, R25).

One chip a seat plays, and only with an inicial (R18 a). A chip that the void jogada before left
lies there already: it plays without another and without a second increment. Where its bettor places
no inicial, or left, it goes back to him and the pool gives its increment back.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct

from ledger.money import Minor
from projections.replay.games.house_cards.stud_poker.deal_errors import deal_error
from projections.replay.games.house_cards.stud_poker.record import (
    INICIAL,
    PROGRESSIVO,
    Aposta,
    StudRecord,
    Transitada,
)
from projections.replay.games.house_cards.stud_poker.standing_bets import betting, is_late, standing
from projections.replay.kit.bets import Bet
from projections.replay.kit.memo import once
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
    return _chips(record, None)


@once
def _chips(record: StudRecord, _: None) -> list[Chip]:
    bets = standing(record)[0]
    rights = rights_of(record, bets)
    main = set(betting(record))
    gone = {place.seat for place in record.seats if place.saiu}
    found: list[Chip] = []
    taken: set[int] = set()
    seats = _Seats(bets, main)
    unrecorded = [right for right, bet in rights if bet is None]
    for right in unrecorded:
        seat = seats.of(right)
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
    """Return the chips carried from the jogada before, each with the bet recorded for it."""
    if not record.transitadas:
        return []
    left = _Bettors(
        [bet for bet in bets if bet.tipo == PROGRESSIVO and bet.transitada_de is not None]
    )
    return [(right, left.take(right)) for right in record.transitadas]


class _Bettors:
    """Bets by whose they are: a bettor's name tells, or else his seat."""

    def __init__(self, bets: Sequence[Aposta]) -> None:
        self._bets = bets
        self._taken: set[int] = set()
        self._of_player: dict[str, deque[int]] = {}
        self._unnamed: dict[int, deque[int]] = {}
        """By seat, of nobody's name."""
        self._of_seat: dict[int, deque[int]] = {}
        for at, bet in enumerate(bets):
            self._of_seat.setdefault(bet.seat, deque()).append(at)
            if bet.player is None:
                self._unnamed.setdefault(bet.seat, deque()).append(at)
            else:
                self._of_player.setdefault(bet.player, deque()).append(at)

    def take(self, right: Transitada) -> Aposta | None:
        """Return, only once, the first bet of the bettor to whom a chip belongs."""
        if right.player is None:
            mine = (self._of_seat.get(right.seat),)
        else:
            mine = self._of_player.get(right.player), self._unnamed.get(right.seat)
        first = min((self._first(one) for one in mine if one), default=len(self._bets))
        if first == len(self._bets):
            return None
        self._taken.add(first)
        return self._bets[first]

    def _first(self, places: deque[int]) -> int:
        while places and places[0] in self._taken:
            places.popleft()
        return places[0] if places else len(self._bets)


class _Seats:
    """Where bettors placed an inicial."""

    def __init__(self, bets: Sequence[Bet], main: set[int]) -> None:
        laid = [bet for bet in bets if bet.tipo == INICIAL and bet.seat in main]
        self._all = {bet.seat for bet in laid}
        self._unnamed = {bet.seat for bet in laid if bet.player is None}
        self._of_player: dict[str, set[int]] = {}
        for bet in laid:
            if bet.player is not None:
                self._of_player.setdefault(bet.player, set()).add(bet.seat)

    def of(self, right: Transitada) -> int | None:
        """Return where a chip's bettor plays this jogada; None if he placed no inicial."""
        if right.player is None:
            return right.seat if right.seat in self._all else None
        own = self._of_player.get(right.player, set())
        if right.seat in own or right.seat in self._unnamed:
            return right.seat
        return min(own, default=None)


def increments(record: StudRecord, these: Iterable[Chip]) -> tuple[Increment, ...]:
    """Return the chips that feed the pool: each that plays once, in the jogada it was laid in.

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
    given_back = _given_back(record)
    return tuple(
        Transitada(
            seat=chip.seat,
            valor=chip.valor,
            player=_player(chip) or names.get(chip.seat),
            de=record.round,
        )
        for chip in chips(record)
        if chip.status is Status.JOGA and not given_back(chip)
    )


def _player(chip: Chip) -> str | None:
    if chip.bet is not None:
        return chip.bet.player
    return chip.right.player if chip.right is not None else None


def _given_back(record: StudRecord) -> Callable[[Chip], bool]:
    """Return a test of whether a chip went back: by itself, with others, with all its seat's."""
    stakes = {bet.bet: bet.valor for bet in reversed(record.bets)}
    by_seat: dict[int, Minor] = {}
    for bet in record.bets:
        by_seat[bet.seat] = by_seat.get(bet.seat, 0) + bet.valor
    back: set[int | None] = set()
    most: dict[int, Minor] = {}
    for payment in record.payments:
        if payment.award is not None:
            continue
        if not payment.bets:
            most[payment.seat] = max(most.get(payment.seat, payment.total), payment.total)
        elif payment.total >= sum(stakes.get(bet, 0) for bet in payment.bets):
            back.update(payment.bets)

    def given_back(chip: Chip) -> bool:
        seat = by_seat.get(chip.seat, 0) + (chip.valor if chip.bet is None else 0)
        return chip.number in back or (chip.seat in most and most[chip.seat] >= seat)

    return given_back
