"""What can be wrong in a hand of póquer não bancado besides the betting: cards, voids, payments.

Seats, caves and the house's share are in ``table``; what was noted as an error, and burned
cards, in ``errors``.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import structs

from projections.replay.games.poker.betting.order import TURN_OF, Betting
from projections.replay.games.poker.betting.record import (
    COMMON_OF_TURN,
    MISDEALS,
    HandRecord,
    HandRules,
)
from projections.replay.games.poker.hand.errors import burn_faults, deal_faults, exposure_faults
from projections.replay.games.poker.hand.showdown import COMMON_CARDS, Ranking, decided, taken_from
from projections.replay.games.poker.hand.stakes import misdeal
from projections.replay.games.poker.hand.table import place_faults, table_faults
from projections.replay.kit.cards import shown_by
from projections.replay.kit.memo import once
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.record import paid_by_seat
from projections.replay.settlement import Found, Outcome, Settlement, money_text

DEMO: Final = "demo"


def hand_faults(
    hand: HandRecord,
    rules: HandRules,
    settlement: Settlement,
    ranking: Ranking,
    deck: Collection[str],
) -> tuple[Found, ...]:
    """Return every fault of a hand, payments apart."""
    found: list[Found] = []
    betting: Betting | None = None
    if hand.has("decisions"):
        betting = Betting(hand, rules)
        betting.follow()
        found.extend(betting.found)
    found.extend(table_faults(hand, rules))
    found.extend(place_faults(hand, rules))
    if hand.has("cards"):
        found.extend(card_faults(hand, rules, ranking, deck))
        found.extend(board_faults(hand, rules, betting))
        if hand.dealt:
            found.extend(deal_faults(hand, rules, ranking))
    if hand.has("burns"):
        found.extend(burn_faults(hand, rules))
    if hand.exposed:
        found.extend(exposure_faults(hand, rules))
    if hand.online:
        found.extend(online_faults(hand, rules))
    if hand.void is not None or hand.errors:
        found.extend(void_faults(hand, rules, settlement, ranking))
    if hand.cagnotte_taken is not None:
        found.extend(rake_faults(hand, rules, settlement))
    return tuple(found)


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
        wrong = sorted({card for card in known if card not in deck or known.count(card) > 1})
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


# Voids.


def void_faults(
    hand: HandRecord, rules: HandRules, settlement: Settlement, ranking: Ranking
) -> Iterator[Found]:
    """Find a misdeal not voided (R66), a void without ground, or for the player's fault (O69)."""
    cites, ground = rules.cites, misdeal(hand)
    if hand.void is None:
        if ground:
            yield Found(
                code="NB-MIS", rule=f"{cites.void} {MISDEALS[ground]}", facts={"error": ground}
            )
        return
    if ground:
        return
    facts = {"cause": hand.void.cause, "side": hand.void.side}
    if not hand.online:
        yield Found(code="VOID-BAD", rule=cites.void, recorded=hand.void.rule, facts=facts)
    elif hand.void.side == "player":
        yield Found(code="VOID-NET", rule=cites.stands_online, facts=facts)
    elif not settlement.void and decided(hand, rules, ranking):
        yield Found(code="VOID-BAD", rule=cites.void_online, facts=facts)


# Online.


def online_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find what the online sections ask for beside the hand: histories, sessions, demonstration."""
    cites = rules.cites
    if rules.minimum_players_online is None:
        return
    if hand.sessions:
        yield from session_faults(
            hand.sessions,
            history=cites.history,
            decides=cites.player_decides,
            ending=cites.ending,
        )
    if hand.mode == DEMO:
        yield from demo_faults(hand.means, cites.demo)


# Money: the cagnotte, and payments whose difference a rule of the game explains.


def rake_faults(hand: HandRecord, rules: HandRules, settlement: Settlement) -> Iterator[Found]:
    """Find a cagnotte in the box that is not the hand's (R65 a)."""
    due = sum(one.amount for one in settlement.commissions)
    taken = hand.cagnotte_taken
    if taken is not None and taken != due and not _undecided(settlement):
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.cagnotte,
            expected=money_text(due),
            recorded=money_text(taken),
            amount=taken - due,
        )


