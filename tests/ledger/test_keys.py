"""Who may sign, position by position: the keyring folded over short trust histories."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

import pytest

from ledger.door.opening import found_ledger
from ledger.errors import (
    ExpiredKeyError,
    LedgerError,
    RejectedError,
    RevokedKeyError,
    UnknownKeyError,
    UnknownSourceError,
)
from ledger.events.base import Payload
from ledger.events.registry import (
    ClockTicked,
    Heartbeat,
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    Registrar,
    SourceEnrolled,
)
from ledger.events.reviews import Approval
from ledger.keys import Keyring
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain, prove_possession
from tests.fixtures.memory import Store

ORIGIN = "casa"


def signer(name: str) -> KeySigner:
    """Return the key of that name: the same in every run."""
    return KeySigner.from_seed(sha256(name.encode()).digest())


def public(name: str) -> bytes:
    """Return the public half of the key of that name."""
    return signer(name).public_key


class History:
    """A short log of trust events, folded as it is told; nothing is signed here."""

    def __init__(
        self,
        threshold: int = 2,
        registrars: Sequence[str] = ("ana", "rui", "eva"),
        founding: LedgerFounded | None = None,
    ) -> None:
        """Found a ledger whose registrars' acts need ``threshold`` of them."""
        self.keyring = Keyring()
        self.position = 0
        self.why: str | None = None
        """Why the newest event takes no effect, though registrars agreed."""
        self._seqs: dict[str, int] = {}
        self.say(
            "casa-service",
            founding
            or LedgerFounded(
                origin=ORIGIN,
                service="casa-service",
                service_key=public("service").hex(),
                log_key=public("log").hex(),
                registrars=tuple(
                    Registrar(source=name, key=public(name).hex()) for name in registrars
                ),
                threshold=threshold,
            ),
        )

    def say(self, source: str, payload: Payload) -> tuple[str, str]:
        """Record an event; return its name and link."""
        self.position += 1
        self._seqs[source] = self._seqs.get(source, 0) + 1
        name = f"{source}:{self._seqs[source]}"
        link = sha256(name.encode()).digest()
        self.why = self.keyring.apply(self.position, name, link, payload)
        return name, link.hex()

    def tick(self, at: str, source: str = "casa-service") -> None:
        """Let a source say what time it is."""
        self.say(source, ClockTicked())
        self.keyring.tick(source, at)

    def approve(self, who: str, act: tuple[str, str]) -> None:
        """Let somebody agree to an act."""
        self.say(who, Approval(target=act[0], link=act[1]))

    def propose(
        self,
        who: str,
        source: str,
        key: str,
        *,
        role: str = "table",
        not_after: str | None = None,
        proof: str | None = None,
    ) -> tuple[str, str]:
        """Let somebody ask for a source's enrolment."""
        if proof is None:
            proof = prove_possession(ORIGIN, source, signer(key))
        return self.say(
            who,
            SourceEnrolled(
                source=source, role=role, key=public(key).hex(), not_after=not_after, proof=proof
            ),
        )

    def enrol(
        self, source: str, key: str, *, role: str = "table", not_after: str | None = None
    ) -> None:
        """Enrol a source with two registrars."""
        self.approve("rui", self.propose("ana", source, key, role=role, not_after=not_after))

    def revoke(self, source: str, key: str) -> None:
        """Revoke a key with two registrars."""
        act = self.say("ana", KeyRevoked(source=source, key=public(key).hex()))
        self.approve("eva", act)

    def rotate(self, source: str, key: str, *, proof: str | None = None) -> None:
        """Let a source go on with another key."""
        if proof is None:
            proof = prove_possession(ORIGIN, source, signer(key))
        self.say(source, KeyRotated(key=public(key).hex(), proof=proof))

    def verdict(self, source: str, key: str) -> str:
        """Say whether the key may sign for the source now, and if not, why."""
        try:
            self.keyring.check(source, public(key))
        except RejectedError as error:
            return error.code
        assert self.keyring.key_of(source) == public(key)
        return "valid"


