"""Judged rounds in the books: jackpot bets, increments, awards, payments, carried bets.

A round is judged with the pool as it stood when it closed first, and booked; judged again, only
what differs is booked. Awards and payments inside a round are booked where it is judged: before
that nobody knows what is due. What the table says of increments and wins is compared, never posted.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from ledger.events.bingo import PrizesPaid
from ledger.events.jackpots import AwardPaid, JackpotIncrement, JackpotWon, PoolReset
from ledger.money import MILLION
from projections.base.event import ClosedRound, Event
from projections.base.produced import Fault, PoolQuestion, Revenue, RevenueReason
from projections.replay.record import PoolState
from projections.replay.settlement import Award, Increment, Outcome, Settlement, money_text
from projections.stages.pools.books.accounts import CHIPS, JACKPOT_BET, REVENUE, Of
from projections.stages.pools.books.award import Paid, Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import event_fault
from projections.stages.pools.books.lookups import Booked, Kept
from projections.stages.pools.books.moments import Laid, key_of
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import (
    ACTIVE,
    AllPools,
    Carry,
    LastAward,
    Pool,
    base_code,
    state_for,
)
from projections.stages.pools.checks.claims import check_paid, reset_faults, tax_fault
from projections.stages.pools.moves import awards, stakes
from projections.stages.pools.moves.carried import carried_bet, carry, going_on, stay_placed

BINGO: Final = "bingo"
MESAS: Final = "mesas"
CHIPS_MEANS: Final = "chips"


def category_of(game: str | None) -> str:
    """Return the category of receita of a game at a table or in the bingo room."""
    return BINGO if (game or "").startswith(BINGO) else MESAS


def main_pool(pools: Sequence[Pool], game: str | None) -> Pool | None:
    """Return the pool that a round's jackpot bet feeds first: of the game, with its own bet.

    The other pools of the place are further levels, fed by the same stakes (MAQ R18).
    """
    fitting = [pool for pool in pools if pool.terms.game in (None, game)] or list(pools)
    with_bet = [pool for pool in fitting if pool.terms.bet is not None or pool.terms.combinations]
    return next(iter(with_bet or fitting), None)


def offered(books: Books, asked: PoolQuestion) -> PoolState | None:
    """Return the pool as it stood when the round closed first; None if the place feeds none."""
    if asked.again:
        return books.records.booked(asked.round).state
    pools = books.pools.feeds.get(asked.place)
    pool = main_pool(pools, asked.game) if pools else None
    return state_for(pool, asked.opened_at, asked.opened) if pool is not None else None


def book(books: Books, closed: ClosedRound, state: PoolState, settlement: Settlement) -> None:
    """Book a round's increments, awards and payments; on a second judgment only what differs."""
    old = books.records.booked(closed.round) if closed.again else Booked()
    opened = old.opened or (closed.opened_at, closed.opened)
    new = Booked(
        state=state,
        increments=settlement.increments,
        awards=tuple(_without_words(award) for award in settlement.awards),
        won=old.won,
        game=closed.game,
        opened=opened,
        booked=old.booked or books.now.position,
        carried=bool(going_on(settlement)),
        kept=old.kept,
        ended=old.ended,
    )
    changed = new != old
    revenue = 0
    was = _in_chips([won for won in map(books.awards.get, old.won) if won is not None])
    if changed:
        reversing = old.awards != new.awards
        if reversing:
            for won in _awards(books, old.won):
                awards.take_back(books, books.pools[won.pool], won)
        revenue, kept, ended = _book_increments(books, closed, old, new, settlement)
        new = msgspec.structs.replace(new, kept=kept, ended=(*old.ended, *ended))
        if reversing:
            new = msgspec.structs.replace(new, won=_win(books, closed, new))
    won_ids, in_chips = _book_payments(books, closed, new.won)
    new = msgspec.structs.replace(new, won=won_ids)
    if new != old:
        books.records.page_booked[closed.round] = new
    _hand_on(books, closed, revenue, "increment")
    _hand_on(books, closed, in_chips - was, "jackpot")


