"""Somebody on the floor who sends events: a table, a bank of machines, a bingo room, an office."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from ledger.roles import PEOPLE, Binding, Role
from ops.simulator.parties.fault import AsksFaults
from ops.simulator.parties.manifest import Planted
from ops.simulator.parties.terminal import Telling, Terminal


class Place(Struct, frozen=True, kw_only=True):
    """Where and when a party begins, and by which seed."""

    source: str
    """Its terminal."""
    place: str
    day: str
    """The first gaming day."""
    start: datetime
    seed: int


class Party(AsksFaults):
    """A party through the days: the same seed, the same words.

    Each round, coup, play … is an *occasion*, numbered from 1 through all days. ``faults`` says by
    occasion what is done wrong; what cannot be done there is put off to the next.
    Parties share nothing that changes, but approvers, and what they read after a ``Pause``.
    """

    GAME: ClassVar[str]
    ROLE: ClassVar[Role] = Role.TABLE
    """In which its terminal is enrolled."""
    FAULTS: ClassVar[tuple[str, ...]] = ()
    """What can be planted in an occasion of it."""
    APART: ClassVar[int] = 3
    """Occasions from one planned fault to the next, so that each one's findings are its own."""
    EARNS_IN: ClassVar[str | None] = None
    """Its currency, where that is not the casino's: what finance declares is not of it."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the party up."""
        self.where = where
        self.rng = Random(f"{where.seed}/{self.GAME}/{where.place}")  # noqa: S311 - a seed, no secret
        self.terminal = Terminal(where.source, where.place, where.day, where.start, self.rng)
        self.faults = dict(faults or {})
        unknown = set(self.faults.values()) - set(self.FAULTS)
        assert not unknown, f"{self.GAME} has no fault {', '.join(sorted(unknown))}"
        self.casino: str | None = None
        """To which its sources belong; None where nothing says."""
        self.planted: list[Planted] = []
        """What the findings must say, for what was played."""
        self._earned: int = 0
        self.occasion: int = 0
        self.badge = where.place.lower()
        """What the pseudonyms of this party's people begin with."""
        self._faulty = ""

    @property
    def earned(self) -> int:
        """Receita of the gaming day so far, in minor units: what the tax is on."""
        return self._earned

    @earned.setter
    def earned(self, amount: int) -> None:
        self._earned = amount

    # --- what a game gives ---------------------------------------------------------------------

    def sources(self) -> dict[str, Binding]:
        """Return who signs for the party, each with what he is enrolled as; approvers too.

        Those of a casino are of the party's, where none is told.
        """
        person = Binding(role=self.ROLE)
        return {self.terminal.source: person if self.ROLE in PEOPLE else self.device(self.ROLE)}

    def device(self, role: Role, *places: str, pools: Iterable[str] = ()) -> Binding:
        """Return a device's binding: to the party's own place, or to others."""
        return Binding(role=role, places=places or (self.where.place,), pools=tuple(pools))

    def scheduled(self) -> list[tuple[str, str]]:
        """Return its places that should speak while it is open, each with its source."""
        return [(self.where.place, self.terminal.source)]

    def prepare(self) -> Telling:
        """Say the facts before the first day: pools, machines, parameters."""
        yield from ()

    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        """Open for a gaming day, play so many rounds, and close."""
        raise NotImplementedError

    # --- faults --------------------------------------------------------------------------------

    def fault(self) -> str | None:
        """Take the fault that is due at this occasion; None where all is to be done rightly."""
        due = min((one for one in self.faults if one <= self.occasion), default=None)
        if due is None:
            return None
        fault = self.faults.pop(due)
        self._faulty = f"{self.where.place}/{fault}/{self.occasion}"
        return fault

    def coming(self) -> str | None:
        """Return the fault that is due at the next occasion."""
        due = min((one for one in self.faults if one <= self.occasion + 1), default=None)
        return None if due is None else self.faults[due]

    def take_fault(self) -> str | None:
        """Take the fault that is due, if the party can have it as it stands; else put it off."""
        fault = self.fault()
        if fault is None:
            return None
        ready = self.WRONGS[fault].ready
        if ready is not None and not ready(self):
            self.put_off(fault)
            return None
        return fault

    @property
    def left(self) -> int:
        """How many faults have found no occasion so far."""
        return len(self.faults)

    @property
    def fault_id(self) -> str:
        """The id in the manifest of the fault that was taken last."""
        return self._faulty

    def put_off(self, fault: str, *, skip: int = 0) -> None:
        """Let a fault that cannot be done now be done at the next occasion that is free.

        So many occasions after this one are not for it.
        """
        later = self.occasion + 1 + skip
        while later in self.faults:
            later += 1
        self.faults[later] = fault

    def plant(self, fault: str, code: str, round_id: str | None = None, **more: Any) -> None:
        """Write into the manifest what must be found; ``more`` are fields of ``Planted``."""
        more.setdefault("id", self._faulty or f"{self.where.place}/{fault}/{self.occasion}")
        self.planted.append(Planted(fault=fault, code=code, round=round_id, **more))
