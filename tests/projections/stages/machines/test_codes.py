"""Each finding of machines: a day that raises it, and the same day without."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from ledger.events.jackpots import AwardPaid, AwardSignalled, JackpotWon
from ledger.events.machines import (
    AutoplayStarted,
    ComplementaryBet,
    CreditsIn,
    CreditsOut,
    HandPaid,
    LineWin,
    MachineEnrolled,
    MachineInterdicted,
    MachineReconfigured,
    MachineReleased,
    MetersRead,
    PayPlan,
    PlayVoided,
    RamCleared,
    TicketIssued,
    TicketPaid,
    TicketRedeemed,
)
from ledger.events.registry import ClockTicked, LinkLost, LinkRestored, OpeningDeclared
from ledger.events.reviews import Approval, Correction, GamingDayClosed
from ledger.events.seats import (
    PlayerSessionEnded,
    PlayerSessionRestricted,
    PlayerSessionStarted,
    PlayerSessionWarned,
)
from ledger.events.tables import DropCounted
from projections.base.event import Event
from projections.base.produced import Fault
from projections.stages.machines.machine import Machine
from tests.helpers.each import each
from tests.projections.stages.machines.hall import CONFIGURATION, ZERO, homologated, play, reading
from tests.projections.stages.machines.memory import SERVICE, Floor

LATER = "2026-11-20T23:00:00.000000Z"
NEXT = "2026-11-21"


def floor(money: int = 10_000, **others: Any) -> Floor:
    """Return a floor with one homologated machine and money on it."""
    made = Floor()
    made.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8))
    made.say(homologated(**others))
    if money:
        made.say(CreditsIn(amount=money, means="note"))
    return made


def tick(of: Floor, at: str) -> None:
    of.say(ClockTicked(), place=None, day=None, source=SERVICE, at=at)


def the(of: Floor, code: str) -> Fault:
    """Return the one finding of a code."""
    (found,) = [one for one in of.faults if one.code == code]
    return found


Act = Callable[[Floor], Any]


def wins(amount: int) -> tuple[LineWin, ...]:
    return (LineWin(line=1, combination="bares", amount=amount),)


def voided(of: Floor, **others: Any) -> Event:
    """Play without an outcome, and void it."""
    mode = others.pop("mode", "shared")
    last = of.say(play(stops=(), mode=mode))
    given = {"play": last.name, "cause": "avaria", "side": "operator", "returned": 100, **others}
    return of.say(PlayVoided(**given))


def resumed(of: Floor) -> None:
    last = of.say(play(stops=(), mode="shared"))
    of.say(LinkLost(source="mq-01", side="operator"))
    of.say(LinkRestored(source="mq-01", resumed=True))
    of.say(PlayVoided(play=last.name, cause="avaria", side="operator", returned=100))


def complementary(of: Floor, name: str, prize: int) -> None:
    step = ComplementaryBet(name=name, risked=300, prize=prize)
    of.say(play(stops=(1, 1, 1), cg=prize, complementary=(step,)))


def left_idle(of: Floor, seconds: int, played: int = 0) -> None:
    """End a session as idle so many seconds after its last jogada, where it was told 60."""
    start = datetime(2026, 11, 20, 22, tzinfo=UTC)

    def at(second: int) -> str:
        return (start + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    of.say(PlayerSessionStarted(player="p", session="s", idle_seconds=60), at=at(0))
    if played:
        of.say(play(mode="exclusive", player="p"), at=at(played))
    end = played + seconds
    of.say(PlayerSessionWarned(player="p", session="s", cause="idle"), at=at(end - 1))
    of.say(
        PlayerSessionEnded(player="p", session="s", by="operator", cause="idle", history=1),
        at=at(end),
    )


def session(of: Floor, *, warned: bool, cause: str = "idle", history: int = 1) -> None:
    of.say(PlayerSessionStarted(player="p", session="s"))
    of.say(play(mode="exclusive", player="p"))
    if warned:
        of.say(PlayerSessionWarned(player="p", session="s", cause=cause))
    of.say(
        PlayerSessionEnded(
            player="p", session="s", by="operator", cause=cause, rounds=1, history=history
        )
    )


def award(of: Floor, shown: str | None) -> None:
    won = of.say(JackpotWon(pool="J", amount=1, play=of.say(play(pap_m=1)).name))
    if shown is not None:
        of.say(AwardSignalled(award=won.name, pool="J", shown=shown), source="painel")
    tick(of, LATER)


def hand(of: Floor, **others: Any) -> None:
    won = of.say(play(pam=5_000))
    given = {
        "category": "PAM",
        "amount": 5_000,
        "means": "cash",
        "slip": "g-1",
        "play": won.name,
        **others,
    }
    of.say(HandPaid(**given))


def tickets(of: Floor, taken: int = 500, times: int = 1, *, issued: bool = True) -> None:
    if issued:
        of.say(TicketIssued(ticket="t", amount=500))
    for _ in range(times):
        of.say(TicketPaid(ticket="t", amount=taken), place="CX-1")


def box(of: Floor, notes: int, tickets: int = 0) -> None:
    of.say(TicketIssued(ticket="t", amount=500))
    of.say(TicketRedeemed(ticket="t", amount=500))
    of.say(DropCounted(cash=notes, tickets=tickets))


def sas(**raw: int) -> MetersRead:
    meters = {**ZERO, "DE": 10_000}
    return MetersRead(meters=meters, device={f"sas:{n[1:]}": v for n, v in raw.items()}, why="p")


CASES: dict[str, tuple[str, Act, Act]] = {
    "plan below 80 %": (
        "MQ-RTP-PLAN",
        lambda f: f.say(
            homologated(
                sheets=(),
                plans=(PayPlan(paytable="q", denomination=100, returned=799_999, staked=10**6),),
            )
        ),
        lambda f: f.say(
            homologated(
                sheets=(),
                plans=(PayPlan(paytable="q", denomination=100, returned=80, staked=100),),
            )
        ),
    ),
    "plan that its reels do not give": (
        "MQ-RTP-PLAN",
        lambda f: f.say(
            homologated(plans=(PayPlan(paytable="p", denomination=100, returned=36, staked=27),))
        ),
        lambda f: f.say(
            homologated(plans=(PayPlan(paytable="p", denomination=100, returned=37, staked=27),))
        ),
    ),
    "denomination": (
        "MQ-RTP-CFG",
        lambda f: f.say(play(denomination=50)),
        lambda f: f.say(play(denomination=25)),
    ),
    "pay table": (
        "MQ-RTP-CFG",
        lambda f: f.say(play(paytable="z", stops=())),
        lambda f: f.say(play()),
    ),
    "configuration": (
        "MQ-RTP-CFG",
        lambda f: f.say(play(configuration="c" * 64)),
        lambda f: f.say(play()),
    ),
    "another program": (
        "MQ-RTP-CFG",
        lambda f: f.say(MetersRead(meters={**ZERO, "DE": 10_000}, checksum="d" * 64, why="p")),
        lambda f: f.say(MetersRead(meters={**ZERO, "DE": 10_000}, checksum="b2" * 32, why="p")),
    ),
    "reconfigured without leave": (
        "MQ-RTP-CFG",
        lambda f: f.say(MachineReconfigured(configuration=CONFIGURATION, checksum="b2" * 32)),
        lambda f: f.say(
            MachineReconfigured(configuration=CONFIGURATION, checksum="b2" * 32, act="ar-5")
        ),
    ),
    "expired": (
        "MQ-HOM",
        lambda f: (f.say(homologated(until="2026-11-20T21:59:59.000000Z")), f.say(play())),
        lambda f: (f.say(homologated(until="2026-11-20T22:00:00.000000Z")), f.say(play())),
    ),
    "never homologated": (
        "MQ-HOM",
        lambda f: (
            f.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8), place="MQ-9"),
            f.say(CreditsIn(amount=100, means="note"), place="MQ-9"),
            f.say(play(), place="MQ-9"),
        ),
        lambda f: (
            f.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8), place="MQ-9"),
            f.say(CreditsIn(amount=100, means="note"), place="MQ-9"),
        ),
    ),
    "counter missing": (
        "MQ-METER-MISS",
        lambda f: f.say(MetersRead(meters={"CJ": 0, "DE": 10_000}, why="p")),
        lambda f: f.say(reading(DE=10_000)),
    ),
    "counter fell": (
        "MQ-METER-DEC",
        lambda f: (f.say(reading(DE=10_000)), f.say(reading(DE=9_999))),
        lambda f: (f.say(reading(DE=10_000)), f.say(reading(DE=10_000))),
    ),
    "cleared without readings": (
        "MQ-METER-DEC",
        lambda f: f.say(RamCleared(before={}, after=ZERO, seal="s", reason="r")),
        lambda f: f.say(
            RamCleared(before={**ZERO, "DE": 10_000}, after=ZERO, seal="s", reason="r")
        ),
    ),
    "no reading": (
        "MQ-METER-AGE",
        lambda f: (f.say(play()), tick(f, "2026-11-21T22:00:00.000001Z")),
        lambda f: (f.say(play()), tick(f, "2026-11-21T22:00:00.000000Z")),
    ),
    "counter jumped": (
        "MQ-METER-JUMP",
        lambda f: (f.set("contador_salto_max", 9_999), f.say(reading(DE=10_000))),
        lambda f: (f.set("contador_salto_max", 10_000), f.say(reading(DE=10_000))),
    ),
    "RB is no sum": (
        "MQ-METER-BAL",
        lambda f: f.say(reading(DE=10_000, RB=1)),
        lambda f: f.say(reading(DE=10_000, RB=0)),
    ),
    "SC is no sum": (
        "MQ-METER-BAL",
        lambda f: f.say(reading(DE=10_000, SC=9_999)),
        lambda f: f.say(reading(DE=10_000, SC=10_000)),
    ),
    "more than the balance": (
        "MQ-METER-BAL",
        lambda f: f.say(CreditsOut(amount=10_001, means="machine")),
        lambda f: f.say(CreditsOut(amount=10_000, means="machine")),
    ),
    "notes in the box": (
        "MQ-DROP",
        lambda f: box(f, 9_900, 500),
        lambda f: box(f, 10_000, 500),
    ),
    "tickets in the box": (
        "MQ-DROP",
        lambda f: box(f, 10_000, 0),
        lambda f: box(f, 10_000, 500),
    ),
    "device and events": (
        "MQ-METER-EVT",
        lambda f: (f.say(play()), f.say(reading(CJ=200, JE=1, DE=10_000))),
        lambda f: (f.say(play()), f.say(reading(CJ=100, JE=1, DE=10_000))),
    ),
    "balance and events": (
        "MQ-METER-EVT",
        lambda f: f.say(play(balance=9_899)),
        lambda f: f.say(play(balance=9_900)),
    ),
    "won": (
        "MQ-METER-CROSS",
        lambda f: f.say(sas(x22=9, x01=5, x02=5)),
        lambda f: f.say(sas(x22=10, x01=5, x02=5)),
    ),
    "games": (
        "MQ-METER-CROSS",
        lambda f: f.say(sas(x05=9, x06=4, x07=6)),
        lambda f: f.say(sas(x05=10, x06=4, x07=6)),
    ),
    "notes by face": (
        "MQ-METER-CROSS",
        lambda f: f.say(sas(x46=2, x0B=9_999)),
        lambda f: f.say(sas(x46=2, x0B=10_000)),
    ),
    "interdicted": (
        "MQ-INTERDICT",
        lambda f: (f.say(MachineInterdicted(reason="r")), f.say(play())),
        lambda f: (
            f.say(MachineInterdicted(reason="r")),
            f.say(MachineReleased(reason="r")),
            f.say(play()),
        ),
    ),
    "interdicted by its counters": (
        "MQ-INTERDICT",
        lambda f: (f.say(reading(DE=10_000, RB=1)), f.say(play())),
        lambda f: (f.say(reading(DE=10_000, RB=0)), f.say(play())),
    ),
    "offline": (
        "MQ-INTERDICT",
        lambda f: (f.say(LinkLost(source="mq-01")), f.say(play(), at=LATER)),
        lambda f: (
            f.say(LinkLost(source="mq-01")),
            f.say(LinkRestored(source="mq-01"), at=LATER),
            f.say(play(), at=LATER),
        ),
    ),
    "lower combination": (
        "MQ-LINE",
        lambda f: f.say(play(stops=(0, 0, 0), cg=300, wins=wins(300))),
        lambda f: f.say(play(stops=(1, 1, 1), cg=300, wins=wins(300))),
    ),
    "line not paid": (
        "MQ-LINE",
        lambda f: f.say(play(stops=(1, 1, 1))),
        lambda f: f.say(play(stops=(1, 1, 1), cg=300)),
    ),
    "complementary bet not homologated": (
        "MQ-COMP",
        lambda f: complementary(f, "roda", 600),
        lambda f: complementary(f, "dobrar", 600),
    ),
    "doubling that tripled": (
        "MQ-COMP",
        lambda f: complementary(f, "dobrar", 900),
        lambda f: complementary(f, "dobrar", 0),
    ),
    "ticket twice": ("MQ-TICKET", lambda f: tickets(f, times=2), tickets),
    "ticket altered": ("MQ-TICKET", lambda f: tickets(f, 600), tickets),
    "ticket unknown": (
        "MQ-TICKET",
        lambda f: tickets(f, issued=False),
        tickets,
    ),
    "hand payment without slip": ("MQ-HAND", lambda f: hand(f, slip=None), hand),
    "hand payment in chips": ("MQ-HAND", lambda f: hand(f, means="chips"), hand),
    "hand payment too high": ("MQ-HAND", lambda f: hand(f, amount=6_000), hand),
    "hand payment of no prize": (
        "MQ-HAND",
        lambda f: f.say(HandPaid(category="PAM", amount=5, means="cash", slip="g")),
        hand,
    ),
    "award shown late": (
        "MQ-JP-SIG",
        lambda f: award(f, "2026-11-20T22:00:10.000001Z"),
        lambda f: award(f, "2026-11-20T22:00:10.000000Z"),
    ),
    "award never shown": (
        "MQ-JP-SIG",
        lambda f: award(f, None),
        lambda f: award(f, "2026-11-20T22:00:00.500000Z"),
    ),
    "void not returned": (
        "MQ-ONL-VOID",
        lambda f: voided(f, returned=50),
        voided,
    ),
    "void although resumed": ("MQ-ONL-VOID", resumed, voided),
    "void of a physical play not returned": (
        "VOID-REFUND",
        lambda f: voided(f, mode="physical", returned=50),
        lambda f: voided(f, mode="physical"),
    ),
    "void for the player's network": (
        "VOID-NET",
        lambda f: voided(f, side="player"),
        voided,
    ),
    "void of what never was": (
        "VOID-BAD",
        lambda f: f.say(PlayVoided(play="x:1", cause="c", returned=0)),
        voided,
    ),
    "void of a known outcome": (
        "VOID-BAD",
        lambda f: f.say(PlayVoided(play=f.say(play()).name, cause="c", returned=100)),
        voided,
    ),
    "automatic without limit": (
        "MQ-ONL-AUTO",
        lambda f: f.say(AutoplayStarted(cancellable=True)),
        lambda f: f.say(AutoplayStarted(plays=5, cancellable=True)),
    ),
    "automatic without stop": (
        "MQ-ONL-AUTO",
        lambda f: f.say(AutoplayStarted(plays=5, cancellable=False)),
        lambda f: f.say(AutoplayStarted(plays=5, cancellable=True)),
    ),
    "automatic beyond its limit": (
        "MQ-ONL-AUTO",
        lambda f: (
            f.say(AutoplayStarted(plays=1, cancellable=True)),
            f.say(play(autoplay=0)),
            f.say(play(autoplay=0)),
        ),
        lambda f: (
            f.say(AutoplayStarted(plays=1, cancellable=True)),
            f.say(play(autoplay=0)),
            f.say(play()),
        ),
    ),
    "online prize by hand": (
        "MQ-ONL-PAY",
        lambda f: f.say(play(mode="shared", pam=100)),
        lambda f: f.say(play(mode="shared", pa=100)),
    ),
    "online prize not credited": (
        "MQ-ONL-PAY",
        lambda f: f.say(play(mode="shared", stops=(1, 1, 1), cg=300, balance=9_900)),
        lambda f: f.say(play(mode="shared", stops=(1, 1, 1), cg=300, balance=10_200)),
    ),
    "session ended unwarned": (
        "MQ-ONL-ALARM",
        lambda f: session(f, warned=False),
        lambda f: session(f, warned=True),
    ),
    "session ended without ground": (
        "ONL-EXCL",
        lambda f: session(f, warned=True, cause="ganhou_demais"),
        lambda f: session(f, warned=True),
    ),
    "idle before its time": (
        "ONL-EXCL",
        lambda f: left_idle(f, 58),
        lambda f: left_idle(f, 60),
    ),
    "idle before its time since a jogada": (
        "ONL-EXCL",
        lambda f: left_idle(f, 30, played=40),
        lambda f: left_idle(f, 60, played=40),
    ),
    "restriction without diagnosis": (
        "ONL-EXCL",
        lambda f: (
            f.say(PlayerSessionStarted(player="p", session="s")),
            f.say(PlayerSessionRestricted(player="p", session="s", cause="c")),
        ),
        lambda f: (
            f.say(PlayerSessionStarted(player="p", session="s")),
            f.say(PlayerSessionRestricted(player="p", session="s", cause="c", diagnosis="d" * 64)),
        ),
    ),
    "history that lacks": (
        "ONL-HIST",
        lambda f: session(f, warned=True, history=0),
        lambda f: session(f, warned=True),
    ),
    "demonstration that pays": (
        "ONL-DEMO",
        lambda f: f.say(play(mode="demo", pa=100)),
        lambda f: f.say(play(mode="demo")),
    ),
    "impossible stop": (
        "RES-IMPOSS",
        lambda f: f.say(play(stops=(0, 3, 0))),
        lambda f: f.say(play(stops=(0, 2, 0))),
    ),
}


@each("case", CASES)
def test_what_is_wrong_is_found(case: str) -> None:
    """Each case raises its code once."""
    code, wrong, _ = CASES[case]
    made = floor()
    wrong(made)
    assert the(made, code).positions[-1] <= len(made.log.all)


@each("case", CASES)
def test_what_is_right_is_not_found(case: str) -> None:
    """The same day without the fault has none of the code."""
    code, _, right = CASES[case]
    made = floor()
    right(made)
    assert code not in made.codes


# --- where meters part ---------------------------------------------------------------------------


def test_a_wrong_meter_names_the_first_play_of_its_stretch() -> None:
    """Right after two plays, wrong after the fourth: the third is named, with both readings."""
    made = floor()
    made.say(play())
    made.say(play())
    agreed = made.say(reading(CJ=200, JE=2, DE=10_000))
    third = made.say(play())
    made.say(play())
    shown = made.say(reading(CJ=500, JE=4, DE=10_000))
    found = the(made, "MQ-METER-EVT")
    assert found.positions == (agreed.position, third.position, shown.position)
    assert (found.expected, found.recorded, found.amount) == ("CJ 4.00", "CJ 5.00", 100)
    assert found.facts == {"counter": "CJ", "by": 100, "first": third.name}


def test_the_balance_names_the_very_play() -> None:
    """Each play says its balance: the one where it is off is named, and no later one again."""
    made = floor()
    made.say(play(balance=9_900))
    wrong = made.say(play(balance=9_700))
    made.say(play(balance=9_600))
    made.say(reading(CJ=400, JE=3, DE=10_000))
    meters, balance = sorted(
        (one for one in made.faults if one.code == "MQ-METER-EVT"),
        key=lambda one: str(one.facts["counter"]),
    )
    assert meters.facts["first"] == balance.facts["first"] == wrong.name


def test_a_difference_that_late_plays_explain_ends() -> None:
    """The device had counted a play that came only after the reading."""
    made = floor()
    made.say(play())
    made.say(reading(CJ=200, JE=2, DE=10_000))
    assert made.codes == ["MQ-METER-EVT", "MQ-METER-EVT"]
    made.say(play())
    made.say(reading(CJ=200, JE=2, DE=10_000))
    assert made.codes == []


def test_what_void_plays_explain_is_no_difference() -> None:
    """The device's counters do not go back: CJ 1.00 and one play ahead, told as anuladas."""
    made = floor()
    voided(made, mode="physical")
    made.say(reading(CJ=100, JE=1, DE=10_000, SC=10_000))
    assert made.codes == []
    rows = made.stage._counting.rows.variances
    assert {(row[1], row[7], row[8]) for row in rows} == {("CJ", 100, 0), ("JE", 1, 0)}


