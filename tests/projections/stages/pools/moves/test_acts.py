"""Acts on pools: transfers, adjustments, the concession's end, cover, corrections, readings."""

from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.events.base import Payload
from ledger.events.jackpots import (
    BaseFunded,
    Beneficiary,
    CharityPaid,
    ConcessionEnded,
    ControllerRead,
    CoverDeclared,
    CoverMoved,
    DisplayRead,
    InterCasinoSettled,
    JackpotIncrement,
    JackpotWon,
    MustHitCommitted,
    MustHitRevealed,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import PlayVoided
from ledger.events.registry import OpeningDeclared, ParameterSet
from ledger.events.reviews import GamingDayClosed
from projections.base.event import Event
from projections.stages.pools.books.pool import as_known
from projections.stages.pools.moves.linked import shares_of
from tests.projections.stages.pools.hall import HASH, Hall

SALT = "cd" * 32


@pytest.fixture
def hall() -> Hall:
    return Hall()


def transfer(**others: Any) -> PoolTransferred:
    given: dict[str, Any] = {
        "transfer": "t-1",
        "side": "both",
        "pool": "p",
        "to": "q",
        "base": 50_000,
        "accumulated": 50,
        "reason": "estrategia",
        **others,
    }
    return PoolTransferred(**given)


def two(hall: Hall, **terms: Any) -> None:
    """Open p with 500.50 and a residue of 0.7 cent, q with 500.00 and one of 0.4."""
    hall.open("p", "M-1")
    hall.open("q", "M-2", **terms)
    hall.play(10_140)
    hall.play(80, "M-2")
    assert (hall.pool("p").residue, hall.pool("q").residue) == (700_000, 400_000)


# --- transfers -----------------------------------------------------------------------------------


def test_two_residues_that_make_a_cent_move_one(hall: Hall) -> None:
    """0.7 and 0.4 cent: one cent from the revenue, 0.1 stays; the base arrives as base."""
    two(hall)
    hall.act(transfer())
    p, q = hall.pool("p"), hall.pool("q")
    assert (p.parts, p.residue, p.status) == (0, 0, "transferido")
    assert (q.holds("J1"), q.holds("J2"), q.residue) == (100_000, 51, 100_000)
    assert hall.total("increment") == -51
    assert (hall.revenue[-1].category, hall.revenue[-1].casino) == ("maquinas", q.casino)
    assert (p.holds("J7"), q.holds("J7"), p.held, q.held) == (0, 0, 0, q.parts)
    assert p.holds("O2") == -q.holds("O2") > 0
    assert hall.codes() == []
    hall.play(10_000)
    assert p.parts == 0


def test_a_transfer_of_two_signatures_is_in_transit_between_them(hall: Hall) -> None:
    """J7 holds 500.50 until the other controller signs; the day may not close so."""
    two(hall)
    hall.act(transfer(side="out"))
    assert hall.pool("p").holds("J7") == 50_050
    hall.say(GamingDayClosed(), source="financas")
    assert hall.codes() == ["JP-COVER", "JP-XFER-VAL"]
    hall.act(transfer(side="in"))
    assert (hall.pool("p").holds("J7"), hall.pool("q").holds("J7"), hall.pool("p").held) == (
        0,
        0,
        0,
    )
    assert hall.pool("q").shown == 100_051
    assert hall.codes() == ["JP-COVER"]


def test_what_arrives_first_waits_for_what_leaves(hall: Hall) -> None:
    """The target's controller signs before the source's: nothing moves until both have."""
    two(hall)
    hall.act(transfer(side="in"))
    assert hall.pool("q").shown == 50_000
    hall.act(transfer(side="out"))
    assert hall.pool("q").shown == 100_051
    assert hall.codes() == []


def test_no_more_arrives_than_left(hall: Hall) -> None:
    """The target says 0.60 of accumulated, 0.50 left: 0.50 arrives, and the rest is found."""
    two(hall)
    hall.act(transfer(side="out"))
    hall.act(transfer(side="in", accumulated=60))
    assert hall.pool("q").holds("J2") == 51
    assert hall.codes() == ["JP-XFER-VAL"]


@pytest.mark.parametrize(
    ("others", "code"),
    [({"reason": None}, "JP-XFER-WHY"), ({"reason": "outra"}, "JP-XFER-WHY")],
)
def test_a_transfer_without_a_ground_moves_nothing(
    hall: Hall, others: dict[str, Any], code: str
) -> None:
    """MAQ R23: force majeure or strategy; else the liability stands where it was."""
    two(hall)
    hall.act(transfer(**others))
    assert hall.pool("p").shown == 50_050
    assert hall.codes() == [code]


def test_another_model_needs_the_authority_s_designation(hall: Hall) -> None:
    """Without it nothing moves; with it everything does."""
    two(hall, game="modelo-b")
    hall.act(transfer())
    assert hall.codes() == ["JP-XFER-MODEL"]
    assert hall.pool("p").shown == 50_050
    hall.act(transfer(transfer="t-2", act="igj-7"))
    assert hall.pool("p").shown == 0
    assert hall.codes() == ["JP-XFER-MODEL"]


def test_a_transfer_taken_back_is_as_if_it_had_not_been(hall: Hall) -> None:
    """Value, fractions and the odd cent go back, and the source takes stakes again."""
    two(hall)
    was = hall.held("p"), hall.held("q"), hall.pool("p").residue, hall.pool("q").residue
    act = hall.act(transfer())
    hall.correct(act, None)
    now = hall.held("p"), hall.held("q"), hall.pool("p").residue, hall.pool("q").residue
    assert now == was
    assert hall.total("increment") == -50
    hall.play(10_000)
    assert hall.pool("p").holds("J2") == 100


# --- adjusting, taking down ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (
            PoolAdjusted(pool="p", component="base", amount=-1, reason="x", evidence=HASH),
            "BASE-REV",
        ),
        (PoolAdjusted(pool="p", component="accumulated", amount=-1, reason="x"), "DEC"),
        (
            PoolAdjusted(pool="p", component="accumulated", amount=-51, reason="x", evidence=HASH),
            "NEG",
        ),
        (PoolExtinguished(pool="p", reason="obras", to="operator"), "BASE-REV"),
        (PoolExtinguished(pool="p", reason="obras", to="cofre"), "ORPHAN"),
    ],
)
def test_an_act_that_the_law_forbids_moves_nothing(hall: Hall, act: Payload, code: str) -> None:
    """The base never falls, nor anything without evidence, nor below zero, nor to the operator."""
    hall.open()
    hall.play(10_000)
    was = hall.held()
    done = hall.act(act)
    assert hall.held() == was
    assert hall.codes() == [f"JP-{code}"]
    hall.correct(done, None)
    assert hall.codes() == []


