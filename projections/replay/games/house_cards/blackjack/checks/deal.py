"""Faults of the order of the cards: first cards, the bank's, then place by place (BJ R20, R21)."""

from collections.abc import Sequence
from typing import Final

from projections.replay.games.house_cards.blackjack.record import (
    BANK,
    DISCARD,
    SEAT,
    BlackjackRecord,
)
from projections.replay.games.house_cards.blackjack.table import Mesa, seats_in
from projections.replay.kit.shoe import Dealt
from projections.replay.settlement import Found

_BANK_LAST: Final = 1001
"""After every seat."""


def check_deal(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R20, R21: first cards seat by seat, then the bank's; twice; then place by place."""
    if settled_without_deal(record):
        return
    cards = record.cartas
    due: list[int | None] = [*seats_in(mesa), None] * 2
    if [card.seat for card in cards[: len(due)]] != due or not _plain(cards, len(due)):
        cards = _dealt_to_bets(cards, mesa, due)
        went = [_place(card) for card in cards[: len(due)]]
        expected = [seat or 0 for seat in due]
        if went != expected and record.has("bets"):
            told = " ".join(map(str, expected)), " ".join(map(str, went))
            found.append(_order_fault("BJ R20", "ordem", *told))
    drawn = [_place(card) or _BANK_LAST for card in cards[len(due) :] if card.to != DISCARD]
    if drawn != sorted(drawn):
        told = " ".join(map(_shown, sorted(drawn))), " ".join(map(_shown, drawn))
        found.append(_order_fault("BJ R21", "tiradas", *told))
    bank = [card for card in record.cartas if card.to in BANK]
    if len(bank) > 1 and bank[1].open:
        found.append(_order_fault("BJ R20", "carta_virada", "descarte", bank[1].card or ""))


def _dealt_to_bets(
    cards: Sequence[Dealt], mesa: Mesa, seats: Sequence[int | None]
) -> Sequence[Dealt]:
    """Return the cards but those put away, and those of seats whose only bets came late."""
    late = {bet.seat for bet in mesa.late}.difference(seats)
    return [
        card for card in cards if card.to != DISCARD and (card.to != SEAT or card.seat not in late)
    ]


def _order_fault(rule: str, fact: str, expected: str, recorded: str) -> Found:
    return Found(
        code="BJ-ORDER", rule=rule, expected=expected, recorded=recorded, facts={"fact": fact}
    )


def _shown(seat: int) -> str:
    return "0" if seat == _BANK_LAST else str(seat)


def _place(card: Dealt) -> int:
    return 0 if card.to in BANK else card.seat or -1


def _plain(cards: Sequence[Dealt], count: int) -> bool:
    """Tell whether the first cards went to first hands and the bank, and to nobody else."""
    return all(
        (card.to == SEAT and card.hand == 1) if card.seat is not None else card.to in BANK
        for card in cards[:count]
    )


def settled_without_deal(record: BlackjackRecord) -> bool:
    """Tell whether the deal was never finished: the round is void, or has no two bank's cards."""
    return record.void is not None or sum(card.to in BANK for card in record.cartas) < 2