def test_what_void_plays_explain_is_no_difference_of_a_denomination_either() -> None:
    """Contadores, Void: CJ and JE of 1.00 are ahead by the void play, as the whole is."""
    made = floor()
    made.say(play())
    made.say(MetersRead(meters={"CJ": 100, "CG": 0, "JE": 1}, denomination=100, why="p"))
    voided(made, mode="physical")
    made.say(MetersRead(meters={"CJ": 200, "CG": 0, "JE": 2}, denomination=100, why="p"))
    made.say(reading(CJ=200, JE=2, DE=10_000, SC=9_900))
    assert made.codes == []
    made.say(MetersRead(meters={"CJ": 300, "CG": 0, "JE": 3}, denomination=100, why="p"))
    assert made.codes == ["MQ-METER-EVT", "MQ-METER-EVT"]


@pytest.mark.parametrize(("part", "wrong"), [(100, []), (60, [("60", "100", 40)])])
def test_a_machine_that_began_at_nothing_has_all_its_play_in_its_denominations(
    part: int, wrong: list[tuple[str, str, int]]
) -> None:
    """Identity 7: read at 0.00, it staked 1.00 in one denomination; of that it tells 0.60."""
    made = Floor()
    made.say(homologated())
    made.say(reading())
    made.say(CreditsIn(amount=10_000, means="note"))
    made.say(play())
    made.say(MetersRead(meters={"CJ": part, "CG": 0, "JE": 1}, denomination=100, why="p"))
    made.say(reading(CJ=100, JE=1, DE=10_000, SC=9_900))
    found = [one for one in made.faults if one.code == "MQ-METER-BAL"]
    assert [(one.expected, one.recorded, one.amount) for one in found] == wrong
    assert [one.facts["identity"] for one in found] == [7] * len(wrong)
    assert bool(made.codes) == bool(wrong)


