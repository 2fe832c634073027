"""The list of roles is closed; what one hand may never hold; what an enrolment is bound to."""

from itertools import combinations

import pytest

from ledger.roles import (
    AUTHORITY_SIDE,
    DEVICES,
    NEVER_TOGETHER,
    OLD_WORDS,
    PEOPLE,
    Role,
    binding_fault,
    may_join,
    role_named,
    role_of,
)
from tests.helpers.each import each

ALLOWED = {
    frozenset({Role.DEALER, Role.SUPERVISOR}),
    frozenset({Role.DEALER, Role.FLOOR_MANAGER}),
    frozenset({Role.DEALER, Role.DIRECTOR}),
    frozenset({Role.DEALER, Role.FINANCE}),
    frozenset({Role.DEALER, Role.TECHNICIAN}),
    frozenset({Role.SUPERVISOR, Role.FLOOR_MANAGER}),
    frozenset({Role.SUPERVISOR, Role.DIRECTOR}),
    frozenset({Role.SUPERVISOR, Role.TECHNICIAN}),
    frozenset({Role.FLOOR_MANAGER, Role.DIRECTOR}),
    frozenset({Role.FLOOR_MANAGER, Role.TECHNICIAN}),
    frozenset({Role.DIRECTOR, Role.CASHIER}),
    frozenset({Role.DIRECTOR, Role.TECHNICIAN}),
    frozenset({Role.INSPECTOR, Role.AUTHORITY}),
}
"""Every pair of people's roles that authority 3.2 leaves to one person, written out by hand."""


def test_there_are_21_roles_of_devices_and_of_people() -> None:
    """Authority 3.1: eight roles of devices, thirteen of people; five on the Authority's side."""
    assert (len(Role), len(DEVICES), len(PEOPLE)) == (21, 8, 13)
    assert sorted(AUTHORITY_SIDE) == ["auditor", "authority", "dispute", "inspector", "witness"]


def test_one_hand_holds_no_other_pair_than_those_allowed() -> None:
    """Authority 3.2, Never in one hand: of all 78 pairs of people's roles 13 are left."""
    pairs = {frozenset(pair) for pair in combinations(PEOPLE, 2)}
    assert pairs - NEVER_TOGETHER == ALLOWED
    assert pairs >= NEVER_TOGETHER


def test_a_person_is_asked_about_each_role_that_he_holds() -> None:
    """One forbidden pair among several is enough; a role beside itself is no pair."""
    assert may_join(Role.DIRECTOR, [Role.DEALER, Role.SUPERVISOR])
    assert not may_join(Role.FINANCE, [Role.DEALER, Role.SUPERVISOR])
    assert may_join(Role.REGISTRAR, [Role.REGISTRAR])
    assert may_join(Role.REGISTRAR, [])


def test_old_words_are_read_and_others_say_nothing() -> None:
    """Authority 3.2: controller and staff have their roles; office and any other has none."""
    assert role_of("controller") is Role.JACKPOT_CONTROLLER
    assert role_of("staff") is Role.SUPERVISOR
    assert [role_of(word) for word in ("office", "banana", "", "Table")] == [None] * 4
    assert {word for word in OLD_WORDS if word not in set(Role)} == {"controller", "staff"}


def test_a_word_outside_the_list_is_refused_with_the_list_and_what_is_near() -> None:
    """Who mistypes a role is told all of them, and the nearest."""
    assert role_named("table") is Role.TABLE
    with pytest.raises(ValueError, match=r"table, bingo_room, .*got 'banana'; near: "):
        role_named("banana")
    with pytest.raises(ValueError, match="got 'supervisr'; near: supervisor"):
        role_named("supervisr")


BOUND: list[tuple[Role, dict[str, object], str | None]] = [
    (Role.TABLE, {"casino": "c", "places": ("RA-01",)}, None),
    (Role.TABLE, {"casino": "c", "places": ("RA-01",), "pools": ("p",)}, None),
    (Role.TABLE, {"casino": "c"}, "role table: expected places, got none"),
    (Role.TABLE, {"places": ("RA-01",)}, "role table: expected a casino, got none"),
    (
        Role.TABLE,
        {"casino": "c", "places": ("RA-01",), "person": "n-1"},
        "role table: expected no person, got some",
    ),
    (Role.JACKPOT_CONTROLLER, {"casino": "c", "pools": ("p",)}, None),
    (
        Role.JACKPOT_CONTROLLER,
        {"casino": "c", "places": ("MQ-01",)},
        "role jackpot_controller: expected pools, got none",
    ),
    (Role.DEALER, {"casino": "c", "person": "n-1"}, None),
    (Role.DEALER, {"casino": "c"}, "role dealer: expected a person, got none"),
    (
        Role.DEALER,
        {"casino": "c", "person": "n-1", "places": ("RA-01",)},
        "role dealer: expected no places, got some",
    ),
    (Role.INSPECTOR, {"person": "n-1"}, None),
    (
        Role.INSPECTOR,
        {"person": "n-1", "casino": "c"},
        "role inspector: expected no casino, got some",
    ),
    (Role.REGISTRAR, {"person": "n-1", "side": "house"}, None),
    (Role.REGISTRAR, {"person": "n-1"}, "role registrar: expected a side, got none"),
    (
        Role.AUDITOR,
        {"person": "n-1", "side": "authority"},
        "role auditor: expected no side, got some",
    ),
    (Role.WITNESS, {}, None),
    (Role.SERVICE, {"places": ("RA-01",)}, "role service: expected no places, got some"),
]


@each("case", BOUND, ids=lambda case: f"{case[0]}-{','.join(case[1])}")
def test_an_enrolment_is_bound_as_its_role_asks(
    case: tuple[Role, dict[str, object], str | None],
) -> None:
    """Authority 3.1, bound to: casino and places or pools for devices, a person for people."""
    role, told, fault = case
    given = {"person": None, "casino": None, "places": (), "pools": (), "side": None} | told
    assert binding_fault(role, **given) == fault  # pyright: ignore[reportArgumentType] - a table of keywords
