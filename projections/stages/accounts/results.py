"""The result of a judged round: chips won or lost, fees taken, prizes over the capital.

Rules: contabilidade_de_mesa.md; BI R7; DL 422/89 art. 58 (Portugal).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ledger.events.jackpots import AwardPaid
from ledger.events.rounds import Collection, Commission
from projections.base.event import JudgedRound
from projections.base.produced import Fault, Produced
from projections.replay.left_open.unread import IMPOSSIBLE
from projections.replay.record import Payment
from projections.replay.registry import Verdict
from projections.replay.settlement import Line, Outcome, money_text
from projections.stages.accounts.tables.table_day import NOT_BANKED, TableDay

MESAS: Final = "mesas"
CAGNOTTE: Final = "cagnotte"
BINGO: Final = "bingo"
CHIPS: Final = "chips"
HOUSE_SHARE: Final = "casa"
"""What a settlement against a player's bank calls the house's part of the bank's result."""
PHYSICAL: Final = "physical"
VOID_MISS, PAY_DIFF, BOTH_SUMS = "VOID-MISS", "PAY-DIFF", "BJ-STAND"
PORTUGAL: Final = "pt-"
"""Profiles of the Portuguese laws."""
OF_CAPITAL: Final = (55, 1000)
"""DL 422/89 art. 58: prize and stake on one chance, at most 5.5 % of the table's capital."""


class Chips(Struct, frozen=True, kw_only=True):
    """The chips that a round moved between the bank and its players."""

    won: int
    """The bank's result: stakes lost less all that was handed over beyond the players' own."""
    owed: int = 0
    """Stakes that did not lose and that the bank is recorded to have collected: a liability."""
    own: dict[int, int] = {}
    """Seat to stakes that did not lose and were not handed back, whoever holds them."""
    unseen: int = 0
    """Of ``won``, stakes that the bank is recorded to have collected without a result."""


def chips_of(judged: JudgedRound) -> Chips:
    """Return the chips that a round moved; a stake is the bank's only where it lost.

    The stake of a winner, of a void round, or of an undecided one is its bettor's until it is
    handed back. Where no result is told, a recorded collection says that the stake was taken.
    """
    if judged.closed.game in NOT_BANKED:
        return Chips(won=behind_the_bank(judged.verdict))
    stakes = _Stakes(judged.verdict)
    awards = sum(
        event.payload.amount
        for event in judged.closed.events
        if isinstance(event.payload, AwardPaid) and event.payload.means == CHIPS
    )
    collections = [
        event.payload
        for event in judged.closed.events
        if isinstance(event.payload, Collection) and event.payload.to is None
    ]
    unseen, owed = stakes.taken(collections)
    return Chips(
        won=stakes.kept - stakes.prizes - awards + unseen,
        owed=owed,
        own=stakes.own,
        unseen=unseen,
    )


class _Own(Struct, gc=False):
    """Chips that are their bettor's, whoever holds them."""

    seat: int
    bet: int | None
    left: int
    """Not handed back yet."""


class _Stakes:
    """The stakes of a settled round, and what of them went back."""

    def __init__(self, verdict: Verdict) -> None:
        """Take each recorded payment from what is its bettors' own, then from the bank."""
        lines = verdict.settlement.lines
        decided = [line for line in lines if line.outcome is not Outcome.PENDENTE]
        self._decided = {line.bet for line in decided}
        waits = [
            _Own(line.seat, line.bet, max(0, line.stake))
            for line in lines
            if line.outcome is Outcome.PENDENTE
        ]
        own = [_Own(line.seat, line.bet, line.returned) for line in decided]
        rests = _rests(verdict, decided)
        fell = [_Own(line.seat, line.bet, max(0, line.stake) - line.returned) for line in decided]
        payments = [one for one in verdict.record.payments if one.award is None]
        self.prizes = sum(one.amount for one in payments)
        given = [one.stake_returned + one.returned for one in payments]
        fallen = [0] * len(payments)
        for named in (True, False):  # chips of a seat are one player's, whichever bet is named
            for number, one in enumerate(payments):
                # Whatever a bet that fell is paid, a stake that nothing decided lies there still.
                of_another = not named and bool(self._decided.intersection(one.bets))
                for kept in (own, rests) if of_another else (own, waits, rests):
                    given[number] = _take(kept, one, given[number], named=named)
                if named:  # a bet that fell is handed its own chips, and no other bet's
                    left = _take(fell, one, given[number], named=True)
                    fallen[number], given[number] = given[number] - left, left
        self._lost = [(line.bet, max(0, line.stake) - line.returned) for line in decided]
        given = [one + more for one, more in zip(given, fallen, strict=True)]
        self._beyond = [(one.bets, more) for one, more in zip(payments, given, strict=True)]
        self.kept = sum(amount for _, amount in self._lost) - sum(given)
        """Stakes lost, less what was handed back beyond the players' own."""
        self.own: dict[int, int] = {}
        """Seat to stakes that did not lose and were not handed back."""
        for one in own:
            if one.left:
                self.own[one.seat] = self.own.get(one.seat, 0) + one.left
        self._own, self._waits = own, waits

    def taken(self, collections: Sequence[Collection]) -> tuple[int, int]:
        """Return of the stakes that collections took those without a result, and the players' own.

        What was lost of the bets that they name comes first, then what else they name: where no
        result is told of a bet, its collection says that it was taken (whatever was collected with
        it). Only what is left is of bets that nobody names: those that lost before the others.
        """
        named = {bet for one in collections for bet in one.bets}
        lost = sum(amount for bet, amount in self._lost if bet in named) - sum(
            more for bets, more in self._beyond if not bets or named.intersection(bets)
        )
        left = max(0, sum(one.amount for one in collections) - lost)
        unseen = min(left, sum(one.left for one in self._waits if one.bet in named))
        owed = min(left - unseen, sum(one.left for one in self._own if one.bet in named))
        left = max(0, left - unseen - owed - max(0, self.kept - lost))
        waits = sum(one.left for one in self._waits if one.bet not in named)
        if not self._decided and not all(one.bets for one in collections):
            taken = min(left, waits)  # nothing is told of the whole round
            unseen, left, waits = unseen + taken, left - taken, 0
        others = waits + sum(one.left for one in self._own if one.bet not in named)
        return unseen, owed + min(left, others)


