"""What may not be said is planted: a fault for each row of the matrix, and for S1 to S13."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Final

import pytest

from ledger.errors import NotEntitledError
from ledger.events.base import Payload
from ops.simulator.night.catalogue import codes
from ops.simulator.parties.floor import Floor
from ops.simulator.parties.manifest import Planted
from ops.simulator.parties.terminal import Forgery
from projections.authority.matrix import ROWS, Row
from tests.ops.simulator.conftest import each_fault, where

NOT_PLANTED: Final[Mapping[str, str]] = {
    "key-rotated": "every source says it of itself, and nobody else can sign it",
    "heartbeat": "every source says it of itself",
    "registrars-recovered": "whoever says it, its force is the sealed key's signature",
}
"""The first kind of a row that nobody can say wrongly, and why."""
BESIDE: Final[Mapping[str, tuple[str, str, str]]] = {
    "opening-declared: after the first play": ("sala", "opening-after-play", "OP-ACCESS"),
    "fill: where side is another's": ("sala", "cage-fills-the-tables-side", "OP-ACCESS"),
    "drop-counted: never technician": ("sala", "technician-counts-a-box", "OP-ACCESS"),
    "bet-placed: in another's round": ("boule", "foreign-source", "RND-OWNER"),
    "inspection-noted: not marked manual": ("sala", "inspection-of-a-fold", "OP-ACCESS"),
    "claim: F": ("sala", "finance-opens-case", "OP-ACCESS"),
    "appeal: of a player F": ("sala", "finance-writes-claims-down", "OP-ACCESS"),
    "settlement-paid: where nothing is decided": ("sala", "payer-approves", "OP-ACCESS"),
    "award-paid: above the limit": ("jackpots", "payment-unconfirmed", "JP-PAYDIFF"),
    "table-closed: two of counted_by": ("table_book", "closer-unsigned", "TB-CLOSE"),
    "drop-counted: two of counted_by": ("sala", "one-counter", "TB-CLOSE"),
}
"""What the last columns say besides: game, fault, code."""
IN_ONE_HAND: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "S1": (
        ("sala", "opener-decides-his-case"),
        ("sala", "opener-pays-his-case"),
        ("sala", "answerer-pays-the-case"),
        ("sala", "complainant-answers"),
    ),
    "S2": (("sala", "causer-explains"),),
    "S3": (
        ("sala", "own-approval"),
        ("sala", "setter-approves"),
        ("sala", "rate-setter-declares"),
    ),
    "S4": (("sala", "refuser-approves"),),
    "S5": (("jackpots", "verifier-pays"),),
    "S6": (("table_book", "slip-in-one-hand"), ("table_book", "closer-in-one-hand")),
    "S7": (("table_book", "drop-counted-from-post"),),
    "S8": (("maquinas", "released-by-installer"), ("maquinas", "hand-payment-by-technician")),
    "S9": (("sala", "author-approves-correction"),),
    "S10": (
        ("jackpots", "payer-watches"),
        ("maquinas", "hand-payment-watched-by-payer"),
        ("sala", "payer-approves"),
    ),
    "S11": (("bingo", "verifier-decides"), ("bingo", "destroyed-by-one")),
    "S12": (("sala", "registrar-for-himself"),),
    "S13": (("sala", "party-agrees-to-erase"),),
}
"""By rule of segregation the faults that one person makes: game, fault."""


@cache
def told() -> tuple[frozenset[str], tuple[Planted, ...]]:
    """Tell days of an office with every fault; return the kinds tried at the door, the manifest."""
    faults = each_fault(Floor, every=2)
    floor = Floor(where("sala", "SALA"), faults, earned=lambda: 0)
    said = list(floor.prepare())
    for number in range(6):
        start = floor.where.start + timedelta(days=number)
        said += floor.gaming_day(start.date().isoformat(), start, max(faults) // 4 + 6)
    assert not floor.faults, "each has found its occasion"
    tried = [one for one in said if isinstance(one, Forgery)]
    refused = frozenset(plain(one.payload) for one in tried if one.how == NotEntitledError.code)
    return refused, tuple(floor.planted)


def plain(payload: Payload) -> str:
    """Return a kind without its version."""
    return payload.KIND.partition("/")[0]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.kinds[0])
def test_each_row_of_the_matrix_has_a_planted_fault(row: Row) -> None:
    """Said by a role that the row does not name, with its effect; or a reason why nobody can."""
    refused, planted = told()
    words = {
        str(one.facts["kind"]).partition("/")[0]: one.facts.get("effect", False)
        for one in planted
        if one.code == "OP-ACCESS" and "kind" in one.facts
    }
    if row.otherwise == "-":
        assert row.kinds[0] in NOT_PLANTED
    elif row.otherwise == "door":
        assert refused & set(row.kinds)
    else:
        effects = {words[kind] for kind in row.kinds if kind in words}
        assert effects & ({True} if row.otherwise == "F" else {False})


@pytest.mark.parametrize("what", BESIDE)
def test_what_the_last_column_says_besides_has_a_planted_fault(what: str) -> None:
    """On another's side, after play, in another's round, unconfirmed: its fault, its code."""
    game, fault, code = BESIDE[what]
    assert code in codes()[game][fault]


@pytest.mark.parametrize("rule", IN_ONE_HAND)
def test_each_rule_of_segregation_has_a_planted_fault(rule: str) -> None:
    """One person under one key or two; the night's score finds each (tests of the parties)."""
    for game, fault in IN_ONE_HAND[rule]:
        assert "OP-ACCESS" in codes()[game][fault]


def test_no_fault_of_one_hand_is_of_no_rule() -> None:
    """Each of the office's stands above under its rule, and the rules are thirteen."""
    of_rules = {fault for faults in IN_ONE_HAND.values() for _, fault in faults}
    _, planted = told()
    hands = {one.fault for one in planted if "parts" in one.facts}
    assert hands - of_rules == set()
    assert [*IN_ONE_HAND] == [f"S{number}" for number in range(1, 14)]
