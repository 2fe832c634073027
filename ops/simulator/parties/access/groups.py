"""Faults of access: events of each group of the matrix, by sources whose role forbids them.

Most of it has no effect; a claim has, whoever wrote it down; acts of trust and the service's own
words do not even come through the door. Each word is told once a gaming day, for who says a thing
twice in a day is found once.

Rules: authority.md, the matrix, its last column; OP-ACCESS.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from ledger.events.base import Interval, Payload
from ledger.events.bingo import BallDrawn, CardsKept
from ledger.events.jackpots import AwardPaid, BaseFunded
from ledger.events.machines import CreditsIn, MachineReleased
from ledger.events.outcomes import BallLanded
from ledger.events.registry import (
    AccessGranted,
    CasinoRegistered,
    CheckpointSealed,
    ClockTicked,
    ParameterSet,
    PlaceScheduled,
    TextErased,
)
from ledger.events.reviews import (
    DisputeOpened,
    FindingDecided2,
    GamingDayClosed,
    InspectionNoted,
    SettlementPaid,
)
from ledger.events.rounds import RoundOpened
from ledger.events.seats import PlayerSeated
from ledger.events.tables import ChipsSold, TableClosed
from ops.simulator.parties.fault import Deed, Played, Wrong
from ops.simulator.parties.terminal import Forgery, Said, Telling, Terminal, instant

ELSEWHERE: Final = "casino-9"
UNKNOWN: Final = "ab" * 32
NOT_ENTITLED: Final = "not-entitled"


class Floor(Protocol):
    """The floor, as far as its people and devices say what they may not."""

    terminal: Terminal
    occasion: int

    def own(self, place: str) -> str:
        """Return a place of this run by its name in the first."""
        ...

    def post(self, name: str) -> Terminal:
        """Return the terminal of one of the floor's people or devices."""
        ...

    def says(
        self, post: str, payload: Payload, *, place: str | None = None, round_id: str | None = None
    ) -> Said:
        """Return an event that one of the floor's people or devices says."""
        ...

    def plant(self, fault: str, code: str, round_id: str | None = None, **more: Any) -> None:
        """Write into the manifest a finding that must follow."""
        ...


@dataclass(frozen=True)
class Word:
    """A word of somebody who may not say it."""

    post: str
    """Who says it, of the floor's people and devices."""
    payload: Callable[[str], Payload]
    """The word, told at a time."""
    place: str | None = None
    in_round: bool = False
    stands: bool = False
    """Whether it takes effect all the same."""


def say(word: Word) -> Deed[Floor, Played]:
    """Return a fault's deed: a word is said, and its finding planted."""

    def deed(floor: Floor, occasion: Played) -> Telling:
        assert occasion.fault is not None
        payload = word.payload(instant(floor.terminal.now))
        place = None if word.place is None else floor.own(word.place)
        name = f"{place}/{floor.terminal.day}/{floor.occasion}" if word.in_round else None
        said = floor.says(word.post, payload, place=place, round_id=name)
        facts = {"source": said.source, "kind": payload.KIND, "effect": word.stands}
        floor.plant(occasion.fault, "OP-ACCESS", event=said.name, facts=facts)
        yield said

    return deed


def try_at_the_door(post: str, payload: Payload) -> Deed[Floor, Played]:
    """Return a fault's deed: a word is tried at the door, which refuses it."""

    def deed(floor: Floor, occasion: Played) -> Telling:
        assert occasion.fault is not None
        source = floor.post(post).source
        yield Forgery(
            at=instant(floor.terminal.now), source=source, payload=payload, how=NOT_ENTITLED
        )
        facts = {"source": source, "refused": NOT_ENTITLED}
        floor.plant(occasion.fault, "OP-ACCESS", facts=facts)

    return deed


def _register(_now: str) -> Payload:
    return CasinoRegistered(casino=ELSEWHERE, currency="XTS", profile="cv-2017@1")


def _rate(now: str) -> Payload:
    return ParameterSet(scope="*", name="imposto_especial_ppm", value=1, since=now, act="nenhum")


def _pay_award(_now: str) -> Payload:
    return AwardPaid(pool="nenhum", amount=100, means="cash")


WORDS: Final[Mapping[str, Word]] = {
    # the registry
    "inspector-registers-casino": Word("inspector", _register),
    "display-schedules": Word(
        "kiosk",
        lambda _: PlaceScheduled(source="mesa", category="table", casino=ELSEWHERE),
        "QI-01",
    ),
    "dispute-officer-sets-rate": Word("disputes", _rate),
    "finance-seals-checkpoint": Word("finance", lambda _: CheckpointSealed(size=1, root=UNKNOWN)),
    "finance-erases-text": Word("finance", lambda _: TextErased(text=UNKNOWN, reason="engano")),
    # tables and seats
    "display-closes-table": Word("kiosk", lambda _: TableClosed(), "QI-01"),
    "finance-sells-chips": Word(
        "finance", lambda _: ChipsSold(amount=1_000, means="cash"), "RA-98"
    ),
    "inspector-seats-player": Word(
        "inspector", lambda _: PlayerSeated(seat=1, player="p-1"), "RA-98"
    ),
    # rounds and outcomes
    "finance-opens-round": Word("finance", lambda _: RoundOpened(), "RA-98", in_round=True),
    "auditor-lands-ball": Word("witness", lambda _: BallLanded(number=17), "RA-98", in_round=True),
    # jackpots
    "floor-funds-base": Word(
        "floor", lambda _: BaseFunded(pool="nenhum", amount=100, funds="operator")
    ),
    "inspector-pays-award": Word("inspector", _pay_award),
    # bingo
    "display-draws-ball": Word(
        "kiosk", lambda _: BallDrawn(number=7, index=1), "QI-01", in_round=True
    ),
    "finance-keeps-cards": Word(
        "finance",
        lambda _: CardsKept(cards=(Interval(series="A", first=1, last=6),), reason="prova"),
        "BI-09",
        in_round=True,
    ),
    # machines
    "cashless-finance": Word("finance", lambda _: CreditsIn(amount=500, means="note"), "MQ-98"),
    "finance-releases-machine": Word(
        "finance", lambda _: MachineReleased(reason="reparada"), "MQ-98"
    ),
    # reviews
    "table-decides-finding": Word(
        "table", lambda _: FindingDecided2(finding="f-2", state="void", act="nenhum")
    ),
    "finance-notes-inspection": Word("finance", lambda _: InspectionNoted(code="BO-BELL")),
    "display-pays-settlement": Word(
        "kiosk", lambda _: SettlementPaid(finding="f-3", amount=1, means="cash")
    ),
    "display-closes-day": Word("kiosk", lambda _: GamingDayClosed(casino=ELSEWHERE)),
    "finance-opens-case": Word(
        "finance",
        lambda now: DisputeOpened(dispute=f"F-{now}", subject="machine", machine="MQ-98"),
        stands=True,
    ),
}
"""Names to words that come through the door."""
ACCESS: Final[dict[str, Wrong[Floor, Played]]] = {
    **{name: Wrong(does={"occasion": say(word)}) for name, word in WORDS.items()},
    "display-ticks": Wrong(does={"occasion": try_at_the_door("kiosk", ClockTicked())}),
    "finance-grants-access": Wrong(
        does={
            "occasion": try_at_the_door("finance", AccessGranted(source="financas", role="admin"))
        }
    ),
}
"""Every fault of access."""
