"""Disputes and roles: deadlines, decisions beside replay's verdict, evidence, who may do what."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.bingo import CardsDestroyed
from ledger.events.jackpots import AwardPaid, BaseFunded, Combination, PoolOpened
from ledger.events.machines import MachineEnrolled
from ledger.events.outcomes import BallLanded, CardDealt, DiceRolled, HandShown
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    FindingDecided,
)
from ledger.events.rounds import (
    BankTaken,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Commission,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import TableOpened
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import DAY, Casino

ROUND = f"RA-01/{DAY}/1"
PAST = "2026-11-20T23:00:00.000000Z"
FUTURE = (datetime.now(UTC) + timedelta(days=400)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def coup(casino: Casino, *, paid: int) -> None:
    """Play a coup in which a pleno of 1.00 on 17 wins, and pay it (RA R42: 35.00)."""
    opened = TableOpened(
        profile="cv-2017@1",
        game="roleta_americana",
        options={"roda": "francesa37"},
        currency="CVE",
        records=("bets", "payouts", "results"),
    )
    casino.say("mesa", opened, place="RA-01")
    payloads: list[Payload] = [
        RoundOpened(),
        BetsOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=100),
        BetsClosed(),
        BallLanded(number=17, colour="preto"),
        Payout(seat=1, bets=(1,), amount=paid, stake_returned=100),
        RoundClosed(),
    ]
    for payload in payloads:
        casino.say("mesa", payload, round_id=ROUND)


def opened(**others: Any) -> DisputeOpened:
    given: dict[str, Any] = {"dispute": "D-1", "subject": "round", "rounds": (ROUND,), "seat": 1}
    return DisputeOpened(**{**given, **others})


def codes(casino: Casino) -> list[tuple[str, int | None]]:
    casino.project()
    rows = casino.rows(
        "SELECT code, amount FROM {s}.finding WHERE known_until IS NULL "
        "AND code ~ '^(DS|OP)' ORDER BY known_from, id"
    )
    return [(row["code"], row["amount"]) for row in rows]


@pytest.mark.parametrize(
    ("decided", "expected"),
    [
        ({"amount": 500}, []),
        ({"amount": 500, "due": 500}, []),
        ({"amount": 400}, [("DS-DEV", -100)]),
        ({"amount": 400, "reason": "acordo"}, []),
        ({"amount": 500, "due": 400}, [("DS-DEV", 0)]),
        ({"amount": 0}, [("DS-DEV", -500)]),
    ],
)
def test_a_decision_is_held_against_the_verdict(
    casino: Casino, decided: dict[str, Any], expected: list[Any]
) -> None:
    """30.00 paid of 35.00: 5.00 are owed; another sum, or another due, wants a reason."""
    coup(casino, paid=3_000)
    casino.say("inspector", opened())
    casino.say("inspector", DisputeDecided(dispute="D-1", decision="upheld", **decided))
    assert codes(casino) == expected


def jogada(casino: Casino, *payments: Payload) -> None:
    """Play a jogada against place 1, whose bank of 100.00 wins the 5.00 of place 2 (P3 R17, R19).

    5% of them are the house's: 104.75 lie before the banker, and nothing is due to place 2.
    """
    options = TableOpened(
        profile="cv-2017@1",
        game="poquer_3_cartas",
        options={},
        currency="CVE",
        records=("bets", "cards", "payouts"),
    )
    casino.say("mesa", options, place="RA-01")
    hands = "KhQsJd 2h3s4d 5c5dTd Tc9c8h Jh7hAh KsQd8c QhJs8d KdTs9d".split()  # noqa: SIM905 - a line is a deal
    dealt = [
        CardDealt(to="seat", seat=place, card=hand[at : at + 2])
        for place, hand in enumerate(hands, 1)
        for at in (0, 2, 4)
    ]
    payloads: list[Payload] = [
        RoundOpened(banker=1),
        BankTaken(seat=1, capital=10_000, via="first"),
        BetPlaced(bet=1, seat=2, chance="lugar", amount=500),
        DiceRolled(dice=(1, 2, 3, 3), by=1, first=1),
        *dealt,
        Commission(amount=25, seat=1),
        *payments,
        RoundClosed(),
    ]
    for payload in payloads:
        casino.say("mesa", payload, round_id=ROUND)


def owed(casino: Casino, *seats: int | None) -> list[int | None]:
    """Return what is open for each seat, or the round: what a decision of nothing falls short."""
    for number, seat in enumerate(seats):
        casino.say("inspector", opened(dispute=f"O-{number}", seat=seat))
        decided = DisputeDecided(dispute=f"O-{number}", decision="rejected", amount=0)
        casino.say("inspector", decided)
    casino.project()
    rows = casino.rows(
        "SELECT amount, facts FROM {s}.finding WHERE known_until IS NULL AND code = 'DS-DEV'"
    )
    found = {json.loads(row["facts"])["dispute"]: -row["amount"] for row in rows}
    return [found.get(f"O-{number}", 0) for number in range(len(seats))]


def test_a_bank_on_the_table_is_owed_by_nobody(casino: Casino) -> None:
    """P3 R17, R19: place 2 loses 5.00 to the banker, whose 104.75 lie before him."""
    jogada(casino)
    assert owed(casino, None, 1, 2) == [0, 0, 0]
    casino.say("inspector", opened(dispute="D-3", seat=1))
    casino.say("inspector", DisputeDecided(dispute="D-3", decision="upheld", amount=1))
    assert codes(casino) == [("DS-DEV", 1)]


@pytest.mark.parametrize("page", [1_000, 3])
def test_a_bank_on_the_table_is_owed_by_nobody_where_the_round_differs(
    casino: Casino, page: int
) -> None:
    """The loser was paid 10.00: they are too much, and the bank's 104.75 are no part of it."""
    jogada(casino, Payout(seat=2, bets=(1,), amount=500, stake_returned=500))
    casino.project(page=page)
    assert owed(casino, None, 1, 2) == [-1_000, 0, -1_000]


