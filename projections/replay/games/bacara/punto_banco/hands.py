"""The hands of a coup of ponto e banca, as the rules make them of the cards that left the shoe."""

from collections.abc import Sequence

from msgspec import Struct

from projections.replay.games.bacara.points import BANCA, NATURAL, POINTS, PONTO, denomination
from projections.replay.games.bacara.punto_banco.drawing import PONTO_DRAWS_TO, banca_draws
from projections.replay.games.bacara.punto_banco.record import ORDER, SIDES


class Deal(Struct, kw_only=True):
    """The hands as the rules make them of the cards that left the shoe."""

    ponto: tuple[str | None, ...] = ()
    banca: tuple[str | None, ...] = ()
    whole: bool = False
    """Whether both hands hold all that the rules give them."""
    hidden: bool = False
    """Whether a card that matters is not known: what is missing is missing from the record."""
    order: bool = True
    """Whether the first four were dealt by turns, or put right at once (R23)."""
    third: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """If the third cards are not those of the table: to whom they were due, and went (R25)."""


Taken = tuple[str, str | None]
"""To whom a card went, and which it is."""


def points_of(cards: Sequence[str | None]) -> int | None:
    """Return a hand's points; None where one of its cards is not known, or is no card."""
    total = 0
    for card in cards:
        worth = POINTS.get(card) if card is not None else None
        if worth is None:
            return None
        total += worth
    return total % 10


def pair(cards: Sequence[str | None]) -> bool | None:
    """Tell whether the first two cards are a pair (R20); None where one is not known.

    >>> pair(("Kc", "Kd")), pair(("Tc", "Jc")), pair(("Tc", None)), pair(("9d",))
    (True, False, None, None)
    """
    if len(cards) < 2 or points_of(cards[:2]) is None:  # a pair is of two
        return None
    one, other = cards[:2]
    assert one is not None
    assert other is not None
    return denomination(one) == denomination(other)


def deal_of(cards: Sequence[Taken], noted: Sequence[str], *, unread: bool = False) -> Deal:
    """Return the hands of a coup.

    The first four lie as they were given, or by turns where a noted slip was put right. The third
    cards go, in the order in which they left the shoe, to whom the table gives them (R25), whoever
    got them: a slip is corrected so (R34). ``noted`` are the cards that a noted slip names; some
    are not among them where ``unread``. Where what was put right cannot be told, no hand is.
    """
    first = list(cards[: len(ORDER)])
    wrong = [card for (to, card), due in zip(first, ORDER, strict=False) if to != due]
    in_turn = not wrong
    if _perhaps_noted(wrong, noted, unread=unread):
        return Deal(hidden=True)
    if wrong and all(card in noted for card in wrong):
        first = [(due, card) for (_, card), due in zip(first, ORDER, strict=False)]
        in_turn = True
    hands = {side: tuple(card for to, card in first if to == side) for side in SIDES}
    ponto, banca = hands[PONTO], hands[BANCA]
    if len(ponto) != 2 or len(banca) != 2:  # two cards each, R23
        hidden = in_turn and any(card is None for _, card in first)
        return Deal(ponto=ponto, banca=banca, order=in_turn, hidden=hidden and bool(cards))
    further = cards[len(ORDER) :]
    left = list(noted)
    unnoted = [one for one in further if not _strike(one[1], left)]
    deal = _drawn(ponto, banca, unnoted, noted)
    if deal.third is not None and len(unnoted) < len(further):
        deal = _drawn(ponto, banca, further, noted)
    if deal.third is not None and further:
        unnoted_cards = [card for _, card in unnoted]
        if len(unnoted) < len(further) or _perhaps_noted(unnoted_cards, noted, unread=unread):
            deal = Deal(ponto=ponto, banca=banca, hidden=True)  # which was put right is not known
    deal.order = in_turn
    return deal


def _perhaps_noted(cards: Sequence[str | None], noted: Sequence[str], *, unread: bool) -> bool:
    """Tell whether a noted slip may name these cards, though not all are among those it names."""
    if not cards or all(card in noted for card in cards):
        return False
    return unread or (bool(noted) and any(card is None or card in noted for card in cards))


def _strike(card: str | None, left: list[str]) -> bool:
    """Remove a card from the list; tell whether the card was there."""
    if card is None or card not in left:
        return False
    left.remove(card)
    return True


def _drawn(
    ponto: tuple[str | None, ...],
    banca: tuple[str | None, ...],
    further: Sequence[Taken],
    noted: Sequence[str],
) -> Deal:
    """Return the hands with their third cards (R25), which ``further`` has in their order."""
    went = tuple(to for to, _ in further)
    cards = [card for _, card in further]
    mine, theirs = points_of(ponto), points_of(banca)
    if mine is None or theirs is None:
        return _as_given(ponto, banca, further)
    due: tuple[str, ...] = ()
    if mine < NATURAL and theirs < NATURAL:
        third: int | None = None
        if mine <= PONTO_DRAWS_TO:
            due = (PONTO,)
            card = cards[0] if cards else None
            third = POINTS.get(card) if card is not None else None
            if third is None:
                if cards:
                    return _as_given(ponto, banca, further)
                return Deal(ponto=ponto, banca=banca, third=(due, went))
        if banca_draws(theirs, third):
            due = (*due, BANCA)
    drawn = dict(zip(due, cards, strict=False))
    whole = len(drawn) == len(due)
    right = whole and all(
        (at < len(due) and to == due[at]) or card in noted for at, (to, card) in enumerate(further)
    )
    third_banca = drawn.get(BANCA)
    return Deal(
        ponto=(*ponto, drawn[PONTO]) if PONTO in drawn else ponto,
        banca=(*banca, third_banca) if BANCA in drawn else banca,
        whole=whole,
        hidden=BANCA in drawn and points_of((third_banca,)) is None,
        third=None if right else (due, went),
    )


def _as_given(
    ponto: tuple[str | None, ...], banca: tuple[str | None, ...], further: Sequence[Taken]
) -> Deal:
    """Return hands of which a card is not known: nobody can say which third cards were due.

    But one each at most, and ponto's first.
    """
    went = tuple(to for to, _ in further)
    lawful = went in ((), (PONTO,), (BANCA,), SIDES)
    return Deal(
        ponto=(*ponto, *(card for to, card in further if to == PONTO)),
        banca=(*banca, *(card for to, card in further if to == BANCA)),
        whole=lawful,
        hidden=True,
        third=None if lawful else (SIDES, went),
    )
