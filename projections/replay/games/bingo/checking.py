"""Faults of a jogada: its editions, sale, announcements, accumulator, draw and online play.

Rules: BI R3, R7-R17, R33-R47, R62-R98.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.bingo.parts.cards import (
    NEVER,
    VARIANTES,
    complete_at,
    formas_of,
    order_of,
)
from projections.replay.games.bingo.parts.draw import by_series
from projections.replay.games.bingo.parts.facts import (
    COLUNA,
    FIGURA,
    LINHA,
    QUATRO_CANTOS,
    Aviso,
    Bola,
    Fecho,
    Serie,
    Simbolo,
    Venda,
)
from projections.replay.games.bingo.parts.prizes import plan_faults
from projections.replay.games.bingo.payments import (
    award_faults,
    manner_faults,
    prize_faults,
    refund_faults,
)
from projections.replay.games.bingo.record import BingoRecord, number_of
from projections.replay.games.bingo.rules import BingoRules
from projections.replay.games.bingo.sale_checks import sale_faults
from projections.replay.games.bingo.settling import Apurada, settled
from projections.replay.kit.bets import instant
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement, money_text

CONTINUOUS: Final = "continuous"
SESSION: Final = "session"
ALERTS: Final = "alerts"


def verify(record: BingoRecord, rules: BingoRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of a jogada, its payments' included."""
    one = settled(record, rules)
    found = [
        *edition_faults(one),
        *shape_faults(one),
        *sale_faults(one),
        *plan_of(one),
        *pool_faults(one),
        *ended_without(one),
    ]
    if not one.void:
        found += announced_faults(one)
        found += panel_faults(one)
    if record.mode != PHYSICAL:
        found += online_faults(one)
    if record.has("payouts"):
        found += refund_faults(one, settlement)
        found += prize_faults(one)
        found += award_faults(one)
        found += manner_faults(one)
    return tuple(found)


# --- cards and shapes ----------------------------------------------------------------------------


def edition_faults(one: Apurada) -> Iterator[Found]:
    """BI-GEOM, BI-DUP, BI-SIZE: the editions on sale (R3, R14-R16, R19, R62-R82)."""
    seen: set[str] = set()
    for cards in one.jogo.cards.values():
        name = cards.edition.edicao
        if name in seen:
            continue
        seen.add(name)
        for fault in cards.faults:
            yield Found(
                code=fault.code,
                rule=fault.rule,
                expected=fault.expected,
                recorded=fault.recorded,
                facts={"edicao": name, "cartoes": list(fault.cards), "quantos": fault.count},
            )


def shape_faults(one: Apurada) -> Iterator[Found]:
    """BI-SHAPE: what may not be offered, and a figura that was not fixed before the sale."""
    variant = VARIANTES.get(one.jogo.variante)
    if variant is None:
        return
    sold = False
    said: Serie | None = None
    for act in one.record.actos:
        if isinstance(act, Venda) and not act.herdada:
            sold = True
        if not isinstance(act, Serie) or act.herdada:
            continue
        for expected, recorded in _offer_faults(one, act):
            yield _shape(act, expected, recorded)
        if said is not None and (act.formas, act.figura) != (said.formas, said.figura) and sold:
            figure = act.figura != said.figura
            yield _shape(act, "antes da venda", FIGURA if figure else ", ".join(act.formas))
        said = said or act


def _offer_faults(one: Apurada, serie: Serie) -> Iterator[tuple[str, str]]:
    """Return what is expected and what is offered instead."""
    variant = VARIANTES[one.jogo.variante]
    words = set(serie.formas)
    unknown = words - {*variant.offers, *variant.kinds}
    if unknown:
        yield ", ".join(variant.offers), ", ".join(sorted(unknown))
    formas = formas_of(one.jogo.variante, serie.formas, serie.figura)
    if FIGURA in words & set(variant.offers):
        others = sorted(words - {FIGURA})
        if others:
            yield FIGURA, ", ".join(others)  # R73, R74: it is given alone
        inside = [box for box in serie.figura if 1 <= box <= variant.boxes]
        if not inside or len(inside) != len(serie.figura):
            yield "figura fixada", ", ".join(map(str, serie.figura)) or "nenhuma"
    extras = [COLUNA] if COLUNA in words else []
    extras += [LINHA] if LINHA in words or set(variant.kinds) & words else []
    extras += [QUATRO_CANTOS] if QUATRO_CANTOS in formas.adicionais else []
    if variant.symbols and len(extras) > 1:
        yield "um só prémio além do bingo", ", ".join(extras)


def _shape(serie: Serie, expected: str, recorded: str) -> Found:
    return Found(
        code="BI-SHAPE",
        rule="BI R67, R73, R74, R75, R84",
        expected=expected,
        recorded=recorded,
        facts={"serie": serie.serie, "fact": "oferta"},
    )


# --- prizes and announcements --------------------------------------------------------------------


