"""Players' sessions online: how they ended, what was shown of them, and demonstration play.

Rules: the online sections of Portaria 1/2017 say the same for every game (``rules/online.md``),
under numbers of their own, which the caller names.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ledger.money import Count
from projections.replay.settlement import Found

PLAYER: Final = "player"
OPERATOR: Final = "operator"
FREE_PLAY: Final = "free_play"
IDLE_ROUNDS: Final = "idle_rounds"
LAWFUL_ENDS: Final = frozenset({"idle", IDLE_ROUNDS, "own", "restriction", "expelled"})
"""Causes for which the operator may end a session: no bets, a restriction, or the player's own."""

GROUNDS_OF_OTHERS: Final = {"shared": "idle", "exclusive": IDLE_ROUNDS}
"""Why the operator may not end a session: a time without bets counts at an exclusive table alone,
rounds in a row without bets at a shared one."""


class PlayerSession(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A session that ended, or that was restricted."""

    session: str
    ended_by: str = ""
    """``player`` or ``operator``; empty where it goes on."""
    cause: str = ""
    rounds: Count | None = None
    """Rounds played."""
    history: Count | None = None
    """Rounds in the history that the player can open."""
    restricted: bool = False
    diagnosed: bool = False
    """Whether the restriction rests on an accredited diagnosis."""
    term: Count | None = None
    """Rounds without a bet after which the operator may end it, as he told the player."""
    waited: Count | None = None
    """Rounds without a bet that went before the operator ended it for them."""


def session_faults(
    sessions: Sequence[PlayerSession], *, history: str, decides: str, ending: str
) -> Iterator[Found]:
    """Find histories that are not whole, and sessions ended or restricted without a ground.

    A session ended for rounds without a bet, before there were as many as its player was told, is
    ended without one.

    ``history``, ``decides`` and ``ending`` are the numbers of the game's rules.
    """
    for one in sessions:
        facts = {"session": one.session}
        if one.rounds is not None and one.history is not None and one.history < one.rounds:
            yield Found(
                code="ONL-HIST",
                rule=history,
                expected=str(one.rounds),
                recorded=str(one.history),
                facts=facts,
            )
        if one.ended_by not in {"", PLAYER} and one.cause not in LAWFUL_ENDS:
            yield Found(
                code="ONL-EXCL",
                rule=ending,
                recorded=one.cause,
                facts={**facts, "by": one.ended_by},
            )
        if one.term is not None and one.waited is not None and one.waited < one.term:
            yield Found(
                code="ONL-EXCL",
                rule=ending,
                expected=str(one.term),
                recorded=str(one.waited),
                facts={**facts, "by": one.ended_by, "fact": one.cause},
            )
        if one.restricted and not one.diagnosed:
            yield Found(code="ONL-EXCL", rule=decides, recorded=one.cause, facts=facts)


def demo_faults(means: Sequence[str], rule: str) -> Iterator[Found]:
    """Find prizes of a demonstration that are more than free play."""
    for one in dict.fromkeys(means):
        if one != FREE_PLAY:
            yield Found(code="ONL-DEMO", rule=rule, expected=FREE_PLAY, recorded=one)


def ground_faults(sessions: Sequence[PlayerSession], mode: str, ending: str) -> Iterator[Found]:
    """Find sessions that the operator ended on the ground of the other kind of table.

    ``ending`` is the number of the game's rule.
    """
    ground = GROUNDS_OF_OTHERS.get(mode)
    for one in sessions:
        if one.ended_by == OPERATOR and one.cause == ground:
            yield Found(
                code="ONL-EXCL",
                rule=ending,
                recorded=one.cause,
                facts={"session": one.session, "by": one.ended_by, "mode": mode},
            )
