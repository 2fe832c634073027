"""A jogada in the room, told event by event: offer, sale, draw, claims, prizes, cards, acta."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Interval
from ledger.events.bingo import (
    ActaCompleted,
    BallDrawn,
    BingoClaimed,
    Breakdown,
    CardsDelivered,
    CardsDestroyed,
    CardsKept,
    CardsRefunded,
    CardsSold,
    ClaimVerified,
    Complaint,
    ComplaintDecided,
    Incident,
    JogadaAnnulled,
    JogadaResumed,
    JogadaSuspended,
    PrizePaid,
    PrizesPaid,
    SaleClosed,
    SeriesOnSale,
)
from ledger.events.jackpots import AwardPaid, DisplayRead, JackpotIncrement, JackpotWon, PoolReset
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import RoundClosed
from ops.simulator.games.bingo import KEPT, USES_MAX, Room, all_balls, tax_on
from ops.simulator.games.bingo_cards import Symbol
from ops.simulator.games.bingo_jogada import Jogada, Lot, Prize, Sale, Series, Stop, intervals
from ops.simulator.games.bingo_prizes import LINHA, divide
from ops.simulator.party import Telling

MANUAL: Final = "manual"
REPAIRED: Final = "repaired"
FAILED: Final = "failed"
MISSAID: Final = "missaid"
SPARE: Final = 20
"""Below so many cards a print is not gone on with."""
LIMIT: Final = 24
"""Cards that a player may buy, where a limit is set (R35)."""


class Play(Room):
    """How a jogada is played rightly."""

    DEMAND: ClassVar[tuple[int, int]] = (60, 300)
    """How many cards people want in a jogada, about."""

    @override
    def jogada(self, jogada: Jogada) -> Telling:
        self.prepare_jogada(jogada)
        self.decide(jogada)
        yield from self.open_jogada(jogada)
        yield from self.sale(jogada)
        course = self.course(jogada)
        if course == FAILED:
            yield from self.fail(jogada)
        else:
            if course == REPAIRED:
                yield from self.repair(jogada)
            yield from self.draw(jogada, course)
        if course == MISSAID:
            yield from self.stop_draw(jogada)
        yield from self.settle(jogada)
        yield from self.after(jogada)
        self.before = jogada

    def stop_draw(self, jogada: Jogada) -> Telling:
        """Annul for an error in announcing numbers (R57)."""
        error = ErrorNoted(error="erro_de_anuncio", by="locutor")
        yield self.say(error, jogada.name)
        yield from self.annul(jogada, "erro_de_anuncio", "BI R57")

    def course(self, jogada: Jogada) -> str | None:
        """Return what goes wrong by nobody's fault, if anything."""
        if jogada.fault is not None:
            return None
        lot = self.rng.randrange(40)
        return {0: FAILED, 1: MISSAID, 2: REPAIRED, 3: MANUAL, 4: MANUAL}.get(lot)

    # --- the offer and the sale ----------------------------------------------------------------

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
        if jogada.variant == 90 and lot == 0 and plain and not (jogada.last or jogada.sales):  # noqa: PLR2004
            return self.series["D90"]
        if jogada.variant == 30 and lot < 2:  # noqa: PLR2004
            return self.series["S30"]
        return self.series[f"E{jogada.variant}"]

    def lot(self, jogada: Jogada, series: Series, *, second: bool = False) -> Lot:
        """Put what is left of a series on sale."""
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
        """Do what comes before the first series is announced: nothing."""
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
        """Recall what was not sold, announce prizes, add to the accumulator (R29, R40)."""
        self.divide(jogada)
        assert jogada.parts is not None
        yield from self.announce(jogada)
        yield self.say(self.increment(jogada), jogada.name)
        yield self.say(DisplayRead(panel=self.panel(jogada)), jogada.name)

    def announce(self, jogada: Jogada) -> Telling:
        """Say what was sold and what can be won (R40)."""
        yield self.say(self.closing(jogada), jogada.name, after=(20, 40))

    def increment(self, jogada: Jogada) -> JackpotIncrement:
        """Return what the device adds to the accumulator (R10)."""
        assert jogada.parts is not None
        return JackpotIncrement(
            pool=self.pool.name,
            amount=jogada.parts.increment,
            stake=jogada.parts.total,
            balance=jogada.pooled,
            residue=jogada.parts.residue,
        )

    def closing(self, jogada: Jogada) -> SaleClosed:
        """Return what is announced at the close of sale."""
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
        """Return what the panel shows."""
        assert jogada.parts is not None
        prizes = jogada.parts.prizes
        shown = {
            "preco": jogada.price,
            "cartoes": jogada.cards,
            "bingo": prizes[jogada.offer.main],
            "acumulado": jogada.pooled,
        }
        return {**shown, "linha": prizes[LINHA]} if LINHA in prizes else shown

    # --- the draw ------------------------------------------------------------------------------

    def draw(self, jogada: Jogada, course: str | None) -> Telling:
        """Draw the balls; who calls is heard."""
        manual = missing = 0
        if course == MANUAL:
            manual = self.rng.randint(2, 9)
        if course == MISSAID:
            missing = self.rng.randint(3, 9)
        for act in jogada.acts:
            if isinstance(act, Stop):
                yield from self.stop(jogada, act)
                continue
            if jogada.drawn + 1 == manual:
                yield from self.break_down(jogada)
            if missing and jogada.drawn + 1 == missing:
                return
            yield self.ball(jogada, act, manual=0 < manual <= jogada.drawn + 1)

    def decide(self, jogada: Jogada) -> None:
        """Let the lot decide which balls come, and who calls."""
        jogada.order = self.balls(all_balls(jogada))
        if jogada.fault is None and self.rng.randrange(12) == 0:
            self.favour(jogada, self.rng.choice(jogada.in_play()))
        silent = [LINHA] if self.rng.randrange(12) == 0 else []
        jogada.play_out(self.rng, silent=silent)

    def favour(self, jogada: Jogada, card: tuple[str, int], within: int | None = None) -> None:
        """Let the balls complete a card with as few of them as win the accumulator."""
        assert jogada.limit is not None
        (boxes,) = jogada.edition(card[0]).sets((jogada.offer.main,), jogada.offer.figure)[
            card[1] - 1
        ]
        count = max(within or jogada.limit, len(boxes))
        rest = [number for number in jogada.order if number not in boxes]
        early = [*boxes, *rest[: count - len(boxes)]]
        self.rng.shuffle(early)
        jogada.order = [*early, *rest[count - len(boxes) :]]

    def ball(self, jogada: Jogada, number: Symbol, **others: Any) -> Any:
        """Draw a ball."""
        jogada.drawn += 1
        if jogada.drawn == 1:
            self.uses[self.variant] += self.MODE == "physical"  # online no balls wear (R86)
        drawn = self.drawn(jogada, BallDrawn(number=number, index=jogada.drawn, **others))
        return self.say(drawn, jogada.name, after=(2, 4))

    def drawn(self, jogada: Jogada, said: BallDrawn) -> BallDrawn:
        """Return a ball as it is told."""
        del jogada
        return said

    def stop(self, jogada: Jogada, stop: Stop) -> Telling:
        """Hear the claims of a stop, read the cards back, ask for more (R43, R46)."""
        names: list[str] = []
        for call in stop.calls:
            said = self.say(
                BingoClaimed(
                    shape=call.prize, series=call.card[0], card=call.card[1], marked=call.marked
                ),
                jogada.name,
            )
            names.append(said.name)
            yield said
        yield from self.called(jogada, stop)
        for number, (call, name) in enumerate(zip(stop.calls, names, strict=True), 1):
            asked = stop.asked and number == len(names)
            yield self.say(
                ClaimVerified(
                    claim=name, valid=call.valid, second_question=asked, reason=call.reason
                ),
                jogada.name,
                after=(8, 20),
            )

    def called(self, jogada: Jogada, stop: Stop) -> Telling:
        """Do what is done between claims and their verification: nothing."""
        del jogada, stop
        yield from ()

    def break_down(self, jogada: Jogada) -> Telling:
        """Go on by hand after a breakdown during the draw (R55)."""
        jogada.breakdowns += 1
        yield self.say(JogadaSuspended(cause="avaria", side="operator"), jogada.name)
        yield self.say(Breakdown(equipment="extractor"), jogada.name)
        yield self.say(JogadaResumed(manual=True), jogada.name, after=(60, 300))

    def repair(self, jogada: Jogada) -> Telling:
        """Repair what failed before the first ball, within fifteen minutes (R55)."""
        jogada.breakdowns += 1
        yield self.say(JogadaSuspended(cause="avaria", side="operator"), jogada.name)
        yield self.say(Breakdown(equipment="painel", repaired=True), jogada.name, after=(30, 60))
        yield self.say(JogadaResumed(), jogada.name, after=self.repaired_after(jogada))

    def repaired_after(self, jogada: Jogada) -> tuple[int, int]:
        """Return within which seconds what failed before the first ball works again."""
        del jogada
        return 60, 600

    def fail(self, jogada: Jogada) -> Telling:
        """Give the prices back: fifteen minutes before the first ball without a solution (R55)."""
        jogada.breakdowns += 1
        yield self.say(JogadaSuspended(cause="avaria", side="operator"), jogada.name)
        yield self.say(Breakdown(equipment="extractor"), jogada.name, after=(30, 60))
        self.terminal.now += self.waits(jogada)
        yield from self.annul(jogada, "avaria", "BI R55")

    def waits(self, jogada: Jogada) -> timedelta:
        """Return how long a solution is waited for (R55)."""
        del jogada
        return timedelta(minutes=15)

    def annul(self, jogada: Jogada, cause: str, rule: str) -> Telling:
        """Annul the jogada: prices and the accumulator's increment go back."""
        assert jogada.parts is not None
        jogada.void = rule
        back = {id(sale): self.price(sale) for sale in jogada.sales}
        said = self.say(
            JogadaAnnulled(cause=cause, rule=rule, refunded=sum(back.values()), side="operator"),
            jogada.name,
        )
        jogada.ended = said.at
        yield said
        yield from self.take_back(jogada)
        yield from self.refunds(jogada, back)

    def take_back(self, jogada: Jogada) -> Telling:
        """Let the device take the increment back."""
        assert jogada.parts is not None
        yield self.say(
            JackpotIncrement(
                pool=self.pool.name,
                amount=-jogada.parts.increment,
                stake=-jogada.parts.total,
                balance=self.pool.balance,
                residue=self.pool.residue,
            ),
            jogada.name,
        )

    def refunds(self, jogada: Jogada, back: dict[int, int]) -> Telling:
        """Tell the refunds one by one, or none: then the annulment's sum is the refund."""
        if self.rng.randrange(2):
            for sale in jogada.sales:
                yield self.say(self.refund(sale, back[id(sale)]), jogada.name, after=(2, 6))

    @staticmethod
    def price(sale: Sale) -> int:
        """Return what goes back of a sale: both halves of doubles sold here."""
        return sale.face * (2 if sale.double and not sale.inherited else 1)

    @staticmethod
    def refund(sale: Sale, amount: int, cause: str = "annulled") -> CardsRefunded:
        """Return what gives the price of a sale back."""
        return CardsRefunded(
            series=sale.lot.series,
            first=sale.first,
            last=sale.last,
            amount=amount,
            cause=cause,
            player=sale.player,
        )

    # --- prizes --------------------------------------------------------------------------------

    def settle(self, jogada: Jogada) -> Telling:
        """Pay at once, unless doubles were sold, and end the jogada (R44, R45)."""
        assert jogada.parts is not None
        due = jogada.award() if jogada.void is None else []
        paid = self.payments(jogada)
        for payment in paid:
            self.count(jogada, payment)
        late = self.pays_late(jogada)
        waits = self.waits_for_second(jogada)
        if not waits and not late:
            yield from self.pay(jogada, paid)
        yield self.end(jogada)
        if not waits and late:
            yield from self.pay(jogada, paid)
        if jogada.void is None:
            self.pool.feed(jogada.parts)
            if any(prize.pool for prize in due):
                self.pool.won()
                yield self.restored()
        before = self.before
        if before is not None and self.waits_for_second(before):
            yield from self.pay(before, self.payments(before))

    def plays_on(self, jogada: Jogada) -> bool:
        """Tell whether a jogada's doubles play once more (R15)."""
        return jogada.doubles and jogada.void is None

    def waits_for_second(self, jogada: Jogada) -> bool:
        """Tell whether a jogada's prizes are paid when its doubles have played again (R45)."""
        return self.plays_on(jogada)

    def pays_late(self, jogada: Jogada) -> bool:
        """Tell whether prizes are paid after the jogada was ended, not before."""
        del jogada
        return self.rng.randrange(4) == 0

    def end(self, jogada: Jogada) -> Any:
        """End the jogada (R61 h)."""
        said = self.say(RoundClosed(), jogada.name, after=(5, 10))
        jogada.ended = jogada.ended or said.at
        return said

    def restored(self, **others: Any) -> Any:
        """Let finance say that the base is put back from the operator's money (R11)."""
        given: dict[str, Any] = {
            "pool": self.pool.name,
            "amount": self.pool.base,
            "funds": "operator",
            "balance": self.pool.base,
            **others,
        }
        self.terminal.wait(30, 90)
        self.office.now = self.terminal.now
        self.office.day = self.terminal.day
        return self.office.say(PoolReset(**given))

    def count(self, jogada: Jogada, paid: PrizePaid) -> None:
        """Enter a prize under its heading of the acta (R61 f, g)."""
        heading = {LINHA: "linha", jogada.offer.main: "bingo"}.get(paid.shape, "additional")
        heading = "progressive" if paid.pool is not None else heading
        jogada.given[heading] = jogada.given.get(heading, 0) + paid.amount
        jogada.withheld += paid.tax

    def payments(self, jogada: Jogada) -> list[PrizePaid]:
        """Return what is paid."""
        return [self.payment(jogada, one) for one in jogada.due]

    def pay(self, jogada: Jogada, paid: list[PrizePaid]) -> Telling:
        """Pay the prizes against the cards, in cash (R8, R50)."""
        apart: list[PrizePaid] = []
        if not jogada.ended:  # after the end nobody claims
            apart = [one for one in paid if one.pool is not None and self.rng.randrange(2)]
        rest = [one for one in paid if one not in apart]
        cut = self.rng.randrange(1, len(rest) + 1) if rest else 0
        for part in (rest[:cut], rest[cut:]):
            if part:
                yield self.say(PrizesPaid(prizes=tuple(part)), jogada.name, after=(20, 60))
        for one in apart:
            yield from self.pay_award(jogada, one)

    def payment(self, jogada: Jogada, prize: Prize) -> PrizePaid:
        """Return the payment of one prize."""
        return PrizePaid(
            series=prize.card[0],
            card=prize.card[1],
            shape=prize.name,
            amount=prize.amount,
            tax=tax_on(prize.amount, jogada.tax),
            means="cash",
            pool=prize.pool,
        )

    def pay_award(self, jogada: Jogada, paid: PrizePaid) -> Telling:
        """Pay a share of the accumulator as an award of its own."""
        assert paid.pool is not None
        won = JackpotWon(
            pool=paid.pool,
            combination="bingo",
            amount=paid.amount,
            series=paid.series,
            card_number=paid.card,
        )
        said = self.say(won, jogada.name, after=(5, 10))
        yield said
        yield self.say(
            AwardPaid(
                award=said.name,
                pool=paid.pool,
                amount=paid.amount,
                tax=paid.tax,
                means=paid.means,
            ),
            jogada.name,
            after=(20, 60),
        )

    # --- afterwards ----------------------------------------------------------------------------

    def after(self, jogada: Jogada) -> Telling:
        """Hear complaints, change balls, dispose of the cards, complete the acta."""
        yield from self.decide_complaints()
        yield from self.complaints(jogada)
        if self.rng.randrange(60) == 0:
            jogada.incidents += 1
            yield self.say(Incident(code="desordem", grade="misdemeanour"), jogada.name)
        if self.uses[self.variant] >= USES_MAX:
            yield self.replace_balls(jogada)
        yield from self.dispose(jogada)
        if self.rng.randrange(10) == 0:  # somebody asks too early, and is told so
            ask = self.terminal.ask(f"{jogada.name}9", expected=False)
            yield ask
            assert not ask.granted
        yield from self.recorded(jogada)

    def recorded(self, jogada: Jogada) -> Telling:
        """Complete the acta's record, once everything is done (R59, R60)."""
        yield self.record(jogada)

    def record(self, jogada: Jogada, **others: Any) -> Any:
        """Complete the acta's record of a jogada."""
        acta = self.acta(jogada)
        fields = {name: getattr(acta, name) for name in acta.__struct_fields__}
        return self.say(ActaCompleted(**{**fields, **others}), jogada.name, after=(10, 30))

    def complaints(self, jogada: Jogada) -> Telling:
        """Hear a complaint; it is decided at once, or later (R61 j)."""
        if self.rng.randrange(10) or jogada.fault is not None:
            return
        name = f"{self.badge}-R{self.occasion}"
        jogada.complaints.append(name)
        yield self.say(Complaint(complaint=name, about="win"), jogada.name, after=(10, 40))
        if self.rng.randrange(3):
            yield self.decision(jogada.name, name)
        else:
            jogada.pending = True
            self.undecided.append((jogada.name, name))

    def decision(self, round_id: str, name: str) -> Any:
        """Decide a complaint."""
        decided = ComplaintDecided(
            complaint=name, decision="improcedente", by=f"{self.badge}-chefe"
        )
        return self.say(decided, round_id, after=(30, 90))

    def decide_complaints(self) -> Telling:
        """Decide what was left undecided."""
        while self.undecided:
            yield self.decision(*self.undecided.pop(0))

    def dispose(self, jogada: Jogada) -> Telling:
        """Keep the winning cards, destroy the others; what is evidence is delivered (R51, R52)."""
        before = self.before
        if before is not None and self.plays_on(before):
            yield from self.dispose_of(before)
        if not self.plays_on(jogada):
            yield from self.dispose_of(jogada)

    def dispose_of(self, jogada: Jogada) -> Telling:
        """Dispose of one jogada's cards."""
        winning = {prize.card for prize in jogada.due}
        won = spans(intervals(card for card in jogada.in_play() if card in winning))
        rest = spans(intervals(card for card in jogada.in_play() if card not in winning))
        if won:
            yield self.say(CardsKept(cards=won, reason="winning"), jogada.name)
            self.kept.append((self.terminal.now + KEPT, jogada.name, won))
        if jogada.pending:
            yield self.say(CardsKept(cards=rest, reason="evidence"), jogada.name)
            yield self.say(CardsDelivered(cards=rest, to="IGJ"), jogada.name)
        else:
            yield self.say(CardsDestroyed(cards=rest, by=self.witnesses), jogada.name)


def spans(runs: Iterable[tuple[str, int, int]]) -> tuple[Interval, ...]:
    """Return runs of cards as events spell them."""
    return tuple(Interval(series=series, first=first, last=last) for series, first, last in runs)
