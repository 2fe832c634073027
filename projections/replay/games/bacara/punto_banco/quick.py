"""The short road: a coup of which nothing is amiss, settled and verified at one go."""

from typing import Final

from ledger.money import INTEGER_MAX
from projections.replay.games.bacara.punto_banco.checks import check_table
from projections.replay.games.bacara.punto_banco.checks.bets import check_stakes
from projections.replay.games.bacara.punto_banco.checks.seats import check_seats
from projections.replay.games.bacara.punto_banco.record import PuntoBancoRecord
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.games.bacara.punto_banco.settling import settle_ordinary
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement

_MOST: Final = 1_000
"""More than any chance pays of a stake, the stake included."""


def quickly(
    record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites, game: str
) -> Settlement | None:
    """Settle and verify a faultless coup at once; None leaves the coup to the long road.

    Written for speed: nearly all coups end here. What the game alone checks it checks itself.
    """
    if record.mode != PHYSICAL or (record.records is not None and "payouts" not in record.records):
        return None
    ordinary = settle_ordinary(record, rules, cites)
    if ordinary is None:
        return None
    if not ordinary.rising or ordinary.bits * _MOST * len(ordinary.lines) > INTEGER_MAX:
        return None  # what the amounts add to the long road weighs
    owed = ordinary.owed
    for payment in record.payments:
        of = payment.bets
        line = owed.pop(of[0], None) if len(of) == 1 else None
        if (
            line is None
            or payment.award is not None
            or payment.seat != line.seat
            or payment.amount + payment.stake_returned + payment.returned
            != line.prize + line.returned
        ):
            return None
    if owed:
        return None
    settlement = ordinary.settlement(record, game)
    found: list[Found] = []
    check_table(record, rules, cites, settlement, found)
    if record.limites or record.titulares or not ordinary.bare:
        check_stakes(record, rules, cites, record.bets, found)
        check_seats(record, rules, cites, record.bets, found)
    return None if found else settlement
