"""One slot machine of the simulated floor: its memory, its balance, its box, who plays at it.

The memory does what a device's does: each prize moves one meter, nothing is ever taken back, and a
meter that is full begins again at nothing (contadores.md). Totals, receita bruta and raw meters are
worked out here when they are read.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from ledger.events.jackpots import PoolOpened
from ops.simulator.games.maquinas.paytables import Make
from ops.simulator.parties.terminal import Terminal

MILLION: Final = 1_000_000
METERS: Final = (
    "CJ",
    "CG",
    "JE",
    "DEn",
    "DEc",
    "BE",
    "PA",
    "CCm",
    "CCc",
    "BP",
    "PAPm",
    "PAPh",
    "PAM",
    "CCM",
)
SUMS: Final = {"DE": ("DEn", "DEc"), "CC": ("CCm", "CCc"), "PAP": ("PAPm", "PAPh")}
FACES: Final = {500: 0x42, 1_000: 0x43, 2_000: 0x44, 5_000: 0x46, 10_000: 0x47}
"""Notes, in cents, and the raw meter that counts them."""
COINS: Final = (100, 200)


class Level:
    """One level of a progressive prize, exact to the millionth of a cent."""

    def __init__(self, terms: PoolOpened) -> None:
        """Begin with the base."""
        self.terms = terms
        self.name = terms.pool
        self.accumulated = 0
        """Millionths of a cent over the base."""
        self.staked = 0
        self.wins = 0
        self._given = 0
        """Cents over the base that were given away."""

    @property
    def shown(self) -> int:
        """The display that players see."""
        return self.terms.base + self.accumulated // MILLION

    @property
    def residue(self) -> int:
        """Millionths not yet worth a cent."""
        return self.accumulated % MILLION

    @property
    def moved(self) -> int:
        """Cents that stakes have brought into it so far."""
        return self._given + self.accumulated // MILLION

    def feed(self, stake: int) -> int:
        """Add a stake's share; return the whole cents that moved."""
        before = self.accumulated // MILLION
        self.accumulated += stake * self.terms.ppm
        self.staked += stake
        return self.accumulated // MILLION - before

    def give_back(self, stake: int) -> None:
        """Take the share of a void jogada out, exactly."""
        self.accumulated -= stake * self.terms.ppm
        self.staked -= stake

    def win(self) -> int:
        """Give the whole away; the base is put in anew, the fraction stays."""
        amount = self.shown
        self._given += amount - self.terms.base
        self.accumulated = self.residue
        self.wins += 1
        return amount


class Guest(Struct, kw_only=True):
    """Who sits at a machine."""

    name: str
    plays: int
    """How many jogadas he means to play."""
    denomination: int
    lines: int
    level: int
    pocket: int
    """Cents that he may still put in."""
    bold: float
    """How often he risks a prize."""

    @property
    def stake(self) -> int:
        """The cost of a jogada to a player."""
        return self.denomination * self.lines * self.level


class Session(Struct, kw_only=True):
    """An online player's session, as the server counts it."""

    name: str
    demo: bool = False
    rounds: int = 0
    staked: int = 0
    won: int = 0
    auto: int | None = None
    """Plays left of an automatic run."""


