"""Random days: whatever is said in whatever order, the invariants of 3.5 hold at every position.

``Hall.say`` checks them after each event: sums of zero, nothing below zero, cycles that add up,
falls with a reason, nothing from the base to the operator.
"""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    BaseFunded,
    Beneficiary,
    CharityPaid,
    Combination,
    ConcessionEnded,
    ControllerRead,
    DisplayRead,
    InterCasinoSettled,
    JackpotWon,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import LineWin, PlayVoided
from ledger.events.registry import OpeningDeclared, ParameterSet
from ledger.events.reviews import GamingDayClosed
from projections.base.event import Event
from tests.projections.stages.pools.hall import HASH, MILLION, Hall

POOLS = ("p", "q", "r")
MACHINES = ("M-1", "M-2", "M-3")
pools = st.sampled_from(POOLS)
machines = st.sampled_from(MACHINES)
amounts = st.integers(0, 60_000)
stakes = st.integers(1, 500_000)
casinos = st.sampled_from(("a", "b", "c"))
TABLE = (
    Combination(name="real", ppm=MILLION),
    Combination(name="cor", ppm=100_000, fixed=700),
    Combination(name="par", fixed=60_000),
)


class Days(RuleBasedStateMachine):
    """What machines, controllers, finance and the authority may say of three linked pools."""

    def __init__(self) -> None:
        super().__init__()
        self.hall = Hall()
        self.hall.casino = "a"
        self.hall.open("p", *MACHINES, scope="casinos", ppm=3_333)
        self.hall.open("q", "M-1", ceiling=50_400, reserve_ppm=1_777, ppm=7_777)
        self.hall.open("r", "M-2", "M-3", combinations=TABLE, base=500, ppm=100_001)
        self.plays: list[Event] = []
        self.events: list[Event] = []
        self.claims: list[Event] = []
        self.number = 0

    def note(self, event: Event) -> Event:
        self.events.append(event)
        return event

    @rule(stake=stakes, machine=machines, casino=casinos)
    def play(self, stake: int, machine: str, casino: str) -> None:
        self.plays.append(self.note(self.hall.play(stake, machine, casino=casino)))

    @rule(
        stake=stakes,
        machine=machines,
        pool=pools,
        casino=casinos,
        exact=st.booleans(),
        more=amounts,
        hand=st.booleans(),
        combination=st.sampled_from(("real", "cor", "par")),
    )
    def win(self, stake: int, machine: str, pool: str, more: int, **of: Any) -> None:
        amount = self.hall.pool(pool).shown if of["exact"] else more
        paid = {"pap_h": amount} if of["hand"] else {"pap_m": amount}
        wins = (LineWin(line=1, combination=of["combination"], amount=0),)
        event = self.hall.play(stake, machine, pool=pool, wins=wins, casino=of["casino"], **paid)
        self.plays.append(self.note(event))
        self.claims.append(event)

    @rule(pool=pools, amount=amounts)
    def claim(self, pool: str, amount: int) -> None:
        event = self.hall.say(JackpotWon(pool=pool, amount=amount), source="controlador")
        self.claims.append(self.note(event))

    @rule(pool=pools, device=machines, stake=stakes, again=st.booleans(), voided=st.booleans())
    def elsewhere(self, pool: str, device: str, stake: int, **of: bool) -> None:
        self.number += not of["again"]
        said = PoolStake(
            pool=pool,
            device=device,
            casino="c",
            stake=f"{device}:{self.number}",
            amount=stake,
            voided=of["voided"],
        )
        self.note(self.hall.say(said, source="controlador"))

    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        if self.plays:
            play = data.draw(st.sampled_from(self.plays))
            void = PlayVoided(play=play.name, cause="avaria", returned=play.payload.stake)
            self.note(self.hall.say(void, place=play.place))

    @rule(data=st.data(), pool=pools, amount=amounts, tax=st.integers(0, 100))
    def pay(self, data: st.DataObject, pool: str, amount: int, tax: int) -> None:
        award = data.draw(st.sampled_from(self.claims)).name if self.claims else None
        paid = AwardPaid(award=award, pool=pool, amount=amount, tax=min(tax, amount), means="cash")
        self.note(self.hall.say(paid, source="caixa"))

    @rule(data=st.data())
    def refuse(self, data: st.DataObject) -> None:
        if self.claims:
            claim = data.draw(st.sampled_from(self.claims))
            refusal = AwardRefused(award=claim.name, pool=claim.payload.pool, reason="avaria")
            self.note(self.hall.act(refusal))

    @rule(
        source=pools,
        into=pools,
        side=st.sampled_from(("out", "in", "both")),
        number=st.sampled_from(("t-1", "t-2")),
        parts=st.tuples(amounts, amounts, amounts, amounts),
        whole=st.booleans(),
        reason=st.sampled_from(("estrategia", None)),
    )
    def transfer(
        self, source: str, into: str, side: str, parts: tuple[int, ...], **others: Any
    ) -> None:
        pool = self.hall.pool(source)
        if others["whole"]:
            parts = tuple(pool.holds(f"J{number}") for number in range(1, 5))
        act = PoolTransferred(
            transfer=others["number"],
            side=side,
            pool=source,
            to=into,
            base=parts[0],
            accumulated=parts[1],
            reserve=parts[2],
            overflow=parts[3],
            reason=others["reason"],
            act="igj-1",
        )
        self.note(self.hall.act(act))

    @rule(
        pool=pools,
        component=st.sampled_from(("base", "accumulated", "reserve", "overflow")),
        amount=st.integers(-2_000, 2_000),
    )
    def adjust(self, pool: str, component: str, amount: int) -> None:
        act = PoolAdjusted(
            pool=pool, component=component, amount=amount, reason="avaria", evidence=HASH
        )
        self.note(self.hall.act(act))

    @rule(pool=pools, amount=amounts)
    def fund(self, pool: str, amount: int) -> None:
        self.note(self.hall.say(BaseFunded(pool=pool, amount=amount, funds="operator")))

    @rule(pool=pools, ppm=st.integers(0, MILLION))
    def change_rate(self, pool: str, ppm: int) -> None:
        since = "2026-11-20T20:00:30.000000Z"
        self.hall.act(ParameterSet(scope=pool, name="ppm", value=ppm, since=since))

    @rule(pool=pools, machine=machines, leaves=st.booleans())
    def member(self, pool: str, machine: str, **of: bool) -> None:
        kind = PoolMemberRemoved if of["leaves"] else PoolMemberAdded
        self.note(self.hall.say(kind(pool=pool, member=machine)))

    @rule(pool=pools, residue=st.integers(0, MILLION - 1), base=amounts)
    def declare(self, pool: str, residue: int, base: int) -> None:
        values = {"base": base, "residue": residue, "won": base}
        self.note(self.hall.say(OpeningDeclared(subject="pool", name=pool, values=values)))

    @rule(pool=pools, amount=amounts)
    def read(self, pool: str, amount: int) -> None:
        self.note(self.hall.say(DisplayRead(pool=pool, amount=amount), source="visor"))
        self.note(self.hall.say(ControllerRead(pool=pool, amount=amount, staked=amount)))

    @rule(pool=pools, payer=casinos, receiver=casinos, amount=amounts)
    def settle(self, pool: str, payer: str, receiver: str, amount: int) -> None:
        said = InterCasinoSettled(pool=pool, payer=payer, receiver=receiver, amount=amount)
        self.note(self.hall.say(said))

    @rule(share=st.integers(1, MILLION))
    def end(self, share: int) -> None:
        beneficiaries = [Beneficiary(institution="i", ppm=share)]
        if share < MILLION:
            beneficiaries.append(Beneficiary(institution="j", ppm=MILLION - share))
        said = ConcessionEnded(casino="a", beneficiaries=tuple(beneficiaries), act="igj-2")
        self.note(self.hall.say(said))

    @rule(amount=amounts)
    def give(self, amount: int) -> None:
        self.note(self.hall.say(CharityPaid(institution="i", amount=amount, receipt="r")))

    @rule(pool=pools)
    def extinguish(self, pool: str) -> None:
        self.note(self.hall.act(PoolExtinguished(pool=pool, reason="obras")))

    @rule(days=st.integers(1, 40))
    def time_passes(self, days: int) -> None:
        self.hall.tick(days * 86_400)
        self.hall.say(GamingDayClosed(), source="financas")

    @rule(data=st.data(), amount=amounts)
    def correct(self, data: st.DataObject, amount: int) -> None:
        """Withdraw an event, or let it say another amount."""
        if not self.events:
            return
        target = data.draw(st.sampled_from(self.events))
        field = next(
            (one for one in ("amount", "stake", "base") if hasattr(target.payload, one)), None
        )
        if field is None or data.draw(st.booleans()):
            self.hall.correct(target, None)
            return
        if field == "stake" and isinstance(target.payload, PoolStake):
            field = "amount"
        names = target.payload.__struct_fields__
        values = {name: getattr(target.payload, name) for name in names}
        self.hall.correct(target, type(target.payload)(**{**values, field: amount}))


Days.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
TestDays = Days.TestCase
