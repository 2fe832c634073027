"""Faults of a jogada, each subject in a module of its own; ``verify`` asks them all."""

from projections.replay.games.dice.banca_francesa.checks.collections import check_collections
from projections.replay.games.dice.banca_francesa.checks.dice_sets import check_sets
from projections.replay.games.dice.banca_francesa.checks.limits import (
    check_limits,
    check_lines,
    check_stakes,
)
from projections.replay.games.dice.banca_francesa.checks.online import check_online
from projections.replay.games.dice.banca_francesa.checks.staff import check_staff
from projections.replay.games.dice.banca_francesa.checks.throws import check_announcement, check_end
from projections.replay.games.dice.banca_francesa.record import (
    THROWERS,
    BancaFrancesaRecord,
    BancaFrancesaRules,
)
from projections.replay.games.dice.banca_francesa.settling import bets_at, impossible
from projections.replay.games.dice.banca_francesa.throws import deciding
from projections.replay.kit.bets import paid_to_another, repeated_numbers
from projections.replay.kit.dice import last_at, relief_faults
from projections.replay.kit.throws import stake_faults
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement


def verify(
    record: BancaFrancesaRecord, rules: BancaFrancesaRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    number = deciding(record)
    found: list[Found] = []
    check_limits(record, rules, found)
    laid = bets_at(record, rules, number)
    standing = [one for one in laid if not one.late and not impossible(one.bet)]
    found += repeated_numbers(record.bets)
    found += stake_faults([one.bet for one in standing], "BF R8")
    check_stakes(record, rules, standing, found)
    check_lines(record, rules, standing, found)
    check_end(record, settlement, number, found)
    check_announcement(record, number, found)
    now = last_at(record.lancamentos)
    before = record.anterior.lancado if record.anterior is not None else None
    if record.has("equipment"):
        check_sets(record, now, before, found)
    if record.pessoal and record.has("staff"):
        check_staff(record, found)
        found += relief_faults(record.pessoal, THROWERS[0], "BF R21", now, before)
    if record.has("payouts"):
        found += paid_to_another(settlement, record.payments, record.bets)
        check_collections(record, settlement, found)
    if record.mode != PHYSICAL:
        check_online(record, found)
    return tuple(found)
