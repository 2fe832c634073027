"""What a table said outside its rounds, corrected: the rounds that read it are judged again.

A corrected parameter is another for the rounds after its correction: those before it were judged by
what was known before them.

Roleta americana: RA R2 wants a pagador and a fiscal, RA R34 relieves who launches every hour.
"""

from typing import Any

import msgspec
import pytest
from typing_extensions import override

from ledger.events.base import Payload, Value
from ledger.events.outcomes import BallLanded, BallLaunched, CardBurned, CardDealt
from ledger.events.registry import Heartbeat, ParameterSet
from ledger.events.reviews import Approval, Correction
from ledger.events.rounds import (
    BankTaken,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerSeated
from ledger.events.tables import StaffChanged, TableOpened
from projections.base.event import Event
from projections.reads.queries import judge_round
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.helpers.casino import DAY, Log, instant, judged

OPENING = TableOpened(
    profile="cv-2017@1",
    game="roleta_americana",
    options={"roda": "francesa37", "maximos": {"pleno": 50}},
    currency="XTS",
    records=("bets", "payouts", "results", "staff"),
)


class Evening(Log):
    """A roulette table whose clock is set by hand: a pleno of 1.00 on 17, which comes."""

    def __init__(self, **options: Value) -> None:
        self.minute = 0
        opening = msgspec.structs.replace(OPENING, options={"roda": "francesa37", **options})
        super().__init__("roleta_americana", opening=opening)

    @override
    def _say(self, payload: Payload, source: str, round_id: str | None) -> Event:
        said = super()._say(payload, source, round_id)
        self.events[-1] = said = msgspec.structs.replace(said, at=instant(60 * self.minute))
        return said

    def staff(self, minute: int, post: str, person: str | None) -> Event:
        self.minute = minute
        return self.place_event(StaffChanged(post=post, person=person))

    def coup(self, number: int, minute: int) -> None:
        self.minute = minute
        self.round = f"{self.place}/{DAY}/{number}"
        self.play(
            RoundOpened(),
            BetsOpened(),
            BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=100),
            BallLaunched(),
            BetsClosed(),
            BallLanded(number=17, colour="preto"),
            Payout(seat=1, bets=(1,), amount=3_500, stake_returned=100),
            RoundClosed(),
        )

    def judged(self) -> list[tuple[int, list[str]]]:
        """Return each verdict in order: the round's number and the codes it found."""
        rounds, faults = judged(self.events)
        assert [fault.code for fault in faults] == []
        return [(one.closed.number, [found.code for found in one.verdict.found]) for one in rounds]


def correct(log: Log, wrong: Event, right: Payload | None, *, approved: bool = True) -> None:
    """Correct an event, or withdraw it, with another person's approval."""
    said = log.place_event(
        Correction(
            target=wrong.name,
            link=wrong.link.hex(),
            replacement=msgspec.to_builtins(right) if right is not None else None,
            reason="erro_de_registo",
        ),
        source="fiscal",
    )
    if approved:
        log.place_event(Approval(target=said.name, link=said.link.hex()), source="chefe")


NIGHT = [(1, []), (2, [])]


@pytest.fixture
def evening() -> Evening:
    """Fiscal and pagador since eight, coups at 20:30 and 21:30; in time for them all is well."""
    evening = Evening()
    evening.staff(0, "fiscal", "f")
    evening.staff(0, "pagador", "a")
    evening.coup(1, 30)
    return evening


def test_a_relief_that_never_was_is_withdrawn_and_the_coup_after_it_judged_again(
    evening: Evening,
) -> None:
    """RA R34: without the relief of 20:50 he launches at 21:30 for an hour and a half: STAFF-1H.

    The coup before it is judged once. The correction corrected in its turn, all is well again.
    """
    relief = evening.staff(50, "pagador", "b")
    evening.coup(2, 90)
    correct(evening, relief, None)
    assert evening.judged() == [*NIGHT, (2, ["STAFF-1H"])]
    correct(evening, relief, StaffChanged(post="pagador", person="c"))
    assert evening.judged() == [*NIGHT, (2, ["STAFF-1H"]), (2, [])]
    evening.coup(3, 105)
    assert evening.judged()[-1] == (3, [])