def unbook(books: Books, closed: ClosedRound) -> None:
    """Take all bookings of a round back that nobody may judge any more.

    A correction made it of a game that its profile has not, or withdrew its closing: it is as if it
    had been told so from the start, and neither its bets nor its prizes and payments are a pool's.
    """
    old = books.records.booked(closed.round)
    if old.state is None:
        return
    was = msgspec.structs.replace(closed, game=old.game, events=(), closed_anew=False)
    nothing = Settlement(
        game=old.game or "", round=closed.round, currency="", lines=(), increments=(), awards=()
    )
    book(books, was, old.state, nothing)
    if closed.reopened and old.ended:
        _place_again(books, was)
    books.findings.find(f"jackpot-round {closed.round}", [])
    fed = {pool.name for one in old.increments for pool in _fed_by(books.pools, was, one)}
    for pool in sorted(fed):
        books.findings.find(f"jackpot-stake {closed.round} {pool}", [])


def _place_again(books: Books, closed: ClosedRound) -> None:
    """Let the bets of void rounds before it stay placed that a round had ended which goes on."""
    now = books.records.booked(closed.round)
    assert now.state is not None
    more = stay_placed(books, books.pools[now.state.pool], closed, now.ended)
    books.records.page_booked[closed.round] = msgspec.structs.replace(now, ended=())
    _hand_on(books, closed, more, "increment")


def _hand_on(books: Books, closed: ClosedRound, amount: int, reason: RevenueReason) -> None:
    """Hand on by how much the receita changes: the money is the pool's, not the table's.

    Bingo's receita is V - P: its increments come out of the prizes (BI R7, R10).
    """
    if amount and category_of(closed.game) != BINGO:
        books.revenue.append(
            Revenue(
                category=category_of(closed.game),
                amount=amount,
                reason=reason,
                place=closed.place,
                round=closed.round,
            )
        )


# --- increments ----------------------------------------------------------------------------------


def _book_increments(
    books: Books, closed: ClosedRound, old: Booked, new: Booked, settlement: Settlement
) -> tuple[int, tuple[Kept, ...], tuple[Carry, ...]]:
    """Book the stakes that qualify now and did not, and back.

    Return what the receita gains, which stakes lie in pools that could not give them back, and
    which bets of void rounds before are played or given back here.
    """
    ended: tuple[Carry, ...] = ()
    gained = 0
    wholes: dict[int, int] = {}
    kept = list(old.kept)
    for increment in _missing(old.increments, new.increments):
        gained -= _apply(books, closed, new, increment, -increment.stake, kept)
    for increment in _missing(new.increments, old.increments):
        whole = _apply(books, closed, new, increment, increment.stake, kept)
        if increment.stake > 0:
            wholes[increment.seat] = whole
        gained -= whole
    pool = books.pools.get(new.state.pool) if new.state is not None else None
    if pool is not None and (old.carried or new.carried or pool.carried):
        more, ended = carry(books, pool, closed, settlement, wholes)
        gained += more
    return gained, tuple(kept), ended


def _apply(
    books: Books,
    closed: ClosedRound,
    booked: Booked,
    increment: Increment,
    stake: int,
    kept: list[Kept],
) -> int:
    """Take a bet into the pools it feeds, or out of them; return the units that moved.

    ``kept`` are stakes that should have come back and lie in their pools still: they come in no
    second time.
    """
    of = Of(closed.round, increment.seat, increment.bet)
    moved = 0
    for pool in _fed_by(books.pools, closed, increment):
        if category_of(closed.game) != BINGO and pool.name == increment.pool:
            books.journal.post(pool, CHIPS, REVENUE, stake, JACKPOT_BET, of)
        one = Kept(pool=pool.name, seat=of.seat, bet=of.bet, stake=abs(stake))
        laid = _laid(books, closed, booked, increment, stake)
        if stake < 0:
            back = stakes.give_back(books, pool, laid)
            if back is None:
                kept.append(one)
            moved -= back or 0
        elif one in kept:
            kept.remove(one)
        elif pool.status == ACTIVE:
            moved += stakes.take_laid(books, pool, laid)
            _unreasonable(books, closed, pool, stake)
    return moved


def _laid(
    books: Books, closed: ClosedRound, booked: Booked, increment: Increment, stake: int
) -> Laid:
    """Return a bet as it lies in the pools; a carried bet as its own round laid it."""
    assert booked.opened is not None
    opened, taken = booked.opened, booked.booked or closed.closed
    if increment.stake < 0:
        came = carried_bet(books.pools[increment.pool], closed, increment.seat, abs(stake))
        if came is not None:
            opened, taken = (came.at, came.opened), came.taken
    event = books.records.at(taken) if stake < 0 else None
    return Laid(
        stake=abs(stake),
        opened=opened,
        at=key_of(event) if event is not None else books.now.key._replace(order=taken),
        casino=books.now.casino,
        category=None if category_of(closed.game) == BINGO else MESAS,
        place=closed.place,
        round=closed.round,
        seat=increment.seat,
        bet=increment.bet,
    )


