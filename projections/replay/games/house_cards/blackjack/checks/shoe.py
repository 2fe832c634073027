"""Faults of packs, shoe and shuffler."""

from collections.abc import Sequence
from typing import Final, TypeVar

from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.games.house_cards.blackjack.rules import BlackjackRules
from projections.replay.kit.bets import Placed, is_after
from projections.replay.kit.cards import RANK_OF
from projections.replay.kit.shoe import Shoe, too_many
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found

P = TypeVar("P", bound=Placed)
_PACK = 52
PLACES: Final = (6, 7)
"""Places on the cloth (R2 a)."""
TROUBLES: Final = frozenset({"jam", "alarm", "damaged", "breakdown"})
"""Reasons of a change of which the authority is told at once (R31)."""
_KNOWN = frozenset(RANK_OF)


def check_shoe(record: BlackjackRecord, rules: BlackjackRules, found: list[Found]) -> None:
    """R2 b, R9 to R14, R29, R32, R33: the packs, and how they came into the shoe."""
    shoe = record.sabot
    if shoe is None:
        _check_unknown(record, rules, found)
        return
    if shoe.decks not in rules.decks:
        found.append(
            Found(
                code="BJ-DECK",
                rule="BJ R2 b",
                expected=" / ".join(map(str, rules.decks)),
                recorded=str(shoe.decks),
                facts={"fact": "baralhos"},
            )
        )
    if record.has("cards"):
        _check_cards(record, shoe, found)
    if shoe.shuffler:
        if record.primeira:
            _check_start(record, shoe, found)
        return
    if shoe.fresh:
        _check_start(record, shoe, found)
        if record.has("shuffles"):
            _check_cut(record, rules, shoe, found)
    if shoe.cut_card_before and not shoe.shuffles and record.cartas:
        found.append(_shoe_fault("BJ R14", "baralhar", "jogada", "aviso"))


def _check_unknown(record: BlackjackRecord, rules: BlackjackRules, found: list[Found]) -> None:
    if not record.has("cards"):
        return
    found.extend(
        Found(code="RES-IMPOSS", rule="BJ R2 b", recorded=card.card, facts={"card": card.card})
        for card in record.cartas
        if card.card is not None and card.card not in _KNOWN
    )
    # Of packs that nobody told there are at most as many as the rule allows.
    most = max(rules.decks)
    found.extend(
        Found(
            code="BJ-DECK",
            rule="BJ R2 b",
            expected=f"<= {most}",
            recorded=card,
            facts={"card": card},
        )
        for card in too_many([card.card for card in record.cartas], most, {})
        if card in _KNOWN
    )


def _check_cards(record: BlackjackRecord, shoe: Shoe, found: list[Found]) -> None:
    """No card that packs have not, none more often than they have it (R2 b)."""
    cards = [card.card for card in record.cartas]
    different = set(cards)
    # So few cards are repeated, and so few were burned, that none can be there too often.
    burned = [one.card for one in shoe.burned if one.card is not None]
    repeated = len(cards) - len(different) + 1 + len(burned)
    few = repeated + max(shoe.out.values(), default=0) <= shoe.decks
    if few and different.union(burned) - {None} <= _KNOWN:
        return
    where = {card.card: card.seat or 0 for card in record.cartas}
    unread = [0 for card in burned if card not in _KNOWN]
    unread += [one.seat or 0 for one in record.cartas if one.card not in _KNOWN and one.card]
    whose = iter(unread)  # several may be unread in one and the same word
    for card in too_many([*burned, *cards], shoe.decks, shoe.out):
        known = card in _KNOWN
        found.append(
            Found(
                code="BJ-DECK" if known else "RES-IMPOSS",
                rule="BJ R2 b",
                seat=where.get(card, 0) if known else next(whose, 0),
                expected=f"<= {shoe.decks}" if known else "",
                recorded=card,
                facts={"card": card},
            )
        )


def _shoe_fault(rule: str, expected: str, recorded: str, fact: str) -> Found:
    return Found(
        code="BJ-SHOE", rule=rule, expected=expected, recorded=recorded, facts={"fact": fact}
    )


def _check_start(record: BlackjackRecord, shoe: Shoe, found: list[Found]) -> None:
    """R9, R13, R29, R33: the cards are shown, and one is burned before the deal."""
    shuffled = shoe.shuffles
    if record.has("shuffles") and record.primeira and not any(one.shown for one in shuffled):
        rule = "BJ R33" if shoe.shuffler else "BJ R9"
        found.append(_shoe_fault(rule, "exibidas", "", "exibir"))
    if record.has("burns"):
        burned = sum(
            one.count
            for one in _of_these_packs(shoe, shoe.burned)
            if one.after == 0 and one.cause in (None, "opening")
        )
        if burned != 1:
            found.append(_shoe_fault("BJ R13", "1", str(burned), "queima"))


def _of_these_packs(shoe: Shoe, facts: Sequence[P]) -> list[P]:
    """Return the acts since the last shuffle: packs replaced before it were never played."""
    last = shoe.shuffles[-1] if shoe.shuffles else None
    return [one for one in facts if last is None or not is_after(last, one)]


def _check_cut(
    record: BlackjackRecord, rules: BlackjackRules, shoe: Shoe, found: list[Found]
) -> None:
    """R10, R12: the cut, and the carta-aviso near the fiftieth card, or the middle for one."""
    cuts = _of_these_packs(shoe, shoe.cuts)
    if not cuts:
        found.append(_shoe_fault("BJ R10", "corte", "", "corte"))
        return
    behind = cuts[-1].cut_card
    if behind is None:
        return
    players = {place.seat for place in record.seats} or {bet.seat for bet in record.bets}
    due = shoe.decks * _PACK // 2 if len(players) == 1 else rules.cut_card
    if abs(behind - due) > rules.cut_card_margin:
        found.append(_shoe_fault("BJ R12", str(due), str(behind), "aviso"))


def check_equipment(record: BlackjackRecord, found: list[Found]) -> None:
    """R2 a, R31, R34: the places; a shuffler loaded once and before somebody; what was told of it.

    DECISION: held against a table that says that it records its equipment: there the witnesses and
    the notice are told with the change. That the witness is of the room's chiefs a person sees.
    """
    told = record.lugares_ditos
    if told is not None and told not in PLACES and record.mode == PHYSICAL:
        expected = " / ".join(map(str, PLACES))
        found.append(Found(code="BJ-SEATS", rule="BJ R2 a", expected=expected, recorded=str(told)))
    if not record.has("equipment"):
        return
    for one in record.equipamento:
        trouble = one.razao in TROUBLES and (one.baralhador or bool(one.cartas))
        if trouble and not one.comunicado:
            found.append(_chief("BJ R31", "comunicado", " ".join((one.razao, *one.cartas))))
        elif one.baralhador and one.entra and not trouble and not record.primeira:
            found.append(_chief("BJ R34", "uma vez", one.razao))
        if one.baralhador and one.entra and not one.testemunhas:
            found.append(_chief("BJ R34", "testemunha", one.razao))


def _chief(rule: str, expected: str, recorded: str) -> Found:
    return Found(
        code="BJ-CHEF", rule=rule, expected=expected, recorded=recorded, facts={"fact": expected}
    )


def check_replaced(record: BlackjackRecord, found: list[Found]) -> None:
    """R5, R6: a damaged card is replaced by its whole pack."""
    if record.cartas_trocadas and record.has("equipment"):
        found.append(
            Found(
                code="EQ-BAD",
                rule="BJ R5, BJ R6",
                expected="baralho",
                recorded=" ".join(record.cartas_trocadas),
            )
        )
