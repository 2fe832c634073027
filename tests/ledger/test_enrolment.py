"""Whom registrars may enrol: persons, roles and sides, folded over short histories."""

from typing import Any

import pytest

from ledger.errors import NotEntitledError
from ledger.events.base import Payload
from ledger.events.registry import (
    ClockTicked,
    KeyRevoked,
    LedgerFounded2,
    ParameterSet,
    RegistrarNamed,
    SourceEnrolled,
    SourceEnrolled2,
)
from ledger.keys import ENTITLED
from ledger.roles import Role
from ledger.signed.sources import prove_possession
from tests.helpers.each import each
from tests.ledger.test_keys import ORIGIN, History, public, signer

FROM = "2026-11-20T00:00:00.000000Z"


class Bound(History):
    """A ledger whose registrars have sides: Ana and Rui are of the house, Eva of the Authority."""

    def __init__(self, threshold: int = 2) -> None:
        """Found a ledger of which each registrar's side is known."""
        super().__init__(
            threshold,
            founding=LedgerFounded2(
                origin=ORIGIN,
                service="casa-service",
                service_key=public("service").hex(),
                log_key=public("log").hex(),
                registrars=(
                    RegistrarNamed(source="ana", key=public("ana").hex(), side="house"),
                    RegistrarNamed(source="rui", key=public("rui").hex(), side="house"),
                    RegistrarNamed(
                        source="eva", key=public("eva").hex(), side="authority", person="n-3"
                    ),
                ),
                threshold=threshold,
            ),
        )

    def ask(self, who: str, source: str, role: Role, **bound: Any) -> tuple[str, str]:
        """Let a registrar propose a source with its bindings."""
        key = bound.pop("key", source)
        return self.say(
            who,
            SourceEnrolled2(
                source=source,
                role=role,
                key=public(key).hex(),
                proof=prove_possession(ORIGIN, source, signer(key)),
                **bound,
            ),
        )

    def bind(self, source: str, role: Role, **bound: Any) -> str | None:
        """Enrol a source by Ana and Eva; return why it takes no effect."""
        act = self.ask("ana", source, role, **bound)
        return self.agree("eva", act)

    def agree(self, who: str, act: tuple[str, str]) -> str | None:
        """Let somebody approve an act; return why it takes no effect though enough agreed."""
        self.approve(who, act)
        return self.why

    def set_authority(self, value: Any = 1, *, by: str = "ana", second: str = "rui") -> None:
        """Let two registrars say from where authority holds."""
        self.approve(second, self.say(by, authority(value)))

    def entitled(self, source: str, payload: Payload) -> bool:
        """Tell whether the door lets a source say a payload."""
        try:
            self.keyring.check_entitled(f"{source}:1", payload.KIND, payload)
        except NotEntitledError:
            return False
        return True


def authority(value: Any = 1, *, name: str = "autoridade", scope: str = "*") -> ParameterSet:
    """Return the parameter from which authority holds."""
    return ParameterSet(scope=scope, name=name, value=value, since=FROM)


def test_an_enrolment_in_effect_tells_role_person_casino_places_and_pools() -> None:
    """What stands at a position is what registrars agreed on, never what one of them proposed."""
    ledger = Bound()
    act = ledger.ask("ana", "mesa", Role.TABLE, casino="c-1", places=("RA-01",), pools=("p",))
    assert "mesa" not in ledger.keyring.sources
    ledger.approve("rui", act)
    source = ledger.keyring.sources["mesa"]
    assert (source.role, source.person, source.casino) == ("table", None, "c-1")
    assert (source.places, source.pools, source.side) == (("RA-01",), ("p",), None)
    assert ledger.bind("fiscal", Role.SUPERVISOR, person="n-9", casino="c-1") is None
    assert ledger.keyring.sources["fiscal"].person == "n-9"
    assert [one.name for one in ledger.keyring.living_of("n-9")] == ["fiscal"]


def test_a_plain_enrolment_tells_no_places_and_its_person_is_its_name() -> None:
    """Authority 3.2: source-enrolled/1 is read as before; places are not known, not none."""
    ledger = Bound()
    ledger.enrol("tia", "t1", role="inspector")
    ledger.enrol("mesa", "m1", role="table")
    ledger.enrol("velho", "v1", role="office")
    sources = ledger.keyring.sources
    assert [sources[one].person for one in ("tia", "mesa", "velho")] == ["tia", None, None]
    assert sources["mesa"].places is None
    assert sources["eva"].person == "n-3"
    assert sources["ana"].person == "ana"


FORBIDDEN: list[tuple[str, list[tuple[str, Role, dict[str, Any]]], str]] = [
    (
        "two keys for one role and casino",
        [
            ("a", Role.CASHIER, {"person": "n-1", "casino": "c-1"}),
            ("b", Role.CASHIER, {"person": "n-1", "casino": "c-1"}),
        ],
        "n-1 is cashier with the key of a already",
    ),
    (
        "house and Authority",
        [
            ("a", Role.DEALER, {"person": "n-1", "casino": "c-1"}),
            ("b", Role.INSPECTOR, {"person": "n-1"}),
        ],
        "n-1 is dealer: never in one hand with inspector",
    ),
    (
        "a registrar and anything else",
        [("b", Role.FINANCE, {"person": "rui", "casino": "c-1"})],
        "rui is registrar: never in one hand with finance",
    ),
    (
        "cashier and finance, in two casinos",
        [
            ("a", Role.CASHIER, {"person": "n-1", "casino": "c-1"}),
            ("b", Role.FINANCE, {"person": "n-1", "casino": "c-2"}),
        ],
        "n-1 is cashier: never in one hand with finance",
    ),
    (
        "no place",
        [("a", Role.TABLE, {"casino": "c-1"})],
        "role table: expected places, got none",
    ),
]


@each("case", FORBIDDEN, ids=lambda case: case[0])
def test_what_one_hand_may_not_hold_is_not_enrolled(
    case: tuple[str, list[tuple[str, Role, dict[str, Any]]], str],
) -> None:
    """Authority 3.2: the last enrolment takes no effect, and the keyring tells why."""
    _, enrolments, why = case
    ledger = Bound()
    *good, (source, role, bound) = enrolments
    for name, one, given in good:
        assert ledger.bind(name, one, **given) is None
    assert ledger.bind(source, role, **bound) == why
    assert source not in ledger.keyring.sources


def test_one_person_may_hold_a_role_in_each_casino_and_roles_that_go_together() -> None:
    """Authority 3.2: one source for each role and casino; dealer and supervisor go together."""
    ledger = Bound()
    for source, role, casino in (
        ("a", Role.DEALER, "c-1"),
        ("b", Role.DEALER, "c-2"),
        ("c", Role.SUPERVISOR, "c-1"),
    ):
        assert ledger.bind(source, role, person="n-1", casino=casino) is None
    assert [one.name for one in ledger.keyring.living_of("n-1")] == ["a", "b", "c"]


def test_a_revoked_key_leaves_the_hand_free_and_the_role_as_it_was() -> None:
    """A lost token is revoked and another enrolled; a source keeps role and person."""
    ledger = Bound()
    bound = {"person": "n-1", "casino": "c-1"}
    assert ledger.bind("a", Role.CASHIER, **bound) is None
    ledger.revoke("a", "a")
    why = ledger.bind("a", Role.FINANCE, key="a2", **bound)
    assert why == "a is a cashier, and a source's role never changes"
    why = ledger.bind("a", Role.CASHIER, key="a2", person="n-2", casino="c-1")
    assert why == "a is a key of n-1, and no other person's"
    assert ledger.bind("b", Role.FINANCE, **bound) is None, "no living key of a cashier is left"
    assert ledger.bind("a", Role.CASHIER, key="a3", **bound) is not None, "now finance is in hand"
    ledger.revoke("b", "b")
    assert ledger.bind("a", Role.CASHIER, key="a4", **bound) is None


