"""A void after a transfer takes nothing back, whichever of the two the ledger hears of first.

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. A transfer moves when every device has had its
300 seconds. jackpots.md: "only if no award or transfer came between; else the operator bears it".
"""

from itertools import permutations

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from ledger.events.jackpots import (
    Combination,
    ControllerRead,
    JackpotWon,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import PlayVoided
from ledger.events.reviews import Correction
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall

ARRIVALS = tuple(
    order
    for order in permutations(("stake", "order", "void", "read"))
    if order.index("stake") < order.index("void")
)


@pytest.fixture
def hall() -> Hall:
    """Return a hall with a pool of M-3, another one of M-9, and a clock that ticks."""
    hall = Hall()
    hall.open("p", "M-3")
    hall.open("q", "M-9")
    hall.tick(60)
    return hall


def transfer(hall: Hall, at: int, accumulated: int = 0) -> Event:
    """Let both controllers sign that all of q went to p, the other person approving at once."""
    moved = PoolTransferred(
        transfer="o-1",
        side="both",
        pool="q",
        to="p",
        base=50_000,
        accumulated=accumulated,
        reason="estrategia",
    )
    order = hall.say(moved, source="financas", seconds=at)
    hall.say(hall.approval(order), source="direccao", seconds=at)
    return order


def void(hall: Hall, play: Event, at: int) -> Event:
    voided = PlayVoided(play=play.name, cause="avaria", returned=10_000)
    return hall.say(voided, source=play.source, place=play.place, seconds=at)


def read(hall: Hall, at: int, amount: int, staked: int, pool: str = "p") -> None:
    reading = ControllerRead(pool=pool, amount=amount, residue=0, staked=staked)
    hall.say(reading, source=f"controlador-{pool}", seconds=at)


@pytest.mark.parametrize("arrivals", ARRIVALS)
@pytest.mark.parametrize("restarted", [False, True])
def test_a_void_after_a_transfer_takes_nothing_back(
    hall: Hall, arrivals: tuple[str, ...], *, restarted: bool
) -> None:
    """Staked 100.00 at 280, 500.00 came in at 300, void at 310: p has 500.00 + 0.50 + 500.00.

    Its controller says so at 320, with 100.00 staked since 270. The 0.50 are not receita again.
    """
    read(hall, 270, 50_000, 0)
    staked: list[Event] = []
    say = {
        "stake": lambda: staked.append(hall.play(10_000, "M-3", seconds=280)),
        "order": lambda: transfer(hall, 300),
        "void": lambda: void(hall, staked[0], 310),
        "read": lambda: read(hall, 320, 100_050, 10_000),
    }
    for one in arrivals:
        say[one]()
        if restarted:
            hall.restart()
    hall.tick(599)
    hall.tick(1_000)
    p = hall.pool()
    assert hall.codes() == []
    assert (p.shown, p.residue, p.staked, p.cycle.stakes) == (100_050, 0, 10_000, 1)
    assert hall.total("increment") == -50
    assert p.returned == []
    day = hall.books.journal.days["p", hall.day]
    assert (day.increments, day.voided, day.transfers, day.staked) == (50, 0, 50_000, 10_000)


def test_a_void_told_once_the_transfer_moved_leaves_the_same(hall: Hall) -> None:
    """Each is told after the term of the one before: p has 1 000.50, and receita lost 0.50."""
    staked = hall.play(10_000, "M-3", seconds=280)
    transfer(hall, 300)
    hall.tick(600)
    void(hall, staked, 610)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown, hall.pool().staked) == ([], 100_050, 10_000)
    assert hall.total("increment") == -50


