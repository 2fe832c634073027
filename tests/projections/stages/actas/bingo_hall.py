"""A bingo room over a real ledger: sessions and jogadas in few words."""

from collections.abc import Sequence
from typing import Any

from ledger.events.base import Interval, Payload
from ledger.events.bingo import (
    ActaCompleted,
    BallDrawn,
    BallSetChecked,
    BingoClaimed,
    BingoSessionClosed,
    BingoSessionOpened,
    CardsDestroyed,
    CardsSold,
    ClaimVerified,
    EditionRegistered,
    PrizePaid,
    PrizesPaid,
    SaleClosed,
    SeriesOnSale,
)
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import TableOpened
from tests.fixtures.casino import DAY, Casino
from tests.projections.replay.games.bingo.bingo_room import edition, of, row

PLACE = "SALA-1"
SOURCE = "sala-1"
PRICE = 1_000
SOLD = 10
"""Cards of each jogada: V = 100.00, prizes 80.00, linha 20.00, bingo 60.00 (BI R7)."""
WINNER = 3


class Hall:
    """A room, its session open, its edition registered."""

    def __init__(self, casino: Casino, *, opened: bool = True) -> None:
        self.casino = casino
        self.number = 0
        self.next_card = 1
        self.edition = edition()
        self.at = 0
        self.started = ""
        self.price = PRICE
        """The face value of the cards that are sold."""
        self.room(
            TableOpened(
                profile="cv-2017@1",
                game="bingo",
                options={},
                currency="CVE",
                records=("bets", "payouts", "results"),
            )
        )
        if opened:
            self.open()

    def _time(self) -> str:
        self.at += 1
        return f"2026-11-20T20:{self.at // 60:02}:{self.at % 60:02}.000000Z"

    def room(self, payload: Payload, **where: Any) -> Any:
        return self.casino.say(SOURCE, payload, place=PLACE, at=self._time(), **where)

    def play(self, payload: Payload) -> Any:
        return self.room(payload, round_id=self.round)

    @property
    def round(self) -> str:
        return f"{PLACE}/{DAY}/{self.number}"

    def open(self, **others: Any) -> None:
        given: dict[str, Any] = {
            "session": "S-1",
            "variant": 90,
            "mode": "physical",
            "equipment_checked": True,
            **others,
        }
        self.room(BingoSessionOpened(**given))
        self.started = f"2026-11-20T20:{self.at // 60:02}:{self.at % 60:02}.000000Z"
        self.room(BallSetChecked(set="B-1", moment="start", balls=90))
        cards = self.edition.partes[0].cartoes
        self.room(
            EditionRegistered(
                edition="E1",
                variant=90,
                size=90,
                part=1,
                parts=1,
                first=1,
                cards=cards,
                act="IGJ-1",
            )
        )

    def begin(self, *, last: bool = False) -> None:
        """Open the next jogada."""
        self.number += 1
        self.play(RoundOpened(session="S-1", last=last))

    def sell(
        self,
        linha: int = 2_000,
        bingo: int = 6_000,
        pools: dict[str, int] | None = None,
        order: Sequence[tuple[int, int]] = ((1, SOLD),),
    ) -> None:
        """Sell ten cards, and close the sale with these prizes announced.

        ``order`` has which of the ten are sold one after another, from and to.
        """
        first, last = self.next_card, self.next_card + SOLD - 1
        shapes = ("linha", "bingo")
        self.play(SeriesOnSale(series="A", edition="E1", cards=90, price=self.price, shapes=shapes))
        for one, other in order:
            self.play(
                CardsSold(
                    series="A",
                    first=first + one - 1,
                    last=first + other - 1,
                    amount=(other - one + 1) * self.price,
                    means="cash",
                )
            )
        recalled = (
            ()
            if first == 1 and last == 90
            else (
                *((Interval(series="A", first=1, last=first - 1),) if first > 1 else ()),
                Interval(series="A", first=last + 1, last=90),
            )
        )
        self.play(
            SaleClosed(
                sold=(Interval(series="A", first=first, last=last),),
                recalled=recalled,
                cards=SOLD,
                collected=SOLD * self.price,
                linha=linha,
                bingo=bingo,
                pools=pools or {},
            )
        )
        self.next_card = last + 1

    def draw(self) -> None:
        """Draw until a card of this jogada has linha, then bingo; both are claimed."""
        card = self.next_card - SOLD + WINNER - 1
        line = row(self.edition, card)
        rest = [one for one in of(self.edition, card) if one and one not in line]
        count = 0
        for shape, numbers in (("linha", line), ("bingo", rest)):
            for number in numbers:
                count += 1
                self.play(BallDrawn(number=number, index=count))
            claim = self.play(BingoClaimed(shape=shape, series="A", card=card))
            self.play(
                ClaimVerified(
                    claim=f"{claim.source}:{claim.first}", valid=True, second_question=True
                )
            )

    def pay(self, linha: int = 2_000, bingo: int = 6_000) -> None:
        card = self.next_card - SOLD + WINNER - 1
        prizes = tuple(
            PrizePaid(series="A", card=card, shape=shape, amount=amount, means="cash")
            for shape, amount in (("linha", linha), ("bingo", bingo))
        )
        self.play(PrizesPaid(prizes=prizes))

    def end(self) -> None:
        self.ended = f"2026-11-20T20:{(self.at + 1) // 60:02}:{(self.at + 1) % 60:02}.000000Z"
        self.play(RoundClosed())

    def jogada(self, *, last: bool = False, record: bool = True) -> None:
        """Play a whole jogada, and sign its record."""
        self.begin(last=last)
        self.sell()
        self.draw()
        self.pay()
        self.end()
        if record:
            self.record()

    def record(self, **others: Any) -> Any:
        """Sign the last jogada's record."""
        given: dict[str, Any] = {
            "session": "S-1",
            "started": self.started,
            "series": ("A",),
            "price": self.price,
            "sold": (Interval(series="A", first=self.next_card - SOLD, last=self.next_card - 1),),
            "cards": SOLD,
            "collected": SOLD * self.price,
            "linha": 2_000,
            "bingo": 6_000,
            "ended": self.ended,
            **others,
        }
        return self.play(ActaCompleted(**given))

    def close(self) -> None:
        self.room(BallSetChecked(set="B-1", moment="end", balls=90))
        self.room(BingoSessionClosed(session="S-1"))

    def destroy(self) -> None:
        self.play(CardsDestroyed(cards=()))

    def codes(self) -> list[str]:
        """Return the codes that hold now, in order of the alphabet."""
        self.casino.project()
        rows = self.casino.rows(
            "SELECT code FROM {s}.finding WHERE known_until IS NULL ORDER BY code"
        )
        return [row["code"] for row in rows]
