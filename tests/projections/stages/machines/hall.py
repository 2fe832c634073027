"""A hall of machines for tests: homologated machines that say what a device would."""

from typing import Any

import msgspec

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.machines import (
    CreditsIn,
    MachineEnrolled,
    MachineHomologated,
    MetersRead,
    PayCombination,
    PayPlan,
    PaySheet,
    Play,
)
from ledger.events.reviews import Correction, GamingDayClosed
from tests.fixtures.casino import AT, DAY, Casino

HALL = ("MQ-01", "MQ-02")
CONFIGURATION = "a1" * 32
CHECKSUM = "b2" * 32
SHEET = PaySheet(
    paytable="p",
    reels=(("sete", "bar", "cereja"),) * 3,
    rows=1,
    lines=((0, 0, 0),),
    combinations=(
        PayCombination(name="setes", symbols=("sete",) * 3, pays=(10,)),
        PayCombination(name="bares", symbols=("bar|sete",) * 3, pays=(3,)),
        PayCombination(name="cerejas", symbols=("cereja", "cereja"), pays=(2,)),
    ),
)
"""27 stops: 777 pays 10, seven other lines of bars and sevens 3, three with two cherries 2.

Together 10 + 21 + 6 = 37 for 27 staked.
"""


def homologated(**others: Any) -> MachineHomologated:
    given: dict[str, Any] = {
        "configuration": CONFIGURATION,
        "checksum": CHECKSUM,
        "version": "1",
        "denominations": (100, 25),
        "plans": (
            PayPlan(paytable="p", denomination=100, returned=37, staked=27),
            PayPlan(paytable="p", denomination=25, returned=37, staked=27),
        ),
        "complementary": ("dobrar",),
        "certificate": "cert-1",
        "sheets": (SHEET,),
        **others,
    }
    return MachineHomologated(**given)


def play(**others: Any) -> Play:
    """Return a jogada of one euro that loses, unless told otherwise."""
    given: dict[str, Any] = {
        "stake": 100,
        "denomination": 100,
        "configuration": CONFIGURATION,
        "paytable": "p",
        "lines": 1,
        "stops": (0, 2, 2),
        **others,
    }
    return Play(**given)


ZERO = dict.fromkeys(("CJ", "CG", "JE", "DE", "BE", "PA", "CC", "BP", "PAP", "PAM", "CCM"), 0)


def reading(**meters: int) -> MetersRead:
    """Return a reading in which all else stands at nothing."""
    return MetersRead(meters={**ZERO, **meters}, why="periodic")


class Hall:
    """A casino's machines."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino

    def say(
        self, payload: Payload, machine: str = "MQ-01", *, at: str = AT, source: str | None = None
    ) -> Receipt:
        return self.casino.say(source or machine.lower(), payload, at=at, place=machine)

    def open(self, machine: str = "MQ-01", money: int = 10_000, **others: Any) -> None:
        """Set up a homologated machine with credits on it."""
        self.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8), machine)
        self.say(homologated(**others), machine)
        if money:
            self.say(CreditsIn(amount=money, means="note"), machine)

    def put_right(self, target: Receipt, right: Payload | None) -> None:
        """Correct an event of the hall, or withdraw the event, with another person's approval."""
        correction = Correction(
            target=f"{target.source}:{target.first}",
            link=target.link,
            replacement=None if right is None else msgspec.to_builtins(right),
            reason="erro",
        )
        self.casino.approve("chefe", self.casino.say("fiscal", correction))

    def end_day(self) -> Receipt:
        return self.casino.say("direccao", GamingDayClosed())

    def project(self, page: int = 5_000) -> None:
        self.casino.project(page=page)

    def codes(self) -> list[tuple[str, int | None]]:
        rows = self.casino.rows(
            "SELECT code, amount FROM {s}.finding WHERE known_until IS NULL ORDER BY code, id"
        )
        return [(row["code"], row["amount"]) for row in rows]

    def found(self, code: str) -> list[dict[str, Any]]:
        return self.casino.rows(
            "SELECT * FROM {s}.finding WHERE known_until IS NULL AND code = %s ORDER BY known_from",
            code,
        )

    def one(self, table: str, condition: str = "true") -> dict[str, Any]:
        (row,) = self.casino.rows(f"SELECT * FROM {{s}}.{table} WHERE {condition}")
        return row


__all__ = ["AT", "CHECKSUM", "CONFIGURATION", "DAY", "HALL", "SHEET", "ZERO", "Hall"]
