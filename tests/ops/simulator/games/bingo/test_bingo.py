"""Bingo through the door: honest days, and every fault; facts about its own arithmetic."""

from collections import Counter
from datetime import datetime, timedelta
from itertools import chain
from random import Random
from typing import ClassVar

import pytest

from ledger.events.bingo import BallSetReplaced, BingoSessionOpened
from ledger.events.rounds import RoundClosed, RoundOpened
from ops.simulator.games.bingo import cards
from ops.simulator.games.bingo.game import Bingo
from ops.simulator.games.bingo.jogada import OFFERS, Call, Jogada, Lot, Sale, Stop
from ops.simulator.games.bingo.online import BingoOnline
from ops.simulator.games.bingo.play import MISSAID
from ops.simulator.games.bingo.prizes import divide, shares
from ops.simulator.games.bingo.sale import LIMIT
from ops.simulator.parties.terminal import Ask, Said
from tests.ops.simulator.conftest import DAY, HONEST, SEEDS, START, Rehearse, shown, where

pytestmark = pytest.mark.recorded
"""A room asks the gate, which reads what is recorded."""


class SmallBingo(Bingo):
    """A room that few people come to."""

    DEMAND: ClassVar[tuple[int, int]] = (20, 60)


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, in the room or with its acta."""
    score = rehearsed([Bingo(where("sala-bi", "BI-01", seed))], 8, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


def test_a_room_that_notes_its_error_in_announcing_is_not_accused(
    rehearsed: Rehearse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BI R57: the error is registered, the jogada is annulled, and every stake goes back."""
    monkeypatch.setattr(SmallBingo, "course", lambda *_: MISSAID)
    score = rehearsed([SmallBingo(where("sala-bi", "BI-01"))], 3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, part: int) -> None:
    """Each fault of the room once, half of them to a ledger, over two days."""
    faults = dict(enumerate(Bingo.FAULTS[part::2], 2))
    room = SmallBingo(where("sala-bi", "BI-01", SEEDS[part]), faults)
    score = rehearsed([room], len(faults) // 2 + 9, days=2)
    assert score.exact, shown(score)
    assert not room.faults
    assert score.counts()["planted"] == len(faults)


@pytest.mark.deep
def test_online_every_fault_is_found_and_none_invented(rehearsed: Rehearse) -> None:
    """BI R85 to R98: nobody claims; honest jogadas stand between the faults."""
    faults = dict(enumerate(BingoOnline.FAULTS, 2))
    room = BingoOnline(where("sala-on", "BO-01", SEEDS[0]), faults)
    score = rehearsed([room], 7, days=2)
    assert score.exact, shown(score)
    assert not room.faults
    assert score.counts()["planted"] == len(faults)


def test_what_a_player_may_buy_he_buys_of_both_series_together() -> None:
    """R35, R38: 24 cards at the most, be they of the first series or of the second."""
    most = 0
    for seed in range(16):
        room = Bingo(where("sala-bi", "BI-01", seed))
        for _ in room.prepare():
            pass
        jogada = Jogada(name="BI-01/2026-11-20/1", variant=90, offer=OFFERS[90][0], price=200)
        series = room.series["E90"]
        series.next = 280  # of 360
        first = room.lot(jogada, series)
        first.limit = LIMIT
        room.buy(jogada, series, first)
        if [lot.limit for lot in jogada.lots] != [LIMIT, LIMIT]:
            continue
        bought = Counter[str]()
        for sale in jogada.sales:
            bought[sale.player] += len(sale.numbers)
        most = max(most, *bought.values())
    assert LIMIT // 2 < most <= LIMIT


def test_a_session_that_a_fault_cuts_short_was_announced_short() -> None:
    """R53: its last jogada begins in its last ten minutes, and nobody waits for them for an hour.

    Between two jogadas of a session are five minutes or ten; the fourth fault opens one of its own.
    """
    own = min(Bingo.OWN_SESSION)
    room = SmallBingo(where("sala-bi", "BI-01", SEEDS[0]), dict.fromkeys((3, 5, 6, 9), own))
    before: datetime | None = None
    waits: list[timedelta] = []
    for one in chain(room.prepare(), room.gaming_day(DAY, START, 12)):
        if isinstance(one, Ask):
            one.granted = one.expected
        if not isinstance(one, Said):
            continue
        at = datetime.fromisoformat(one.at)
        if isinstance(one.payload, BingoSessionOpened):
            before = None
        elif isinstance(one.payload, RoundClosed):
            before = at
        elif isinstance(one.payload, RoundOpened) and before is not None:
            waits.append(at - before)
    assert len(waits) > 3
    assert max(waits) < timedelta(minutes=30)


def test_online_no_balls_wear() -> None:
    """R25, R86: a set that has served 1,999 jogadas is replaced after one more; online is none."""
    replaced: list[int] = []
    for game in (SmallBingo, BingoOnline):
        room = game(where("sala-bi", "BI-01", SEEDS[0]))
        room.uses = dict.fromkeys(room.uses, 1_999)
        count = 0
        for one in chain(room.prepare(), room.gaming_day(DAY, START, 4)):
            if isinstance(one, Ask):
                one.granted = one.expected
            count += isinstance(one, Said) and isinstance(one.payload, BallSetReplaced)
        replaced.append(count)
    assert replaced[0] > 0
    assert replaced[1] == 0


def test_a_room_closes_before_its_casino_s_day_does() -> None:
    """Seventy jogadas would take more than a day and a night: it closes in the morning.

    The fault of the last is left for another day.
    """
    room = SmallBingo(where("sala-bi", "BI-01", SEEDS[0]), {70: "late-sale"})
    at = ""
    for one in chain(room.prepare(), room.gaming_day(DAY, START, 70)):
        at = one.at
        if isinstance(one, Ask):
            one.granted = one.expected
    assert START + timedelta(hours=13) < datetime.fromisoformat(at) < START + timedelta(hours=17)
    assert (room.planted, room.faults) == ([], {70: "late-sale"})


# --- the simulator's own arithmetic, by the figures of the rules page ------------------------


@pytest.mark.parametrize(
    ("sales", "rate", "increment", "linha", "bingo", "house"),
    [
        (100_000, 0, 0, 20_000, 60_000, 20_000),
        (100_000, 30_000, 2_400, 19_400, 58_200, 20_000),
        (231, 0, 0, 46, 139, 46),
        (231, 30_000, 5, 45, 135, 46),
    ],
)
def test_the_parts_of_the_sales(
    sales: int, rate: int, increment: int, linha: int, bingo: int, house: int
) -> None:
    """BI R7, R10, by the examples of the page: V 1,000.00 and V 2.31, without and with a pool."""
    parts = divide(sales, ["linha", "bingo"], rate=rate)
    assert parts.prizes == {"linha": linha, "bingo": bingo}
    assert (parts.increment, parts.house) == (increment, house)
    assert sales == linha + bingo + increment + house


def test_odd_cents_go_to_the_first_sold() -> None:
    """BI R6: 100.01 among three cards."""
    assert shares(10_001, 3) == [3_334, 3_334, 3_333]


def _jogada(order: list[int]) -> Jogada:
    """Return a jogada of bingo 30 with two cards, 1-9 by rows of columns, and balls in order."""
    edition = cards.Edition(
        "E", 30, [(1, 11, 21, 2, 12, 22, 3, 13, 23), (4, 11, 21, 5, 12, 22, 6, 13, 23)]
    )
    lot = Lot("A", edition, 1_000, 1, 2)
    jogada = Jogada(name="r", variant=30, offer=OFFERS[30][1], price=1_000)
    jogada.sales = [Sale(lot, 1, 2, "ana")]
    jogada.order = list(order)
    jogada.parts = divide(2_000, jogada.offer.names)
    return jogada


def test_a_claimed_linha_and_a_bingo() -> None:
    """BI R5, R49: a column both cards have is shared; the bingo is the first to be complete."""
    jogada = _jogada([11, 12, 13, 21, 22, 23, 1, 2, 3, 4, 5, 6])
    jogada.online()
    assert jogada.won == {"linha": (3, [("A", 1), ("A", 2)]), "bingo": (9, [("A", 1)])}
    assert [(one.name, one.card[1], one.amount) for one in jogada.award()] == [
        ("linha", 1, 200),
        ("linha", 2, 200),
        ("bingo", 1, 1_200),
    ]


def test_an_unclaimed_linha_is_the_bingos() -> None:
    """BI R7: all of the 80 % is given in each jogada; nobody said linha."""
    jogada = _jogada([11, 12, 13, 21, 22, 23, 1, 2, 3, 4, 5, 6])
    jogada.acts = [*jogada.order[:9], Stop([Call("bingo", ("A", 1))])]
    jogada.won = {"bingo": (9, [("A", 1)])}
    assert [(one.name, one.card[1], one.amount) for one in jogada.award()] == [
        ("linha", 1, 400),
        ("bingo", 1, 1_200),
    ]


@pytest.mark.parametrize("variant", [90, 80, 75, 30])
def test_cards_are_as_the_rules_draw_them(variant: int) -> None:
    """BI R14, R63, R71, R82: fifteen numbers, sixteen, twenty-four, nine; no line twice."""
    made = cards.make(Random(1), variant, 60)
    lines = [line for card in made for line in cards.lines(variant, card)]
    assert len(lines) == len(set(lines))
    count = {90: 15, 80: 16, 75: 24, 30: 9}[variant]
    assert {len([box for box in card if box]) for card in made} == {count}
