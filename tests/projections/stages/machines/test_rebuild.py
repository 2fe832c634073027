"""A night of machines with everything in it: the same rows however it is folded."""

import time

import pytest

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.jackpots import AwardSignalled, JackpotWon
from ledger.events.machines import (
    AutoplayStarted,
    ComplementaryBet,
    CreditsIn,
    CreditsOut,
    HandPaid,
    MachineInterdicted,
    MachineReconfigured,
    MachineReleased,
    MetersRead,
    PlayVoided,
    RamCleared,
    TicketIssued,
    TicketPaid,
    TicketRedeemed,
)
from ledger.events.registry import LinkLost, LinkRestored, OpeningDeclared
from ledger.events.reviews import Correction
from ledger.events.seats import PlayerSessionEnded, PlayerSessionStarted, PlayerSessionWarned
from ledger.events.tables import DropCounted
from projections.base.errors import HeldError
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.machines.hall import (
    CONFIGURATION,
    ZERO,
    Hall,
    homologated,
    play,
    reading,
)

LATE = "2026-11-20T23:30:00.000000Z"


def name(receipt: Receipt) -> str:
    return f"{receipt.source}:{receipt.first}"


def a_night(casino: Casino) -> Hall:
    """Record a night: two machines, two closes, late plays, voids, tickets, a wrong meter."""
    hall = Hall(casino)
    old = {**ZERO, "CJ": 5_000, "DE": 6_000, "JE": 50, "SC": 1_000}
    casino.say(
        "direccao", OpeningDeclared(subject="machine", name="MQ-02", values=old), place="MQ-02"
    )
    hall.say(homologated(), "MQ-02")
    hall.open()
    step = ComplementaryBet(name="dobrar", risked=300, prize=600)
    unpaid = hall.say(play(stops=(1, 1, 1)))
    for payload in (
        play(stops=(1, 1, 1), cg=600, complementary=(step,)),
        play(denomination=25, stake=25),
        play(balance=7),
        reading(CJ=325, CG=600, JE=4, DE=10_000),
        TicketIssued(ticket="t-1", amount=500),
        AutoplayStarted(plays=1, cancellable=True),
        play(autoplay=0),
        MachineInterdicted(reason="r"),
        play(),
        MachineReleased(reason="r"),
    ):
        hall.say(payload)
    hall.say(TicketRedeemed(ticket="t-1", amount=500), "MQ-02")
    hall.say(TicketPaid(ticket="t-1", amount=500), "CX-1", source="caixa")
    hall.say(TicketPaid(ticket="t-2", amount=300), "CX-1", source="caixa")
    voided = hall.say(play(stops=()))
    won = hall.say(play(pam=700, pap_h=900))
    hall.say(HandPaid(category="PAM", amount=700, means="cash", slip="g", play=name(won)))
    award = hall.say(JackpotWon(pool="J", amount=900, play=name(won)))
    for payload in players_and_links(name(award)):
        hall.say(payload, "MQ-02")
    hall.end_day()
    hall.say(PlayVoided(play=name(voided), cause="avaria", side="operator", returned=100))
    hall.say(play())
    for cg in (200, 300):
        correction = Correction(
            target=name(unpaid),
            link=unpaid.link,
            replacement={
                "stake": 100,
                "denomination": 100,
                "configuration": CONFIGURATION,
                "paytable": "p",
                "lines": 1,
                "stops": [1, 1, 1],
                "cg": cg,
            },
            reason="erro",
        )
        casino.approve("chefe", casino.say("fiscal", correction))
    hall.say(TicketIssued(ticket="t-2", amount=300))
    hall.say(HandPaid(category="PAPh", amount=800, means="chips", slip=None, play=name(won)))
    hall.say(DropCounted(cash=9_000, tickets=0), source="recolha")
    hall.say(RamCleared(before={**ZERO, "CJ": 1}, after=ZERO, seal="s", reason="r"))
    hall.say(MachineReconfigured(configuration="c" * 64, checksum="d" * 64))
    hall.say(play(configuration="c" * 64))
    casino.tick()
    return hall


def players_and_links(award: str) -> tuple[Payload, ...]:
    meters = {**ZERO, "CJ": 5_000, "DE": 6_000, "JE": 50, "BE": 500}
    return (
        PlayerSessionStarted(player="p", session="s"),
        play(mode="exclusive", player="p"),
        CreditsIn(amount=200, means="account"),
        CreditsOut(amount=200, means="account"),
        PlayerSessionWarned(player="p", session="s", cause="idle"),
        LinkLost(side="operator"),
        play(mode="exclusive"),
        LinkRestored(resumed=True),
        PlayerSessionEnded(player="p", session="s", by="operator", cause="idle", rounds=3),
        AwardSignalled(award=award, pool="J", shown=LATE),
        MetersRead(meters=meters, device={"sas:22": 9, "sas:01": 1, "sas:02": 1}, why="drop"),
    )


def test_the_night_has_something_of_everything(casino: Casino) -> None:
    """What was planted is found, and each table has rows: else the other tests prove little."""
    hall = a_night(casino)
    hall.project()
    assert {code for code, _ in hall.codes()} >= {
        "MQ-DROP",
        "MQ-HAND",
        "MQ-INTERDICT",
        "MQ-JP-SIG",
        "MQ-METER-CROSS",
        "MQ-METER-EVT",
        "MQ-RTP-CFG",
        "MQ-TICKET",
    }
    assert hall.found("MQ-LINE") == []
    ended = casino.rows("SELECT known_until FROM {s}.finding WHERE code = 'MQ-LINE'")
    assert [row["known_until"] is None for row in ended] == [False, False]  # it was paid in part
    for table in (
        "machine",
        "machine_day",
        "machine_close",
        "meter_reading",
        "meter_variance",
        "machine_void",
        "machine_corrected",
        "machine_drop",
        "ticket",
        "hand_pay",
        "award_signal",
        "machine_session",
    ):
        assert casino.rows(f"SELECT 1 FROM {{s}}.{table}"), table
    versions = casino.rows(
        "SELECT known_until, late FROM {s}.machine_close WHERE machine = 'MQ-01' "
        "ORDER BY known_from"
    )
    assert len(versions) > 1
    assert versions[-1]["known_until"] is None
    assert len(versions[-1]["late"]) == len(versions) - 1


@pytest.mark.recorded
@pytest.mark.parametrize(
    "page",
    [1, pytest.param(7, marks=pytest.mark.deep), pytest.param(5_000, marks=pytest.mark.deep)],
)
@pytest.mark.deep
def test_live_and_rebuilt_rows_are_the_same_whatever_the_page(casino: Casino, page: int) -> None:
    """Rebuild = live, byte for byte, for pages of one event, of seven and of all."""
    a_night(casino)
    with Runner(casino.conninfo, page=page) as live:
        live.catch_up()
        digests = live.digests()
    assert rebuild(casino.conninfo, page=13) == digests


def start_again(conninfo: str) -> Runner:
    """Start a runner; the server lets the last one's lock go a moment after it hung up."""
    deadline = time.monotonic() + 10
    while True:
        try:
            return Runner(conninfo)
        except HeldError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


@pytest.mark.deep
@pytest.mark.recorded
def test_a_stop_after_each_event_changes_nothing(casino: Casino) -> None:
    """State is loaded from what was written, wherever the night is cut."""
    a_night(casino)
    last = casino.last
    for position in range(1, last + 1):
        with start_again(casino.conninfo) as runner:
            assert runner.catch_up(until=position) == position
    with start_again(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests
