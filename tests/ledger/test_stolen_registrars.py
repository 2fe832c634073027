"""What a thief of registrars' keys, and a house with all its own, cannot do once classes bind."""

from random import Random
from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.registry import (
    KeyRevoked,
    RegistrarsChanged,
    SourceEnrolled,
)
from ledger.roles import Role
from ledger.signed.sources import prove_possession
from tests.ledger.test_keys import ORIGIN, History, public, signer
from tests.ledger.test_registrars import agree, enrolment, named, recovered, sealed, with_sealed


def revocation(source: str, key: str, since: int | None = None) -> KeyRevoked:
    """Return the end of a source's key."""
    return KeyRevoked(source=source, key=public(key).hex(), since=since)


def plain(source: str, role: str, key: str) -> SourceEnrolled:
    """Return an enrolment of the first version, which names no person."""
    proof = prove_possession(ORIGIN, source, signer(key))
    return SourceEnrolled(source=source, role=role, key=public(key).hex(), proof=proof)


def test_a_thief_does_not_outrun_a_revocation_by_a_rotation() -> None:
    """Proposed of the stolen key, agreed to after it rotated: the thief's next keys end, too."""
    ledger = with_sealed()
    act = ledger.say("ana", revocation("rui", "rui"))
    ledger.rotate("rui", "thief-1")
    ledger.rotate("rui", "thief-2")
    assert ledger.verdict("rui", "thief-2") == "valid"
    ledger.approve("eva", act)
    assert {ledger.verdict("rui", one) for one in ("rui", "thief-1", "thief-2")} == {"key-revoked"}
    assert ledger.keyring.is_done(revocation("rui", "rui"))


def test_a_rotation_since_the_suspect_position_falls_with_the_key() -> None:
    """Revoked afterwards by its old key: with a position before the rotation both end."""
    ledger = with_sealed()
    before = ledger.position
    ledger.rotate("rui", "next")
    agree(ledger, revocation("rui", "rui"), "ana", "eva")
    assert ledger.verdict("rui", "next") == "valid"  # an old key that is found later ends no other
    agree(ledger, revocation("rui", "rui", since=before), "ana", "eva")
    assert ledger.verdict("rui", "next") == "key-revoked"


def test_a_key_that_registrars_gave_does_not_fall_with_the_one_before() -> None:
    """Only what the stolen key itself named ends with it."""
    ledger = with_sealed()
    act = ledger.say("ana", revocation("rui", "rui"))
    change = RegistrarsChanged(threshold=2, named=(named("rui", "given"),), removed=("rui",))
    assert agree(ledger, change, "ana", "eva") is None
    ledger.approve("eva", act)
    assert ledger.verdict("rui", "given") == "valid"


ENDS: list[tuple[str, Payload]] = [
    ("revoked", revocation("rui", "rui")),
    ("revoked, and since when", revocation("rui", "rui", since=1)),
    ("removed", RegistrarsChanged(threshold=2, removed=("rui",))),
    ("replaced", RegistrarsChanged(threshold=2, named=(named("rui", "r2"),), removed=("rui",))),
]


@pytest.mark.parametrize("end", [row[1] for row in ENDS], ids=[row[0] for row in ENDS])
def test_what_a_key_agreed_to_counts_no_more_once_it_ended(end: Payload) -> None:
    """However it ended: two others must agree."""
    ledger = with_sealed()
    act = ledger.say("rui", enrolment("mesa", Role.TABLE, "m", casino="c", places=("RA-01",)))
    agree(ledger, end, "ana", "eva")
    ledger.approve("ana", act)
    assert ledger.verdict("mesa", "m") == "unknown-source"
    ledger.approve("eva", act)
    assert ledger.verdict("mesa", "m") == "valid"


HOUSE: list[tuple[str, Payload]] = [
    ("an inspector without person", plain("tia", "inspector", "k")),
    ("an auditor without person", plain("aud", "auditor", "k")),
    ("a registrar without side", plain("zoe", "registrar", "k")),
    ("a registrar of the house", enrolment("zoe", Role.REGISTRAR, "k", person="z", side="house")),
]


@pytest.mark.parametrize("act", [row[1] for row in HOUSE], ids=[row[0] for row in HOUSE])
def test_no_older_or_other_word_passes_the_classes_by(act: Payload) -> None:
    """Whichever kind says it: keys of the Authority's side, and registrars, wait for it."""
    ledger = with_sealed()
    said = ledger.say("ana", act)
    ledger.approve("rui", said)
    assert ledger.keyring.waits(said[0])
    assert not {"tia", "aud", "zoe"} & ledger.keyring.sources.keys()
    ledger.approve("eva", said)
    assert not ledger.keyring.waits(said[0])


