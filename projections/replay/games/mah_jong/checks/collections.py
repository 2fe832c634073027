"""Faults of what was taken from the losers: from whom, to whom, how much."""

from collections import Counter
from collections.abc import Callable

from projections.replay.games.mah_jong.payment_names import other_counts
from projections.replay.games.mah_jong.rules import MahJongRules
from projections.replay.games.mah_jong.settling import Acerto
from projections.replay.settlement import Found, money_text


def collection_faults(done: Acerto, rules: MahJongRules) -> list[Found]:
    """Return, seat by seat, what was taken and was not due, or due and not taken."""
    if done.money is None:
        return []
    parcels = (*done.money.premio, *done.money.indemnizacoes)
    due: Counter[int] = Counter()
    for one in parcels:
        due[one.payer] += one.amount
    taken: Counter[int] = Counter()
    receivers = {one.to for one in parcels if one.amount}
    found: list[Found] = []
    for one in done.record.cobrancas:
        taken[one.seat] += one.valor
        if one.to is not None and one.to not in receivers and one.valor:
            found.append(
                Found(
                    code="PAY-DIFF",
                    seat=one.seat,
                    expected=", ".join(map(str, sorted(receivers))),
                    recorded=str(one.to),
                    amount=one.valor,
                    facts={"fact": "destino"},
                )
            )
    faulty = [seat for seat in sorted({*due, *taken}) if due[seat] != taken[seat]]
    if faulty:
        code_of = _codes(done, rules, taken)
        for seat in faulty:
            code, rule = code_of(seat)
            found.append(
                Found(
                    code=code,
                    rule=rule,
                    seat=seat,
                    expected=money_text(due[seat]),
                    recorded=money_text(taken[seat]),
                    amount=taken[seat] - due[seat],
                    facts={"fact": "cobranca"},
                )
            )
    return found


def _codes(
    done: Acerto, rules: MahJongRules, taken: Counter[int]
) -> Callable[[int], tuple[str, str]]:
    """Return a function from a seat to the code and rule of its wrong collection."""
    cites = done.variant.cites
    decided, money = done.decided, done.money
    assert money is not None
    fined = {one.payer for one in money.indemnizacoes}
    full = sum(one.full for one in money.premio)
    alone = [one for one, amount in taken.items() if amount]
    own = {one.payer: one for one in money.premio}
    others = other_counts(done, rules)

    def code(seat: int) -> tuple[str, str]:
        if seat in fined or (decided.false and decided.winner is None):
            return "MJ-FALSE", f"MJ {cites.indemnity}"
        if done.bearer is not None:
            return "MJ-LIAB", f"MJ {done.bearer.rule}"
        if len(own) > 1 and len(alone) == 1 and full and taken[alone[0]] == full:
            return "MJ-LIAB", ""
        mine = own.get(seat)
        if mine is not None and mine.amount != mine.full and taken[seat] == mine.full:
            return "MJ-CAP", f"MJ {cites.cap}"
        if mine is not None and taken[seat] in others:
            return "MJ-FAN", f"MJ {cites.pay}"
        return ("PAY-DIFF" if taken[seat] else "PAY-NONE"), f"MJ {cites.pay}"

    return code
