"""Doubles over two jogadas in a room (R15, R45), and jogadas before their session (R58, R91)."""

from typing import Any

import pytest

from ledger.events.base import Interval
from ledger.events.bingo import (
    BallDrawn,
    BingoClaimed,
    BingoSessionOpened,
    CardsSold,
    ClaimVerified,
    JogadaAnnulled,
    PrizePaid,
    PrizesPaid,
    SaleClosed,
    SeriesOnSale,
)
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import TableClosed
from projections.actas.reading import acta_of
from projections.queries import connect
from projections.runner import LIVE, Runner
from tests.fixtures.casino import Casino
from tests.projections.bingo_hall import PLACE, PRICE, SOLD, Hall
from tests.projections.replay.games.bingo_room import of, row

FIRST, SECOND = 3, 13
"""The card that wins in the first jogada, and in the second."""
PAID: dict[int, tuple[int, int]] = {1: (2_000, 6_000), 2: (4_000, 12_000)}
"""Linha and bingo: V = 100.00, then 200.00 with the ten doubles that play on (R7)."""


class Doubles(Hall):
    """Two jogadas: ten doubles are sold in the first, ten single cards in the second."""

    def sold(self, first: int, *, double: bool) -> None:
        """Sell ten cards of the double series, or of the single one, and close the sale."""
        series = "D" if double else "A"
        shapes = ("linha", "bingo")
        edition = "E1"
        self.play(
            SeriesOnSale(
                series=series, edition=edition, cards=SOLD, price=PRICE, shapes=shapes,
                double=double,
            )
        )  # fmt: skip
        last = first + SOLD - 1
        self.play(
            CardsSold(
                series=series, first=first, last=last, amount=SOLD * PRICE * (1 + double),
                means="cash", double=double,
            )
        )  # fmt: skip
        spans = (Interval(series=series, first=first, last=last),)
        if self.number == 2:
            spans = (Interval(series="D", first=1, last=SOLD), *spans)
        linha, bingo = PAID[self.number]
        self.play(
            SaleClosed(
                sold=spans, cards=SOLD * self.number, collected=SOLD * PRICE * self.number,
                linha=linha, bingo=bingo,
            )
        )  # fmt: skip

    def drawn(self, series: str, card: int) -> None:
        """Draw until a card has linha, then bingo; both are claimed and validated."""
        line = row(self.edition, card)
        rest = [one for one in of(self.edition, card) if one and one not in line]
        count = 0
        for shape, numbers in (("linha", line), ("bingo", rest)):
            for number in numbers:
                count += 1
                self.play(BallDrawn(number=number, index=count))
            claim = self.play(BingoClaimed(shape=shape, series=series, card=card))
            name = f"{claim.source}:{claim.first}"
            self.play(ClaimVerified(claim=name, valid=True, second_question=True))

    def prizes(self, number: int) -> PrizesPaid:
        """Return the payment of a jogada's prizes."""
        series, card = {1: ("D", FIRST), 2: ("A", SECOND)}[number]
        return PrizesPaid(
            prizes=tuple(
                PrizePaid(series=series, card=card, shape=shape, amount=amount, means="cash")
                for shape, amount in zip(("linha", "bingo"), PAID[number], strict=True)
            )
        )

    def first(self) -> None:
        """Play the first jogada up to its validated bingo."""
        self.begin()
        self.sold(1, double=True)
        self.drawn("D", FIRST)

    def of_doubles(self) -> list[tuple[str, str, int | None, str]]:
        """Return what is found of R15 and R45: code, rule, amount, round."""
        self.casino.project()
        rows = self.casino.rows(
            "SELECT code, rule, amount, round FROM {s}.finding WHERE known_until IS NULL "
            "AND code IN ('BI-PAYWHEN', 'BI-DOUBLE') AND rule IN ('BI R15', 'BI R45') "
            "AND expected NOT LIKE 'cart%%' ORDER BY known_from"
        )
        return [(one["code"], one["rule"], one["amount"], one["round"]) for one in rows]