# --- what comes late ----------------------------------------------------------------------------


def test_a_reading_that_the_clearing_overtook_is_of_before_it() -> None:
    """R25: read at 100.00 in, then cleared; the technician told it first. 100.00, not 200.00."""
    made = floor()
    told = {"DE": 10_000, "DEn": 10_000, "SC": 10_000}
    made.say(reading(**told), at="2026-11-20T21:00:00.000000Z")
    cleared = RamCleared(before={**ZERO, **told}, after=ZERO, seal="s", reason="r")
    made.say(cleared, source="tecnica", at="2026-11-20T22:00:00.000000Z")
    before = list(made.codes)
    made.say(reading(**told), at="2026-11-20T21:59:59.000000Z")
    assert made.codes == before
    assert made.machine().device.lifetime["DEn"] == 10_000


def test_who_played_before_the_interdiction_did_not_play_against_it() -> None:
    """The machine was out of reach: its jogada of 22:00 comes after the order of 22:30."""
    made = floor()
    made.say(MachineInterdicted(reason="r"), source="tecnica", at="2026-11-20T22:30:00.000000Z")
    made.say(play())
    assert made.codes == []
    made.say(play(), at="2026-11-20T22:30:00.000000Z")
    assert made.codes == ["MQ-INTERDICT"]