@pytest.mark.parametrize("arrivals", ARRIVALS)
def test_a_void_before_a_transfer_takes_its_share_back(
    hall: Hall, arrivals: tuple[str, ...]
) -> None:
    """Staked at 280, void at 290, 500.00 came in at 300: p has 1 000.00, and receita its 0.50."""
    read(hall, 270, 50_000, 0)
    staked: list[Event] = []
    say = {
        "stake": lambda: staked.append(hall.play(10_000, "M-3", seconds=280)),
        "order": lambda: transfer(hall, 300),
        "void": lambda: void(hall, staked[0], 290),
        "read": lambda: read(hall, 320, 100_000, 0),
    }
    for one in arrivals:
        say[one]()
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown, hall.pool().staked) == ([], 100_000, 0)
    assert hall.total("increment") == 0


@pytest.mark.parametrize("first", ["order", "void"])
def test_a_stake_laid_after_a_transfer_comes_back(hall: Hall, first: str) -> None:
    """500.00 came in at 300, staked at 305, void at 310: no transfer came between, 0.50 go back."""
    staked = hall.play(10_000, "M-3", seconds=305)
    if first == "order":
        transfer(hall, 300)
    void(hall, staked, 310)
    if first == "void":
        transfer(hall, 300)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown, hall.pool().staked) == ([], 100_000, 0)
    assert hall.total("increment") == 0


@pytest.mark.parametrize("arrivals", list(permutations(("order", "void"))))
def test_what_left_with_a_transfer_does_not_come_back(
    hall: Hall, arrivals: tuple[str, ...]
) -> None:
    """Of q's machine: staked at 280, all 500.50 left at 300, void at 310. Nothing is missing."""
    staked = hall.play(10_000, "M-9", seconds=280)
    for one in arrivals:
        if one == "order":
            transfer(hall, 300, accumulated=50)
        else:
            void(hall, staked, 310)
    hall.tick(1_000)
    assert hall.codes() == []
    assert (hall.pool("q").parts, hall.pool("q").status) == (0, "transferido")
    assert hall.pool().shown == 100_050
    assert hall.total("increment") == -50


def test_a_transfer_that_takes_what_was_void_before_it_is_found(hall: Hall) -> None:
    """Of q's machine: void at 290; at 300 finance says that 500.50 left, where 500.00 were."""
    staked = hall.play(10_000, "M-9", seconds=280)
    void(hall, staked, 290)
    transfer(hall, 300, accumulated=50)
    hall.tick(1_000)
    assert set(hall.codes()) == {"JP-XFER-VAL"}
    assert hall.pool().shown == 100_000


def test_a_transfer_that_moves_nothing_keeps_nothing(hall: Hall) -> None:
    """A transfer without a ground moves nothing: the void of after it takes its 0.50 back."""
    staked = hall.play(10_000, "M-3", seconds=280)
    moved = PoolTransferred(
        transfer="o-1", side="both", pool="q", to="p", base=50_000, accumulated=0, reason=""
    )
    order = hall.say(moved, source="financas", seconds=300)
    hall.say(hall.approval(order), source="direccao", seconds=300)
    void(hall, staked, 310)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown) == (["JP-XFER-WHY"], 50_000)


@pytest.mark.parametrize("first", ["order", "void"])
def test_a_stake_of_a_device_elsewhere_stays_too(hall: Hall, first: str) -> None:
    """Credited at 280, 500.00 in at 300, void at 310: p has 1 000.50, and no receita."""
    hall.open("r", "mq-1")
    moved = PoolTransferred(
        transfer="o-2",
        side="both",
        pool="q",
        to="r",
        base=50_000,
        accumulated=0,
        reason="estrategia",
    )

    def order() -> None:
        act = hall.say(moved, source="financas", seconds=300)
        hall.say(hall.approval(act), source="direccao", seconds=300)

    stake = PoolStake(pool="r", device="mq-1", stake="mq-1:1", amount=10_000)
    hall.say(stake, source="controlador-r", seconds=280)
    if first == "order":
        order()
    gone = PoolStake(pool="r", device="mq-1", stake="mq-1:1", amount=10_000, voided=True)
    hall.say(gone, source="controlador-r", seconds=310)
    if first == "void":
        order()
    hall.tick(1_000)
    assert (hall.codes(), hall.pool("r").shown, hall.pool("r").staked) == ([], 100_050, 10_000)
    assert hall.total("increment") == 0