@pytest.fixture
def hall(casino: Casino) -> Doubles:
    return Doubles(casino)


EARLY = [("BI-PAYWHEN", "BI R45", 8_000, f"{PLACE}/2026-11-20/1")]
"""Linha and bingo of the first jogada, 80.00, paid before the second was over."""


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("at the end of the first", EARLY),
        ("in the second", EARLY),
        ("after the second's bingo", []),
        ("after the second", []),
        ("by another source, recorded later", EARLY),
        ("by another source, in time", []),
    ],
)
def test_prizes_beside_doubles_wait_for_the_second_jogada(
    hall: Doubles, when: str, expected: list[Any]
) -> None:
    """R45: from the second jogada's validated bingo on (R44); the chain or the time decides."""
    paid, first = hall.prizes(1), f"{PLACE}/2026-11-20/1"

    def at(moment: str) -> None:
        if moment == when:
            hall.room(paid, round_id=first)

    hall.first()
    at("at the end of the first")
    hall.end()
    told = hall._time()
    hall.begin()
    at("in the second")
    hall.sold(11, double=False)
    hall.drawn("A", SECOND)
    at("after the second's bingo")
    hall.play(hall.prizes(2))
    hall.play(RoundClosed())
    at("after the second")
    if when.startswith("by another source"):
        assert hall.of_doubles() == []
        late = told if expected else hall._time()
        hall.casino.say("caixa-1", paid, place=PLACE, at=late, round_id=first)
    hall.room(TableClosed())
    assert hall.of_doubles() == expected


@pytest.mark.parametrize(
    ("annulled", "expected"),
    [(False, [("BI-DOUBLE", "BI R15", 10_000, f"{PLACE}/2026-11-20/1")]), (True, [])],
)
def test_doubles_that_never_play_again(
    hall: Doubles, *, annulled: bool, expected: list[Any]
) -> None:
    """R15: the room closes with 100.00 paid for a second jogada; an annulled one gave it back."""
    hall.first()
    if annulled:
        hall.play(JogadaAnnulled(cause="anuncio", rule="BI R57", refunded=20_000))
    else:
        hall.play(hall.prizes(1))
    hall.end()
    assert hall.of_doubles() == []
    hall.room(TableClosed())
    assert hall.of_doubles() == expected


@pytest.mark.parametrize("page", [1, 1_000])
def test_a_jogada_opened_before_its_session(casino: Casino, page: int) -> None:
    """R91: online a finding; its acta is its session's all the same, whatever the page."""
    hall = Hall(casino, opened=False)
    hall.number = 1
    hall.play(RoundOpened(session="S-1", mode="shared", last=True))
    hall.open(mode="session")
    hall.sell()
    hall.draw()
    hall.end()
    hall.room(TableClosed())
    with Runner(casino.conninfo, page=page) as runner:
        runner.catch_up()
    rows = casino.rows("SELECT code, rule FROM {s}.finding WHERE code IN ('BI-MODE', 'BI-LAST')")
    assert [(one["code"], one["rule"]) for one in rows] == [("BI-MODE", "BI R91")]
    with connect(casino.conninfo) as connection:
        acta = acta_of(connection, LIVE, "S-1")
    assert acta is not None
    assert [(one.round, one.recolhido) for _, one in acta.jogadas] == [(hall.round, 10_000)]


def test_a_jogada_without_a_session_has_no_acta(casino: Casino) -> None:
    """R58: found when the room closes; a session of another name does not take it."""
    hall = Hall(casino, opened=False)
    hall.number = 1
    hall.play(RoundOpened(session="S-0"))
    hall.room(
        BingoSessionOpened(session="S-1", variant=90, mode="physical", equipment_checked=True)
    )
    hall.play(RoundClosed())
    assert "BI-ACTA-FIELD" not in hall.codes()
    hall.room(TableClosed())
    assert hall.codes().count("BI-ACTA-FIELD") == 1