TAKEN: list[tuple[str, SourceEnrolled, str]] = [
    ("an inspector as a table", plain("tia", "table", "k"), "tia is a inspector"),
    ("the service's role", plain("outro", "service", "k"), "the role service is of casa-service"),
    ("a registrar as a table", plain("eva", "table", "k"), "eva is a registrar"),
    (
        "a registrar on the other side",
        enrolment("eva", Role.REGISTRAR, "k", person="eva", side="house"),
        "eva is of the side authority",
    ),
]


@pytest.mark.parametrize(("act", "why"), [row[1:] for row in TAKEN], ids=[row[0] for row in TAKEN])
def test_a_dead_name_is_not_taken_over_by_another_role_or_side(
    act: SourceEnrolled, why: str
) -> None:
    """A name whose key was revoked goes on as who it was, by whichever kind it is enrolled."""
    ledger = with_sealed()
    agree(ledger, enrolment("tia", Role.INSPECTOR, "t", person="tia"), "ana", "eva")
    agree(ledger, revocation("tia", "t"), "ana", "eva")
    agree(ledger, revocation("eva", "eva"), "ana", "ivo")
    told = agree(ledger, act, "ana", "rui", "ivo")
    told = told or agree(ledger, act, "ana", "rui")
    assert told is not None
    assert told.startswith(why)
    assert ledger.verdict(act.source, "k") in {"unknown-source", "unknown-key"}


@pytest.mark.parametrize(
    "name", ["a\0b", "mesa 1", "mesa\nrole: table", "../m", "log", "recuperacao"]
)
def test_no_key_is_given_to_what_is_no_name(name: str) -> None:
    """The store keeps no such head and no header holds it: the door would never open again."""
    ledger = with_sealed()
    act = enrolment(name, Role.TABLE, "k", casino="c", places=("RA-01",))
    assert agree(ledger, act, "ana", "eva") == f"{name!r} is no name of a source"
    assert agree(ledger, plain(name, "table", "k"), "ana", "eva") is not None
    change = RegistrarsChanged(threshold=2, named=(named(name, "k"),))
    assert agree(ledger, change, "ana", "eva") is not None
    assert name not in ledger.keyring.sources


def test_an_old_ledger_s_first_change_leaves_one_of_the_authority() -> None:
    """Sides told for the first time, and all of the house: nobody could change them any more."""
    ledger = History()
    house = RegistrarsChanged(threshold=2, named=(named("zoe", "zoe"),))
    assert agree(ledger, house, "ana", "rui") == "no registrar would be of the Authority's side"
    both = RegistrarsChanged(threshold=2, named=(named("zoe", "zoe", "authority"),))
    assert agree(ledger, both, "ana", "rui") is None
    assert agree(ledger, RegistrarsChanged(threshold=3), "zoe", "ana") is None


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_house_says_alone_the_authority_stands(seed: int) -> None:
    """Two hundred random acts by both of the house: no right that needs the Authority is theirs."""
    dice, ledger = Random(seed), with_sealed()
    names = ["eva", "ivo", "tia", "zoe", "mesa", "ana", "rui", "casa-service", "outro"]
    said: list[tuple[str, str]] = []

    def act() -> Payload:
        name, key = dice.choice(names), f"k{dice.randrange(10**6)}"
        role = dice.choice(list(Role))
        side: Any = dice.choice(["house", "authority"])
        return dice.choice(
            [
                plain(name, role, key),
                enrolment(name, role, key, **_bound(role, name, side)),
                revocation(name, name, dice.choice([None, 1])),
                RegistrarsChanged(threshold=1, named=(named(name, key, side),)),
                RegistrarsChanged(threshold=1, removed=(name,), recovery=sealed(key)),
                recovered(key),
            ]
        )

    for _ in range(200):
        who = dice.choice(["ana", "rui"])
        if said and dice.random() < 0.6:
            ledger.approve(who, dice.choice(said))
        else:
            said.append(ledger.say(who, act()))
    keyring = ledger.keyring
    assert keyring.registrars == {"ana", "rui", "eva", "ivo"}
    assert (keyring.threshold, keyring.recovery) == (2, public("sealed"))
    assert {ledger.verdict(one, one) for one in ("eva", "ivo")} == {"valid"}
    of_the_authority = {"inspector", "authority", "dispute", "auditor", "witness", "registrar"}
    found = {one.name for one in keyring.sources.values() if one.role in of_the_authority}
    assert found == keyring.registrars


def _bound(role: Role, name: str, side: str) -> dict[str, Any]:
    """Return what an enrolment of a role must say."""
    told: dict[str, Any] = {"person": name, "casino": "c", "places": ("RA-01",), "side": side}
    needed = {
        Role.TABLE: ("casino", "places"),
        Role.REGISTRAR: ("person", "side"),
        Role.CASHIER: ("person", "casino"),
        Role.SERVICE: (),
        Role.WITNESS: (),
    }
    return {one: told[one] for one in needed.get(role, ("person",))}
