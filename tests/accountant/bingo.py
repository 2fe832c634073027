"""Jogadas of bingo by bingo.md 3-8 and acta_de_bingo.md: cards in play, sums, prizes, tax."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tests.accountant.log import Body, Fact, Log

SPLIT: Final = {"linha_ppm": 200_000, "bingo_ppm": 600_000}
"""What of the sales goes into prizes where the room does not say otherwise (R7)."""


Offered = Mapping[tuple[str, str], int]
"""Jogada and series to how many cards the series has."""


@dataclass
class Jogada:
    """One jogada as its record must have it."""

    name: str
    place: str
    casino: str
    currency: str
    opened: Fact
    prizes_ppm: int
    """What of the sales goes into prizes, as the room opened with it; below 80 % is BI-PCT."""
    prices: dict[str, int] = field(default_factory=dict)
    """Series to the face of one of its cards."""
    cards: set[tuple[str, int]] = field(default_factory=set)
    """Series and number of the cards in play."""
    doubles: set[tuple[str, int]] = field(default_factory=set)
    """Of these, those sold for the next jogada, too."""
    inherited: int = 0
    paid: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Shape to what was paid for it; ``progressivo`` is a pool's."""
    tax: int = 0
    ended: str | None = None
    annulled: bool = False
    """Whether somebody annulled it; without ground that has no effect on its money."""
    sale_closed: bool = False
    pools: tuple[str, ...] = ()
    """As announced with the close of the sale (R40 b)."""
    settled_at: int | None = None
    """The position of its end."""

    @property
    def session(self) -> str | None:
        """Return its session: doubles outlive none."""
        return self.opened.body.get("session")

    @property
    def collected(self) -> int:
        """Return V: the cards in play at their face of this jogada."""
        any_price = next(iter(self.prices.values()), 0)
        return sum(self.prices.get(series, any_price) for series, _ in self.cards)

    def prizes(self) -> int:
        """Return P, rounded up: a cent short would breach R7."""
        return -(-self.collected * self.prizes_ppm // 1_000_000)

    @property
    def linha(self) -> int:
        """Return what was paid for linhas."""
        return self.paid["linha"]

    @property
    def bingo(self) -> int:
        """Return what was paid for the bingo, a whole card or a figure (R73)."""
        return self.paid["bingo"] + self.paid["figura"]

    @property
    def progressive(self) -> int:
        """Return what pools paid."""
        return self.paid["progressivo"]

    @property
    def receita(self) -> int:
        """Return V - P."""
        return self.collected - self.prizes()


def jogadas(log: Log) -> dict[str, Jogada]:
    """Return every jogada as it is known now."""
    found: dict[str, Jogada] = {}
    rooms: dict[str, Body] = {}
    sizes = {one.body["edition"]: one.body["size"] for one in log.of_kinds("edition-registered")}
    offered: dict[tuple[str, str], int] = {}  # a sale before the announcement is a sale
    for one in log.of_kinds("series-on-sale"):
        size = sizes.get(one.body["edition"], one.body["cards"])
        offered[one.round or "", one.body["series"]] = size
    last: dict[str, Jogada] = {}
    for one in sorted(log.facts, key=lambda one: (one.source, one.seq)):
        if one.kind == "table-opened" and one.body["game"] == "bingo" and one.place:
            rooms[one.place] = one.body
        elif one.kind == "round-opened" and one.place in rooms and one.round is not None:
            opened = Jogada(
                name=one.round, place=one.place, casino=log.home_of(one.source),
                currency=rooms[one.place]["currency"], opened=one,
                prizes_ppm=_split(rooms[one.place]),
            )  # fmt: skip
            before = last.get(one.place)
            if before is not None and before.session == opened.session:
                opened.cards |= before.doubles
                opened.inherited = len(before.doubles)
            found[one.round] = last[one.place] = opened
        elif one.round in found:
            _tell(found[one.round], one, offered)
    return found


def _split(room: Body) -> int:
    options = room["options"]
    return sum(options.get(name, ppm) for name, ppm in SPLIT.items())


def _tell(jogada: Jogada, one: Fact, offered: Offered) -> None:
    body = one.body
    match one.kind:
        case "series-on-sale":
            jogada.prices.setdefault(body["series"], body["price"])
        case "cards-sold" if not jogada.sale_closed:
            fresh = set(_fresh(jogada, body, offered.get((jogada.name, body["series"]), 0)))
            jogada.cards |= fresh
            if body.get("double"):
                jogada.doubles |= fresh
        case "sale-closed":
            jogada.sale_closed = True
            jogada.pools = tuple(body.get("pools", ()))
        case "prizes-paid":
            for prize in body["prizes"]:
                shape = "progressivo" if prize.get("pool") else prize["shape"]
                jogada.paid[shape] += prize["amount"]
                jogada.tax += prize.get("tax", 0)
        case "award-paid":
            jogada.paid["progressivo"] += body["amount"]
            jogada.tax += body.get("tax", 0)
        case "round-closed":
            jogada.ended = jogada.ended or one.at
            jogada.settled_at = jogada.settled_at or one.position
        case "jogada-annulled":
            jogada.annulled = True
            jogada.ended = one.at
        case _:
            pass


def _fresh(jogada: Jogada, body: Body, size: int) -> Iterator[tuple[str, int]]:
    """Yield the cards of an interval that exist and were not sold in this jogada before."""
    series = body["series"]
    for number in range(body["first"], body["last"] + 1):
        if (series, number) not in jogada.cards and 1 <= number <= size:
            yield series, number
