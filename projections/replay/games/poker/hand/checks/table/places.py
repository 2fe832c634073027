"""Faults of how places were given, and of a change of table: NB R9, R11, R13; 001 n.11-12, n.26."""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.kit.places import CHANGED, DRAWN, FREE
from projections.replay.settlement import Found

STAY_LEAST: Final = 4
"""Fewer than these may not be left behind (R11)."""


def taken_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find places that were not drawn among those inscribed, and vacant ones given past the list.

    Where the table does not say how a place was got, only who asked to change goes before (R13 a).
    The list has no order of its own, it is drawn (R13 b): only who was on none passes it over.
    """
    cites = rules.cites
    for one in hand.taken:
        rule, expected = "", ()
        if hand.first:
            if one.inscribed and one.via and one.via not in DRAWN:
                rule, expected = cites.drawn, ("draw",)
        elif one.via != CHANGED and one.via not in DRAWN and one.changing:
            rule, expected = f"{cites.vacancies} a", one.changing
        elif one.via == FREE and one.before:
            rule, expected = f"{cites.vacancies} b", one.before
        if rule:
            yield Found(
                code="NB-PLACE",
                rule=rule,
                seat=one.seat,
                expected=", ".join(expected),
                recorded=f"{one.player} {one.via}".strip(),
                facts={"player": one.player},
            )


def change_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find who changed table in a sessão with a cave, or leaving fewer than four behind (R11).

    Of a cave that nobody declared, or that is below a bet, it is not said that it was not lost.
    Whether the tables are in balance, and whether there is another, no record of a table says.
    """
    for one in hand.changed:
        has_cave = one.cave is not None and one.cave >= max(hand.minimum, 1)
        if has_cave or one.stay < STAY_LEAST:
            yield Found(
                code="NB-PLACE",
                rule=rules.cites.changing,
                seat=one.seat,
                expected="cave perdida" if has_cave else f">= {STAY_LEAST}",
                recorded=str(one.cave) if has_cave else str(one.stay),
                facts={"player": one.player, "fact": "cave" if has_cave else "players"},
            )