class Machine(Struct, kw_only=True):
    """A machine and what its memory holds."""

    place: str
    make: Make
    terminal: Terminal
    configuration: str
    checksum: str
    online: bool = False
    levels: tuple[Level, ...] = ()
    tells_increments: bool = False
    credits: int = 0
    raw: dict[str, int] = field(default_factory=lambda: dict.fromkeys(METERS, 0))
    of: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """Denomination to its CJ, CG and JE."""
    faces: dict[int, int] = field(default_factory=dict[int, int])
    coins: int = 0
    games_won: int = 0
    games_lost: int = 0
    notes: int = 0
    """In its box."""
    box_tickets: int = 0
    guest: Guest | None = None
    session: Session | None = None
    waits: bool = False
    """For a hand payment: nobody plays."""
    began: bool = False
    """Whether it was ever played, or read."""
    emptied: bool = False
    """Whether its box was counted before."""
    told: str = ""
    """The name of the last jogada that was made wrong on purpose."""
    forged: dict[str, int] = field(default_factory=dict[str, int])
    """By how much a meter or the balance tells something else than it should."""

    @property
    def modulus(self) -> int:
        """The size of its meters."""
        digits = self.make.digits
        return 2**32 if digits is None else 10**digits

    # --- what moves --------------------------------------------------------------------------

    def played(
        self, denomination: int, stake: int, cg: int, others: Iterable[tuple[str, int]] = ()
    ) -> None:
        """Count a jogada: ``others`` are prizes that are not of the table."""
        self.began = True
        raw = self.raw
        raw["CJ"] += stake
        raw["CG"] += cg
        raw["JE"] += 1
        own = self.of.get(denomination)
        if own is None:
            own = self.of[denomination] = [0, 0, 0]
        own[0] += stake
        own[1] += cg
        own[2] += 1
        self.credits += cg - stake
        won = cg
        for meter, amount in others:
            raw[meter] += amount
            won += amount
            if meter in ("PA", "PAPm"):
                self.credits += amount
        if won:
            self.games_won += 1
        else:
            self.games_lost += 1

    def takes(self, meter: str, amount: int) -> None:
        """Let money onto the balance."""
        self.raw[meter] += amount
        self.credits += amount
        if meter == "DEn":
            self.notes += amount
        elif meter == "BE":
            self.box_tickets += amount

    def gives(self, meter: str, amount: int) -> None:
        """Let money from the balance."""
        self.raw[meter] += amount
        self.credits -= amount

    def clear(self) -> None:
        """Forget every meter; the balance and the box stay."""
        self.raw = dict.fromkeys(METERS, 0)
        self.of = {denomination: [0, 0, 0] for denomination in self.of}
        self.faces = dict.fromkeys(self.faces, 0)
        self.coins = self.games_won = self.games_lost = 0

    # --- what it tells -----------------------------------------------------------------------

    @property
    def balance(self) -> int:
        """The credits that a machine says stand on it."""
        return self.credits + self.forged.get("balance", 0)

    def meters(self) -> dict[str, int]:
        """Return its counters as it reports them."""
        size = self.modulus
        raw = self.raw
        told = {name: value % size for name, value in raw.items()}
        for name, (one, other) in SUMS.items():
            told[name] = (raw[one] + raw[other]) % size
        if self.make.full:
            pap = raw["PAPm"] + raw["PAPh"]
            told["RB"] = raw["CJ"] - raw["CG"] - raw["PA"] - pap - raw["PAM"]
            told["SC"] = self.balance
        else:
            for parts in SUMS.values():
                for part in parts:
                    if part not in ("PAPm", "PAPh"):
                        del told[part]
        for name, amount in self.forged.items():
            if name in told:
                told[name] += amount
        return told

    def device(self) -> dict[str, int]:
        """Return its raw meters by their protocol's numbers, in credits; none of most makes."""
        unit = self.make.sas
        if unit is None:
            return {}
        raw = self.raw
        out = (raw["CG"] + raw["PA"] + raw["PAPm"]) // unit
        hand = (raw["PAM"] + raw["PAPh"]) // unit
        notes = sum(face * count for face, count in self.faces.items())
        told = {
            0x00: raw["CJ"] // unit,
            0x01: out,
            0x02: hand,
            0x03: raw["CCM"] // unit,
            0x04: (raw["CCm"] + raw["CCc"]) // unit,
            0x05: raw["JE"],
            0x06: self.games_won,
            0x07: self.games_lost,
            0x08: self.coins // unit,
            0x0B: notes // unit,
            0x22: out + hand,
            0x23: raw["CCM"] // unit + hand,
            **{FACES[face]: count for face, count in self.faces.items()},
        }
        size = self.modulus
        return {
            f"sas:{number:02X}": value % size + self.forged.get(f"sas:{number:02X}", 0)
            for number, value in told.items()
        }

    def meters_of(self, denomination: int) -> dict[str, int]:
        """Return the counters of one denomination."""
        size = self.modulus
        return {
            name: value % size
            for name, value in zip(("CJ", "CG", "JE"), self.of[denomination], strict=True)
        }
