"""Registrars themselves: their classes, who replaces them, the sealed key, the log's next keys."""

from hashlib import sha256
from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.registry import (
    KeyRevoked,
    LedgerFounded2,
    LogKeyReplaced,
    ParameterSet,
    RecoveryKey,
    RegistrarNamed,
    RegistrarProven,
    RegistrarsChanged,
    RegistrarsRecovered,
    SourceEnrolled2,
)
from ledger.keys import LOG, RECOVERY, recovery_lines
from ledger.roles import RegistrarSide, Role
from ledger.signed.segments import possession_statement, recovery_statement
from ledger.signed.sources import prove_possession
from tests.ledger.test_keys import ORIGIN, History, public, signer

FROM = "2026-11-20T06:00:00.000000Z"
SECOND = "ab" * 1312


def founding() -> LedgerFounded2:
    """Return the founding with two registrars of the house and two of the Authority; two agree."""
    sides: dict[str, RegistrarSide] = {
        "ana": "house",
        "rui": "house",
        "eva": "authority",
        "ivo": "authority",
    }
    return LedgerFounded2(
        origin=ORIGIN,
        service="casa-service",
        service_key=public("service").hex(),
        log_key=public("log").hex(),
        registrars=tuple(
            RegistrarNamed(source=name, key=public(name).hex(), side=side)
            for name, side in sides.items()
        ),
        threshold=2,
    )


def history() -> History:
    """Found that ledger."""
    return History(founding=founding())


def named(source: str, key: str, side: RegistrarSide = "house", **told: Any) -> RegistrarProven:
    """Return a registrar with a key of his own."""
    return RegistrarProven(
        source=source,
        key=public(key).hex(),
        side=side,
        proof=prove_possession(ORIGIN, source, signer(key)),
        **told,
    )


def sealed(key: str = "sealed") -> RecoveryKey:
    """Return the sealed key of that name."""
    return RecoveryKey(key=public(key).hex(), proof=prove_possession(ORIGIN, RECOVERY, signer(key)))


def agree(ledger: History, act: Payload, *who: str) -> str | None:
    """Let the first say an act and the others approve; return why it takes no effect."""
    said = ledger.say(who[0], act)
    for one in who[1:]:
        ledger.approve(one, said)
    return ledger.why


def with_sealed() -> History:
    """Return a ledger whose Authority has a sealed key, so that registrars' classes bind."""
    ledger = history()
    assert agree(ledger, RegistrarsChanged(threshold=2, recovery=sealed()), "ana", "eva") is None
    return ledger


def enrolment(source: str, role: Role, key: str, **bound: Any) -> SourceEnrolled2:
    """Return the enrolment of a source."""
    return SourceEnrolled2(
        source=source,
        role=role,
        key=public(key).hex(),
        proof=prove_possession(ORIGIN, source, signer(key)),
        **bound,
    )


def recovered(key: str = "sealed", **told: Any) -> RegistrarsRecovered:
    """Return what the sealed key signs: two new registrars for all the old."""
    facts: dict[str, Any] = {
        "threshold": 2,
        "named": (named("zoe", "zoe", "authority"), named("gil", "gil")),
        "removed": ("ana", "eva", "ivo", "rui"),
        "recovery": sealed("sealed-2"),
    }
    act = RegistrarsRecovered(**(facts | told), signature="0" * 128)
    statement = recovery_statement(ORIGIN, recovery_lines(act))
    return RegistrarsRecovered(**(facts | told), signature=signer(key).sign(statement).hex())


def test_a_registrar_is_replaced_by_as_many_as_the_old_number() -> None:
    """M of the old replace one; from there on the new one counts and the old signs nothing."""
    ledger = history()
    act = RegistrarsChanged(threshold=2, named=(named("zoe", "zoe"),), removed=("rui",))
    said = ledger.say("ana", act)
    assert ledger.verdict("zoe", "zoe") == "unknown-source"
    ledger.approve("eva", said)
    assert (ledger.verdict("zoe", "zoe"), ledger.verdict("rui", "rui")) == ("valid", "key-revoked")
    ledger.approve("zoe", ledger.propose("ana", "mesa", "m1"))
    assert ledger.verdict("mesa", "m1") == "valid"