def plan_of(one: Apurada) -> Iterator[Found]:
    """BI-PCT of the plan itself: less than 80 %, a bingo under 55 %, another split not approved.

    In continuous mode the prize regime is the one that the authority approved (R90).
    """
    pool, plano, rules = one.record.pool, one.plano, one.rules
    if own_regime(one):
        return
    for expected, recorded in plan_faults(
        plano,
        increment_ppm=pool.ppm if pool is not None else 0,
        total_least=rules.total_least_ppm,
        bingo_least=rules.bingo_least_ppm,
        offered=len(one.jogo.formas.prizes) > 1,
    ):
        yield Found(
            code="BI-PCT",
            rule="BI R7",
            expected=expected,
            recorded=recorded,
            facts={"fact": "plano"},
        )
    usual = (plano.linha, plano.bingo) == (rules.linha_ppm, rules.bingo_ppm)
    if plano.aprovado is False and not usual:
        yield Found(
            code="BI-PCT",
            rule="BI R7",
            expected=f"{rules.linha_ppm} + {rules.bingo_ppm}",
            recorded=f"{plano.linha} + {plano.bingo}",
            facts={"fact": "aprovado"},
        )


def own_regime(one: Apurada) -> bool:
    """Tell whether the authority approved a prize regime of its own: continuous mode (R90)."""
    session = one.record.sessao
    return session is not None and session.modo == CONTINUOUS and session.autorizada is True


def announced_faults(one: Apurada) -> Iterator[Found]:
    """BI-PCT, BI-3PCT, BI-ANN: what was announced at the close of sale of prizes and pool."""
    premios, close, pool = one.premios, one.jogo.fecho, one.record.pool
    if close is not None:
        due = {LINHA: premios.linha, one.jogo.formas.principal: premios.bingo, **premios.adicionais}
        said = {**close.adicionais}
        said[one.jogo.formas.principal] = close.bingo
        if LINHA in one.jogo.formas.prizes or close.linha:
            said[LINHA] = close.linha
        for rank, prize in enumerate(dict.fromkeys((*due, *said))):
            if due.get(prize, 0) != said.get(prize, 0):
                yield _differs(
                    "BI-PCT", "BI R7, R40", prize, due.get(prize, 0), said.get(prize, 0), rank
                )
        if pool is not None:
            value = pool.balance + premios.incremento
            told = close.acumulados.get(pool.pool)
            if told is None:  # the prizes' value is announced whole (R40 b)
                yield Found(
                    code="BI-ANN",
                    rule="BI R40",
                    expected=f"{pool.pool} {money_text(value)}",
                    recorded="",
                    facts={"fact": "acumulado"},
                )
            elif told != value:
                yield _differs("BI-3PCT", "BI R10, R40", pool.pool, value, told, 0)


def _differs(code: str, rule: str, what: str, due: int, said: int, rank: int) -> Found:
    return Found(
        code=code,
        rule=rule,
        bet=number_of(rank),
        expected=money_text(due),
        recorded=money_text(said),
        amount=said - due,
        facts={"premio": what, "fact": "anunciado"},
    )


def pool_faults(one: Apurada) -> Iterator[Found]:
    """BI-3PCT, BI-JP-BALLS, BI-JP-AUTH: the accumulator's rate, its balls and its authorisation."""
    record, pool = one.record, one.record.pool
    if pool is None:
        return
    facts = {"pool": pool.pool}
    if pool.ppm != one.rules.increment_ppm and not own_regime(one):
        yield Found(
            code="BI-3PCT",
            rule="BI R10",
            expected=f"{one.rules.increment_ppm} ppm",
            recorded=f"{pool.ppm} ppm",
            facts={**facts, "fact": "taxa"},
        )
    said = [one_said.valor for one_said in record.incrementos if one_said.pool == pool.pool]
    due = 0 if one.void else one.premios.incremento
    if said and sum(said) != due:
        yield Found(
            code="BI-3PCT",
            rule="BI R10",
            expected=money_text(due),
            recorded=money_text(sum(said)),
            amount=sum(said) - due,
            facts={**facts, "fact": "dispositivo"},
        )
    if pool.authorised is False:
        yield Found(
            code="BI-JP-AUTH", rule="BI R9, R12", expected="autorização", recorded="", facts=facts
        )
    session = record.sessao
    if session is None:
        return
    announced = session.bolas.get(pool.pool)
    changed = session.bolas_depois.get(pool.pool) if session.bolas_depois is not None else announced
    expected = announced if pool.balls is None else pool.balls
    if announced is None or changed != announced or announced != expected:
        yield Found(
            code="BI-JP-BALLS",
            rule="BI R9",
            expected="anúncio" if expected is None else str(expected),
            recorded=str(changed if announced is not None else ""),
            facts={**facts, "fact": "anuncio"},
        )


def panel_faults(one: Apurada) -> Iterator[Found]:
    """BI-PANEL: price, cards, prizes and accumulator as the panel showed them (R29)."""
    record, premios, pool = one.record, one.premios, one.record.pool
    prices = {sale.face for sale in one.jogo.vendas}
    due: dict[str, int | None] = {
        "preco": next(iter(prices)) if len(prices) == 1 else None,
        "cartoes": len(one.jogo.em_jogo),
        "linha": premios.linha,
        "bingo": premios.bingo,
        "acumulado": pool.balance + premios.incremento if pool is not None else None,
    }
    for index, panel in enumerate(record.paineis, 1):
        for name, value in due.items():
            shown: int | None = getattr(panel, name)
            if shown is not None and value is not None and shown != value:
                yield Found(
                    code="BI-PANEL",
                    rule="BI R29",
                    expected=str(value),
                    recorded=str(shown),
                    facts={"painel": index, "campo": name},
                )


