"""Faults of a bingo room's sessions: equipment, balls, the accumulator's terms, plans, the last."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from ledger.events.bingo import BingoSessionOpened, PoolCondition
from ledger.events.registry import OpeningDeclared
from ops.simulator.games.bingo.faults.play import with_linha
from ops.simulator.games.bingo.faults.terms import OtherTerms
from ops.simulator.games.bingo.jogada import Jogada
from ops.simulator.games.bingo.prizes import (
    BINGO_SHARE,
    INCREMENT,
    LINHA_SHARE,
    MILLION,
    Accumulator,
)
from ops.simulator.games.bingo.room import BALLS, USES_MAX
from ops.simulator.parties.fault import Deed, Played, Wrong
from ops.simulator.parties.party import Telling

RATE: Final = 24_000
"""Not the three per cent of the rule (R10)."""
Others = dict[str, Any]
"""What is told of a session otherwise than usual."""

# --- plans and rates -----------------------------------------------------------------------------


def another_plan(linha: int, bingo: int, act: str) -> Wrong[OtherTerms, Jogada]:
    """Return the fault of opening the room, for a jogada, with other shares of the sales (R7)."""

    def begin(room: OtherTerms, jogada: Jogada, _: Any) -> None:
        jogada.plan = linha, bingo
        jogada.offer = with_linha(room.variant)[0]

    def open_anew(room: OtherTerms, jogada: Jogada) -> Telling:
        options = {"linha_ppm": linha, "bingo_ppm": bingo}
        room.plant(jogada.fault or "", "BI-PCT")
        yield room.say_opening(room.opening(options=options, act=act))

    return Wrong(
        fits=without_doubles,
        instead={"begun": begin},
        does={"opens": open_anew, "over": note_what_lacks},
    )


def without_doubles(room: OtherTerms, jogada: Jogada) -> bool:
    """Tell whether no doubles of the jogada before play on."""
    del jogada
    return room.before is None or not room.before.doubles


def note_what_lacks(room: OtherTerms, jogada: Jogada) -> Telling:
    """Plant the sum that a jogada's prizes lack of 80 % (R7); open the room with its own plan."""
    parts = jogada.parts
    least = 0 if parts is None else -(-parts.sales * (LINHA_SHARE + BINGO_SHARE) // MILLION)
    if parts is not None and parts.total < least:
        facts = {"fact": "distribuido"}
        fault = jogada.fault or ""
        room.plant(fault, "BI-PCT", jogada.name, due=least, paid=parts.total, facts=facts)
    yield from open_as_before(room, jogada)


def open_as_before(room: OtherTerms, jogada: Jogada) -> Telling:
    """Open the room with its own plan again."""
    del jogada
    yield room.say_opening(room.opening())


def wrong_rate(room: OtherTerms, jogada: Jogada) -> Telling:
    """Feed the accumulator at another rate for a jogada."""
    room.plant("rate-wrong", "BI-3PCT", jogada.name, facts={"fact": "taxa"})
    yield from room.set_rate(RATE)


def right_rate(room: OtherTerms, jogada: Jogada) -> Telling:
    """Feed the accumulator at the rule's rate again."""
    del jogada
    yield from room.set_rate(INCREMENT)


# --- the opening of a session --------------------------------------------------------------------


def wear_balls(room: OtherTerms, occasion: Played) -> Telling:
    """Open with a set of balls that has been used as often as it may be."""
    del occasion
    room.set_number[room.variant] += 1
    room.uses[room.variant] = USES_MAX
    room.plant("balls-worn", "BI-BALLSET")
    yield room.say(
        OpeningDeclared(
            subject="ball_set", name=room.set_of(room.variant), values={"uses": USES_MAX}
        )
    )


def note_session(room: OtherTerms, occasion: Played) -> Telling:
    """Plant a session whose equipment or balls are not as they must be."""
    room.plant(occasion.fault or "", "BI-PASS", facts={"session": room.session})
    yield from ()


def note_unannounced(room: OtherTerms, occasion: Played) -> Telling:
    """Plant a session that says nothing of the accumulator's balls."""
    room.plant(occasion.fault or "", "BI-JP-BALLS")
    yield from ()


def told_with(**wrong: Any) -> Callable[[OtherTerms, Played, Others], Others]:
    """Return a fault that tells a fact of a session otherwise."""

    def tell(room: OtherTerms, occasion: Played, others: Others) -> Others:
        del room, occasion
        return {**others, **wrong}

    return tell


def without_a_ball(room: OtherTerms, occasion: Played, others: Others) -> Others:
    """Show all balls but one (R23)."""
    del occasion
    return {**others, "balls": room.variant - 1, "missing": (room.variant,)}


def no_limit(room: OtherTerms, jogada: Jogada, _: Any) -> None:
    """Let no number of balls win the accumulator."""
    del room
    jogada.limit = None


def feed_unauthorised(room: OtherTerms, occasion: Played) -> Telling:
    """Let the room feed an accumulator that nobody authorised, for a session."""
    fault = occasion.fault or ""
    room.lawful = room.pool
    other = Accumulator(f"{room.pool.name}-{room.occasion}", room.pool.base)
    room.plant(fault, "BI-JP-AUTH")
    # What it holds is nobody's when the room feeds it no more.
    room.plant(fault, "JP-ORPHAN", facts={"pool": other.name})
    yield from room.other_pool(other, None)


def announce_anew(room: OtherTerms, jogada: Jogada) -> Telling:
    """Say in the session that more balls win the accumulator (R9)."""
    room.plant("pool-announced-anew", "BI-JP-BALLS", jogada.name)
    balls = BALLS[room.variant] + 3
    yield room.say(
        BingoSessionOpened(
            session=room.session,
            variant=room.variant,
            mode=room.MODE,
            equipment_checked=True,
            pools=(PoolCondition(pool=room.pool.name, balls=balls),),
            closes=room.instant(room.closes),
            act="IGJ-modo",
        )
    )


# --- the last jogada of a session ----------------------------------------------------------------


def unannounced(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
    """Open the last jogada as if another came (R53)."""
    room.plant("last-unannounced", "BI-LAST", facts={"session": room.session})
    jogada.last = False
    yield from right
    jogada.last = True


def too_early(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
    """Open the last jogada long before the session closes (R53)."""
    del jogada
    room.plant("last-too-early", "BI-LAST", facts={"session": room.session})
    closes, room.closes = room.closes, room.terminal.now
    yield from right
    room.closes = closes


def long_before_the_close(room: OtherTerms, jogada: Jogada) -> bool:
    """Tell whether a jogada opened now could not be the session's last."""
    del jogada
    return room.terminal.now < room.closes - timedelta(minutes=13)


def leave_unrecorded(room: OtherTerms, jogada: Jogada) -> Telling:
    """Leave the jogada's record for later."""
    del room
    jogada.facts["unrecorded"] = jogada.fault
    yield from ()


UNRECORDED: Final[dict[str, Deed[OtherTerms, Jogada]]] = {"after": leave_unrecorded}
PLANS: Final = {
    "plan-short": another_plan(190_000, 600_000, "IGJ-plano"),
    "plan-low": another_plan(240_000, 560_000, "IGJ-plano"),
}
"""Every fault of the shares of linha and bingo."""
SESSIONS: Final[dict[str, Wrong]] = {
    "balls-missing-at-end": Wrong(
        does={"session-ends": note_session}, instead={"shown-end": without_a_ball}
    ),
    "balls-not-all-shown": Wrong(
        does={"session": note_session}, instead={"shown-start": without_a_ball}
    ),
    "balls-worn": Wrong(does={"session": wear_balls}),
    "equipment-untested": Wrong(
        does={"session": note_session}, instead={"session": told_with(equipment_checked=False)}
    ),
    "last-too-early": Wrong(fits=long_before_the_close, instead={"opening": too_early}),
    "last-unannounced": Wrong(instead={"opening": unannounced}),
    "pool-announced-anew": Wrong(does={"opens": announce_anew}),
    "pool-unannounced": Wrong(
        does={"session": note_unannounced},
        instead={"session": told_with(pools=()), "begun": no_limit},
    ),
    "pool-unauthorised": Wrong(does={"session-begins": feed_unauthorised}),
    "session-closed-early": Wrong(does=UNRECORDED),
}
"""Every fault of a session."""