def test_an_adjustment_with_evidence_moves_and_its_correction_moves_back(hall: Hall) -> None:
    """Down by 0.20 for a malfunction; it should have been 0.30."""
    hall.open()
    hall.play(10_000)
    adjusted = PoolAdjusted(
        pool="p", component="accumulated", amount=-20, reason="avaria", evidence=HASH
    )
    act = hall.act(adjusted)
    assert (hall.pool().holds("J2"), hall.held()["P4"]) == (30, 20)
    instead = PoolAdjusted(
        pool="p", component="accumulated", amount=-30, reason="avaria", evidence=HASH
    )
    hall.correct(act, instead)
    assert (hall.pool().holds("J2"), hall.held()["P4"]) == (20, 30)
    assert hall.codes() == []


def test_an_act_that_waits_is_corrected_before_it_moves(hall: Hall) -> None:
    """Approved after its correction, the replacement takes effect and nothing else."""
    hall.open()
    act = hall.say(
        PoolAdjusted(pool="p", component="accumulated", amount=500, reason="x"), source="financas"
    )
    hall.correct(act, PoolAdjusted(pool="p", component="accumulated", amount=50, reason="x"))
    assert hall.pool().holds("J2") == 0
    hall.approve(act)
    assert hall.pool().holds("J2") == 50


def test_a_pool_nobody_feeds_is_an_orphan_until_it_is_fed_or_moved(hall: Hall) -> None:
    """MAQ R20, R23: the last machine left and a balance stays."""
    two(hall)
    hall.say(PoolMemberRemoved(pool="p", member="M-1"))
    assert hall.codes() == ["JP-ORPHAN"]
    hall.say(PoolMemberAdded(pool="p", member="M-3", act="com-3"))
    assert hall.codes() == []
    hall.say(PoolMemberRemoved(pool="p", member="M-3"))
    hall.act(transfer())
    assert hall.codes() == []


