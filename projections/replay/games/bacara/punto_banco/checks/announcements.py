"""Faults of cards uncovered that were not dealt, and of announcements that the cards belie."""

from collections import Counter

from projections.replay.games.bacara.points import BANCA, PONTO
from projections.replay.games.bacara.punto_banco.hands import deal_of
from projections.replay.games.bacara.punto_banco.record import PAIRS, PuntoBancoRecord
from projections.replay.games.bacara.punto_banco.rules import Cites
from projections.replay.games.bacara.punto_banco.settling import noted, taken, unread_slip
from projections.replay.settlement import Found, Settlement


def check_shown(
    record: PuntoBancoRecord, cites: Cites, settlement: Settlement, found: list[Found]
) -> None:
    """Note cards uncovered that are not those dealt, and an announcement that the cards belie.

    The first two are uncovered before a third is drawn, and may be so one by one (R23, R25).
    Where third cards did not follow the table, what was said is of the hands as they lay.
    """
    dealt = taken(record) if record.mostradas else []
    slips = noted(record)
    deal = deal_of(dealt, slips, unread=unread_slip(record)) if slips else None
    if deal is not None and deal.hidden:
        deal = None
    for one in record.mostradas:
        own = [card for to, card in dealt if to == one.grupo]
        # Of a slip that was put right the hand is uncovered as it is then, or was before (R34).
        right = own
        if deal is not None:
            right = [*(deal.ponto if one.grupo == PONTO else deal.banca)]
        strange = [Counter(one.cartas) - Counter(map(str, hand)) for hand in (right, own)]
        if None not in own and own and all(strange):
            cards = " ".join(map(str, right))
            found.append(_shown(cites, "R23", cards, " ".join(one.cartas), one.grupo))
    said, result = record.resultado, settlement.result
    if said is None or not record.cartas or any(one.code == "PB-3RD" for one in settlement.found):
        return
    for name, rule in (
        ("vencedor", cites.wins),
        (PONTO, cites.announced),
        (BANCA, cites.announced),
        *((tipo, "R20") for tipo in sorted(PAIRS)),
    ):
        told, known = getattr(said, name), result.get(name)
        if told is not None and known is not None and told != known:
            found.append(_shown(cites, rule, str(known), str(told), name))


def _shown(cites: Cites, rule: str, expected: str, recorded: str, fact: str) -> Found:
    return Found(
        code="RES-IMPOSS",
        rule=cites.rule(rule),
        expected=expected,
        recorded=recorded,
        facts={"fact": fact},
    )
