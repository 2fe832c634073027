"""Faults of the accumulator: its rate, its balls, its authorisation.

Rules: BI R9, R10, R12.
"""

from collections.abc import Iterator

from projections.replay.games.bingo.checks.percentages import own_regime
from projections.replay.games.bingo.settling import Apurada
from projections.replay.settlement import Found, money_text


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
