"""Chance: what each table's wheel, dice or cards gave, beside their exact probabilities.

Results are counted as their events tell them: pockets, sections, faces of dice, and of cards the
rank of the first one told of a round (those after it may be known because they won). At each close
of the table the counts are held against the probabilities (``RES-STAT``). The finding informs and
accuses nobody: of many honest tables one may be as far away.

Cards and dice are counted on from day to day, whichever lie on the table; a wheel as long as it is
the same one. The parameters ``acaso_resultados`` (500) and ``acaso_raridade`` (1 in 1,000,000, as
so many of a billion) say from how many results on, and how rare, a distance is told.

The distance is Pearson's chi-square, an exact fraction; how rare it is has an upper bound.
"""

from collections.abc import Mapping
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import Struct, field
from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.outcomes import BallLanded, CardDealt, DiceRolled, WheelStopped
from ledger.events.tables import EquipmentChanged, TableClosed, TableOpened
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.replay.kit.cards import RANKS

BILLION: Final = 1_000_000_000
_EXACT: Final = Context(prec=60)
"""The same on every machine."""
RESULTS: Final = "acaso_resultados"
RARITY: Final = "acaso_raridade"
LEAST: Final = 500
RARE: Final = 1_000
"""Of a billion: where no parameter says otherwise."""
_ROUNDS: Final = 16
"""Of how many rounds it is kept which card was the first."""
_INVALID_TURNS: Final = 3
_SECTIONS: Final = {"a": 24, "b": 12, "c": 8, "d": 4, "e": 2, "f": 1, "g": 1}
"""Roda da sorte (RS R3): how many of the 52 sections bear each sign."""
_WHEELS: Final[Mapping[str, Mapping[str, int]]] = {
    "americana38": {"00": 1, **{str(number): 1 for number in range(37)}},
    "boule": {"estrela": 1, **{str(number): 1 for number in range(1, 25)}},
}
_37: Final = {str(number): 1 for number in range(37)}
_FACES: Final = {str(face): 1 for face in range(1, 7)}
_DICE: Final = frozenset({"banca_francesa", "craps", "cussec"})
_CARDS: Final = frozenset(
    {
        "bacara_chemin_de_fer",
        "bacara_ponto_e_banca",
        "bacara_ponto_e_banca_macau",
        "blackjack",
        "desafio_ao_casino",
        "poquer_holdem",
        "poquer_omaha",
        "poquer_sem_descarte",
        "stud_poker",
    }
)
"""Games of whole packs of 52, in which every rank is as likely."""


class Counted(Struct, kw_only=True):
    """A table's results since they are counted."""

    weights: dict[str, int]
    """Result to its part of all."""
    counts: dict[str, int] = field(default_factory=dict[str, int])
    firsts: dict[str, int] = field(default_factory=dict[str, int])
    """Of the last rounds, the position of the first card told."""
    first: int
    last: int
    told: bool = False
    """Whether a finding stands."""

    @property
    def results(self) -> int:
        """Return how many results were counted."""
        return sum(self.counts.values())


class Chance(Stage):
    """One row a table that has a wheel, dice or whole packs."""

    name = "chance"
    tables = (("chance", "place"),)
    states = (Counted,)
    kinds = kinds_of(
        BallLanded, CardDealt, DiceRolled, WheelStopped, EquipmentChanged, TableClosed, TableOpened
    )

    def __init__(self) -> None:
        """Begin with no table."""
        self._tables: dict[str, Counted] = {}
        self._touched: set[str] = set()

    @override
    def load(self, schema: Schema, source: Source) -> None:
        rows = schema.cursor.execute(schema.query("SELECT place, state FROM {s}.chance"))
        self._tables = {
            place: msgspec.json.decode(state, type=Counted) for place, state in rows.fetchall()
        }

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        for change in produced.changes:
            self._correct(change.target, change.payload)
        if event.place is None:
            return
        match event.payload:
            case TableOpened() as said:
                self._open(event.place, event, said)
            case EquipmentChanged(item="wheel") if event.place in self._tables:
                counted = self._tables[event.place]
                self._begin(event.place, event, counted.weights, told=counted.told)
            case TableClosed():
                self._look(event.place, event, produced)
            case _:
                self._count(event.place, event)

    def _open(self, place: str, event: Event, said: TableOpened) -> None:
        weights = weights_of(said.game, said.options)
        counted = self._tables.get(place)
        if weights and (counted is None or counted.weights != weights):
            self._begin(place, event, weights, told=counted is not None and counted.told)

    def _begin(self, place: str, event: Event, weights: dict[str, int], *, told: bool) -> None:
        position = event.position
        self._tables[place] = Counted(weights=weights, first=position, last=position, told=told)
        self._touched.add(place)

    def _count(self, place: str, event: Event) -> None:
        counted = self._tables.get(place)
        if counted is None:
            return
        if isinstance(event.payload, CardDealt):
            if event.round is None or event.round in counted.firsts:
                return
            kept = [*counted.firsts.items(), (event.round, event.position)]
            counted.firsts = dict(kept[-_ROUNDS:])
        counted.last = event.position
        self._touched.add(place)
        self._add(place, counted, results_of(event.payload), 1)

    def _correct(self, target: Event, payload: Any) -> None:
        """Count the results that an event tells now in the place of those it told."""
        counted = None if target.place is None else self._tables.get(target.place)
        if counted is None or target.position < counted.first or target.place is None:
            return
        if (
            isinstance(target.payload, CardDealt)
            and counted.firsts.get(target.round or "") != target.position
        ):
            return
        self._add(target.place, counted, results_of(target.payload), -1)
        self._add(target.place, counted, results_of(payload), 1)

    def _add(self, place: str, counted: Counted, results: list[str], times: int) -> None:
        for result in results:
            if result in counted.weights:
                counted.counts[result] = counted.counts.get(result, 0) + times
                self._touched.add(place)

    def _look(self, place: str, event: Event, produced: Produced) -> None:
        """Hold the counts of a table that closes against the probabilities."""
        counted = self._tables.get(place)
        if counted is None:
            return
        scopes = (place, produced.casino, "*")
        least, rare = (
            value if isinstance(value, int) else default
            for name, default in ((RESULTS, LEAST), (RARITY, RARE))
            for value in [produced.book.value(name, scopes, event.at, event.position)]
        )
        found = _fault(place, counted, rare) if counted.results >= least else None
        if found is not None or counted.told:
            produced.about.append((f"chance {place}", [] if found is None else [found]))
            counted.told = found is not None
            self._touched.add(place)

    @override
    def flush(self, writes: Writes) -> None:
        rows = [
            (place, one.first, one.last, msgspec.json.encode(one).decode())
            for place in sorted(self._touched)
            for one in [self._tables[place]]
        ]
        writes.replace("chance", "place", ("place", "first", "last", "state"), rows)
        self._touched.clear()


