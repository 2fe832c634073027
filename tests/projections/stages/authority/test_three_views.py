"""Who may sign, as the door, a door that opens, ``verify`` and the authority's stage fold it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from ledger.audit.trust import fold_trust, is_trust
from ledger.door.opening import read_keyring
from ledger.errors import RejectedError
from ledger.events.base import Payload
from ledger.events.registry import (
    ClockTicked,
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    ParameterSet,
    RecoveryKey,
    RegistrarProven,
    RegistrarsChanged,
    RegistrarsRecovered,
    SourceEnrolled,
)
from ledger.events.reviews import Approval
from ledger.keys import RECOVERY, Keyring, recovery_lines
from ledger.roles import Role
from ledger.signed.canonical import decode_stored, instant
from ledger.signed.segments import recovery_statement
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain, prove_possession
from projections.base.event import Event
from projections.stages.authority.memory.trust import TRUST, Settled, Trust
from tests.fixtures.casino import AT, ORIGIN, Casino
from tests.ledger.test_keys import History
from tests.ledger.test_registrars import (
    agree,
    enrolment,
    founding,
    log_keys,
    named,
    recovered,
    sealed,
)

REGISTRARS = ("registo-1", "registo-2", "registo-3")
STARTS = datetime(2025, 1, 1, tzinfo=UTC)


def state(keyring: Keyring) -> tuple[object, ...]:
    """Return everything by which a keyring will judge what comes."""
    proposals = {name: (one.link, one.said, one.agreed) for name, one in keyring._proposals.items()}
    return (
        keyring.clock,
        keyring.threshold,
        keyring.registrars,
        keyring.classes,
        keyring.recovery,
        keyring.authority_since,
        keyring.log_keys,
        keyring.sources,
        proposals,
    )


class _Playing:
    """Random acts of trust through a real door, by whoever holds keys."""

    def __init__(self, casino: Casino, seed: int) -> None:
        self.dice = Random(seed)
        self.casino = casino
        self.number = 0
        one = casino.installation
        service = one.door.service
        assert service is not None
        self.service = service
        self.chains = {name: one.chain(name) for name in REGISTRARS}
        self.said: list[tuple[str, str]] = []
        self.seal: KeySigner | None = None

    def key(self) -> KeySigner:
        """Return a key that nobody has."""
        self.number += 1
        return KeySigner.from_seed(self.number.to_bytes(32, "big"))

    def send(self, chain: SourceChain, payload: Payload, at: str = AT) -> bool:
        """Let a source say something; tell whether it was taken."""
        head = self.casino.installation.store.head(str(chain.source))
        if head is None:
            return False  # never enrolled
        chain.seq, chain.link = head
        segment = chain.say(payload, at)
        (answer,) = self.casino.door.submit([segment])
        if answer.receipt is not None and not isinstance(payload, Approval):
            self.said.append((chain.name_of_last(), chain.link.hex()))
        return answer.receipt is not None

    def step(self) -> None:
        """Let one thing happen."""
        chain = self.chains[self.dice.choice(sorted(self.chains))]
        kind = self.dice.choices(range(6), (8, 4, 2, 2, 3, 2))[0]
        if kind == 0 and self.said:
            target, link = self.dice.choice(self.said[-4:])
            self.send(chain, Approval(target=target, link=link))
        elif kind == 1:
            self.enrol(chain)
        elif kind == 2:
            keys = self.casino.door.keyring.sources
            name = self.dice.choice(sorted(keys))
            key = self.dice.choice(keys[name].keys).public.hex()
            since = self.dice.choice([None, 5])
            self.send(chain, KeyRevoked(source=name, key=key, since=since))
        elif kind == 3:
            fresh = self.key()
            proof = prove_possession(ORIGIN, chain.source, fresh)
            if self.send(chain, KeyRotated(key=fresh.public_key.hex(), proof=proof)):
                self.chains[chain.source] = SourceChain(ORIGIN, chain.source, fresh)
        elif kind == 4:
            at = instant(STARTS + timedelta(minutes=self.dice.randrange(600)))
            self.send(self.service, ClockTicked(), at)
        else:
            self.change(chain)

    def enrol(self, chain: SourceChain) -> None:
        """Ask for a source, perhaps one whose key ends; who holds it speaks, too."""
        fresh, name = self.key(), f"mesa-{self.dice.randrange(4)}"
        ends = instant(STARTS + timedelta(minutes=self.dice.randrange(600)))
        act = SourceEnrolled(
            source=name,
            role=self.dice.choice(["table", "inspector", "registrar"]),
            key=fresh.public_key.hex(),
            not_after=self.dice.choice([None, ends]),
            proof=prove_possession(ORIGIN, name, fresh),
        )
        if self.send(chain, act):
            self.chains[name] = SourceChain(ORIGIN, name, fresh)

    def change(self, chain: SourceChain) -> None:
        """Ask for other registrars or another number, break the seal, or set the matrix."""
        fresh, seal = self.key(), self.key()
        name = self.dice.choice([*REGISTRARS, "registo-4"])
        facts: dict[str, Any] = {
            "threshold": self.dice.choice([1, 2, 3]),
            "named": (
                RegistrarProven(
                    source=name,
                    key=fresh.public_key.hex(),
                    side=self.dice.choice(["house", "authority"]),
                    proof=prove_possession(ORIGIN, name, fresh),
                ),
            ),
            "removed": (name,) if name in self.casino.door.keyring.registrars else (),
            "recovery": RecoveryKey(
                key=seal.public_key.hex(), proof=prove_possession(ORIGIN, RECOVERY, seal)
            ),
        }
        if self.dice.random() < 0.2:
            act: Payload = ParameterSet(scope="*", name="autoridade", value=1, since=AT)
        elif self.seal is not None and self.dice.random() < 0.5:
            told = RegistrarsRecovered(**facts, signature="0" * 128)
            statement = recovery_statement(ORIGIN, recovery_lines(told))
            act = RegistrarsRecovered(**facts, signature=self.seal.sign(statement).hex())
        else:
            act = RegistrarsChanged(**facts)
        self.send(chain, act)
        if self.casino.door.keyring.recovery == seal.public_key:
            self.seal = seal
            self.chains[name] = SourceChain(ORIGIN, name, fresh)


def _folded_by_stage(casino: Casino) -> Iterator[tuple[int, Trust]]:
    trust = Trust()
    for row in casino.installation.reader.trust():
        payload = decode_stored(row.kind, row.envelope).payload
        if row.kind in TRUST or isinstance(payload, ParameterSet):
            trust.fold(
                Event(row.position, row.source, row.seq, row.kind, AT, None, None, None, payload,
                      row.link)
            )  # fmt: skip
        yield row.position, trust


@pytest.mark.recorded
@pytest.mark.parametrize("seed", [5, 10, 11])
def test_all_views_agree_whatever_registrars_and_thieves_say(casino: Casino, seed: int) -> None:
    """One state at the door, in a door that opens now, in the stage; one life of keys in verify."""
    play = _Playing(casino, seed)
    for step in range(120):
        play.step()
        if step % 10:
            continue
        keyring = casino.door.keyring
        assert state(read_keyring(casino.installation.reader)) == state(keyring)
        *_, (_, stage) = _folded_by_stage(casino)
        assert state(stage.keyring)[1:] == state(keyring)[1:]  # its clock is another's
        rows = casino.installation.reader.page(after=0, limit=10_000)
        verified = fold_trust(one for one in rows if is_trust(one) or one.kind == ClockTicked.KIND)
        assert not verified.doubted
        assert not verified.distrusted
        for name in keyring.sources:
            here = verified.keys.at(name, casino.last + 1)
            try:
                expected = keyring.key_of(name)
            except RejectedError:
                expected = None
            assert (None if here is None else here[0]) == expected, (step, name)


class _Staged(History):
    """A history that the stage folds beside the keyring."""

    def __init__(self, founding: LedgerFounded) -> None:
        self.stage = Trust()
        self.settled: Settled | None = None
        super().__init__(founding=founding)

    def say(self, source: str, payload: Payload) -> tuple[str, str]:
        """Record an event; let the stage fold it, too."""
        name, link = super().say(source, payload)
        seq = int(name.rpartition(":")[2])
        event = Event(
            self.position, source, seq, payload.KIND, AT, None, None, None, payload,
            bytes.fromhex(link),
        )  # fmt: skip
        self.settled = self.stage.fold(event)
        return name, link


WAITING: list[Payload] = [
    RegistrarsChanged(threshold=1, named=(named("luz", "luz", "authority"),)),
    log_keys(),
    enrolment("mesa", Role.TABLE, "m", casino="c", places=("RA-01",)),
]


@pytest.mark.parametrize("act", WAITING, ids=[type(one).__name__ for one in WAITING])
def test_what_a_recovery_made_an_end_of_is_settled_by_no_later_approval(act: Payload) -> None:
    """The stage says of no act that it holds of which the keyring knows nothing any more."""
    ledger = _Staged(founding())
    agree(ledger, RegistrarsChanged(threshold=2, recovery=sealed()), "ana", "eva")
    assert ledger.settled is not None
    waiting = ledger.say("ana", act)
    ledger.say("casa-service", recovered())
    assert ledger.keyring.registrars == {"zoe", "gil"}
    for who in ("ana", "zoe", "gil"):
        ledger.approve(who, waiting)
        assert ledger.settled is None
    assert state(ledger.stage.keyring) == state(ledger.keyring)
    assert agree(ledger, act, "zoe", "gil") is None
    assert ledger.settled is not None
