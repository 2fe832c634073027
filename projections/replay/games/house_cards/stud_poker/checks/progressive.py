"""Faults of the progressivo's terms, of the order of its payments, and of its new start.

A fault of a parameter is shown by every jogada played under it: its subject is the parameter.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from projections.replay.games.house_cards.stud_poker.chips import Status, chips
from projections.replay.games.house_cards.stud_poker.ranking import REAL
from projections.replay.games.house_cards.stud_poker.record import StudRecord
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.record import PoolState
from projections.replay.settlement import Found, Settlement, money_text


def check_progressive(
    record: StudRecord, rules: StudRules, settlement: Settlement
) -> Iterator[Found]:
    """Check the multiplier, the table of prizes, the order of payments and the new start."""
    yield from _check_multiplier(record, rules)
    pool = record.pool
    if pool is None:
        return
    if record.has("bets") and any(chip.status is Status.JOGA for chip in chips(record)):
        yield from _check_shares(pool, rules)
        yield from _check_fixed(pool, rules)
    if record.has("payouts"):
        yield from _check_order(record, settlement)
    yield from _check_again(record, pool, settlement)


def _check_multiplier(record: StudRecord, rules: StudRules) -> Iterator[Found]:
    """ST-PAY: what the table sets for a naipe real lies within the law's range (R15 i)."""
    low, high = rules.real
    set_to = record.multiplicador_real
    if set_to is not None and not low <= set_to <= high:
        yield Found(
            code="ST-PAY",
            rule="ST R15 i",
            expected=f"{low}-{high}",
            recorded=str(set_to),
            facts={"fact": "multiplicador_real"},
        )


def _check_shares(pool: PoolState, rules: StudRules) -> Iterator[Found]:
    """ST-JP-SHARE: the whole progressivo, a tenth of it, and no share for other hands (R18 b)."""
    if any(rules.shares.get(name) != ppm for name, ppm in pool.combinations.items()):
        yield Found(
            code="ST-JP-SHARE",
            rule="ST R18 b",
            expected=_terms(rules.shares),
            recorded=_terms(pool.combinations),
            facts={"pool": pool.pool},
        )


def _check_fixed(pool: PoolState, rules: StudRules) -> Iterator[Found]:
    """ST-JP-FIX: the five fixed sums stand in the table's parameters (R18 b, R19)."""
    named = {*rules.fixed, *rules.shares}
    if pool.fixed.keys() != named:
        yield Found(
            code="ST-JP-FIX",
            rule="ST R19",
            expected=", ".join(sorted(named)),
            recorded=_terms(pool.fixed),
            facts={"pool": pool.pool},
        )


def _terms(table: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(table.items()))


def _check_order(record: StudRecord, settlement: Settlement) -> Iterator[Found]:
    """ST-JP-ORD: paid from the pagador's left, a sequência de naipe before a real (R20, R23).

    A real may also wait for the other prizes, by which what it wins is found.
    """
    combination = {award.seat: award.combination for award in settlement.awards}
    paid = [
        payment.seat
        for payment in record.payments
        if payment.award is not None and payment.seat in combination
    ]
    order = list(dict.fromkeys(paid))
    for kind in (True, False):
        mine = [seat for seat in order if (combination[seat] == REAL) is kind]
        for first, second in pairwise(mine):
            if first > second:
                yield _order(second, first, "ST R20")
    for place, seat in enumerate(order):
        if combination[seat] != REAL:
            continue
        for later in order[place + 1 :]:
            straight = combination[later] == "sequencia_de_naipe"
            if combination[later] != REAL and (straight or later < seat):
                yield _order(later, seat, "ST R23" if straight else "ST R20")
                break


def _order(first: int, second: int, rule: str) -> Found:
    return Found(
        code="ST-JP-ORD",
        rule=rule,
        seat=first,
        expected=f"{first} {second}",
        recorded=f"{second} {first}",
        facts={"fact": "ordem"},
    )


def _check_again(record: StudRecord, pool: PoolState, settlement: Settlement) -> Iterator[Found]:
    """ST-JP-RESET: after a prize the progressivo starts from the minimum, or what is left (R24)."""
    said = record.recomeco
    due = settlement.result.get("progressivo")
    if said is None or not due or said == due["recomeca"]:
        return
    yield Found(
        code="ST-JP-RESET",
        rule="ST R24",
        expected=money_text(due["recomeca"]),
        recorded=money_text(said),
        amount=said - due["recomeca"],
        facts={"pool": pool.pool},
    )
