"""The floor around the games: who speaks when, parameters, the day's close, tax, and the ledger.

The office schedules every place each day and withdraws it when it has closed; a kiosk beats; a
witness repeats what checkpoints he was handed; at the end finance closes the day and declares the
tax on what the parties earned. Its occasions are the beats, one in ten minutes.

Rules: contabilidade_de_mesa.md (tax); INT-*, REG-*, OP-*, TAX-*, DS-EVID, CLAIM-NOREC of the
findings.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from msgspec import Struct, structs
from typing_extensions import override

from ledger.events.base import Interval, Payload
from ledger.events.bingo import CardsDestroyed
from ledger.events.jackpots import CoverDeclared
from ledger.events.registry import (
    CasinoRegistered,
    CheckpointSealed,
    Heartbeat,
    OpeningDeclared,
    ParameterSet,
    PlaceScheduled,
    PlaceWithdrawn,
    VerificationDone,
)
from ledger.events.reviews import (
    Correction,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    FindingAcknowledged,
    FindingDecided,
    FindingDecided2,
    FindingExplained,
    GamingDayClosed,
    InspectionNoted,
    TaxDeclared,
    TaxShare,
)
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import ChipsSold, TableOpened
from ledger.roles import Binding, Role
from ops.simulator.parties.access.groups import ACCESS
from ops.simulator.parties.access.rows import OF_ROWS
from ops.simulator.parties.access.segregation import IN_ONE_HAND, SPEAKING, bindings
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.office.custody import keys_change
from ops.simulator.parties.office.papers import papers
from ops.simulator.parties.party import Party, Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE
from ops.simulator.parties.terminal import (
    LAST_LINK,
    AskFinding,
    AskReceita,
    Forgery,
    Read,
    Said,
    Terminal,
    instant,
)

CASINO: Final = "casino-1"
BEAT: Final = timedelta(minutes=10)
BEATS_MAX: Final = 120
"""A gaming day is over after twenty hours, whoever is still open."""
HEARTBEAT: Final = 7_200
"""Seconds after which the silence of an open place is a finding."""
KIOSK_HEARTBEAT: Final = 1_500
SILENT: Final = 4
"""Beats that a kiosk misses which falls silent."""
FOUND_SILENT: Final = 3
"""After how many of them its silence is a finding: half an hour, of 25 minutes allowed."""
CLOSING: Final = timedelta(minutes=60)
"""How long after the last place closed finance closes the day."""
TAX_PPM: Final = 100_000
"""Imposto especial: 10 % of receita bruta."""
HOURS: Final = {"day_cutoff": "06:00", "zone": "Atlantic/Cape_Verde"}
"""A gaming day ends at six in the morning of the next, Praia's clocks: seven in UTC."""
SHARES: Final = (
    ("estado", 50),
    ("turismo", 15),
    ("desporto", 10),
    ("cultura", 10),
    ("municipios", 10),
    ("educacao", 5),
)
GUARANTEE: Final = 1_000_000_000
"""What a bank answers for, beyond all that the pools ever hold."""
WRONG: Final = 12_345
"""By how much a wrong declaration is wrong."""
UNKNOWN: Final = "ab" * 32
OF_THE_TAX: Final = ("wrong-tax-base", "wrong-tax", "wrong-tax-split", "rate-setter-declares")
"""Faults of the day's declaration."""
FORGERIES: Final[Mapping[str, str]] = {
    "forged-key": "unknown-key",
    "forged-signature": "unauthentic",
    "unknown-device": "unknown-source",
    "gap": "gap",
    "equivocation": "fork",
    "not-canonical": "not-canonical",
    "malformed": "malformed",
}
"""Faults to the code with which the door refuses them."""
REFUSED_AS: Final[Mapping[str, str]] = {
    "unknown-key": "INT-SIG",
    "unauthentic": "INT-SIG",
    "unknown-source": "INT-SIG",
    "gap": "INT-CHAIN",
    "fork": "INT-CHAIN",
    "not-canonical": "INT-SCHEMA",
    "malformed": "INT-SCHEMA",
}


class Hologram(Payload, frozen=True, kw_only=True):
    """An event of a kind that nobody knows yet."""

    KIND: ClassVar[str] = "hologram-shown/1"

    text: str


