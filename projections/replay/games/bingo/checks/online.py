"""Faults of online play: cadence, alerts, modes, sessions.

Rules: BI R86-R103.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.bingo.cards.completion import NEVER, complete_at, order_of
from projections.replay.games.bingo.checks.percentages import CONTINUOUS
from projections.replay.games.bingo.draw import by_series
from projections.replay.games.bingo.facts import Aviso, Bola, Fecho, Simbolo
from projections.replay.games.bingo.settling import Apurada
from projections.replay.kit.bets import instant
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.settlement import Found

SESSION: Final = "session"
ALERTS: Final = "alerts"


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
    if one.extracao.ilegiveis:
        return  # who lacked a number nobody can tell
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
