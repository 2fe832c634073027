"""The part of the stakes that exact enumeration expects: each chance, settled for every outcome.

Of the games whose coup is one draw out of few (wheels, dice): every outcome is settled by the rules
themselves, as replay settles a round, so what is expected follows from the law and from nothing
that was played. It is information: chance accuses nobody.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import isqrt
from threading import Lock
from typing import Any, Final, LiteralString

import msgspec
import psycopg
from msgspec import Struct, structs
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.errors import UNREADABLE
from ledger.money import MILLION
from ledger.store.cold import fill_by
from projections.base.errors import HaltedError
from projections.reads.floor.hold import BAND, SETTLED, Hold, Played
from projections.reads.floor.round_again import round_again
from projections.replay.games.dice.banca_francesa.record import SUMS
from projections.replay.games.wheels.roulette.wheels import PLATES
from projections.replay.record import Record
from projections.replay.registry import decode_record, game_of, rules_of
from projections.running.runner import LIVE

UNIT: Final = 25_200
"""The stake on each chance that is settled: what it is parted into, to nine and ten, is whole."""
ROUNDS_MIN: Final = 12
"""Below so many rounds a width of chance is not drawn; it is not guessed from them, but exact."""
ROUNDS_MAX: Final = 600
"""Rounds of a period whose bets are read; beyond them nothing is reckoned."""
KEPT_MAX: Final = 20_000
_OPTIONS: Final = ("profile", "roda", "prato", "simbolos", "ordem", "cores", "pano")
"""What of a table's record decides which outcomes and chances there are."""
_PLAIN: Final = frozenset(
    ("bet", "seat", "player", "chance", "selection", "amount", "chips", "line", "cause")
)
"""Of a bet that is staked for one coup whole; anything else leaves its round aside."""

_KINDS: Final = ("bet-placed/1", "bet-changed/1", "bet-withdrawn/1")
Outcome = dict[str, Any]
_THROWS: Final = tuple(product(range(1, 7), repeat=3))


def _of_numbers(numbers: Iterable[str]) -> list[Outcome]:
    return [{"resultado": {"numero": one}} for one in numbers]


def _of_plate(options: Mapping[str, Any]) -> list[Outcome]:
    return _of_numbers(PLATES.get(options.get("roda", ""), PLATES["francesa37"]))


def _of_boule(_options: Mapping[str, Any]) -> list[Outcome]:
    return _of_numbers([*map(str, range(1, 25)), "estrela"])


def _of_sections(options: Mapping[str, Any]) -> list[Outcome]:
    rules = rules_of(game_of(_record("roda_da_sorte", options)), options["profile"])
    return [
        {"rotacao": [{"seccao": letter, "voltas": rules.turns}]}
        for letter, count in rules.sections.items()
        for _ in range(count)
    ]


def _of_deciding_throws(_options: Mapping[str, Any]) -> list[Outcome]:
    return [{"lancamentos": [{"dados": dice}]} for dice in _THROWS if sum(dice) in SUMS]


def _of_throws(_options: Mapping[str, Any]) -> list[Outcome]:
    return [{"resultado": [{"dados": dice}]} for dice in _THROWS]


OUTCOMES: Final[Mapping[str, Callable[[Mapping[str, Any]], list[Outcome]]]] = {
    "roleta_americana": _of_plate,
    "roleta_francesa": _of_plate,
    "boule": _of_boule,
    "roda_da_sorte": _of_sections,
    "banca_francesa": _of_deciding_throws,
    "cussec": _of_throws,
}
"""Of each game that is enumerated, its outcomes: each as likely as the others."""

Chance = tuple[str, str, int]
"""A bet's ``tipo`` and ``selecao``, and of neighbours the number of chips, which says how many."""
_COUNTED: Final = "vizinhos"


class Expected(Struct, frozen=True, kw_only=True):
    """The part of the stakes that the rules expect of some rounds, and the width of chance."""

    rounds: int
    """Those that were reckoned."""
    staked: int
    won: int
    """By what was paid in them."""
    share_ppm: int
    band_ppm: int | None
    """Half the width of 95 in 100; None of too few rounds."""

    @property
    def won_ppm(self) -> int:
        """The house's winnings in these rounds, in millionths of their stakes."""
        return self.won * MILLION // self.staked


