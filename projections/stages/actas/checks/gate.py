"""The gate: a jogada opens when the record of the one before is complete (BI R60)."""

from projections.stages.actas.jogada import Jogada
from projections.stages.actas.room import Room


def gate(room: Room, wanted: str | None) -> list[str]:
    """Return why a jogada may not open, or the session not close (``None``); nothing: it may.

    R60: not before everything of the jogada before is recorded; and the yes is said once. Online,
    in session mode, jogadas of several variants and face values may be played at once (R92): which
    of them a new one follows nobody knows before its sale, so only the closing waits for all.
    """
    session = room.session
    if session is None or session.closed is not None:
        return ["no session is open in this room"]
    if wanted is not None and not wanted.startswith(f"{room.place}/"):
        return [f"{wanted} is no jogada of {room.place}"]
    if any(one == wanted for one, _ in room.grants):
        return [f"the gate has said yes to {wanted or 'the closing'} before"]
    if any(jogada.round == wanted for jogada in session.jogadas):
        return [f"{wanted} was opened before"]
    if session.simultaneous:
        before = session.jogadas if wanted is None else []
    else:
        before = session.jogadas[-1:]
    return [_incomplete(jogada) for jogada in before if not jogada.registada]


def _incomplete(jogada: Jogada) -> str:
    lacks = jogada.lacks()
    fields = f"; it lacks {', '.join(lacks)} of R61" if lacks else ""
    return f"the record of {jogada.round} is not complete{fields}"
