"""How the code stands to each rule: sintético's own (R), and the general ones of póquer (NB R)."""

from collections.abc import Iterator
from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched
from projections.replay.games.poker.hand.coverage import HAND_COVERAGE

_CUT: Final = "who cuts, and that no card is burned: a person sees it: NB-SHUF"
_BOARD: Final = "there is no flop, turn or rio in this game, and no card is burned: SI R5, R14, R15"
_SHOWN: Final = "what a screen shows, which no record of a hand shows: a person sees it: ONL-INFO"

OWN: Final[tuple[Rule, ...]] = (
    *implemented("values_of", "R1"),
    *watched("NB-SEATS", "R2"),
    *watched("RES-IMPOSS", "R3"),
    *watched("NB-CAVE; duration and number of sessões are the operator's freedom", "R4"),
    *not_checkable(_CUT, "R5", "R6"),
    *implemented("settle; NB-BLIND", "R7", "R18"),
    *watched("NB-MIS, RES-IMPOSS", "R8"),
    *implemented("values_of; SI-RANK", "R9", "R10", "R12"),
    *implemented("settle; NB-SPLIT", "R11"),
    *implemented("settle, verify: SI-EST", "R13"),
    *watched("NB-TURN; from which end of the deck a card came no record shows", "R14", "R15"),
    *implemented("settle; NB-MIS, VOID-BAD", "R16"),
    *implemented("settle; SI-TURN", "R17"),
    *implemented("settle, verify", "R19"),
    *not_checkable("the physical rules, adapted", "R76"),
    *watched("NB-SEATS", "R77"),
    *not_checkable("continuous or by sessão: both are lawful, inscription is the door's", "R78"),
    *watched("NB-MIN4", "R79"),
    *not_checkable("play in real time is a property of the server", "R80"),
    *not_checkable(_SHOWN, "R81", "R87", "R92"),
    *watched("NB-ONL", "R82", "R83"),
    *not_checkable("the operator may grant any rest", "R84"),
    *implemented("settle; VOID-BAD, VOID-NET", "R85", "R86"),
    *watched("ONL-HIST", "R88"),
    *watched("ONL-EXCL", "R89", "R90"),
    *watched("ONL-DEMO", "R91"),
)
"""Sintético's own rules; Portaria 217/2007 lacks them."""

CHANGED: Final[tuple[Rule, ...]] = (
    *not_checkable("in sintético a player cuts: SI R6", "NB R17"),
    *watched("NB-TURN", "NB R23", "NB R31"),
    *not_checkable(_BOARD, "NB R32", "NB R33", "NB R34", "NB R35", "NB R36", "NB R37"),
    *not_checkable(_BOARD, "001 n.40", "001 n.41", "001 n.42", "001 n.43", "001 n.44", "001 n.45"),
    *not_checkable(_BOARD, "001 n.46"),
    *watched("NB-TURN", "001 n.36", "001 n.37"),
    *watched("NB-RAISE", "NB R26", "NB R38", "001 n.47", "001 n.55", "001 n.57"),
    *implemented("settle, verify: NB-MIS; of burned cards and of flop, turn, rio SI R17", "NB R57"),
    *implemented(
        "settle, verify: NB-MIS; of burned cards and of flop, turn, rio SI R17", "001 n.70"
    ),
    *implemented(
        "value_of; where SI R12 changes nothing", "NB R59", "NB R60", "001 n.17", "001 n.18"
    ),
    *implemented("settle; NB-MIS, VOID-BAD; where SI R16 is not stricter", "NB R66", "001 n.69"),
)
"""General rules that sintético changes, or to which it gives another object."""
LAST_GENERAL: Final = 71
"""Portaria 217/2007: from n. 72 on it is of Omaha and hold'em alone."""


def _general() -> Iterator[Rule]:
    """Yield the rules of all póquer não bancado as the other games stand to them."""
    changed = {rule.rule for rule in CHANGED}
    for rule in HAND_COVERAGE:
        number = rule.rule.removeprefix("001 n.")
        general = rule.rule.startswith("NB ") or (number.isdigit() and int(number) <= LAST_GENERAL)
        if general and rule.rule not in changed:
            yield rule


COVERAGE: Final[tuple[Rule, ...]] = (*OWN, *CHANGED, *_general())
