"""Faults of throws: thrown until a spot wins and not again, void, the announcement.

Rules: BF R13, R14, R23, R36.
"""

from projections.replay.games.dice.banca_francesa.record import (
    DICE,
    NULL_GROUNDS,
    SPOTS,
    SUMS,
    BancaFrancesaRecord,
)
from projections.replay.kit.dice import counts, impossible_dice, shown
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Outcome, Settlement


def check_end(
    record: BancaFrancesaRecord,
    settlement: Settlement,
    number: int | None,
    found: list[Found],
) -> None:
    """R13, R23: thrown until a spot wins, and not again; R36: or void where none could be shown."""
    throws = record.lancamentos
    if number is not None:
        if number < len(throws):
            decided = throws[number - 1]
            found.append(
                Found(
                    code="BF-DEC",
                    rule="BF R13",
                    expected=f"{shown(decided.dados)} {SUMS[decided.total]}",
                    recorded=", ".join(shown(throw.dados) for throw in throws[number:]),
                    facts={"fact": "lancado_de_novo", "lancamento": number},
                )
            )
        return
    if record.void is not None or not any(
        line.outcome is Outcome.PENDENTE for line in settlement.lines
    ):
        return
    if any(impossible_dice(throw.dados, DICE, null=throw.nulo is not None) for throw in throws):
        return  # what nobody could read may have decided
    read = [throw for throw in throws if counts(throw, DICE, NULL_GROUNDS)]
    if record.mode != PHYSICAL and not read:
        found.append(Found(code="VOID-MISS", rule="BF R36"))
        return
    found.append(
        Found(
            code="BF-DEC",
            rule="BF R13",
            expected=", ".join(SPOTS),
            recorded=f"{shown(read[-1].dados)} = {read[-1].total}" if read else "",
            amount=sum(line.stake for line in settlement.lines if line.outcome is Outcome.PENDENTE),
        )
    )


def check_announcement(record: BancaFrancesaRecord, number: int | None, found: list[Found]) -> None:
    """R14, R23: what is announced is the spot whose sum the dice show."""
    said = record.chance_anunciada
    if said is None:
        return
    due = SUMS[record.lancamentos[number - 1].total] if number is not None else ""
    if said.chance != due:
        found.append(Found(code="RES-IMPOSS", rule="BF R14", expected=due, recorded=said.chance))