def test_a_member_is_one_by_whoever_said_so(hall: Hall) -> None:
    """M-1 was there at the opening; an act that names it by mistake takes nothing with it."""
    two(hall)
    added = hall.say(PoolMemberAdded(pool="p", member="M-8", act="com-3"), source="financas")
    hall.correct(added, PoolMemberAdded(pool="p", member="M-1", act="com-3"))
    assert "M-8" not in hall.pool("p").names
    hall.correct(added, PoolMemberAdded(pool="p", member="M-9", act="com-3"))
    assert hall.pool("p").names.count("M-1") == 1
    assert "M-9" in hall.pool("p").names
    hall.correct(added, None)
    assert "M-1" in hall.pool("p").names
    assert "M-9" not in hall.pool("p").names


def test_a_removal_withdrawn_brings_back_whom_it_took(hall: Hall) -> None:
    """Of M-7, which was no member, nobody comes back; of M-1 it does."""
    two(hall)
    removed = hall.say(PoolMemberRemoved(pool="p", member="M-7"), source="financas")
    hall.correct(removed, None)
    assert "M-7" not in hall.pool("p").names
    removed = hall.say(PoolMemberRemoved(pool="p", member="M-1"), source="financas")
    assert "M-1" not in hall.pool("p").names
    hall.correct(removed, None)
    assert "M-1" in hall.pool("p").names


def test_the_base_of_bingo_has_its_own_code(hall: Hall) -> None:
    """BI R11, art. 3 VII: funded, or put back, with another's money, or not equal: BI-JP-BASE."""
    hall.open(game="bingo", scope="bingo_room", funded=False)
    hall.say(BaseFunded(pool="p", amount=50_000, funds="jogadores"), source="financas")
    assert hall.codes() == ["BI-JP-BASE"]
    hall.say(PoolReset(pool="p", amount=40_000, funds="operator"), source="financas")
    assert hall.codes() == ["BI-JP-BASE", "BI-JP-BASE"]


def test_terms_without_approval_are_found_and_corrected_ones_are_not(hall: Hall) -> None:
    """MAQ R18-R20; a base below the approved is funded and flagged; funds of others, too."""
    opened = hall.open(act=None, funded=False)
    funded = hall.say(BaseFunded(pool="p", amount=40_000, funds="reserve"), source="financas")
    assert hall.codes() == ["JP-RESET", "JP-UNAPP", "JP-UNAPP"]
    hall.correct(funded, BaseFunded(pool="p", amount=50_000, funds="operator"))
    terms = opened.payload
    hall.correct(
        opened,
        type(terms)(**{**{n: getattr(terms, n) for n in terms.__struct_fields__}, "act": "com-1"}),
    )
    assert hall.codes() == []
    assert hall.held() == {"J1": 50_000, "P3": -50_000}


def test_what_ran_before_the_ledger_is_declared_once(hall: Hall) -> None:
    """500.00, 12.34 accumulated, 0.25 cent, 3.00 won and unpaid; before its pool, too."""
    values = {"base": 50_000, "accumulated": 1_234, "residue": 250_000, "won": 300}
    hall.say(OpeningDeclared(subject="pool", name="p", values=values), source="financas")
    hall.open(funded=False)
    assert hall.held() == {"J1": 50_000, "J2": 1_234, "J6": 300, "O1": -51_534}
    assert hall.pool().residue == 250_000
    assert hall.codes() == []
    again = hall.say(OpeningDeclared(subject="pool", name="p", values=values), source="financas")
    assert hall.codes() == ["JP-UNAPP"]
    hall.correct(again, None)
    assert hall.codes() == []


def test_a_declared_balance_is_corrected_with_its_fraction(hall: Hall) -> None:
    """0.75 cent instead of 0.25, after a stake of half a cent: a whole cent, and 0.25 stays."""
    hall.open(funded=False)
    values = {"base": 50_000, "residue": 250_000}
    declared = hall.say(OpeningDeclared(subject="pool", name="p", values=values), source="financas")
    hall.play(100)
    hall.correct(
        declared,
        OpeningDeclared(subject="pool", name="p", values={"base": 60_000, "residue": 750_000}),
    )
    assert (hall.pool().shown, hall.pool().residue) == (60_001, 250_000)
    assert hall.total("increment") == -1