def test_a_registrar_gets_his_next_key_from_the_others() -> None:
    """Named and removed at once: his lost key ends, the new one signs; he does not agree to it."""
    ledger = history()
    act = RegistrarsChanged(threshold=2, named=(named("ana", "ana-2"),), removed=("ana",))
    agree(ledger, act, "ana", "eva")
    assert ledger.verdict("ana", "ana-2") == "unknown-key"
    assert agree(ledger, act, "rui", "eva") is None
    assert (ledger.verdict("ana", "ana"), ledger.verdict("ana", "ana-2")) == (
        "key-revoked",
        "valid",
    )


def test_how_many_agree_is_changed_by_the_old_number() -> None:
    """Threshold 2 to 3 takes two; back to 2 takes three."""
    ledger = history()
    agree(ledger, RegistrarsChanged(threshold=3), "ana", "eva")
    assert ledger.keyring.threshold == 3
    act = ledger.say("ana", RegistrarsChanged(threshold=2))
    ledger.approve("eva", act)
    assert ledger.keyring.threshold == 3
    ledger.approve("rui", act)
    assert ledger.keyring.threshold == 2


def test_any_two_go_on_after_one_was_revoked() -> None:
    """M of N is any M of those who are left."""
    ledger = history()
    ledger.say("ana", KeyRevoked(source="rui", key=public("rui").hex()))
    ledger.approve("eva", ("ana:1", ledger_link("ana:1")))
    assert ledger.verdict("rui", "rui") == "key-revoked"
    for number, (one, other) in enumerate([("ana", "eva"), ("eva", "ivo"), ("ivo", "ana")]):
        ledger.approve(other, ledger.propose(one, f"mesa-{number}", f"m{number}"))
        assert ledger.verdict(f"mesa-{number}", f"m{number}") == "valid"


def ledger_link(name: str) -> str:
    """Return the link that ``History`` gives an event of that name."""
    return sha256(name.encode()).hexdigest()


IMPOSSIBLE: list[tuple[str, RegistrarsChanged, str]] = [
    ("more than there are", RegistrarsChanged(threshold=5), "5 are to agree, and there would be 4"),
    (
        "nobody of the Authority",
        RegistrarsChanged(threshold=2, removed=("eva", "ivo")),
        "no registrar would be of the Authority's side",
    ),
    ("a stranger goes", RegistrarsChanged(threshold=2, removed=("zoe",)), "zoe is no registrar"),
    (
        "a second key",
        RegistrarsChanged(threshold=2, named=(named("rui", "rui-2"),)),
        "rui has a key",
    ),
    (
        "one person twice",
        RegistrarsChanged(threshold=2, named=(named("zoe", "zoe", person="rui"),)),
        "a person is registrar once, by one key",
    ),
    (
        "a key in use",
        RegistrarsChanged(threshold=2, named=(named("zoe", "rui"),)),
        "the key is not new, or its holder did not prove to have it",
    ),
    (
        "the log's key",
        RegistrarsChanged(threshold=2, named=(named("zoe", "log"),)),
        "the key is not new, or its holder did not prove to have it",
    ),
    (
        "another side under the old name",
        RegistrarsChanged(
            threshold=2, named=(named("rui", "rui-2", "authority"),), removed=("rui",)
        ),
        "rui is of the side house",
    ),
    (
        "the service as registrar",
        RegistrarsChanged(threshold=2, named=(named("casa-service", "s2"),)),
        "casa-service is a service, and a source's role never changes",
    ),
    (
        "a sealed key that is a registrar's",
        RegistrarsChanged(threshold=2, recovery=sealed("rui")),
        "the sealed key: the key is not new, or its holder did not prove to have it",
    ),
]


