"""Holds the payments and refunds of a jogada against the prizes due.

Prizes are compared card by card; a fault carries the game's own code: BI-WIN for a card that did
not win or was passed over, BI-LATE for a claim made too late, BI-SHARE for a wrong division of the
right sum, BI-PCT for the wrong sum. A winner to whom nothing has been paid yet is PAY-NONE.

Rules: BI R6-R9, R41, R44-R50, R55-R57, R61 g.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct, field, structs

from ledger.money import Minor
from projections.replay.games.bingo.cards.completion import lacking, order_of
from projections.replay.games.bingo.facts import LINHA, Entrega
from projections.replay.games.bingo.prizes import tax_on
from projections.replay.games.bingo.record import SHARE, BingoRecord, number_of
from projections.replay.games.bingo.sale import Jogo, Key
from projections.replay.games.bingo.settling import Apurada, void_rule
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement, money_text


class Paga(Struct, kw_only=True):
    """What one card received of one prize."""

    valor: Minor = 0
    vezes: int = 0
    entregas: list[Entrega] = field(default_factory=list[Entrega])


# --- which payment is of what --------------------------------------------------------------------


def numbered(record: BingoRecord, jogo: Jogo, *, void: bool) -> tuple[Entrega, ...]:
    """Return the payments, each with the numbers of the lines it is of.

    Where an annulment says one sum and no refund is recorded apart, that sum is the refund.
    """
    payments = [_numbered(jogo, payment, void=void) for payment in record.payments]
    if record.devolvido is not None and not any(_is_refund(payment) for payment in payments):
        every = tuple(sale.numero for sale in jogo.vendas)
        payments.append(Entrega(stake_returned=record.devolvido, bets=every, causa="annulled"))
    return tuple(payments)


def _is_refund(payment: Entrega) -> bool:
    return not payment.forma and payment.award is None


def _numbered(jogo: Jogo, payment: Entrega, *, void: bool) -> Entrega:
    if payment.bets:
        return payment
    if _is_refund(payment):
        return structs.replace(payment, bets=_sales(jogo, payment, void=void))
    return structs.replace(payment, bets=(_number(jogo, payment),))


def _number(jogo: Jogo, payment: Entrega) -> int:
    """Return the number of the share that a prize pays."""
    prizes, prize = jogo.formas.prizes, jogo.formas.prize_of(payment.forma)
    rank = len(prizes) if payment.award is not None or prize is None else prizes.index(prize)
    return number_of(rank, jogo.rank(payment.serie), payment.cartao)


def _sales(jogo: Jogo, payment: Entrega, *, void: bool) -> tuple[int, ...]:
    """Return the sales whose cards a refund names, those first to which something is due back."""
    if not payment.serie:
        return tuple(sale.numero for sale in jogo.vendas)
    last = payment.cartao if payment.ultimo is None else payment.ultimo
    met = [
        sale
        for sale in jogo.vendas
        if sale.venda.serie == payment.serie
        and sale.venda.primeiro <= last
        and payment.cartao <= sale.venda.ultimo
    ]
    owed = [sale for sale in met if sale.back and not void]
    return tuple(sale.numero for sale in owed or met)


# --- prices given back ---------------------------------------------------------------------------


def refund_faults(one: Apurada, settlement: Settlement) -> Iterator[Found]:
    """Find prices that went back although the jogada stands, or did not although they had to."""
    given = numbered(one.record, one.jogo, void=one.void)
    payments = [payment for payment in given if _is_refund(payment)]
    due: dict[int, Minor] = {}
    for line in settlement.lines:
        if line.bet is not None and line.bet < SHARE:
            due[line.bet] = due.get(line.bet, 0) + line.due
    for sales, gone in _together(due, payments):
        owed, back = sum(due.get(sale, 0) for sale in sales), sum(p.stake_returned for p in gone)
        if owed == back:
            continue
        if one.void:
            code, rule = "VOID-REFUND", void_rule(one.record)
        elif back > owed:
            code, rule = "BI-CANCEL", "BI R41, R56"
        else:
            code, rule = ("PAY-DIFF" if gone else "PAY-NONE"), "BI R40, R93"
        yield Found(
            code=code,
            rule=rule,
            bet=sales[0] if len(sales) == 1 else None,
            expected=money_text(owed),
            recorded=money_text(back),
            amount=back - owed,
            facts={"vendas": list(sales)},
        )
    said, all_due = one.record.devolvido, sum(due.values())
    apart = any(_is_refund(payment) for payment in one.record.payments)
    if apart and one.void and said is not None and said != all_due:
        yield Found(
            code="VOID-REFUND",
            rule=void_rule(one.record),
            expected=money_text(all_due),
            recorded=money_text(said),
            amount=said - all_due,
            facts={"fact": "devolvido"},
        )


def _together(
    due: Iterable[int], payments: Iterable[Entrega]
) -> list[tuple[tuple[int, ...], list[Entrega]]]:
    """Group sales that share a refund, so that their totals are compared together."""
    groups: list[tuple[set[int], list[Entrega]]] = [({sale}, []) for sale in due]
    for payment in payments:
        met = [group for group in groups if not group[0].isdisjoint(payment.bets)]
        sales, given = set(payment.bets), [payment]
        for group in met:
            sales |= group[0]
            given = [*group[1], *given]
        groups = [group for group in groups if group not in met]
        groups.append((sales, given))
    return [(tuple(sorted(sales)), given) for sales, given in groups]


# --- prizes --------------------------------------------------------------------------------------


def prize_faults(one: Apurada) -> Iterator[Found]:
    """Find prizes that were not paid as they are due."""
    formas = one.jogo.formas
    paid: dict[tuple[str, Key], Paga] = {}
    for payment in one.record.payments:
        if _is_refund(payment) or payment.award is not None:
            continue
        prize = formas.prize_of(payment.forma)
        if prize is None:
            yield _not_offered(one, payment)
            continue
        card = payment.serie, payment.cartao
        given = paid.setdefault((_merged(one, prize), card), Paga())
        given.valor += payment.amount
        given.vezes += 1
        given.entregas.append(payment)
    due: dict[tuple[str, Key], Minor] = {}
    for share in one.parcelas:
        key = _merged(one, share.premio), share.cartao
        due[key] = due.get(key, 0) + share.valor
    for prize in dict.fromkeys(prize for prize, _ in (*due, *paid)):
        given_for = {card: value for (name, card), value in paid.items() if name == prize}
        if not one.void and _uncertain(one, prize):
            for card, given in given_for.items():
                if _never_had(one, prize, card):
                    yield _not_won(one, prize, card, given)
            continue
        owed = {card: value for (name, card), value in due.items() if name == prize}
        yield from _of_prize(one, prize, owed, given_for)


def _uncertain(one: Apurada, prize: str) -> bool:
    """Tell whether the record cannot say whose a prize is, although it was validated."""
    ganhos = one.extracao.ganhos
    won = ganhos.get(prize) or ganhos.get(one.jogo.formas.principal)
    return won is not None and won.incerto


def _never_had(one: Apurada, prize: str, card: Key) -> bool:
    """Tell whether a card that was sold lacks more numbers of a prize than nobody could read."""
    jogo, drawn = one.jogo, one.extracao
    cards = jogo.cards.get(card[0]) if card in jogo.em_jogo else None
    if cards is None:
        return False
    getters = cards.getters(jogo.formas.kinds_of(prize), jogo.formas.figura).get(card[1], ())
    lacks = lacking(getters, order_of(drawn.bolas, jogo.variante))
    return bool(getters) and lacks > len(drawn.ilegiveis)


def _merged(one: Apurada, prize: str) -> str:
    """Return under which name a prize is compared: the bingo's, where it went to the bingo."""
    if one.bingo is not None and prize not in one.extracao.ganhos and not one.void:
        return one.jogo.formas.principal
    return prize


