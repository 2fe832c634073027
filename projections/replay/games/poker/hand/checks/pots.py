"""Faults of pots as the pagador formed them: NB R28, R40-R41; 001 n.38, n.49-50."""

from collections.abc import Iterator

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.settlement import Found, Outcome, Settlement, money_text


def pot_faults(hand: HandRecord, rules: HandRules, settlement: Settlement) -> Iterator[Found]:
    """Find a pot declared with another sum, or for others, than the stakes make (R28).

    Nothing is said of a hand whose pots nobody can tell.
    """
    if settlement.void or any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return
    made = {pot.level: pot for pot in settlement.pots}
    for told in hand.pots if made else ():
        pot = made.get(told.pot)
        amount, eligible = (0, ()) if pot is None else (pot.amount, pot.eligible)
        if told.amount != amount or set(told.eligible) != set(eligible):
            yield Found(
                code="NB-SIDE",
                rule=rules.cites.side[0],
                expected=_said(amount, eligible),
                recorded=_said(told.amount, told.eligible),
                facts={"pot": told.pot},
            )


def _said(amount: int, seats: tuple[int, ...]) -> str:
    return f"{money_text(amount)}: {', '.join(map(str, sorted(seats)))}"