def test_a_bank_that_is_handed_over_is_compared(casino: Casino) -> None:
    """Of the 104.75 the banker was handed 100.00: 4.75 are his still."""
    jogada(casino, Payout(seat=1, bets=(), amount=0, stake_returned=10_000))
    assert owed(casino, None, 1, 2) == [475, 475, 0]


def two_prizes(casino: Casino, *money: Payload) -> None:
    """Play a jogada in which places 2 and 8 win 5.00 each of place 1: 4.75 and the stake are due.

    Their three figures, and nine with a figure, beat the bank's nine without (P3 R7, R8, R29).
    """
    options = TableOpened(
        profile="cv-2017@1",
        game="poquer_3_cartas",
        options={},
        currency="CVE",
        records=("bets", "cards", "payouts"),
    )
    casino.say("mesa", options, place="RA-01")
    hands = "2h3s4d KhQsJd 5c5dTd Tc9c8h Jh7hAh KsQd8c QhJs8d KdTs9d".split()  # noqa: SIM905 - a line is a deal
    payloads: list[Payload] = [
        RoundOpened(banker=1),
        BankTaken(seat=1, capital=10_000, via="first"),
        BetPlaced(bet=1, seat=2, chance="lugar", amount=500),
        BetPlaced(bet=2, seat=8, chance="lugar", amount=500),
        DiceRolled(dice=(1, 2, 3, 3), by=1, first=1),
        *(
            CardDealt(to="seat", seat=place, card=hand[at : at + 2])
            for place, hand in enumerate(hands, 1)
            for at in (0, 2, 4)
        ),
        *money,
        RoundClosed(),
    ]
    for payload in payloads:
        casino.say("mesa", payload, round_id=ROUND)


@pytest.mark.parametrize("page", [1_000, 3])
@pytest.mark.parametrize(
    ("paid", "commission", "open_of_2"),
    [
        pytest.param(500, Commission(amount=25, seat=2, apart=True), 0, id="whole, besides"),
        pytest.param(500, Commission(amount=80, seat=2, apart=True), 0, id="P3-COM tells it"),
        pytest.param(400, Commission(amount=25, seat=2, apart=True), 75, id="short, besides"),
        pytest.param(475, Commission(amount=25, seat=2, apart=True), 0, id="right"),
        pytest.param(475, Commission(amount=25, seat=2), 0, id="kept back"),
        pytest.param(500, Commission(amount=25, seat=2), -25, id="whole, kept by nobody"),
    ],
)
def test_a_commission_paid_besides_is_none_of_the_prize(
    casino: Casino, paid: int, commission: Commission, open_of_2: int, page: int
) -> None:
    """P3 R29: place 8 has 0.75 to come, whatever place 2, paid whole, gave of its own."""
    two_prizes(
        casino,
        Payout(seat=2, bets=(1,), amount=paid, stake_returned=500),
        commission,
        Payout(seat=8, bets=(2,), amount=400, stake_returned=500),
        Commission(amount=25, seat=8),
    )
    casino.project(page=page)
    assert owed(casino, None, 2, 8) == [75 + open_of_2, open_of_2, 75]


