"""What may run, who plays and what was shown, put right: as if it had been said so at once (B5).

10.00 in notes stand on the machine; each jogada stakes 1.00 and loses.
"""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.jackpots import AwardSignalled, JackpotWon
from ledger.events.machines import (
    AutoplayStarted,
    MachineHomologated,
    MachineInterdicted,
    MachineReconfigured,
    MachineReleased,
    PlayVoided,
    TicketIssued,
    TicketPaid,
)
from ledger.events.registry import ClockTicked, LinkLost, LinkRestored
from ledger.events.seats import PlayerSessionEnded, PlayerSessionStarted, PlayerSessionWarned
from projections.base.event import Event
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.machines.hall import (
    CHECKSUM,
    CONFIGURATION,
    Hall,
    homologated,
    play,
)
from tests.projections.stages.machines.memory import SERVICE, Floor
from tests.projections.stages.machines.test_codes import floor
from tests.projections.stages.machines.test_rereading import correct


def homologation(of: Floor) -> Event:
    """Return the first homologation that was said."""
    return next(one for one in of.log.all if isinstance(one.payload, MachineHomologated))


def test_a_homologation_withdrawn_was_none_for_what_was_played_since() -> None:
    """Two jogadas of one day under a certificate of another machine: one MQ-HOM, as at once."""
    made = floor()
    made.say(play())
    made.say(play())
    correct(made, homologation(made), None)
    assert made.codes == ["MQ-HOM"]
    assert not made.machine().homologations
    correct(made, homologation(made), homologated())
    assert made.codes == []
    made.say(play())
    assert made.codes == []


def test_what_a_homologation_lacked_was_there_once_it_is_put_right() -> None:
    """25 was left out of the certificate's denominations: played at 25, that was no fault."""
    made = floor()
    said = homologation(made)
    right = said.payload
    correct(made, said, msgspec.structs.replace(right, denominations=(100,)))
    made.say(play(stake=25, denomination=25))
    assert made.codes == ["MQ-RTP-CFG"]
    correct(made, said, right)
    assert made.codes == []


def test_a_date_put_right_shows_what_was_played_after_it() -> None:
    """A certificate that had ended the year before: the first jogada of the day is found."""
    made = floor()
    first = made.say(play())
    made.say(play())
    until = msgspec.structs.replace(homologation(made).payload, until="2025-12-31T00:00:00.000000Z")
    correct(made, homologation(made), until)
    assert [(one.code, first.position in one.positions) for one in made.faults] == [
        ("MQ-HOM", True)
    ]


def test_a_reconfiguration_withdrawn_needed_no_leave() -> None:
    """Put in without the authority's leave: withdrawn, nothing was put in."""
    made = floor()
    said = made.say(MachineReconfigured(configuration=CONFIGURATION, checksum=CHECKSUM))
    assert made.codes == ["MQ-RTP-CFG"]
    correct(made, said, None)
    assert made.codes == []


def test_a_release_withdrawn_leaves_the_machine_interdicted() -> None:
    """Released by mistake and played: the jogada was forbidden; released again, it was not."""
    made = floor()
    made.say(MachineInterdicted(reason="avaria"))
    released = made.say(MachineReleased(reason="reparada"))
    made.say(play())
    assert made.codes == []
    correct(made, released, None)
    assert made.codes == ["MQ-INTERDICT"]
    assert made.machine().interdicted is not None
    correct(made, released, MachineReleased(reason="vista"))
    assert made.codes == []
    assert made.machine().interdicted is None


def test_an_interdiction_of_before_the_last_is_withdrawn_too() -> None:
    """Two interdictions, each released; the jogada in the first was allowed after all."""
    made = floor()
    first = made.say(MachineInterdicted(reason="avaria"))
    made.say(play())
    made.say(MachineReleased(reason="reparada"))
    made.say(MachineInterdicted(reason="inspeccao"))
    made.say(MachineReleased(reason="vista"))
    assert made.codes == ["MQ-INTERDICT"]
    correct(made, first, None)
    assert made.codes == []


def test_a_lost_link_withdrawn_was_never_lost() -> None:
    """Played while the link was said to be lost; it was another machine's."""
    made = floor()
    lost = made.say(LinkLost())
    made.say(play())
    assert made.codes == ["MQ-INTERDICT"]
    correct(made, lost, None)
    assert made.codes == []
    assert made.machine().offline is None


def test_a_link_that_came_back_is_withdrawn() -> None:
    """It had not come back when the jogada was played."""
    made = floor()
    made.say(LinkLost())
    back = made.say(LinkRestored())
    made.say(play())
    assert made.codes == []
    correct(made, back, None)
    assert made.codes == ["MQ-INTERDICT"]


def test_an_automatic_run_has_the_limit_that_it_is_corrected_to() -> None:
    """Two jogadas of a run of at most one; it was of two."""
    made = floor()
    run = made.say(AutoplayStarted(plays=1, cancellable=True))
    made.say(play(autoplay="a"))
    made.say(play(autoplay="a"))
    assert made.codes == ["MQ-ONL-AUTO"]
    correct(made, run, AutoplayStarted(plays=2, cancellable=True))
    assert made.codes == []


