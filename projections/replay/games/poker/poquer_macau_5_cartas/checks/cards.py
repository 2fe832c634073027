"""Faults of cards: unknown, outside the deck of forty, dealt twice, hands of another size."""

from collections import Counter
from collections.abc import Iterator

from projections.replay.games.poker.poquer_macau_5_cartas.betting import Lancos
from projections.replay.games.poker.poquer_macau_5_cartas.ranking import CARDS, HAND
from projections.replay.games.poker.poquer_macau_5_cartas.record import NOBODYS, MacauRecord
from projections.replay.kit.cards import RANK_OF, shown_by
from projections.replay.settlement import Found


def card_faults(record: MacauRecord) -> Iterator[Found]:
    """Find unknown cards, cards outside the deck of forty, and cards dealt twice."""
    seen: list[str] = [one.carta for one in record.queimadas if one.carta is not None]
    hands = {jogador.seat: jogador.cartas for jogador in record.jogadores}
    for jogador in record.jogadores:
        seen += [card for card in jogador.cartas if card is not None]
    for seat, cards in shown_by((one.seat, one.cartas) for one in record.mostradas).items():
        mine = hands.get(seat, ())
        more = [card for card in cards if card not in mine]
        if seat == NOBODYS:
            continue  # they were dealt to somebody
        seen += more
        unread = sum(card not in RANK_OF for card in mine)
        if len(more) > unread + (0 if mine else HAND):
            yield _impossible("M5 A10 e", more, seat)
    foreign = sorted({card for card in seen if card in RANK_OF and card not in CARDS})
    if foreign:
        yield Found(
            code="M5-DECK", rule="M5 A1", recorded=" ".join(foreign), facts={"cards": foreign}
        )
    wrong = sorted(
        card for card, count in Counter(seen).items() if card not in RANK_OF or count > 1
    )
    if wrong:
        yield _impossible("M5 A1", wrong)


def _impossible(rule: str, cards: list[str], seat: int | None = None) -> Found:
    return Found(
        code="RES-IMPOSS",
        rule=rule,
        seat=seat,
        recorded=" ".join(cards),
        facts={"cards": cards},
    )


def hand_faults(record: MacauRecord, mesa: Lancos) -> Iterator[Found]:
    """Find hands of another number of cards than the deal gives (A10 a-c, A11 e)."""
    showdown = mesa.alive and record.void is None
    for place in range(mesa.size):
        cards = record.jogadores[place].cartas
        short = showdown and place in mesa.contenders() and 0 < len(cards) < HAND
        if len(cards) > HAND or short:
            yield Found(
                code="RES-IMPOSS",
                rule="M5 A11 e",
                seat=mesa.seats[place],
                expected=str(HAND),
                recorded=str(len(cards)),
                facts={"cards": len(cards)},
            )