def test_who_played_before_the_release_played_against_the_interdiction() -> None:
    """Its jogada of 22:00 comes when the machine is free again, since 22:30."""
    made = floor()
    made.say(MachineInterdicted(reason="r"), source="tecnica")
    made.say(MachineReleased(reason="r"), source="tecnica", at="2026-11-20T22:30:00.000000Z")
    made.say(play(), at="2026-11-20T22:30:00.000000Z")
    assert made.codes == []
    made.say(play(), at="2026-11-20T22:29:59.000000Z")
    assert made.codes == ["MQ-INTERDICT"]


@pytest.mark.parametrize(("released", "expected"), [("21:59", []), ("22:01", ["MQ-INTERDICT"])])
def test_a_release_that_is_told_late_clears_who_played_after_it(
    released: str, expected: list[str]
) -> None:
    """The jogada of 22:00 came before the technicians' word that the machine was free again."""
    made = floor()
    made.say(MachineInterdicted(reason="r"), source="tecnica", at="2026-11-20T21:30:00.000000Z")
    made.say(play())
    assert made.codes == ["MQ-INTERDICT"]
    until = f"2026-11-20T{released}:00.000000Z"
    made.say(MachineReleased(reason="r"), source="tecnica", at=until)
    assert made.codes == expected


@pytest.mark.parametrize(
    ("read", "expected"), [("21:20", []), ("21:31", ["MQ-INTERDICT"])], ids=["before", "after"]
)
def test_what_barred_a_machine_before_its_release_bars_it_no_more(
    read: str, expected: list[str]
) -> None:
    """Opened from 21:25 to 21:30 because of a reading that comes last; or read wrongly after it."""
    made = floor()
    made.say(MachineInterdicted(reason="r"), source="tecnica", at="2026-11-20T21:25:00.000000Z")
    made.say(MachineReleased(reason="r"), source="tecnica", at="2026-11-20T21:30:00.000000Z")
    made.say(reading(DE=10_000, RB=1), at=f"2026-11-20T{read}:00.000000Z")
    made.say(play())
    assert sorted(made.codes) == [*expected, "MQ-METER-BAL"]
    made.say(play(), at="2026-11-20T21:29:00.000000Z")
    assert sorted(made.codes) == ["MQ-INTERDICT", "MQ-METER-BAL"]