def _of_prize(
    one: Apurada, prize: str, due: dict[Key, Minor], paid: dict[Key, Paga]
) -> Iterator[Found]:
    for card, given in paid.items():
        if card not in due:
            yield _not_won(one, prize, card, given)
    ours = {card: paid[card] for card in due if card in paid}
    given_away = sum(given.valor for given in paid.values()) >= sum(due.values())
    for card, value in due.items():
        if card not in ours and value:
            passed = given_away or _refused(one, prize, card)
            code, rule = ("BI-WIN", "BI R41, R49") if passed else ("PAY-NONE", "BI R44")
            yield _fault(one, code, rule, prize, card, value, 0)
    wrong = [card for card, given in ours.items() if given.valor != due[card]]
    bucket = _other_bucket(one, prize, due, ours) if wrong else None
    if bucket is not None:
        yield bucket
        return
    divided = sum(given.valor for given in ours.values()) == sum(due.values())
    for card in wrong:
        code, rule = _wrong(one, card, due[card], ours[card], divided=divided)
        yield _fault(one, code, rule, prize, card, due[card], ours[card].valor)


def _wrong(one: Apurada, card: Key, due: Minor, given: Paga, *, divided: bool) -> tuple[str, str]:
    """Name the fault of a winner who was paid another sum."""
    if divided:
        return "BI-SHARE", "BI R6"
    if given.vezes > 1 and given.valor > due:
        return "BI-PAYWHEN", "BI R50"
    if given.valor + _line_share(one, card) == due:
        return "BI-WIN", "BI R7"
    return "PAY-DIFF", "BI R7"