def test_a_commission_paid_besides_for_no_place_is_open_for_the_round(casino: Casino) -> None:
    """Two won, and 0.25 were paid besides by one of them: the round's sum knows, no place does."""
    two_prizes(
        casino,
        Payout(seat=2, bets=(1,), amount=500, stake_returned=500),
        Payout(seat=8, bets=(2,), amount=400, stake_returned=500),
        Commission(amount=25, apart=True),
        Commission(amount=25),
    )
    assert owed(casino, None, 8) == [75, 75]


def unrecorded(casino: Casino) -> list[tuple[str, str | None]]:
    """Return place and round of what decided cases are about and the ledger lacks, as known now."""
    casino.project()
    rows = casino.rows(
        "SELECT place, round FROM {s}.finding WHERE known_until IS NULL AND code = 'CLAIM-NOREC' "
        "ORDER BY known_from, id"
    )
    return [(row["place"], row["round"]) for row in rows]


def test_a_decision_about_a_round_that_was_never_recorded(casino: Casino) -> None:
    """CLAIM-NOREC: of two rounds in dispute the ledger has one; none before it is decided."""
    coup(casino, paid=3_500)
    other = f"RA-01/{DAY}/2"
    casino.say("inspector", opened(rounds=(ROUND, other)))
    assert unrecorded(casino) == []
    casino.say("inspector", DisputeDecided(dispute="D-1", decision="rejected", amount=0))
    assert unrecorded(casino) == [("RA-01", other)]
    # The table was out of reach: its word comes late, and nothing is missing any more.
    casino.say("mesa", RoundOpened(), round_id=other)
    assert unrecorded(casino) == []


def test_a_decision_about_a_round_that_is_recorded(casino: Casino) -> None:
    """Closed or still open, judged or not: it is in the ledger."""
    coup(casino, paid=3_500)
    still = f"RA-01/{DAY}/2"
    casino.say("mesa", RoundOpened(), round_id=still)
    casino.say("inspector", opened(rounds=(ROUND, still)))
    casino.say("inspector", DisputeDecided(dispute="D-1", decision="rejected", amount=0))
    assert unrecorded(casino) == []


@pytest.mark.recorded
def test_a_decision_about_a_machine_that_never_spoke(casino: Casino) -> None:
    """CLAIM-NOREC until the machine is on the floor; a word that is no round's id stops nothing."""
    strange = {"subject": "machine", "machine": "MQ-7", "seat": None}
    casino.say("inspector", opened(**strange, rounds=()))
    casino.say("inspector", DisputeDecided(dispute="D-1", decision="rejected", amount=0))
    assert unrecorded(casino) == [("MQ-7", None)]
    standing = MachineEnrolled(maker="m", model="x", serial="1", digits=8)
    casino.say("mesa", standing, place="MQ-7")
    assert unrecorded(casino) == []
    casino.say("inspector", opened(**strange, dispute="D-2", rounds=("ontem-a-noite-1",)))
    casino.say("inspector", DisputeDecided(dispute="D-2", decision="rejected", amount=0))
    assert unrecorded(casino) == [("ontem-a-noite-1", "ontem-a-noite-1")]
    casino.project(page=1)
    before = codes(casino), unrecorded(casino)
    rebuild(casino.conninfo)
    assert (codes(casino), unrecorded(casino)) == before


def test_a_decision_about_another_day_reads_what_was_written(casino: Casino) -> None:
    """The verdict may be of an earlier page: the same answer."""
    coup(casino, paid=3_500)
    casino.project(page=3)
    casino.say("inspector", opened())
    casino.project(page=3)
    casino.say("inspector", DisputeDecided(dispute="D-1", decision="upheld", amount=1))
    assert codes(casino) == [("DS-DEV", 1)]