# --- the end, cover, casinos ---------------------------------------------------------------------


def end(*shares: int, act: str | None = "igj-9") -> ConcessionEnded:
    return ConcessionEnded(
        casino="c",
        beneficiaries=tuple(
            Beneficiary(institution=f"i{number}", ppm=ppm) for number, ppm in enumerate(shares)
        ),
        act=act,
    )


def test_at_the_end_everything_goes_to_charities_and_the_pool_closes_at_zero(hall: Hall) -> None:
    """500.50 and 0.7 cent: 500.51 by thirds, 166.84 and 166.84 and 166.83; the cent by P4."""
    hall.open()
    hall.play(10_140)
    hall.say(end(333_334, 333_333, 333_333), source="financas")
    pool = hall.pool()
    assert (pool.parts, pool.residue, pool.status) == (0, 0, "revertido")
    assert [pool.holds(f"J9:i{number}") for number in range(3)] == [16_684, 16_684, 16_683]
    assert hall.held()["P4"] == -1
    paid = CharityPaid(institution="i0", amount=16_684, receipt="r-1")
    hall.say(paid, source="financas")
    assert pool.holds("J9:i0") == 0
    assert hall.codes() == []
    hall.tick(1_000)
    hall.tick(1_000 + 31 * 86_400)
    assert hall.codes() == ["JP-END", "JP-END"]
    late = [fault.amount for faults in hall.about.values() for fault in faults]
    assert sorted(late) == [-16_684, -16_683]  # what is not paid, as of every debt


@pytest.mark.parametrize("ended", [end(), end(500_000), end(1_000_000, act=None)])
def test_charity_without_institution_or_designation_moves_nothing(
    hall: Hall, ended: ConcessionEnded
) -> None:
    """MAQ R24: the authority names them, for the whole; the liability stands."""
    hall.open()
    act = hall.say(ended, source="financas")
    assert hall.pool().shown == 50_000
    assert "JP-END" in hall.codes()
    hall.correct(act, end(1_000_000))
    assert hall.pool().holds("J9:i0") == 50_000
    assert hall.codes() == []
    hall.correct(act, None)
    assert hall.held() == {"J1": 50_000, "P3": -50_000}


def test_cover_is_declared_every_day_and_covers_what_is_held(hall: Hall) -> None:
    """MAQ R21: no figure, too low a one, two forms that add up; a later word ends the finding."""
    hall.open()
    hall.say(GamingDayClosed(), source="financas")
    assert hall.codes() == ["JP-COVER"]
    hall.say(CoverDeclared(amount=49_999, form="deposit"), source="financas")
    assert hall.codes() == ["JP-COVER"]
    hall.say(CoverDeclared(amount=1, form="guarantee"), source="financas")
    assert hall.codes() == []
    moved = hall.say(CoverMoved(amount=500, form="deposit"), source="financas")
    lines = [e.posting for e in hall.books.journal.entries if e.position == moved.position]
    assert {(one.pool, one.account): one.amount for one in lines} == {
        ("*", "C2"): 500,
        ("*", "C1"): -500,
    }


def test_cover_declared_by_casino_covers_a_day_closed_for_all(hall: Hall) -> None:
    """Two casinos of 500.00 each declare their own; the day closes for both at once, or alone."""
    for casino in ("a", "b"):
        hall.casino = casino
        hall.open(casino, f"M-{casino}")
        hall.say(CoverDeclared(casino=casino, amount=50_000, form="deposit"), source="financas")
    hall.say(GamingDayClosed(), source="financas")
    hall.say(GamingDayClosed(casino="a"), source="financas")
    assert hall.codes() == []
    late = CoverDeclared(casino="b", amount=49_999, form="deposit")
    hall.say(late, source="financas")
    assert hall.codes() == ["JP-COVER"]


def test_shares_of_a_linked_prize_are_exact_and_the_host_bears_the_base() -> None:
    """100 by contributions of one to one to one: 34, 33, 33; the base of 50 is a's."""
    assert shares_of(100, 50, {"c": 5, "a": 5, "b": 5}, "a") == {"a": 84, "b": 33, "c": 33}
    assert shares_of(7, 50, {}, "a") == {"a": 57}


