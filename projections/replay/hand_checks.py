"""What can be wrong at a table of póquer não bancado besides the betting: seats, caves, cards, pay.

Only what a hand's record shows; what goes over several hands is another fold's.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import structs

from projections.replay.betting import COMMON_OF_TURN, MISDEALS, HandRecord, HandRules, Player
from projections.replay.betting_order import TURN_OF, Betting
from projections.replay.settlement import Found, Outcome, Settlement, money_text
from projections.replay.showdown import (
    COMMON_CARDS,
    Ranking,
    decided,
    misdeal,
    taken_from,
)

MILLION: Final = 1_000_000


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
    if hand.has("cards"):
        found.extend(card_faults(hand, rules, ranking, deck))
        found.extend(board_faults(hand, rules, betting))
    if hand.has("burns") and not hand.errors:
        found.extend(burn_faults(hand, rules))
    if hand.void is not None or hand.errors:
        found.extend(void_faults(hand, rules, settlement, ranking))
    if hand.cagnotte_taken is not None:
        found.extend(rake_faults(hand, rules, settlement))
    return tuple(found)


# The table and its players.


def table_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find wrong seats, too few players, wrong limits and caves, the mão out of its way."""
    seats = {player.seat for player in hand.players}
    if (
        len(seats) != len(hand.players)
        or not 1 <= min(seats, default=1) <= max(seats, default=1) <= rules.places
    ):
        yield from seat_faults(hand, rules)
    if hand.online or len(hand.players) < rules.minimum_players:
        yield from number_faults(hand, rules)
    if hand.maximum is not None or hand.cagnotte_ppm:
        yield from limit_faults(hand, rules)
    for player in hand.players:
        if player.stack is not None and (player.stack < hand.minimum or player.entered):
            yield from cave_faults(hand, rules, player)
    if hand.mao_before is not None:
        yield from mao_faults(hand, rules)
    elif hand.mao and hand.mao not in seats:
        yield Found(code="NB-BTN", rule=rules.cites.mao, seat=hand.mao, recorded=str(hand.mao))


def seat_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find two players at a place (R8), and places the table does not have (R4)."""
    seats = [player.seat for player in hand.players]
    for seat in dict.fromkeys(seats):
        if seats.count(seat) > 1:
            yield Found(code="NB-SEATS", rule=rules.cites.one_per_place, seat=seat)
        if not 1 <= seat <= rules.places:
            yield Found(
                code="NB-SEATS",
                rule=rules.cites.places,
                seat=seat,
                expected=f"1..{rules.places}",
                recorded=str(seat),
            )


def number_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find too few players, and a game played online that the law does not know there."""
    cites, count = rules.cites, len(hand.players)
    least, rule = rules.minimum_players, cites.minimum_players
    if hand.online:
        if rules.minimum_players_online is None:
            yield Found(code="ONL-NONE", rule=cites.minimum_players_online, recorded=hand.mode)
        least = rules.minimum_players_online or least
        rule = cites.minimum_players_online
    if count < least:
        yield Found(code="NB-MIN4", rule=rule, expected=str(least), recorded=str(count))