def test_a_plain_source_may_be_bound_to_its_person_after_its_key_was_revoked() -> None:
    """An older ledger's people get pseudonyms: a plain enrolment told none."""
    ledger = Bound()
    ledger.enrol("tia", "t1", role="staff")
    ledger.revoke("tia", "t1")
    bound = {"key": "t2", "person": "n-1", "casino": "c-1"}
    assert ledger.bind("tia", Role.SUPERVISOR, **bound) is None
    assert ledger.keyring.sources["tia"].person == "n-1"


@each("role", [Role.INSPECTOR, Role.AUTHORITY, Role.DISPUTE, Role.AUDITOR, Role.WITNESS])
def test_a_key_of_the_authoritys_side_waits_for_its_registrar(role: Role) -> None:
    """Authority 9: two of the house are enough for the house, and never for its controllers."""
    ledger = Bound()
    bound = {} if role is Role.WITNESS else {"person": "n-1"}
    act = ledger.ask("ana", "x", role, **bound)
    ledger.approve("rui", act)
    assert "x" not in ledger.keyring.sources
    ledger.approve("eva", act)
    assert "x" in ledger.keyring.sources


def test_a_registrar_of_the_authority_needs_one_too_and_then_is_one() -> None:
    """Sides are not given by the house: or it would name its own Authority."""
    ledger = Bound()
    act = ledger.ask("ana", "zeca", Role.REGISTRAR, person="n-4", side="authority")
    ledger.approve("rui", act)
    assert "zeca" not in ledger.keyring.registrars
    ledger.approve("eva", act)
    assert "zeca" in ledger.keyring.registrars
    ledger.approve("zeca", ledger.ask("ana", "insp", Role.INSPECTOR, person="n-5"))
    assert "insp" in ledger.keyring.sources
    ledger.approve("rui", ledger.ask("ana", "rosa", Role.REGISTRAR, person="n-6", side="house"))
    ledger.approve("rosa", ledger.ask("ana", "insp-2", Role.INSPECTOR, person="n-7"))
    assert "insp-2" not in ledger.keyring.sources


def test_where_no_side_was_told_none_is_asked_for() -> None:
    """A ledger founded without sides goes on: its registrars enrol inspectors as they did."""
    ledger = Bound()
    plain = History()
    ledger.keyring, ledger.position = plain.keyring, plain.position
    act = ledger.ask("ana", "insp", Role.INSPECTOR, person="n-1")
    ledger.approve("rui", act)
    assert "insp" in ledger.keyring.sources


def test_nobody_agrees_to_a_key_of_his_own() -> None:
    """Segregation S12: of two who agree, neither is the person that gets the key."""
    ledger = Bound()
    ledger.revoke("rui", "rui")
    act = ledger.ask("ana", "rui", Role.REGISTRAR, key="r2", person="ana", side="house")
    ledger.approve("eva", act)
    assert ledger.verdict("rui", "r2") != "valid"


def test_two_keys_of_one_registrar_are_one_voice() -> None:
    """A threshold counts persons: the founding may name one of them twice."""
    ledger = Bound(threshold=2)
    ledger.keyring.sources["rui"].person = "ana"
    ledger.approve("rui", ledger.ask("ana", "mesa", Role.TABLE, casino="c", places=("RA-01",)))
    assert "mesa" not in ledger.keyring.sources


# --- from where authority holds ------------------------------------------------------------------


def test_authority_holds_from_where_registrars_agreed_and_never_falls() -> None:
    """Authority 10: set for everything by a registrar, approved to the threshold; it only rises."""
    ledger = Bound()
    act = ledger.say("ana", authority())
    assert (ledger.keyring.authority, ledger.keyring.authority_since) == (0, None)
    ledger.approve("rui", act)
    since = ledger.position
    assert (ledger.keyring.authority, ledger.keyring.authority_since) == (1, since)
    ledger.set_authority(0)
    ledger.set_authority(1)
    assert (ledger.keyring.authority, ledger.keyring.authority_since) == (1, since)
    ledger.set_authority(2)
    assert (ledger.keyring.authority, ledger.keyring.authority_since) == (2, since)


