"""A bingo room through the days: sessions of jogadas, each recorded in its acta before the next.

What is due is computed from the rules' own words in ``jogada`` and ``prizes``, apart
from replay and from the actas. An occasion is a jogada.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Interval, Payload
from ledger.events.bingo import (
    ActaCompleted,
    BallSetChecked,
    BallSetReplaced,
    BingoSessionClosed,
    BingoSessionOpened,
    CardsDestroyed,
    EditionRegistered,
    PoolCondition,
)
from ledger.events.jackpots import BaseFunded, PoolOpened
from ledger.events.registry import OpeningDeclared
from ledger.events.rounds import RoundOpened
from ledger.events.tables import TableClosed, TableOpened
from ledger.roles import Binding, Role
from ops.simulator.games.bingo.cards import Edition, make, numbers_of
from ops.simulator.games.bingo.jogada import OFFERS, Jogada, Series
from ops.simulator.games.bingo.prizes import MILLION, Accumulator
from ops.simulator.parties.party import Party, Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said, Terminal

VARIANTS: Final = (90, 80, 75, 30)
BALLS: Final = {90: 46, 80: 44, 75: 46, 30: 13}
"""With how many balls at most the accumulator is won, as announced for a session (R9)."""
PRICES: Final = (200, 500, 1_000, 1_250)
"""R17: the approved face values."""
TAX: Final = 25_000
"""Withheld from prizes, in millionths."""
BASE: Final = 5_000_000
USES_MAX: Final = 2_000
"""R25."""
USES_BEFORE: Final = 1_985
"""Jogadas that the first set had served when the ledger began."""
PART: Final = 60
"""Cards in one event."""
KEPT: Final = timedelta(days=8, minutes=1)
"""R52: how long winning cards are kept."""
SIZES: Final = {90: 360, 80: 240, 75: 240, 30: 180}
SESSION: Final = (4, 7)
"""Jogadas of a session, about."""
JOGADA: Final = timedelta(minutes=11)
"""How long one takes, about."""
OPEN_FOR: Final = timedelta(hours=13)
"""After that no session begins: the room is closed before the casino's day is."""


