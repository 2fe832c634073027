"""A device's own counters: roll-over, falls, jumps, cross checks, differences.

A reading is modulo the device's counter (10^digits, or 2^32). Lifetimes are kept here: they go on
over roll-overs and over cleared memories, and are what is compared with the events.

Rules: contadores.md, Rules; regulatory.md 2 (SAS numbers).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct, field

from projections.stages.machines.measures.contadores import NAMES, REPORTED, SUMS, Totals, figure

DEFAULT_MODULUS: Final = 2**32
JUMP_UNITS: Final = 10_000_000
"""The plausible limit between two readings, in the counter's units; ``contador_salto_max``."""
READING_SECONDS: Final = 86_400
"""At most so long without a reading while in play; ``leitura_contadores_segundos``."""
ROLLOVER: Final = "rollover"
FELL: Final = "regressao"
JUMPED: Final = "salto"
SAS: Final = "sas:"
COINS: Final = 0x08
BILLS: Final = 0x0B
_MONOTONE: Final = frozenset((*NAMES, *SUMS))
FACES: Final = dict(
    zip(
        range(0x40, 0x58),
        (
            *(1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000),
            *(20_000, 25_000, 50_000, 100_000, 200_000, 250_000, 500_000, 1_000_000),
        ),
        strict=True,
    )
)
"""SAS bill meters to the note's face, in whole units of the currency."""


class Device(Struct, kw_only=True):
    """A device's counters up to its last reading."""

    raw: dict[str, int] = field(default_factory=dict[str, int])
    """What it reported last, by name: its own counters and ``sas:…``."""
    lifetime: dict[str, int] = field(default_factory=dict[str, int])
    """The sum over all eras."""
    by_denomination: dict[str, int] = field(default_factory=dict[str, int])
    """Name and denomination to the same, where it counts denominations apart."""
    denomination_at: dict[str, str] = field(default_factory=dict[str, str])
    """Denomination to when it was read last."""
    disputed: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """Counter that fell to what it was before, and its lifetime there: a reading that is not below
    that goes on from it, so that one misread counter is no lost, or found, money."""
    era: int = 0
    """How often its memory was cleared."""
    cleared: str | None = None
    """When it was cleared last."""
    read: int | None = None
    """Position of the last whole reading."""
    at: str | None = None


class Marked(Struct, frozen=True, gc=False):
    """A counter that did something else than go up a little."""

    name: str
    mark: str
    before: int
    after: int


def modulus_of(digits: int | None) -> int:
    """Return the size of a device's counters.

    >>> modulus_of(8), modulus_of(None)
    (100000000, 4294967296)
    """
    return 10**digits if digits is not None and 0 < digits <= 18 else DEFAULT_MODULUS  # noqa: PLR2004 - more digits than a number has


