"""Bingo online: nobody claims, the system finds the first complete cards and pays the accounts.

Rules: R85 to R98, online.md. A player is told when one number is missing; between two numbers at
least a second goes by; a jogada is void only where the operator's system failed.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.bingo import (
    BallDrawn,
    JogadaAnnulled,
    OneToGoAlerted,
    PrizePaid,
)
from ledger.events.rounds import RoundClosed
from ops.simulator.games.bingo.cards import Symbol
from ops.simulator.games.bingo.jogada import Jogada, Key, Prize, Stop
from ops.simulator.games.bingo.play import FAILED, Play
from ops.simulator.games.bingo.room import all_balls
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import RECORDS

FAST: Final = "balls-too-fast"
SILENT: Final = "alerts-left-out"
UNAPPROVED: Final = "continuous-unapproved"
UNPAID: Final = "winner-unpaid"
OVERPAID: Final = "winner-overpaid"
INSTEAD: Final = "paid-to-another"
DECIDED: Final = "annulled-though-decided"
PLAYERS: Final = "annulled-for-a-player"
AFTER: Final = "ball-after-bingo"
UNANNOUNCED: Final = "session-announced-late"
TWICE: Final = "sale-closed-twice"


class BingoOnline(Play):
    """An online bingo room."""

    GAME: ClassVar[str] = "bingo_online"
    MODE: ClassVar[str] = "session"
    DEMAND: ClassVar[tuple[int, int]] = (40, 90)
    RECORDS: ClassVar[tuple[str, ...]] = (*RECORDS, "alerts")
    FAULTS: ClassVar[tuple[str, ...]] = (
        FAST,
        SILENT,
        UNAPPROVED,
        UNPAID,
        OVERPAID,
        INSTEAD,
        DECIDED,
        PLAYERS,
        AFTER,
        UNANNOUNCED,
        TWICE,
    )
    OWN_SESSION: ClassVar[frozenset[str]] = frozenset({UNAPPROVED, UNANNOUNCED})
    LAST_ONE: ClassVar[frozenset[str]] = frozenset({UNAPPROVED})

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the room up: no record lacks anything."""
        super().__init__(where, faults)
        self.lacking: list[Jogada] = []
        """Jogadas of the session whose records lack something, and that none followed yet."""
        self.short = False
        """Whether there was any in the session."""

    @property
    @override
    def round_mode(self) -> Any:
        return "shared"

    @override
    def buy_of(self, jogada: Jogada, lot: Any, demand: int) -> int:
        before = len(jogada.sales)
        count = super().buy_of(jogada, lot, demand)
        for sale in jogada.sales[before:]:
            sale.means = "account"
        return count

    @override
    def course(self, jogada: Jogada) -> str | None:
        if jogada.fault in (PLAYERS, None) and (jogada.fault or self.rng.randrange(20) == 0):
            return FAILED
        return None

    @override
    def decide(self, jogada: Jogada) -> None:
        jogada.order = self.balls(all_balls(jogada))
        jogada.online()

    @override
    def begin(self, name: str, fault: str | None) -> Jogada:
        jogada = super().begin(name, fault)
        if fault == UNANNOUNCED:
            jogada.limit = None  # nor are the accumulator's balls announced
        return jogada

    @override
    def announce(self, jogada: Jogada) -> Telling:
        yield from super().announce(jogada)
        if jogada.fault == TWICE:
            self.plant(TWICE, "BI-MODE", jogada.name, facts={"fact": "fecho"})
            yield from super().announce(jogada)

    # --- the draw ------------------------------------------------------------------------------

    @override
    def draw(self, jogada: Jogada, course: str | None) -> Telling:
        yield from self.draw_to(jogada, len(jogada.acts))
        if jogada.fault == AFTER:
            self.plant(AFTER, "BI-END", jogada.name)
            yield self.ball(jogada, jogada.order[len(jogada.acts)])
        if jogada.fault == DECIDED:
            yield from self.annul_decided(jogada)

    def draw_to(self, jogada: Jogada, count: int) -> Telling:
        """Draw so many balls; tell who lacks one number of a prize (R88, R95)."""
        waiting = self.alerts(jogada)
        for number in jogada.acts[:count]:
            assert not isinstance(number, Stop)
            yield self.ball(jogada, number)
            for prize, (series, card) in waiting.pop(jogada.drawn, ()):
                alert = OneToGoAlerted(series=series, card=card, shape=prize)
                self.terminal.now += timedelta(milliseconds=3)
                yield self.terminal.say(alert, jogada.name)

    def alerts(self, jogada: Jogada) -> dict[int, list[tuple[str, Key]]]:
        """Return who lacks one number of a prize after which ball, while it can be won."""
        order = {number: index for index, number in enumerate(jogada.order, 1)}
        found: dict[int, list[tuple[str, Key]]] = {}
        silent = jogada.offer.main if jogada.fault == SILENT else None
        for prize in jogada.offer.names:
            end = jogada.won[prize][0] if prize in jogada.won else len(jogada.acts) + 1
            if prize == silent:
                self.plant(SILENT, "BI-CAD", jogada.name, facts={"premio": prize})
                continue
            kinds = jogada.offer.kinds(prize)
            for series, number in jogada.in_play():
                sets = jogada.edition(series).sets(kinds, jogada.offer.figure)[number - 1]
                ball = min(_last_but_one(one, order) for one in sets)
                if ball < end:
                    found.setdefault(ball, []).append((prize, (series, number)))
        return found

    @override
    def ball(self, jogada: Jogada, number: Symbol, **others: Any) -> Any:
        if jogada.fault != FAST or jogada.drawn != 4:  # noqa: PLR2004 - some ball
            return super().ball(jogada, number, **others)
        self.plant(FAST, "BI-CAD", jogada.name)
        jogada.drawn += 1
        self.terminal.now += timedelta(milliseconds=300)
        return self.terminal.say(BallDrawn(number=number, index=jogada.drawn), jogada.name)

    # --- what fails ----------------------------------------------------------------------------

    @override
    def fail(self, jogada: Jogada) -> Telling:
        """Let the operator's system fail in the draw: all goes back (R98)."""
        balls = self.rng.randint(3, 8)
        yield from self.draw_to(jogada, balls)
        if jogada.fault != PLAYERS:
            yield from self.annul(jogada, "falha_do_sistema", "BI R98")
            return
        self.plant(PLAYERS, "VOID-NET", jogada.name)
        # What was decided by then stands, and is owed: of thirty balls three may make a line.
        jogada.won = {prize: won for prize, won in jogada.won.items() if won[0] <= balls}
        self.owe(jogada)
        yield from self.annulled(jogada, "rede_do_jogador", "player")
        jogada.facts["stands"] = True

    def annul_decided(self, jogada: Jogada) -> Telling:
        """Annul a jogada whose winners stand, and give the prices back (R98)."""
        self.plant(DECIDED, "VOID-BAD", jogada.name)
        self.owe(jogada)
        yield from self.annulled(jogada, "falha_do_sistema", "operator")
        jogada.facts["stands"] = True

    def owe(self, jogada: Jogada) -> None:
        """Plant that what was won is not paid."""
        for prize in jogada.award():
            facts = {"cartao": prize.card[1], "premio": prize.name}
            if prize.pool is not None:
                facts["pool"] = prize.pool
            owed = prize.amount
            self.plant(jogada.fault or "", "PAY-NONE", jogada.name, due=owed, paid=0, facts=facts)

    def annulled(self, jogada: Jogada, cause: str, side: Any) -> Telling:
        """Tell an annulment that takes no effect, but for the prices that go back."""
        total = jogada.total
        self.plant(jogada.fault or "", "BI-CANCEL", jogada.name, due=0, paid=total)
        said = self.say(
            JogadaAnnulled(cause=cause, rule="BI R98", refunded=total, side=side), jogada.name
        )
        jogada.ended, jogada.facts["rule"] = said.at, "BI R98"
        yield said

    # --- prizes and cards ----------------------------------------------------------------------

    @override
    def payment(self, jogada: Jogada, prize: Prize) -> PrizePaid:
        return structs.replace(super().payment(jogada, prize), means="account")

    @override
    def payments(self, jogada: Jogada) -> list[PrizePaid]:
        paid = super().payments(jogada)
        main = jogada.offer.main
        if jogada.facts.get("stands"):
            return []
        if jogada.fault == UNPAID:
            jogada.short = True
            for one in paid:
                if one.shape == main and one.pool is None:
                    facts = {"cartao": one.card}
                    self.plant(UNPAID, "PAY-NONE", jogada.name, due=one.amount, paid=0, facts=facts)
            return [one for one in paid if one.shape != main or one.pool is not None]
        if jogada.fault == INSTEAD:
            return self.to_another(jogada, paid)
        if jogada.fault == OVERPAID:
            return self.too_much(jogada, paid)
        return paid

    def to_another(self, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
        """Pay a card that was complete later, not the first (R97)."""
        one = next(o for o in paid if o.shape == jogada.offer.main and o.pool is None)
        winners = jogada.won[jogada.offer.main][1]
        other = next(card for card in jogada.in_play() if card not in winners)
        for owed, given, card in ((one.amount, 0, one.card), (0, one.amount, other[1])):
            facts = {"cartao": card}
            self.plant(INSTEAD, "BI-WIN", jogada.name, due=owed, paid=given, facts=facts)
        changed = structs.replace(one, series=other[0], card=other[1])
        return [changed if o is one else o for o in paid]

    def too_much(self, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
        """Pay each winner of the bingo one unit too much."""
        mine = [o for o in paid if o.shape == jogada.offer.main and o.pool is None]
        owed = sum(o.amount for o in mine)
        more = owed + len(mine)
        self.plant(OVERPAID, "BI-PCT", jogada.name, due=owed, paid=more)
        rate = jogada.tax
        return [
            structs.replace(o, amount=o.amount + 1, tax=(o.amount + 1) * rate // 1_000_000)
            if o in mine
            else o
            for o in paid
        ]

    @override
    def end(self, jogada: Jogada) -> Any:
        said = self.say(RoundClosed(shown=True), jogada.name, after=(3, 6))
        jogada.ended = jogada.ended or said.at
        return said

    @override
    def acta(self, jogada: Jogada) -> Any:
        acta = super().acta(jogada)
        rule = jogada.facts.get("rule")
        return acta if rule is None else structs.replace(acta, annulled=rule)

    @override
    def dispose_of(self, jogada: Jogada) -> Telling:
        """Do nothing: there is no paper."""
        yield from ()

    # --- sessions ------------------------------------------------------------------------------

    @override
    def choose(self, jogada: Jogada) -> Any:
        return self.series[f"E{jogada.variant}"]

    @override
    def session_opening(self, fault: str | None, **others: Any) -> Telling:
        if fault == UNANNOUNCED:
            return  # it comes when the first jogada is open
        if fault == UNAPPROVED:
            others |= {"mode": "continuous", "act": None}
            self.plant(UNAPPROVED, "BI-MODE", facts={"session": self.session})
            self.plant(UNAPPROVED, "BI-MODE")
        yield from super().session_opening(fault, **others)

    @override
    def open_jogada(self, jogada: Jogada, *, gate: bool = True) -> Telling:
        for one in list(self.lacking):  # each is held to the one before of its own game (R92)
            if (one.variant, one.price) == (jogada.variant, jogada.price):
                self.follows(one, "BI-ACTA-BLOCK", facts={"next": jogada.name})
                self.lacking.remove(one)
        if jogada.fault == UNANNOUNCED:
            yield from self.refused(jogada.name)
            gate = False
        yield from super().open_jogada(jogada, gate=gate)
        if jogada.fault == UNANNOUNCED:
            self.plant(UNANNOUNCED, "BI-MODE", jogada.name, facts={"fact": "anuncio"})
            yield from self.session_opening(None)

    @override
    def close_session(self, fault: str | None) -> Telling:
        yield from self.decide_complaints()
        if self.short:
            for one in self.lacking:
                self.follows(one, "BI-ACTA-BLOCK", facts={"next": ""})
            self.lacking, self.short = [], False
            yield from super().close_session_at_once()
        else:
            yield from super().close_session(fault)

    def refused(self, wanted: str | None) -> Telling:
        """Ask the gate, which says no."""
        ask = self.terminal.ask(wanted, expected=False)
        yield ask
        assert not ask.granted

    def follows(self, jogada: Jogada, code: str, **more: Any) -> None:
        """Plant the findings that follow later from a jogada's fault."""
        self.plant(jogada.fault or "", code, jogada.name, id=jogada.facts["id"], **more)

    @override
    def recorded(self, jogada: Jogada) -> Telling:
        jogada.facts["id"] = self._faulty
        if jogada.short:
            self.lacking.append(jogada)
            self.short = True
            self.plant(jogada.fault or "", "BI-ACTA-FIELD", jogada.name)
        yield from super().recorded(jogada)


def _last_but_one(numbers: Iterable[Symbol], order: Mapping[Symbol, int]) -> int:
    """Return the ball after which one number of a shape is missing.

    >>> _last_but_one((1, 2, 3), {1: 4, 2: 9, 3: 6})
    6
    """
    return sorted(order[number] for number in numbers)[-2]