def limit_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a minimum outside its share of a declared maximum (R62), a rate too high (R65 a)."""
    if hand.maximum is not None:
        low, high = rules.minimum_ppm
        minimum, maximum = hand.minimum, hand.maximum
        if not low * maximum <= minimum * MILLION <= high * maximum:
            yield Found(
                code="NB-LIM",
                rule=rules.cites.minimum_bet,
                expected=f"{money_text(low * maximum // MILLION)}"
                f"..{money_text(high * maximum // MILLION)}",
                recorded=money_text(minimum),
            )
    if hand.cagnotte_ppm > rules.cagnotte_ppm_max:
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.cagnotte,
            expected=f"{rules.cagnotte_ppm_max} ppm",
            recorded=f"{hand.cagnotte_ppm} ppm",
            facts={"rate": hand.cagnotte_ppm},
        )


def cave_faults(hand: HandRecord, rules: HandRules, player: Player) -> Iterator[Found]:
    """Find a cave below the minimum (O8), a newcomer's that is not the average (R14)."""
    if player.stack is None or player.absent:
        return
    cites = rules.cites
    if player.stack < hand.minimum:
        yield Found(
            code="NB-CAVE",
            rule=cites.stack_minimum,
            seat=player.seat,
            expected=money_text(hand.minimum),
            recorded=money_text(player.stack),
            amount=hand.minimum - player.stack,
        )
    if not player.entered:
        return
    before = [other.stack for other in hand.players if not other.entered]
    known = [stack for stack in before if stack is not None]
    if not known or len(known) != len(before):
        return
    due = max(sum(known) // len(known), hand.entry_minimum or 0)
    if player.stack != due:
        yield Found(
            code="NB-CAVE",
            rule=cites.entry,
            seat=player.seat,
            expected=money_text(due),
            recorded=money_text(player.stack),
            amount=player.stack - due,
        )


def mao_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find that the mão did not pass to the next who plays (R15, O9)."""
    before = hand.mao_before or 0
    playing = {player.seat for player in hand.players if not player.absent}
    seats = {player.seat for player in hand.players}
    ring = [(before + step - 1) % rules.places + 1 for step in range(1, rules.places + 1)]
    due = next((seat for seat in ring if seat in playing), before)
    passed = ring[: ring.index(due) + 1] if due in ring else []
    if hand.mao not in seats or hand.mao not in passed:
        yield Found(
            code="NB-BTN",
            rule=rules.cites.mao,
            seat=hand.mao,
            expected=str(due),
            recorded=str(hand.mao),
        )


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
    for seat, more, room in _only_shown(hand):
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


def _only_shown(hand: HandRecord) -> Iterator[tuple[int, list[str], int]]:
    """Yield by seat the cards shown that nobody recorded as dealt there, and how many may be."""
    dealt = {player.seat: player.cards for player in hand.players}
    for one in hand.shown:
        own = dealt.get(one.seat, ())
        room = own.count(None) if own else len(one.cards)
        yield one.seat, [card for card in one.cards if card not in own], room


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
        yield Found(
            code="RES-IMPOSS",
            rule=rules.cites.burns[-1] if count < max(due) else rules.cites.alone,
            expected=" / ".join(str(number) for number in sorted(due)),
            recorded=str(count),
            facts={"board": list(hand.board)},
        )


def burn_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find phases without their one burned card (R32, R34, R36)."""
    burned = [burn.common for burn in hand.burns]
    phases = COMMON_OF_TURN[: TURN_OF.get(len(hand.board), 0)]
    if burned == [*phases]:
        return
    for common in sorted({*burned, *phases}):
        due = int(common in phases)
        if burned.count(common) != due:
            yield Found(
                code="NB-BURN",
                rule=rules.cites.burns[min(TURN_OF.get(common, 0), len(rules.cites.burns) - 1)],
                expected=str(due),
                recorded=str(burned.count(common)),
                facts={"common": common},
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
    differing = _differing(hand, settlement)
    if fault.seat in _short_by_rake(hand, settlement, differing):
        return None
    if _beyond_his_pots(settlement, differing):
        return structs.replace(fault, code="NB-SIDE", rule=", ".join(rules.cites.side))
    split = {seat for pot in settlement.pots if len(pot.winners) > 1 for seat in pot.winners}
    balanced = sum(paid - due for due, paid in differing.values()) == 0
    if balanced and split.issuperset(differing):
        return structs.replace(fault, code="NB-SPLIT", rule=rules.cites.split)
    return fault if fault.rule else structs.replace(fault, rule=rules.cites.delivery)


def _undecided(settlement: Settlement) -> bool:
    return any(line.outcome is Outcome.PENDENTE for line in settlement.lines)


def _differing(hand: HandRecord, settlement: Settlement) -> dict[int, tuple[int, int]]:
    """Return by seat what is due and what was paid, where they are not the same."""
    due = {line.seat: line.due for line in settlement.lines}
    paid: dict[int, int] = {}
    for payment in hand.payments:
        if payment.award is None:
            total = payment.amount + payment.stake_returned + payment.returned
            paid[payment.seat] = paid.get(payment.seat, 0) + total
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


def _beyond_his_pots(settlement: Settlement, differing: Mapping[int, tuple[int, int]]) -> bool:
    """Tell whether somebody got more than all pots hold for which he plays (R40, R41)."""
    most: dict[int, int] = {line.seat: line.returned for line in settlement.lines}
    everything = sum(pot.amount for pot in settlement.pots)
    mine: dict[int, int] = {}
    for pot in settlement.pots:
        for seat in pot.eligible:
            mine[seat] = mine.get(seat, 0) + pot.amount
    return any(
        paid > most.get(seat, 0) + mine[seat]
        for seat, (_, paid) in differing.items()
        if 0 < mine.get(seat, 0) < everything
    )