def test_a_correction_that_changes_no_record_judges_nothing_again(evening: Evening) -> None:
    """Whom somebody relieved is read by no coup; another name is, and is as good."""
    relief = evening.staff(50, "pagador", "b")
    evening.coup(2, 90)
    correct(evening, relief, StaffChanged(post="pagador", person="b", replaced="a"))
    assert evening.judged() == NIGHT
    correct(evening, relief, StaffChanged(post="pagador", person="c"))
    assert evening.judged() == [*NIGHT, (2, [])]


def test_a_relief_told_late_is_a_correction_that_clears_the_coup(evening: Evening) -> None:
    """RA R2: the fiscal's post was said to be empty; it was the other post: no STAFF-MIN."""
    left = evening.staff(50, "fiscal", None)
    evening.coup(2, 55)
    assert evening.judged() == [(1, []), (2, ["STAFF-MIN"])]
    correct(evening, left, StaffChanged(post="pagador", person="b"))
    assert evening.judged() == [(1, []), (2, ["STAFF-MIN"]), (2, [])]


def test_without_another_persons_approval_nothing_is_corrected(evening: Evening) -> None:
    """Design, Second person: the correction is told and changes nothing."""
    relief = evening.staff(50, "pagador", "b")
    evening.coup(2, 90)
    correct(evening, relief, None, approved=False)
    assert evening.judged() == NIGHT


def test_rounds_that_are_open_or_opened_later_read_the_table_as_corrected(
    evening: Evening,
) -> None:
    """The correction takes effect while a coup is played: that coup is judged by it, once."""
    relief = evening.staff(50, "pagador", "b")
    evening.coup(2, 90)
    last = [event for event in evening.events if event.round == evening.round][-1]
    evening.events.remove(last)
    correct(evening, relief, None)
    position = len(evening.events) + 1
    evening.events.append(msgspec.structs.replace(last, position=position))
    assert evening.judged() == [(1, []), (2, ["STAFF-1H"])]


def test_a_tables_opening_corrected_judges_all_its_rounds_again() -> None:
    """RA R21: the maximum was 0.50 as told, 5.00 in truth; the wheel and the game are the same."""
    evening = Evening(maximos={"pleno": 50})
    evening.staff(0, "fiscal", "f")
    evening.staff(0, "pagador", "a")
    evening.coup(1, 30)
    evening.coup(2, 40)
    assert evening.judged() == [(1, ["BET-MAX"]), (2, ["BET-MAX"])]
    options: dict[str, Value] = {"roda": "francesa37", "maximos": {"pleno": 500}}
    correct(evening, evening.table, msgspec.structs.replace(OPENING, options=options))
    assert evening.judged()[2:] == [(1, []), (2, [])]
    evening.coup(3, 50)
    assert evening.judged()[4:] == [(3, [])]


def test_the_game_that_an_opening_names_is_corrected_too(evening: Evening) -> None:
    """Told as boule, which has no chance ``pleno``; it was roulette all the time."""
    evening.events[0] = evening.table = msgspec.structs.replace(
        evening.table, payload=msgspec.structs.replace(OPENING, game="boule", options={})
    )
    first = evening.judged()
    assert first[0][1] != []
    options: dict[str, Value] = {"roda": "francesa37"}
    correct(evening, evening.table, msgspec.structs.replace(OPENING, options=options))
    assert evening.judged() == [*first, (1, [])]


@pytest.mark.parametrize("fault", ["withdrawn", "link", "later", "no time"])
def test_what_can_be_no_correction_of_a_table_is_a_finding(evening: Evening, fault: str) -> None:
    """INT-CORR: an opening is replaced, never withdrawn; the link fits; the event was there.

    An event that is signed but not sent yet has a link that somebody may know: to name it is to
    correct what is not in the log. A payload that the door would refuse replaces none either.
    """
    wrong, right = evening.table, None
    if fault == "link":
        wrong = msgspec.structs.replace(evening.staff(50, "pagador", "b"), link=bytes(32))
    elif fault == "later":
        evening.staff(50, "pagador", "b")
        wrong = evening.events.pop()
    elif fault == "no time":
        right = msgspec.structs.replace(OPENING, closes="2026-11-31T04:00:00.000000Z")
    correct(evening, wrong, right)
    if fault == "later":
        evening.events.append(msgspec.structs.replace(wrong, position=len(evening.events) + 1))
    rounds, faults = judged(evening.events)
    assert [one.code for one in faults] == ["INT-CORR"]
    assert [one.closed.number for one in rounds] == [1]


