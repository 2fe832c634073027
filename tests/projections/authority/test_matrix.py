"""Every kind by every role, about its own and about another's: the matrix and the page agree."""

from typing import Any, Final

import msgspec
import pytest

from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.catalogue.entries import GOLDEN
from ledger.roles import DEVICES, HOUSE_PEOPLE, PEOPLE, Role
from ledger.signed.canonical import decode
from projections.authority.actor import Actor, CaseView, PoolView
from projections.authority.judging import judge
from projections.authority.matrix import OF_KIND, ROWS, rows_for
from projections.base.produced import FindingView
from tests.projections.authority.rights import ALL_KINDS, CLAIMS, EVERYBODY, about

OWN: Final = "casino-1"
OTHER: Final = "casino-2"
SAID_BY_ALL = {"key-rotated", "registrars-recovered", "heartbeat"}
HERE, THERE = "RA-01", "RA-90"


class World:
    """A place and a pool in each of two casinos."""

    service = "service"
    casinos = (OWN, OTHER)
    act_number_is_enough = True
    games = ("banca_francesa",)
    knows_sides = True
    has_classes = True

    def actor(self, _source: str) -> Actor | None:
        return None

    def casino_of(self, place: str) -> str | None:
        return {HERE: OWN, THERE: OTHER}.get(place)

    def profile_of(self, _scope: str) -> str | None:
        return "cv-2017@1"

    def pool(self, name: str) -> PoolView | None:
        homes = {"here": (OWN, HERE), "there": (OTHER, THERE)}
        if name not in homes:
            return None
        home, member = homes[name]
        return PoolView(home=home, members=frozenset({member}))

    def has_played(self, _subject: str, _name: str) -> bool:
        return False

    def case(self, dispute: str) -> CaseView | None:
        return {"here": CaseView(places=(HERE,)), "there": CaseView(places=(THERE,))}.get(dispute)

    def case_of_text(self, _text: str) -> CaseView | None:
        return None

    def finding(self, finding: str) -> FindingView | None:
        place = {"here": HERE, "there": THERE}.get(finding)
        return FindingView(code="INT-SILENT", severity="critical", place=place)

    def interdicted_by(self, _machine: str) -> Role | None:
        return None


WORLD: Final = World()


def actor(role: Role) -> Actor:
    """Return a source of a role in the first casino, at its place, with its pool."""
    return Actor(
        source=str(role),
        role=role,
        person=str(role) if role in PEOPLE else None,
        casino=OWN if role in HOUSE_PEOPLE or role in DEVICES else None,
        places=frozenset({HERE}) if role in DEVICES else None,
        pools=frozenset({"here"}) if role is Role.JACKPOT_CONTROLLER else frozenset(),
    )


def golden(kind: str) -> Payload:
    """Return the payload of a kind's golden envelope."""
    name, _, version = kind.partition("/")
    path = GOLDEN / f"{name}.{version}.txt"
    payload: Payload = decode(path.read_bytes()).payload
    return payload


SIDES: Final = {Role.TABLE: {"side": "table"}}
SUBJECTS: Final = {
    Role.BINGO_ROOM: {"subject": "ball_set"},
    Role.TECHNICIAN: {"subject": "machine"},
}
PARTIES: Final = {Role.DIRECTOR: {"by": "casino"}, Role.AUTHORITY: {"by": "authority"}}
NAMES: Final = {
    Role.REGISTRAR: {"name": "autoridade", "scope": "*"},
    Role.TECHNICIAN: {"name": "sas_empates"},
    Role.FLOOR_MANAGER: {"name": "minimos"},
    Role.INSPECTOR: {"name": "dispute_answer_days"},
}
FITTED: Final[dict[str, tuple[dict[Role, dict[str, str]], dict[str, str]]]] = {
    "fill": (SIDES, {"side": "cage"}),
    "credit": (SIDES, {"side": "cage"}),
    "opening-declared": (SUBJECTS, {"subject": "account"}),
    "appeal": (PARTIES, {"by": "player"}),
    "parameter-set": (NAMES, {"name": "imposto_especial_ppm"}),
}
"""What the payload must say for a role's right, where that depends on it; of all other roles."""


def fitted(kind: str, role: Role) -> dict[str, str]:
    """Return what the payload must say for a role's right."""
    of_roles, others = FITTED.get(kind, ({}, {}))
    return of_roles.get(role, others)


def told(kind: str, role: Role, *, here: bool) -> tuple[Payload, str | None, str | None]:
    """Return payload, place and round of a kind about the source's own, or about another's."""
    word, casino, place = ("here", OWN, HERE) if here else ("there", OTHER, THERE)
    payload = golden(kind)
    fields = set(payload.__struct_fields__)
    values: dict[str, Any] = {"pool": word, "dispute": word, "finding": word, "casino": casino}
    values |= {"payer": casino, "receiver": casino, "scope": casino, "to": word}
    name = kind.partition("/")[0]
    if name != "parameter-set":
        values.pop("scope")
    if name == "dispute-opened":
        values |= {"rounds": (), "machine": place}
    if name == "pool-transferred":
        values["side"] = "both"
    else:
        values.pop("to")
    if name == "opening-declared":
        values["name"] = "x"
    values |= fitted(name, role)
    plain = {key: value for key, value in values.items() if key in fields}
    if name == "key-revoked":
        plain["source"] = "another"
    number = f"{place}/2026-11-20/1"
    return msgspec.structs.replace(payload, **plain), place, number


