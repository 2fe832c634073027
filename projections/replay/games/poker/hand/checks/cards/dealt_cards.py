"""Faults of cards: impossible ones, hands of another size, common cards missing or too many."""

from collections import Counter
from collections.abc import Collection, Iterator

from projections.replay.games.poker.betting.order import TURN_OF, Betting
from projections.replay.games.poker.betting.record import COMMON_OF_TURN, HandRecord, HandRules
from projections.replay.games.poker.hand.showdown import COMMON_CARDS, Ranking
from projections.replay.kit.cards import shown_by
from projections.replay.settlement import Found

# Cards.


def card_faults(
    hand: HandRecord, rules: HandRules, ranking: Ranking, deck: Collection[str]
) -> Iterator[Found]:
    """Find cards that cannot be, and hands of another number of cards."""
    cards: list[str | None] = [*hand.board]
    cards.extend(burn.card for burn in hand.burns)
    odd = False
    for player in hand.players:
        own = player.cards
        cards.extend(own)
        if own and len(own) != ranking.own_cards:
            odd = True
    for seat, more, room in _only_shown(hand, ranking):
        if len(more) <= room:
            cards.extend(more)
        else:
            yield Found(
                code="RES-IMPOSS", rule=rules.cites.show, seat=seat, recorded=" ".join(more)
            )
    known = [card for card in cards if card is not None]
    distinct = set(known)
    if len(distinct) != len(known) or not distinct.issubset(deck):
        counts = Counter(known)
        wrong = sorted(card for card in counts if card not in deck or counts[card] > 1)
        yield Found(
            code="RES-IMPOSS",
            rule=rules.cites.deck,
            recorded=" ".join(wrong),
            facts={"cards": wrong},
        )
    if odd and hand.void is None:
        for player in hand.players:
            if player.cards and len(player.cards) != ranking.own_cards:
                yield Found(
                    code="NB-MIS",
                    rule=f"{rules.cites.void} b",
                    seat=player.seat,
                    expected=str(ranking.own_cards),
                    recorded=str(len(player.cards)),
                )


def _only_shown(hand: HandRecord, ranking: Ranking) -> Iterator[tuple[int, list[str], int]]:
    """Yield by seat the cards shown that nobody recorded as dealt there, and how many may be.

    Of a hand that nobody recorded as many as it has, or as were shown at one go.
    """
    if not hand.shown:
        return
    dealt = {player.seat: player.cards for player in hand.players}
    at_once: dict[int, int] = {}
    for one in hand.shown:
        at_once[one.seat] = max(at_once.get(one.seat, ranking.own_cards), len(one.cards))
    for seat, cards in shown_by((one.seat, one.cards) for one in hand.shown).items():
        own = dealt.get(seat, ())
        room = own.count(None) if own else at_once[seat]
        yield seat, [card for card in cards if card not in own], room


def board_faults(hand: HandRecord, rules: HandRules, betting: Betting | None) -> Iterator[Found]:
    """Find common cards missing or too many for the turns that were played."""
    count = len(hand.board)
    reached = max((action.common for action in hand.actions), default=0)
    if betting is None:
        due = {*COMMON_OF_TURN}
    elif betting.in_hand > 1:
        due = {COMMON_CARDS}
    else:
        due = {betting.common}
    if hand.void is not None:
        due = {common for common in COMMON_OF_TURN if common >= reached} or {COMMON_CARDS}
    if count not in due or count < reached:
        left = [one.common for one in hand.exposed if one.common == count and count < max(due)]
        burns, exposed = rules.cites.burns, rules.cites.exposed
        rule = exposed[TURN_OF.get(count, 0)] if left else burns[-1]
        yield Found(
            code="NB-EXPO" if left else "RES-IMPOSS",  # withdrawn, and no other dealt
            rule=rule if count < max(due) else rules.cites.alone,
            expected=" / ".join(str(number) for number in sorted(due)),
            recorded=str(count),
            facts={"board": list(hand.board)},
        )