class Watched(Struct, kw_only=True):
    """A place on the floor as the office sees it."""

    place: str
    source: str
    category: str
    opens: timedelta = timedelta()
    """After the floor."""
    heartbeat: int = HEARTBEAT
    open: bool = True
    """Whether it still speaks today."""


class Floor(Party):
    """The office of a floor, its kiosk, finance, inspector and witness."""

    GAME: ClassVar[str] = "sala"
    ROLE: ClassVar[Role] = Role.FLOOR_MANAGER
    FAULTS: ClassVar[tuple[str, ...]] = (
        *FORGERIES,
        "hologram",
        "silent",
        "clock-ahead",
        "clock-back",
        "into-closed-day",
        "split-view",
        "checkpoint-ahead",
        "unclean-verification",
        "correction-of-nothing",
        "correction-of-another",
        "correction-of-a-correction",
        "retroactive-limit",
        "own-approval",
        "inspector-plays",
        "operator-closes-finding",
        "game-not-admitted",
        "evidence-destroyed",
        "decided-without-record",
        *OF_THE_TAX[:3],
        *ACCESS,
        "inspection",
        "inspection-of-a-fold",
        "opening-after-play",
        *OF_ROWS,
        *IN_ONE_HAND,
        "rate-setter-declares",
    )
    WRONGS: ClassVar[Mapping[str, Wrong]] = {**ACCESS, **OF_ROWS, **IN_ONE_HAND}

    def __init__(
        self,
        where: Place,
        faults: Mapping[int, str] | None = None,
        *,
        watched: Sequence[Watched] = (),
        earned: Callable[[], int] | None = None,
        by_the_ledger: bool = False,
    ) -> None:
        """Set the office up over the places it watches; ``earned`` is the receita of the day.

        ``by_the_ledger`` where what the parties know of their own is not what they said: then
        finance declares what the ledger has.
        """
        super().__init__(where, faults)
        self.casino = CASINO
        self.watched = list(watched)
        self._receita = earned
        self._by_the_ledger = by_the_ledger
        self._suffix = where.source.removeprefix("sala")
        """Of those who sign in another run in the same ledger."""
        self._kiosk_place = f"QI-01{self._suffix}"
        self._finance = self._at("financas")
        self._treasury = self._at("tesouraria")
        """Another of finance: who sets the rate of a tax does not declare it."""
        self._registrar = self._at("conservador")
        self._second = f"conservador-b{self._suffix}"
        self._inspector = self._at("inspeccao")
        self._authority = self._at("autoridade")
        self._disputes = self._at("litigios")
        self._table = self._at("mesa-xx", f"XX-01{self._suffix}")
        self._room = self._at("sala-bi", f"BI-09{self._suffix}")
        self._witness = self._at("testemunha")
        self._admin = self._at("administracao")
        self._reader = f"fiscalizacao{self._suffix}"
        """Another of the Authority: who agrees to what is erased has no part in the case."""
        self._kiosk = self._at("quiosque", self._kiosk_place)
        self._director = f"direccao{self._suffix}"
        self._supervisor = self._at("fiscal")
        self._technician = self._at("tecnica")
        self._cage = self._at("caixa-sala", f"CX-09{self._suffix}")
        self._runner = self._at("volante")
        """A cashier who carries money about."""
        self._hands = {one: self._at(one) for one in SPEAKING}
        """People of several keys, each key by its name in the first run."""
        self._scheduled: dict[str, str] = {}
        """Place to source, of those who are to speak now."""
        self._cases = 0
        self._silent = 0
        """For how many beats the kiosk still keeps silent."""
        self._hushed = ""
        """Id of a silence that is no finding yet."""
        self._heard = False
        """Whether the kiosk spoke at the last beat."""
        self._views = 2
        self._tax: list[str] = []
        self._yesterday: str | None = None
        self._keys_changed = False
        self._told: set[str] = set()
        """Faults of access that this day has had."""

    def _at(self, source: str, place: str | None = None) -> Terminal:
        return Terminal(
            f"{source}{self._suffix}", place, self.where.day, self.where.start, self.rng
        )

    @override
    def sources(self) -> dict[str, Binding]:
        return {
            self.terminal.source: Binding(role=self.ROLE),
            self._finance.source: Binding(role=Role.FINANCE),
            self._treasury.source: Binding(role=Role.FINANCE),
            self._director: Binding(role=Role.DIRECTOR),
            self._inspector.source: Binding(role=Role.INSPECTOR),
            self._authority.source: Binding(role=Role.AUTHORITY),
            self._disputes.source: Binding(role=Role.DISPUTE),
            self._witness.source: Binding(role=Role.AUDITOR),
            self._admin.source: Binding(role=Role.ADMIN),
            self._reader: Binding(role=Role.INSPECTOR),
            self._registrar.source: Binding(role=Role.REGISTRAR, side="house"),
            self._second: Binding(role=Role.REGISTRAR, side="authority"),
            self._supervisor.source: Binding(role=Role.SUPERVISOR),
            self._technician.source: Binding(role=Role.TECHNICIAN),
            self._runner.source: Binding(role=Role.CASHIER),
            f"volante-b{self._suffix}": Binding(role=Role.CASHIER),
            self._cage.source: self.device(Role.CAGE, f"CX-09{self._suffix}"),
            self._kiosk.source: self.device(Role.DISPLAY, self._kiosk_place),
            self._table.source: self.device(Role.TABLE, f"XX-01{self._suffix}"),
            self._room.source: self.device(Role.BINGO_ROOM, f"BI-09{self._suffix}"),
            **bindings(self._suffix),
        }

    # --- once ----------------------------------------------------------------------------------

    @override
    def prepare(self) -> Telling:
        self.terminal.now = self.where.start - timedelta(hours=11)
        self.terminal.day = None
        yield self._by(
            self._registrar,
            CasinoRegistered(
                casino=CASINO,
                operator="operador-1",
                currency=CURRENCY,
                profile=PROFILE,
                act="concessao-1",
            ),
            approved_by=(self._second,),
        )
        since = instant(self.terminal.now + timedelta(hours=1))
        for name, value in (("imposto_especial_ppm", TAX_PPM), *HOURS.items()):
            said = ParameterSet(
                scope=CASINO, name=name, value=value, since=since, act="despacho-fiscal"
            )
            yield self._by(self._treasury, said, approved_by=(self._director,))

    # --- a day ---------------------------------------------------------------------------------

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        """Schedule, watch until every place is closed (and for ``rounds`` beats), close the day."""
        self.terminal.begin(day, start - timedelta(minutes=30))
        self._told.clear()
        yield from self._schedule(start)
        beats = 0
        while beats < rounds or (beats < BEATS_MAX and any(one.open for one in self.watched)):
            beats += 1
            self.occasion += 1
            self.terminal.now += BEAT
            yield self.terminal.pause()
            for one in self.watched:
                if not one.open and one.place in self._scheduled:
                    yield self._withdraw(one.place, one.source)
            yield from self._beat()
            fault = self.fault()
            if fault is not None:
                yield from self._wrong(fault)
        if self._hushed:  # the day was over before anybody could wonder
            self._hushed = ""
            self.put_off("silent")
        for place, source in list(self._scheduled.items()):
            yield self._withdraw(place, source)
        self.terminal.now += CLOSING
        yield self.terminal.pause()
        yield from papers(self, day)
        if not self._keys_changed:
            self._keys_changed = True
            yield from keys_change(self)
        yield from self._close(day)

    def _schedule(self, start: datetime) -> Telling:
        kiosk = Watched(
            place=self._kiosk_place,
            source=self._kiosk.source,
            category="display",
            heartbeat=KIOSK_HEARTBEAT,
        )
        self._silent = 0
        for one in (kiosk, *self.watched):
            one.open = True
            self._scheduled[one.place] = one.source
            yield self._say(
                PlaceScheduled(
                    source=one.source,
                    category=one.category,
                    casino=CASINO,
                    opens=instant(start + one.opens),
                    heartbeat_seconds=one.heartbeat,
                ),
                place=one.place,
            )

    def _withdraw(self, place: str, source: str) -> Said:
        del self._scheduled[place]
        return self._say(PlaceWithdrawn(source=source, reason="closed"), place=place)

    def _beat(self) -> Telling:
        self._heard = not self._silent
        if self._heard:
            yield self._by(self._kiosk, Heartbeat())
            return
        self._silent -= 1
        if self._hushed and SILENT - self._silent == FOUND_SILENT:
            self.plant("silent", "INT-SILENT", place=self._kiosk_place, id=self._hushed)
            self._hushed = ""

    def _close(self, day: str) -> Telling:
        cover = CoverDeclared(
            casino=CASINO, amount=GUARANTEE, form="guarantee", reference="garantia-1"
        )
        yield self._by(self._finance, cover, at_day=day)
        yield self._by(self._finance, GamingDayClosed(casino=CASINO), at_day=day)
        yield from self._declare(day)
        self._yesterday = day

    def _declare(self, day: str) -> Telling:
        if self._receita is None:
            return
        base = self._receita()
        if self._by_the_ledger:
            asked = AskReceita(at=instant(self.terminal.now), casino=CASINO, day=day)
            yield asked
            base = asked.amount
        fault = self._tax.pop(0) if self._tax else None
        if fault == "wrong-tax-base":
            base += 10 * WRONG
        tax = max(0, base) * TAX_PPM // 1_000_000
        if fault == "wrong-tax":
            tax += WRONG
        shares = divided(tax)
        if fault == "wrong-tax-split":
            shares["estado"] -= WRONG
            shares["educacao"] += WRONG
        declarant = self._treasury if fault == "rate-setter-declares" else self._finance
        said = self._by(
            declarant,
            TaxDeclared(
                casino=CASINO,
                first=day,
                last=day,
                tax_name="imposto_especial",
                base=base,
                tax=tax,
                shares=tuple(TaxShare(to=to, amount=amount) for to, amount in shares.items()),
            ),
            at_day=None,
        )
        if fault is not None:
            self._plant_tax(fault, said)
        yield said

    def _plant_tax(self, fault: str, said: Said) -> None:
        more = {"id": f"{fault}/{said.name}", "event": said.name}
        if fault == "wrong-tax-base":
            base = {"facts": {"figure": "base"}, "due": 0, "paid": 10 * WRONG}
            self.plant(fault, "TAX-BASE", **base, **more)
            # Of a day that lost there is no tax, whatever the base.
            self.plant(fault, "TAX-BASE", facts={"figure": "tax"}, may=True, **more)
            self.plant(fault, "TAX-SPLIT", may=True, **more)
        elif fault == "wrong-tax":
            self.plant(fault, "TAX-BASE", facts={"figure": "tax"}, due=0, paid=WRONG, **more)
            self.plant(fault, "TAX-SPLIT", **more)
        elif fault == "rate-setter-declares":
            facts = {"parts": ["rate", "declared"], "effect": True}
            self.plant(fault, "OP-ACCESS", facts=facts, may=False, **more)
        else:
            self.plant(fault, "TAX-SPLIT", **more)

    # --- what is done wrongly ------------------------------------------------------------------

    def _can(self, fault: str) -> bool:
        """Tell whether a fault can be done now.

        A kiosk that has been silent does nothing else wrong before it was heard again: its clock,
        put back, might still be after its last word. A day has one declaration, and what is late
        for a closed day is told once for each source and closing.
        """
        if self._silent or not self._heard:
            return False
        if fault in OF_THE_TAX:
            return not self._tax
        return fault != "into-closed-day" or self._yesterday is not None

    def _wrong(self, fault: str) -> Telling:
        if not self._can(fault):
            self.put_off(fault)
        elif fault in self.WRONGS:
            yield from self.at("occasion", Occasion(fault))
        elif fault in FORGERIES:
            yield from self._forge(fault)
        elif fault in OF_THE_TAX:
            self._tax.append(fault)  # at the close
        else:
            yield from _WRONG[fault](self, fault)

    def _forge(self, fault: str) -> Telling:
        how = FORGERIES[fault]
        self._kiosk.now = self.terminal.now
        yield Forgery(
            at=instant(self.terminal.now), source=self._kiosk.source, payload=Heartbeat(), how=how
        )
        source = self._kiosk.source + ("-desconhecida" if how == "unknown-source" else "")
        self.plant(fault, REFUSED_AS[how], facts={"source": source, "refused": how})

    def show_hologram(self, fault: str) -> Telling:
        """Send an event of a kind that nobody knows."""
        said = self._by(self._kiosk, Hologram(text="?"))
        self.plant(fault, "INT-SCHEMA", event=said.name)
        yield said

    def fall_silent(self, fault: str) -> Telling:
        """Let the kiosk miss some beats; the third is one too many."""
        del fault
        self._silent, self._hushed = SILENT, self.fault_id
        yield from ()

    def run_ahead(self, fault: str) -> Telling:
        """Let the kiosk's clock be twenty minutes ahead."""
        yield self._at_another_time(fault, timedelta(minutes=20), "future")

    def go_back(self, fault: str) -> Telling:
        """Let the kiosk's clock be twenty minutes behind."""
        yield self._at_another_time(fault, -timedelta(minutes=20), "back")

    def _at_another_time(self, fault: str, off: timedelta, fact: str) -> Said:
        self._kiosk.now = self.terminal.now + off
        said = structs.replace(self._kiosk.say(Heartbeat()), sent=instant(self.terminal.now))
        self.plant(fault, "INT-CLOCK", event=said.name, facts={"fact": fact})
        return said

    def speak_of_yesterday(self, fault: str) -> Telling:
        """Send an event of a day that is closed."""
        said = self._by(self._kiosk, Heartbeat(), at_day=self._yesterday)
        self._yesterday = None
        self.plant(fault, "INT-CLOCK", event=said.name, facts={"fact": "closed_day"})
        yield said

    def state_two_roots(self, fault: str) -> Telling:
        """Let a witness be handed two roots of one size."""
        self._views += 1
        size = self._views  # between the first tick and the next all are enrolled
        first = self._by(self._witness, CheckpointSealed(size=size, root=UNKNOWN))
        self.plant(fault, "INT-CKPT", event=first.name, may=True)  # where a tick told that size
        yield first
        said = self._by(self._witness, CheckpointSealed(size=size, root="cd" * 32))
        self.plant(fault, "INT-CKPT", event=said.name)
        yield said

    def cover_the_future(self, fault: str) -> Telling:
        """Seal a checkpoint over what is not there."""
        said = self._by(self._witness, CheckpointSealed(size=2**50, root=UNKNOWN))
        self.plant(fault, "INT-CKPT", event=said.name)
        yield said

    def verify_uncleanly(self, fault: str) -> Telling:
        """Let an auditor's verification find a fault."""
        done = VerificationDone(last=9, root="ef" * 32, outcome="faults", faults=1)
        said = self._by(self._witness, done)
        self.plant(fault, "INT-CKPT", event=said.name)
        yield said

    def correct_nothing(self, fault: str) -> Telling:
        """Correct an event that there is not."""
        said = self._correct("ninguem:1", UNKNOWN)
        self.plant(fault, "INT-CORR", event=said.name)
        yield said

    def correct_another(self, fault: str) -> Telling:
        """Correct an event by another one's link."""
        said = self._correct(f"{self._kiosk.source}:1", UNKNOWN)
        self.plant(fault, "INT-CORR", event=said.name)
        yield said

    def correct_correction(self, fault: str) -> Telling:
        """Withdraw a heartbeat, then correct that correction."""
        last = self._say(Heartbeat())
        yield last
        first = self._correct(last.name, LAST_LINK)
        yield first
        said = self._correct(first.name, LAST_LINK)
        self.plant(fault, "INT-CORR", event=said.name)
        yield said

    def _correct(self, target: str, link: str) -> Said:
        correction = Correction(target=target, link=link, reason="typing")
        return self._say(correction, approved_by=(self._director,))

    def set_for_the_past(self, fault: str) -> Telling:
        """Set a limit that was to hold an hour ago."""
        since = instant(self.terminal.now - timedelta(hours=1))
        limit = ParameterSet(
            scope=self._kiosk_place, name="minimos", value={"pleno": 1}, since=since
        )
        said = self._say(limit, approved_by=(self._director,))
        self.plant(fault, "REG-LIMIT-CHG", event=said.name)
        yield said

    def approve_own(self, fault: str) -> Telling:
        """Let who sets a parameter approve it."""
        limit = ParameterSet(
            scope=self._kiosk_place,
            name="minimum",
            value=1,
            since=instant(self.terminal.now + BEAT),
        )
        said = self._say(limit, approved_by=(self.terminal.source,))
        facts = {"parts": ["said", "approved"]}
        self.plant(fault, "OP-ACCESS", event=said.name, facts=facts, may=False)
        yield said
        self.terminal.seq += 1  # its own approval

    def let_inspector_play(self, fault: str) -> Telling:
        """Let an inspector's key open a round."""
        name = f"QI-02{self._suffix}/{self.terminal.day}/{self.occasion}"
        said = self._by(self._inspector, RoundOpened(), place=f"QI-02{self._suffix}", round_id=name)
        self.plant(fault, "OP-ACCESS", name, event=said.name)
        self.plant(fault, "RND-OPEN", name, may=True)
        yield said

    def close_finding(self, fault: str) -> Telling:
        """Let finance close a finding."""
        said = self._by(self._finance, FindingDecided(finding="f-1", state="accepted"))
        self.plant(fault, "OP-ACCESS", event=said.name)
        yield said

    def play_what_is_not_admitted(self, fault: str) -> Telling:
        """Play a game that no rule admits."""
        place = f"XX-01{self._suffix}"
        opened = TableOpened(
            profile=PROFILE, game="lansquenet", options={}, currency=CURRENCY, records=("bets",)
        )
        yield self._by(self._table, opened, place=place)
        name = f"{place}/{self.terminal.day}/{self.occasion}"
        yield self._by(self._table, RoundOpened(), place=place, round_id=name)
        yield self._by(self._table, RoundClosed(), place=place, round_id=name)
        self.plant(fault, "REG-MOD", name)

    def destroy_evidence(self, fault: str) -> Telling:
        """Destroy the cards of a jogada in dispute."""
        self._cases += 1
        place = f"BI-09{self._suffix}"
        case = f"P-{self._cases}{self._suffix}"
        name = f"{place}/{self.terminal.day}/{self.occasion}"
        opened = DisputeOpened(dispute=case, subject="jogada", rounds=(name,), amount=WRONG)
        yield self._by(self._inspector, opened)
        destroyed = CardsDestroyed(cards=(Interval(series="A", first=1, last=6),))
        said = self._by(self._room, destroyed, place=place, round_id=name)
        self.plant(fault, "DS-EVID", name, event=said.name)
        self.plant(fault, "RND-OPEN", name, may=True)
        self.plant(fault, "CLAIM-NOREC", name)
        yield said
        yield self._say(DisputeAnswered(dispute=case, position="accepted"))
        yield self._by(self._disputes, DisputeDecided(dispute=case, decision="settled"))

    def decide_without_record(self, fault: str) -> Telling:
        """Decide a case about a round that no table ever recorded."""
        self._cases += 1
        case = f"P-{self._cases}{self._suffix}"
        name = f"RA-99{self._suffix}/{self.terminal.day}/{self.occasion}"
        opened = DisputeOpened(dispute=case, subject="round", rounds=(name,), amount=WRONG)
        yield self._by(self._inspector, opened)
        self.plant(fault, "CLAIM-NOREC", name)
        yield self._say(DisputeAnswered(dispute=case, position="rejected"))
        yield self._by(self._disputes, DisputeDecided(dispute=case, decision="rejected"))

    def inspect(self, fault: str) -> Telling:
        """Note an agreement among players; the house explains the finding, which is accepted."""
        noted = InspectionNoted(code="COLL", person="jogador-1")
        said = self._by(self._inspector, noted, place=self._kiosk_place)
        self.plant(fault, noted.code, event=said.name)
        yield said
        self.terminal.wait(60, 120)
        asked = AskFinding(at=instant(self.terminal.now), code=noted.code, event=said.name)
        yield asked
        yield self._say(FindingAcknowledged(finding=asked.finding))
        explained = FindingExplained(finding=asked.finding, reason="jogadores avisados")
        yield self._by(self._supervisor, explained)
        accepted = FindingDecided2(finding=asked.finding, state="accepted", reason="aviso")
        yield self._by(self._authority, accepted)

    def note_what_a_fold_finds(self, fault: str) -> Telling:
        """Note a finding that no person notes: what events show, events must show."""
        said = self._by(self._inspector, InspectionNoted(code="PAY-DIFF"), place=self._kiosk_place)
        self.plant(fault, "OP-ACCESS", event=said.name, facts={"kind": InspectionNoted.KIND})
        yield said

    def declare_after_play(self, fault: str) -> Telling:
        """Declare chips of before the ledger's beginning when chips were sold already."""
        yield self._by(self._cage, ChipsSold(amount=1_000, means="cash"))
        late = OpeningDeclared(subject="chips", name=CASINO, values={"amount": 1})
        said = self._by(self._finance, late)
        facts = {"source": said.source, "kind": late.KIND, "effect": False}
        self.plant(fault, "OP-ACCESS", event=said.name, facts=facts)
        yield said

    @override
    def plant(self, fault: str, code: str, round_id: str | None = None, **more: Any) -> None:
        if code == "OP-ACCESS" and "refused" not in more.get("facts", {}):
            # Who says a thing twice in a gaming day is found once.
            more.setdefault("may", fault in self._told)
            self._told.add(fault)
        super().plant(fault, code, round_id, **more)

    # --- for faults of access ------------------------------------------------------------------

    def own(self, place: str) -> str:
        """Return a place of this run by its name in the first."""
        return f"{place}{self._suffix}"

    def post(self, name: str) -> Terminal:
        """Return the terminal of one of the floor's people or devices."""
        return {
            "floor": self.terminal,
            "finance": self._finance,
            "inspector": self._inspector,
            "disputes": self._disputes,
            "witness": self._witness,
            "kiosk": self._kiosk,
            "table": self._table,
            "registrar": self._registrar,
            "authority": self._authority,
            "admin": self._admin,
            "supervisor": self._supervisor,
            "technician": self._technician,
            "cage": self._cage,
            "runner": self._runner,
            **self._hands,
        }[name]

    def reads(self, post: str, subject: str) -> Read:
        """Return a reading in the ledger by one of the floor's people."""
        since = instant(self.terminal.now)
        self.terminal.wait(0, 1)
        return Read(
            at=instant(self.terminal.now),
            person=self.post(post).source,
            purpose="query",
            subject=subject,
            since=since,
        )

    def says(
        self,
        post: str,
        payload: Payload,
        *,
        place: str | None = None,
        round_id: str | None = None,
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        """Return an event that one of the floor's people or devices says."""
        terminal = self.post(post)
        said = self._by(terminal, payload, place=place, round_id=round_id, approved_by=approved_by)
        for one in self._hands.values():
            one.seq += one.source in approved_by  # its approval is of its chain, too
        return said

    # --- helpers -------------------------------------------------------------------------------

    def _say(
        self, payload: Payload, *, place: str | None = None, approved_by: tuple[str, ...] = ()
    ) -> Said:
        self.terminal.wait(0, 1)
        self.terminal.place = place
        return self.terminal.say(payload, approved_by=approved_by)

    def _by(
        self,
        terminal: Terminal,
        payload: Payload,
        *,
        place: str | None = None,
        round_id: str | None = None,
        at_day: str | None = "",
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        self.terminal.wait(0, 1)
        terminal.now = self.terminal.now
        terminal.day = self.terminal.day if at_day == "" else at_day
        usual = terminal.place
        terminal.place = place or usual
        said = terminal.say(payload, round_id, approved_by=approved_by)
        terminal.place = usual
        return said


_WRONG: Final[Mapping[str, Callable[[Floor, str], Telling]]] = {
    "hologram": Floor.show_hologram,
    "silent": Floor.fall_silent,
    "clock-ahead": Floor.run_ahead,
    "clock-back": Floor.go_back,
    "into-closed-day": Floor.speak_of_yesterday,
    "split-view": Floor.state_two_roots,
    "checkpoint-ahead": Floor.cover_the_future,
    "unclean-verification": Floor.verify_uncleanly,
    "correction-of-nothing": Floor.correct_nothing,
    "correction-of-another": Floor.correct_another,
    "correction-of-a-correction": Floor.correct_correction,
    "retroactive-limit": Floor.set_for_the_past,
    "own-approval": Floor.approve_own,
    "inspector-plays": Floor.let_inspector_play,
    "operator-closes-finding": Floor.close_finding,
    "game-not-admitted": Floor.play_what_is_not_admitted,
    "evidence-destroyed": Floor.destroy_evidence,
    "decided-without-record": Floor.decide_without_record,
    "inspection": Floor.inspect,
    "inspection-of-a-fold": Floor.note_what_a_fold_finds,
    "opening-after-play": Floor.declare_after_play,
}


def divided(amount: int) -> dict[str, int]:
    """Divide a tax by the law's parts, odd cents to the largest remainders, then in their order.

    >>> divided(1003)["estado"], divided(1003)["turismo"], sum(divided(1003).values())
    (502, 151, 1003)
    """
    whole = {to: divmod(amount * part, 100) for to, part in SHARES}
    left = amount - sum(units for units, _ in whole.values())
    order = sorted(whole, key=lambda to: -whole[to][1])
    return {to: units + (order.index(to) < left) for to, (units, _) in whole.items()}
