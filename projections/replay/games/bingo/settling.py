"""Settles every sale and every winning card of a jogada, and says why.

A line is a sale, whose stake is its cards' face, or a share of a prize, whose stake is nothing.
What the house keeps is a commission.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field, structs

from ledger.money import Minor
from projections.replay.games.bingo import words
from projections.replay.games.bingo.draw import Extracao, Ganho, draw
from projections.replay.games.bingo.facts import LINHA, Bola, Simbolo
from projections.replay.games.bingo.prizes import Plano, Premios, divide, shares
from projections.replay.games.bingo.record import NAME, BingoRecord, number_of
from projections.replay.games.bingo.rules import BingoRules
from projections.replay.games.bingo.sale import Jogo, Key, Vendida, sell
from projections.replay.games.bingo.voiding import Anulacao, annulment
from projections.replay.kit.bets import instant
from projections.replay.kit.memo import once
from projections.replay.record import PHYSICAL, PoolState
from projections.replay.settlement import (
    Award,
    Commission,
    Increment,
    Line,
    Outcome,
    Phrase,
    Settlement,
    Step,
)


class Parcela(Struct, frozen=True, kw_only=True, gc=False):
    """One card's share of a prize."""

    premio: str
    """The prize whose money it is."""
    ganho: Ganho
    """The prize by which the card has it: the bingo, where nobody claimed the linha."""
    cartao: Key
    numero: int
    valor: Minor


class Apurada(Struct, frozen=True, kw_only=True):
    """A jogada worked out, with all that led there."""

    record: BingoRecord
    rules: BingoRules
    jogo: Jogo
    extracao: Extracao
    plano: Plano
    premios: Premios
    anulacao: Anulacao
    parcelas: tuple[Parcela, ...] = ()
    abertos: Mapping[str, Minor] = field(default_factory=dict[str, Minor])
    """Prizes that nothing decides, with their money."""
    valores: Mapping[str, Minor] = field(default_factory=dict[str, Minor])
    """Each prize's money, once what nobody claimed has gone where it goes."""
    movidos: tuple[str, ...] = ()
    """Additional prizes that were added to the bingo."""
    acumulado: tuple[tuple[Key, Minor], ...] = ()
    """The accumulator's shares, where it is won."""
    prazo: bool = False
    """Whether it is won because its time limit has passed."""

    @property
    def void(self) -> bool:
        """Whether all prices go back."""
        return self.anulacao.takes_effect

    @property
    def bingo(self) -> Ganho | None:
        """The main prize's winners, as far as they are known."""
        won = self.extracao.ganhos.get(self.jogo.formas.principal)
        return None if won is None or won.incerto else won


@once
def settled(record: BingoRecord, rules: BingoRules) -> Apurada:
    """Return the cards in play, the draw's outcome and the amount of each prize."""
    jogo = sell(record.actos, record.edicoes, record.variante)
    drawn = draw(record.actos, jogo, online=record.mode != PHYSICAL)
    plano = record.plano or Plano(linha=rules.linha_ppm, bingo=rules.bingo_ppm)
    pool = record.pool
    formas = jogo.formas
    premios = divide(
        jogo.total,
        plano,
        formas.prizes[:-1],
        increment_ppm=pool.ppm if pool is not None else 0,
        residue=pool.residue if pool is not None else 0,
    )
    one = Apurada(
        record=record,
        rules=rules,
        jogo=jogo,
        extracao=drawn,
        plano=plano,
        premios=premios,
        anulacao=annulment(record, rules, jogo, drawn),
    )
    return one if one.void else _with_prizes(one)


def _with_prizes(one: Apurada) -> Apurada:
    """Divide the prizes among the cards that have them."""
    ganhos, formas = one.extracao.ganhos, one.jogo.formas
    valores = {prize: one.premios.adicionais.get(prize, 0) for prize in formas.prizes}
    valores |= {LINHA: one.premios.linha} if LINHA in valores else {}
    valores[formas.principal] = one.premios.bingo
    movidos = tuple(
        prize for prize in formas.adicionais if one.bingo is not None and prize not in ganhos
    )
    for prize in movidos:  # an additional prize that nobody claimed is added to the bingo
        valores[formas.principal] += valores.pop(prize)
    parcelas: list[Parcela] = []
    abertos: dict[str, Minor] = {}
    for prize, value in valores.items():
        won = ganhos.get(prize) or one.bingo
        if won is None or won.incerto:
            abertos[prize] = value
            continue
        rank = formas.prizes.index(prize)
        for card, amount in zip(won.cartoes, shares(value, len(won.cartoes)), strict=True):
            number = number_of(rank, one.jogo.rank(card[0]), card[1])
            parcelas.append(
                Parcela(premio=prize, ganho=won, cartao=card, numero=number, valor=amount)
            )
    one = structs.replace(
        one,
        parcelas=tuple(parcelas),
        valores=valores,
        movidos=movidos,
        abertos=abertos,
        prazo=past_limit(one),
    )
    pool = one.record.pool
    if one.bingo is None or pool is None or not (one.prazo or within_balls(one)):
        return one
    cards = one.bingo.cartoes
    amount = max(pool.balance + one.premios.incremento, 0)
    due = zip(cards, shares(amount, len(cards)), strict=True)
    return structs.replace(one, acumulado=tuple(due))


