"""A bingo room that asks at each step of a session and of a jogada what its fault makes of it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.bingo import (
    BallDrawn,
    BingoSessionClosed,
    PrizePaid,
    SaleClosed,
    SeriesOnSale,
)
from ledger.events.jackpots import JackpotIncrement
from ops.simulator.games.bingo.faults import doubles
from ops.simulator.games.bingo.faults.course import ACTA, COURSE
from ops.simulator.games.bingo.faults.doubles import OF_DOUBLES
from ops.simulator.games.bingo.faults.play import PLAY, pooled, usual
from ops.simulator.games.bingo.faults.sale import SALE
from ops.simulator.games.bingo.faults.session import PLANS, SESSIONS
from ops.simulator.games.bingo.faults.terms import OtherTerms
from ops.simulator.games.bingo.jogada import Jogada, Lot, Stop
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

POSSIBLE: Final[bool] = True
"""A fault can be made in what was prepared or drawn."""
WRONGS: Final[Mapping[str, Wrong]] = {
    **SALE,
    **PLAY,
    **ACTA,
    **PLANS,
    **SESSIONS,
    **COURSE,
    **OF_DOUBLES,
}


class Bingo(OtherTerms):
    """A bingo room, rightly or wrongly."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = WRONGS
    FAULTS: ClassVar[tuple[str, ...]] = tuple(WRONGS)
    OWN_SESSION: ClassVar[frozenset[str]] = doubles.DOUBLES | {
        "equipment-untested",
        "balls-not-all-shown",
        "pool-unannounced",
        "pool-unauthorised",
        "balls-worn",
    }
    LAST_ONE: ClassVar[frozenset[str]] = frozenset(
        {
            doubles.UNPLAYED,
            "pool-unannounced",
            "pool-unauthorised",
            "pool-announced-anew",
            "last-unannounced",
            "last-too-early",
            "balls-missing-at-end",
            "session-closed-early",
        }
    )

    now_wrong: str | None = None
    """The fault of the jogada that is told."""

    def give_up(self, jogada: Jogada) -> None:
        """Do the fault at another jogada."""
        assert jogada.fault is not None
        self.put_off(jogada.fault)
        jogada.fault = None

    # --- before the jogada ---------------------------------------------------------------------

    @override
    def begin(self, name: str, fault: str | None) -> Jogada:
        jogada = super().begin(name, fault)
        self.instead("begun", jogada, None)
        return jogada

    @override
    def prepare_jogada(self, jogada: Jogada) -> None:
        fault = jogada.fault
        if fault is not None and not self.WRONGS[fault].fits(self, jogada):
            self.give_up(jogada)
        super().prepare_jogada(jogada)
        if not self.instead("prepare", jogada, POSSIBLE):
            self.give_up(jogada)

    @override
    def decide(self, jogada: Jogada) -> None:
        super().decide(jogada)
        if jogada.fault is None:
            return
        want = self.instead("wanted", jogada, usual)
        silent = self.instead("silent", jogada, list[str]())
        for _ in range(150):
            jogada.order = self.balls(jogada.order)
            if want is pooled:
                self.favour(jogada, self.rng.choice(jogada.in_play()))
            jogada.play_out(self.rng, silent=silent, plain=True)
            if want(jogada):
                break
        else:
            if want is not usual:
                self.give_up(jogada)
                return
        if not self.instead("draw", jogada, POSSIBLE):
            self.give_up(jogada)

    # --- steps of the jogada -------------------------------------------------------------------

    @override
    def course(self, jogada: Jogada) -> str | None:
        return self.instead("course", jogada, super().course(jogada))

    @override
    def on_sale(self, jogada: Jogada, lot: Lot) -> SeriesOnSale:
        return self.instead("offer", jogada, super().on_sale(jogada, lot))

    @override
    def close_sale(self, jogada: Jogada) -> Telling:
        yield from self.instead("sold", jogada, list[Said]())
        yield from super().close_sale(jogada)
        yield from self.instead("closed", jogada, list[Said]())

    @override
    def announce(self, jogada: Jogada) -> Telling:
        yield from self.instead("close", jogada, super().announce(jogada))

    @override
    def closing(self, jogada: Jogada) -> SaleClosed:
        return self.instead("closing", jogada, super().closing(jogada))

    @override
    def increment(self, jogada: Jogada) -> JackpotIncrement:
        return self.instead("increment", jogada, super().increment(jogada))

    @override
    def panel(self, jogada: Jogada) -> dict[str, int]:
        return self.instead("panel", jogada, super().panel(jogada))

    @override
    def drawn(self, jogada: Jogada, said: BallDrawn) -> BallDrawn:
        return self.instead("ball", jogada, said)

    @override
    def called(self, jogada: Jogada, stop: Stop) -> Telling:
        yield from self.instead("claims", jogada, list[Said]())
        yield from self.instead("heard", jogada, super().called)(jogada, stop)

    @override
    def payments(self, jogada: Jogada) -> list[PrizePaid]:
        return self.instead("payments", jogada, super().payments(jogada))

    @override
    def pays_late(self, jogada: Jogada) -> bool:
        return self.instead("pays-late", jogada, super().pays_late)(jogada)

    @override
    def pay(self, jogada: Jogada, paid: list[PrizePaid]) -> Telling:
        yield from self.at("pays", jogada)
        early: list[PrizePaid] = jogada.facts.get("early", [])
        yield from super().pay(jogada, [one for one in paid if one not in early])

    @override
    def restored(self, **others: Any) -> Said:
        return super().restored(**self.instead("restored", Occasion(self.now_wrong), others))

    @override
    def jogada(self, jogada: Jogada) -> Telling:
        telling = super().jogada(jogada)
        for one in telling:
            self.now_wrong = jogada.fault
            yield one
        self.now_wrong = None

    @override
    def before_sale(self, jogada: Jogada) -> Telling:
        yield from self.at("before-sale", jogada)

    @override
    def sold_now(self, jogada: Jogada, sale: Any) -> bool:
        return jogada.facts.get("sold") is not sale

    # --- suspension and annulment --------------------------------------------------------------

    @override
    def repaired_after(self, jogada: Jogada) -> tuple[int, int]:
        return self.instead("repaired", jogada, super().repaired_after(jogada))

    @override
    def waits(self, jogada: Jogada) -> timedelta:
        return self.instead("waits", jogada, super().waits(jogada))

    @override
    def stop_draw(self, jogada: Jogada) -> Telling:
        yield from self.instead("stopped", jogada, super().stop_draw(jogada))

    @override
    def take_back(self, jogada: Jogada) -> Telling:
        yield from self.instead("taken-back", jogada, super().take_back(jogada))

    @override
    def refunds(self, jogada: Jogada, back: dict[int, int]) -> Telling:
        yield from self.instead("refunds", jogada, super().refunds)(jogada, back)

    # --- the acta and its gate -----------------------------------------------------------------

    @override
    def open_jogada(self, jogada: Jogada, *, gate: bool = True) -> Telling:
        before = self.before
        yield from self.at("opens", jogada)
        if "edition" in jogada.facts:
            edition = jogada.facts["edition"]
            only = self.instead("registered", jogada, None)
            yield from self.register(edition, only=only)
            del self.series[edition.name]
        if before is not None and self.incomplete(before):
            yield from self.refused(jogada.name)
            self.plant_of(before, "BI-ACTA-BLOCK", facts={"next": jogada.name})
            gate = False
        yield from self.instead("opening", jogada, super().open_jogada(jogada, gate=gate))
        if before is not None and before.facts.get("unrecorded") == "acta-skipped":
            yield self.record(before)

    @staticmethod
    def incomplete(jogada: Jogada) -> bool:
        """Tell whether a jogada's record cannot be, or was not, completed."""
        return jogada.short or "unrecorded" in jogada.facts

    def refused(self, wanted: str | None) -> Telling:
        """Ask the gate, which says no."""
        self.terminal.wait(1, 4)
        ask = self.terminal.ask(wanted, expected=False)
        yield ask
        assert not ask.granted

    def plant_of(self, jogada: Jogada, code: str, **more: Any) -> None:
        """Plant the findings that follow later from a jogada's fault."""
        fault = jogada.facts["fault"]
        self.plant(fault, code, jogada.name, id=jogada.facts["id"], **more)

    @override
    def after(self, jogada: Jogada) -> Telling:
        jogada.facts["fault"], jogada.facts["id"] = jogada.fault or "", self._faulty
        yield from self.at("after", jogada)
        yield from super().after(jogada)
        yield from self.at("over", jogada)

    @override
    def recorded(self, jogada: Jogada) -> Telling:
        if "unrecorded" in jogada.facts:
            yield from self.at("unrecorded", jogada)
            return
        if jogada.short:
            self.plant(jogada.fault or "", "BI-ACTA-FIELD", jogada.name)
        yield from self.instead("recorded", jogada, super().recorded(jogada))

    @override
    def dispose_of(self, jogada: Jogada) -> Telling:
        yield from self.instead("disposed", jogada, super().dispose_of(jogada))

    # --- sessions ------------------------------------------------------------------------------

    @override
    def open_session(self, fault: str | None) -> Telling:
        yield from self.at("session-begins", Occasion(fault))
        yield from super().open_session(fault)

    @override
    def session_opening(self, fault: str | None, **others: Any) -> Telling:
        yield from self.at("session", Occasion(fault))
        self.now_wrong = fault
        told = self.instead("session", Occasion(fault), others)
        yield from super().session_opening(fault, **told)

    @override
    def shown(self, moment: str, **others: Any) -> Said:
        told = self.instead(f"shown-{moment}", Occasion(self.now_wrong), others)
        return super().shown(moment, **told)

    @override
    def close_session(self, fault: str | None) -> Telling:
        last = self.before
        assert last is not None
        self.now_wrong = fault
        yield from self.at("session-ends", Occasion(fault))
        yield from self.decide_complaints()
        if not self.incomplete(last):
            yield from super().close_session(fault)
            yield from self.lawful_again()
            return
        yield self.shown("end")
        yield from self.refused(None)
        self.plant_of(last, "BI-ACTA-BLOCK", facts={"next": ""})
        yield self.say(BingoSessionClosed(session=self.session))
        if "unrecorded" in last.facts:
            yield self.record(last)
        self.session = ""
        yield from self.lawful_again()
