"""Faults of the prizes that a sale offers: shapes the variant lacks, a figura not fixed beforehand.

Rules: BI R66, R67, R73-R76, R84.
"""

from collections.abc import Iterator

from projections.replay.games.bingo.cards.shapes import formas_of
from projections.replay.games.bingo.cards.variants import VARIANTES
from projections.replay.games.bingo.facts import COLUNA, FIGURA, LINHA, QUATRO_CANTOS, Serie, Venda
from projections.replay.games.bingo.settling import Apurada
from projections.replay.settlement import Found


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
    """Yield the shapes expected of a jogada and the shapes offered instead, fault by fault."""
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