@pytest.mark.parametrize(("won", "expected"), [(1_000, []), (300, ["MQ-METER-BAL"])])
def test_the_desk_may_pay_what_a_machine_out_of_reach_has_won(
    won: int, expected: list[str]
) -> None:
    """R12: 108.00 stand on it by its jogada of 10.00, which comes after the slip; or 101.00."""
    made = floor()
    made.say(play(), at="2026-11-20T21:50:00.000000Z")
    slip = HandPaid(category="CCM", amount=10_800, means="cash", slip="g")
    made.say(slip, source="caixa")
    assert made.codes == ["MQ-METER-BAL"]
    stops = (0, 0, 0) if won == 1_000 else (1, 1, 1)
    made.say(play(stops=stops, cg=won), at="2026-11-20T21:55:00.000000Z")
    assert made.codes == expected
    made.say(CreditsIn(amount=10_000, means="note"), at="2026-11-20T22:10:00.000000Z")
    assert made.codes == expected


@pytest.mark.parametrize("read", [False, True])
def test_a_box_is_counted_before_the_machine_tells_what_went_in(*, read: bool) -> None:
    """Out of reach all night: 50.00 went in at 21:10, and the box was taken at 21:30."""
    made = floor()
    made.say(DropCounted(cash=10_000), at="2026-11-20T21:00:00.000000Z")
    made.say(DropCounted(cash=5_000), source="recolha")
    assert made.codes == ["MQ-DROP"]
    made.say(CreditsIn(amount=5_000, means="note"), at="2026-11-20T21:10:00.000000Z")
    assert made.codes == []
    if read:
        last = MetersRead(meters={**ZERO, "DE": 15_000}, why="drop")
        made.say(last, at="2026-11-20T21:30:00.000000Z")
        assert made.codes == []
        made.say(CreditsIn(amount=700, means="note"), at="2026-11-20T21:40:00.000000Z")
    else:
        made.say(CreditsIn(amount=700, means="note"), at="2026-11-20T22:10:00.000000Z")
    assert made.codes == []
    made.say(DropCounted(cash=700), at="2026-11-20T23:00:00.000000Z")
    assert made.codes == []