def expected(kind: str, role: Role, *, here: bool) -> str:
    """Return what the page says, from the rights written by hand."""
    if kind in EVERYBODY:
        return "effect"
    letter = about(role, kind)
    if letter and (here or letter == "L" or (kind == "parameter-set" and role is Role.REGISTRAR)):
        return "effect"
    if letter == "C" and role not in HOUSE_PEOPLE and role is not Role.CAGE:
        return "effect"  # of no casino
    if kind == "appeal" and role is Role.DIRECTOR:
        return "W"  # the casino's own appeal is no player's claim
    return "F" if kind in CLAIMS and role in PEOPLE else "W"


@pytest.mark.parametrize("role", list(Role))
def test_every_kind_by_a_role_about_its_own_and_anothers(role: Role) -> None:
    """185 kinds, twice each: effect, W or F as written down by hand."""
    wrong: list[str] = []
    for kind in KINDS:
        name = kind.partition("/")[0]
        for here in (True, False):
            payload, place, number = told(kind, role, here=here)
            found = judge(actor(role), kind, payload, place, number, WORLD)
            if found.outcome != (should := expected(name, role, here=here)):
                wrong.append(f"{kind} {'own' if here else 'other'}: {found.outcome}, not {should}")
    assert wrong == []


def test_a_word_outside_the_list_says_nothing() -> None:
    """``office`` and any other word: not even a claim stands."""
    stranger = Actor(source="x", role=None)
    for kind in KINDS:
        name = kind.partition("/")[0]
        payload, place, number = told(kind, Role.TABLE, here=True)
        outcome = judge(stranger, kind, payload, place, number, WORLD).outcome
        assert outcome == ("effect" if name in SAID_BY_ALL else "W"), kind


def test_the_matrix_has_a_row_for_every_kind_and_no_other() -> None:
    """187 kinds, each in one row."""
    kinds = [kind for row in ROWS for kind in row.kinds]
    assert (sorted(kinds), len(OF_KIND)) == (sorted(ALL_KINDS), 187)


def test_who_asks_for_no_kind_is_told_what_is_near() -> None:
    """A wrong word names its neighbours."""
    with pytest.raises(ValueError, match=r"award-payed.*award-paid"):
        rows_for(kind="award-payed")
    with pytest.raises(ValueError, match=r"finanse.*finance"):
        rows_for(role="finanse")
    assert [row.kinds for row in rows_for(kind="award-paid/1")] == [("award-paid",)]


@pytest.mark.parametrize(
    ("role", "kind", "says"),
    [
        (Role.TABLE, "fill/1", {"side": "cage"}),
        (Role.CAGE, "credit/1", {"side": "table"}),
        (Role.TECHNICIAN, "opening-declared/1", {"subject": "account"}),
        (Role.BINGO_ROOM, "opening-declared/1", {"subject": "pool"}),
        (Role.DIRECTOR, "appeal/1", {"by": "authority"}),
        (Role.AUTHORITY, "appeal/1", {"by": "casino"}),
        (Role.TECHNICIAN, "parameter-set/1", {"name": "minimos"}),
        (Role.TECHNICIAN, "parameter-set/1", {"name": "imposto_especial_ppm"}),
        (Role.FLOOR_MANAGER, "parameter-set/1", {"name": "dispute_answer_days"}),
        (Role.DISPUTE, "parameter-set/1", {"name": "imposto_especial_ppm"}),
        (Role.REGISTRAR, "parameter-set/1", {"name": "minimos"}),
        (Role.FINANCE, "parameter-set/1", {"name": "minimos", "scope": "*"}),
        (Role.FINANCE, "parameter-set/1", {"name": "minimos", "scope": "banca_francesa"}),
        (Role.DIRECTOR, "parameter-set/1", {"name": "minimos", "scope": "*"}),
        (Role.DIRECTOR, "parameter-set/1", {"name": "autoridade", "scope": "*"}),
        (Role.INSPECTOR, "parameter-set/1", {"name": "autoridade_assina", "scope": "*"}),
        (Role.FINANCE, "gaming-day-closed/1", {"casino": None}),
    ],
)
def test_a_right_ends_where_the_payload_says_another_thing(
    role: Role, kind: str, says: dict[str, Any]
) -> None:
    """A side, a subject, a party, a parameter's class or scope that is not the role's: W."""
    payload, place, number = told(kind, role, here=True)
    other = msgspec.structs.replace(payload, **says)
    assert judge(actor(role), kind, other, place, number, WORLD).outcome == "W"
