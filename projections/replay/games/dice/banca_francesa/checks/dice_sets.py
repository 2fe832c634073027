"""Faults of the sets of dice: three at the opening, which take turns; a suspected one is sealed.

Rules: BF R16-R18.
"""

from typing import Final

from projections.replay.games.dice.banca_francesa.record import (
    FOREIGN_SETS,
    SETS,
    BancaFrancesaRecord,
)
from projections.replay.kit.bets import Moment, is_after
from projections.replay.kit.dice import DiceSet, rotation_faults
from projections.replay.settlement import Found

SUSPECTED: Final = "suspected"
WITNESSES: Final = 2


def check_sets(
    record: BancaFrancesaRecord, now: str | None, before: str | None, found: list[Found]
) -> None:
    """R16, R17: the three sets given at the opening stay, and take turns every hour.

    A set that came in for one that was sealed or worn (R18) takes its turns with the others.
    """
    current = record.terno
    found += rotation_faults("BF-SET", "BF R17", current, now, before)
    if current is None or not current.id or shown_before(record, current):
        return
    if current.reason in FOREIGN_SETS:
        check_seal(record, current, found)
        return
    own = (
        record.ternos
        or tuple(dict.fromkeys(one.id for one in record.trocas if one.reason not in FOREIGN_SETS))[
            :SETS
        ]
    )
    instead = {one.id for one in record.trocas if one.reason in FOREIGN_SETS}
    if own and current.id not in instead.union(own):
        found.append(
            Found(
                code="BF-SET",
                rule="BF R16",
                expected=", ".join(own),
                recorded=current.id,
                facts={"set": current.id, "since": current.since},
            )
        )


def shown_before(record: BancaFrancesaRecord, current: DiceSet) -> bool:
    """Tell whether the round before showed the set already, whether or not its dice were thrown."""
    told = record.anterior
    return told is not None and any(
        at is not None and is_after(Moment(at=at), Moment(at=current.since))
        for at in (told.aberto, told.lancado)
    )


def check_seal(record: BancaFrancesaRecord, current: DiceSet, found: list[Found]) -> None:
    """R18: a suspected set is withdrawn and sealed before two witnesses.

    It is held against a table that says that it records its equipment: there the seal and the
    witnesses are told with the set that comes in instead.
    """
    if current.reason != SUSPECTED or not record.has("equipment"):
        return
    if current.seal is None or current.witnesses < WITNESSES:
        found.append(
            Found(
                code="BF-SET",
                rule="BF R18",
                expected=f"selo, {WITNESSES} testemunhas",
                recorded=f"{current.seal or 'sem selo'}, {current.witnesses} testemunhas",
                facts={"set": current.replaced, "since": current.since},
            )
        )