class Room(Party):
    """A room, its sessions, cards, balls and accumulator; what a jogada is stands below it."""

    GAME: ClassVar[str] = "bingo"
    ROLE: ClassVar[Role] = Role.BINGO_ROOM
    APART: ClassVar[int] = 1
    """A jogada takes ten minutes: with more between its many faults a day would not hold them."""
    RECORDS: ClassVar[tuple[str, ...]] = RECORDS
    OWN_SESSION: ClassVar[frozenset[str]] = frozenset()
    """Faults that begin a session of their own."""
    LAST_ONE: ClassVar[frozenset[str]] = frozenset()
    """Faults that end the session they are in."""
    MODE: ClassVar[str] = "physical"

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the room up: nobody is in it."""
        super().__init__(where, faults)
        self.office = Terminal(f"{where.source}-financas", None, where.day, where.start, self.rng)
        self.director = f"{where.source}-direccao"
        self.pool = Accumulator(f"acumulado-{self.badge}", BASE)
        self.uses: dict[int, int] = dict.fromkeys(VARIANTS, 0) | {90: USES_BEFORE}
        """Variant to the jogadas that its set of balls has served."""
        self.set_number: dict[int, int] = dict.fromkeys(VARIANTS, 1)
        self.series: dict[str, Series] = {}
        self.session = ""
        self.sessions = 0
        self.variant = 90
        self.session_left = 0
        """Jogadas that the session still has."""
        self.started = ""
        self.closes = where.start
        self.before: Jogada | None = None
        """The jogada that ended last in this session."""
        self.kept: list[tuple[datetime, str, tuple[Interval, ...]]] = []
        """Winning cards put aside: until when, of which jogada."""
        self.rounds_left = 0
        self.undecided: list[tuple[str, str]] = []
        """Complaints to be decided: of which jogada, by which name."""

    # --- who speaks ----------------------------------------------------------------------------

    @override
    def sources(self) -> dict[str, Binding]:
        return {
            **super().sources(),
            self.office.source: Binding(role=Role.FINANCE),
            self.director: Binding(role=Role.DIRECTOR),
        }

    def say(
        self, payload: Payload, round_id: str | None = None, *, after: tuple[int, int] = (0, 2)
    ) -> Said:
        """Return an event of the room's server, some seconds after the last."""
        self.terminal.wait(*after)
        return self.terminal.say(payload, round_id)

    def say_opening(self, opened: TableOpened) -> Said:
        """Return the room's opening, for whose options the director answers by an act."""
        self.terminal.wait(0, 2)
        opened = structs.replace(opened, act=opened.act or "despacho-sala")
        return self.terminal.say(opened, approved_by=(self.director,))

    def act(self, payload: Payload, *, approved: bool = True) -> Said:
        """Return an act of finance, with the director's approval where it needs one."""
        self.terminal.wait(20, 60)
        self.office.now = self.terminal.now
        self.office.day = self.terminal.day
        return self.office.say(payload, approved_by=(self.director,) if approved else ())

    # --- before the first day ------------------------------------------------------------------

    @override
    def prepare(self) -> Telling:
        """Open the accumulator, register the editions, declare what the first balls served."""
        self.terminal.now -= timedelta(hours=4)
        yield self.act(
            PoolOpened(
                pool=self.pool.name,
                scope="bingo_room",
                members=(self.where.place,),
                currency=CURRENCY,
                base=self.pool.base,
                ppm=self.pool.rate,
                game="bingo",
                act="IGJ-acumulado",
            )
        )
        self.terminal.wait(20, 60)
        self.office.now = self.terminal.now
        yield self.office.say(
            BaseFunded(pool=self.pool.name, amount=self.pool.base, funds="operator")
        )
        declared = OpeningDeclared(
            subject="ball_set", name=self.set_of(90), values={"uses": USES_BEFORE}
        )
        yield self.say(declared)
        for edition in self.editions():
            yield from self.register(edition)

    def editions(self) -> Iterable[Edition]:
        """Make the editions of the room, the same for a seed."""
        rng = Random(f"{self.where.seed}/editions/{self.where.place}")  # noqa: S311 - a seed
        for variant in VARIANTS:
            yield Edition(f"E{variant}", variant, make(rng, variant, SIZES[variant]))
        yield Edition("D90", 90, make(rng, 90, 240), double=True)
        yield Edition("S30", 30, make(rng, 30, 120, symbols=True), symbols=True)

    def register(self, edition: Edition, *, only: int | None = None) -> Telling:
        """Register an edition in parts, and put it on the shelf (R3)."""
        name = edition.name
        self.series[name] = Series((f"{name}-A", f"{name}-B"), edition)
        parts = -(-len(edition.cards) // PART)
        for part in range(parts):
            if only is not None and part >= only:
                return
            yield self.say(
                EditionRegistered(
                    edition=name,
                    variant=edition.variant,
                    size=edition.size,
                    part=part + 1,
                    parts=parts,
                    first=part * PART + 1,
                    cards=tuple(edition.cards[part * PART : (part + 1) * PART]),
                    double=edition.double,
                    act=edition.act,
                )
            )

    # --- a day ---------------------------------------------------------------------------------

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        """Open the room, hold its sessions, close it."""
        self.terminal.begin(day, start)
        yield self.say_opening(self.opening())
        self.rounds_left = rounds
        for number in range(1, rounds + 1):
            if not self.session and self.terminal.now > start + OPEN_FOR:
                break
            self.rounds_left = rounds - number
            self.occasion += 1
            name = f"{self.terminal.place}/{day}/{number}"
            yield from self.play(name)
        # The room is cleaned and counted before it closes.
        yield self.say(TableClosed(), after=(4_000, 4_400))

    def opening(self, **others: Any) -> TableOpened:
        """Return the opening events of the room."""
        options: dict[str, Any] = {
            "precos": PRICES,
            "duplos_autorizados": True,
            "taxa_premio_ppm": TAX,
            **others.pop("options", {}),
        }
        return TableOpened(
            profile=PROFILE,
            game="bingo",
            options=options,
            currency=CURRENCY,
            records=self.RECORDS,
            **others,
        )

    def play(self, name: str) -> Telling:
        """Play one jogada, in its session."""
        fault = self.fault()
        if fault in self.OWN_SESSION and self.session:
            self.put_off(fault)
            fault = None
        if not self.session:
            yield from self.open_session(fault)
        jogada = self.begin(name, fault)
        yield from self.jogada(jogada)
        if jogada.void is None and jogada.parts is not None:
            self.earned += jogada.parts.house
        if self.before is not None and self.before.last:
            yield from self.close_session(fault)

    def jogada(self, jogada: Jogada) -> Telling:
        """Tell a jogada from its opening to its record."""
        raise NotImplementedError

    # --- sessions ------------------------------------------------------------------------------

    def set_of(self, variant: int) -> str:
        """Return the name of the set of balls in use for a variant."""
        return f"{self.badge}-bolas-{variant}-{self.set_number[variant]}"

    def open_session(self, fault: str | None) -> Telling:
        """Test the equipment, announce the session, show all balls (R9, R23, R32)."""
        self.sessions += 1
        self.variant = self.variant_of(fault)
        self.session = f"{self.badge}-{self.sessions}"
        self.session_left = self.rng.randint(*SESSION)
        self.terminal.wait(300, 600)
        count = self.jogadas_to_come(fault)
        self.closes = self.terminal.now + JOGADA * count + timedelta(minutes=8)
        self.before = None
        yield from self.session_opening(fault)
        yield from self.destroy_kept()

    def jogadas_to_come(self, fault: str | None) -> int:
        """Return how many jogadas the session will have, a fault that ends it early among them.

        Nobody is kept waiting for an hour, for the last ten minutes of a session (R53).
        """
        most = min(self.session_left, self.rounds_left + 1)
        for ahead in range(most):
            coming = self.faults.get(self.occasion + ahead) if ahead else fault
            if ahead and coming in self.OWN_SESSION:
                return ahead
            if coming in self.LAST_ONE:
                return ahead + 1
        return most

    def variant_of(self, fault: str | None) -> int:
        """Return the session's variant: one after the other."""
        del fault
        return VARIANTS[(self.sessions - 1) % len(VARIANTS)]

    def session_opening(self, fault: str | None, **others: Any) -> Telling:
        """Announce the session, and show all balls."""
        del fault
        given: dict[str, Any] = {
            "session": self.session,
            "variant": self.variant,
            "mode": self.MODE,
            "equipment_checked": True,
            "checked_by": (f"{self.badge}-tecnico",),
            "pools": (PoolCondition(pool=self.pool.name, balls=BALLS[self.variant]),),
            "closes": self.instant(self.closes),
            "act": "IGJ-modo",
            **others,
        }
        said = self.say(BingoSessionOpened(**given))
        self.started = said.at
        yield said
        yield self.shown("start")

    def shown(self, moment: str, **others: Any) -> Said:
        """Show all balls through the mechanism (R23)."""
        given: dict[str, Any] = {
            "set": self.set_of(self.variant),
            "moment": moment,
            "balls": self.variant,
            "by": (f"{self.badge}-caixa", f"{self.badge}-locutor"),
            **others,
        }
        return self.say(BallSetChecked(**given), after=(60, 120))

    def close_session(self, fault: str | None) -> Telling:
        """Show all balls, ask the gate, close."""
        del fault
        yield self.shown("end")
        yield from self.ask(None)
        yield from self.close_session_at_once()

    def close_session_at_once(self) -> Telling:
        """Close the session, whatever the gate says."""
        yield self.say(BingoSessionClosed(session=self.session))
        self.session = ""

    def ask(self, wanted: str | None) -> Telling:
        """Ask the gate for what the record of the jogada before allows."""
        self.terminal.wait(1, 4)
        ask = self.terminal.ask(wanted)
        yield ask
        assert ask.granted, f"the gate says no to {wanted or self.session}"

    def destroy_kept(self) -> Telling:
        """Destroy the winning cards of eight days ago (R52)."""
        while self.kept and self.kept[0][0] < self.terminal.now:
            _, name, cards = self.kept.pop(0)
            destroyed = CardsDestroyed(cards=cards, winning=True, by=self.witnesses)
            yield self.say(destroyed, name)

    @property
    def witnesses(self) -> tuple[str, str]:
        """Who sees cards destroyed."""
        return f"{self.badge}-chefe", f"{self.badge}-caixa"

    @property
    def verifier(self) -> str:
        """Who reads called cards back."""
        return f"{self.badge}-mesa"

    @staticmethod
    def instant(moment: datetime) -> str:
        """Return a time as events spell it."""
        return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    # --- between jogadas -----------------------------------------------------------------------

    def begin(self, name: str, fault: str | None) -> Jogada:
        """Choose the prizes that the next jogada offers."""
        self.session_left -= 1
        following = self.faults.get(self.occasion + 1)
        last = (
            self.session_left <= 0
            or self.rounds_left == 0
            or following in self.OWN_SESSION
            or fault in self.LAST_ONE
        )
        offer = self.rng.choice(OFFERS[self.variant])
        return Jogada(
            name=name,
            variant=self.variant,
            offer=offer,
            price=self.rng.choice(PRICES),
            fault=fault,
            last=last,
            limit=BALLS[self.variant],
            pool=self.pool.name,
            tax=TAX,
        )

    def open_jogada(self, jogada: Jogada, *, gate: bool = True) -> Telling:
        """Ask the gate and open the jogada; the last one in the last ten minutes (R53, R60)."""
        if jogada.last:
            self.terminal.now = max(self.terminal.now, self.closes - timedelta(minutes=9))
        if gate:
            yield from self.ask(jogada.name)
        said = self.say(
            RoundOpened(mode=self.round_mode, session=self.session, last=jogada.last), jogada.name
        )
        jogada.opened = said.at
        yield said

    @property
    def round_mode(self) -> Any:
        """How jogadas are played."""
        return "physical"

    def replace_balls(self, jogada: Jogada, **others: Any) -> Said:
        """Take another set into use: told after the jogada's end, for its acta (R25, R61 k)."""
        old, uses = self.set_of(self.variant), self.uses[self.variant]
        self.set_number[self.variant] += 1
        self.uses[self.variant] = 0
        new = self.set_of(self.variant)
        jogada.sets.append(new)
        given: dict[str, Any] = {
            "old": old,
            "new": new,
            "uses": uses,
            "reason": "desgaste",
            "act": "IGJ-bolas",
            **others,
        }
        return self.say(BallSetReplaced(**given), after=(30, 60))

    def balls(self, lot: Sequence[Any]) -> list[Any]:
        """Return the balls of the set in some order."""
        return self.rng.sample(lot, len(lot))

    def acta(self, jogada: Jogada) -> ActaCompleted:
        """Return the jogada's record as it must be (R61)."""
        assert jogada.parts is not None
        given = {} if jogada.void is not None else jogada.given
        return ActaCompleted(
            session=self.session,
            started=self.started,
            series=tuple(jogada.series),
            price=jogada.sales[0].lot.price,
            sold=tuple(Interval(series=s, first=f, last=t) for s, f, t in jogada.runs()),
            cards=jogada.cards,
            collected=jogada.total,
            linha=given.get("linha", 0),
            bingo=given.get("bingo", 0),
            additional=given.get("additional", 0),
            progressive=given.get("progressive", 0),
            tax=jogada.withheld if jogada.void is None else 0,
            ended=jogada.ended,
            annulled=jogada.void,
            complaints=tuple(jogada.complaints),
            ball_sets=tuple(jogada.sets),
            breakdowns=jogada.breakdowns,
            incidents=jogada.incidents,
        )


def tax_on(amount: int, rate: int) -> int:
    """Return the tax withheld from one payment (R61 g).

    >>> tax_on(1999, 25_000)
    49
    """
    return amount * rate // MILLION


def all_balls(jogada: Jogada) -> list[Any]:
    """Return the faces of a jogada's balls: numbers, or the symbols of its cards."""
    symbols = any(sale.lot.edition.symbols for sale in jogada.sales)
    return numbers_of(jogada.variant, symbols=symbols)