def test_casinos_of_one_prize_settle_to_zero(hall: Hall) -> None:
    """B plays 200.00, the host a 100.00; a machine of b wins 501.50: a owes base and 0.50."""
    hall.casino = "a"
    hall.open("p", "M-1", "M-2", scope="casinos")
    hall.play(10_000, casino="a")
    hall.play(10_000, "M-2", casino="b")
    hall.play(10_000, "M-2", casino="b", pool="p", pap_m=50_150)
    pool = hall.pool()
    assert (pool.holds("J11:b"), pool.holds("J11:a")) == (-50_050, 50_050)
    settled = InterCasinoSettled(pool="p", payer="a", receiver="b", amount=50_050)
    hall.say(settled, source="financas")
    assert (pool.holds("J11:b"), pool.holds("J11:a")) == (0, 0)
    assert hall.codes() == []
    hall.say(settled, source="financas")
    assert hall.codes() == ["JP-LINK"]


def test_a_stake_elsewhere_counts_for_its_casino(hall: Hall) -> None:
    """The controller claims for casino b, which alone contributed: it owes itself nothing."""
    hall.casino = "a"
    hall.open("p", "mq-1", scope="casinos", base=0, funded=False)
    hall.say(PoolStake(pool="p", device="mq-1", casino="b", stake="mq-1:1", amount=100_000))
    hall.say(JackpotWon(pool="p", amount=500), casino="b")
    assert (hall.pool().holds("J6"), hall.pool().holds("J11:a")) == (500, 0)


def test_another_casino_that_alone_contributed_owes_the_host_that_paid(hall: Hall) -> None:
    """B's 1,000.00 added 5.00 to a's pool of 500.00; a pays the 505.00 and b owes a its 5.00."""
    hall.casino = "a"
    hall.open("p", "mq-1", scope="casinos")
    hall.say(PoolStake(pool="p", device="mq-1", casino="b", stake="mq-1:1", amount=100_000))
    hall.say(JackpotWon(pool="p", amount=50_500), casino="a")
    assert (hall.pool().holds("J11:a"), hall.pool().holds("J11:b")) == (-500, 500)
    settled = InterCasinoSettled(pool="p", payer="b", receiver="a", amount=500)
    hall.say(settled, source="financas")
    assert hall.codes() == []


# --- must-hit ------------------------------------------------------------------------------------


def committed(value: int) -> MustHitCommitted:
    text = sha256(f"{value}:{SALT}".encode()).hexdigest()
    return MustHitCommitted(pool="p", commitment=text, low=50_000, high=51_000)


def mystery(hall: Hall, value: int = 50_100, fixed: int | None = None) -> None:
    """Commit to a trigger, play to 501.00, win with the stake that gets there, and open it."""
    hall.open(hit_low=50_000, hit_high=51_000)
    hall.say(committed(value if fixed is None else fixed), source="controlador")
    hall.play(10_000)
    hall.play(10_000, pool="p", pap_m=50_100)
    hall.say(MustHitRevealed(pool="p", value=value, salt=SALT), source="controlador")


def test_the_stake_that_reaches_the_trigger_wins(hall: Hall) -> None:
    """Committed to 501.00, reached from 500.50: nothing to find."""
    mystery(hall)
    assert hall.codes() == []


@pytest.mark.parametrize(
    ("value", "fixed"), [(50_050, None), (50_101, None), (52_000, None), (50_100, 50_099)]
)
def test_a_trigger_other_than_the_stake_reached_is_found(
    hall: Hall, value: int, fixed: int | None
) -> None:
    """Reached before, not yet reached, outside the range, or not the one committed to."""
    mystery(hall, value, fixed)
    assert set(hall.codes()) == {"JP-HIT"}


def test_a_hit_without_a_trigger_and_a_trigger_passed_are_found(hall: Hall) -> None:
    """No commitment; and a pool at its latest trigger that nobody won."""
    hall.open(hit_low=50_000, hit_high=50_100)
    for _ in range(3):
        hall.play(10_000)
    assert hall.codes() == ["JP-HIT"]
    hall.play(10_000, pool="p", pap_m=50_200)
    assert hall.codes() == ["JP-HIT", "JP-HIT"]


# --- readings ------------------------------------------------------------------------------------


def display(amount: int, hall: Hall, seconds: int | None = None) -> Any:
    return hall.say(DisplayRead(pool="p", amount=amount), source="visor", seconds=seconds)