def _line_share(one: Apurada, card: Key) -> Minor:
    """Return the card's share of a linha that nobody claimed."""
    main = one.jogo.formas.principal
    return sum(
        share.valor
        for share in one.parcelas
        if share.cartao == card and share.premio == LINHA and share.ganho.premio == main
    )


def _other_bucket(
    one: Apurada, prize: str, due: dict[Key, Minor], ours: dict[Key, Paga]
) -> Found | None:
    """Return the fault where all winners were paid rightly their parts of another sum (R7)."""
    if len(ours) < len(due) or any(given.vezes > 1 for given in ours.values()):
        return None
    values = [ours[card].valor for card in one.jogo.in_order(ours)]
    steps = [first - second for first, second in pairwise(values)]
    even = all(step in (0, 1) for step in steps) and values[0] - values[-1] in (0, 1)
    total, all_due = sum(values), sum(due.values())
    if not even or total == all_due or (len(values) == 1 and _claims_line(one, prize, due, values)):
        return None
    return Found(
        code="BI-PCT",
        rule="BI R7",
        bet=number_of(_rank(one, prize)),
        expected=money_text(all_due),
        recorded=money_text(total),
        amount=total - all_due,
        facts={"premio": prize, "fact": "pago"},
    )


def _claims_line(one: Apurada, prize: str, due: dict[Key, Minor], values: list[Minor]) -> bool:
    """Tell whether the shortfall is exactly the linha that nobody claimed."""
    (card,) = due
    share = _line_share(one, card)
    return prize == one.jogo.formas.principal and share > 0 and values[0] + share == due[card]


def _refused(one: Apurada, prize: str, card: Key) -> bool:
    """Tell whether the room refused a claim that is right."""
    return any(
        heard.cartao == card
        and heard.premio == prize
        and heard.wins
        and heard.verificado is not None
        and not heard.verificado.valido
        for heard in one.extracao.pedidos
    )


def _not_won(one: Apurada, prize: str, card: Key, given: Paga) -> Found:
    """Return the fault of a prize that went to a card that does not have it."""
    if one.void:
        return _fault(one, "PAY-DIFF", "BI R57", prize, card, 0, given.valor)
    late = any(
        heard.cartao == card and heard.premio == prize and heard.certo and heard.tarde
        for heard in one.extracao.pedidos
    )
    code, rule = ("BI-LATE", "BI R47") if late else ("BI-WIN", "BI R49, R50")
    return _fault(one, code, rule, prize, card, 0, given.valor)


def _not_offered(one: Apurada, payment: Entrega) -> Found:
    return Found(
        code="BI-SHAPE",
        rule="BI R67, R73, R74, R75, R84",
        bet=number_of(_rank(one, payment.forma), one.jogo.rank(payment.serie), payment.cartao),
        expected=", ".join(one.jogo.formas.prizes),
        recorded=payment.forma,
        amount=payment.amount,
        facts={"serie": payment.serie, "cartao": payment.cartao},
    )


def _rank(one: Apurada, prize: str) -> int:
    prizes = one.jogo.formas.prizes
    return prizes.index(prize) if prize in prizes else len(prizes)