def _fault(place: str, counted: Counted, rare: int) -> Fault | None:
    distance = distance_of(counted.counts, counted.weights)
    rarity = rarity_of(distance, len(counted.weights))
    if rarity > rare:
        return None
    whole = sum(counted.weights.values())
    most = max(
        counted.weights,
        key=lambda name: abs(
            counted.counts.get(name, 0) * whole - counted.results * counted.weights[name]
        ),
    )
    count, due = (
        counted.counts.get(most, 0),
        Fraction(counted.results * counted.weights[most], whole),
    )
    return Fault(
        code="RES-STAT",
        positions=(counted.first, counted.last),
        place=place,
        expected=f"{most}: {due} of {counted.results}, {rare} in {BILLION} or more",
        recorded=f"{most}: {count} of {counted.results}, {rarity} in {BILLION}",
        facts={
            "results": counted.results,
            "distance": str(distance),
            "outcomes": len(counted.weights),
            "farthest": most,
            "counted": count,
            "due": str(due),
        },
    )


def weights_of(game: str, options: Mapping[str, Any]) -> dict[str, int]:
    """Return a game's results, each with its part of all; nothing of a game that is not counted.

    >>> sum(weights_of("roda_da_sorte", {}).values()), len(weights_of("craps", {}))
    (52, 6)
    """
    if game in {"roleta_americana", "roleta_francesa"}:
        return dict(_WHEELS.get(str(options.get("roda")), _37))
    if game == "roda_da_sorte":
        return dict(_SECTIONS)
    if game in _DICE:
        return dict(_FACES)
    return dict.fromkeys(RANKS, 1) if game in _CARDS else dict(_WHEELS.get(game, {}))


def results_of(payload: object) -> list[str]:
    """Return the results that an event tells; nothing of throws and turns that do not count."""
    match payload:
        case BallLanded():
            return [str(payload.number)]
        case DiceRolled() if payload.null is None:
            return [str(face) for face in payload.dice]
        case WheelStopped() if not payload.announced_invalid and (
            payload.turns is None or payload.turns >= _INVALID_TURNS
        ):
            return [payload.section]
        case CardDealt() if payload.card is not None:
            return [payload.card[0]]
        case _:
            return []


def distance_of(counts: Mapping[str, int], weights: Mapping[str, int]) -> Fraction:
    """Return the chi-square of counts against weights: the parts in which each result is due.

    >>> distance_of({"cara": 60, "coroa": 40}, {"cara": 1, "coroa": 1})
    Fraction(4, 1)
    """
    told = sum(counts.get(name, 0) for name in weights)
    whole = sum(weights.values())
    if not told:
        return Fraction(0)
    seen = {name: counts.get(name, 0) for name in weights}
    parts = (Fraction(seen[name] * seen[name], weight) for name, weight in weights.items())
    return sum(parts, Fraction(0)) * whole / told - told


def rarity_of(distance: Fraction, outcomes: int) -> int:
    """Return in how many of a billion cases chance leads as far, rounded up; never too few.

    With an odd number of free results the next even one is taken, of which the sum is finite.

    >>> rarity_of(Fraction(4), 2), rarity_of(Fraction(0), 37), rarity_of(Fraction(5_000), 37)
    (135335284, 1000000000, 1)
    """
    half = _EXACT.divide(Decimal(distance.numerator), Decimal(2 * distance.denominator))
    term = total = Decimal(1)
    for number in range(1, outcomes // 2):
        term = _EXACT.divide(_EXACT.multiply(term, half), Decimal(number))
        total = _EXACT.add(total, term)
    share = _EXACT.multiply(_EXACT.exp(-half), total)
    return int(_EXACT.multiply(share, Decimal(BILLION)).to_integral_value(ROUND_CEILING))