def test_a_display_may_lag_by_its_latency_and_no_more(hall: Hall) -> None:
    """What was shown 20 s ago is right, what was shown 40 s ago is not."""
    hall.open()
    hall.play(10_000, seconds=100)
    hall.play(10_000, seconds=120)
    display(50_050, hall, 140)
    assert hall.codes() == []
    wrong = display(50_050, hall, 160)
    assert hall.codes() == ["JP-DISP"]
    hall.correct(wrong, DisplayRead(pool="p", amount=50_100))
    assert hall.codes() == []


def test_a_display_that_falls_without_a_reason_is_found(hall: Hall) -> None:
    """Below its own last reading; after a win it may."""
    hall.open()
    hall.play(20_000)
    display(50_100, hall)
    display(50_000, hall)
    assert "JP-DISP-DEC" in hall.codes()
    hall.about.clear()
    hall.play(0, pool="p", pap_m=50_100)
    display(50_000, hall)
    assert hall.codes() == []


def test_a_display_above_the_ceiling_is_found(hall: Hall) -> None:
    """JP-CEIL in the place of JP-DISP; a controller that keeps another overflow, too."""
    hall.open(ceiling=50_050)
    hall.play(20_000)
    display(50_100, hall)
    assert hall.codes() == ["JP-CEIL"]
    hall.about.clear()
    hall.say(ControllerRead(pool="p", amount=50_050, overflow=0), source="controlador")
    assert hall.codes() == ["JP-CEIL"]
    hall.about.clear()
    hall.say(ControllerRead(pool="p", amount=50_050, overflow=50), source="controlador")
    assert hall.codes() == []


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ({"amount": 50_100, "staked": 20_000, "residue": 0}, []),
        ({"amount": 50_101}, ["JP-DISP"]),
        ({"amount": 50_100, "residue": 1}, ["JP-INC"]),
        ({"amount": 50_100, "staked": 30_000}, ["JP-DUP"]),
        ({"amount": 50_100, "staked": 10_000}, ["JP-MISS"]),
        ({"amount": 50_100, "reserve": -1}, ["JP-NEG"]),
        ({"amount": 50_049}, ["JP-DEC", "JP-DISP"]),
    ],
)
def test_a_controller_is_compared_part_by_part(
    hall: Hall, said: dict[str, int], codes: list[str]
) -> None:
    """Amount, fraction, stakes since its last reading, parts below zero, a fall without reason."""
    hall.open()
    hall.play(10_000)
    hall.say(ControllerRead(pool="p", amount=50_050, staked=10_000), source="controlador")
    hall.play(10_000)
    hall.say(ControllerRead(pool="p", **said), source="controlador")
    assert hall.codes() == codes


def said_by_machine(hall: Hall, amount: int, **others: Any) -> Any:
    return hall.say(JackpotIncrement(pool="p", amount=amount, **others), source="M-1", place="M-1")


def test_a_machine_s_own_words_on_its_increments(hall: Hall) -> None:
    """Right; another sum; twice for one stake; none for one; at a rate that is not in force."""
    hall.open()
    hall.play(10_000)
    said_by_machine(hall, 50, stake=10_000)
    hall.play(10_000)
    said_by_machine(hall, 50, stake=10_000)
    assert hall.codes() == []
    said_by_machine(hall, 50, stake=10_000)
    assert hall.codes() == ["JP-DUP"]
    hall.play(10_000)
    hall.play(10_000)
    assert hall.codes() == ["JP-DUP", "JP-MISS"]
    said_by_machine(hall, 51, stake=10_000)
    assert hall.codes() == ["JP-DUP", "JP-INC", "JP-MISS"]
    said_by_machine(hall, -1)
    assert "JP-DEC" in hall.codes()


@pytest.mark.parametrize(("said", "code"), [(0, "JP-INC"), (2, "JP-RATECHG")])
def test_who_drops_the_carried_fraction_does_not_use_another_rate(
    hall: Hall, said: int, code: str
) -> None:
    """At 0.5 % 1.50 adds 0.75 cent: the second carries to 1; 0 is no rate's, 2 that of 1.5 %."""
    hall.open()
    hall.act(
        ParameterSet(
            scope="p",
            name="ppm",
            value=15_000,
            since="2030-01-01T00:00:00.000000Z",
            act="com-9",
            notified="2026-11-20T20:00:00.000000Z",
        )
    )
    hall.play(150)
    said_by_machine(hall, 0, stake=150)
    hall.play(150)
    said_by_machine(hall, said, stake=150)
    assert hall.codes() == [code]


