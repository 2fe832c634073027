"""Unread words of a record, and what they leave open: stakes, and faults of the players.

A decision, a stake's chance or the place of a card in a word that the game does not know may have
been anything. Where each plays against the house alone a decision is his own seat's; otherwise, and
of a card that went nobody knows where, all of the round rests on it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from projections.replay.record import Record, Unread
from projections.replay.settlement import Found, Line, Outcome, Phrase, Settlement, Step

UNREAD: Final = Phrase(
    pt="«{word}» não é palavra deste jogo: não se sabe o que se fez, e nada se decide.",
    en="“{word}” is no word of this game: what was done is not known, and nothing is decided.",
)
ERROR_UNREAD: Final = Phrase(
    pt="Do erro «{word}» não se sabe a que carta ou a quem respeita, e nada se decide.",
    en="Of the error “{word}” it is not known of what card or whose it is: nothing is decided.",
)
CONTRADICTED: Final = Phrase(
    pt="Contou-se duas vezes o mesmo resultado, de maneira diferente: «{word}». Não se sabe qual"
    " vale, e nada se decide.",
    en="The same outcome was told twice, and differently: “{word}”. Which is right is not known,"
    " and nothing is decided.",
)
ERROR: Final = "erro"
TOLD_TWICE: Final = "contradicao"
IMPOSSIBLE: Final = "RES-IMPOSS"
DICE: Final = "dados"
UNREADABLE: Final = "ilegivel"
"""Of a finding: that what it names cannot be read, and so may have been anything."""
_PHRASES: Final = {ERROR: ERROR_UNREAD, TOLD_TWICE: CONTRADICTED}
PROVED: Final = frozenset({IMPOSSIBLE, "BET-MAX", "BET-MULT"})
"""Faults that a stake shows by itself, whatever was played."""


def left_open(record: Record, settlement: Settlement) -> Settlement:
    """Return a settlement in which nothing is decided that rests on an unread word.

    Stakes of a round that was declared void go back whatever was played.
    """
    unread = record.unread
    if not unread or (settlement.void and record.void is not None):
        return settlement
    whole = any(one.seat is None for one in unread)
    return structs.replace(
        settlement,
        lines=tuple(_open(line, unread) for line in settlement.lines),
        pots=() if whole else settlement.pots,
        awards=tuple(one for one in settlement.awards if _of(one.seat, unread) is None),
        commissions=tuple(one for one in settlement.commissions if _of(one.seat, unread) is None),
        void=settlement.void and not whole,
        result={} if whole else settlement.result,
    )


def proved(record: Record, found: Iterable[Found]) -> list[Found]:
    """Return the faults that stand whatever the unread words were, and each of those words."""
    unread = record.unread
    kept = [
        one
        for one in found
        if one.code in PROVED or (one.seat is not None and _of(one.seat, unread) is None)
    ]
    known = {one.bet for one in kept if one.code == IMPOSSIBLE}
    told = [
        Found(
            code=IMPOSSIBLE,
            seat=one.seat,
            bet=one.bet,
            recorded=one.word,
            facts={"fact": UNREADABLE, "what": one.fact},
        )
        for one in unread
        if one.bet not in known or (one.bet is None and one.fact != DICE)
    ]
    return [*kept, *told]


def standing(record: Record, faults: Iterable[Found]) -> list[Found]:
    """Return the faults of payments that rest on no unread word."""
    return [one for one in faults if one.seat is None or _of(one.seat, record.unread) is None]


def _of(seat: int, unread: Sequence[Unread]) -> Unread | None:
    """Return the first unread word on which a seat's play rests."""
    return next((one for one in unread if one.seat is None or one.seat == seat), None)


def _open(line: Line, unread: Sequence[Unread]) -> Line:
    one = _of(line.seat, unread)
    if one is None:
        return line
    why = Step(_PHRASES.get(one.fact, UNREAD), {"word": one.word})
    return structs.replace(
        line, outcome=Outcome.PENDENTE, prize=0, returned=0, rules=(), why=(why,)
    )


def hides_a_card(record: Record) -> bool:
    """Tell whether a card was dealt that nobody saw, then or later."""
    dealt: Sequence[object] = getattr(record, "cartas", None) or getattr(record, "cards", ())
    hands: list[Sequence[object]] = [getattr(record, "banca", ()), getattr(record, "pagador", ())]
    places: Sequence[object] = getattr(record, "seats", ())
    hands += [getattr(place, "cartas", ()) for place in places]
    return any(getattr(one, "card", IMPOSSIBLE) is None for one in dealt) or any(
        None in hand for hand in hands if isinstance(hand, tuple)
    )