def test_another_machine_is_not_read_again() -> None:
    """A correction costs what its own machine has said since."""
    made = floor()
    made.say(homologated(), place="MQ-02")
    for _ in range(3):
        made.say(play(), place="MQ-02")
    made.say(play())
    read: list[str] = []
    by = made.log.said_by

    def counted(source: str, first: int, last: int) -> Any:
        read.extend(f"{source}:{seq}" for seq in range(first, last + 1))
        return by(source, first, last)

    made.log.said_by = counted  # type: ignore[method-assign]
    correct(made, homologation(made), None)
    assert read
    assert not [name for name in read if name.startswith("mq-02")]


# --- awards, sessions, voids ---------------------------------------------------------------------


def test_a_signal_put_right_was_in_time() -> None:
    """Shown 30 s after by the wrong clock, 5 s in truth; withdrawn, it was never shown."""
    made = floor()
    made.say(JackpotWon(pool="p", amount=100), at="2026-11-20T21:00:00.000000Z")
    won = f"mq-01:{made._seqs['mq-01']}"
    wrong = AwardSignalled(award=won, pool="p", shown="2026-11-20T21:00:30.000000Z")
    said = made.say(wrong)
    assert made.codes == ["MQ-JP-SIG"]
    right = msgspec.structs.replace(wrong, shown="2026-11-20T21:00:05.000000Z")
    correct(made, said, right)
    assert made.codes == []
    correct(made, said, None)
    made.say(ClockTicked(), at="2026-11-20T22:00:00.000000Z", place=None, source=SERVICE)
    assert made.codes == ["MQ-JP-SIG"]
    correct(made, said, right)
    assert made.codes == []


def test_a_claim_withdrawn_needs_no_signal() -> None:
    """Nobody showed it, since nobody had won."""
    made = floor()
    claim = made.say(JackpotWon(pool="p", amount=100), at="2026-11-20T21:00:00.000000Z")
    made.say(ClockTicked(), at="2026-11-20T22:00:00.000000Z", place=None, source=SERVICE)
    assert made.codes == ["MQ-JP-SIG"]
    correct(made, claim, None)
    made.say(ClockTicked(), at="2026-11-20T23:00:00.000000Z", place=None, source=SERVICE)
    assert made.codes == []


def test_a_session_is_judged_by_what_was_told_of_it_as_corrected() -> None:
    """Ended by the operator without warning; by the player, in truth. Two jogadas, one told."""
    made = floor()
    made.say(PlayerSessionStarted(session="s", player="ana"))
    made.say(play(player="ana"))
    made.say(play(player="rui"))
    wrong = PlayerSessionEnded(player="ana", session="s", by="operator", cause="idle", rounds=1)
    ended = made.say(wrong)
    assert made.codes == ["MQ-ONL-ALARM"]
    right = msgspec.structs.replace(wrong, by="player")
    correct(made, ended, right)
    assert made.codes == []
    correct(made, ended, msgspec.structs.replace(right, rounds=0))
    assert made.codes == ["ONL-HIST"]


def test_a_warning_withdrawn_was_never_given() -> None:
    """The operator ended the session; that he had warned was of another."""
    made = floor()
    made.say(PlayerSessionStarted(session="s", player="ana"))
    warning = made.say(PlayerSessionWarned(player="ana", session="s", cause="idle"))
    made.say(PlayerSessionEnded(player="ana", session="s", by="operator", cause="idle"))
    assert made.codes == []
    correct(made, warning, None)
    assert made.codes == ["MQ-ONL-ALARM"]


def test_a_void_put_right_is_of_the_jogada_that_it_names_now() -> None:
    """The first jogada was named, the second was meant: 2.00 and 3.00 were staked."""
    made = floor()
    first = made.say(play(stake=200))
    second = made.say(play(stake=300))
    void = made.say(PlayVoided(play=first.name, cause="avaria", returned=200))
    assert made.machine().credits == 10_000 - 300
    correct(made, void, PlayVoided(play=second.name, cause="avaria", returned=300))
    assert made.machine().credits == 10_000 - 200
    correct(made, void, PlayVoided(play=second.name, cause="falha", returned=300))
    assert made.machine().credits == 10_000 - 200
    correct(made, void, None)
    assert made.machine().credits == 10_000 - 500


def test_a_void_put_right_had_never_named_a_jogada_that_is_not_there() -> None:
    """R36: the room mistyped the jogada's number; put right, nobody is told of a void of none."""
    made = floor()
    lost = made.say(play(stops=(), symbols=()))
    void = made.say(PlayVoided(play="machine:999", cause="avaria", side="operator", returned=100))
    assert made.codes == ["VOID-BAD"]
    correct(made, void, structs.replace(void.payload, play=lost.name))
    assert (made.codes, made.machine().credits) == ([], 10_000)
    correct(made, void, None)
    assert (made.codes, made.machine().credits) == ([], 10_000 - 100)