# --- the draw ------------------------------------------------------------------------------------


def ended_without(one: Apurada) -> Iterator[Found]:
    """BI-END: a jogada that ended without a bingo and was not annulled (R44)."""
    won = one.extracao.ganhos.get(one.jogo.formas.principal)
    if won is None and one.record.void is None and (one.jogo.vendas or one.extracao.bolas):
        yield Found(
            code="BI-END",
            rule="BI R44",
            expected=one.jogo.formas.principal,
            recorded=f"{len(one.extracao.bolas)} bolas",
            facts={"fact": "sem_bingo"},
        )


# --- online --------------------------------------------------------------------------------------


def online_faults(one: Apurada) -> Iterator[Found]:
    """BI-CAD, BI-MODE, ONL-*: R86-R103."""
    record, session = one.record, one.record.sessao
    yield from _cadence(one)
    yield from _alerts(one)
    if session is not None and session.modo == CONTINUOUS and session.autorizada is False:
        yield Found(
            code="BI-MODE", rule="BI R90", expected="regime aprovado", recorded=session.modo
        )
    yield from mode_faults(one)
    yield from session_faults(
        record.sessions, history="BI R100", decides="BI R101", ending="BI R101"
    )
    if record.mode == "demo":
        kinds = [payment.meio for payment in record.payments if payment.amount]
        yield from demo_faults(kinds, "BI R102")


def mode_faults(one: Apurada) -> Iterator[Found]:
    """BI-MODE: no session was announced beforehand (R91), or its sale closed more than once (R93).

    A sale without any close lacks its announcement: BI-ANN. What was sold after the first close is
    BI-RECALL, sale by sale.
    """
    record, session = one.record, one.record.sessao
    if record.anunciada is False and record.mode != "demo":
        yield Found(
            code="BI-MODE",
            rule="BI R91",
            expected="sessão anunciada antes da venda",
            recorded="",
            facts={"fact": "anuncio"},
        )
    closes = [act for act in record.actos if isinstance(act, Fecho)]
    if session is not None and session.modo == SESSION and len(closes) > 1:
        yield Found(
            code="BI-MODE",
            rule="BI R93",
            expected="1 fecho",
            recorded=str(len(closes)),
            facts={"fact": "fecho"},
        )


def _cadence(one: Apurada) -> Iterator[Found]:
    """R88: at least a second between two numbers."""
    last = None
    for index, ball in enumerate((act for act in one.record.actos if isinstance(act, Bola)), 1):
        at = instant(ball.at)
        if at is not None and last is not None:
            seconds = (at - last).total_seconds()
            if seconds < one.rules.interval_seconds:
                yield Found(
                    code="BI-CAD",
                    rule="BI R88",
                    expected=f"{one.rules.interval_seconds} s",
                    recorded=f"{seconds:.3f} s",
                    facts={"bola": index},
                )
        last = at if at is not None else last


def _alerts(one: Apurada) -> Iterator[Found]:
    """R95: whoever lacks one number is told, for each prize that is still to be won."""
    told = {
        (act.serie, act.cartao, one.jogo.formas.prize_of(act.forma))
        for act in one.record.actos
        if isinstance(act, Aviso)
    }
    if not (told or (one.record.records is not None and ALERTS in one.record.records)):
        return
    for prize in one.jogo.formas.prizes:
        missing = [
            (series, number)
            for series, number in one_to_go(one, prize)
            if (series, number, prize) not in told
        ]
        if missing:
            yield Found(
                code="BI-CAD",
                rule="BI R95",
                expected=f"{len(missing)} avisos",
                recorded="0",
                facts={
                    "premio": prize,
                    "cartoes": [f"{series} {number}" for series, number in missing[:10]],
                },
            )


def one_to_go(one: Apurada, prize: str) -> Iterator[tuple[str, int]]:
    """Return the cards that at some time lacked one number of a prize not yet won."""
    drawn, formas = one.extracao, one.jogo.formas
    won = drawn.ganhos.get(prize)
    before: list[Simbolo] = drawn.bolas if won is None else drawn.bolas[: won.bola - 1]
    order = order_of(before, one.jogo.variante)
    for series, numbers in by_series(one.jogo).items():
        cards = one.jogo.cards.get(series)
        if cards is None:
            continue
        getters = cards.getters(formas.kinds_of(prize), formas.figura)
        for number in numbers:
            mine = getters.get(number, ())
            if complete_at(mine, order) != NEVER:
                continue
            if any(sum(at == NEVER for at in set_of(get(order))) == 1 for get in mine):
                yield series, number


def set_of(ats: tuple[int, ...]) -> list[int]:
    """Return when each number of a shape came; a shape of one number is read twice."""
    return list(ats[:1] if len(ats) == 2 and ats[0] == ats[1] else ats)
