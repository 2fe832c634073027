"""Faults of cards and deal: impossible cards, the burn and the cut, the order, wrong voids."""

from collections.abc import Sequence
from typing import Final

from projections.replay.games.house_cards.poquer_sem_descarte.deal_errors import deal_error
from projections.replay.games.house_cards.poquer_sem_descarte.deciding import is_online
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    CARTA_DA_BANCA,
    HAND,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import SemDescarteRules
from projections.replay.games.house_cards.poquer_sem_descarte.settling import shows_who_wins
from projections.replay.games.house_cards.poquer_sem_descarte.standing_bets import dealt_in
from projections.replay.games.house_cards.void import void_fault
from projections.replay.kit.bets import is_after
from projections.replay.kit.cards import DECK, impossible_cards
from projections.replay.settlement import Found, Settlement

_DECK: Final = frozenset(DECK)


def check_cards(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """RES-IMPOSS: one deck of 52, each card once."""
    if not record.has("cards"):
        return ()
    cards = [card for place in record.seats for card in place.cartas if card is not None]
    cards += [card for card in record.banca if card is not None]
    seen = set(cards)
    if len(seen) == len(cards) and seen <= _DECK:
        return ()
    return [
        Found(code="RES-IMPOSS", rule=rules.cites.deck, recorded=card, facts={"card": card})
        for card in impossible_cards(cards)
    ]


def check_burn(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """SD-BURN: one card burned before the call; cut by hand, never with a shuffler."""
    cites, found = rules.cites, list[Found]()
    if record.has("burns") and record.queimadas is not None:
        if record.queimadas != 1:
            found.append(
                Found(
                    code="SD-BURN",
                    rule=cites.burn,
                    expected="1",
                    recorded=str(record.queimadas),
                    facts={"fact": "queima"},
                )
            )
        elif (
            record.queimada is not None
            and record.jogo_feito is not None
            and is_after(record.queimada, record.jogo_feito)
        ):
            found.append(
                Found(
                    code="SD-BURN",
                    rule=cites.burn,
                    expected=record.jogo_feito.at or "",
                    recorded=record.queimada.at or "",
                    facts={"fact": "queima_tardia"},
                )
            )
    cut = record.cortado
    if record.has("shuffles") and cut is not None and cut == record.baralhador:
        found.append(
            Found(
                code="SD-BURN",
                rule=cites.shuffler if record.baralhador else cites.burn,
                expected="sem corte" if record.baralhador else "corte",
                recorded="corte" if record.cortado else "sem corte",
                facts={"fact": "corte"},
            )
        )
    return found


def check_deal(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-DEAL: the order of the cards, and the bank's last one face up."""
    if not record.has("cards") or settlement.void:
        return ()
    cites, found = rules.cites, list[Found]()
    rule = cites.shuffler if record.baralhador else cites.deal
    if record.ordem:
        seats = (*dealt_in(record), 0)
        if record.baralhador:
            order = tuple(seat for seat in seats for _ in range(HAND))
        else:
            order = seats * HAND
        if record.ordem != order:
            found.append(
                Found(
                    code="SD-DEAL",
                    rule=rule,
                    expected=" ".join(map(str, order)),
                    recorded=" ".join(map(str, record.ordem)),
                    facts={"fact": "ordem"},
                )
            )
    open_ones = record.abertas
    pardoned = any(noted.error == CARTA_DA_BANCA for noted in record.errors)
    if open_ones is not None and open_ones != (HAND,) and not (open_ones and pardoned):
        found.append(
            Found(
                code="SD-DEAL",
                rule=rule,
                expected=str(HAND),
                recorded=" ".join(map(str, open_ones)),
                facts={"fact": "carta_aberta"},
            )
        )
    return found


def check_deck(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """EQ-BAD: one card is worn, and the whole deck is replaced."""
    if not record.cartas_trocadas or not record.has("equipment"):
        return ()
    return [
        Found(
            code="EQ-BAD",
            rule=rules.cites.worn,
            expected="baralho",
            recorded=" ".join(record.cartas_trocadas),
        )
    ]


def check_void(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-MIS, VOID-BAD, VOID-NET: what had to be void and was not, or the other way about."""
    cites, void = rules.cites, record.void
    if void is None and not settlement.void:
        return ()
    error = deal_error(record, cites)
    online = is_online(record, rules)
    if void is None:
        code, rule = "SD-MIS", cites.void
    elif error is not None:
        return ()
    elif not online:
        code, rule = "VOID-BAD", cites.void
    elif void.side == "player":
        code, rule = "VOID-NET", cites.stands_online
    elif not shows_who_wins(record, settlement):
        return ()
    elif void.side == "unknown":  # the server has the whole round: the player's side failed
        code, rule = "VOID-NET", cites.stands_online
    else:
        code, rule = "VOID-BAD", cites.void_online
    return [void_fault(record, settlement, code, rule, error)]