def _fed_by(pools: AllPools, closed: ClosedRound, increment: Increment) -> Iterator[Pool]:
    """Return the pools that a stake feeds: its own pool, and further levels of the place."""
    first = pools.get(increment.pool)
    if first is None:
        return
    yield first
    for pool in pools.values():
        same = pool.terms.bet in (None, first.terms.bet) and pool.terms.game in (None, closed.game)
        if pool is not first and same and pool.member(closed.place, closed.opened) is not None:
            yield pool


def _unreasonable(books: Books, closed: ClosedRound, pool: Pool, stake: int) -> None:
    limit = pool.term("increment_max", books.now.at, books.now.position)
    added = stake * pool.whole("ppm", books.now.at, books.now.position) // MILLION
    if limit is not None and added > limit:
        fault = Fault(
            code="JP-UNREAS",
            positions=(closed.opened, closed.closed),
            place=closed.place,
            round=closed.round,
            expected=money_text(limit),
            recorded=money_text(added),
            facts={"pool": pool.name},
        )
        books.findings.find(f"jackpot-stake {closed.round} {pool.name}", [fault])


# --- awards and payments -------------------------------------------------------------------------


def _awards(books: Books, ids: Sequence[str]) -> list[Won]:
    found = [books.awards.get(one) for one in ids]
    return [won for won in found if won is not None and not won.gone]


def _win(books: Books, closed: ClosedRound, booked: Booked) -> tuple[str, ...]:
    """Book the round's awards in order; return the ids of all awards it ever had."""
    ids = list(booked.won)
    before = booked.state.balance if booked.state is not None else 0
    last: dict[str, Won] = {}
    whole = False
    for award in booked.awards:
        pool = books.pools.get(award.pool)
        if pool is None:
            continue
        won = Won(
            award=f"{closed.round}#{len(ids) + 1}",
            pool=award.pool,
            position=books.now.position,
            at=books.now.at,
            day=books.now.day_of(pool),
            place=closed.place,
            casino=books.now.casino,
            round=closed.round,
            seat=award.seat,
            bet=award.bet,
            combination=award.combination,
            amount=award.amount,
            full=award.full,
            before=before,
        )
        ids.append(won.award)
        awards.win(books, pool, won, award.from_pool)
        books.agenda.won.add(pool.name)  # a payment outside the round may wait for it
        if award.full:
            awards.restore(books, pool, won)
        elif pool.terms.game == awards.STUD:
            last[pool.name] = won
            whole |= _is_whole(pool, award)
    for name, won in last.items():  # STU R24: once all of the round's prizes are out
        pool = books.pools[name]
        if whole:
            won.full = True
            awards.restore(books, pool, won)
        else:
            awards.top_up(books, pool, won)
    return tuple(ids)


def _is_whole(pool: Pool, award: Award) -> bool:
    """Tell whether a combination's prize is all of the pool."""
    return any(
        one.name == award.combination and one.ppm == MILLION for one in pool.terms.combinations
    )


class _Payment(Struct, frozen=True, kw_only=True):
    """A payment of a prize as the round's events tell it."""

    name: str
    """Its event, with a number where that tells of several."""
    pool: str
    amount: int
    tax: int
    means: str
    seat: int | None = None
    bet: int | None = None
    slip: str | None = None

    def booked(self) -> Paid:
        """Return the payment as the books keep it."""
        return Paid(
            event=self.name,
            amount=self.amount,
            tax=self.tax,
            account=awards.account_of(self.means),
            slip=self.slip,
            chips=self.means == CHIPS_MEANS,
        )

    def is_same(self, paid: Paid) -> bool:
        """Tell whether the payment is booked as it stands."""
        return (paid.amount, paid.tax, paid.account) == (
            self.amount,
            self.tax,
            awards.account_of(self.means),
        )


def _payments(closed: ClosedRound) -> Iterator[_Payment]:
    for event in closed.events:
        match event.payload:
            case AwardPaid() as one:
                yield _Payment(
                    name=event.name,
                    pool=one.pool,
                    amount=one.amount,
                    tax=one.tax,
                    means=one.means,
                    seat=one.seat,
                    bet=one.bet,
                    slip=one.slip,
                )
            case PrizesPaid(prizes=prizes):  # bingo: the accumulator's share of each winning card
                for number, prize in enumerate(prizes, 1):
                    if prize.pool is not None:
                        yield _Payment(
                            name=f"{event.name}/{number}",
                            pool=prize.pool,
                            amount=prize.amount,
                            tax=prize.tax,
                            means=prize.means,
                        )
            case _:
                pass


