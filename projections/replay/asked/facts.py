"""The facts of a record that may be asked otherwise: each by its path, with its sort and its seat.

A record is taken as plain JSON values here, so that one walk serves every game: what a field is
called says what stands in it (``valor`` a stake, ``dados`` thrown numbers …), and no game is named.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, cast

import msgspec
from msgspec import Struct

from projections.replay.kit.cards import DECK
from projections.replay.record import Record

Sort = Literal["card", "number", "stake", "decision", "other"]
Path = tuple[str | int, ...]
Plain = dict[str, Any]

_SORTS: Final[Mapping[str, Sort]] = {
    **dict.fromkeys(
        ("card", "cards", "cartas", "banca", "board", "pagador", "pedra", "pedras"), "card"
    ),
    **dict.fromkeys(("numero", "dados", "paragens", "seccao", "paragem", "voltas"), "number"),
    **dict.fromkeys(("valor", "added", "aposta"), "stake"),
    **dict.fromkeys(
        ("decisao", "action", "accao", "opcao", "dito", "forma", "tipo_de_lance"), "decision"
    ),
}
"""What a field is called, to the sort of fact that stands in it."""
_FIXED: Final = frozenset(
    {"game", "round", "profile", "currency", "mode", "records", "payments", "unread", "at", "seq"}
)
"""What is about the record itself, or about when: nobody asks it otherwise."""
_SET: Final = frozenset(
    {
        *("pool", "limites", "sabot", "shoe", "edicoes", "folha", "aprovado"),
        *("anterior", "cores_atribuidas", "cores", "simbolos", "transitadas", "terno", "trocas"),
    }
)
"""What was set before: terms of table and jackpot, packs, cards, pay table, the round before."""


class Fact(Struct, frozen=True, kw_only=True):
    """A fact of a record: where it stands, what it is, whose, and what it says."""

    path: Path
    sort: Sort
    seat: int | None
    value: Any
    to: str | None = None
    """Of a card that no seat has, whose it is: ``bank``, ``ponto``, ``discard`` …"""

    @property
    def name(self) -> str:
        """The path as addresses spell it: ``cartas.3.card``."""
        return ".".join(map(str, self.path))


def plain_of(record: Record) -> Plain:
    """Return a record as plain JSON values, each its own."""
    return cast("Plain", msgspec.json.decode(msgspec.json.encode(record)))


def facts_of(record: Record, *, every: bool = False) -> list[Fact]:
    """Return the facts that may be asked otherwise: played ones, or ``every`` single value."""
    plain = plain_of(record)
    left: frozenset[str] = frozenset() if every else _SET | told_again(plain)
    return [
        one
        for one in _walk(plain, (), None, None)
        if every or (one.sort != "other" and one.path[0] not in left)
    ]


def told_again(plain: Plain) -> frozenset[str]:
    """Return the fields of a record that say once more what its dealt cards say: hands, winner.

    Where a dealt card could not be read, the hands that were shown are all that says it.
    """
    dealt = plain.get("cartas")
    if not isinstance(dealt, list) or not dealt:
        return frozenset()
    cards = cast("list[Any]", dealt)
    if not all(isinstance(one, dict) and cast("Plain", one).get("card") in DECK for one in cards):
        return frozenset()
    shown = cast("list[Any]", plain.get("mostradas") or [])
    result: Any = plain.get("resultado")
    found: set[str] = set()
    if any("grupo" in one for one in shown):
        found.add("mostradas")
    if isinstance(result, dict) and "vencedor" in result:
        found.add("resultado")
    return frozenset(found)


def path_of(name: str) -> Path:
    """Return the path that an address spells.

    >>> path_of("cartas.3.card")
    ('cartas', 3, 'card')
    """
    return tuple(int(one) if one.isascii() and one.isdecimal() else one for one in name.split("."))


def value_at(plain: Any, path: Path) -> Any:
    """Return the value at a path of a record.

    Raises:
        LookupError: nothing stands there.

    """
    for step in path:
        if isinstance(plain, list) != isinstance(step, int) or not isinstance(plain, list | dict):
            raise LookupError(step)
        plain = cast("Any", plain)[step]
    return plain


def put_at(plain: Plain, path: Path, value: Any) -> None:
    """Put a value where another stands; the path leads to it."""
    value_at(plain, path[:-1])[path[len(path) - 1]] = value


def _walk(value: Any, path: Path, seat: int | None, to: str | None) -> Iterator[Fact]:
    if isinstance(value, dict):
        plain = cast("Plain", value)
        own = plain.get("seat")
        seat = own if isinstance(own, int) else seat
        to = str(plain["to"]) if "to" in plain else to
        for key, one in plain.items():
            if path or key not in _FIXED:
                yield from _walk(one, (*path, key), seat, to)
    elif isinstance(value, list):
        for at, one in enumerate(cast("list[Any]", value)):
            yield from _walk(one, (*path, at), seat, to)
    else:
        yield Fact(path=path, sort=_sort(path), seat=seat, value=value, to=to)


def _sort(path: Path) -> Sort:
    words = [step for step in path if isinstance(step, str)]
    return _SORTS.get(words[-1], "other") if words and words[-1] not in _FIXED else "other"
