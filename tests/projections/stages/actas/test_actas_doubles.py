"""Doubles over two jogadas in a room (R15, R45), and jogadas before their session (R58, R91)."""

from typing import Any

import pytest

from ledger.events.base import Interval
from ledger.events.bingo import (
    BallDrawn,
    BingoClaimed,
    BingoSessionClosed,
    BingoSessionOpened,
    CardsSold,
    ClaimVerified,
    EditionRegistered,
    JogadaAnnulled,
    PrizePaid,
    PrizesPaid,
    SaleClosed,
    SeriesOnSale,
)
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import TableClosed
from projections.running.building import rebuild
from projections.running.runner import LIVE, Runner
from projections.stages.actas.queries import acta_of
from tests.fixtures.casino import Casino
from tests.projections.replay.games.bingo.bingo_room import edition, numbers, of, row
from tests.projections.stages.actas.bingo_hall import PLACE, PRICE, SOLD, Hall

FIRST, SECOND = 3, 13
"""The card that wins in the first jogada, and in the second."""
PAID: dict[int, tuple[int, int]] = {1: (2_000, 6_000), 2: (4_000, 12_000)}
"""Linha and bingo: V = 100.00, then 200.00 with the ten doubles that play on (R7)."""


class Doubles(Hall):
    """Two jogadas: ten doubles are sold in the first, ten single cards in the second."""

    def begin(self, *, last: bool = False, session: str = "S-1") -> None:
        """Open the next jogada of a session."""
        self.number += 1
        self.play(RoundOpened(session=session, last=last))

    def sold(
        self,
        first: int,
        *,
        double: bool,
        number: int | None = None,
        series: str = "",
        kept: str = "D",
    ) -> None:
        """Sell ten cards of the double series, or of the single one, and close the sale.

        ``number`` is 2 where ten doubles of the series ``kept`` play besides, 1 where none do;
        without it, the jogada's own.
        """
        number = min(self.number, 2) if number is None else number
        series = series or ("D" if double else "A")
        shapes = ("linha", "bingo")
        self.play(
            SeriesOnSale(
                series=series, edition="E1", cards=SOLD, price=PRICE, shapes=shapes,
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
        if number == 2:
            before = 1 if kept == "D" else SOLD + 1
            spans = (Interval(series=kept, first=before, last=before + SOLD - 1), *spans)
        linha, bingo = PAID[number]
        self.play(
            SaleClosed(
                sold=spans, cards=SOLD * number, collected=SOLD * PRICE * number,
                linha=linha, bingo=bingo,
            )
        )  # fmt: skip

    def drawn(self, series: str, card: int) -> None:
        """Draw until a card has linha, then bingo; both are claimed and validated."""
        line = row(self.edition, card)
        rest = [one for one in of(self.edition, card) if one and one not in line]
        count = 0
        for shape, wanted in (("linha", line), ("bingo", rest)):
            for number in wanted:
                count += 1
                self.play(BallDrawn(number=number, index=count))
            claim = self.play(BingoClaimed(shape=shape, series=series, card=card))
            name = f"{claim.source}:{claim.first}"
            self.play(ClaimVerified(claim=name, valid=True, second_question=True))

    def prizes(self, number: int, series: str = "") -> PrizesPaid:
        """Return the payment of a jogada's prizes."""
        usual, card = {1: ("D", FIRST), 2: ("A", SECOND)}[number]
        series = series or usual
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

    def seventy_five(self) -> None:
        """Play a jogada of 75 numbers in a session of its own: ten cards, won by the third."""
        cards = edition(variante=75, name="E75")
        self.room(
            BingoSessionOpened(session="S-2", variant=75, mode="physical", equipment_checked=True)
        )
        self.room(
            EditionRegistered(
                edition="E75", variant=75, size=90, part=1, parts=1, first=1,
                cards=cards.partes[0].cartoes, act="IGJ-75",
            )
        )  # fmt: skip
        self.begin(session="S-2")
        self.play(
            SeriesOnSale(series="S", edition="E75", cards=SOLD, price=PRICE, shapes=("bingo",))
        )
        self.play(CardsSold(series="S", first=1, last=SOLD, amount=SOLD * PRICE, means="cash"))
        sold = (Interval(series="S", first=1, last=SOLD),)
        self.play(SaleClosed(sold=sold, cards=SOLD, collected=SOLD * PRICE, linha=0, bingo=8_000))
        for index, number in enumerate(numbers(of(cards, FIRST)), 1):
            self.play(BallDrawn(number=number, index=index))
        claim = self.play(BingoClaimed(shape="bingo", series="S", card=FIRST))
        name = f"{claim.source}:{claim.first}"
        self.play(ClaimVerified(claim=name, valid=True, second_question=True))
        won = PrizePaid(series="S", card=FIRST, shape="bingo", amount=8_000, means="cash")
        self.play(PrizesPaid(prizes=(won,)))
        self.play(RoundClosed())
        self.room(BingoSessionClosed(session="S-2"))

    def found(self, name: str) -> list[str]:
        """Return the codes that hold of a jogada's play, but for its editions and its acta."""
        self.casino.project()
        rows = self.casino.rows(
            "SELECT code FROM {s}.finding WHERE known_until IS NULL AND round = %s "
            "AND code NOT IN ('BI-START', 'BI-ACTA-BLOCK') "
            "AND expected NOT LIKE 'cart%%' ORDER BY code",
            name,
        )
        return [one["code"] for one in rows]

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


UNPLAYED = [("BI-DOUBLE", "BI R15", 10_000, f"{PLACE}/2026-11-20/1")]
ANNULLED = JogadaAnnulled(cause="anuncio", rule="BI R57", refunded=20_000)
"""Both halves of ten doubles went back."""


@pytest.mark.parametrize(
    ("how", "expected"), [("played", UNPLAYED), ("annulled", []), ("annulled unlawfully", UNPLAYED)]
)
def test_doubles_that_never_play_again(hall: Doubles, how: str, expected: list[Any]) -> None:
    """R15: the room closes with 100.00 paid for a second jogada; an annulled one gave it back.

    An annulment without a ground takes no effect, so the doubles were to play on.
    """
    hall.first()
    if how == "annulled":
        hall.play(ErrorNoted(error="erro_de_anuncio"))
    hall.play(hall.prizes(1) if how == "played" else ANNULLED)
    hall.end()
    assert hall.of_doubles() == []
    hall.room(TableClosed())
    assert hall.of_doubles() == expected


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(1_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.deep
def test_doubles_play_on_after_an_annulment_without_a_ground(
    hall: Doubles, *, late: bool, page: int
) -> None:
    """R15, R57: it takes no effect, so the second jogada has ten doubles and ten single cards.

    V = 200.00, linha 40.00, bingo 120.00 (R7), as the room announced and paid them.
    """
    hall.first()
    if not late:
        hall.play(ANNULLED)
    hall.end()
    first = hall.round
    hall.begin()
    if late:
        hall.room(ANNULLED, round_id=first)
    hall.sold(11, double=False)
    hall.drawn("A", SECOND)
    hall.play(hall.prizes(2))
    hall.play(RoundClosed())
    with Runner(hall.casino.conninfo, page=page) as runner:
        runner.catch_up()
        digests = runner.digests()
    assert hall.found(hall.round) == []
    assert {"BI-CANCEL", "VOID-BAD"} <= set(hall.found(first))
    assert rebuild(hall.casino.conninfo) == digests


@pytest.mark.parametrize("late", [False, True])
def test_doubles_of_an_annulled_jogada_do_not_play_on(hall: Doubles, *, late: bool) -> None:
    """R57: both halves went back with it; the second jogada has ten cards, V = 100.00."""
    hall.first()
    hall.play(ErrorNoted(error="erro_de_anuncio"))
    if not late:
        hall.play(ANNULLED)
    hall.end()
    first = hall.round
    hall.begin()
    if late:
        hall.room(ANNULLED, round_id=first)
    hall.next_card = 11
    hall.sell()
    hall.draw()
    hall.pay()
    hall.end()
    hall.room(TableClosed())
    assert hall.found(hall.round) == []
    assert hall.of_doubles() == []


def test_an_annulment_is_judged_with_the_doubles_that_played_there(hall: Doubles) -> None:
    """R15: a double of the first jogada won the second, which was annulled without a ground.

    So the second jogada's own doubles play in the third: V = 200.00 there again.
    """
    hall.first()
    hall.end()
    hall.begin()
    hall.sold(11, double=True, series="E")
    hall.drawn("D", FIRST)
    hall.play(ANNULLED)
    hall.end()
    second = hall.round
    hall.begin()
    hall.sold(21, double=False, kept="E")
    hall.drawn("E", SECOND)
    hall.play(hall.prizes(2, series="E"))
    hall.play(RoundClosed())
    assert "VOID-BAD" in hall.found(second)
    assert hall.found(hall.round) == []


@pytest.mark.recorded
@pytest.mark.parametrize("page", [pytest.param(1, marks=pytest.mark.deep), 1_000])
@pytest.mark.parametrize("again", [True, False])
def test_doubles_wait_for_the_next_jogada_of_their_variant(
    hall: Doubles, *, again: bool, page: int
) -> None:
    """R15, R62: cards of 90 numbers cannot play in a jogada of 75, which has its own cards alone.

    They play in the next jogada of 90; if the room closes before, they never did.
    """
    hall.first()
    hall.end()
    first = hall.round
    hall.room(BingoSessionClosed(session="S-1"))
    hall.seventy_five()
    between = hall.round
    hall.room(
        BingoSessionOpened(session="S-3", variant=90, mode="physical", equipment_checked=True)
    )
    if again:
        hall.begin(session="S-3")
        hall.sold(11, double=False, number=2)
        hall.drawn("A", SECOND)
        hall.play(hall.prizes(2))
        hall.play(RoundClosed())
        assert hall.found(hall.round) == []
        hall.room(hall.prizes(1), round_id=first)
    hall.room(TableClosed())
    with Runner(hall.casino.conninfo, page=page) as runner:
        runner.catch_up()
        digests = runner.digests()
    assert hall.found(between) == []
    assert hall.of_doubles() == ([] if again else UNPLAYED)
    assert rebuild(hall.casino.conninfo) == digests


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(1_000, marks=pytest.mark.deep)])
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
    with casino.reading() as connection:
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
