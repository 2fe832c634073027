"""The simulated nights walk the whole vocabulary: each kind is said by somebody, or excused."""

from collections.abc import Iterable, Sequence
from typing import Final

import pytest

from ledger.events import KINDS
from ops.simulator.night.casino import Casino, seatings
from ops.simulator.night.courier import merged
from ops.simulator.night.night import faults_asked
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Ask, Forgery, Read, Said

NOBODY: Final = {
    "ledger-founded": "the installation's, once, before anybody is enrolled",
    "source-enrolled": "the house's: registrars enrol everybody before the first word",
    "clock-ticked": "the service's own clock, in every window",
    "figures-stated": "the service's own, of its tables",
    "registrars-changed": "the registrars', beside every evening: tests/ledger/test_registrars.py",
    "registrars-recovered": "the same",
    "log-key-replaced": "the same",
}
"""Kinds that no party says, with the reason."""
OF_HONEST_NIGHTS: Final = """
access-granted access-recorded access-withdrawn appeal chip-value-assigned dispute-decided
evidence-attached gratuity key-revoked key-rotated place-requested pot-declared report-issued
sessao-closed sessao-opened settlement-paid text-erased
"""
"""Kinds that real floors say every night."""
DAYS: Final = 3
OF_FAULTS: Final = ("BI-01", "CF-01", "JP-01", "MQ-01", "RA-01")
"""Places whose faults, with the office's, say what no honest evening does."""


def told(casino: Casino, days: int) -> set[str]:
    """Tell a casino's days to nobody; return the kinds that are said, or that the house answers."""
    found = kinds_in(casino.prepare())
    for number in range(days):
        found |= kinds_in(casino.day(number))
    return found


def kinds_in(tellings: Sequence[Telling]) -> set[str]:
    """Return the kinds, without version, that some parties say together."""
    found: set[str] = set()
    for _, one in merged(tellings):
        match one:
            case Said():
                found.add(one.payload.KIND.partition("/")[0])
                found.update({"approval"} if one.approvers else ())
            case Ask():
                one.granted = one.expected
                found.add("acta-gate-granted")
            case Read():
                found.add("access-recorded")
            case Forgery():
                found.add("submission-refused")
            case _:
                pass
    return found


def missing(found: Iterable[str]) -> set[str]:
    """Return the kinds of the vocabulary that are not among these."""
    return {kind.partition("/")[0] for kind in KINDS} - set(found)


@pytest.mark.deep
def test_every_kind_is_said_by_an_honest_or_a_planted_night() -> None:
    """Of a whole casino: one honest evening, and places with every fault of theirs."""
    honest = told(Casino(seatings(1.0), seed=8), 1)
    assert set(OF_HONEST_NIGHTS.split()) & missing(honest) == set()
    floor = [one for one in seatings(0.3) if one.place in OF_FAULTS]
    planted = Casino(floor, seed=7, faults=faults_asked("all", floor, DAYS, 7), days=DAYS)
    assert missing(honest | told(planted, DAYS)) == set(NOBODY)