def test_the_founding_event_names_the_first_to_be_trusted() -> None:
    """From position 1 on the service and the registrars may sign, each with its own key only."""
    ledger = History()
    keyring = ledger.keyring
    assert (keyring.origin, keyring.service) == (ORIGIN, "casa-service")
    assert keyring.log_key == public("log")
    assert keyring.registrars == {"ana", "rui", "eva"}
    assert ledger.verdict("casa-service", "service") == "valid"
    assert ledger.verdict("ana", "ana") == "valid"
    assert ledger.verdict("ana", "rui") == "unknown-key"
    assert ledger.verdict("mesa", "mesa") == "unknown-source"


def test_a_ledger_is_founded_once() -> None:
    """A second founding event, even signed by the service, changes nobody's trust."""
    ledger = History()
    ledger.say(
        "casa-service",
        LedgerFounded(
            origin="casb",
            service="casa-service",
            service_key=public("thief").hex(),
            log_key=public("thief").hex(),
            registrars=(),
            threshold=1,
        ),
    )
    assert ledger.keyring.origin == ORIGIN
    assert ledger.keyring.threshold == 2
    assert ledger.verdict("casa-service", "thief") == "unknown-key"


def test_enrolment_takes_effect_at_the_second_registrars_approval() -> None:
    """Threshold 2 of 3: proposed is not enrolled; the second voice enrols at its own position."""
    ledger = History()
    act = ledger.propose("ana", "mesa", "m1")
    assert ledger.verdict("mesa", "m1") == "unknown-source"
    ledger.approve("rui", act)
    assert ledger.verdict("mesa", "m1") == "valid"
    assert ledger.keyring.sources["mesa"].keys[-1].since == ledger.position


def test_three_of_three_need_all() -> None:
    """The threshold counts different registrars, the author included."""
    ledger = History(threshold=3)
    act = ledger.propose("ana", "mesa", "m1")
    ledger.approve("rui", act)
    ledger.approve("rui", act)
    assert ledger.verdict("mesa", "m1") == "unknown-source"
    ledger.approve("eva", act)
    assert ledger.verdict("mesa", "m1") == "valid"


def test_with_threshold_one_the_author_is_enough() -> None:
    """A ledger of one registrar needs no second voice."""
    ledger = History(threshold=1, registrars=("ana",))
    ledger.propose("ana", "mesa", "m1")
    assert ledger.verdict("mesa", "m1") == "valid"


NOTHING = "01" + "00" * 31
"""The point of small order that adds nothing."""


def test_a_weak_key_is_enrolled_for_nobody() -> None:
    """Nobody need hold it to prove possession, as OpenSSL alone reads: libsodium refuses it."""
    ledger = History()
    proof = "58" + "66" * 31 + NOTHING  # base point and one: the equation holds for any message
    mesa = SourceEnrolled(source="mesa", role="table", key=NOTHING, proof=proof)
    ledger.approve("rui", ledger.say("ana", mesa))
    assert ledger.why is not None
    assert "small order" in ledger.why
    ledger.enrol("mesa", "m1")
    ledger.say("mesa", KeyRotated(key=NOTHING, proof=proof))
    assert ledger.verdict("mesa", "m1") == "valid"


@pytest.mark.parametrize("whose", ["casa-service", "the log", "rui"])
def test_no_ledger_is_founded_by_a_weak_key(whose: str) -> None:
    """Of founding keys nobody asks for possession: they are looked at before anything is named."""
    keys = {name: public(name).hex() for name in ("casa-service", "the log", "ana", "rui")}
    keys[whose] = NOTHING
    store = Store()
    payload = LedgerFounded(
        origin=ORIGIN,
        service="casa-service",
        service_key=keys["casa-service"],
        log_key=keys["the log"],
        registrars=tuple(Registrar(source=name, key=keys[name]) for name in ("ana", "rui")),
        threshold=2,
    )
    chain = SourceChain(ORIGIN, "casa-service", signer("casa-service"))
    with pytest.raises(LedgerError, match=f"the key of {whose}"):
        found_ledger(store, chain, payload, "2026-11-20T20:00:00.000000Z")
    assert store.founded_origin() is None


