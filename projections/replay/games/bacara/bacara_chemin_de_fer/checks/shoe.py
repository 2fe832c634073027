"""Faults of the shoe: shuffle, cut, aviso, burned cards (CF R42, R45, R51)."""

from typing import Final

from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.games.bacara.points import POINTS
from projections.replay.kit.cards import RANK_OF
from projections.replay.kit.shoe import impossible
from projections.replay.settlement import Found

OPENING: Final = frozenset({None, "opening"})
"""Causes of the burn that opens a shoe (R45)."""
TEN_OR_NONE: Final = (0, 10)
"""What may be burned after a figure: nothing by R37 b, ten by custom (DECISION of the page)."""


def _shoe_fault(rule: str, expected: object, recorded: object) -> Found:
    return Found(
        code="CF-SHOE",
        rule=rule,
        expected=str(expected),
        recorded=str(recorded),
        facts={"fact": rule},
    )


def check_shoe(record: CheminDeFerRecord, rules: CheminDeFerRules) -> list[Found]:
    """CF-SHOE: shuffle, cut, aviso, burn (R42, R45, R51); RES-IMPOSS; EQ-BAD of a single card."""
    shoe = record.shoe
    found: list[Found] = []
    cards = [card.card for card in record.cards]
    cards += [burned.card for burned in shoe.burned]
    if record.has("cards"):
        found += impossible(cards, shoe)
    if record.has("shuffles"):
        if shoe.shuffles and shoe.shuffles[-1].by is not None:
            found.append(_shoe_fault("CF R42", "pagador", shoe.shuffles[-1].by))
        for cut in shoe.cuts[-1:]:
            if cut.side is not None and cut.side < rules.cut_minimum:
                found.append(_shoe_fault("CF R45", rules.cut_minimum, cut.side))
            if cut.cut_card is not None and cut.cut_card != rules.behind_aviso:
                found.append(_shoe_fault("CF R45 aviso", rules.behind_aviso, cut.cut_card))
    if record.has("burns"):
        found += _check_burn(record)
    if shoe.cut_card_before and not shoe.fresh:
        found.append(_shoe_fault("CF R51", "novo sabot", "mesmo sabot"))
    if record.has("equipment"):
        found += [
            Found(
                code="EQ-BAD",
                rule="CF R4",
                expected="o baralho inteiro",
                recorded=" ".join(one.cartas),
            )
            for one in record.trocas
            if one.cartas
        ]
    return found


def _check_burn(record: CheminDeFerRecord) -> list[Found]:
    """R45: of a new shoe one card is burned, and then as many as it is worth."""
    shoe = record.shoe
    if not shoe.fresh:
        return []
    opening = [one for one in shoe.burned if one.cause in OPENING and one.after == 0]
    total = sum(one.count for one in opening)
    if not opening:
        return [_shoe_fault("CF R45 queimadas", "1 + valor", 0)]
    first = opening[0].card
    if first is None or first not in RANK_OF:
        return []
    figure = RANK_OF[first] in (11, 12, 13)
    value = POINTS[first] or 10
    allowed = TEN_OR_NONE if figure else (value,)
    if total - 1 in allowed:
        return []
    return [_shoe_fault("CF R45 queimadas", f"1 + {allowed[-1]}", total)]
