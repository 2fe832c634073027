"""What goes into the pools, by jackpots.md: stake times rate, the fraction carried exactly.

Of prizes won the accountant is told, as of bets; what a stake adds he reckons himself.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.accountant.bingo import Jogada
from tests.accountant.log import Body, Fact, Log
from tests.accountant.machines import voided_plays
from tests.accountant.rounds import Outcome, bets_of, by_round

PPM = 1_000_000
STUD = "stud_poker"
PARTS = ("base", "accumulated", "reserve", "overflow")


class Stake(NamedTuple):
    """Something that adds to a pool, or takes back what it had added."""

    position: int
    place: str
    day: str
    round: str
    amount: int
    """Signed."""


class Won(NamedTuple):
    """A prize: of it the accountant is told, as of bets."""

    position: int
    act: str
    """The round or play: several who win in one act."""
    given: int
    """By the pool."""
    full: bool


@dataclass
class Pool:
    """One pool and the stakes that qualified for it."""

    name: str
    casino: str
    said: Body
    members: set[str] = field(default_factory=set)
    stakes: list[Stake] = field(default_factory=list)
    rates: list[tuple[str, int]] = field(default_factory=list)
    """From when another rate holds than the pool was opened with: a parameter, as agreed upon."""
    times: Mapping[int, str] = field(default_factory=dict)
    """When what stands at a position was said to be."""
    moves: list[tuple[int, int]] = field(default_factory=list)
    """Position and amount of what was put in besides stakes, or left for another pool."""
    ended: int | None = None
    """Where its money went to the institutions, or all of it to another pool."""

    def rate_of(self, stake: Stake) -> int:
        """Return the rate in force when a stake was taken."""
        at = self.times[stake.position]
        return max((one for one in self.rates if one[0] <= at), default=("", self.said["ppm"]))[1]

    def increments(self) -> dict[tuple[str, str], int]:
        """Return the whole cents moved by round, or by the machine's play, and day."""
        moved: dict[tuple[str, str], int] = defaultdict(int)
        for stake, amount, _ in self._moved():
            moved[stake.round, stake.day] += amount
        return dict(moved)

    def _moved(self) -> Iterator[tuple[Stake, int, int]]:
        """Yield each stake with the whole cents it moved, and the fraction after it."""
        exact = 0
        for one in sorted(self.stakes):
            before = exact // PPM
            exact += one.amount * self.rate_of(one)
            yield one, exact // PPM - before, exact % PPM

    def holds(self, won: Iterable[Won]) -> tuple[int, int, int]:
        """Return what players see, what is kept beside it, and the fraction of a cent.

        A full prize takes all that is seen, and the base is put back; of stud poker it is put back
        after any prize (STU R24). What is over the ceiling waits for the next cycle.
        """
        if self.ended is not None:
            return 0, 0, 0
        steps: list[tuple[int, int, int, Won | None]] = [
            (stake.position, 0, amount, None) for stake, amount, _ in self._moved()
        ]
        steps += [(position, 0, amount, None) for position, amount in self.moves]
        acts: dict[str, Won] = {}
        for one in won:
            steps.append((one.position, 1, -one.given, None))
            acts[one.act] = one if one.full or one.act not in acts else acts[one.act]
        steps += [(one.position, 2, 0, one) for one in acts.values()]
        shown = hidden = 0
        ceiling = self.said.get("ceiling")
        for _, _, amount, prize in sorted(steps, key=lambda step: step[:2]):
            shown += amount
            if ceiling is not None and amount > 0 and shown > ceiling:
                hidden += min(amount, shown - ceiling)
                shown -= min(amount, shown - ceiling)
            if prize is not None and self.said.get("game") == STUD:
                shown = max(shown, self.said["base"])
            elif prize is not None and prize.full:
                shown, hidden = shown + self.said["base"] + hidden, 0
        return shown, hidden, max((part for _, _, part in [*self._moved()][-1:]), default=0)