def test_an_event_that_no_round_reads_is_corrected_in_peace(evening: Evening) -> None:
    """A word of life, and a place that was never opened: nothing is judged again."""
    word = evening.place_event(Heartbeat())
    correct(evening, word, None)
    assert evening.judged() == [(1, [])]


@pytest.mark.parametrize(("which", "gone"), [(0, {"Qd", "2h"}), (1, {"Ks", "3h"})])
def test_what_left_the_shoe_of_the_round_that_is_open_is_as_corrected(
    which: int, gone: set[str]
) -> None:
    """One card of the round before, one burned between the two: each was another than was told.

    The round was opened before the correction, and is judged once, after it.
    """
    log = Log("bacara_ponto_e_banca")
    log.play(RoundOpened(), CardDealt(to="ponto", card="Ks"), RoundClosed())
    dealt = log.events[-2]
    burned = log.place_event(CardBurned(card="2h"))
    log.round = f"{log.place}/{DAY}/2"
    log.play(RoundOpened())
    right = CardDealt(to="ponto", card="Qd"), CardBurned(card="3h")
    correct(log, (dealt, burned)[which], right[which])
    log.play(RoundClosed())
    rounds, _ = judged(log.events)
    assert [one.closed.carried for one in rounds if one.closed.number == 2] == [
        dict.fromkeys(gone, 1)
    ]


def most(pleno: int, minute: int = 0, *, scope: str = "T-01") -> ParameterSet:
    """Return a maximum on a pleno, in force from a minute on."""
    since = instant(60 * minute)
    return ParameterSet(scope=scope, name="maximos", value={"pleno": pleno}, since=since)


def set_(evening: Evening, minute: int, value: ParameterSet) -> Event:
    """Set a parameter, which another person approves a minute after."""
    evening.minute = minute
    said = evening.place_event(value, source="fiscal")
    evening.minute = minute + 1
    evening.place_event(Approval(target=said.name, link=said.link.hex()), source="chefe")
    return said


@pytest.mark.parametrize(
    ("right", "second"),
    [
        (most(500), []),
        (most(20), ["BET-MAX"]),
        (None, []),  # that of everywhere holds again: 5.00
        (most(20, 90), []),  # in force from half past nine on: not yet
        (most(20, scope="T-02"), []),  # another table's
    ],
)
def test_a_corrected_parameter_is_known_to_the_rounds_after_it(
    evening: Evening, right: ParameterSet | None, second: list[str]
) -> None:
    """RA R21: 1.00 on 17 was over the maximum of 0.50, and stays so: that is what was announced."""
    set_(evening, 31, most(500, 33, scope="*"))
    wrong = set_(evening, 35, most(50, 37))
    evening.coup(2, 40)
    evening.minute = 41
    correct(evening, wrong, right and msgspec.structs.replace(right, since=max(right.since, AT_37)))
    evening.coup(3, 45)
    assert evening.judged() == [(1, []), (2, ["BET-MAX"]), (3, second)]


AT_37 = instant(60 * 37)


