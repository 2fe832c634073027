"""Settles each bet of craps, and says which a void round leaves undecided."""

from projections.replay.games.dice.craps import words
from projections.replay.games.dice.craps.lying import Fate, Running
from projections.replay.games.dice.craps.record import NAME, CrapsRecord, CrapsRules
from projections.replay.games.dice.craps.stakes import watched
from projections.replay.kit.coups.voids import void_bad
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Phrase, Settlement, Step


def settle(record: CrapsRecord, rules: CrapsRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    play = watched(record, rules).play
    found = list(play.found)
    left = [one for one in play.bets if not one.standing.withdrawn]
    undecided = any(one.fate is None for one in left)
    same = _fate(Outcome.PENDENTE, words.UNDECIDED, "CR R20")
    if record.void is not None:
        decided = any(one.decided for one in left)
        same = decide_void(record, found, undecided=undecided, decided=decided) or same
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(line_of(one, same) for one in left),
        void=undecided and same.outcome is Outcome.DEVOLVIDA,
        result={
            "totais": [throw.total if throw.nulo is None else None for throw in record.lancamentos],
            "ponto": play.point,
        },
        found=tuple(found),
    )


def decide_void(
    record: CrapsRecord, found: list[Found], *, undecided: bool, decided: bool
) -> Fate | None:
    """Return the fate of bets that a void round left undecided; None where they wait, or none is.

    R33: void is the throw that was not validly shown, so what earlier throws decided stands; R34:
    never for the player's network. In the room a null throw is repeated, and no rule voids a round.
    """
    assert record.void is not None
    cause = record.void.cause
    online = record.mode != PHYSICAL
    if online and record.void.side == "player":
        found.append(
            Found(code="VOID-NET", rule="CR R34", recorded=cause, facts={"side": "player"})
        )
        return _fate(Outcome.PENDENTE, words.NETWORK, "CR R34") if undecided else None
    rule = "CR R33" if online else "CR R18"
    if not undecided:
        if decided:
            total = next(
                (one.total for one in reversed(record.lancamentos) if one.nulo is None), ""
            )
            found.append(void_bad(rule, expected=str(total), recorded=cause))
        return None
    if not online:
        found.append(void_bad(rule, expected="", recorded=cause))
        return _fate(Outcome.DEVOLVIDA, words.VOID, "CR R18")
    return _fate(Outcome.DEVOLVIDA, words.VOID, "CR R33", "CR R35")


def line_of(one: Running, same: Fate) -> Line:
    """Return the line of a bet; its prize is rounded down to the minor unit."""
    fate = one.fate or same
    stake = max(one.bet.valor, 0)
    back = fate.outcome not in (Outcome.PERDE, Outcome.PENDENTE)
    return Line(
        seat=one.bet.seat,
        bet=one.bet.bet,
        outcome=fate.outcome,
        stake=stake,
        prize=stake * fate.times[0] // fate.times[1],
        returned=stake if back else 0,
        rules=fate.rules,
        why=fate.why,
    )


def _fate(outcome: Outcome, phrase: Phrase, *rules: str) -> Fate:
    return Fate(outcome, rules, (Step(phrase, {}, rules[-1]),))
