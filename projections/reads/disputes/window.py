"""Until when a claim about a round is heard: the rule's window, and whether a claim came within.

Few rules close a window. BJ R38: before the cards go into the shuffler. CF R102 k: of the banker's
errors, until the bets are settled and the cards discarded. BI R47: of lines and bingos that nobody
called, and of wrongly called numbers, until the jogada ends. What NB R58 i closes is a claim within
the hand, about one's own cards, and no later case. Of every other round no rule sets an end.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal

import psycopg
from msgspec import Struct

from ledger.events.reviews import DisputeOpened
from ledger.events.rounds import RoundClosed
from projections.base.event import ClosedRound
from projections.reads.disputes.case_file import CaseFile
from projections.reads.log.told import Told, told_of
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bingo.record import BingoRecord
from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.kit.bets import Moment, Placed, instant, is_after

Came = Literal["free", "in time", "late", "unknown"]
"""No rule sets an end; the claim came before it, after it; nobody can tell."""
MACHINE_RULE: Final = "MÁQ R15"
"""Disputes of machines are settled by their electronic registers, whenever they are raised."""


class Window(Struct, frozen=True, kw_only=True):
    """The window that a rule sets for claims about a round."""

    rule: str
    ends: Placed | None
    """The moment that closes it; None where the record does not tell it."""


class Admissibility(Struct, frozen=True, kw_only=True):
    """Whether a claim is heard by the rule's window."""

    came: Came
    rule: str = ""
    until: str | None = None
    """When the window closed, as its event says; None where that is not known."""
    at: str | None = None
    """When the claim was made."""


def window_of(closed: ClosedRound) -> Window | None:
    """Return the window for claims about a round; None where no rule sets one."""
    match closed.record:
        case BlackjackRecord(sabot=sabot, no_baralhador=end) if sabot is not None:
            return Window(rule="BJ R38", ends=end) if sabot.shuffler else None
        case CheminDeFerRecord(concluido=end):
            return Window(rule="CF R102 k", ends=end)
        case BingoRecord():
            return Window(rule="BI R47", ends=_end_of(closed))
        case _:
            return None


def admissibility(closed: ClosedRound, claims: Sequence[Any], opened: str | None) -> Admissibility:
    """Return whether a claim about a closed round came within its window.

    ``claims`` are events in which it was made at the table; where there are none, it was made when
    the case was ``opened``, which is None while nobody opened it.
    """
    window = window_of(closed)
    made = _made(closed, claims, opened)
    if window is None:
        return Admissibility(came="free", at=made.at)
    came: Came = "unknown"
    if window.ends is not None and made.at is not None:
        came = "late" if is_after(made, window.ends) else came
        came = "in time" if is_after(window.ends, made) else came
    end = None if window.ends is None else window.ends.at or _time_of(closed, window.ends.seq)
    return Admissibility(came=came, rule=window.rule, until=end, at=made.at)


def heard_of(
    connection: psycopg.Connection[Any], file: CaseFile, rounds: Sequence[ClosedRound]
) -> Admissibility:
    """Return whether a case's claim is heard: by the first of its rounds with a window, if any."""
    if file.case.subject in ("machine", "ticket"):
        return Admissibility(came="free", rule=MACHINE_RULE)
    opened = next((one.at for one in file.of(DisputeOpened)), None)
    claims = _claims(connection, file)
    heard = [
        admissibility(one, claims, None if opened is None else opened.isoformat()) for one in rounds
    ]
    windowed = [one for one in heard if one.rule]
    return windowed[0] if windowed else Admissibility(came="free" if heard else "unknown")


def _claims(connection: psycopg.Connection[Any], file: CaseFile) -> list[Told]:
    """Return the events that a case names as its claims; what is no event's name is none."""
    found: list[Told] = []
    for word in file.of(DisputeOpened):
        for name in word.payload.get("claims") or ():
            source, _colon, seq = str(name).rpartition(":")
            if seq.isascii() and seq.isdecimal() and len(seq) <= _SEQ_DIGITS_MAX:
                found += told_of(connection, source, int(seq), int(seq))
    return found


_SEQ_DIGITS_MAX: Final = 15


def _made(closed: ClosedRound, claims: Sequence[Any], opened: str | None) -> Moment:
    """Return when a claim was made first; its place in the round's own chain, where it has one."""
    source = closed.events[0].source if closed.events else ""
    made = [
        Moment(at=_spelt(one.at), seq=one.seq if one.source == source else None) for one in claims
    ]
    made = [one for one in made if instant(one.at) is not None]
    return min(made, key=lambda one: one.at or "", default=Moment(at=opened))


def _end_of(closed: ClosedRound) -> Moment | None:
    ends = [one for one in closed.events if one.kind == RoundClosed.KIND]
    return Moment(at=ends[-1].at, seq=ends[-1].seq) if ends else None


def _time_of(closed: ClosedRound, seq: int | None) -> str | None:
    return next((one.at for one in closed.events if one.seq == seq), None)


def _spelt(at: str | datetime | None) -> str | None:
    return at.isoformat() if isinstance(at, datetime) else at
