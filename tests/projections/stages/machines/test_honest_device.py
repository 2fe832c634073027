"""Random days of a machine beside a simulated device that counts honestly."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ledger.events.base import Payload
from ledger.events.machines import (
    CreditsIn,
    CreditsOut,
    HandPaid,
    LineWin,
    MachineEnrolled,
    MetersRead,
    PlayVoided,
    RamCleared,
    TicketIssued,
    TicketRedeemed,
)
from ledger.events.reviews import GamingDayClosed
from ledger.events.tables import DropCounted
from projections.base.event import Event
from projections.stages.machines.measures.contadores import (
    cash_result,
    credit_balance,
    figure,
    gross_revenue,
    revenue_by_table,
    twelve,
)
from tests.projections.stages.machines.hall import homologated, play
from tests.projections.stages.machines.memory import Floor

M = 10**5
"""A small counter, so that it rolls over often."""
LIMIT = M // 2
WINS = {(0, 0, 0): ("setes", 10), (1, 1, 1): ("bares", 3), (2, 2, 0): ("cerejas", 2)}
LOSING = (0, 2, 1)
DAYS = [f"2026-11-{day}" for day in range(20, 29)]


class Device:
    """What a machine's own memory does: each prize in one meter, nothing ever taken back."""

    NAMES = ("CJ", "CG", "JE", "DEn", "DEc", "BE", "PA", "CCm", "CCc", "BP")
    MORE = ("PAPm", "PAPh", "PAM", "CCM")

    def __init__(self) -> None:
        self.raw = dict.fromkeys((*self.NAMES, *self.MORE), 0)
        self.credits = 0

    def count(self, **meters: int) -> None:
        for name, amount in meters.items():
            self.raw[name] = (self.raw[name] + amount) % M

    def read(self) -> dict[str, int]:
        sums = {"DE": ("DEn", "DEc"), "CC": ("CCm", "CCc"), "PAP": ("PAPm", "PAPh")}
        said = dict(self.raw)
        for whole, (one, other) in sums.items():
            said[whole] = (self.raw[one] + self.raw[other]) % M
        said["SC"] = self.credits
        r = self.raw
        said["RB"] = r["CJ"] - r["CG"] - r["PA"] - said["PAP"] - r["PAM"]
        return said