def name_payment(
    hand: HandRecord, rules: HandRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Give a wrong payment the code of the rule broken: NB-SIDE, NB-SPLIT, or the cagnotte's.

    None where nobody can tell what is due, or where the hand's NB-RAKE says it already.
    """
    if _undecided(settlement):
        return None
    if settlement.void or fault.seat is None:
        return fault if fault.rule else structs.replace(fault, rule=rules.cites.void)
    short, beyond, swapped = _payments_of(hand, settlement)
    if fault.seat in short:
        return None
    if beyond:
        return structs.replace(fault, code="NB-SIDE", rule=", ".join(rules.cites.side))
    if swapped:
        return structs.replace(fault, code="NB-SPLIT", rule=rules.cites.split)
    return fault if fault.rule else structs.replace(fault, rule=rules.cites.delivery)


@once
def _payments_of(hand: HandRecord, settlement: Settlement) -> tuple[set[int], bool, bool]:
    """Return of all payments together what names each of the wrong ones.

    Whose is short by the cagnotte, whether somebody got more than his pots bring, and whether only
    the winners of shared pots got each other's.
    """
    differing = _differing(hand, settlement)
    split = {seat for pot in settlement.pots if len(pot.winners) > 1 for seat in pot.winners}
    balanced = sum(paid - due for due, paid in differing.values()) == 0
    return (
        _short_by_rake(hand, settlement, differing),
        _beyond_his_pots(hand, settlement, differing),
        balanced and split.issuperset(differing),
    )


def due_by_seat(settlement: Settlement) -> dict[int, int]:
    """Return the amount due to each seat whose stake is decided; zero amounts are left out."""
    return {
        line.seat: line.due
        for line in settlement.lines
        if line.due and line.outcome is not Outcome.PENDENTE
    }


def _undecided(settlement: Settlement) -> bool:
    return any(line.outcome is Outcome.PENDENTE for line in settlement.lines)


def _differing(hand: HandRecord, settlement: Settlement) -> dict[int, tuple[int, int]]:
    """Return by seat what is due and what was paid, where they are not the same."""
    due = {line.seat: line.due for line in settlement.lines}
    paid = paid_by_seat(hand.payments)
    return {
        seat: (due.get(seat, 0), paid.get(seat, 0))
        for seat in {**due, **paid}
        if due.get(seat, 0) != paid.get(seat, 0)
    }


def _short_by_rake(
    hand: HandRecord, settlement: Settlement, differing: Mapping[int, tuple[int, int]]
) -> set[int]:
    """Return whose payment is right but for the cagnotte that was taken."""
    taken = hand.cagnotte_taken
    payments = [
        (seat, share)
        for pot in settlement.pots
        for seat, share in zip(pot.winners, pot.shares, strict=True)
    ]
    if taken is None or not 0 <= taken <= sum(share for _, share in payments):
        return set()
    net = {line.seat: line.returned for line in settlement.lines}
    for seat, share in payments:
        net[seat] = net.get(seat, 0) + share
    for seat, part in taken_from(payments, taken).items():
        net[seat] -= part
    return {seat for seat, (_, paid) in differing.items() if paid == net.get(seat)}


def _beyond_his_pots(
    hand: HandRecord, settlement: Settlement, differing: Mapping[int, tuple[int, int]]
) -> bool:
    """Tell whether somebody got more than all pots bring for which he plays (R40, R41).

    A payment is compared after the cagnotte, which is taken from each (R54, R65 a): of the hand's
    he bears the proportion that his pots have in all, here rounded in his favour. What lacks in the
    box may have gone to him, and is the cagnotte's fault.
    """
    back: dict[int, int] = {line.seat: line.returned for line in settlement.lines}
    cagnotte = sum(one.amount for one in settlement.commissions)
    taken = cagnotte if hand.cagnotte_taken is None else hand.cagnotte_taken
    lacking = max(0, cagnotte - taken)
    everything = sum(pot.amount for pot in settlement.pots)
    mine: dict[int, int] = {}
    for pot in settlement.pots:
        for seat in pot.eligible:
            mine[seat] = mine.get(seat, 0) + pot.amount
    return any(
        paid > back.get(seat, 0) + mine[seat] - cagnotte * mine[seat] // everything + lacking
        for seat, (_, paid) in differing.items()
        if 0 < mine.get(seat, 0) < everything
    )
