"""A bingo room whose double cards go wrong (R15, R45): what is done, and what must be found of it.

Each fault has a session of its own, of bingo 90: the first jogada sells the doubles, and the second
has no other fault.
"""

from typing import Any, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.bingo import PrizePaid, PrizesPaid, SaleClosed
from ledger.events.jackpots import AwardPaid
from ledger.events.tables import TableClosed
from ops.simulator.games.bingo.faults.sale import some
from ops.simulator.games.bingo.jogada import Jogada, Series, intervals
from ops.simulator.games.bingo.play import Play
from ops.simulator.games.bingo.prizes import LINHA, divide
from ops.simulator.games.bingo.sale import spans
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

AT_ONCE: Final = "doubles-paid-at-once"
FOR_ONE: Final = "doubles-for-one-jogada"
LEFT_OUT: Final = "doubles-left-out"
UNPLAYED: Final = "doubles-never-played-again"
DOUBLES: Final = frozenset({AT_ONCE, FOR_ONE, LEFT_OUT, UNPLAYED})
NINETY: Final = 90
"""The variant that has doubles here."""


class PlayDoubles(Play):
    """A room that plays rightly, but for its doubles."""

    @override
    def variant_of(self, fault: str | None) -> int:
        return NINETY if fault in DOUBLES else super().variant_of(fault)

    @override
    def begin(self, name: str, fault: str | None) -> Jogada:
        then = self.before.facts.pop("then", None) if self.before is not None else None
        if then is not None:
            if fault is not None:
                self.put_off(fault)
            fault, self._faulty = then
        elif fault in DOUBLES:
            waiting = self.faults.pop(self.occasion + 1, None)
            if waiting is not None:
                self.put_off(waiting, skip=1)
        return super().begin(name, fault)

    def with_doubles(self, jogada: Jogada, fault: str) -> bool:
        """Tell whether a jogada can have such a fault."""
        if jogada.variant != NINETY:
            return False
        before = self.before
        if fault == LEFT_OUT and before is not None and before.doubles:
            return True
        return jogada.last == (fault == UNPLAYED)

    @override
    def choose(self, jogada: Jogada) -> Series:
        if jogada.fault in DOUBLES and not jogada.sales:
            return self.series["D90"]
        return super().choose(jogada)

    @override
    def course(self, jogada: Jogada) -> str | None:
        return None if "then" in jogada.facts else super().course(jogada)

    @override
    def plays_on(self, jogada: Jogada) -> bool:
        return jogada.fault != UNPLAYED and super().plays_on(jogada)

    @override
    def waits_for_second(self, jogada: Jogada) -> bool:
        return jogada.fault != AT_ONCE and super().waits_for_second(jogada)

    @override
    def pay(self, jogada: Jogada, paid: list[PrizePaid]) -> Telling:
        for said in super().pay(jogada, paid):
            amount = _paid_by(getattr(said, "payload", None))
            if jogada.fault == AT_ONCE and amount is not None:
                facts = {"fact": "duplos"}
                self.plant(AT_ONCE, "BI-PAYWHEN", jogada.name, due=0, paid=amount, facts=facts)
            yield said

    @override
    def close_session(self, fault: str | None) -> Telling:
        last = self.before
        yield from super().close_session(fault)
        if last is not None and last.fault == UNPLAYED:
            yield self.say(TableClosed())
            self.terminal.wait(600, 900)
            yield self.say_opening(self.opening())


def _paid_by(payload: object) -> int | None:
    """Return the prizes that an event pays; None if it pays none."""
    match payload:
        case PrizesPaid(prizes=prizes):
            return sum(one.amount for one in prizes)
        case AwardPaid(amount=amount):
            return amount
        case _:
            return None


def for_one(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell some of the doubles for this jogada alone (R15)."""
    sale = some(room, jogada)
    sale.double, sale.amount = False, sale.face
    room.plant(FOR_ONE, "BI-DOUBLE", jogada.name, facts={"fact": "uma_jogada"})
    return True


def unplayed(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell doubles in the last jogada before the room closes (R15)."""
    later = sum(sale.face for sale in jogada.sales if sale.double)
    facts = {"fact": "sem_segunda"}
    room.plant(UNPLAYED, "BI-DOUBLE", jogada.name, due=0, paid=later, facts=facts)
    return True


def left_for_the_next(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell the doubles rightly; leave them out in the next jogada."""
    if not any(sale.inherited for sale in jogada.sales):
        jogada.facts["then"], jogada.fault = (jogada.fault, room.fault_id), None
    return True


def left_out(room: Play, jogada: Jogada, said: SaleClosed) -> SaleClosed:
    """Announce cards, money, prizes and accumulator as if no doubles played on (R15)."""
    assert jogada.parts is not None
    own = [sale for sale in jogada.sales if not sale.inherited]
    total = sum(sale.face for sale in own)
    parts = divide(
        total, jogada.offer.names, rate=room.pool.rate, residue=room.pool.residue, plan=jogada.plan
    )
    pooled = room.pool.balance + parts.increment
    room.plant(LEFT_OUT, "BI-DOUBLE", jogada.name, due=jogada.total, paid=total)
    for prize, due in jogada.parts.prizes.items():
        told = parts.prizes[prize]
        facts = {"premio": prize, "fact": "anunciado"}
        room.plant(LEFT_OUT, "BI-PCT", jogada.name, due=due, paid=told, facts=facts)
    room.plant(LEFT_OUT, "BI-3PCT", jogada.name, due=jogada.pooled, paid=pooled)
    prizes = dict(parts.prizes)
    cards = ((sale.lot.series, number) for sale in own for number in sale.numbers)
    return structs.replace(
        said,
        sold=spans(intervals(cards)),
        cards=sum(len(sale.numbers) for sale in own),
        collected=total,
        linha=prizes.pop(LINHA, 0),
        bingo=prizes.pop(jogada.offer.main),
        additional=prizes,
        pools={room.pool.name: pooled},
    )


def has_doubles(room: PlayDoubles, jogada: Jogada) -> bool:
    """Tell whether a jogada can have the fault that it is to have."""
    return room.with_doubles(jogada, jogada.fault or "")


OF_DOUBLES: Final = {
    FOR_ONE: Wrong(fits=has_doubles, instead={"prepare": for_one}),
    LEFT_OUT: Wrong(fits=has_doubles, instead={"prepare": left_for_the_next, "closing": left_out}),
    UNPLAYED: Wrong(fits=has_doubles, instead={"prepare": unplayed}),
    AT_ONCE: Wrong(fits=has_doubles),
}
"""Every fault of doubles."""
