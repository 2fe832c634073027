"""Faults of cards drawn, or not drawn, by a hand and by the bank (BJ R21-R27, R43)."""

from typing import Final

from projections.replay.games.house_cards.blackjack.checks.deal import settled_without_deal
from projections.replay.games.house_cards.blackjack.counting import (
    BANK_STANDS,
    BLACKJACK,
    GOAL,
    UNKNOWN,
    drew_on,
    key_of,
    points,
)
from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.games.house_cards.blackjack.table import Key, Mao, Mesa, left_in
from projections.replay.settlement import Found

ACE_LOW_STAND: Final = 11
"""The most on which nobody may stand (R21)."""


def check_hands(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R21 to R27, R43: what each hand took, and what the bank did."""
    if settled_without_deal(record):
        return
    for key, hand in mesa.hands.items():
        quiet = len(hand.cards) == 2 and hand.points > 11 and not (hand.split or hand.void)
        if quiet or hand.points == UNKNOWN:
            continue
        _check_hand(record, key, hand, found)
    _check_bank(record, mesa, found)


def _hand_fault(code: str, rule: str, key: Key, hand: Mao, expected: str, fact: str) -> Found:
    seat, number = (key, 1) if isinstance(key, int) else key
    return Found(
        code=code,
        rule=rule,
        seat=seat,
        expected=expected,
        recorded=" ".join(str(card or "?") for card in (*hand.cards, *hand.void)),
        facts={"fact": fact, "hand": number, **_both_sums(hand)},
    )


def _both_sums(hand: Mao) -> dict[str, int]:
    """Return the points of a hand without the cards that came to its 21, and with them."""
    if not hand.void:
        return {}
    key = key_of([*hand.cards, *hand.void])
    return {"without": GOAL} if key < 0 else {"without": GOAL, "with": points(key)}


def _check_hand(record: BlackjackRecord, key: Key, hand: Mao, found: list[Found]) -> None:
    count, decisions = len(hand.cards) + len(hand.void), record.has("decisions")
    if hand.doubled is not None:
        if count != 3:
            found.append(_hand_fault("BJ-DOUBLE", "BJ R25", key, hand, "3", "cartas"))
        return
    if hand.surrendered:
        if count > 2:
            found.append(_hand_fault("BJ-SURR", "BJ R28", key, hand, "2", "cartas"))
        return
    if hand.aces and count > 2:
        found.append(_hand_fault("BJ-SPLIT", "BJ R23", key, hand, "2", "ases"))
    elif hand.points == BLACKJACK:
        if count > 2:
            found.append(_hand_fault("BJ-STAND", "BJ R21", key, hand, "2", "pediu"))
    elif hand.points <= ACE_LOW_STAND and decisions:
        expected = f"> {ACE_LOW_STAND}"
        found.append(_hand_fault("BJ-STAND", "BJ R21", key, hand, expected, "ficou"))
    elif hand.void or (count > 2 and drew_on(hand.cards)):
        found.append(_hand_fault("BJ-STAND", "BJ R21", key, hand, f"< {GOAL}", "pediu"))


def _check_bank(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R22, R43: 17 or more stands, 16 or less draws; nothing is drawn for nobody."""
    bank = mesa.bank
    drew = len(bank.cards) > 2 or bool(bank.void)
    if drew or 0 <= bank.points < BANK_STANDS:
        left = left_in(mesa)
        cards = " ".join(str(card or "?") for card in (*bank.cards, *bank.void))
        if not left.compared and (left.unknown or left.natural or not record.has("decisions")):
            return
        if left.compared and bank.void:
            fault = "BJ-DEALER", "BJ R22", str(bank.points), "tirou"
        elif left.compared and 0 <= bank.points < BANK_STANDS:
            fault = "BJ-DEALER", "BJ R22", f">= {BANK_STANDS}", "ficou"
        elif not left.compared and drew:
            fault = "BJ-DRAW3", "BJ R43", "2", "tirou"
        else:
            return
        code, rule, expected, fact = fault
        found.append(
            Found(code=code, rule=rule, expected=expected, recorded=cards, facts={"fact": fact})
        )
