"""Null coups and void rounds: what was called null, whether it had to be, what stands after it."""

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct

from projections.replay.kit.bets import Fact, Placed, is_after
from projections.replay.kit.coups.fates import NETWORK, VOID, Fate, given_back, undecided
from projections.replay.record import PHYSICAL, Record
from projections.replay.settlement import Found


class GolpeNulo(Fact, frozen=True, kw_only=True, gc=False):
    """The coup was called null: nothing is won or lost, and it is to be repeated."""

    causa: str
    """In the game's own words."""
    rule: str = ""
    anulado: str | None = None
    """What had already come out when the coup was called null; None if nothing had."""
    at: str | None = None
    seq: int | None = None


class VoidCites(Struct, frozen=True, kw_only=True, gc=False):
    """The rules about null coups and void rounds."""

    null: str
    """What makes a coup null."""
    online: tuple[str, ...] = ()
    """Void for the operator's failure, and what goes back; empty where there is no online game."""
    network: str = ""
    """The player's own failure voids nothing."""


def outcome_that_stands(
    nulls: Sequence[GolpeNulo],
    outcome: str | None,
    *,
    grounds: Collection[str],
    possible: Callable[[str], bool],
    rule: str,
    found: list[Found],
) -> str | None:
    """Return the outcome that decides after null coups; note those without a ground.

    A coup is null only until its outcome is there: one that had come out stands, unless the null
    is for the very reason that it is none.
    """
    for null in nulls:
        grounded = null.causa in grounds
        rested = null.anulado
        if rested is not None and possible(rested):
            found.append(void_bad(rule, expected=rested, recorded=null.causa))
            return rested
        if not grounded:
            found.append(void_bad(rule, expected=", ".join(grounds), recorded=null.causa))
    return outcome


def repeated(
    launches: Sequence[Placed], nulls: Sequence[GolpeNulo], outcome: Placed | None
) -> bool:
    """Tell whether the coup was played again after the last null; by its outcome if by no launch.

    A launch and a null that cannot be put in order are told apart by their numbers.
    """
    if not nulls or not launches:
        return outcome is not None
    last = nulls[-1]
    if any(is_after(launch, last) for launch in launches):
        return True
    dated = is_after(last, launches[-1])
    return not dated and len(launches) > len(nulls)


def decide_void(
    record: Record, outcome: str | None, *, grounded: bool, cites: VoidCites, found: list[Found]
) -> Fate | None:
    """Return the fate of all bets of a round declared void; None where its outcome stands.

    ``grounded``: the facts show a coup that was null and not repeated. A game without an online
    section is judged by the physical rules however it was played.
    """
    assert record.void is not None
    cause = record.void.cause
    online = record.mode != PHYSICAL and bool(cites.online)
    if online and record.void.side == "player":
        found.append(
            Found(code="VOID-NET", rule=cites.network, recorded=cause, facts={"side": "player"})
        )
        return None if outcome is not None else undecided(NETWORK, cites.network)
    rules = cites.online if online else (cites.null,)
    if outcome is not None:
        found.append(void_bad(rules[0], expected=outcome, recorded=cause))
        return None
    if not online and not grounded:
        found.append(void_bad(cites.null, expected="", recorded=cause))
    return given_back(VOID, *rules)


def void_bad(rule: str, *, expected: str, recorded: str) -> Found:
    """Return the fault of a coup or round that was voided without a ground."""
    return Found(code="VOID-BAD", rule=rule, expected=expected, recorded=recorded)
