"""Faults of the sets of dice: three at the opening, which take turns (BF R16, R17)."""

from projections.replay.games.dice.banca_francesa.record import (
    FOREIGN_SETS,
    SETS,
    BancaFrancesaRecord,
)
from projections.replay.kit.bets import Moment, is_after
from projections.replay.kit.dice import rotation_faults
from projections.replay.settlement import Found


def check_sets(
    record: BancaFrancesaRecord, now: str | None, before: str | None, found: list[Found]
) -> None:
    """R16, R17: the three sets given at the opening stay, and take turns every hour.

    A set that came in for one that was sealed or worn (R18) takes its turns with the others.
    """
    current = record.terno
    found += rotation_faults("BF-SET", "BF R17", current, now, before)
    if current is None or not current.id or current.reason in FOREIGN_SETS:
        return
    own = (
        record.ternos
        or tuple(dict.fromkeys(one.id for one in record.trocas if one.reason not in FOREIGN_SETS))[
            :SETS
        ]
    )
    instead = {one.id for one in record.trocas if one.reason in FOREIGN_SETS}
    # The round before told it already, whether or not its dice were thrown.
    told = record.anterior
    shown_before = told is not None and any(
        at is not None and is_after(Moment(at=at), Moment(at=current.since))
        for at in (told.aberto, told.lancado)
    )
    if own and current.id not in instead.union(own) and not shown_before:
        found.append(
            Found(
                code="BF-SET",
                rule="BF R16",
                expected=", ".join(own),
                recorded=current.id,
                facts={"set": current.id, "since": current.since},
            )
        )