@pytest.mark.parametrize("read", [False, True])
def test_of_two_boxes_each_gets_what_went_in_before_it(*, read: bool) -> None:
    """Out of reach while two boxes were taken, at 22:00 and 23:00: 50.00 and 7.00 went in.

    With the first one the machine was read, or not; the third box holds what came after both.
    """
    made = floor()
    made.say(DropCounted(cash=10_000), at="2026-11-20T21:00:00.000000Z")
    made.say(DropCounted(cash=5_000), source="recolha", at="2026-11-20T22:00:00.000000Z")
    made.say(DropCounted(cash=700), source="recolha", at="2026-11-20T23:00:00.000000Z")
    assert made.codes == ["MQ-DROP", "MQ-DROP"]
    made.say(CreditsIn(amount=5_000, means="note"), at="2026-11-20T21:10:00.000000Z")
    assert made.codes == ["MQ-DROP"]
    if read:
        last = MetersRead(meters={**ZERO, "DE": 15_000}, why="drop")
        made.say(last, at="2026-11-20T21:59:00.000000Z")
    made.say(CreditsIn(amount=700, means="note"), at="2026-11-20T22:30:00.000000Z")
    assert made.codes == []
    made.say(CreditsIn(amount=900, means="note"), at="2026-11-20T23:30:00.000000Z")
    made.say(DropCounted(cash=900), at="2026-11-20T23:59:00.000000Z")
    assert made.codes == []


def test_what_comes_late_is_not_in_a_later_box() -> None:
    """5.00 of before the first box are missing in it, and the second one is right."""
    made = floor()
    made.say(DropCounted(cash=10_000), at="2026-11-20T21:00:00.000000Z")
    first = made.say(DropCounted(cash=4_500), source="recolha", at="2026-11-20T22:00:00.000000Z")
    made.say(DropCounted(cash=700), source="recolha", at="2026-11-20T23:00:00.000000Z")
    made.say(CreditsIn(amount=5_000, means="note"), at="2026-11-20T21:10:00.000000Z")
    made.say(CreditsIn(amount=700, means="note"), at="2026-11-20T22:30:00.000000Z")
    found = the(made, "MQ-DROP")
    assert found.positions[-1] == first.position
    assert found.amount == -500


@pytest.mark.parametrize(("at", "expected"), [("21:59", []), ("22:01", ["MQ-METER-AGE"])])
def test_a_reading_in_time_that_comes_late_is_in_time(at: str, expected: list[str]) -> None:
    """R25: the clock saw none within the day; the machine had been read, and was out of reach."""
    made = floor()
    made.say(play())
    tick(made, "2026-11-21T22:02:00.000000Z")
    assert made.codes == ["MQ-METER-AGE"]
    read = reading(CJ=100, JE=1, DE=10_000)
    made.say(read, at=f"2026-11-21T{at}:00.000000Z")
    assert made.codes == expected


# --- awards and slips --------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["desk", "pool"])
def test_desk_and_pool_tell_of_one_payment_by_one_slip(first: str) -> None:
    """R12, R15: 50.00 were paid once; a second slip of the desk with that number is another."""
    made = floor()
    won = made.say(play(pap_h=5_000, pool="J"))
    claim = made.say(JackpotWon(pool="J", amount=5_000, play=won.name))
    slip = HandPaid(category="PAPh", amount=5_000, means="cash", slip="g-1", play=won.name)
    award = AwardPaid(award=claim.name, pool="J", amount=5_000, means="cash", slip="g-1")
    for payload in (slip, award) if first == "desk" else (award, slip):
        made.say(payload)
    assert "MQ-HAND" not in made.codes
    made.say(slip)
    assert the(made, "MQ-HAND").amount == 5_000


@pytest.mark.parametrize("word", ["2026-11-20T22:00:61.000000Z", "ha uma semana mais ou menos"])
def test_a_signal_at_no_time_there_is_was_not_in_time(word: str) -> None:
    """R22: recorded by an older door; a word that is no time proves nothing, and stops nothing."""
    made = floor()
    award(made, word)
    found = the(made, "MQ-JP-SIG")
    assert word in found.recorded


@pytest.mark.parametrize(("seconds", "expected"), [("10.000000", []), ("11.000000", ["MQ-JP-SIG"])])
def test_a_signal_that_comes_late_says_when_it_was_shown(seconds: str, expected: list[str]) -> None:
    """R22: the device was out of reach for minutes; on the machines the award stood at once."""
    made = floor()
    won = made.say(JackpotWon(pool="J", amount=1, play=made.say(play(pap_m=1)).name))
    tick(made, LATER)
    assert made.codes == ["MQ-JP-SIG"]
    shown = f"2026-11-20T22:00:{seconds}Z"
    made.say(AwardSignalled(award=won.name, pool="J", shown=shown), source="painel")
    tick(made, "2026-11-20T23:30:00.000000Z")
    assert made.codes == expected