def _fault(
    one: Apurada, code: str, rule: str, prize: str, card: Key, due: Minor, paid: Minor
) -> Found:
    return Found(
        code=code,
        rule=rule,
        bet=number_of(_rank(one, prize), one.jogo.rank(card[0]), card[1]),
        expected=money_text(due),
        recorded=money_text(paid),
        amount=paid - due,
        facts={"serie": card[0], "cartao": card[1], "premio": prize},
    )


# --- the accumulator -----------------------------------------------------------------------------


def award_faults(one: Apurada) -> Iterator[Found]:
    """Find an accumulator given with too many balls, not given, or divided wrongly (R9, R12)."""
    pool, main = one.record.pool, one.jogo.formas.principal
    paid: dict[Key, Minor] = {}
    for payment in one.record.payments:
        if payment.award is not None:
            card = payment.serie, payment.cartao
            paid[card] = paid.get(card, 0) + payment.amount
    due = dict(one.acumulado)
    if pool is None or not (paid or due) or (one.bingo is None and main in one.abertos):
        return
    given = sum(paid.values())
    for card in one.jogo.in_order({*due, *paid}):
        owed, got = due.get(card, 0), paid.get(card, 0)
        if owed == got:
            continue
        if not got and not given and not _bingo_paid(one, card):
            code, rule = "PAY-NONE", "BI R9"
        elif one.prazo:
            code, rule = "BI-JP-AUTH", "BI R12"
        elif due and given == sum(due.values()) and not set(paid) - set(due):
            code, rule = "BI-SHARE", "BI R6"
        elif not owed or not got:
            code, rule = "BI-JP-BALLS", "BI R9"
        else:
            code, rule = "PAY-DIFF", "BI R9"
        fault = _fault(one, code, rule, "acumulado", card, owed, got)
        yield structs.replace(fault, facts={**fault.facts, "pool": pool.pool})


def _bingo_paid(one: Apurada, card: Key) -> bool:
    prizes = one.jogo.formas
    return any(
        (payment.serie, payment.cartao) == card
        and payment.award is None
        and prizes.prize_of(payment.forma) == prizes.principal
        for payment in one.record.payments
    )


# --- how they were paid --------------------------------------------------------------------------


def manner_faults(one: Apurada) -> Iterator[Found]:
    """Find prizes paid otherwise than in cash, without the card, too early, or taxed wrongly."""
    record = one.record
    for payment in _prizes(record):
        facts = {"serie": payment.serie, "cartao": payment.cartao, "premio": payment.forma}
        number = _number(one.jogo, payment)
        if record.mode == PHYSICAL:
            if payment.meio != "cash":
                yield Found(
                    code="BI-CASH",
                    rule="BI R8",
                    bet=number,
                    expected="cash",
                    recorded=payment.meio,
                    amount=payment.amount,
                    facts=facts,
                )
            if not payment.entregue:
                yield Found(
                    code="BI-PAYWHEN",
                    rule="BI R50",
                    bet=number,
                    expected="cartão entregue",
                    recorded="sem cartão",
                    amount=payment.amount,
                    facts={**facts, "fact": "cartao"},
                )
            elif _too_early(one, payment):
                yield Found(
                    code="BI-PAYWHEN",
                    rule="BI R50",
                    bet=number,
                    expected="depois da verificação",
                    recorded="antes",
                    amount=payment.amount,
                    facts={**facts, "fact": "antes"},
                )
        tax = tax_on(payment.amount, record.taxa_premio)
        if tax != payment.imposto:
            yield Found(
                code="BI-TAX",
                rule="BI R61 g",
                bet=number,
                expected=money_text(tax),
                recorded=money_text(payment.imposto),
                amount=payment.imposto - tax,
                facts=facts,
            )


def _prizes(record: BingoRecord) -> Iterable[Entrega]:
    return (payment for payment in record.payments if not _is_refund(payment))


def _too_early(one: Apurada, payment: Entrega) -> bool:
    """Tell whether a prize was paid before its claim was decided, by the chain of one source."""
    prize = one.jogo.formas.prize_of(payment.forma)
    mine = [
        heard.verificado
        for heard in one.extracao.pedidos
        if heard.cartao == (payment.serie, payment.cartao)
        and (heard.premio == prize or payment.award is not None)
        and heard.verificado is not None
        and heard.verificado.valido
    ]
    seq = payment.seq
    return bool(mine) and seq is not None and all(v.seq is not None and v.seq > seq for v in mine)