def test_a_case_without_an_answer_in_time_is_one_finding(casino: Casino) -> None:
    """Due yesterday, no answer at the tick: once; due next year: nothing."""
    casino.say("inspector", opened(due=PAST))
    casino.say("inspector", opened(dispute="D-2", due=FUTURE))
    casino.tick()
    casino.tick()
    assert codes(casino) == [("DS-DEADLINE", None)]


def test_a_case_answered_before_is_no_finding(casino: Casino) -> None:
    """The answer came before the clock found it missing."""
    casino.say("inspector", opened(due=PAST))
    casino.say("direccao", DisputeAnswered(dispute="D-1", position="accepted"))
    casino.tick()
    assert codes(casino) == []


@pytest.mark.parametrize(("number", "expected"), [(1, [("DS-EVID", None)]), (2, [])])
def test_evidence_of_an_open_case_is_kept(casino: Casino, number: int, expected: list[Any]) -> None:
    """BI R51: cards of the jogada in dispute are not destroyed; those of another are."""
    jogada = f"SALA/{DAY}/1"
    casino.say("inspector", opened(rounds=(jogada,), subject="jogada"))
    casino.say("sala", RoundOpened(), round_id=jogada)
    casino.say("sala", RoundOpened(), round_id=f"SALA/{DAY}/2")
    casino.say("sala", CardsDestroyed(cards=()), round_id=f"SALA/{DAY}/{number}")
    found = [one for one in codes(casino) if one[0].startswith("DS")]
    assert found == expected


def test_only_an_inspector_closes_a_finding(casino: Casino) -> None:
    """Who caused it cannot; an inspector can."""
    casino.source("ana", "inspector")
    casino.say("ana", FindingDecided(finding="0" * 24, state="accepted"))
    assert codes(casino) == []
    casino.source("rui", "finance")
    casino.say("rui", FindingDecided(finding="0" * 24, state="accepted"))
    assert codes(casino) == [("OP-ACCESS", None)]


def test_an_inspectors_key_plays_nothing(casino: Casino) -> None:
    """A round opened by an inspector is recorded, and a finding."""
    casino.source("ana", "inspector")
    casino.say("ana", RoundOpened(), round_id=ROUND)
    assert ("OP-ACCESS", None) in codes(casino)


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(4, marks=pytest.mark.deep)])
def test_cases_are_the_same_whatever_the_page(casino: Casino, page: int) -> None:
    """Opened, answered, decided, appealed: live in pages and rebuilt in one go."""
    coup(casino, paid=3_000)
    for payload in (
        opened(due=PAST),
        DisputeAnswered(dispute="D-1", position="rejected"),
        DisputeDecided(dispute="D-1", decision="upheld", amount=500),
        Appeal(dispute="D-1", by="casino"),
    ):
        casino.say("inspector", payload)
        casino.project(page=page)
    (row,) = casino.rows("SELECT dispute, state, paid, decision FROM {s}.dispute")
    assert row == {"dispute": "D-1", "state": "appealed", "paid": 500, "decision": "upheld"}
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests


@pytest.mark.parametrize("page", [1, 100])
def test_an_appeal_of_a_case_about_the_unrecorded_stays_whatever_the_page(
    casino: Casino, page: int
) -> None:
    """Decided without its round, appealed, and then the round comes: it is still appealed."""
    other = f"{ROUND.rpartition('/')[0]}/9"
    for payload in (
        opened(due=PAST, rounds=(other,)),
        DisputeDecided(dispute="D-1", decision="upheld", amount=500),
        Appeal(dispute="D-1", by="casino"),
    ):
        casino.say("inspector", payload)
        if page == 1:
            casino.project(page=page)
    casino.say("mesa-ra", RoundOpened(), round_id=other)
    casino.project(page=page)
    (row,) = casino.rows("SELECT state, unrecorded FROM {s}.dispute")
    assert row == {"state": "appealed", "unrecorded": False}


SD = f"SD-01/{DAY}/1"