def step(before: int, after: int, modulus: int, limit: int) -> tuple[int, str | None]:
    """Return by how much a counter moved, and what is to be said of it.

    >>> step(99_999_950, 30, 10**8, 1_000)
    (80, 'rollover')
    >>> step(500, 200, 10**8, 1_000)
    (0, 'regressao')
    >>> step(500, 9_500, 10**8, 1_000)
    (9000, 'salto')
    """
    if after >= before:
        delta = after - before
        return delta, JUMPED if delta > limit else None
    delta = (after - before) % modulus
    if before < modulus and delta <= min(limit, modulus // 2):
        return delta, ROLLOVER
    return 0, FELL


def advance(
    device: Device,
    said: Mapping[str, int],
    modulus: int,
    limit: int,
    key: str = "",
    units: Mapping[str, int] | None = None,
    events: Mapping[str, int] | None = None,
) -> list[Marked]:
    """Take a reading into the lifetimes; return the counters that fell, jumped or rolled over.

    A fall is not applied: the counter goes on from where it is now, or, once it is not below that
    any more, from the last reading that nobody disputes, unless the lifetimes that the ``events``
    give say that it did fall. ``units`` has the counters that the device keeps in credits, with
    what one is worth: their size is that of the credits.
    """
    marked: list[Marked] = []
    lifetime = device.by_denomination if key else device.lifetime
    for name, after in said.items():
        if name not in _MONOTONE and not name.startswith(SAS):
            continue
        own = name + key
        before = device.raw.get(own, 0)
        size = modulus * units.get(name, 1) if units else modulus
        undisputed = device.disputed.get(own)
        if undisputed is not None and after >= undisputed[0]:
            fallen = lifetime.get(own, 0) + after - before
            if events is None or events.get(name) != fallen:
                before, lifetime[own] = undisputed
            del device.disputed[own]
        delta, mark = step(before, after, size, limit)
        if mark is not None:
            marked.append(Marked(own, mark, before, after))
        if mark == FELL:
            device.disputed.setdefault(own, (before, lifetime.get(own, 0)))
        lifetime[own] = lifetime.get(own, 0) + delta
        device.raw[own] = after
    return marked


def begin(device: Device, said: Mapping[str, int]) -> None:
    """Begin a device's counters at a reading; earlier counts are unknown."""
    for name, value in said.items():
        if name in _MONOTONE or name.startswith(SAS):
            device.raw[name] = device.lifetime[name] = value


def begin_late(device: Device, said: Mapping[str, int], totals: Totals, voided: Totals) -> None:
    """Begin counters that neither opening nor reading told before, of a device that ran before.

    Nobody knows by how much they moved: they begin where they are, and where the events are.
    """
    for name, value in said.items():
        if name in device.raw or not (name in _MONOTONE or name.startswith(SAS)):
            continue
        device.raw[name] = value
        known = name in _MONOTONE
        device.lifetime[name] = figure(totals, name) + figure(voided, name) if known else value


def missing(said: Mapping[str, int], *, of_denomination: bool) -> list[str]:
    """Return which of the twelve a reading does not hold; RB has no meter."""
    if of_denomination:
        return [name for name in ("CJ", "CG", "JE") if name not in said]
    found: list[str] = []
    for name in REPORTED:
        parts = SUMS.get(name)
        if name not in said and (parts is None or any(NAMES[part] not in said for part in parts)):
            found.append(name)
    return found


# --- SAS -----------------------------------------------------------------------------------------


def numbered(device: Mapping[str, int]) -> dict[int, int]:
    """Return raw SAS meters by their number.

    >>> numbered({"sas:1D": 5, "sas:00": 7, "g2s:x": 1})
    {29: 5, 0: 7}
    """
    found: dict[int, int] = {}
    for name, value in device.items():
        if name.lower().startswith(SAS):
            try:
                found[int(name[len(SAS) :], 16)] = value
            except ValueError:
                continue
    return found


class Told(Struct, frozen=True, gc=False):
    """The counters as raw meters tell them."""

    values: dict[str, int]
    """Minor units; JE in plays."""
    units: dict[str, int]
    """Those kept in credits, to what one is worth: they roll over with the credits' size."""


def from_sas(
    device: Mapping[str, int],
    unit: int,
    modulus: int = DEFAULT_MODULUS,
    *,
    manual_included: bool = False,
) -> Told:
    """Return the counters that raw SAS meters tell without doubt; ``unit`` is one credit.

    0x00–0x0C and 0x15–0x2D count credits, 0x0D–0x10 minor units. CG and PA depend on the maker, so
    they are the device's own to tell. What is the sum or the difference of two meters is that of
    their size: each rolls over when it does. Of some makers 0x04, all cancelled credits, holds
    those that a hand paid (0x03): ``manual_included``.

    >>> from_sas({"sas:0B": 99, "sas:08": 3}, 5, 100)
    Told(values={'DEn': 10}, units={'DEn': 5})
    """
    raw = numbered(device)
    found: dict[str, int] = {}
    units: dict[str, int] = {}
    for name, number, factor in (
        ("CJ", 0x00, unit),
        ("JE", 0x05, 1),
        ("CC", 0x04, unit),
        ("CCM", 0x03, unit),
        ("BE", 0x15, unit),
        ("BE", 0x0D, 1),
        ("BP", 0x16, unit),
        ("BP", 0x0E, 1),
        ("PAPm", 0x1D, unit),
        ("PAPh", 0x20, unit),
    ):
        if number in raw:
            found[name], units[name] = raw[number] * factor, factor
    if BILLS in raw:
        found["DEn"] = (raw[BILLS] + raw.get(COINS, 0)) % modulus * unit
        units["DEn"] = unit
    if manual_included and {0x03, 0x04} <= raw.keys():
        found["CC"] = (raw[0x04] - raw[0x03]) % modulus * unit
    if {0x02, 0x20} <= raw.keys():
        found["PAM"] = (raw[0x02] - raw[0x20]) % modulus * unit
        units["PAM"] = unit
    return Told(found, units)


def crossed(
    device: Mapping[str, int], modulus: int, unit: int, *, ties: bool = False
) -> Iterator[tuple[str, int, int]]:
    """Yield SAS meters that must confirm each other and do not: what, expected, recorded.

    0x22 = 0x01 + 0x02; 0x23 = 0x03 + 0x02; 0x05 = 0x06 + 0x07, and no less where ties are counted
    in neither; notes by face = 0x0B.
    """
    raw = numbered(device)
    for whole, parts in ((0x22, (0x01, 0x02)), (0x23, (0x03, 0x02)), (0x05, (0x06, 0x07))):
        if whole not in raw or not raw.keys() >= set(parts):
            continue
        expected = sum(raw[part] for part in parts) % modulus
        recorded = raw[whole] % modulus
        if expected != recorded and not (whole == 0x05 and ties and recorded > expected):  # noqa: PLR2004 - games played
            said = " + ".join(f"0x{part:02X}" for part in parts)
            yield f"0x{whole:02X} = {said}", expected, recorded
    notes = {number: count for number, count in raw.items() if number in FACES}
    if notes and BILLS in raw:
        value = sum(count * FACES[number] * 100 for number, count in notes.items())
        recorded = raw[BILLS] * unit
        if (value - recorded) % (modulus * unit):
            yield "0x0B = notes by face", value, recorded


# --- beside the events ---------------------------------------------------------------------------


class Apart(Struct, frozen=True, kw_only=True, gc=False):
    """A counter for which device and events say different things."""

    name: str
    device: int
    events: int
    voided: int
    """Anuladas: the device's counter does not go back for a void jogada."""

    @property
    def difference(self) -> int:
        """The part of a difference that void jogadas do not explain."""
        return self.device - self.events - self.voided


def compare(device: Device, said: Mapping[str, int], totals: Totals, voided: Totals) -> list[Apart]:
    """Return each counter of a reading beside the events, the equal ones, too."""
    return [
        Apart(
            name=name,
            device=device.lifetime[name],
            events=figure(totals, name),
            voided=figure(voided, name),
        )
        for name in said
        if name in _MONOTONE and name in device.lifetime
    ]