def balls_of(record: BingoRecord, pool: PoolState) -> int | None:
    """Return with how many balls at most the accumulator is won: as announced, else as approved."""
    session = record.sessao
    said = session.bolas.get(pool.pool) if session is not None else None
    return pool.balls if said is None else said


def within_balls(one: Apurada) -> bool:
    """Tell whether the bingo came with no more balls than were announced (R9)."""
    pool = one.record.pool
    limit = balls_of(one.record, pool) if pool is not None else None
    return limit is not None and one.bingo is not None and one.bingo.bola <= limit


def past_limit(one: Apurada) -> bool:
    """Tell whether the bingo came after the accumulator's time limit (R12)."""
    pool, won = one.record.pool, one.bingo
    if pool is None or pool.until is None or won is None:
        return False
    at, until = instant(moment_of(one, won)), instant(pool.until)
    return at is not None and until is not None and at > until


def moment_of(one: Apurada, won: Ganho) -> str | None:
    """Return when a prize was won: at its first winning claim, online at its ball."""
    for heard in one.extracao.pedidos:
        if heard.cartao in won.cartoes and heard.premio == won.premio and heard.wins:
            return heard.pedido.at
    came: dict[Simbolo, str | None] = {}
    for act in one.record.actos:
        if isinstance(act, Bola):  # of a number told twice the first counts
            came.setdefault(act.numero, act.at)
    balls = one.extracao.bolas
    return came.get(balls[won.bola - 1]) if 0 < won.bola <= len(balls) else None


def settle(record: BingoRecord, rules: BingoRules) -> Settlement:
    """Return the amounts due for every sale and to every winning card."""
    one = settled(record, rules)
    pool, premios = record.pool, one.premios
    lines = [line for sale in one.jogo.vendas for line in _of_sale(one, sale)]
    increments: tuple[Increment, ...] = ()
    commissions: tuple[Commission, ...] = ()
    if not one.void:
        lines += _of_prizes(one)
        if pool is not None:
            increments = (Increment(pool=pool.pool, seat=0, stake=premios.total),)
        values = {"vendas": premios.vendas, "total": premios.total}
        step = Step(words.HOUSE, values, "BI R7")
        commissions = (Commission(seat=0, amount=premios.receita, rules=("BI R7",), why=(step,)),)
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        increments=increments,
        awards=tuple(_awards(one)),
        commissions=commissions,
        void=one.void,
        result=_result(one),
        found=(*one.anulacao.found, *one.extracao.found),
    )


def _result(one: Apurada) -> dict[str, Any]:
    """Return the jogada's figures."""
    premios, drawn = one.premios, one.extracao
    figures: dict[str, Any] = {
        "vendas": premios.vendas,
        "cartoes": len(one.jogo.em_jogo),
        "bolas": len(drawn.bolas),
    }
    if one.void:
        return {"anulada": True, **figures}
    return {
        **figures,
        "premios": premios.total,
        "incremento": premios.incremento,
        "linha": premios.linha,
        "bingo": premios.bingo,
        "adicionais": dict(premios.adicionais),
        "receita": premios.receita,
        "ganhos": {
            prize: {"bola": won.bola, "cartoes": [f"{serie} {card}" for serie, card in won.cartoes]}
            for prize, won in drawn.ganhos.items()
        },
    }


# --- sales ---------------------------------------------------------------------------------------


def _of_sale(one: Apurada, sale: Vendida) -> Iterator[Line]:
    """Return the price of a sale's cards in play, and the money that goes back beside them."""
    if sale.cartoes or not sale.back:
        yield _in_play(one, sale)
    if sale.back:
        phrase, rule = (words.BACK_LATE, "BI R40, R93") if sale.tarde else (words.BACK, "BI R36")
        values = {"repetidos": len(sale.repetidos), "inexistentes": sale.inexistentes}
        yield Line(
            seat=0,
            bet=sale.numero,
            outcome=Outcome.DEVOLVIDA,
            stake=sale.back,
            returned=sale.back,
            rules=(rule,),
            why=(Step(phrase, values, rule),),
        )


