"""Faults that ponto e banca and its Macau sister find in the same way, a module a subject."""

from projections.replay.games.bacara.punto_banco.checks.announcements import check_shown
from projections.replay.games.bacara.punto_banco.checks.bets import check_stakes, standing
from projections.replay.games.bacara.punto_banco.checks.deduction import check_deduction
from projections.replay.games.bacara.punto_banco.checks.seats import check_seats
from projections.replay.games.bacara.punto_banco.record import NENHUMA, PuntoBancoRecord
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.games.bacara.punto_banco.shoe import check_packs, check_shoe
from projections.replay.kit.coups.faults import bet_faults
from projections.replay.settlement import Found, Settlement


def shared_faults(
    record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites, settlement: Settlement
) -> list[Found]:
    """Return the faults that both games find in the same way."""
    found: list[Found] = []
    check_table(record, rules, cites, settlement, found)
    check_bets(record, rules, cites, settlement, found)
    return found


def check_table(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    found: list[Found],
) -> None:
    """Note faults of packs and shoe, of the deduction and of announcements."""
    if record.sabot is not None:
        check_shoe(record, record.sabot, rules, cites, found)
    if record.trocas:
        check_packs(record, cites, found)
    if (
        record.deduzido is not None
        or record.deducao_comunicada is False
        or (record.deducao != NENHUMA and record.deducao not in rules.deductions)
    ):
        check_deduction(record, rules, cites, settlement, found)
    if record.mostradas or record.resultado is not None:
        check_shown(record, cites, settlement, found)


# --- the stakes ----------------------------------------------------------------------------------


def check_bets(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    found: list[Found],
) -> None:
    """R8, R21: numbers, chips and limits of the bets that stand, and those on others' seats."""
    bets = standing(record, cites, settlement)
    check_stakes(record, rules, cites, bets, found)
    check_seats(record, rules, cites, bets, found)
    found.extend(bet_faults(record, record.bets, settlement))