@pytest.mark.parametrize(("seconds", "expected"), [("10.000000", []), ("11.000000", ["MQ-JP-SIG"])])
def test_a_signal_may_come_before_its_award(seconds: str, expected: list[str]) -> None:
    """R22: machine and display are two sources; that the machine's word is late is no fault."""
    made = floor()
    last = made.say(play(pap_m=1))
    award = f"{last.source}:{last.seq + 1}"
    shown = f"2026-11-20T22:00:{seconds}Z"
    made.say(AwardSignalled(award=award, pool="J", shown=shown), source="painel")
    won = made.say(JackpotWon(pool="J", amount=1, play=last.name))
    assert won.name == award
    tick(made, LATER)
    assert made.codes == expected


# --- eras, openings, days ------------------------------------------------------------------------


def test_lifetimes_go_on_over_cleared_memories() -> None:
    """After a clearing the device counts from nothing; what it counts goes on top."""
    made = floor()
    made.say(play())
    before = {**ZERO, "CJ": 100, "JE": 1, "DE": 10_000, "SC": 9_900}
    made.say(RamCleared(before=before, after=ZERO, seal="ar-1", reason="avaria"))
    made.say(play())
    made.say(reading(CJ=100, JE=1, DE=0, SC=9_800))
    assert made.codes == []
    assert made.machine().device.lifetime["CJ"] == 200
    assert made.machine().device.era == 1


def test_a_machine_that_already_ran_goes_on_from_what_was_declared() -> None:
    """Opening: CJ 5,000.00, 3.00 on the balance; the day begins at nothing."""
    made = Floor()
    values = {**ZERO, "CJ": 500_000, "DE": 500_300, "JE": 9, "SC": 300}
    made.say(OpeningDeclared(subject="machine", name="MQ-01", values=values))
    made.say(homologated())
    made.say(play(balance=200))
    made.say(reading(CJ=500_100, DE=500_300, JE=10, SC=200))
    assert made.codes == []
    made.say(GamingDayClosed())
    (close,) = made.stage._counting.rows.closes
    assert (close.values[0], close.totals[0]) == (100, 500_100)


def test_raw_meters_that_no_opening_declares_begin_where_they_are_read() -> None:
    """R25 asks for the twelve: 40 million games of ten years in 0x05 are no jump."""
    made = Floor()
    values = {**ZERO, "CJ": 500_000, "DE": 500_300, "JE": 9, "SC": 300}
    made.say(OpeningDeclared(subject="machine", name="MQ-01", values=values))
    made.say(homologated())
    made.say(play())
    told = {**ZERO, "CJ": 500_100, "DE": 500_300, "DEn": 500_300, "DEc": 0, "JE": 10, "SC": 200}
    for games in (40_000_000, 40_000_000, 51_000_000):
        raw = {"sas:05": games, "sas:06": games - 7, "sas:07": 7}
        made.say(MetersRead(meters=told, device=raw, why="periodic"))
    assert made.codes == ["MQ-METER-JUMP", "MQ-METER-JUMP"]
    assert {one.facts["counter"] for one in made.faults} == {"sas:05", "sas:06"}


def test_a_counter_that_the_first_reading_leaves_out_begins_with_the_next() -> None:
    """What JE stood at nobody told: that reading is at fault, and the next begins there."""
    made = Floor()
    first = {name: value for name, value in ZERO.items() if name != "JE"}
    made.say(homologated())
    made.say(MetersRead(meters={**first, "CJ": 5_000, "DE": 6_000}, why="p"))
    made.say(play())
    made.say(MetersRead(meters={**ZERO, "CJ": 5_100, "DE": 6_000, "JE": 71}, why="p"))
    assert made.codes == ["MQ-METER-MISS"]
    for part in ({"CJ": 900, "CG": 0}, {"CJ": 900, "CG": 0, "JE": 41}):
        made.say(MetersRead(meters=part, denomination=100, why="p"))
    assert made.codes == ["MQ-METER-MISS", "MQ-METER-MISS"]


def test_a_late_event_is_booked_on_the_open_day_and_referred_to() -> None:
    """The close stays as it was; another version names the late play and its RB of 1.00."""
    made = floor()
    made.say(play())
    made.say(GamingDayClosed())
    late = made.say(play(), booked=NEXT)
    made.say(GamingDayClosed(), day=NEXT)
    first, second, third = made.stage._counting.rows.closes
    assert (first.day, first.values[2], first.late) == ("2026-11-20", 1, [])
    assert (second.day, second.values, second.totals) == (first.day, first.values, first.totals)
    assert (second.late, second.late_rb) == ([late.position], 100)
    assert (third.day, third.values[2], third.totals[2]) == (NEXT, 1, 2)
    assert [one.amount for one in made.revenue] == [100, 100]


def test_the_close_leaves_out_what_is_of_the_next_day_already() -> None:
    """A play of tomorrow before today's close: the frozen totals are today's."""
    made = floor()
    made.say(play())
    made.say(play(), day=NEXT)
    made.say(GamingDayClosed())
    (close,) = made.stage._counting.rows.closes
    assert (close.values[2], close.totals[2]) == (1, 1)