def _in_play(one: Apurada, sale: Vendida) -> Line:
    values = {
        "serie": sale.venda.serie,
        "primeiro": sale.venda.primeiro,
        "ultimo": sale.venda.ultimo,
        "cartoes": len(sale.cartoes),
        "face": sale.face,
    }
    sold = Step(words.SOLD, values, "BI R41")
    outcome, back, why = Outcome.PERDE, 0, (sold,)
    rule = "BI R41"
    if one.void:
        rule = void_rule(one.record)
        outcome, back, why = Outcome.DEVOLVIDA, sale.price, (sold, Step(words.VOID, {}, rule))
    elif one.bingo is None:
        outcome, why = Outcome.PENDENTE, (sold, Step(words.OPEN, {}, "BI R44"))
    return Line(
        seat=0,
        bet=sale.numero,
        outcome=outcome,
        stake=sale.stake,
        returned=back,
        rules=(rule,),
        why=why,
    )


def void_rule(record: BingoRecord) -> str:
    """Return the rule under which all goes back."""
    if record.mode != PHYSICAL:
        return "BI R98"
    return "BI R57" if any(isinstance(act, Bola) for act in record.actos) else "BI R55"


# --- prizes --------------------------------------------------------------------------------------


def _of_prizes(one: Apurada) -> Iterator[Line]:
    for share in one.parcelas:
        rules = _rules_of(one, share)
        yield Line(
            seat=0,
            bet=share.numero,
            outcome=Outcome.GANHA,
            stake=0,
            prize=share.valor,
            rules=rules,
            why=tuple(_why(one, share)),
        )
    for prize, value in one.abertos.items():
        claimed = prize in one.extracao.ganhos
        phrase: Phrase = words.UNKNOWN if claimed else words.OPEN
        values = {"premio": prize, "valor": value}
        yield Line(
            seat=0,
            bet=number_of(one.jogo.formas.prizes.index(prize)),
            outcome=Outcome.PENDENTE,
            stake=0,
            rules=("BI R44",),
            why=(Step(phrase, values, "BI R44"),),
        )


def _rules_of(one: Apurada, share: Parcela) -> tuple[str, ...]:
    """Return the rules by which a card has a share, the shape's first."""
    variant = one.jogo.variante
    shape = {80: "BI R66", 75: "BI R73, R74", 30: "BI R83, R84"}.get(variant, "BI R5")
    divided = ("BI R6",) if len(share.ganho.cartoes) > 1 else ()
    return (shape, *divided, "BI R7")


def _why(one: Apurada, share: Parcela) -> Iterator[Step]:
    premios, won = one.premios, share.ganho
    value = one.valores[share.premio]
    values: dict[str, Any] = {
        "vendas": premios.vendas,
        "total": premios.total,
        "incremento": premios.incremento,
        "premio": share.premio,
        "valor": value,
    }
    yield Step(words.DIVIDED, values, "BI R7, R10" if premios.incremento else "BI R7")
    main = share.premio == one.jogo.formas.principal
    for prize in one.movidos if main else [share.premio] * (share.premio != won.premio):
        yield Step(words.UNCLAIMED, {"premio": prize}, "BI R7")
    winning = {
        "serie": share.cartao[0],
        "cartao": share.cartao[1],
        "premio": won.premio,
        "bola": won.bola,
        "valor": value,
        "ganhadores": len(won.cartoes),
    }
    yield Step(words.WON, winning, "BI R6, R49" if len(won.cartoes) > 1 else "BI R49")


def _awards(one: Apurada) -> Iterator[Award]:
    """Return the accumulator's shares; the last one restores its base (R11)."""
    pool = one.record.pool
    if pool is None or one.bingo is None:
        return
    values: dict[str, Any] = {
        "bola": one.bingo.bola,
        "limite": balls_of(one.record, pool),
        "prazo": pool.until,
        "saldo": pool.balance,
        "incremento": one.premios.incremento,
    }
    phrase, rule = (words.LIMIT, "BI R12") if one.prazo else (words.BALLS, "BI R9")
    prizes = one.jogo.formas.prizes
    for card, amount in one.acumulado:
        yield Award(
            pool=pool.pool,
            seat=0,
            combination="bingo",
            amount=amount,
            from_pool=amount,
            full=card == one.acumulado[-1][0],
            bet=number_of(len(prizes), one.jogo.rank(card[0]), card[1]),
            rules=(rule,),
            why=(Step(phrase, values, rule),),
        )