@pytest.mark.parametrize(
    ("act", "why"), [row[1:] for row in IMPOSSIBLE], ids=[row[0] for row in IMPOSSIBLE]
)
def test_what_nobody_can_agree_to_changes_nothing(act: RegistrarsChanged, why: str) -> None:
    """An act on which enough agree, and which leaves no lawful registrars, is told and void."""
    ledger = history()
    assert agree(ledger, act, "ana", "eva") == why
    assert (ledger.keyring.threshold, ledger.keyring.recovery) == (2, None)
    assert ledger.keyring.registrars == {"ana", "rui", "eva", "ivo"}
    assert ledger.verdict("rui", "rui") == "valid"


CLASSES: list[tuple[str, Payload, bool]] = [
    ("a table", enrolment("mesa", Role.TABLE, "k", casino="c", places=("RA-01",)), True),
    ("a cashier", enrolment("caixa", Role.CASHIER, "k", person="p", casino="c"), True),
    ("an inspector", enrolment("tia", Role.INSPECTOR, "k", person="p"), False),
    ("a dispute officer", enrolment("juiz", Role.DISPUTE, "k", person="p"), False),
    ("the end of a registrar of the Authority", KeyRevoked(source="eva", key="00" * 32), False),
    ("the end of a registrar of the house", KeyRevoked(source="rui", key="00" * 32), True),
    ("the matrix", ParameterSet(scope="*", name="autoridade", value=1, since=FROM), False),
    ("registrars", RegistrarsChanged(threshold=3), False),
]


@pytest.mark.parametrize(
    ("act", "alone"), [row[1:] for row in CLASSES], ids=[row[0] for row in CLASSES]
)
def test_the_house_s_registrars_enrol_devices_and_staff_alone(act: Payload, alone: bool) -> None:
    """Issue 17: all else waits, however many of the house agree, for one of the Authority."""
    ledger = with_sealed()
    said = ledger.say("ana", act)
    ledger.approve("rui", said)
    assert ledger.keyring.waits(said[0]) is not alone
    ledger.approve("ivo", said)
    assert not ledger.keyring.waits(said[0])


def test_an_older_ledger_s_matrix_holds_by_whoever_agreed() -> None:
    """Before registrars' classes bind, two of the house set the matrix: as it was folded then."""
    ledger = history()
    agree(ledger, ParameterSet(scope="*", name="autoridade", value=1, since=FROM), "ana", "rui")
    assert ledger.keyring.authority == 1


def test_the_role_service_is_the_services_alone() -> None:
    """Another source of that role is none; the service itself is enrolled again under its name."""
    ledger = with_sealed()
    why = agree(ledger, enrolment("outro", Role.SERVICE, "o"), "ana", "eva")
    assert why == "the role service is of casa-service alone"
    agree(ledger, KeyRevoked(source="casa-service", key=public("service").hex()), "ana", "eva")
    assert ledger.verdict("casa-service", "service") == "key-revoked"
    assert agree(ledger, enrolment("casa-service", Role.SERVICE, "s2"), "ana", "eva") is None
    assert ledger.verdict("casa-service", "s2") == "valid"


def test_the_sealed_key_names_registrars_when_all_are_lost() -> None:
    """One signature, by whoever is enrolled: the old end, the new agree, the key is spent."""
    ledger = with_sealed()
    waiting = ledger.propose("ana", "mesa", "m1")
    ledger.say("casa-service", recovered())
    assert ledger.why is None
    assert ledger.keyring.registrars == {"zoe", "gil"}
    assert ledger.verdict("eva", "eva") == "key-revoked"
    ledger.approve("zoe", waiting)
    ledger.approve("gil", waiting)
    assert ledger.verdict("mesa", "m1") == "unknown-source"  # what waited for the old waits no more
    ledger.approve("gil", ledger.propose("zoe", "mesa", "m1"))
    assert ledger.verdict("mesa", "m1") == "valid"
    ledger.say("casa-service", recovered(named=(), removed=("zoe",), threshold=1))
    assert ledger.why == "it is not signed by the Authority's sealed key"
    assert ledger.keyring.registrars == {"zoe", "gil"}