def pools(
    log: Log,
    outcomes: Mapping[str, Mapping[int, Outcome]],
    jogadas: Mapping[str, Jogada],
) -> dict[str, Pool]:
    """Return every pool with the stakes of its tables, machines or room."""
    found: dict[str, Pool] = {}
    of_place: dict[str, list[Pool]] = defaultdict(list)
    acts = [one.body for one in log.of_kinds("parameter-set") if one.body["name"] == "ppm"]
    times = {one.position: one.at for one in log.facts}
    for one in log.of_kinds("pool-opened"):
        rates = [(act["from"], act["value"]) for act in acts if act["scope"] == one.body["pool"]]
        pool = Pool(one.body["pool"], log.home_of(one.source), one.body, rates=rates, times=times)
        found[pool.name] = pool
        for member in one.body["members"]:
            of_place[member].append(pool)
    _of_acts(log, found)
    _of_tables(log, outcomes, of_place)
    for pool, play, amount, position in _of_machines(log, of_place):
        day = log.day_of(pool.casino, play.claimed, position) or ""
        pool.stakes.append(Stake(position, play.place or "", day, play.name, amount))
    for one in jogadas.values():
        closed = one.settled_at
        if closed is not None and not is_void(outcomes.get(one.name, {})):
            announced = [found[pool] for pool in one.pools if pool in found]
            for pool in announced or of_place.get(one.place, [])[:1]:
                day = log.day_of(pool.casino, one.opened.claimed, closed) or ""
                pool.stakes.append(Stake(closed, one.place, day, one.name, one.prizes()))
    return found


def _of_acts(log: Log, found: Mapping[str, Pool]) -> None:
    """Note what is put into pools besides stakes, and what leaves them but for prizes."""
    for one in log.facts:
        body = one.body
        match one.kind:
            case "base-funded" if body["pool"] in found:
                found[body["pool"]].moves.append((one.position, body["amount"]))
            case "opening-declared" if body["subject"] == "pool" and body["name"] in found:
                amount = sum(max(body["values"].get(part, 0), 0) for part in PARTS)
                found[body["name"]].moves.append((one.position, amount))
            case "pool-adjusted" if body["pool"] in found:
                found[body["pool"]].moves.append((one.position, body["amount"]))
            case "pool-transferred" if body["side"] in {"both", "out"} and body["pool"] in found:
                found[body["pool"]].ended = one.position
                if body["to"] in found:
                    amount = sum(body.get(part, 0) for part in PARTS)
                    found[body["to"]].moves.append((one.position, amount))
            case "concession-ended":
                for pool in found.values():
                    if pool.casino == body["casino"]:
                        pool.ended = one.position
            case _:
                pass


def is_void(outcomes: Mapping[int, Outcome]) -> bool:
    """Tell whether every stake of a round goes back."""
    return bool(outcomes) and all(one.word == "devolvida" for one in outcomes.values())


def _of_tables(
    log: Log, outcomes: Mapping[str, Mapping[int, Outcome]], of_place: Mapping[str, list[Pool]]
) -> None:
    for name, facts in by_round(log.facts).items():
        closed = [one for one in facts if one.kind == "round-closed"]
        if not closed or name not in outcomes:
            continue
        carried = {
            one.body["bet"]
            for one in facts
            if one.kind == "bet-placed" and "carried_from" in one.body
        }
        for pool in of_place.get(closed[0].place or "", ()):
            day = log.day_of(pool.casino, closed[0].claimed, closed[0].position) or ""
            seats: set[int] = set()
            for bet in bets_of(facts).values():
                word = outcomes[name].get(bet.number, Outcome("devolvida", 0)).word
                back = word == "devolvida"
                if bet.chance != pool.said.get("bet_type") or bet.place in seats:
                    continue
                seats.add(bet.place)  # a second chip on one seat is no bet
                if back == (bet.number in carried):  # carried: added before, taken back if it goes
                    amount = -bet.stake if back else bet.stake
                    told = Stake(closed[0].position, closed[0].place or "", day, name, amount)
                    pool.stakes.append(told)


def _of_machines(log: Log, of_place: Mapping[str, list[Pool]]) -> list[tuple[Pool, Fact, int, int]]:
    plays = {
        one.name: one
        for one in log.of_kinds("play")
        if one.place in of_place and one.body.get("mode") != "demo"
    }
    moved = [
        (pool, one, staked(one.body), one.position)
        for one in plays.values()
        for pool in of_place[one.place or ""]
    ]
    moved += [
        (pool, plays[name], -staked(plays[name].body), void.position)
        for name, void in voided_plays(log).items()
        if name in plays
        for pool in of_place[plays[name].place or ""]
    ]
    return moved


def staked(body: Mapping[str, Any]) -> int:
    """Return all that a jogada staked from the balance."""
    return body["stake"] + sum(one.get("stake", 0) for one in body.get("complementary", ()))