@pytest.mark.parametrize("early", [True, False])
def test_a_void_withdrawn_leaves_the_stake_in_once(hall: Hall, *, early: bool) -> None:
    """Void at 310 after the transfer of 300, and the void withdrawn: p has the 0.50 once."""
    staked = hall.play(10_000, "M-3", seconds=280)
    transfer(hall, 300)
    taken_back = void(hall, staked, 310)
    if not early:
        hall.tick(600)
    hall.correct(taken_back, None)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown, hall.pool().staked) == ([], 100_050, 10_000)
    assert hall.total("increment") == -50


@pytest.mark.parametrize("first", ["order", "withdrawn"])
def test_a_play_withdrawn_after_a_transfer_leaves_its_share(hall: Hall, first: str) -> None:
    """Played at 5, 500.00 came in at 10; fiscal and another withdraw the play at 20 or so."""
    staked = hall.play(10_000, "M-3", seconds=5)
    if first == "order":
        transfer(hall, 10)
    hall.correct(staked, None)
    if first == "withdrawn":
        transfer(hall, 10)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown) == ([], 100_050)
    assert hall.total("increment") == -50


@pytest.mark.parametrize("first", ["order", "void"])
def test_a_prize_after_both_has_what_stayed(hall: Hall, first: str) -> None:
    """Staked at 280, 500.00 in at 300, void at 310, won at 320 with 0.50 of its own: 1 001.00."""
    staked = hall.play(10_000, "M-3", seconds=280)
    if first == "order":
        transfer(hall, 300)
    void(hall, staked, 310)
    hall.play(10_000, "M-3", seconds=320, pool="p", pap_h=100_100)
    if first == "void":
        transfer(hall, 300)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown) == ([], 50_000)
    (award,) = [won for won in hall.books.awards.page.values() if won.pool == "p"]
    assert award.amount == 100_100


# --- another amount ------------------------------------------------------------------------------


def correct(hall: Hall, play: Event, at: int, stake: int) -> None:
    """Let two persons say at a second that a play's stake was another."""
    now = to_builtins(replace(play.payload, stake=stake))
    said = Correction(target=play.name, link=play.link.hex(), replacement=now, reason="erro")
    act = hall.say(said, source="fiscal", seconds=at)
    hall.say(hall.approval(act), source="direccao", seconds=at)


@pytest.mark.parametrize("moved", [0, 1, 2])
@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize(
    ("stakes", "shown", "staked"),
    [((5_000,), 100_050, 10_000), ((20_000,), 100_100, 20_000), ((5_000, 10_000), 100_050, 10_000)],
)
def test_a_stake_corrected_after_a_transfer_counts_the_same_whenever_that_moves(
    hall: Hall, stakes: tuple[int, ...], shown: int, staked: int, moved: int, *, restarted: bool
) -> None:
    """Staked 100.00 at 280, 500.00 in at 300. Half of it, told at 310: the operator bears 0.25.

    Twice as much: the other 0.50 count from 310. Half of it, and then not: 0.50 are in it once.
    """
    play = hall.play(10_000, "M-3", seconds=280)
    transfer(hall, 300)
    for number, stake in enumerate(stakes):
        if number == moved:
            hall.tick(600)
        correct(hall, play, 310 + number, stake)
        if restarted:
            hall.restart()
    hall.tick(1_000)
    p = hall.pool()
    assert (hall.codes(), p.shown, p.staked, p.cycle.stakes) == ([], shown, staked, 1)
    assert hall.total("increment") == 100_000 - shown
    assert p.casinos == {"*": staked * 5_000}