def _take(kept: Sequence[_Own], payment: Payment, amount: int, *, named: bool) -> int:
    """Take a payment out of the stakes of its bets, or of its seat; return what is left of it."""
    for one in kept:
        if one.bet in payment.bets if named else one.seat == payment.seat:
            part = min(amount, one.left)
            one.left -= part
            amount -= part
    return amount


def _rests(verdict: Verdict, decided: Sequence[Line]) -> list[_Own]:
    """Return the chips on lines that never played, which are the players' whatever happens.

    Of chips on a line half plays at most (BF R8, R10): a table may count the rest among what its
    player took back or not, and it is neither stake nor prize.
    """
    bets: Sequence[Any] = getattr(verdict.record, "bets", ())
    valor = {bet.bet: max(bet.valor, 0) for bet in bets if getattr(bet, "risco", False)}
    return [
        _Own(line.seat, line.bet, valor[line.bet] - line.stake)
        for line in decided
        if line.bet is not None and line.bet in valor
    ]


def behind_the_bank(verdict: Verdict) -> int:
    """Return the house's share of a jogada in which it stood behind a player's bank.

    P3 R20, PK IV.12. Replay says it, whatever was paid: partners bear, in their order, what the
    banker's own capital does not, and nobody tells the house's share.
    """
    share = verdict.settlement.result.get(HOUSE_SHARE, 0)
    return share if isinstance(share, int) else 0


def taken(judged: JudgedRound) -> int:
    """Return the cagnotte and commissions that a round without a bank says it took."""
    if judged.closed.game not in NOT_BANKED:
        return 0
    return sum(
        event.payload.amount
        for event in judged.closed.events
        if isinstance(event.payload, Commission)
    )


def kept(judged: JudgedRound) -> int:
    """Return the house's share of a jogada of bingo: its sales less its prizes, V - P (BI R7).

    Replay says it, whatever was paid: a jogada that was annulled leaves nothing, and a prize that
    is late is still a prize.
    """
    if judged.closed.game != BINGO:
        return 0
    return sum(one.amount for one in judged.verdict.settlement.commissions)


def receita(judged: JudgedRound, chips: Chips) -> dict[str, int]:
    """Return a round's revenue by category; 0 in a category it does not have."""
    return {MESAS: chips.won, CAGNOTTE: taken(judged), BINGO: kept(judged)}


def taken_unseen(judged: JudgedRound, chips: Chips, day: TableDay) -> Iterator[Fault]:
    """Find stakes that the bank collected although no result was told of the round.

    Replay says it where a game can tell that the round had to be void, or that somebody was paid.
    Else online it had to be void; at a table somebody may have seen what nobody recorded, so that
    it is no more than a payment without its ground. A result that nobody can read was told.
    A hand of blackjack that counts with a void card or without it (BJ R21) may be collected until
    somebody decides: its finding says both sums.
    """
    verdict = judged.verdict
    told = (VOID_MISS, PAY_DIFF, IMPOSSIBLE, BOTH_SUMS)
    if not chips.unseen or any(one.code in told for one in verdict.found):
        return
    physical = verdict.record.mode == PHYSICAL
    yield Fault(
        code=PAY_DIFF if physical else VOID_MISS,
        severity="ordinary" if physical else None,
        positions=(judged.closed.opened, judged.closed.closed),
        place=day.place,
        round=judged.closed.round,
        expected="a result",
        recorded=money_text(chips.unseen),
        currency=day.currency,
        facts={"fact": "collected"},
    )


def over_capital(judged: JudgedRound, day: TableDay, produced: Produced) -> Iterator[Fault]:
    """Find prizes that with their stakes pass 5.5 % of the capital (DL 422/89 art. 58)."""
    if not day.profile.startswith(PORTUGAL) or day.capital is None:
        return
    event = day.opened
    if produced.book.value("maximo_golpe", (day.place, day.game, "*"), "9", event) is not None:
        return
    bets: Mapping[int, Any] = {bet.bet: bet for bet in getattr(judged.verdict.record, "bets", ())}
    sums: dict[tuple[int, str, str], int] = {}
    for line in judged.verdict.settlement.lines:
        bet = bets.get(line.bet) if line.bet is not None else None
        if line.prize and bet is not None:
            key = (line.seat, bet.tipo, bet.selecao)
            sums[key] = sums.get(key, 0) + line.prize + line.stake
    share, whole = OF_CAPITAL
    for (seat, tipo, selecao), amount in sums.items():
        if amount * whole > day.capital * share:
            yield Fault(
                code="PT-58",
                positions=(judged.closed.opened, judged.closed.closed),
                place=day.place,
                round=judged.closed.round,
                seat=seat,
                expected=money_text(day.capital * share // whole),
                recorded=money_text(amount),
                amount=amount - day.capital * share // whole,
                currency=day.currency,
                facts={"tipo": tipo, "selecao": selecao},
            )
