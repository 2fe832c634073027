"""A bingo room in which everything can go wrong; what must be found of it is in the manifest."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.bingo import (
    BallDrawn,
    BingoSessionClosed,
    BingoSessionOpened,
    Breakdown,
    CardsDestroyed,
    Complaint,
    JogadaSuspended,
    PoolCondition,
    PrizePaid,
    PrizesPaid,
    SaleClosed,
    SeriesOnSale,
)
from ledger.events.jackpots import JackpotIncrement
from ledger.events.registry import OpeningDeclared
from ops.simulator.games.bingo.faults import doubles, play, sale
from ops.simulator.games.bingo.faults.terms import OtherTerms
from ops.simulator.games.bingo.jogada import OFFERS, Jogada, Lot, Stop
from ops.simulator.games.bingo.play import FAILED, MISSAID, REPAIRED
from ops.simulator.games.bingo.prizes import INCREMENT, LINHA, Accumulator
from ops.simulator.games.bingo.room import BALLS, USES_MAX
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

BENDS: Final = {**sale.BENDS, **play.BENDS, **doubles.BENDS}
ACTA: Final[dict[str, tuple[str, Callable[[Any], dict[str, Any]]]]] = {
    "acta-series": ("b", lambda acta: {"series": (*acta.series, "Z")}),
    "acta-price": ("c", lambda acta: {"price": acta.price + 100}),
    "acta-cards": ("d", lambda acta: {"cards": acta.cards - 1}),
    "acta-collected": ("e", lambda acta: {"collected": acta.collected - 1_000}),
    "acta-linha": ("f linha", lambda acta: {"linha": acta.linha + 1}),
    "acta-bingo": ("f bingo", lambda acta: {"bingo": acta.bingo - 1}),
    "acta-additional": ("f adicionais", lambda acta: {"additional": acta.additional + 5}),
    "acta-progressive": ("f progressivo", lambda acta: {"progressive": acta.progressive + 5}),
    "acta-tax": ("g", lambda acta: {"tax": acta.tax + 1}),
    "acta-hour": ("h", lambda acta: {"ended": acta.started}),
    "acta-annulled": ("i", lambda _: {"annulled": "BI R57"}),
    "acta-complaint": ("j", lambda acta: {"complaints": (*acta.complaints, "R-0")}),
    "acta-balls": ("k", lambda acta: {"ball_sets": (*acta.ball_sets, "bolas-0")}),
    "acta-breakdowns": ("l", lambda acta: {"breakdowns": acta.breakdowns + 1}),
    "acta-incidents": ("m", lambda acta: {"incidents": acta.incidents + 1}),
}
"""Fault to the datum of R61 that it tells wrongly, and how."""
PLANS: Final = {
    "plan-unapproved": (220_000, 580_000),
    "plan-short": (190_000, 600_000),
    "plan-low": (240_000, 560_000),
}
"""Fault to the shares of linha and bingo."""
PLAN_ACT: Final = {"plan-unapproved": None, "plan-short": "IGJ-plano", "plan-low": "IGJ-plano"}
SESSION: Final = frozenset(
    {
        "equipment-untested",
        "balls-not-all-shown",
        "pool-unannounced",
        "pool-unauthorised",
        "balls-worn",
    }
)
ENDING: Final = frozenset(
    {
        "pool-unannounced",
        "pool-unauthorised",
        "pool-announced-anew",
        "last-unannounced",
        "last-too-early",
        "balls-missing-at-end",
        "session-closed-early",
    }
)
OTHERS: Final = (
    "acta-skipped",
    "acta-missing",
    "acta-unpaid",
    "suspension-too-long",
    "annulled-in-draw",
    "annulled-early",
    "refund-short",
    "increment-kept",
    "base-from-players",
    "base-short",
    "cards-not-destroyed",
    "evidence-destroyed",
    "winning-destroyed",
    "balls-miscounted",
    "balls-unapproved",
    "paid-early",
    "announced-late",
    "rate-wrong",
)
RATE: Final = 24_000
"""Not the three per cent of the rule (R10)."""
NOT_LAST: Final = frozenset({"acta-skipped", "acta-missing", "single-as-double"})
"""Faults after which another jogada of the session must come."""


class Bingo(OtherTerms):
    """A bingo room, rightly or wrongly."""

    FAULTS: ClassVar[tuple[str, ...]] = (
        *dict.fromkeys(name for name, _ in BENDS if name not in doubles.DOUBLES),
        *ACTA,
        *PLANS,
        *sorted(SESSION | ENDING),
        *OTHERS,
        *sorted(doubles.DOUBLES),
    )
    OWN_SESSION: ClassVar[frozenset[str]] = SESSION | doubles.DOUBLES
    LAST_ONE: ClassVar[frozenset[str]] = ENDING | {doubles.UNPLAYED}

    def bend(self, step: str, jogada: Jogada, value: Any) -> Any:
        """Return what a step comes to: with this jogada's fault, if it is one of this step."""
        bend = BENDS.get((jogada.fault or "", step))
        return value if bend is None else bend(self, jogada, value)

    def give_up(self, jogada: Jogada) -> None:
        """Do the fault at another jogada."""
        assert jogada.fault is not None
        self.put_off(jogada.fault)
        jogada.fault = None

    # --- before the jogada ---------------------------------------------------------------------

    @override
    def begin(self, name: str, fault: str | None) -> Jogada:
        jogada = super().begin(name, fault)
        offers = [one for one in OFFERS[self.variant] if one.lines] or list(OFFERS[self.variant])
        if fault in play.WITH_LINHA:
            jogada.offer = self.rng.choice(offers)
        if fault == "offer-unlawful":
            jogada.offer = sale.BAD_OFFERS[self.variant]
        if fault == "pool-unannounced":
            jogada.limit = None
        if fault in PLANS:
            jogada.plan = PLANS[fault]
            jogada.offer = offers[0]
        return jogada

    @override
    def prepare_jogada(self, jogada: Jogada) -> None:
        fault = jogada.fault
        if fault is not None and not self.possible(jogada, fault):
            self.give_up(jogada)
        super().prepare_jogada(jogada)
        if jogada.fault is not None and self.bend("prepare", jogada, None) is False:
            self.give_up(jogada)

    def possible(self, jogada: Jogada, fault: str) -> bool:
        """Tell whether a fault can be done at this jogada, as far as is known beforehand."""
        if fault in doubles.DOUBLES:
            return self.with_doubles(jogada, fault)
        if fault == "last-too-early":
            return self.terminal.now < self.closes - timedelta(minutes=13)
        if jogada.last and fault in NOT_LAST:
            return False
        before = self.before
        if fault in PLANS and before is not None and before.doubles:
            return False
        return fault != "second-over" or self.variant != 30  # noqa: PLR2004 - two editions there

    @override
    def decide(self, jogada: Jogada) -> None:
        super().decide(jogada)
        if jogada.fault is None:
            return
        want = play.WANTS.get(jogada.fault, play.usual)
        if jogada.fault.startswith("base-"):
            want = play.pooled
        silent = [LINHA] if jogada.fault in play.SILENT else []
        for _ in range(150):
            jogada.order = self.balls(jogada.order)
            if want is play.pooled:
                self.favour(jogada, self.rng.choice(jogada.in_play()))
            jogada.play_out(self.rng, silent=silent, plain=True)
            if want(jogada):
                break
        else:
            if want is not play.usual:
                self.give_up(jogada)
                return
        if self.bend("draw", jogada, None) is False:
            self.give_up(jogada)

    # --- steps of the jogada -------------------------------------------------------------------

    @override
    def course(self, jogada: Jogada) -> str | None:
        wrong = {
            "suspension-too-long": REPAIRED,
            "annulled-in-draw": MISSAID,
            "annulled-early": FAILED,
            "refund-short": FAILED,
            "increment-kept": FAILED,
        }
        return wrong.get(jogada.fault or "") or super().course(jogada)

    @override
    def on_sale(self, jogada: Jogada, lot: Lot) -> SeriesOnSale:
        return self.bend("offer", jogada, super().on_sale(jogada, lot))

    @override
    def close_sale(self, jogada: Jogada) -> Telling:
        yield from self.bend("sold", jogada, [])
        yield from super().close_sale(jogada)
        yield from self.bend("closed", jogada, [])

    @override
    def announce(self, jogada: Jogada) -> Telling:
        if (jogada.fault, "close") in BENDS:
            yield from self.bend("close", jogada, [])
        else:
            yield from super().announce(jogada)

    @override
    def closing(self, jogada: Jogada) -> SaleClosed:
        return self.bend("closing", jogada, super().closing(jogada))

    @override
    def increment(self, jogada: Jogada) -> JackpotIncrement:
        return self.bend("increment", jogada, super().increment(jogada))

    @override
    def panel(self, jogada: Jogada) -> dict[str, int]:
        return self.bend("panel", jogada, super().panel(jogada))

    @override
    def drawn(self, jogada: Jogada, said: BallDrawn) -> BallDrawn:
        return self.bend("ball", jogada, said)

    @override
    def called(self, jogada: Jogada, stop: Stop) -> Telling:
        yield from self.bend("claims", jogada, [])
        main = jogada.offer.main
        if jogada.fault == "paid-early" and any(
            call.prize == main and call.valid for call in stop.calls
        ):
            jogada.award()
            early = [one for one in self.payments(jogada) if one.shape == main]
            jogada.facts["early"] = early
            for one in early:
                self.plant(
                    "paid-early",
                    "BI-PAYWHEN",
                    jogada.name,
                    due=0,
                    paid=one.amount,
                    facts={"cartao": one.card, "fact": "antes"},
                )
            yield self.say(PrizesPaid(prizes=tuple(early)), jogada.name)

    @override
    def payments(self, jogada: Jogada) -> list[PrizePaid]:
        return self.bend("payments", jogada, super().payments(jogada))

    @override
    def pays_late(self, jogada: Jogada) -> bool:
        return jogada.fault == "acta-unpaid" or super().pays_late(jogada)

    @override
    def pay(self, jogada: Jogada, paid: list[PrizePaid]) -> Telling:
        if jogada.fault == "acta-unpaid":
            self.plant("acta-unpaid", "BI-ACTA-FIELD", jogada.name)
            yield self.record(jogada)
        early: list[PrizePaid] = jogada.facts.get("early", [])
        yield from super().pay(jogada, [one for one in paid if one not in early])

    @override
    def restored(self, **others: Any) -> Said:
        fault = self.now_wrong
        if fault == "base-from-players":
            self.plant(fault, "BI-JP-BASE")
            others["funds"] = "jogadores"
        if fault == "base-short":
            amount = self.pool.base - 50_000
            self.plant(fault, "BI-JP-BASE", due=self.pool.base, paid=amount)
            others["amount"] = amount
        return super().restored(**others)

    now_wrong: str | None = None
    """The fault of the jogada that is told."""
    lawful: Accumulator | None = None
    """The room's own accumulator, while it feeds another."""

    @override
    def jogada(self, jogada: Jogada) -> Telling:
        telling = super().jogada(jogada)
        for one in telling:
            self.now_wrong = jogada.fault
            yield one
        self.now_wrong = None

    @override
    def before_sale(self, jogada: Jogada) -> Telling:
        if jogada.fault != "announced-late":
            return
        first = next(one for one in jogada.sales if not one.inherited)
        self.plant("announced-late", "BI-ANN", jogada.name, facts={"fact": "antes"})
        yield self.say(self.sold(first), jogada.name)
        jogada.facts["sold"] = first

    @override
    def sold_now(self, jogada: Jogada, sale: Any) -> bool:
        return jogada.facts.get("sold") is not sale

    # --- suspension and annulment --------------------------------------------------------------

    @override
    def repaired_after(self, jogada: Jogada) -> tuple[int, int]:
        if jogada.fault != "suspension-too-long":
            return super().repaired_after(jogada)
        self.plant("suspension-too-long", "BI-SUSP", jogada.name, due=0, paid=jogada.total)
        return 920, 1_500

    @override
    def waits(self, jogada: Jogada) -> timedelta:
        if jogada.fault != "annulled-early":
            return super().waits(jogada)
        self.plant("annulled-early", "VOID-BAD", jogada.name)
        return timedelta(minutes=4)

    @override
    def stop_draw(self, jogada: Jogada) -> Telling:
        if jogada.fault != "annulled-in-draw":
            yield from super().stop_draw(jogada)
            return
        jogada.breakdowns += 1
        self.plant("annulled-in-draw", "BI-SUSP", jogada.name)
        yield self.say(JogadaSuspended(cause="avaria", side="operator"), jogada.name)
        yield self.say(Breakdown(equipment="extractor"), jogada.name)
        yield from self.annul(jogada, "avaria", "BI R55")

    @override
    def take_back(self, jogada: Jogada) -> Telling:
        if jogada.fault != "increment-kept":
            yield from super().take_back(jogada)
            return
        assert jogada.parts is not None
        kept, staked = jogada.parts.increment, jogada.parts.total
        self.plant("increment-kept", "BI-3PCT", jogada.name, due=0, paid=kept)
        self.plant("increment-kept", "JP-INC", jogada.name, due=0, paid=staked)

    @override
    def refunds(self, jogada: Jogada, back: dict[int, int]) -> Telling:
        if jogada.fault != "refund-short":
            yield from super().refunds(jogada, back)
            return
        for number, one in enumerate(jogada.sales):
            amount = back[id(one)] - (100 if number == 1 else 0)
            if number == 1:
                owed = back[id(one)]
                self.plant("refund-short", "VOID-REFUND", jogada.name, due=owed, paid=amount)
            yield self.say(self.refund(one, amount), jogada.name, after=(2, 6))

    # --- the acta and its gate -----------------------------------------------------------------

    @override
    def open_jogada(self, jogada: Jogada, *, gate: bool = True) -> Telling:
        fault, before = jogada.fault, self.before
        if fault in PLANS:
            yield from self.open_anew(fault)
        if fault == "rate-wrong":
            self.plant(fault, "BI-3PCT", jogada.name, facts={"fact": "taxa"})
            yield from self.set_rate(RATE)
        if "edition" in jogada.facts:
            edition = jogada.facts["edition"]
            yield from self.register(edition, only=1 if fault == "edition-short" else None)
            del self.series[edition.name]
        if fault == "pool-announced-anew":
            yield from self.announce_anew(jogada)
        if before is not None and self.incomplete(before):
            yield from self.refused(jogada.name)
            self.plant_of(before, "BI-ACTA-BLOCK", facts={"next": jogada.name})
            gate = False
        told = super().open_jogada(jogada, gate=gate)
        if fault == "last-unannounced":
            told = self.unannounced(jogada, gate=gate)
        if fault == "last-too-early":
            self.plant(fault, "BI-LAST", facts={"session": self.session})
            closes, self.closes = self.closes, self.terminal.now
            yield from told
            self.closes = closes
        else:
            yield from told
        if before is not None and before.facts.get("unrecorded") == "acta-skipped":
            yield self.record(before)

    def unannounced(self, jogada: Jogada, *, gate: bool) -> Telling:
        """Open the last jogada as if another came (R53)."""
        self.plant("last-unannounced", "BI-LAST", facts={"session": self.session})
        jogada.last = False
        yield from super().open_jogada(jogada, gate=gate)
        jogada.last = True

    def open_anew(self, fault: str) -> Telling:
        """Open the room with another plan (R7)."""
        linha, bingo = PLANS[fault]
        options = {"linha_ppm": linha, "bingo_ppm": bingo}
        self.plant(fault, "BI-PCT")
        yield self.say(self.opening(options=options, act=PLAN_ACT[fault]))

    def announce_anew(self, jogada: Jogada) -> Telling:
        """Say in the session that more balls win the accumulator (R9)."""
        self.plant("pool-announced-anew", "BI-JP-BALLS", jogada.name)
        balls = BALLS[self.variant] + 3
        yield self.say(
            BingoSessionOpened(
                session=self.session,
                variant=self.variant,
                mode=self.MODE,
                equipment_checked=True,
                pools=(PoolCondition(pool=self.pool.name, balls=balls),),
                closes=self.instant(self.closes),
                act="IGJ-modo",
            )
        )

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
        """Plant what follows later from a jogada's fault."""
        fault = jogada.facts["fault"]
        self.plant(fault, code, jogada.name, id=jogada.facts["id"], **more)

    @override
    def after(self, jogada: Jogada) -> Telling:
        jogada.facts["fault"], jogada.facts["id"] = jogada.fault or "", self._faulty
        if jogada.fault == "balls-miscounted":
            self.plant("balls-miscounted", "BI-BALLSET")
            yield self.replace_balls(jogada, uses=self.uses[self.variant] + 3)
        if jogada.fault == "balls-unapproved":
            self.plant("balls-unapproved", "BI-BALLSET")
            yield self.replace_balls(jogada, act=None)
        if jogada.fault in ("acta-skipped", "acta-missing", "session-closed-early"):
            jogada.facts["unrecorded"] = jogada.fault
        yield from super().after(jogada)
        if jogada.fault in PLANS:
            yield self.say(self.opening())
        if jogada.fault == "rate-wrong":
            yield from self.set_rate(INCREMENT)

    @override
    def recorded(self, jogada: Jogada) -> Telling:
        if "unrecorded" in jogada.facts:
            if jogada.fault == "acta-missing":
                facts = {"session": self.session}
                self.plant("acta-missing", "BI-ACTA-FIELD", facts=facts)
            return
        if jogada.short:
            self.plant(jogada.fault or "", "BI-ACTA-FIELD", jogada.name)
        field, change = ACTA.get(jogada.fault or "", ("", None))
        if change is None:
            yield from super().recorded(jogada)
            return
        self.plant(jogada.fault or "", "BI-ACTA-SUM", jogada.name, facts={"field": field})
        yield self.record(jogada, **change(self.acta(jogada)))

    # --- cards ---------------------------------------------------------------------------------

    @override
    def dispose_of(self, jogada: Jogada) -> Telling:
        fault = jogada.fault
        if fault == "cards-not-destroyed":
            self.plant(fault, "BI-DESTROY", facts={"session": self.session})
            return
        if fault == "evidence-destroyed":
            name = f"{self.badge}-R{self.occasion}"
            jogada.complaints.append(name)
            self.undecided.append((jogada.name, name))
            self.plant(fault, "BI-DESTROY", jogada.name)
            yield self.say(Complaint(complaint=name, about="win"), jogada.name)
        yield from super().dispose_of(jogada)
        if fault == "winning-destroyed":
            self.plant(fault, "BI-DESTROY", jogada.name)
            _, _, cards = self.kept.pop()
            destroyed = CardsDestroyed(cards=cards, winning=True, by=self.witnesses)
            yield self.say(destroyed, jogada.name)

    # --- sessions ------------------------------------------------------------------------------

    @override
    def session_opening(self, fault: str | None, **others: Any) -> Telling:
        facts = {"session": self.session}
        if fault == "equipment-untested":
            self.plant(fault, "BI-PASS", facts=facts)
            others["equipment_checked"] = False
        if fault == "pool-unannounced":
            others["pools"] = ()
            self.plant(fault, "BI-JP-BALLS")
        if fault == "balls-worn":
            self.set_number[self.variant] += 1
            self.uses[self.variant] = USES_MAX
            self.plant(fault, "BI-BALLSET")
            yield self.say(
                OpeningDeclared(
                    subject="ball_set", name=self.set_of(self.variant), values={"uses": USES_MAX}
                )
            )
        if fault == "balls-not-all-shown":
            self.plant(fault, "BI-PASS", facts=facts)
        self.now_wrong = fault
        yield from super().session_opening(fault, **others)

    @override
    def shown(self, moment: str, **others: Any) -> Said:
        missing = {"start": "balls-not-all-shown", "end": "balls-missing-at-end"}[moment]
        if self.now_wrong == missing:
            others["balls"] = self.variant - 1
            others["missing"] = (self.variant,)
        return super().shown(moment, **others)

    @override
    def close_session(self, fault: str | None) -> Telling:
        last = self.before
        assert last is not None
        self.now_wrong = fault if fault == "balls-missing-at-end" else None
        if self.now_wrong is not None:
            self.plant(fault or "", "BI-PASS", facts={"session": self.session})
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