class Reckoned(Struct, frozen=True, kw_only=True):
    """A round's stakes settled for every outcome: what the house makes, summed and squared."""

    outcomes: int
    won: int
    """Sum over the outcomes, of stakes times UNIT."""
    squares: int
    """Sum of the squares, likewise."""


class Enumerated:
    """Settles chances for every outcome, and keeps what came out for the next question."""

    def __init__(self) -> None:
        """Know no chance yet."""
        self._kept: dict[tuple[str, str, Chance], tuple[int, ...]] = {}
        self._lock = Lock()

    def of(
        self, game: str, options: Mapping[str, Any], chances: Iterable[Chance]
    ) -> Mapping[Chance, tuple[int, ...]]:
        """Return, of each chance, what a stake of ``UNIT`` is due at each outcome.

        A chance that the rules do not know has nothing.
        """
        table = msgspec.json.encode(options, order="sorted").decode()
        wanted = set(chances)
        with self._lock:
            found = {one: kept for one in wanted if (kept := self._kept.get((game, table, one)))}
            new = _settled(game, options, sorted(wanted - set(found)))
            if len(self._kept) + len(new) > KEPT_MAX:
                self._kept.clear()
            self._kept |= {(game, table, one): due for one, due in new.items()}
        return {**found, **new}


_enumerated: Final = Enumerated()


def _record(game: str, options: Mapping[str, Any], **more: Any) -> Record:
    return decode_record(msgspec.json.encode({"game": game, **options, **more}))