@pytest.mark.parametrize("first", ["order", "corrected"])
@pytest.mark.parametrize("stake", [5_000, 20_000])
def test_what_left_with_a_transfer_is_no_other_amount(hall: Hall, first: str, stake: int) -> None:
    """Of q's machine: staked at 280, all 500.50 left at 300; told at 310 that it was another."""
    play = hall.play(10_000, "M-9", seconds=280)
    transfer(hall, 300, accumulated=50)
    if first == "order":
        hall.tick(600)
    correct(hall, play, 310, stake)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool("q").parts, hall.pool("q").status) == ([], 0, "transferido")
    assert (hall.pool().shown, hall.total("increment")) == (100_050, -50)


@pytest.mark.parametrize("first", ["order", "corrected"])
@pytest.mark.parametrize(("stake", "left"), [(5_000, 50_000), (20_000, 50_050)])
def test_a_prize_between_has_the_stake_as_it_was_told_then(
    hall: Hall, first: str, stake: int, left: int
) -> None:
    """Staked 100.00 at 280, 500.00 in at 300, won at 305: 1 001.00. At 310 it was another stake.

    Half of it: nothing more is in the pool. Twice as much: 0.50 for the next prize.
    """
    play = hall.play(10_000, "M-3", seconds=280)
    transfer(hall, 300)
    hall.play(10_000, "M-3", seconds=305, pool="p", pap_m=100_100)
    if first == "order":
        hall.tick(600)
    correct(hall, play, 310, stake)
    hall.tick(1_000)
    (award,) = [won for won in hall.books.awards.page.values() if won.pool == "p"]
    assert (award.amount, hall.codes()) == (100_100, [])
    assert hall.pool().shown == left


@pytest.mark.parametrize("first", ["order", "both"])
def test_a_stake_corrected_and_then_void_stays_as_it_was_laid(hall: Hall, first: str) -> None:
    """100.00 at 280, 500.00 in at 300; half of it, told at 310, and void at 320: 1 000.50."""
    play = hall.play(10_000, "M-3", seconds=280)
    transfer(hall, 300)
    if first == "order":
        hall.tick(600)
    correct(hall, play, 310, 5_000)
    taken_back = void(hall, play, 320)
    if first == "both":
        hall.tick(620)
    assert (hall.pool().shown, hall.pool().staked) == (100_050, 10_000)
    hall.correct(taken_back, None)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown, hall.total("increment")) == ([], 100_050, -50)


@pytest.mark.parametrize("first", ["order", "corrected"])
def test_a_prize_before_a_transfer_leaves_it_all_that_is_not_the_prize_s(
    hall: Hall, first: str
) -> None:
    """Of q: 0.50 at 280, 501.00 won at 290, 500.00 moved at 300; twice the stake, told at 310.

    The prize is what was told before the transfer, whichever comes first, and p has the base.
    """
    play = hall.play(10_000, "M-9", seconds=280)
    hall.play(10_000, "M-9", seconds=290, pool="q", pap_m=50_100)
    transfer(hall, 300)
    if first == "order":
        hall.tick(600)
    correct(hall, play, 310, 20_000)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool("q").parts, hall.pool("q").status) == ([], 0, "transferido")
    assert (hall.pool().shown, hall.total("increment")) == (100_000, -100)


@pytest.mark.parametrize("first", ["void", "prize"])
def test_what_stayed_because_of_a_prize_comes_back_with_the_prize(first: str) -> None:
    """0.50 of a void stake were the winner's; nobody had won, so that the operator has them back.

    In whichever order the void and the withdrawal of the prize are told.
    """
    hall = Hall()
    hall.open("p", "M-1", "M-2", combinations=(Combination(name="grande", ppm=1_000_000),))
    staked = hall.play(10_000)
    claim = hall.say(JackpotWon(pool="p", combination="grande", amount=50_050), source="c")
    void = PlayVoided(play=staked.name, cause="avaria", returned=10_000)
    if first == "prize":
        hall.correct(claim, None)
    hall.say(void, source="M-1", place="M-1")
    if first == "void":
        assert hall.total("increment") == -50
        hall.correct(claim, None)
    assert hall.held() == {"J1": 50_000, "P3": -50_000}
    assert (hall.total("increment"), hall.pool().staked) == (0, 0)
