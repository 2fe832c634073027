"""Faults of declared wins: false wins, wins not shown, play that went on after a win."""

from collections.abc import Iterator

from projections.replay.games.mah_jong.settling import Acerto
from projections.replay.settlement import Found


def declared_faults(done: Acerto) -> Iterator[Found]:
    """Return the faults of false wins, wins not shown, and play that went on after a win."""
    decided, cites = done.decided, done.variant.cites
    for false in decided.false:
        yield Found(
            code="MJ-WIN",
            rule=f"MJ {false.rule}",
            seat=false.declared.seat,
            expected=f"conjuntos: {done.variant.sets}, pares: 1",
            recorded=" ".join(false.declared.closed or ()),
            facts={"fact": false.reason},
        )
    if decided.open and decided.winner is None and done.record.has("cards"):
        shown = {one.seat for one in done.record.mostradas}
        for one in decided.judged:
            if one.state == "desconhecido":
                told = one.declared.seat in shown  # then the record is short, not the winner
                yield Found(
                    code="RES-IMPOSS" if told else "MJ-WIN",
                    rule=f"MJ {cites.win}",
                    seat=one.declared.seat,
                    recorded=" ".join(one.declared.closed or ()),
                    facts={"fact": one.reason or "sem_pedras"},
                )
    if decided.false and decided.winner is None and decided.play.after:
        yield Found(
            code="MJ-FALSE",
            rule=f"MJ {cites.null}",
            seat=decided.false[0].declared.seat,
            recorded=str(decided.play.after),
            facts={"fact": "continuou"},
        )
