"""Faults of the deal: who received first, in which order, which cards were opened, and when."""

from collections.abc import Iterator

from projections.replay.games.player_bank.jogada import (
    dealt_to,
    fault_of,
    from_place,
    named_by_dice,
    place_of,
)
from projections.replay.games.player_bank.settling import BankRound
from projections.replay.kit.bets import is_after
from projections.replay.kit.coups.window import when
from projections.replay.left_open.unread import UNREADABLE
from projections.replay.settlement import Found


def check_first(jogada: BankRound) -> Iterator[Found]:
    """Compare the place that received first with the place that the dice name."""
    record, law = jogada.record, jogada.law
    due = named_by_dice(record, jogada.rules)
    if due is None:
        return
    received = dealt_to(record)[:1] if record.has("cards") else []
    for wrong in dict.fromkeys((record.primeiro_lugar, *received)):
        if wrong is None or wrong == due:
            continue
        if wrong in jogada.places:
            yield fault_of(law.deal_code, law.first, "primeiro_lugar", due, wrong, seat=wrong)
        else:  # no place of the table: the number was misread
            yield Found(
                code="RES-IMPOSS",
                rule=law.first,
                expected=str(due),
                recorded=str(wrong),
                facts={"fact": UNREADABLE, "what": "primeiro_lugar"},
            )


def check_deal(jogada: BankRound) -> Iterator[Found]:
    """To every place its number, all of a place's at once, anticlockwise.

    A wrong number that was declared void was put right.
    """
    record, law, hands = jogada.record, jogada.law, jogada.hands
    if record.void is not None or record.banqueiro not in jogada.places:
        return
    wrong = hands.wrong_number()
    if wrong:
        told = ", ".join(f"{place}: {count}" for place, count in sorted(wrong.items()))
        yield fault_of(law.deal_code, law.number, "numero", hands.size, told)
        return
    order = dealt_to(record)
    if not order:
        return
    turns = order[:: hands.size]
    if order != [place for place in turns for _ in range(hands.size)]:
        recorded = "-".join(map(str, order))
        yield fault_of(law.deal_code, law.number, "seguidas", hands.size, recorded)
    elif turns != [*from_place(jogada.places, turns[0] or 0)]:
        due = "-".join(map(str, from_place(jogada.places, turns[0] or 0)))
        yield fault_of(law.deal_code, law.order, "sentido", due, "-".join(map(str, turns)))


def check_hands(jogada: BankRound) -> Iterator[Found]:
    """Another card opened than was dealt there cannot be."""
    for place in jogada.hands.contradicted():
        dealt = [card or "?" for card in jogada.hands.dealt.get(place, ())]
        yield fault_of(
            "RES-IMPOSS",
            jogada.law.pieces,
            "abertura",
            " ".join(dealt),
            " ".join(jogada.hands.opened[place]),
            seat=place,
        )


def check_opening(jogada: BankRound) -> Iterator[Found]:
    """Find a banker's hand opened before all had seen theirs, or, by some laws, opened last."""
    record, law = jogada.record, jogada.law
    banker = record.banqueiro
    own = [one for one in record.aberturas if place_of(record, "", one.seat) == banker]
    if not own:
        return
    for seen in record.vistas:
        if place_of(record, "", seen.seat) != banker and is_after(seen, own[0]):
            yield fault_of(
                law.deal_code, law.opening, "vista", when(own[0]), when(seen), seat=seen.seat
            )
    if not law.banker_first:
        return
    for other in record.aberturas:
        if place_of(record, "", other.seat) != banker and is_after(own[0], other):
            yield fault_of(
                law.deal_code, law.opening, "abertura", when(own[0]), when(other), seat=other.seat
            )