# --- terms that are withdrawn --------------------------------------------------------------------


def set_term(hall: Hall, name: str, value: int) -> Event:
    """Set a term of p for all time, rightly announced."""
    said = ParameterSet(
        scope="p",
        name=name,
        value=value,
        since="2026-01-01T00:00:00.000000Z",
        act="com-2",
        notified="2025-12-01T00:00:00.000000Z",
    )
    return hall.act(said)


def test_a_rate_that_was_withdrawn_holds_no_more(hall: Hall) -> None:
    """100.00 at 1 %, set by mistake, adds 1.00; withdrawn, or corrected to 2 %: 0.50, then 2.00."""
    hall.open()
    rate = set_term(hall, "ppm", 10_000)
    base = set_term(hall, "base", 60_000)
    hall.play(10_000)
    assert (hall.pool().shown, hall.pool().base) == (50_100, 60_000)
    hall.correct(rate, None)
    hall.correct(base, None)
    hall.play(10_000)
    assert (hall.pool().shown, hall.pool().base) == (50_150, 50_000)
    hall.correct(rate, replace(rate.payload, value=20_000))
    hall.play(10_000)
    assert hall.pool().shown == 50_350
    known = as_known(hall.pool(), base.position + 1)
    assert known is not None
    assert known.base == 60_000


def test_a_stake_from_before_a_rate_was_withdrawn_goes_back_at_that_rate(hall: Hall) -> None:
    """1.00 in at 1 %; the rate withdrawn, then the play void: 1.00 out."""
    hall.open()
    rate = set_term(hall, "ppm", 10_000)
    play = hall.play(10_000)
    hall.correct(rate, None)
    hall.say(PlayVoided(play=play.name, cause="avaria", returned=10_000), place="M-1")
    assert hall.pool().shown == 50_000


def test_what_was_wrong_with_a_term_is_so_no_more_when_it_is_withdrawn(hall: Hall) -> None:
    """A rate told to nobody and without an act: two findings, until it is withdrawn."""
    hall.open()
    since = "2026-11-20T20:00:00.000000Z"
    rate = hall.act(ParameterSet(scope="p", name="ppm", value=10_000, since=since))
    hall.faults.clear()
    assert hall.codes() == ["JP-RATECHG", "JP-UNAPP"]
    hall.correct(rate, None)
    assert hall.codes() == []


def test_a_term_for_late_devices_that_is_withdrawn_holds_no_more(hall: Hall) -> None:
    """Thirty seconds by mistake: a reading of 200 is judged at 500, and not at 230."""
    hall.open()
    hall.tick(1)
    seconds = set_term(hall, "pool_lateness_seconds", 30)
    hall.correct(seconds, None)
    hall.faults.clear()
    hall.say(DisplayRead(pool="p", amount=50_001), source="visor", seconds=200)
    hall.tick(499)
    assert hall.codes() == []
    hall.tick(500)
    assert hall.codes() == ["JP-DISP"]


def test_what_was_announced_ahead_holds_from_its_date_whatever_is_set_meanwhile(
    hall: Hall,
) -> None:
    """2 % from second 100 on, announced; then 1 % set for the time before it: 1.00, then 2.00.

    So with the base: 600.00 from second 100 on are put back after a prize of after it, only.
    """

    def announce(name: str, value: int, since: str) -> None:
        told = "2026-01-01T00:00:00.000000Z"
        hall.act(
            ParameterSet(scope="p", name=name, value=value, since=since, act="x", notified=told)
        )

    hall.open()
    later = "2026-11-20T20:01:40.000000Z"
    announce("ppm", 20_000, later)
    announce("base", 60_000, later)
    announce("ppm", 10_000, "2026-11-20T20:00:00.000000Z")
    hall.play(10_000, seconds=50)
    assert hall.pool().shown == 50_100
    hall.play(10_000, seconds=60, pool="p", pap_m=50_200)
    assert hall.pool().shown == 50_000
    hall.play(10_000, seconds=150)
    assert hall.pool().shown == 50_200
    hall.play(10_000, seconds=160, pool="p", pap_m=50_400)
    assert hall.pool().shown == 60_000
