"""Acts on pools in any order: by their own times they make the same books, whenever they come.

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. M-1 and M-2 feed p, M-3 feeds q. Everybody may be
out of reach for as long as the term of the pools is, each with all of his word; what is about an
event comes after it. The model is the night in which nobody is late.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from ledger.events.base import Payload
from ledger.events.jackpots import (
    Beneficiary,
    Combination,
    ConcessionEnded,
    JackpotWon,
    PoolTransferred,
)
from ledger.events.machines import Play, PlayVoided
from ledger.events.reviews import Approval, Correction
from projections.base.event import Event
from tests.projections.stages.pools.hall import HASH, Hall

TABLE = (Combination(name="grande", ppm=1_000_000), Combination(name="parcial", ppm=100_000))
TERM = 300


class Act(NamedTuple):
    """What somebody says at a second; ``about`` numbers the act of the night that it names."""

    at: int
    source: str
    payload: Payload | None
    about: int | None = None
    said: dict[str, Any] | None = None
    """Of a correction what it says otherwise; None: withdrawn."""

    @property
    def place(self) -> str | None:
        return self.source if self.source.startswith("M-") else None


def play(at: int, machine: str, stake: int, **others: Any) -> Act:
    return Act(at, machine, Play(stake=stake, denomination=1, configuration=HASH, **others))


def transfer(number: int, to: str = "p", **others: Any) -> PoolTransferred:
    given: dict[str, Any] = {
        "transfer": f"o-{number}",
        "side": "both",
        "pool": "q",
        "to": to,
        "base": 50_000,
        "accumulated": 0,
        "reason": "estrategia",
        **others,
    }
    return PoolTransferred(**given)


END = ConcessionEnded(
    casino="*", beneficiaries=(Beneficiary(institution="a", ppm=1_000_000),), act="igj-9"
)


def random_night(rng: Random, seconds: int = 100) -> list[Act]:
    """Return stakes, prizes, voids, corrections, a transfer and perhaps the end, at all times.

    In less than 100 seconds there is no time for all of them to be at times of their own.
    """
    apart = seconds == 100
    times = iter(
        rng.sample(range(100, 200), 40) if apart else rng.choices(range(100, 100 + seconds), k=40)
    )
    night: list[Act] = []
    for _ in range(rng.randint(4, 12)):
        machine = rng.choice(("M-1", "M-2", "M-3"))
        pool = "q" if machine == "M-3" else "p"
        prize: dict[str, Any] = {}
        if rng.random() < 0.25:
            name = rng.choice(("grande", "parcial"))
            prize = {"pool": pool, rng.choice(("pap_m", "pap_h")): rng.choice((50_050, 5_005))}
            claim = JackpotWon(pool=pool, combination=name, amount=99_999)  # of no stake's moment
            night.append(Act(next(times), "controlador", claim))
            if rng.random() < 0.5:
                continue
        night.append(play(next(times), machine, rng.choice((75, 120, 10_000, 33_333)), **prize))
    night += _transfers(rng, times)
    if rng.random() < 0.3:
        night.append(Act(next(times), "financas", END))
    night += _taken_back(rng, times, night)
    return night


def _transfers(rng: Random, times: Iterator[int]) -> list[Act]:
    moved: list[Act] = []
    for number in range(rng.randint(0, 2)):
        source, to = rng.choice((("q", "p"), ("p", "q")))
        sides = rng.choice((("both",), ("out", "in")))
        said = {"pool": source, "to": to, "accumulated": rng.choice((0, 50, 1_000_000))}
        for side in sides:
            act = transfer(number, side=side, **said)
            moved.append(Act(next(times), "financas", act))
    return moved


def _taken_back(rng: Random, times: Iterator[int], night: Sequence[Act]) -> list[Act]:
    """Return voids, corrections and withdrawals of plays and claims, of one perhaps several."""
    back: list[Act] = []
    left = sorted(times)
    for about, one in enumerate(night):
        if not isinstance(one.payload, (Play, JackpotWon)) or rng.random() < 0.5:
            continue
        for _ in range(rng.choice((1, 1, 2))):
            later = [at for at in left if at > one.at]
            if not later:
                break
            at = rng.choice(later)
            left.remove(at)
            if isinstance(one.payload, Play) and rng.random() < 0.5:
                void = PlayVoided(play="", cause="avaria", returned=one.payload.stake)
                back.append(Act(at, one.source, void, about))
            else:
                back.append(Act(at, "fiscal", None, about, rng.choice(_otherwise(one.payload))))
    return back


def _otherwise(payload: Play | JackpotWon) -> list[dict[str, Any] | None]:
    """Return what a correction may say instead; None withdraws."""
    if isinstance(payload, JackpotWon):
        return [None, {"combination": "grande"}, {"combination": "parcial"}]
    said: list[dict[str, Any] | None] = [None, *({"stake": n} for n in (10_000, 40_000, 75))]
    if payload.pool is not None:
        said.append({"pool": None, "pap_m": 0, "pap_h": 0})
        said.append({"pool": "q" if payload.pool == "p" else "p"})
    return said


def arrivals(night: Sequence[Act], seed: int | None) -> list[int]:
    """Return when each act comes: at its time, or with everybody out of reach by turns."""
    rng = Random(seed)  # all has come by 350, before the first term is over
    away: dict[str, int] = {}
    when: list[int] = [0] * len(night)
    for number in sorted(range(len(night)), key=lambda number: night[number].at):
        one = night[number]
        if seed is not None and rng.random() < 0.4:
            back = one.at + rng.randint(0, 150)
            away[one.source] = max(back, away.get(one.source, 0))
        when[number] = max(one.at, away.get(one.source, 0))
        if one.about is not None:
            when[number] = max(when[number], when[one.about])
            away[one.source] = max(away.get(one.source, 0), when[number])
    return when


def told(
    night: Sequence[Act], when: Sequence[int], sources: Sequence[str] = (), **pool: Any
) -> Hall:
    """Tell a night as it comes, of equal times by ``sources``, or by name; the term is over."""
    hall = Hall()
    hall.open("p", "M-1", "M-2", combinations=TABLE, **pool)
    hall.open("q", "M-3", combinations=TABLE, **pool)
    hall.faults.clear()
    hall.tick(60)
    said: dict[int, Event] = {}
    clock = 60

    def turn(number: int) -> tuple[int, int, int | str, int]:
        one = night[number]
        rank = sources.index(one.source) if sources else one.source
        return when[number], one.at, rank, number

    for number in sorted(range(len(night)), key=turn):
        while clock + 30 <= when[number]:
            clock += 30
            hall.tick(clock)
        said[number] = _say(hall, night[number], said)
    for at in range(clock + 30, 1_000, 30):
        hall.tick(at)
    return hall


def _say(hall: Hall, one: Act, said: dict[int, Event]) -> Event:
    target = said[one.about] if one.about is not None else None
    payload = one.payload
    if isinstance(payload, PlayVoided) and target is not None:
        payload = replace(payload, play=target.name)
    if payload is None:
        assert target is not None
        now = to_builtins(replace(target.payload, **one.said)) if one.said else None
        payload = Correction(
            target=target.name, link=target.link.hex(), replacement=now, reason="erro"
        )
    event = hall.say(payload, source=one.source, place=one.place, seconds=one.at)
    if isinstance(payload, (PoolTransferred, Correction)):
        approval = Approval(target=event.name, link=event.link.hex())
        hall.say(approval, source=f"{one.source}-2", seconds=one.at)
    return event


def books(hall: Hall) -> dict[str, Any]:
    """Return all that the books say of pools and prizes, whatever order the log has."""
    found: dict[str, Any] = {
        name: (hall.held(name), pool.residue, pool.status, pool.staked, pool.generation)
        for name, pool in hall.books.pools.items()
    }
    found["prizes"] = {
        won.award: (won.pool, won.amount, won.from_pool, won.reset)
        for won in hall.books.awards.page.values()
        if not won.gone
    }
    found["receita"] = hall.total("increment")
    # What stakes put into the pools, to the last cent of two fractions, left the receita.
    assert hall.total("increment") == sum(pool.holds("P1") for pool in hall.books.pools.values())
    return found


def _same_in_all_orders(seed: int, nights: int, seconds: int = 100) -> None:
    orders: set[tuple[str, ...]] = set()
    for number in range(nights):
        night = random_night(Random(1_000 * seed + number), seconds)
        sources = sorted({one.source for one in night})
        model = books(told(night, arrivals(night, None)))
        for order in range(3):
            Random(order).shuffle(sources)
            hall = told(night, arrivals(night, order), sources)
            assert books(hall) == model, (seed, number, order)
            orders.add((str(number), *(one.name for one in hall.log)))
    assert len(orders) > 2 * nights  # else it would say nothing


def test_in_whatever_order_acts_come_the_books_are_the_same() -> None:
    """Ten nights, each in three orders within the term."""
    _same_in_all_orders(0, 10)


def test_of_equal_times_source_and_seq_decide() -> None:
    """Eight nights in twelve seconds: whoever comes first, (``at``, source, seq) is the order."""
    _same_in_all_orders(0, 8, seconds=12)


def test_an_end_owes_no_institution_less_than_nothing() -> None:
    """500.00 of p leave at 103; at 105 all of p is won, with base put back; at 109 a tenth, 50.00.

    p ends at 110. At 111 the prize of 105 is said to be q's: of p, 0.50 and 1.66665 of the stakes
    are left for the institution, with the fraction 2.17, and the operator bears the 50.00. Of q
    it is 500.00 and 500.00 that had come, of which the machine paid 500.50.
    """
    night = [
        play(100, "M-1", 10_000),
        Act(103, "financas", transfer(1, to="q", pool="p")),
        play(105, "M-1", 33_333, pool="p", pap_m=50_050),
        Act(109, "controlador", JackpotWon(pool="p", combination="parcial", amount=5_000)),
        Act(110, "financas", END),
        Act(111, "fiscal", None, 2, {"pool": "q"}),
    ]
    hall = told(night, arrivals(night, None))
    p, q = hall.held("p"), hall.held("q")
    assert (p["J6"], p["J9:a"], p["P2"], p["P4"]) == (5_000, 217, -5_000, -1)
    assert (q["J6"], q["C3"], hall.books.pools["q"].status) == (49_950, 50_050, "revertido")


@pytest.mark.deep
@pytest.mark.parametrize("seconds", [100, 12])
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_in_whatever_order_the_acts_of_many_nights_come_the_books_are_the_same(
    seed: int, seconds: int
) -> None:
    """Eighty nights a seed, each in three orders within the term."""
    _same_in_all_orders(seed, 80, seconds)
