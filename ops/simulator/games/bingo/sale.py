"""Everything before the draw: the cards offered, who buys, the sale and its announcement."""

from collections.abc import Iterable
from typing import ClassVar, Final

from ledger.events.base import Interval
from ledger.events.bingo import CardsSold, SaleClosed, SeriesOnSale
from ledger.events.jackpots import DisplayRead, JackpotIncrement
from ops.simulator.games.bingo.jogada import Jogada, Lot, Sale, Series, intervals
from ops.simulator.games.bingo.prizes import LINHA, divide
from ops.simulator.games.bingo.room import Room
from ops.simulator.parties.party import Telling

SPARE: Final = 20
"""Below so many cards a print is not gone on with."""
LIMIT: Final = 24
"""Cards that a player may buy, where a limit is set (R35)."""


def spans(runs: Iterable[tuple[str, int, int]]) -> tuple[Interval, ...]:
    """Return runs of cards as events spell them."""
    return tuple(Interval(series=series, first=first, last=last) for series, first, last in runs)


class Selling(Room):
    """How the cards of a jogada are offered and sold."""

    DEMAND: ClassVar[tuple[int, int]] = (60, 300)
    """How many cards people want in a jogada, about."""

    def prepare_jogada(self, jogada: Jogada) -> None:
        """Inherit the doubles of the jogada before; choose what is sold, and who buys."""
        before = self.before
        if before is not None and self.plays_on(before):
            jogada.price = before.price
            self.inherit(jogada, before)
        series = self.choose(jogada)
        if series.left < SPARE:
            series.turn()
        lot = self.lot(jogada, series)
        self.buy(jogada, series, lot)

    def inherit(self, jogada: Jogada, before: Jogada) -> None:
        """Let the doubles sold in the jogada before play on (R15)."""
        for sale in before.sales:
            if sale.double and not sale.inherited:
                lot = Lot(
                    series=sale.lot.series,
                    edition=sale.lot.edition,
                    price=sale.lot.price,
                    first=0,
                    cards=0,
                    inherited=True,
                )
                jogada.sales.append(
                    Sale(lot, sale.first, sale.last, sale.player, double=True, inherited=True)
                )

    def choose(self, jogada: Jogada) -> Series:
        """Return the series to be sold: sometimes doubles, sometimes symbols."""
        # No doubles before a jogada that a fault awaits: its cards are its own.
        plain = min(self.faults, default=self.occasion + 2) > self.occasion + 1
        plain = plain and jogada.fault is None
        lot = self.rng.randrange(6)
        if jogada.variant == 90 and lot == 0 and plain and not (jogada.last or jogada.sales):  # noqa: PLR2004 - the variant
            return self.series["D90"]
        if jogada.variant == 30 and lot < 2:  # noqa: PLR2004 - the variant
            return self.series["S30"]
        return self.series[f"E{jogada.variant}"]

    def lot(self, jogada: Jogada, series: Series, *, second: bool = False) -> Lot:
        """Put the rest of a series on sale."""
        lot = Lot(
            series=series.name,
            edition=series.edition,
            price=jogada.price,
            first=series.next,
            cards=series.left,
            second=second,
            double=series.edition.double,
            limit=LIMIT if self.rng.randrange(4) == 0 else None,
        )
        jogada.lots.append(lot)
        return lot

    def buy(self, jogada: Jogada, series: Series, lot: Lot) -> None:
        """Let players buy in the order of the numbers; where the series is too short, a second."""
        demand = self.rng.randint(self.DEMAND[0], min(self.DEMAND[1], series.edition.size * 4 // 5))
        sold = self.buy_of(jogada, lot, demand)
        series.next = lot.first + sold
        # Doubles play on: the second series ends before the first of the same cards (R38 c).
        doubles = [sale for sale in jogada.sales if sale.inherited]
        same = [sale.first for sale in doubles if sale.lot.edition is lot.edition]
        start = min([lot.first, *same])
        if sold < demand and start > SPARE:
            series.turn()
            other = self.lot(jogada, series, second=True)
            other.cards = start - 1
            sold = self.buy_of(jogada, other, min(demand - sold, start - 1))
            series.next = 1 + sold

    def buy_of(self, jogada: Jogada, lot: Lot, demand: int) -> int:
        """Sell up to so many cards of a lot; return how many.

        A limit is of the player (R35): what he bought of another series counts.
        """
        bought: dict[str, int] = {}
        for sale in jogada.sales:
            if sale.lot.limit is not None and not sale.inherited:
                bought[sale.player] = bought.get(sale.player, 0) + len(sale.numbers)
        count = min(demand, lot.cards)
        first = lot.first
        while first < lot.first + count:
            player = f"{self.badge}-j{self.rng.randrange(60)}"
            most = min(12, lot.first + count - first)
            if lot.limit is not None:
                most = min(most, lot.limit - bought.get(player, 0))
            if most > 0:
                number = self.rng.randint(1, most)
                bought[player] = bought.get(player, 0) + number
                sale = Sale(lot, first, first + number - 1, player, double=lot.double)
                sale.amount = sale.face * (2 if lot.double else 1)
                jogada.sales.append(sale)
                first += number
        return count

    def sale(self, jogada: Jogada) -> Telling:
        """Announce, sell, close the sale, show the panel (R29, R33 to R40)."""
        announced: set[str] = set()
        yield from self.before_sale(jogada)
        for sale in jogada.sales:
            if sale.inherited:
                continue
            if sale.lot.series not in announced:
                announced.add(sale.lot.series)
                yield self.say(self.on_sale(jogada, sale.lot), jogada.name, after=(5, 15))
            if self.sold_now(jogada, sale):
                yield self.say(self.sold(sale), jogada.name, after=(1, 9))
        yield from self.close_sale(jogada)

    def sold_now(self, jogada: Jogada, sale: Sale) -> bool:
        """Tell whether a sale is told in its turn: always."""
        del jogada, sale
        return True

    def before_sale(self, jogada: Jogada) -> Telling:
        """Do nothing before the first series is announced; a fault may."""
        del jogada
        yield from ()

    def on_sale(self, jogada: Jogada, lot: Lot) -> SeriesOnSale:
        """Return the announcement of a series (R33)."""
        return SeriesOnSale(
            series=lot.series,
            edition=lot.edition.name,
            cards=lot.cards,
            price=lot.price,
            shapes=jogada.offer.words,
            figure=jogada.offer.figure,
            second=lot.second,
            double=lot.double,
            limit=lot.limit,
        )

    def sold(self, sale: Sale) -> CardsSold:
        """Return a sale as it is told."""
        return CardsSold(
            series=sale.lot.series,
            first=sale.first,
            last=sale.last,
            amount=sale.amount,
            means=sale.means,
            player=sale.player,
            double=sale.double,
        )

    def divide(self, jogada: Jogada) -> None:
        """Work out the prizes and the accumulator's increment."""
        jogada.parts = divide(
            jogada.total,
            jogada.offer.names,
            rate=self.pool.rate,
            residue=self.pool.residue,
            plan=jogada.plan,
        )
        jogada.pooled = self.pool.balance + jogada.parts.increment

    def close_sale(self, jogada: Jogada) -> Telling:
        """Recall the unsold cards, announce prizes, add to the accumulator (R29, R40)."""
        self.divide(jogada)
        assert jogada.parts is not None
        yield from self.announce(jogada)
        yield self.say(self.increment(jogada), jogada.name)
        yield self.say(DisplayRead(panel=self.panel(jogada)), jogada.name)

    def announce(self, jogada: Jogada) -> Telling:
        """Announce the cards sold and the prizes (R40)."""
        yield self.say(self.closing(jogada), jogada.name, after=(20, 40))

    def increment(self, jogada: Jogada) -> JackpotIncrement:
        """Return the device's increment of the accumulator (R10)."""
        assert jogada.parts is not None
        return JackpotIncrement(
            pool=self.pool.name,
            amount=jogada.parts.increment,
            stake=jogada.parts.total,
            balance=jogada.pooled,
            residue=jogada.parts.residue,
        )

    def closing(self, jogada: Jogada) -> SaleClosed:
        """Return the announcement at the close of sale."""
        assert jogada.parts is not None
        prizes = dict(jogada.parts.prizes)
        return SaleClosed(
            sold=spans(jogada.runs()),
            recalled=spans(self.recalled(jogada)),
            cards=jogada.cards,
            collected=jogada.total,
            linha=prizes.pop(LINHA, 0),
            bingo=prizes.pop(jogada.offer.main),
            additional=prizes,
            pools={self.pool.name: jogada.pooled},
        )

    def recalled(self, jogada: Jogada) -> list[tuple[str, int, int]]:
        """Return the cards put on sale that nobody bought."""
        sold = set(jogada.in_play())
        return intervals(
            (lot.series, number)
            for lot in jogada.lots
            for number in range(lot.first, lot.first + lot.cards)
            if (lot.series, number) not in sold
        )

    def panel(self, jogada: Jogada) -> dict[str, int]:
        """Return the figures of the panel."""
        assert jogada.parts is not None
        prizes = jogada.parts.prizes
        shown = {
            "preco": jogada.price,
            "cartoes": jogada.cards,
            "bingo": prizes[jogada.offer.main],
            "acumulado": jogada.pooled,
        }
        return {**shown, "linha": prizes[LINHA]} if LINHA in prizes else shown

    def plays_on(self, jogada: Jogada) -> bool:
        """Tell whether a jogada's doubles play once more (R15)."""
        return jogada.doubles and jogada.void is None
