"""Decisions and the cards seen before them: in a what-if one stands while he saw the same.

Each decision of a record comes with the cards, numbers and acts that lay before him who took it.
Where a record does not tell whether a card came before a decision, it counts as seen: then the
what-if stops there, and says that it cannot be told. A forced act is no decision.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from msgspec import Struct

from projections.replay.asked.facts import Path, Plain
from projections.replay.kit.bets import Moment, is_after

_FORCED: Final = frozenset(
    {"pequena_aposta", "grande_aposta", "ante", "estardilho", "valor_reposto", "entrada"}
)
_CLAIMS: Final = frozenset({"pedido", "verificacao"})
_BANK: Final = frozenset({"bank", "banca"})


class Decision(Struct, frozen=True, kw_only=True):
    """A decision: where it stands, who took it, and what he had seen."""

    path: Path
    seat: int | None
    seen: Any


def decisions_of(plain: Plain) -> list[Decision]:
    """Return the decisions of a record in the order in which they stand."""
    return [one for look in _LOOKS for one in look(plain)]


def _betting(plain: Plain) -> Iterator[Decision]:
    """Yield acts of betting: own cards, the common ones that lay open, and all acts before."""
    acts, hands = _listed(plain, "actions"), _listed(plain, "players")
    for at, act in enumerate(acts):
        if act.get("action") in _FORCED:
            continue
        own = [hand.get("cards") for hand in hands if hand.get("seat") == act.get("seat")]
        board = _values(plain, "board")[: _whole(act.get("common"))]
        yield Decision(path=("actions", at), seat=act.get("seat"), seen=(own, board, acts[:at]))


def _lances(plain: Plain) -> Iterator[Decision]:
    """Yield acts in the order of a hand: Macau's poker, whose cards lie open; mah jong's turns."""
    acts, hands = _listed(plain, "lances"), _listed(plain, "jogadores")
    for at, act in enumerate(acts):
        if act.get("accao") in _FORCED:
            continue
        dealt = _whole(act.get("lanco")) + 1
        seen = [
            list(hand.get("cartas") or ())[0 if hand.get("seat") == act.get("seat") else 1 : dealt]
            for hand in hands
        ]
        yield Decision(path=("lances", at), seat=act.get("seat"), seen=(seen, acts[:at]))


def _of_hands(plain: Plain) -> Iterator[Decision]:
    """Yield decisions for a hand out of a shoe: its own cards and the bank's open ones till then.

    Cards of other seats lie open too, and nobody is taken to decide by them.
    """
    for field, cards in (("decisoes", "cartas"), ("opcoes", "cartas"), ("ditos", "cards")):
        taken = _listed(plain, field)
        for at, one in enumerate(taken):
            before = [card for card in _listed(plain, cards) if not _is_after(card, one)]
            first = next((card for card in before if card.get("to") in _BANK), None)
            own = [
                card.get("card")
                for card in before
                if field == "ditos"
                or _is_own(card, one)
                or (card.get("to") in _BANK and (card.get("open") or card is first))
            ]
            yield Decision(
                path=(field, at),
                seat=one.get("seat"),
                seen=(own, [act for act in taken[:at] if _is_same(act, one)]),
            )


def _of_seats(plain: Plain) -> Iterator[Decision]:
    """Yield the word of each seat about its five cards, the bank's open ones before it."""
    bank = _values(plain, "banca") or _values(plain, "pagador")
    shown = plain.get("abertas")
    if isinstance(shown, list):
        bank = [bank[at - 1] for at in cast("list[int]", shown) if 1 <= at <= len(bank)]
    for at, seat in enumerate(_listed(plain, "seats")):
        if "decisao" in seat:
            yield Decision(
                path=("seats", at, "decisao"),
                seat=seat.get("seat"),
                seen=(seat.get("cartas"), bank),
            )


def _between_throws(plain: Plain) -> Iterator[Decision]:
    """Yield stakes laid and changed between throws: what had fallen before."""
    throws = [one.get("dados") for one in _listed(plain, "lancamentos")]
    for field in ("bets", "alteracoes"):
        for at, one in enumerate(_listed(plain, field)):
            before = _whole(one.get("lancamento")) - 1
            if before > 0 and throws:
                yield Decision(path=(field, at), seat=one.get("seat"), seen=throws[:before])


def _claims(plain: Plain) -> Iterator[Decision]:
    """Yield calls of a card: the balls that were drawn before."""
    acts = _listed(plain, "actos")
    for at, one in enumerate(acts):
        if one.get("acto") in _CLAIMS:
            balls = [act.get("numero") for act in acts[:at] if act.get("acto") == "bola"]
            yield Decision(path=("actos", at), seat=one.get("cartao"), seen=balls)


def _doubled(plain: Plain) -> Iterator[Decision]:
    """Yield the risks that a machine's player took again: where its reels had stopped."""
    for at, _one in enumerate(_listed(plain, "complementares")):
        yield Decision(path=("complementares", at), seat=None, seen=_values(plain, "paragens"))


_LOOKS: Final[Sequence[Callable[[Plain], Iterator[Decision]]]] = (
    _of_hands,
    _of_seats,
    _betting,
    _lances,
    _between_throws,
    _claims,
    _doubled,
)


def _listed(plain: Plain, field: str) -> list[Plain]:
    found = plain.get(field)
    rows = cast("list[Any]", found) if isinstance(found, list) else []
    return [cast("Plain", one) for one in rows if isinstance(one, dict)]


def _values(plain: Plain, field: str) -> list[Any]:
    found = plain.get(field)
    return cast("list[Any]", found) if isinstance(found, list) else []


def _whole(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _is_own(card: Plain, one: Plain) -> bool:
    return card.get("seat") == one.get("seat") and card.get("hand", 1) == one.get("hand", 1)


def _is_same(act: Plain, one: Plain) -> bool:
    return act.get("seat") == one.get("seat")


def _is_after(card: Plain, one: Plain) -> bool:
    """Tell whether a card came after a decision, where the record tells it."""
    return is_after(_moment(card), _moment(one))


def _moment(one: Mapping[str, Any]) -> Moment:
    return Moment(at=one.get("at"), seq=one.get("seq"))