@pytest.mark.parametrize("change", ["another key", "altered", "another ledger", "none"])
def test_nothing_but_the_sealed_key_recovers(change: str) -> None:
    """Signed by another, altered after, meant for another ledger, or where no key was sealed."""
    ledger = history() if change == "none" else with_sealed()
    act = recovered("ana" if change == "another key" else "sealed")
    if change == "altered":
        act = RegistrarsRecovered(
            threshold=1,
            named=act.named,
            removed=act.removed,
            recovery=act.recovery,
            signature=act.signature,
        )
    elif change == "another ledger":
        statement = recovery_statement("casb", recovery_lines(act))
        act = RegistrarsRecovered(
            threshold=2,
            named=act.named,
            removed=act.removed,
            recovery=act.recovery,
            signature=signer("sealed").sign(statement).hex(),
        )
    ledger.say("ana", act)
    told = "this ledger has no sealed key" if change == "none" else "it is not signed by"
    assert ledger.why is not None
    assert ledger.why.startswith(told)
    assert ledger.keyring.registrars == {"ana", "rui", "eva", "ivo"}


def log_keys(key: str = "log-2", second: str | None = SECOND, *, of: str = LOG) -> LogKeyReplaced:
    """Return the log's next keys, proved for a name."""
    both = public(key) + bytes.fromhex(second or "")
    proof = signer(key).sign(possession_statement(ORIGIN, of, both)).hex()
    return LogKeyReplaced(key=public(key).hex(), mldsa44=second, proof=proof)


def test_the_logs_keys_are_replaced_by_registrars_one_of_the_authority() -> None:
    """Two of the house do not; with one of the Authority the next keys hold from that position."""
    ledger = history()
    act = ledger.say("ana", log_keys())
    ledger.approve("rui", act)
    assert ledger.keyring.log_key == public("log")
    ledger.approve("eva", act)
    assert ledger.keyring.log_key == public("log-2")
    assert ledger.keyring.log_mldsa44 == bytes.fromhex(SECOND)
    assert [since for since, _ in ledger.keyring.log_keys] == [1, ledger.position]


@pytest.mark.parametrize(
    "act",
    [log_keys("log"), log_keys("rui"), log_keys(of="mesa"), log_keys("log-3", "cd" * 1312, of="x")],
    ids=["the same", "a registrar's", "another purpose", "another's proof"],
)
def test_the_log_takes_no_key_that_is_not_new_and_proved(act: LogKeyReplaced) -> None:
    """One key, one purpose; and its holder has it."""
    ledger = history()
    assert agree(ledger, act, "ana", "eva") is not None
    assert ledger.keyring.log_key == public("log")


def test_a_log_with_two_keys_goes_on_with_two() -> None:
    """The key for decades is not let go with the other."""
    ledger = history()
    assert agree(ledger, log_keys(), "ana", "eva") is None
    why = agree(ledger, log_keys("log-3", None), "ana", "eva")
    assert why == "a log that signs by ML-DSA-44 goes on so"


def test_what_a_stolen_key_agreed_to_since_does_not_count() -> None:
    """A revocation that says since when takes back agreements that have not had effect yet."""
    ledger = history()
    act = ledger.propose("rui", "mesa", "m1")
    told = KeyRevoked(source="rui", key=public("rui").hex(), since=ledger.position)
    agree(ledger, told, "ana", "eva")
    ledger.approve("ana", act)
    assert ledger.verdict("mesa", "m1") == "unknown-source"
    ledger.approve("eva", act)
    assert ledger.verdict("mesa", "m1") == "valid"