def flush(casino: Casino, *payments: Payload) -> None:
    """Play a jogada whose flush is due 140.00 of its bets, and the pool's 5.00 (SD R30, R31, R40).

    The bank has a pair of kings: 10.00 are paid one to one, 20.00 five to one, the stakes go back.
    """
    pool = PoolOpened(
        pool="p",
        scope="tables",
        game="poquer_sem_descarte",
        members=("SD-01",),
        currency="CVE",
        base=1_000_000,
        ppm=700_000,
        bet=100,
        combinations=(Combination(name="real", ppm=1_000_000), Combination(name="cor", fixed=500)),
    )
    act = casino.say("financas", pool)
    casino.approve("autoridade", act)
    casino.say("financas", BaseFunded(pool="p", amount=1_000_000, funds="operator"))
    opened = TableOpened(
        profile="cv-2017@1",
        game="poquer_sem_descarte",
        options={},
        currency="CVE",
        records=("bets", "cards", "decisions", "payouts"),
    )
    casino.say("mesa", opened, place="SD-01")
    bank, mine = ["Ks", "Kd", "Qc", "8h", "3s"], ["Jh", "Th", "7h", "4h", "2h"]
    payloads: list[Payload] = [
        RoundOpened(),
        BetPlaced(bet=1, seat=1, chance="inicial", amount=1_000),
        BetPlaced(bet=2, seat=1, chance="acumulado", amount=100),
        BetsClosed(),
        *(CardDealt(to="seat", seat=1, card=card) for card in mine),
        *(CardDealt(to="bank", card=card, open=n == 5) for n, card in enumerate(bank, 1)),
        Decision(seat=1, action="vou", bet=3, added=2_000),
        HandShown(of="bank", cards=tuple(bank)),
        *payments,
        RoundClosed(),
    ]
    for payload in payloads:
        casino.say("mesa", payload, round_id=SD)


def paid_of_bets(amount: int) -> Payout:
    """Return a payment of the main bets, their stakes of 30.00 besides."""
    return Payout(seat=1, bets=(1, 3), amount=amount, stake_returned=3_000)


def prize_paid(amount: int) -> AwardPaid:
    """Return a payment of the pool's prize."""
    return AwardPaid(pool="p", seat=1, bet=2, amount=amount, means="chips")


@pytest.mark.parametrize(
    ("payments", "left"),
    [
        ((paid_of_bets(11_000), prize_paid(500)), 0),
        ((paid_of_bets(11_000),), 500),
        ((paid_of_bets(11_000), prize_paid(200)), 300),
        ((paid_of_bets(10_000), prize_paid(500)), 1_000),
        ((paid_of_bets(10_000),), 1_500),
    ],
)
def test_a_pools_prize_is_due_to_its_seat(
    casino: Casino, payments: tuple[Payload, ...], left: int
) -> None:
    """What is open for the seat, and for the round, is of the bets and of the pool's prize."""
    flush(casino, *payments)
    casino.say("inspector", opened(dispute="D-3", seat=1, rounds=(SD,)))
    casino.say("inspector", DisputeDecided(dispute="D-3", decision="upheld", amount=left))
    casino.say("inspector", opened(dispute="D-4", seat=None, rounds=(SD,)))
    casino.say("inspector", DisputeDecided(dispute="D-4", decision="upheld", amount=left))
    assert codes(casino) == []
    casino.say("inspector", opened(dispute="D-5", seat=1, rounds=(SD,)))
    casino.say("inspector", DisputeDecided(dispute="D-5", decision="upheld", amount=left + 1))
    assert codes(casino) == [("DS-DEV", 1)]


def test_the_sums_of_a_round_are_those_of_its_lines_and_its_prizes(casino: Casino) -> None:
    """A verdict tells 145.00 due and 142.00 paid: 140.00 of bets, and 5.00 and 2.00 of a prize."""
    flush(casino, paid_of_bets(11_000), prize_paid(200))
    casino.project()
    (row,) = casino.rows("SELECT due, paid, prizes, prizes_paid FROM {s}.verdict")
    assert row == {"due": 14_500, "paid": 14_200, "prizes": 500, "prizes_paid": 200}
    (lines,) = casino.rows("SELECT sum(due)::bigint AS due FROM {s}.due")
    assert lines["due"] == row["due"] - row["prizes"]
