"""A jogada in the room, told event by event: draw, claims, prizes, cards, acta."""

from datetime import timedelta
from typing import Any, Final

from typing_extensions import override

from ledger.events.bingo import (
    ActaCompleted,
    BallDrawn,
    BingoClaimed,
    Breakdown,
    CardsDelivered,
    CardsDestroyed,
    CardsKept,
    CardsRefunded,
    ClaimVerified,
    Complaint,
    ComplaintDecided,
    Incident,
    JogadaAnnulled,
    JogadaResumed,
    JogadaSuspended,
    PrizePaid,
    PrizesPaid,
)
from ledger.events.jackpots import AwardPaid, JackpotIncrement, JackpotWon, PoolReset
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import RoundClosed
from ops.simulator.games.bingo.cards import Symbol
from ops.simulator.games.bingo.jogada import Jogada, Prize, Sale, Stop, intervals
from ops.simulator.games.bingo.prizes import LINHA
from ops.simulator.games.bingo.room import KEPT, USES_MAX, all_balls, tax_on
from ops.simulator.games.bingo.sale import Selling, spans
from ops.simulator.parties.party import Telling

MANUAL: Final = "manual"
REPAIRED: Final = "repaired"
FAILED: Final = "failed"
MISSAID: Final = "missaid"


class Play(Selling):
    """How a jogada is played rightly."""

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
        """Return the failure that is nobody's fault, if there is any."""
        if jogada.fault is not None:
            return None
        lot = self.rng.randrange(40)
        return {0: FAILED, 1: MISSAID, 2: REPAIRED, 3: MANUAL, 4: MANUAL}.get(lot)

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
            jogada.claims.append(name)
            yield self.say(
                ClaimVerified(
                    claim=name,
                    valid=call.valid,
                    second_question=asked,
                    reason=call.reason,
                    by=self.verifier,
                ),
                jogada.name,
                after=(8, 20),
            )

    def called(self, jogada: Jogada, stop: Stop) -> Telling:
        """Do nothing between claims and their verification; a fault may."""
        del jogada, stop
        yield from ()

    def break_down(self, jogada: Jogada) -> Telling:
        """Go on by hand after a breakdown during the draw (R55)."""
        jogada.breakdowns += 1
        yield self.say(JogadaSuspended(cause="avaria", side="operator"), jogada.name)
        yield self.say(Breakdown(equipment="extractor"), jogada.name)
        yield self.say(JogadaResumed(manual=True), jogada.name, after=(60, 300))

    def repair(self, jogada: Jogada) -> Telling:
        """Repair the panel that failed before the first ball, within fifteen minutes (R55)."""
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
        """Return the amount that goes back of a sale: both halves of doubles sold here."""
        return sale.face * (2 if sale.double and not sale.inherited else 1)

    @staticmethod
    def refund(sale: Sale, amount: int, cause: str = "annulled") -> CardsRefunded:
        """Return the refund of a sale."""
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
        """Return the prizes that are paid."""
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
        early = self.rng.randrange(10) == 0  # online the next one may begin before (R92)
        if early and self.MODE == "physical":  # somebody asks too early, and is told so
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
        claim = jogada.claims[-1] if jogada.claims else None
        heard = Complaint(complaint=name, about="win", claim=claim)
        yield self.say(heard, jogada.name, after=(10, 40))
        if self.rng.randrange(3):
            yield self.decision(jogada.name, name)
        else:
            jogada.pending = True
            self.undecided.append((jogada.name, name))

    def decision(self, round_id: str, name: str, by: str | None = None) -> Any:
        """Decide a complaint: the room's chief does, who verified no claim."""
        decided = ComplaintDecided(
            complaint=name, decision="improcedente", by=by or f"{self.badge}-chefe"
        )
        return self.say(decided, round_id, after=(30, 90))

    def decide_complaints(self) -> Telling:
        """Decide the complaints that were left undecided."""
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