def _settled(
    game: str, options: Mapping[str, Any], chances: Sequence[Chance]
) -> dict[Chance, tuple[int, ...]]:
    """Return each chance's due amount at each outcome; chances that rules leave out have none."""
    if not chances:
        return {}
    bets = [
        {"bet": number, "seat": 1, "tipo": tipo, "selecao": selecao, "valor": UNIT}
        | ({"chips": {"count": count, "value": UNIT // count}} if count else {})
        for number, (tipo, selecao, count) in enumerate(chances, 1)
    ]
    due: list[list[int]] = [[] for _ in chances]
    outcomes = OUTCOMES[game](options)
    for outcome in outcomes:
        record = _record(game, options, bets=bets, **outcome)
        rules = rules_of(game_of(record), record.profile)
        for line in game_of(record).settle(record, rules).lines:
            if line.bet is not None and line.stake == UNIT:
                due[line.bet - 1].append(line.due)
    return {
        one: tuple(told)
        for one, told in zip(chances, due, strict=True)
        if len(told) == len(outcomes)
    }


def reckon(
    connection: psycopg.Connection[Any],
    conninfo: str,
    rounds: Sequence[Played],
    schema: str = LIVE,
) -> dict[str, Reckoned]:
    """Return the rounds that can be enumerated, by id, each for every outcome of its game."""
    plain = [one for one in rounds if one.game in OUTCOMES and one.state in SETTLED]
    if not plain or len(plain) > ROUNDS_MAX:
        return {}
    bets = _bets(connection, plain, schema)
    tables: defaultdict[tuple[str, str], list[Played]] = defaultdict(list)
    for one in plain:
        if one.round in bets and sum(amount for _, amount in bets[one.round]) == one.stake:
            tables[one.place, one.game].append(one)
    found: dict[str, Reckoned] = {}
    for (_place, game), played in tables.items():
        options = _options(conninfo, played[0].round)
        if options is None:
            continue
        chances = {chance for one in played for chance, _ in bets[one.round]}
        due = _enumerated.of(game, options, chances)
        for one in played:
            if all(chance in due for chance, _ in bets[one.round]):
                found[one.round] = _round(one.stake, bets[one.round], due)
    return found


def _round(
    stake: int, bets: Sequence[tuple[Chance, int]], due: Mapping[Chance, tuple[int, ...]]
) -> Reckoned:
    """Return a round's stakes settled for every outcome: bets of one coup win and lose together."""
    lines = [[amount * one for one in due[chance]] for chance, amount in bets]
    won = [stake * UNIT - sum(paid) for paid in zip(*lines, strict=True)]
    return Reckoned(outcomes=len(won), won=sum(won), squares=sum(one * one for one in won))


def expected(rounds: Iterable[Played], reckoned: Mapping[str, Reckoned]) -> Expected | None:
    """Return the expectation of the rounds that were reckoned; None of no stakes."""
    taken = [(one, reckoned[one.round]) for one in rounds if one.round in reckoned]
    staked = sum(one.stake for one, _ in taken)
    if not staked:
        return None
    # Games differ in how many outcomes they have; at one table they are the same, so sums stay
    # whole when each round is brought to the product of the counts.
    common = 1
    for _, told in taken:
        if common % told.outcomes:
            common *= told.outcomes
    won = sum(told.won * (common // told.outcomes) for _, told in taken)
    variance = sum(
        (told.squares * told.outcomes - told.won**2) * (common // told.outcomes) ** 2
        for _, told in taken
    )
    whole = common * UNIT * staked
    z, hundred = BAND
    return Expected(
        rounds=len(taken),
        staked=staked,
        won=sum(one.won for one, _ in taken),
        share_ppm=won * MILLION // whole,
        band_ppm=isqrt((z * MILLION) ** 2 * variance // (hundred * whole) ** 2) + 1
        if len(taken) >= ROUNDS_MIN
        else None,
    )


def expected_of(
    hold: Hold, rounds: Iterable[Played], reckoned: Mapping[str, Reckoned], *, by_place: bool
) -> Expected | None:
    """Return the expectation of the rounds of a hold: of a table, else of a dealer."""
    own = [
        one
        for one in rounds
        if (one.place if by_place else one.dealer) == hold.name
        and (one.game, one.currency) == (hold.game, hold.currency)
        and one.state in SETTLED
    ]
    return expected(own, reckoned)


@lru_cache(maxsize=1_000)
def _options(conninfo: str, round_id: str) -> dict[str, Any] | None:
    """Return the options of a round's table that decide its outcomes.

    Nothing where an event of the round is not what was recorded: nothing is expected of it. Kept
    for the process: which wheel stands at a table is said when it opens.
    """
    try:
        again = round_again(conninfo, round_id)
    except HaltedError:
        return None
    record = None if again is None else again.closed.record
    if record is None:
        return None
    fields = set(record.__struct_fields__)
    return {
        name: msgspec.to_builtins(value)
        for name, value in structs.asdict(record).items()
        if name in _OPTIONS and name in fields and value
    }


def _bets(
    connection: psycopg.Connection[Any], rounds: Sequence[Played], schema: str
) -> dict[str, list[tuple[Chance, int]]]:
    """Return the bets of rounds, changes applied; nothing of a round that has others, too."""
    text: LiteralString = (
        "SELECT e.notification_id, r.round, 0, e.topic, e.state, e.link "
        "FROM {s}.round AS r JOIN ledger.events AS e "
        "ON e.notification_id = ANY(r.positions) WHERE r.round = ANY(%s) "
        "AND e.topic = ANY(%s) ORDER BY e.notification_id"
    )
    found: defaultdict[str, dict[int, tuple[Chance, int]]] = defaultdict(dict)
    odd: set[str] = set()
    statement = sql.SQL(text).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        asked = ([one.round for one in rounds], list(_KINDS))
        for _, name, _, topic, state, _ in fill_by(
            connection, cursor.execute(statement, asked).fetchall()
        ):
            try:
                body = msgspec.json.decode(bytes(state).partition(b"\n\n")[2], type=dict[str, Any])
                if not _take(found[name], topic, body["payload"]):
                    odd.add(name)
            except (*UNREADABLE, KeyError, TypeError):
                odd.add(name)
    return {name: list(bets.values()) for name, bets in found.items() if name not in odd}


def _take(bets: dict[int, tuple[Chance, int]], topic: str, told: Mapping[str, Any]) -> bool:
    """Take an event's terms of a bet; tell whether the bet is staked for one coup whole."""
    number = int(told["bet"])
    if topic == "bet-withdrawn/1":
        bets.pop(number, None)
        return True
    (tipo, selecao, count), amount = bets.get(number, (("", "", 0), 0))
    tipo = str(told.get("chance") or tipo)
    if told.get("chips") and tipo == _COUNTED:
        count = int(told["chips"]["count"])
    chance = (tipo, str(told.get("selection") or selecao), count if tipo == _COUNTED else 0)
    # Of a bet on the line half plays (BF R8); where a change is unclear the sum does not agree.
    amount = int(told.get("amount", amount)) // (2 if told.get("line") else 1)
    bets[number] = (chance, amount)
    return not told.keys() - _PLAIN