def _book_payments(
    books: Books, closed: ClosedRound, ids: tuple[str, ...]
) -> tuple[tuple[str, ...], int]:
    """Book the payments that stand and were not booked.

    Return the awards' ids, and what the pools gave of all that was paid in chips.

    A payment without an award is an award of nothing: the operator bears it all.
    """
    now = {one.name: one for one in _payments(closed) if one.pool in books.pools}
    if not now and not ids:
        return ids, 0
    standing = [won for won in map(books.awards.get, ids) if won is not None]
    booked: set[str] = set()
    for won in standing:
        for paid in list(won.payments):
            one = now.get(paid.event)
            if one is None and books.records.undone(paid.event).award is not None:
                _follow(books, standing, won, paid)
            elif one is None or won.gone or not one.is_same(paid):
                awards.unpay(books, books.pools[won.pool], won, paid)
            else:
                booked.add(paid.event)
    for name, one in now.items():
        if name in booked:
            continue
        won = _award_for(standing, one)
        if won is None:
            won = _unfounded(books, closed, one, f"{closed.round}#{len(ids) + 1}")
            ids = (*ids, won.award)
            standing.append(won)
        awards.pay(books, books.pools[won.pool], won, one.booked())
    return ids, _in_chips(standing)


def _follow(books: Books, standing: Sequence[Won], won: Won, paid: Paid) -> None:
    """Move a payment from outside the round to the award that replaced a withdrawn award."""
    now = won
    if won.gone:
        same = (won.pool, won.seat)
        now = next((one for one in standing if not one.gone and (one.pool, one.seat) == same), won)
    if now is not won:
        awards.unpay(books, books.pools[won.pool], won, paid)
        awards.pay(books, books.pools[now.pool], now, paid)
        books.records.set_undone(paid.event, award=now.award)
        check_paid(books, won)
    check_paid(books, now)


def _in_chips(standing: Sequence[Won]) -> int:
    """Return how much of the payments in chips at the table the pools gave."""
    return sum(one.pool for won in standing for one in won.payments if one.chips)


def _unfounded(books: Books, closed: ClosedRound, one: _Payment, award: str) -> Won:
    return Won(
        award=award,
        pool=one.pool,
        position=books.now.position,
        at=books.now.at,
        day=books.now.day_of(books.pools[one.pool]),
        place=closed.place,
        casino=books.now.casino,
        round=closed.round,
        seat=one.seat,
        bet=one.bet,
        amount=0,
    )


def _award_for(standing: Sequence[Won], one: _Payment) -> Won | None:
    """Return the award of a payment: by bet where it names one, else by seat, by amount."""
    mine = [
        won
        for won in standing
        if not won.gone and won.pool == one.pool and one.seat in (None, won.seat)
    ]
    mine = [won for won in mine if one.bet is not None and won.bet == one.bet] or mine
    open_ones = [won for won in mine if won.open]
    exact = [won for won in open_ones if won.owed == one.amount]
    return next(iter((*exact, *open_ones, *mine[-1:])), None)


# --- what the table says -------------------------------------------------------------------------


def compare_statements(books: Books, closed: ClosedRound, settlement: Settlement) -> None:
    """Compare the table's statements of increments and wins with the computed ones."""
    faults = [*_compare(closed, settlement), *_taxed(books.now, closed), *_resets(books, closed)]
    if faults or closed.again:
        books.findings.find(f"jackpot-round {closed.round}", faults)


def _compare(closed: ClosedRound, settlement: Settlement) -> Iterator[Fault]:
    staked = sum(one.stake for one in settlement.increments)
    unknown = _unknown(settlement)
    due: dict[tuple[str, int], int] = {}
    for one in settlement.awards:
        due[one.pool, one.seat] = due.get((one.pool, one.seat), 0) + one.amount
    for event in closed.events:
        match event.payload:
            case JackpotWon(pool=pool, seat=int(seat), amount=said):
                computed = due.get((pool, seat), 0)
            case _:
                continue
        if seat in unknown or (unknown and computed and said):
            continue  # they divide it with whom nobody knows (``replay.verify``)
        if said != computed:
            yield _differs("JP-WINBASIS", event, computed, said)
    yield from _stated(closed, staked)
    yield from _one_by_one(closed, settlement)