def test_a_void_jogada_is_put_right_as_any_and_counts_so_once_its_void_is_withdrawn() -> None:
    """2.00 was told and 3.00 staked: void, nothing was lost by it; not void, 3.00 were."""
    made = floor()
    lost = made.say(play(stake=200))
    void = made.say(PlayVoided(play=lost.name, cause="avaria", returned=200))
    correct(made, lost, play(stake=300))
    assert made.machine().credits == 10_000
    assert made.machine().voided[0] == 300
    correct(made, void, None)
    assert made.machine().credits == 10_000 - 300
    assert made.machine().voided[0] == 0


def test_a_void_of_a_jogada_that_was_withdrawn_is_of_none() -> None:
    """R36: VOID-BAD while the jogada is withdrawn, and none once it was played after all."""
    made = floor()
    lost = made.say(play(stops=(), symbols=()))
    void = made.say(PlayVoided(play=lost.name, cause="avaria", side="operator", returned=100))
    assert made.codes == []
    correct(made, lost, None)
    assert (made.codes, made.machine().credits) == (["VOID-BAD"], 10_000)
    assert made.machine().voided[0] == 0
    correct(made, lost, lost.payload)
    assert (made.codes, made.machine().credits) == ([], 10_000)
    correct(made, lost, None)
    correct(made, void, None)
    assert (made.codes, made.machine().credits) == ([], 10_000)


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_acts_put_right_are_the_same_whatever_the_page(casino: Casino, page: int) -> None:
    """A homologation, a release, a session and a signal corrected: live as rebuilt."""
    hall = Hall(casino)
    hall.open()

    def put_right(target: Receipt, right: Payload | None) -> None:
        hall.put_right(target, right)
        hall.project(page)

    again = hall.say(homologated(sheets=()))
    hall.say(MachineInterdicted(reason="avaria"))
    released = hall.say(MachineReleased(reason="reparada"))
    started = hall.say(PlayerSessionStarted(session="s", player="ana"))
    hall.say(play(player="ana"))
    hall.say(PlayerSessionEnded(player="ana", session="s", by="player", cause="own", rounds=0))
    won = hall.say(JackpotWon(pool="p", amount=100))
    name = f"{won.source}:{won.first}"
    shown = hall.say(AwardSignalled(award=name, pool="p", shown="2026-11-20T23:59:59.000000Z"))
    hall.project(page)
    before = hall.codes()
    put_right(again, homologated(denominations=(25,), sheets=()))
    put_right(released, None)
    put_right(started, PlayerSessionStarted(session="s", player="rui"))
    put_right(shown, None)
    codes = [code for code, _ in hall.codes()]
    assert {"MQ-RTP-CFG", "MQ-INTERDICT"} <= set(codes)
    assert not {"ONL-HIST", "MQ-JP-SIG"} & set(codes)
    put_right(again, homologated(sheets=()))
    put_right(released, MachineReleased(reason="reparada"))
    put_right(started, PlayerSessionStarted(session="s", player="ana"))
    put_right(shown, AwardSignalled(award=name, pool="p", shown="2026-11-20T23:59:59.000000Z"))
    assert hall.codes() == before
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests


@pytest.mark.parametrize("which", [0, 1])
def test_a_ticket_s_payment_put_right_stays_first_or_second(which: int) -> None:
    """R12: the first desk paid 5.00 of 5.00, the second 5.00 again, and one of them told 4.00.

    Put right, the second paid what had been taken, whichever of the two had told it wrongly.
    """
    made = floor()
    made.say(TicketIssued(ticket="t", amount=500))
    paid = [
        made.say(TicketPaid(ticket="t", amount=400 if at == which else 500), place=place)
        for at, place in enumerate(("CX-1", "CX-2"))
    ]
    correct(made, paid[which], TicketPaid(ticket="t", amount=500))
    (one,) = [fault for fault in made.faults if fault.code == "MQ-TICKET"]
    assert (one.facts["fact"], one.amount) == ("taken_twice", 500)
    assert (one.expected, one.recorded) == ("once, at CX-1", "again, at CX-2")


@pytest.mark.parametrize("other", [False, True])
def test_what_a_void_left_short_is_covered_without_it(*, other: bool) -> None:
    """100.00 in notes, a jogada of 1.00 that won 5.00, void: 100.00 left, and 104.00 are cashed.

    4.00 are short. The void was never meant, or was one of another machine: 104.00 were there.
    """
    made = floor()
    won = made.say(play(stake=100, cg=500))
    void = made.say(PlayVoided(play=won.name, cause="avaria", returned=100))
    made.say(TicketIssued(ticket="t", amount=10_400))
    assert "MQ-METER-BAL" in made.codes
    instead = PlayVoided(play="other:7", cause="avaria", returned=100) if other else None
    correct(made, void, instead)
    assert [code for code in made.codes if code == "MQ-METER-BAL"] == []
