"""The one file's trust beside the ledger's own: two ways, one answer at every position."""

from random import Random
from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.registry import LogKeyReplaced, ParameterSet, RegistrarsChanged
from ledger.keys import LOG
from ledger.roles import Role
from ledger.signed.segments import possession_statement
from tests.ledger.test_keys import ORIGIN, public, signer
from tests.ledger.test_registrars import (
    FROM,
    agree,
    enrolment,
    founding,
    named,
    recovered,
    sealed,
)
from tests.ledger.test_stolen_registrars import plain, revocation
from tests.ops.outside.verifier.forged import Twins

REGISTRARS = ("ana", "rui", "eva", "ivo")
FINER = (
    "is a ",
    "names neither",
    "never in one hand",
    "of the side",
    "with the key of",
    "is no name",
)
"""What the one file leaves to the whole program: it says so in each of its answers."""


def log_key(key: str) -> LogKeyReplaced:
    """Return the log's next key."""
    statement = possession_statement(ORIGIN, LOG, public(key))
    return LogKeyReplaced(key=public(key).hex(), proof=signer(key).sign(statement).hex())


@pytest.mark.one_in(5)
@pytest.mark.parametrize("seed", range(60))
def test_the_one_file_believes_the_keys_that_the_ledger_believes(seed: int) -> None:
    """A hundred random acts by both sides' registrars, agreed to or not, some of old keys."""
    dice, ledger = Random(seed), Twins(founding=founding())
    if seed % 3:
        agree(ledger, RegistrarsChanged(threshold=2, recovery=sealed()), "ana", "eva")
    said: list[tuple[str, str]] = []
    held = {name: [name] for name in (*REGISTRARS, "zoe", "gil")}

    def act() -> Payload:
        source = dice.choice(["mesa", "banca", "tia", "zoe"])
        key = f"k{dice.randrange(10**6)}"
        used = dice.choice(held.get(source, [key]))
        held.setdefault(source, []).append(key)
        gone = dice.choice([*held])
        last = dice.choice(held[gone])
        return dice.choice(
            [
                enrolment("mesa", Role.TABLE, key, casino="c", places=("RA-01",)),
                enrolment("tia", Role.INSPECTOR, key, person="tia"),
                enrolment("mesa", Role.TABLE, used, casino="c", places=("RA-01",)),
                plain("banca", "table", key),
                revocation(gone, last, dice.choice([None, 1, max(1, ledger.position - 5)])),
                revocation(gone, last, dice.choice([None, 1, max(1, ledger.position - 5)])),
                RegistrarsChanged(
                    threshold=dice.choice([1, 2, 3]),
                    named=(named("zoe", key, "authority"),),
                    removed=dice.choice([(), ("zoe",), ("rui",)]),
                ),
                RegistrarsChanged(threshold=2, recovery=sealed(key)),
                parameter(dice.choice([1, 2])),
                log_key(key),
                recovered(dice.choice(["sealed", "not-sealed"])),
            ]
        )

    for _ in range(100):
        living = {one.name for one in ledger.living()}
        who = dice.choice(sorted(living & {*REGISTRARS, "zoe", "gil"}) or ["ana"])
        if said and dice.random() < 0.6:
            ledger.approve(who, dice.choice(said[-4:]))
        elif dice.random() < 0.2:
            turning = dice.choice(sorted(living))
            key = f"r{dice.randrange(10**6)}"
            held.setdefault(turning, [turning]).append(key)
            ledger.rotate(turning, key)
        else:
            said.append(ledger.say(who, act()))
        if ledger.why is not None and any(one in ledger.why for one in FINER):
            return
        ring, alone = ledger.keys()
        assert alone == ring, (ledger.position, ledger.why)
        assert ledger.trust.registrars == ledger.keyring.registrars, ledger.why
        assert ledger.trust.threshold == ledger.keyring.threshold
        assert ledger.trust.sealed == ledger.keyring.recovery
        assert ledger.trust.log[-1][1] == ledger.keyring.log_key
        assert {one[0]: one[2] for one in ledger.trust.suspect} == ledger.keyring.suspect


def parameter(value: Any) -> ParameterSet:
    """Return the parameter that lets the matrix of authority hold."""
    return ParameterSet(scope="*", name="autoridade", value=value, since=FROM)