@pytest.mark.parametrize("who", ["ana", "mesa-0", "casa-service", "nobody"])
def test_only_another_registrars_approval_counts(who: str) -> None:
    """The author's own approval, a source's, the service's and a stranger's change nothing."""
    ledger = History()
    ledger.enrol("mesa-0", "m0")
    ledger.approve(who, ledger.propose("ana", "mesa", "m1"))
    assert ledger.verdict("mesa", "m1") == "unknown-source"


def test_an_approval_of_another_link_does_not_count() -> None:
    """He who approves names the exact bytes he read: another link is another act."""
    ledger = History()
    name, link = ledger.propose("ana", "mesa", "m1")
    ledger.approve("rui", (name, "0" * 64))
    ledger.approve("rui", ("ana:99", link))
    assert ledger.verdict("mesa", "m1") == "unknown-source"
    ledger.approve("rui", (name, link))
    assert ledger.verdict("mesa", "m1") == "valid"


@pytest.mark.parametrize("who", ["mesa-0", "casa-service", "nobody"])
def test_who_is_no_registrar_enrols_nobody(who: str) -> None:
    """Such an act is recorded and has no effect, however many registrars approve it."""
    ledger = History()
    ledger.enrol("mesa-0", "m0")
    act = ledger.propose(who, "mesa", "m1")
    ledger.approve("ana", act)
    ledger.approve("rui", act)
    assert ledger.verdict("mesa", "m1") == "unknown-source"


@pytest.mark.parametrize(
    "proof",
    [
        prove_possession(ORIGIN, "mesa-2", signer("m1")),
        prove_possession("casb", "mesa", signer("m1")),
        prove_possession(ORIGIN, "mesa", signer("m2")),
        "0" * 128,
        "z" * 128,
    ],
    ids=["another source", "another ledger", "another key", "zeros", "not hex"],
)
def test_a_key_without_proof_of_possession_is_not_enrolled(proof: str) -> None:
    """The holder must have signed for this key, this source and this ledger."""
    ledger = History()
    ledger.approve("rui", ledger.propose("ana", "mesa", "m1", proof=proof))
    assert ledger.verdict("mesa", "m1") == "unknown-source"


def test_a_key_belongs_to_one_source_for_ever() -> None:
    """One key, one source, one purpose: neither enrolment nor rotation takes a key in use."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    ledger.enrol("roleta", "m1")
    assert ledger.verdict("roleta", "m1") == "unknown-source"
    ledger.enrol("roleta", "r1")
    ledger.rotate("roleta", "m1")
    assert ledger.verdict("roleta", "r1") == "valid"
    assert ledger.verdict("roleta", "m1") == "unknown-key"
    ledger.revoke("mesa", "m1")
    ledger.enrol("roleta-2", "m1")
    assert ledger.verdict("roleta-2", "m1") == "unknown-source"


def test_a_source_with_a_valid_key_gets_no_second_one() -> None:
    """At most one valid key at each position: the first must be revoked or rotated away."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    ledger.enrol("mesa", "m2")
    assert ledger.verdict("mesa", "m1") == "valid"
    assert ledger.verdict("mesa", "m2") == "unknown-key"


def test_rotation_hands_over_at_its_position() -> None:
    """The old key signs the rotation and nothing after it; the new one nothing before."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    assert ledger.verdict("mesa", "m2") == "unknown-key"
    ledger.rotate("mesa", "m2")
    assert ledger.verdict("mesa", "m1") == "key-revoked"
    assert ledger.verdict("mesa", "m2") == "valid"
    old, new = ledger.keyring.sources["mesa"].keys
    assert old.ended == new.since == ledger.position
    assert not old.revoked


def test_rotation_without_possession_changes_nothing() -> None:
    """A thief of the old key cannot hand the source to a key that somebody else holds."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    ledger.rotate("mesa", "m2", proof=prove_possession(ORIGIN, "mesa", signer("m3")))
    assert ledger.verdict("mesa", "m1") == "valid"
    assert ledger.verdict("mesa", "m2") == "unknown-key"