@each("value", [True, "1", -1, 0])
def test_a_value_that_is_no_version_sets_nothing(value: object) -> None:
    """A word, a flag, nought: none of them is a version of the matrix."""
    ledger = Bound()
    ledger.set_authority(value)
    assert ledger.keyring.authority == 0


def test_nobody_else_sets_authority_nor_anything_else_does() -> None:
    """One registrar alone, a table, another name or scope: authority does not begin."""
    ledger = Bound()
    ledger.enrol("mesa", "m1")
    ledger.set_authority(by="mesa")
    ledger.set_authority(second="mesa")
    for other in (authority(name="autoridade_assina"), authority(scope="c-1")):
        ledger.approve("rui", ledger.say("ana", other))
    assert ledger.keyring.authority == 0


def payload_of(kind: str) -> Payload | None:
    """Return a payload where the answer depends on it: of another's key."""
    return KeyRevoked(source="mesa", key=public("m1").hex()) if kind == KeyRevoked.KIND else None


@each("kind", sorted(ENTITLED))
def test_the_door_guards_each_kind_under_authority_and_only_then(kind: str) -> None:
    """Authority 4, rows with "door": every kind by every role, before and after."""
    ledger = Bound()
    sources = {"registrar": "ana", "service": "casa-service"}
    for role in set(Role) - {Role.REGISTRAR, Role.SERVICE}:
        ledger.enrol(role, role, role=role)
        sources[role] = role
    allowed = {str(role) for role in ENTITLED[kind]}

    def may() -> set[str]:
        found: set[str] = set()
        for role, source in sources.items():
            try:
                ledger.keyring.check_entitled(f"{source}:9", kind, payload_of(kind))
            except NotEntitledError:
                continue
            found.add(role)
        return found

    assert may() == set(sources)
    ledger.set_authority()
    assert may() == allowed


def test_every_source_revokes_its_own_key_at_once_under_authority() -> None:
    """Authority 4, key-revoked: of its own key nobody else need agree; before, only registrars."""
    ledger = Bound()
    ledger.enrol("mesa", "m1")
    ledger.enrol("roda", "r1")
    own = KeyRevoked(source="mesa", key=public("m1").hex())
    ledger.say("mesa", own)
    assert ledger.verdict("mesa", "m1") == "valid"
    ledger.set_authority()
    assert ledger.entitled("mesa", own)
    assert not ledger.entitled("roda", own)
    ledger.say("roda", own)
    assert ledger.verdict("mesa", "m1") == "valid"
    ledger.say("mesa", own)
    assert ledger.verdict("mesa", "m1") == "key-revoked"


def test_a_plain_enrolment_is_none_under_authority() -> None:
    """It would hide who the person is: refused at the door, without effect in the fold."""
    ledger = Bound()
    ledger.set_authority()
    plain = SourceEnrolled(source="x", role="table", key=public("x").hex(), proof="0" * 128)
    with pytest.raises(NotEntitledError, match="expected source-enrolled/2, which names person"):
        ledger.keyring.check_entitled("ana:9", plain.KIND, plain)
    ledger.enrol("x", "x")
    assert "x" not in ledger.keyring.sources


def test_the_refusal_names_who_may_and_who_asked() -> None:
    """Whoever is refused is told the role that may say it, and his own."""
    ledger = Bound()
    ledger.enrol("mesa", "m1")
    ledger.set_authority()
    with pytest.raises(NotEntitledError) as told:
        ledger.keyring.check_entitled("mesa:7", ClockTicked.KIND, ClockTicked())
    assert str(told.value) == "mesa:7: clock-ticked/1: expected a service, got mesa, a table"
