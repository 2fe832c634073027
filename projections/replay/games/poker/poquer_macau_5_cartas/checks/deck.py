"""Faults of the deck: used too long, cut wrongly, no first card put aside (M5 A2)."""

from collections.abc import Iterator

from projections.replay.games.poker.poquer_macau_5_cartas.record import MacauRecord
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.settlement import Found


def deck_faults(record: MacauRecord, rules: MacauRules) -> Iterator[Found]:
    """Find a deck used too long, cut wrongly, or from which no first card was put aside (A2)."""
    used = record.baralho_jogadas
    if record.has("equipment") and used is not None and used > rules.jogadas_do_baralho:
        yield _material(str(rules.jogadas_do_baralho), str(used), "jogadas")
    if record.has("shuffles"):
        if record.baralhos is not None and record.baralhos != 1:
            yield _material("1", str(record.baralhos), "baralhos")
        for corte in record.cortes:
            if corte.cartas is not None and corte.cartas < rules.corte_minimo:
                yield _material(str(rules.corte_minimo), str(corte.cartas), "corte", corte.by)
        cutters = {one.by for one in record.cortes if one.by is not None}
        if len(cutters) > rules.cortam:
            yield _material(str(rules.cortam), str(len(cutters)), "cortam")
    dealt = bool(record.dadas) or any(jogador.cartas for jogador in record.jogadores)
    if record.has("burns") and dealt:
        first = sum(not one.dadas for one in record.queimadas)
        if (first, len(record.queimadas)) != (1, 1):
            yield _material("1", f"{first} + {len(record.queimadas) - first}", "primeira_carta")


def _material(expected: str, recorded: str, fact: str, seat: int | None = None) -> Found:
    return Found(
        code="M5-DECK",
        rule="M5 A2",
        seat=seat,
        expected=expected,
        recorded=recorded,
        facts={"fact": fact},
    )