class HonestDevice(RuleBasedStateMachine):
    """Identities hold after every event, and the events' counters are the device's."""

    def __init__(self) -> None:
        super().__init__()
        self.floor = Floor()
        self.device = Device()
        self.floor.set("contador_salto_max", LIMIT)
        self.day = 0
        self.voidable: list[tuple[str, int]] = []
        self.tickets: list[tuple[str, int]] = []
        self.issued = 0
        self.box = [0, 0]
        self.say(MachineEnrolled(maker="m", model="x", serial="1", digits=5))
        self.say(homologated())
        self.take_reading()

    def say(self, payload: Payload) -> Event:
        return self.floor.say(payload, day=DAYS[self.day])

    @rule(amount=st.integers(1, 40), account=st.booleans())
    def money_in(self, *, amount: int, account: bool) -> None:
        amount *= 100
        self.device.credits += amount
        if account:
            self.device.count(DEc=amount)
        else:
            self.device.count(DEn=amount)
            self.box[0] += amount
        means = "account" if account else "note"
        self.say(CreditsIn(amount=amount, means=means, balance=self.device.credits))

    @precondition(lambda self: self.device.credits >= 100)
    @rule(stops=st.sampled_from([*WINS, LOSING, LOSING]), level=st.integers(1, 3))
    def plays(self, stops: tuple[int, ...], level: int) -> None:
        stake = min(level * 100, self.device.credits // 100 * 100)
        name, pays = WINS.get(stops, ("", 0))
        prize = pays * stake
        self.device.credits += prize - stake
        self.device.count(CJ=stake, CG=prize, JE=1)
        wins = (LineWin(line=1, combination=name, amount=prize),) if prize else ()
        self.say(play(stake=stake, stops=stops, cg=prize, wins=wins, balance=self.device.credits))

    @precondition(lambda self: self.device.credits >= 25)
    @rule(machine=st.booleans(), amount=st.integers(1, 500), progressive=st.booleans())
    def other_prizes(self, *, machine: bool, amount: int, progressive: bool) -> None:
        meter = {(True, True): "PAPm", (True, False): "PA", (False, True): "PAPh"}.get(
            (machine, progressive), "PAM"
        )
        field = {"PAPm": "pap_m", "PAPh": "pap_h"}.get(meter, meter.lower())
        self.device.credits += (amount if machine else 0) - 25
        self.device.count(CJ=25, JE=1, **{meter: amount})
        event = self.say(
            play(
                stake=25,
                denomination=25,
                stops=LOSING,
                balance=self.device.credits,
                **{field: amount},
            )
        )
        if not machine:
            self.say(
                HandPaid(category=meter, amount=amount, means="cash", slip="g1", play=event.name)
            )

    @precondition(lambda self: self.device.credits >= 100)
    @rule()
    def unfinished(self) -> None:
        """Void a play without an outcome: the stake comes back, the meters stay."""
        event = self.say(play(stops=(), balance=self.device.credits - 100))
        self.device.count(CJ=100, JE=1)
        self.say(
            PlayVoided(
                play=event.name,
                cause="avaria",
                side="operator",
                returned=100,
                balance=self.device.credits,
            )
        )

    @precondition(lambda self: self.device.credits > 0)
    @rule(how=st.sampled_from(["machine", "account", "hand", "ticket"]), part=st.integers(1, 4))
    def money_out(self, how: str, part: int) -> None:
        amount = max(1, self.device.credits // part)
        self.device.credits -= amount
        balance = self.device.credits
        if how == "ticket":
            self.issued += 1
            self.tickets.append((f"t{self.issued}", amount))
            self.device.count(BP=amount)
            self.say(TicketIssued(ticket=f"t{self.issued}", amount=amount, balance=balance))
        elif how == "hand":
            self.device.count(CCM=amount)
            self.say(
                HandPaid(category="CCM", amount=amount, means="cash", slip="g", balance=balance)
            )
        else:
            self.device.count(**{"CCm" if how == "machine" else "CCc": amount})
            self.say(CreditsOut(amount=amount, means=how, balance=balance))

    @precondition(lambda self: self.tickets)
    @rule()
    def ticket_in(self) -> None:
        name, amount = self.tickets.pop()
        self.device.credits += amount
        self.device.count(BE=amount)
        self.box[1] += amount
        self.say(TicketRedeemed(ticket=name, amount=amount, balance=self.device.credits))

    @rule()
    def take_reading(self) -> None:
        self.say(MetersRead(meters=self.device.read(), why="periodic"))

    @rule()
    def box_taken(self) -> None:
        self.say(MetersRead(meters=self.device.read(), why="drop"))
        cash, tickets = self.box
        self.box = [0, 0]
        self.say(DropCounted(cash=cash, tickets=tickets))

    @rule()
    def memory_cleared(self) -> None:
        before = self.device.read()
        self.device.raw = dict.fromkeys(self.device.raw, 0)
        self.say(RamCleared(before=before, after=self.device.raw, seal="ar-7", reason="avaria"))

    @precondition(lambda self: self.day < len(DAYS) - 1)
    @rule()
    def day_ends(self) -> None:
        self.say(GamingDayClosed())
        self.day += 1

    @invariant()
    def nothing_is_wrong(self) -> None:
        """No finding of an honest day, whatever its order."""
        assert self.floor.faults == []

    @invariant()
    def identities_hold(self) -> None:
        """Identities 1, 2, 3, 5 and 7 of the page, after every event."""
        machine = self.floor.machine()
        totals = machine.totals
        assert credit_balance(totals) == machine.credits == self.device.credits >= 0
        assert gross_revenue(totals) == twelve(totals)["RB"]
        assert cash_result(totals) == gross_revenue(totals) + credit_balance(totals)
        for counter, name in enumerate(("CJ", "CG", "JE")):
            parts = sum(one[counter] for one in machine.by_denomination.values())
            assert parts == figure(totals, name)

    @invariant()
    def circulation_is_what_is_owed(self) -> None:
        """Identity 4: issued less taken is what the players hold."""
        totals = self.floor.machine().totals
        owed = sum(amount for _, amount in self.tickets)
        assert figure(totals, "BP") - figure(totals, "BE") == owed

    @invariant()
    def closed_days_add_up(self) -> None:
        """Compare the receita handed on with identity 5 of the closed days."""
        closes = self.floor.stage._counting.rows.closes
        told = sum(one.amount for one in self.floor.revenue)
        assert told == sum(revenue_by_table(one.values) for one in closes)
        if closes and self.day:
            assert sum(one.values[2] for one in closes) == closes[-1].totals[2]


TestHonestDevice = HonestDevice.TestCase
TestHonestDevice.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@given(
    outcomes=st.lists(st.sampled_from([*WINS, LOSING]), min_size=1, max_size=12),
    wrong=st.integers(0, 11),
    meter=st.sampled_from(["CJ", "CG", "JE"]),
    by=st.integers(1, 500),
    every=st.integers(1, 4),
)
def test_a_planted_wrong_meter_names_the_first_play_where_they_part(
    outcomes: list[tuple[int, ...]], wrong: int, meter: str, by: int, every: int
) -> None:
    """Read after every n plays: the first play of the stretch in which a meter went wrong.

    Read after each play, that is the very play; nothing else is found, and nothing before.
    """
    floor, device = Floor(), Device()
    floor.say(homologated())
    floor.say(CreditsIn(amount=50_000, means="note"))
    device.count(DEn=50_000)
    wrong = min(wrong, len(outcomes) - 1)
    names: list[str] = []
    for number, stops in enumerate(outcomes, 1):
        _, pays = WINS.get(stops, ("", 0))
        names.append(floor.say(play(stops=stops, cg=pays * 100)).name)
        device.count(CJ=100, CG=pays * 100, JE=1)
        if number - 1 == wrong:
            device.count(**{meter: by})
        if number % every == 0 or number == len(outcomes):
            said = {name: value for name, value in device.read().items() if name != "RB"}
            del said["SC"]
            floor.say(MetersRead(meters=said, why="periodic"))
    (found,) = [one for one in floor.faults if one.code == "MQ-METER-EVT"]
    assert found.facts == {"counter": meter, "by": by, "first": names[wrong // every * every]}