def test_rotating_to_the_same_key_changes_nothing() -> None:
    """It is not new."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    ledger.rotate("mesa", "m1")
    assert ledger.verdict("mesa", "m1") == "valid"


def test_a_rotation_by_nobody_known_is_passed_over() -> None:
    """Such an event gets in only behind the door; who folds the log must not stumble over it."""
    ledger = History()
    ledger.rotate("nobody", "n1")
    assert ledger.verdict("nobody", "n1") == "unknown-source"


def test_trust_events_before_the_founding_are_passed_over() -> None:
    """Where the founding event was taken away, nobody is trusted, and nothing breaks."""
    keyring = Keyring()
    proof = prove_possession(ORIGIN, "mesa", signer("m1"))
    keyring.apply(2, "mesa:1", bytes(32), KeyRotated(key=public("m1").hex(), proof=proof))
    keyring.apply(3, "ana:1", bytes(32), Approval(target="ana:9", link="0" * 64))
    assert keyring.sources == {}


def test_revocation_ends_a_key_for_good() -> None:
    """Two registrars end it; the source is silent until it is enrolled with another key."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    act = ledger.say("ana", KeyRevoked(source="mesa", key=public("m1").hex()))
    assert ledger.verdict("mesa", "m1") == "valid"
    ledger.approve("eva", act)
    assert ledger.verdict("mesa", "m1") == "key-revoked"
    with pytest.raises(RevokedKeyError, match="was revoked at"):
        ledger.keyring.key_of("mesa")
    ledger.enrol("mesa", "m1")
    assert ledger.verdict("mesa", "m1") == "key-revoked"
    ledger.enrol("mesa", "m2")
    assert ledger.verdict("mesa", "m2") == "valid"
    assert ledger.verdict("mesa", "m1") == "key-revoked"


def test_a_revoked_source_cannot_rotate_itself_back() -> None:
    """A rotation after the revocation is nobody's."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    ledger.revoke("mesa", "m1")
    ledger.rotate("mesa", "m2")
    assert ledger.verdict("mesa", "m2") == "unknown-key"


def test_a_revocation_may_spell_the_key_in_capitals() -> None:
    """The key is its 32 bytes: however the registrar's tool spells them, it ends."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    act = ledger.say("ana", KeyRevoked(source="mesa", key=public("m1").hex().upper()))
    ledger.approve("eva", act)
    assert ledger.verdict("mesa", "m1") == "key-revoked"