@pytest.mark.parametrize(("right", "found"), [(most(20, 40), ["BET-MAX"]), (None, [])])
def test_a_parameter_corrected_before_it_is_approved_takes_effect_as_corrected(
    evening: Evening, right: ParameterSet | None, found: list[str]
) -> None:
    """What nobody approved is not in force; approved later it is what its correction says."""
    evening.minute = 35
    wrong = evening.place_event(most(500, 40), source="fiscal")
    correct(evening, wrong, right)
    evening.coup(2, 41)
    evening.place_event(Approval(target=wrong.name, link=wrong.link.hex()), source="chefe")
    evening.coup(3, 45)
    assert evening.judged() == [(1, []), (2, []), (3, found)]


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_parameters_corrected_before_and_after_approval_are_the_same_read_again(
    casino: Casino, page: int
) -> None:
    """Written page by page or at once, live or anew; what was known before is known still."""
    casino.say("mesa", OPENING, place="RA-01")

    def correction(said: Any, right: ParameterSet | None) -> None:
        casino.approve(
            "chefe",
            casino.say(
                "fiscal",
                Correction(
                    target=f"fiscal:{said.first}",
                    link=said.link,
                    replacement=msgspec.to_builtins(right) if right is not None else None,
                    reason="erro_de_registo",
                ),
            ),
        )
        casino.project(page=page)

    def coup(number: int) -> list[str]:
        name = f"RA-01/{DAY}/{number}"
        for payload in (
            RoundOpened(),
            BetPlaced(bet=1, seat=1, chance="pleno", selection="16", amount=100),
            BallLanded(number=17, colour="preto"),
            RoundClosed(),
        ):
            casino.say("mesa", payload, round_id=name)
        casino.project(page=page)
        verdict = judge_round(casino.conninfo, name)
        assert verdict is not None
        return [found.code for found in verdict.found if found.code.startswith("BET")]

    first, second = (
        casino.say("fiscal", most(amount, 120, scope="RA-01")) for amount in (500, 500)
    )
    casino.project(page=page)
    correction(first, most(200, 120, scope="RA-01"))
    correction(second, None)
    assert coup(1) == ["BET-MAX"]
    for said in (first, second):
        casino.approve("chefe", said)
    casino.project(page=page)
    assert coup(2) == []
    correction(first, None)
    assert coup(3) == ["BET-MAX"]
    correction(first, most(300, 120, scope="RA-01"))
    assert coup(4) == []
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo, page=page) == digests


def told(casino: Casino, number: int) -> dict[str, Any]:
    """Return what is carried to a round."""
    name = f"P3-01/{DAY}/{number}"
    return casino.rows("SELECT out FROM {s}.round WHERE round = %s", name)[0]["out"] or {}


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_what_is_carried_over_a_corrected_seat_is_known_as_it_was_and_as_it_is(
    casino: Casino, page: int
) -> None:
    """P3: the second player sat at place 2, not beside the first; four jogadas were carried that.

    One of them is open when it is corrected. What held before is known as it was judged then, and
    pages, restarts and rebuild agree.
    """

    def say(payload: Payload, number: int | None = None) -> Any:
        name = f"P3-01/{DAY}/{number}" if number is not None else None
        return casino.say("mesa", payload, place="P3-01", round_id=name)

    say(
        TableOpened(
            profile="cv-2017@1",
            game="poquer_3_cartas",
            options={},
            currency="CVE",
            records=("bets", "payouts"),
        )
    )
    seated = [say(PlayerSeated(seat=seat, player=who)) for seat, who in ((1, "ana"), (1, "rui"))]
    say(PlayerSeated(seat=3, player="eva"))
    say(BankTaken(seat=3, capital=10_000, via="turn"))
    for number in (1, 2, 3, 4):
        say(RoundOpened(), number)
        say(BetPlaced(bet=1, seat=1, player="rui", chance="jogo", amount=100), number)
        if number < 4:
            say(RoundClosed(), number)
        casino.project(page=page)
    assert told(casino, 4)["beside"] == {"1": ["ana"]}
    (last,) = casino.rows("SELECT max(position) AS position FROM {s}.history")
    before = judge_round(casino.conninfo, f"P3-01/{DAY}/2")
    assert before is not None
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"mesa:{seated[1].first}",
            link=seated[1].link,
            replacement={"seat": 2, "player": "rui"},
            reason="erro_de_registo",
        ),
    )
    casino.approve("chefe", correction)
    casino.project(page=page)
    say(RoundClosed(), 4)
    casino.project(page=page)
    assert [told(casino, number).get("beside", {}) for number in (2, 3, 4)] == [{}, {}, {}]
    then = judge_round(casino.conninfo, f"P3-01/{DAY}/2", last["position"])
    now = judge_round(casino.conninfo, f"P3-01/{DAY}/2")
    assert then == before
    assert now is not None
    assert now.record != before.record
    kept = casino.rows("SELECT count(*) FROM {s}.verdict WHERE round = %s", f"P3-01/{DAY}/4")
    assert kept == [{"count": 1}]
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo, page=page) == digests
