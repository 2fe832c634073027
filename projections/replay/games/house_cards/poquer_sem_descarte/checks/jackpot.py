"""Faults of the jackpot: its terms, its bets, the winner's cards, the order of its prizes."""

from collections.abc import Sequence

from ledger.money import Minor
from projections.replay.games.house_cards.poquer_sem_descarte.ranking import BY_NAME
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    ACUMULADO,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import Cites, SemDescarteRules
from projections.replay.games.house_cards.poquer_sem_descarte.standing_bets import (
    laid,
)
from projections.replay.kit.bets import Bet, is_after
from projections.replay.record import PoolState
from projections.replay.settlement import Found, Settlement, money_text


def check_jackpot(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-JP-MAIN, -VAL, -COMM, -COMB, -BASE, -EXP."""
    bets = [bet for bet in laid(record).bets if bet.tipo == ACUMULADO]
    if not bets or not record.has("bets"):
        return ()
    cites = rules.cites
    found = _check_chips(record, bets, cites)
    approved, pool = record.aprovado, record.pool
    if rules.communication and approved is not None and approved.comunicado is False:
        found.append(
            Found(
                code="SD-JP-COMM",
                rule=cites.pool,
                facts={"pool": pool.pool if pool is not None else ""},
            )
        )
    if pool is not None:
        found += _check_terms(record, pool, cites)
        found += _check_base(pool, rules, settlement)
    found += _check_shown(record, settlement, cites)
    found += _check_order(record, settlement, cites)
    return found


def _check_chips(record: SemDescarteRecord, bets: Sequence[Bet], cites: Cites) -> list[Found]:
    """Check each jackpot bet: with a main bet, one a seat, of the fixed value."""
    found: list[Found] = []
    stakes = laid(record)
    seats = {*stakes.betting, *stakes.only_late}
    value = record.pool.bet if record.pool is not None else 0
    taken: set[int] = set()
    for bet in bets:
        if bet.seat not in seats:
            found.append(
                Found(
                    code="SD-JP-MAIN",
                    rule=cites.pool_main,
                    seat=bet.seat,
                    bet=bet.bet,
                    amount=bet.valor,
                )
            )
        elif stakes.is_late(bet):
            continue
        elif bet.seat in taken or (value and bet.valor != value):
            second = bet.seat in taken
            found.append(
                Found(
                    code="SD-JP-VAL",
                    rule=cites.pool_value,
                    seat=bet.seat,
                    bet=bet.bet,
                    expected=money_text(0 if second else value),
                    recorded=money_text(bet.valor),
                    amount=bet.valor - (0 if second else value),
                    facts={"fact": "segunda_ficha" if second else "valor"},
                )
            )
        taken.add(bet.seat)
    return found


def _check_terms(record: SemDescarteRecord, pool: PoolState, cites: Cites) -> list[Found]:
    """Compare the pool's terms with those approved."""
    found: list[Found] = []
    approved = record.aprovado
    facts = {"pool": pool.pool}
    if approved is not None:
        if approved.bet is not None and approved.bet != pool.bet:
            found.append(
                Found(
                    code="SD-JP-VAL",
                    rule=cites.pool_value,
                    expected=money_text(approved.bet),
                    recorded=money_text(pool.bet),
                    amount=pool.bet - approved.bet,
                    facts={**facts, "fact": "aprovado"},
                )
            )
        if approved.ppm is not None and approved.ppm != pool.ppm:
            found.append(
                Found(
                    code="SD-JP-VAL",
                    rule=cites.pool_value,
                    expected=str(approved.ppm),
                    recorded=str(pool.ppm),
                    facts={**facts, "fact": "ppm"},
                )
            )
    for name, table, allowed in (
        ("combinations", pool.combinations, approved and approved.combinations),
        ("fixed", pool.fixed, approved and approved.fixed),
    ):
        unknown = [one for one in table if one not in BY_NAME]
        if unknown or (allowed is not None and allowed != table):
            found.append(
                Found(
                    code="SD-JP-COMB",
                    rule=cites.pool_table,
                    expected=_terms(allowed or {}),
                    recorded=_terms(table),
                    facts={**facts, "fact": name},
                )
            )
    return found


def _terms(table: dict[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(table.items()))


def _check_base(
    pool: PoolState, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """Check the starting value where the pool stands at it, or goes back to it now."""
    least = rules.pool_base_multiple * pool.bet
    starts = pool.balance == pool.base or any(award.full for award in settlement.awards)
    if pool.base >= least or not starts:
        return ()
    return [
        Found(
            code="SD-JP-BASE",
            rule=rules.cites.pool_base,
            expected=money_text(least),
            recorded=money_text(pool.base),
            amount=pool.base - least,
            facts={"pool": pool.pool},
        )
    ]


def _check_shown(record: SemDescarteRecord, settlement: Settlement, cites: Cites) -> list[Found]:
    """Check that the winner's cards lay open until he was paid."""
    places = {place.seat: place for place in record.seats}
    found: list[Found] = []
    for award in settlement.awards:
        place = places.get(award.seat)
        if place is None or place.cartas_recolhidas is None or not award.amount:
            continue
        paid = place.premio_pago
        if paid is not None and is_after(paid, place.cartas_recolhidas):
            found.append(
                Found(
                    code="SD-JP-EXP",
                    rule=cites.pool_shown,
                    seat=award.seat,
                    bet=award.bet,
                    expected=paid.at or "",
                    recorded=place.cartas_recolhidas.at or "",
                    amount=award.amount,
                )
            )
    return found


def _check_order(record: SemDescarteRecord, settlement: Settlement, cites: Cites) -> list[Found]:
    """Check that several prizes, each paid exactly, were paid from the smallest to the largest.

    Those that divide one prize, and prizes of equal sums, come in any order.
    """
    if len(settlement.awards) < 2 or not record.has("payouts"):  # two have an order
        return []
    prizes: dict[str, Minor] = {}
    due: dict[int, Minor] = {}
    combination: dict[int, str] = {}
    for award in settlement.awards:
        prizes[award.combination] = prizes.get(award.combination, 0) + award.amount
        due[award.seat] = due.get(award.seat, 0) + award.amount
        combination[award.seat] = award.combination
    paid: dict[int, Minor] = {}
    for payment in record.payments:
        if payment.award is not None:
            paid[payment.seat] = paid.get(payment.seat, 0) + payment.amount
    if paid != due:
        return []  # the payments' own faults tell it
    ranks: dict[str, int] = {}
    rank, before = 0, None
    for name, amount in prizes.items():
        rank += before is not None and amount != before
        ranks[name], before = rank, amount
    highest = -1
    for seat in paid:
        here = ranks[combination[seat]]
        if here < highest:
            return [
                Found(
                    code="SD-JP-SPLIT",
                    rule=cites.pool_order,
                    seat=seat,
                    expected=", ".join(str(award.seat) for award in settlement.awards),
                    recorded=", ".join(map(str, paid)),
                    facts={"fact": "ordem"},
                )
            ]
        highest = here
    return []