def test_revoking_an_old_or_foreign_key_leaves_the_present_one() -> None:
    """A revocation ends the key that it names, of the source that it names."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    ledger.enrol("roleta", "r1")
    ledger.rotate("mesa", "m2")
    ledger.revoke("mesa", "m1")
    ledger.revoke("mesa", "r1")
    ledger.revoke("nobody", "m2")
    assert ledger.verdict("mesa", "m2") == "valid"
    assert ledger.verdict("roleta", "r1") == "valid"


def test_expiry_is_judged_by_the_services_clock_alone() -> None:
    """A key lives through its last instant, by the last ``clock-ticked`` and no one else."""
    end = "2026-11-20T06:00:00.000000Z"
    ledger = History()
    ledger.enrol("mesa", "m1", not_after=end)
    assert ledger.verdict("mesa", "m1") == "valid"  # nobody has said what time it is
    ledger.tick(end)
    assert ledger.verdict("mesa", "m1") == "valid"
    ledger.tick("2027-01-01T00:00:00.000000Z", source="ana")
    ledger.tick("2027-01-01T00:00:00.000000Z", source="mesa")
    ledger.say("mesa", Heartbeat())
    assert ledger.verdict("mesa", "m1") == "valid"
    ledger.tick("2026-11-20T06:00:00.000001Z")
    assert ledger.verdict("mesa", "m1") == "key-expired"
    with pytest.raises(ExpiredKeyError, match="ended 2026-11-20T06:00:00"):
        ledger.keyring.key_of("mesa")


def test_the_clock_does_not_go_back() -> None:
    """A tick from the past revives no key."""
    ledger = History()
    ledger.enrol("mesa", "m1", not_after="2026-11-20T06:00:00.000000Z")
    ledger.tick("2026-11-20T07:00:00.000000Z")
    ledger.tick("2026-11-20T05:00:00.000000Z")
    assert ledger.verdict("mesa", "m1") == "key-expired"


def test_an_expired_source_needs_its_key_revoked_before_another() -> None:
    """Expired is not ended: the registrars end the key, then enrol the source again."""
    ledger = History()
    ledger.enrol("mesa", "m1", not_after="2026-11-20T06:00:00.000000Z")
    ledger.tick("2026-11-20T07:00:00.000000Z")
    ledger.enrol("mesa", "m2")
    assert ledger.verdict("mesa", "m2") == "unknown-key"
    ledger.revoke("mesa", "m1")
    ledger.enrol("mesa", "m2")
    assert ledger.verdict("mesa", "m2") == "valid"


def test_a_new_registrar_counts_from_his_enrolment() -> None:
    """Registrars make registrars, by the same threshold."""
    ledger = History()
    ledger.enrol("zeca", "zeca", role="registrar")
    ledger.approve("zeca", ledger.propose("ana", "mesa", "m1"))
    assert ledger.verdict("mesa", "m1") == "valid"


ENROLLED, APPROVED, ROTATED, REVOKED, AGAIN = 2, 3, 4, 6, 8


@pytest.mark.parametrize(
    ("position", "verdicts"),
    [
        (1, ("unknown-source", "unknown-source", "unknown-source")),
        (ENROLLED, ("unknown-source", "unknown-source", "unknown-source")),
        (APPROVED, ("valid", "unknown-key", "unknown-key")),
        (ROTATED, ("key-revoked", "valid", "unknown-key")),
        (5, ("key-revoked", "valid", "unknown-key")),
        (REVOKED, ("key-revoked", "key-revoked", "unknown-key")),
        (7, ("key-revoked", "key-revoked", "unknown-key")),
        (AGAIN, ("key-revoked", "key-revoked", "valid")),
    ],
)
def test_one_life_position_by_position(position: int, verdicts: tuple[str, str, str]) -> None:
    """Each key at each position: enrolled, rotated, revoked, enrolled again; one valid at most."""
    ledger = History()
    steps = [
        lambda: ledger.propose("ana", "mesa", "m1"),  # 2
        lambda: ledger.approve("rui", ("ana:1", sha256(b"ana:1").hexdigest())),  # 3
        lambda: ledger.rotate("mesa", "m2"),  # 4
        lambda: ledger.say("ana", KeyRevoked(source="mesa", key=public("m2").hex())),  # 5
        lambda: ledger.approve("eva", ("ana:2", sha256(b"ana:2").hexdigest())),  # 6
        lambda: ledger.propose("rui", "mesa", "m3"),  # 7
        lambda: ledger.approve("eva", ("rui:2", sha256(b"rui:2").hexdigest())),  # 8
    ]
    for step in steps[: position - 1]:
        step()
    assert ledger.position == position
    assert tuple(ledger.verdict("mesa", key) for key in ("m1", "m2", "m3")) == verdicts


def test_the_reasons_are_told() -> None:
    """Each refusal names the source or the key, and what became of it."""
    ledger = History()
    ledger.enrol("mesa", "m1")
    ledger.rotate("mesa", "m2")
    with pytest.raises(UnknownSourceError, match="'roleta' is not enrolled"):
        ledger.keyring.check("roleta", public("m1"))
    with pytest.raises(UnknownSourceError, match="'roleta' is not enrolled"):
        ledger.keyring.key_of("roleta")
    with pytest.raises(UnknownKeyError, match="was never enrolled for mesa"):
        ledger.keyring.check("mesa", public("m9"))
    with pytest.raises(RevokedKeyError, match=r"of mesa was replaced at 4"):
        ledger.keyring.check("mesa", public("m1"))


BEFORE_END, END, AFTER_END = (f"2026-01-0{day}T00:00:00.000000Z" for day in (1, 2, 3))


def _proposed(ledger: History) -> None:
    ledger.propose("ana", "mesa", "k1")


def _enrolled(ledger: History) -> None:
    ledger.enrol("mesa", "k1")


def _ending(ledger: History) -> None:
    ledger.enrol("mesa", "k1", not_after=END)


def _rotated(ledger: History) -> None:
    _enrolled(ledger)
    ledger.rotate("mesa", "k2")


def _revoked(ledger: History) -> None:
    _enrolled(ledger)
    ledger.revoke("mesa", "k1")


def _revoking(ledger: History) -> None:
    _enrolled(ledger)
    ledger.say("ana", KeyRevoked(source="mesa", key=public("k1").hex()))


def _revoked_since(ledger: History) -> None:
    _enrolled(ledger)
    act = KeyRevoked(source="mesa", key=public("k1").hex(), since=2)
    ledger.approve("rui", ledger.say("ana", act))


def _again(ledger: History) -> None:
    _revoked(ledger)
    ledger.enrol("mesa", "k2")


def _ending_revoked(ledger: History) -> None:
    _ending(ledger)
    ledger.revoke("mesa", "k1")


STRANGER, UNKNOWN, VALID = "unknown-source", "unknown-key", "valid"
OVER, EXPIRED = "key-revoked", "key-expired"
Lives = Callable[[History], None]
TABLE: Mapping[str, tuple[Lives, list[str], list[str]]] = {
    "never enrolled": (lambda _: None, [STRANGER] * 4, [STRANGER] * 4),
    "proposed": (_proposed, [STRANGER] * 4, [STRANGER] * 4),
    "enrolled": (_enrolled, [VALID] * 4, [UNKNOWN] * 4),
    "with an end": (_ending, [VALID, VALID, VALID, EXPIRED], [UNKNOWN] * 4),
    "rotated": (_rotated, [OVER] * 4, [VALID] * 4),
    "being revoked": (_revoking, [VALID] * 4, [UNKNOWN] * 4),
    "revoked": (_revoked, [OVER] * 4, [UNKNOWN] * 4),
    "revoked since": (_revoked_since, [OVER] * 4, [UNKNOWN] * 4),
    "enrolled again": (_again, [OVER] * 4, [VALID] * 4),
    "with an end, revoked": (_ending_revoked, [OVER] * 4, [UNKNOWN] * 4),
}
"""By state, the verdicts on its first key and on another: before any tick, at one before the end
that some keys have, at that very end, and after it."""


@pytest.mark.parametrize("state", list(TABLE))
def test_each_state_of_a_key_has_its_verdict_at_each_tick(state: str) -> None:
    """A key is good up to its end by the service's clock, and over from the act that ends it on.

    The same whether the clock ticks after the acts or had ticked before them, and a tick that goes
    back changes nothing.
    """
    live, first, second = TABLE[state]
    for number, at in enumerate((None, BEFORE_END, END, AFTER_END)):
        for early in (False, True):
            ledger = History()
            if at is not None and early:
                ledger.tick(at)
            live(ledger)
            if at is not None and not early:
                ledger.tick(at)
            if at is not None:
                ledger.tick(BEFORE_END)
            found = [ledger.verdict("mesa", key) for key in ("k1", "k2")]
            assert found == [first[number], second[number]], (at, early)
