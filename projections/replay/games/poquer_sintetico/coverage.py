"""How the code stands to each rule: sintético's own (S), and the general ones of póquer (R)."""

from collections.abc import Iterator
from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, procedural
from projections.replay.hand_coverage import HAND_COVERAGE

_CUT: Final = "who cuts, and that no card is burned: a person sees it: NB-SHUF"
_BOARD: Final = "there is no flop, turn or rio in this game, and no card is burned: S5, S14, S15"
_SHOWN: Final = "what a screen shows, which no record of a hand shows: a person sees it: ONL-INFO"

OWN: Final[tuple[Rule, ...]] = (
    *implemented("values_of", "S1"),
    *procedural("NB-SEATS", "S2"),
    *procedural("RES-IMPOSS", "S3"),
    *procedural("NB-CAVE; duration and number of sessões are the operator's freedom", "S4"),
    *not_checkable(_CUT, "S5", "S6"),
    *implemented("settle; NB-BLIND", "S7", "S18"),
    *procedural("NB-MIS, RES-IMPOSS", "S8"),
    *implemented("values_of; SI-RANK", "S9", "S10", "S12"),
    *implemented("settle; NB-SPLIT", "S11"),
    *implemented("settle, verify: SI-EST", "S13"),
    *procedural("NB-TURN; from which end of the deck a card came no record shows", "S14", "S15"),
    *implemented("settle; NB-MIS, VOID-BAD", "S16"),
    *implemented("settle; SI-TURN", "S17"),
    *implemented("settle, verify", "S19"),
    *not_checkable("the physical rules, adapted", "S76"),
    *procedural("NB-SEATS", "S77"),
    *not_checkable("continuous or by sessão: both are lawful, inscription is the door's", "S78"),
    *procedural("NB-MIN4", "S79"),
    *not_checkable("play in real time is a property of the server", "S80"),
    *not_checkable(_SHOWN, "S81", "S87", "S92"),
    *procedural("NB-ONL", "S82", "S83"),
    *not_checkable("the operator may grant any rest", "S84"),
    *implemented("settle; VOID-BAD, VOID-NET", "S85", "S86"),
    *procedural("ONL-HIST", "S88"),
    *procedural("ONL-EXCL", "S89", "S90"),
    *procedural("ONL-DEMO", "S91"),
)
"""Sintético's own rules; Portaria 217/2007 lacks them."""

CHANGED: Final[tuple[Rule, ...]] = (
    *not_checkable("in sintético a player cuts: S6", "R17"),
    *procedural("NB-TURN", "R23", "R31"),
    *not_checkable(_BOARD, "R32", "R33", "R34", "R35", "R36", "R37"),
    *not_checkable(_BOARD, "001 n.40", "001 n.41", "001 n.42", "001 n.43", "001 n.44", "001 n.45"),
    *not_checkable(_BOARD, "001 n.46"),
    *procedural("NB-TURN", "001 n.36", "001 n.37"),
    *procedural("NB-RAISE", "R26", "R38", "001 n.47", "001 n.55", "001 n.57"),
    *implemented("settle, verify: NB-MIS; of burned cards and of flop, turn, rio S17", "R57"),
    *implemented("settle, verify: NB-MIS; of burned cards and of flop, turn, rio S17", "001 n.70"),
    *implemented("value_of; where S12 changes nothing", "R59", "R60", "001 n.17", "001 n.18"),
    *implemented("settle; NB-MIS, VOID-BAD; where S16 is not stricter", "R66", "001 n.69"),
)
"""General rules that sintético changes, or to which it gives another object."""
LAST_GENERAL: Final = 71
"""Portaria 217/2007: from n. 72 on it is of Omaha and hold'em alone."""


def _general() -> Iterator[Rule]:
    """Yield the rules of all póquer não bancado as the other games stand to them."""
    changed = {rule.rule for rule in CHANGED}
    for rule in HAND_COVERAGE:
        number = rule.rule.removeprefix("001 n.").split()[0]
        general = number.isdigit() and int(number) <= LAST_GENERAL
        if rule.rule not in changed and (rule.rule.startswith("R") or general):
            yield rule


COVERAGE: Final[tuple[Rule, ...]] = (*OWN, *CHANGED, *_general())