# --- voids, corrections --------------------------------------------------------------------------


def test_a_void_play_moves_back_what_it_moved() -> None:
    """CJ, JE and the balance are as before it; its row says that it took effect."""
    made = floor()
    voided(made, mode="physical")
    machine = made.machine()
    assert (machine.totals[0], machine.totals[2], machine.credits) == (0, 0, 10_000)
    assert [row[5] for row in made.stage._counting.rows.voids.values()] == [True]


def test_a_void_whose_win_was_cashed_moves_nothing() -> None:
    """DECISION: 10.00 won and cashed with the rest, so 9.00 cannot be taken back: VOID-BAD."""
    made = floor()
    won = made.say(play(stops=(0, 0, 0), cg=1_000))
    made.say(CreditsOut(amount=10_900, means="machine"))
    made.say(PlayVoided(play=won.name, cause="avaria", side="operator", returned=100))
    assert made.machine().totals[:3] == [100, 1_000, 1]
    cashed = [one for one in made.faults if one.facts.get("fact") == "cashed"]
    assert [(one.code, one.amount) for one in cashed] == [("VOID-BAD", -900)]


def test_a_play_is_void_once() -> None:
    """A second void of the same play is bad, and moves nothing."""
    made = floor()
    void = voided(made, mode="physical")
    made.say(PlayVoided(play=void.payload.play, cause="avaria", returned=100))
    assert made.codes == ["VOID-BAD"]
    assert made.machine().credits == 10_000


def correct(of: Floor, target: Event, replacement: Any) -> None:
    plain = None if replacement is None else msgspec.to_builtins(replacement)
    act = of.say(
        Correction(target=target.name, link=target.link.hex(), replacement=plain, reason="erro"),
        source="fiscal",
        place=None,
    )
    of.approve(act, Approval(target=act.name, link=act.link.hex()))


def test_a_corrected_play_ends_its_finding_and_moves_the_difference() -> None:
    """Recorded as unpaid, in truth paid 3.00: CG and the balance go up, MQ-LINE ends."""
    made = floor()
    target = made.say(play(stops=(1, 1, 1)))
    assert made.codes == ["MQ-LINE"]
    correct(made, target, play(stops=(1, 1, 1), cg=300))
    assert made.codes == []
    assert (made.machine().totals[1], made.machine().credits) == (300, 10_200)


def test_a_withdrawn_void_lets_the_play_count_again() -> None:
    """The play was finished after all: CJ and JE are back, the void's finding ends."""
    made = floor()
    void = voided(made, mode="physical", returned=50)
    assert made.codes == ["VOID-REFUND"]
    correct(made, void, None)
    machine = made.machine()
    assert (machine.totals[0], machine.totals[2], machine.credits) == (100, 1, 9_900)
    assert (made.codes, machine.voided) == ([], [0] * 14)


def test_a_corrected_count_ends_its_finding() -> None:
    """A box miscounted, then counted right."""
    made = floor()
    target = made.say(DropCounted(cash=1_000))
    assert made.codes == ["MQ-DROP"]
    correct(made, target, DropCounted(cash=10_000))
    assert made.codes == []


def test_a_ticket_whose_issue_comes_late_is_known_then() -> None:
    """An offline machine sends its issue after the desk has paid: the finding ends."""
    made = floor()
    made.say(TicketPaid(ticket="t", amount=500), place="CX-1")
    assert made.codes == ["MQ-TICKET"]
    made.say(TicketIssued(ticket="t", amount=500))
    assert made.codes == []


def test_a_box_ends_where_its_reading_was_taken() -> None:
    """Notes that came in between the taking and the counting are the next box's."""
    made = floor()
    made.say(MetersRead(meters={**ZERO, "DE": 10_000}, why="drop"))
    made.say(CreditsIn(amount=700, means="note"))
    made.say(DropCounted(cash=10_000))
    made.say(DropCounted(cash=700))
    assert made.codes == []


@pytest.mark.parametrize(("before", "expected"), [(0, ["MQ-DROP"]), (700, [])])
def test_the_first_box_of_a_machine_that_took_no_money_before_is_known(
    before: int, expected: list[str]
) -> None:
    """Its meters stood at nothing when they were first read: 10.00 went in, 9.00 are counted."""
    made = Floor()
    made.say(homologated())
    made.say(reading(DE=before, CJ=before, SC=0))
    made.say(CreditsIn(amount=1_000, means="note"))
    made.say(DropCounted(cash=900))
    assert made.codes == expected


def test_the_alarm_of_the_return_needs_plays_and_sounds_only_then() -> None:
    """10,000 plays, nothing back, deviation 0.5: below 80 % beyond chance; after 9,999: none."""
    for plays, expected in ((9_999, []), (10_000, ["MQ-RTP-ACT"])):
        made = floor(money=10**9, deviation_ppm=500_000)
        machine: Machine = made.machine()
        made.say(play())
        window = machine.window
        assert window is not None
        window.plays, window.staked, window.squares = plays, plays * 100, plays * 10_000
        made.say(GamingDayClosed())
        assert made.codes == expected


def test_interdicted_play_is_one_finding_a_day_and_all_of_it_is_counted() -> None:
    """Three plays: one finding with the first, three in the day's row."""
    made = floor()
    made.say(MachineInterdicted(reason="r"))
    first = made.say(play())
    made.say(play())
    made.say(play())
    assert first.position in the(made, "MQ-INTERDICT").positions
    rows = [one for one in made.stage._counting._days.values() if one.denomination]
    assert [one.interdicted for one in rows] == [3]
