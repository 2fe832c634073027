"""Verifying a coup of roulette: every fault of table, bets and procedure; and the quick road.

``verify`` looks at everything. ``quick`` settles, at one go, a coup of which nothing is amiss,
payments included; whatever it is not sure of it leaves to ``settle`` and ``verify``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.replay.games.wheels.roulette.bets import (
    check_colours,
    check_stakes,
    check_table_limits,
    check_wheel,
)
from projections.replay.games.wheels.roulette.procedure import (
    check_ball,
    check_errors,
    check_null,
    check_online,
    check_opening,
    check_order,
    check_staff,
)
from projections.replay.games.wheels.roulette.record import Law, RouletteRecord, RouletteRules
from projections.replay.games.wheels.roulette.settling import (
    Winners,
    bets_in_time,
    launched_again,
    ordinary_coup,
    plain_lines,
    settlement_of,
    when,
)
from projections.replay.kit.bets import Bet, paid_to_another, repeated_numbers
from projections.replay.kit.coups import not_repeated
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement

REFUSED: Final = frozenset({"BET-LATE", "RA-GEOM", "RA-SER", "RA-NB", "RF-CALL"})
"""What settling finds of a bet that does not stand; a late change of one that does has facts."""


def verify(
    record: RouletteRecord, rules: RouletteRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    law = rules.law
    found: list[Found] = []
    bets: Sequence[Bet] = record.bets
    if record.alteracoes or record.reconstituidas:
        bets, _ = bets_in_time(record, law, [])
    standing = standing_bets(bets, settlement)
    check_table(record, rules, found)
    found.extend(repeated_numbers(record.bets))
    check_stakes(record, rules, standing, found)
    if record.has("colours"):
        check_colours(record, law, standing, found)
    check_opening(record, law, bets, found)
    check_procedure(record, law, found)
    if record.golpe_nulo and not launched_again(record):
        found.extend(not_repeated(record, settlement, law.cites.null, record.golpe_nulo[-1].causa))
    if record.payments:
        found.extend(paid_to_another(settlement, record.payments))
        check_order(record, law, bets, settlement, found)
    return tuple(found)


def standing_bets(bets: Sequence[Bet], settlement: Settlement) -> Sequence[Bet]:
    """Return the bets that lie on a chance: what settling refused has its finding already."""
    if not settlement.found:
        return bets
    refused = {
        (one.bet, one.recorded) for one in settlement.found if one.code in REFUSED and not one.facts
    }
    return [
        bet
        for bet in bets
        if refused.isdisjoint(
            ((bet.bet, when(bet)), (bet.bet, f"{bet.tipo} {bet.selecao}".strip()))
        )
    ]


def check_table(record: RouletteRecord, rules: RouletteRules, found: list[Found]) -> None:
    """Note faults of the table itself: its wheel, its limits."""
    if record.prato or record.roda not in rules.law.wheels:
        check_wheel(record, rules.law, found)
    if record.limites:
        check_table_limits(record, rules, found)


def check_procedure(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """Note faults of ball, people, null coups and online play, where the record has any."""
    if record.bola_trocada is not None:
        check_ball(record, law, found)
    if record.pessoal and record.has("staff"):
        check_staff(record, law, found)
    if record.golpe_nulo:
        check_null(record, law, found)
    if record.errors:
        check_errors(record, law, found)
    if record.mode != PHYSICAL:
        check_online(record, law, found)


# --- the quick road ------------------------------------------------------------------------------


def quick(record: RouletteRecord, rules: RouletteRules) -> Settlement | None:
    """Settle and verify at once a coup of which nothing is amiss; None leaves it to the long road.

    Written for speed: nearly all rounds of a floor end here.
    """
    coup = ordinary_coup(record, rules)
    if coup is None:
        return None
    opened, closed = record.apostas_abertas, record.nada_mais
    first = last = None
    if opened is not None and (first := opened.seq) is None:
        return None
    if closed is not None:
        last = closed.seq
    bets = record.bets
    settled = plain_lines(bets, coup.plain, first, last)
    if settled is None:
        return None
    lines, winners, bare = settled
    if not _paid_as_due(record, rules.law.pay_rank, winners):
        return None
    if not (bare and _nothing_more(record, rules)):
        found: list[Found] = []
        check_table(record, rules, found)
        check_stakes(record, rules, bets, found)
        if record.has("colours"):
            check_colours(record, rules.law, bets, found)
        check_opening(record, rules.law, (), found)
        check_procedure(record, rules.law, found)
        if found:
            return None
    return settlement_of(record, coup, lines)


def _nothing_more(record: RouletteRecord, rules: RouletteRules) -> bool:
    """Tell whether the record holds nothing else that could be at fault."""
    return not (
        record.limites
        or record.bola_trocada is not None
        or record.anterior is not None
        or record.pessoal
        or record.cores_atribuidas
        or record.errors
        or record.prato
        or record.mode != PHYSICAL
        or record.roda not in rules.law.wheels
    )


def _paid_as_due(record: RouletteRecord, rank: Mapping[str, int], winners: Winners) -> bool:
    """Tell whether each winner, and nobody else, was paid by himself, exactly and in order.

    A table that records no payments owes none here; what it sent all the same is looked at on the
    long road.
    """
    payments = record.payments
    if record.records is not None and "payouts" not in record.records:
        return not payments
    highest = -1
    for payment in payments:
        winner = winners.pop(payment.bets[0], None) if len(payment.bets) == 1 else None
        if winner is None or payment.award is not None:
            return False
        line, tipo = winner
        here = rank.get(tipo, highest)
        paid = payment.total
        if payment.seat != line.seat or paid != line.prize + line.returned or here < highest:
            return False
        highest = here
    return not winners
