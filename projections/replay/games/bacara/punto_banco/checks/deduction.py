"""Faults of the deduction from the bank's winnings (PB R32, PM R41)."""

from projections.replay.games.bacara.punto_banco.payments import undecided
from projections.replay.games.bacara.punto_banco.record import NENHUMA, PuntoBancoRecord
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules, options_of
from projections.replay.settlement import Found, Settlement, money_text


def check_deduction(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    found: list[Found],
) -> None:
    """PB R32, PM R41: one of two deductions, notified beforehand, and no more taken than it is."""
    rule, applied = cites.rule(cites.deduction), options_of(record.deducao)
    if len(applied) > 1 or any(word not in rules.deductions for word in applied):
        found.append(
            Found(
                code="PB-COMM",
                rule=rule,
                expected=" / ".join((*rules.deductions, NENHUMA)),
                recorded=record.deducao,
            )
        )
    if applied and record.deducao_comunicada is False:
        found.append(
            Found(code="PB-COMM", rule=rule, recorded=record.deducao, facts={"fact": "comunicada"})
        )
    due = sum(one.amount for one in settlement.commissions)
    if record.deduzido is not None and record.deduzido != due and not _is_open(settlement):
        found.append(
            Found(
                code="PB-COMM",
                rule=rule,
                expected=money_text(due),
                recorded=money_text(record.deduzido),
                amount=record.deduzido - due,
                facts={"fact": "deduzido", "deducao": record.deducao},
            )
        )


def _is_open(settlement: Settlement) -> bool:
    """Tell whether a stake is not decided, or nobody can read what it was on."""
    misread = any(one.code == "RES-IMPOSS" and one.bet is not None for one in settlement.found)
    return misread or undecided(settlement)