def _unknown(settlement: Settlement) -> frozenset[int]:
    """Return the seats that fed a jackpot and whose play nobody could read."""
    carried = going_on(settlement).keys()
    fed = {one.seat for one in settlement.increments} - carried
    return frozenset(
        line.seat
        for line in settlement.lines
        if line.outcome is Outcome.PENDENTE and line.seat in fed
    )


def _stated(closed: ClosedRound, staked: int) -> Iterator[Fault]:
    """Find stakes that the table states for a pool, all statements together, and that were none.

    Of a void round it says the increment, and then takes it back by a compensating event.
    """
    told: dict[str, list[tuple[Event, int]]] = {}
    for event in closed.events:
        match event.payload:
            case JackpotIncrement(pool=pool, bet=None, stake=int(said)):
                told.setdefault(pool, []).append((event, said))
            case _:
                pass
    for said_of in told.values():
        total = sum(said for _, said in said_of)
        if total != staked:
            fault = _differs("JP-INC", said_of[-1][0], staked, total)
            positions = tuple(event.position for event, _ in said_of)
            yield msgspec.structs.replace(fault, positions=positions)


def _one_by_one(closed: ClosedRound, settlement: Settlement) -> Iterator[Fault]:
    """Find bets incremented twice, or not at all, where the table states them bet by bet."""
    told: dict[tuple[str, int], Event] = {}
    for event in closed.events:
        payload = event.payload
        if not isinstance(payload, JackpotIncrement) or payload.bet is None:
            continue
        first = told.setdefault((payload.pool, payload.bet), event)
        if first is not event:
            fault = _differs("JP-DUP", event, 0, payload.amount)
            yield msgspec.structs.replace(
                fault, positions=(first.position, event.position), bet=payload.bet
            )
    said = {bet for _, bet in told}
    for one in settlement.increments if told else ():
        if one.bet is not None and one.stake > 0 and one.bet not in said:
            yield Fault(
                code="JP-MISS",
                positions=(closed.opened, closed.closed),
                place=closed.place,
                round=closed.round,
                bet=one.bet,
                expected=money_text(one.stake),
                recorded="no increment",
            )


def _differs(code: str, event: Event, computed: int, said: int) -> Fault:
    return event_fault(code, event, money_text(computed), money_text(said), amount=said - computed)


def _resets(books: Books, closed: ClosedRound) -> Iterator[Fault]:
    """Compare the table's statement of a reset with the round's last award."""
    for event in closed.events:
        payload = event.payload
        if not isinstance(payload, PoolReset):
            continue
        mine = [
            won
            for won in _awards(books, books.records.booked(closed.round).won)
            if won.pool == payload.pool
        ]
        won = next((one for one in reversed(mine) if one.again), None)
        if won is not None and books.pools[payload.pool].terms.game == awards.STUD:
            payload = msgspec.structs.replace(payload, balance=None)  # ST-JP-RESET tells it
        last = LastAward(
            position=closed.closed,
            at="",
            basis=0,
            before=0,
            full=won is not None,
            reset=won.reset if won is not None else 0,
            carried=sum(won.moved.values()) - won.base_moved if won is not None else 0,
            balance=won.again if won is not None else 0,
        )
        pool = books.pools.get(payload.pool)
        code = base_code(pool) if pool is not None else "JP-RESET"
        yield from reset_faults(event, payload, last, code)


def _taxed(now: Now, closed: ClosedRound) -> Iterator[Fault]:
    """Find prizes taxed wrongly; bingo has its own check, by the room's rate (BI R61 g)."""
    if category_of(closed.game) == BINGO:
        return
    for event in closed.events:
        if isinstance(event.payload, AwardPaid):
            fault = tax_fault(
                now, event, event.payload.pool, event.payload.amount, event.payload.tax
            )
            if fault is not None:
                yield fault


def _without_words(award: Award) -> Award:
    """Return an award without its explanation, which replay gives anew."""
    return msgspec.structs.replace(award, why=())


def _missing(these: Sequence[Increment], those: Sequence[Increment]) -> list[Increment]:
    """Return the increments of the first list that the second lacks, each as often."""
    left = list(those)
    missing: list[Increment] = []
    for one in these:
        if one in left:
            left.remove(one)
        else:
            missing.append(one)
    return missing
