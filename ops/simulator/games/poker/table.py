"""A table of non-banked poker from hand to hand: who sits down, rests, comes back, buys and leaves.

The mão goes round (NB R15); newcomers bring the average of the caves (R14) and never begin with the
mão (O9); who rests misses forced bets and makes them good (O18); a cave below the minimum is
restored or its player leaves (O8).
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any, ClassVar, Final, cast

from typing_extensions import override

from ledger.events.base import Payload, Value
from ledger.events.rounds import Decision, Payout
from ledger.events.seats import (
    PlaceRequested,
    PlayerAway,
    PlayerBack,
    PlayerLeft,
    PlayerSeated,
    StackDeclared,
)
from ledger.events.tables import ChipsSold, SessaoClosed, SessaoOpened, TableOpened
from ops.simulator.games.poker.betting import Sitting, Stakes
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table

MINIMUM: Final = 500
CAVE: Final = 100 * MINIMUM
REPOSICAO: Final = 20 * MINIMUM
ENTRY: Final = 40 * MINIMUM
"""The least that a newcomer brings (O7)."""
RATE: Final = 50_000
"""The cagnotte of a hand, in millionths (R65 a)."""
FEE_MAXIMUM: Final = 3_000
LEAST: Final = 5
"""Players below which nobody leaves: four must play on (R11), and one may rest."""
IDLE: Final = 5
"""Hands without a bet after which a grande aposta is due (O17)."""
RESTS: Final = 2
"""Hands for which a player may rest (R47)."""
LIMITS: Final = ("com_limite", "pote", "sem_limite")
SESSAO: Final = 60
"""Minutes of a sessão before its last hands (R65 b)."""
DEEP: Final = 40 * MINIMUM
"""A cave that no bet of a scripted hand exhausts."""

DESISTIR: Final = "desistir"
PASSAR: Final = "passar"
ACOMPANHAR: Final = "acompanhar"
REPICAR: Final = "repicar"
APOSTAR: Final = "apostar"

Act = tuple[str, int]
"""A word, and what it puts in beyond equalling."""


class PokerTable(Table):
    """A table at which players play each other."""

    BANKED: ClassVar[bool] = False
    PLACES: ClassVar[int] = 10
    NEWCOMERS_HAVE_THE_MAO: ClassVar[bool] = False
    OPTIONS: ClassVar[Mapping[str, Value]] = {}
    """What the game's tables open with besides."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
        super().__init__(where, faults)
        self.sitting: dict[int, Sitting] = {}
        self.mao = 0
        """Who had it in the last hand; 0 before the first."""
        self.repeated = False
        """The last hand was void: the next is dealt in its place."""
        self.limit = self.rng.choice(LIMITS)
        self.options: dict[str, Value] = {}
        """What the fault of this opening changes; ``@`` begins what is no option of the table."""
        self.prepared: str | None = None
        """The fault for which the table was made ready since the last hand."""
        self.deck_shown = False
        """Whether the deck has lain open on the table in this partida (R7)."""
        self._came = 0
        self._sessoes = 0
        self.began = where.start
        """Since when the present sessão goes on."""

    # --- the day -------------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        options: dict[str, Value] = {
            "minimum": MINIMUM,
            "limit": self.limit,
            "cagnotte_mode": "hand",
            "cagnotte_ppm": RATE,
            "cagnotte_maximum": FEE_MAXIMUM,
            "cave": CAVE,
            "reposicao": REPOSICAO,
            "entry_minimum": ENTRY,
            **self.OPTIONS,
            **self.options,
        }
        return TableOpened(
            profile=self.profile,
            game=self.GAME,
            options={name: value for name, value in options.items() if name[0] != "@"},
            currency=CURRENCY,
            records=RECORDS,
            seats=cast("int", self.options.get("@places", self.PLACES)),
            count=self.float,
            counted_by=self.counters,
        )

    @property
    def profile(self) -> str:
        """The profile by which the table is opened."""
        return str(self.options.get("@profile", PROFILE))

    @property
    def mode(self) -> Any:
        """Where hands are played: in the room, or how online."""
        return self.options.get("@mode", "physical")

    @override
    def open(self) -> Telling:
        yield from super().open()
        self._sessoes += 1
        self.began = self.terminal.now
        sessao = SessaoOpened(session=self.sessao, minutes=SESSAO)
        yield self.aside(sessao)
        self.mao, self.repeated, self.deck_shown = 0, False, False
        inscribed = self.newcomer() if "@undrawn" in self.options else ""
        if inscribed:
            yield self.say(PlaceRequested(player=inscribed, wish="seat"))
        for _ in range(self.rng.randrange(6, 9)):
            yield from self.arrive(CAVE, "start")
        if inscribed:
            yield from self.arrive(CAVE, "start", name=inscribed)
        if "@start" in self.options:
            player = self.sitting[min(self.sitting)]
            player.cave -= 1_000
            yield self.say(StackDeclared(seat=player.seat, amount=player.cave, why="start"))

    @override
    def close(self) -> Telling:
        for seat in sorted(self.sitting):
            yield from self.leave(seat)
        yield self.aside(SessaoClosed(session=self.sessao))
        yield from super().close()

    def next_sessao(self) -> Telling:
        """Let a sessão end that has lasted its time, and another begin."""
        yield self.aside(SessaoClosed(session=self.sessao))
        self._sessoes += 1
        self.began = self.terminal.now
        yield self.aside(SessaoOpened(session=self.sessao, minutes=SESSAO))

    @property
    def sessao(self) -> str:
        """The name of the present sessão."""
        return f"{self.badge}-sessao-{self._sessoes}"

    def reopen(self, options: Mapping[str, Value]) -> Telling:
        """Close the table and open it for another partida, with other options.

        A profile other than the house's is admitted first, and then no longer.
        """
        before = self.profile
        yield from self.close()
        self.limit = str(options.get("limit", self.limit))
        self.options = {name: value for name, value in options.items() if name != "limit"}
        if self.profile != before:
            yield self.book.admit(self.profile, self.terminal.now)
            self.terminal.wait(60, 120)
        yield from self.open()

    @override
    def between(self) -> Telling:
        """Between two hands players come, go, rest and restore their caves."""
        yield from super().between()
        if self.terminal.now - self.began > timedelta(minutes=SESSAO):
            yield from self.next_sessao()
        fault = self.prepared = self.coming()
        wrong = self.WRONGS.get(fault or "")
        options: Mapping[str, Value] = {}
        if wrong is not None and wrong.reopens is not None:
            options = wrong.reopens(self)
        if not self._stands(options):
            yield from self.reopen(options)
        yield from self.come_back(everybody=fault is not None)
        yield from self.settle_caves(deep=fault is not None)
        whim = self.rng.randrange(30) if fault is None else -1
        while len(self.playing()) < LEAST:
            yield from self.enter()
        playing = self.playing()
        if whim in (1, 2) and len(self.sitting) < self.PLACES:
            yield from self.enter()
        elif whim == 0 and len(playing) > LEAST:
            yield from self.leave(self.rng.choice(playing).seat)
        elif whim == 3 and len(playing) > LEAST:  # noqa: PLR2004 - one in so many
            fresh = [one for one in playing if one.played and not one.rested]
            if fresh:
                yield from self.rest(self.rng.choice(fresh))

    def settle_caves(self, *, deep: bool) -> Telling:
        """Have caves restored, all of them where a hand by script comes; or their players leave."""
        for seat in sorted(self.sitting):
            if seat > self.PLACES:
                yield from self.leave(seat)
            elif self.sitting[seat].cave < MINIMUM:
                yield from self.restore_or_leave(self.sitting[seat])
        if deep:
            yield from self.deepen()

    def _stands(self, options: Mapping[str, Value]) -> bool:
        """Tell whether the table is open just so; any limit will do where none is asked for."""
        asked = {name: value for name, value in options.items() if name != "limit"}
        return self.options == asked and options.get("limit", self.limit) == self.limit

    # --- places --------------------------------------------------------------------------------

    def playing(self) -> list[Sitting]:
        """Return who would play the next hand, by place."""
        return [self.sitting[seat] for seat in sorted(self.sitting) if not self.sitting[seat].away]

    def arrive(self, cave: int, why: str, seat: int = 0, name: str = "") -> Telling:
        """Let somebody sit down with a cave, by the draw or from the list.

        Who is named is on the list already.
        """
        drawn = why == "start" and not name
        name = name or self.newcomer()
        if why == "entry":
            yield self.aside(PlaceRequested(player=name, wish="seat"))
        free = [one for one in range(1, self.PLACES + 1) if one not in self.sitting]
        player = Sitting(seat or self.rng.choice(free), name, cave, came=self.terminal.now)
        self.sitting[player.seat] = player
        via = "draw" if drawn else "list"
        yield self.say(PlayerSeated(seat=player.seat, player=player.name, via=via), after=(1, 10))
        yield self.sell(player, cave)
        yield self.say(StackDeclared(seat=player.seat, amount=cave, why=why, added=cave))

    def newcomer(self) -> str:
        """Return the pseudonym of somebody new."""
        self._came += 1
        return f"{self.badge}-j{self._came}"

    def enter(self) -> Telling:
        """Let a newcomer in, with the average of the caves (R14), O7's minimum at the least."""
        yield from self.arrive(self.average(), "entry")

    def average(self) -> int:
        """Return the cave that a newcomer brings: the average of the caves."""
        caves = [one.cave for one in self.sitting.values() if one.played]
        return max(sum(caves) // len(caves), ENTRY) if caves else CAVE

    def leave(self, seat: int, cause: str = "own") -> Telling:
        """Let somebody leave, with his chips."""
        player = self.sitting.pop(seat)
        yield self.say(PlayerLeft(seat=seat, player=player.name, cause=cause), after=(1, 5))

    def rest(self, player: Sitting, hands: int = 0) -> Telling:
        """Let somebody rest for one hand or two (R47)."""
        player.away = 1 + (hands or self.rng.randint(1, RESTS))
        yield self.say(PlayerAway(seat=player.seat, cause="rest"))

    def restore_or_leave(self, player: Sitting) -> Telling:
        """Have a cave below the minimum restored, or its player leave (O8)."""
        if len(self.playing()) > LEAST and self.rng.randrange(3) == 0:
            yield from self.leave(player.seat, "cave_lost")
        else:
            yield from self.restore(player)

    def restore(self, player: Sitting, times: int = 1) -> Telling:
        """Let somebody put reposições to his cave."""
        yield self.sell(player, times * REPOSICAO)
        player.cave += times * REPOSICAO
        yield self.say(
            StackDeclared(
                seat=player.seat, amount=player.cave, why="reposicao", added=times * REPOSICAO
            )
        )

    def sell(self, player: Sitting, amount: int) -> Any:
        """Sell chips for cash."""
        return self.say(
            ChipsSold(amount=amount, means="cash", seat=player.seat, player=player.name),
            after=(3, 8),
        )

    def deepen(self) -> Telling:
        """Have everybody restore his cave, so that nobody is encavado in the hand to come."""
        for player in self.playing():
            if player.cave < DEEP:
                yield from self.restore(player, -(-(DEEP - player.cave) // REPOSICAO))

    def come_back(self, *, everybody: bool = False) -> Telling:
        """Let those come back who have rested enough, with what they need to go on."""
        for seat in sorted(self.sitting):
            player = self.sitting[seat]
            if player.away == 1 or (player.away and everybody):
                player.away = 0
                yield self.say(PlayerBack(seat=seat))
                if player.cave < self.owed(player) + 4 * MINIMUM:
                    yield from self.restore(player)

    def owed(self, player: Sitting) -> int:
        """Return the sum of missed forced bets that a player must make good (O18)."""
        return player.pequenas * (MINIMUM // 2) + player.grandes * MINIMUM

    # --- from hand to hand ---------------------------------------------------------------------

    def next_mao(self) -> int:
        """Return the place that has the mão now (R15, O9)."""
        playing = self.playing()
        seats = [one.seat for one in playing if one.played or self.NEWCOMERS_HAVE_THE_MAO]
        seats = [seat for seat in seats or [one.seat for one in playing] if seat <= self.PLACES]
        if self.repeated and self.mao in seats:
            return self.mao
        return min(seats, key=lambda seat: ((seat - self.mao - 1) % 100, seat))

    def players(self, mao: int) -> list[Sitting]:
        """Return who plays, clockwise from the mão."""
        playing = self.playing()
        at = next((at for at, one in enumerate(playing) if one.seat >= mao), 0)
        return playing[at:] + playing[:at]

    def after_hand(self, stakes: Stakes, mao: int, moved: Sequence[int], *, void: bool) -> Telling:
        """Declare the changed caves, and note the forced bets that resting players missed."""
        for player in stakes.players:
            if player.seat in moved and player.seat in self.sitting:
                amount = player.cave
                yield self.say(StackDeclared(seat=player.seat, amount=amount, why="count"))
        for player in stakes.players:
            player.played = True
        if not void:
            self._note_missed(mao)
            for player in stakes.players:
                player.pequenas = player.grandes = 0
                if player.seat in moved:
                    player.idle = 0
                elif player.idle is not None:
                    player.idle += 1
            for player in self.sitting.values():
                player.rested = player.rested + 1 if player.away else 0
                if player.away > 1:
                    player.away -= 1
        self.mao, self.repeated = mao, void

    def _note_missed(self, mao: int) -> None:
        """Note the forced bets that came to the places of those who rest."""
        ring = sorted(self.sitting)
        before = 0 if self.repeated else self.mao
        at = ring.index(mao) if mao in ring else 0
        for seat in ring[at + 1 :] + ring[:at]:
            if not self.sitting[seat].away:
                break
            self.sitting[seat].grandes += 1
        for seat, player in self.sitting.items():
            if player.away:
                player.idle = None
                passed = before and (seat - before) % 100 < (mao - before) % 100 and seat != before
                player.pequenas += bool(passed)

    # --- what players do -----------------------------------------------------------------------

    def most(self, stakes: Stakes, player: Sitting) -> int:
        """Return the highest bet or repique beyond equalling (R63, O15)."""
        left = player.cave - stakes.missing(player)
        if self.limit == "sem_limite":
            return left
        whole = stakes.pot + stakes.missing(player)
        if not stakes.level:
            whole = stakes.pot
        allowed = whole // 2 if self.limit == "com_limite" else whole
        return min(left, max(allowed, MINIMUM))

    def may_raise(self, stakes: Stakes, player: Sitting) -> bool:
        """Tell whether a player may bet or repicar now (R26, O16)."""
        return (
            player.cave > stakes.missing(player)
            and player.seat not in stakes.own
            and self.repiques_left(stakes, player)
        )

    def repiques_left(self, stakes: Stakes, player: Sitting) -> bool:  # noqa: ARG002 - by game
        """Tell whether another repique is open: three a turn while more than two play (O16)."""
        return stakes.repiques < 3 or len(stakes.live) <= 2  # noqa: PLR2004 - O16

    def choose(self, stakes: Stakes, player: Sitting, *, only_call: bool) -> Act:
        """Decide as a player does: by his cards, the price, and a whim."""
        whim, missing = self.rng.random(), stakes.missing(player)
        raising = not only_call and self.may_raise(stakes, player)
        if missing <= 0:
            if raising and whim < 0.05 + 0.3 * player.luck:
                return self._size(stakes, player)
            return PASSAR, 0
        price = missing / (stakes.pot + missing)
        if raising and whim > 1.08 - 0.2 * player.luck:
            return self._size(stakes, player)
        if whim < 1.35 * (1 - player.luck) * (0.35 + price):
            return DESISTIR, 0
        return ACOMPANHAR, 0

    def _size(self, stakes: Stakes, player: Sitting) -> Act:
        most = self.most(stakes, player)
        left = player.cave - stakes.missing(player)
        word = REPICAR if stakes.level else APOSTAR
        if self.limit == "sem_limite" and self.rng.randrange(12):
            most = min(most, max(stakes.pot, MINIMUM))
        extra = self.rng.choice((MINIMUM, MINIMUM, 2 * MINIMUM, most // 2, most))
        extra = max(min(extra // (MINIMUM // 2) * (MINIMUM // 2), most), MINIMUM)
        # What would leave less than a chip is all of it, where all of it may be bet.
        if extra >= left or (left - extra < MINIMUM and left <= most):
            extra = left
        return word, extra

    def act(
        self,
        stakes: Stakes,
        player: Sitting,
        act: Act,
        name: str,
        *,
        more: int = 0,
        lapsed: bool = False,
    ) -> Any:
        """Let a player say a word, and put in what goes with it; ``more`` goes back to him."""
        word, extra = act
        missing = stakes.missing(player)
        chips, announced = 0, None
        if word == DESISTIR:
            stakes.out.add(player.seat)
        elif word == ACOMPANHAR:
            chips = min(missing, player.cave)
            stakes.own.add(player.seat)
        elif word in (REPICAR, APOSTAR):
            chips = missing + extra
            announced = extra if self.rng.randrange(2) else None
            self._raise(stakes, player, extra, missing)
        stakes.take(player, chips)
        player.cave -= more
        stakes.asked.add(player.seat)
        return self.say(
            Decision(
                seat=player.seat,
                action=word,
                added=chips + more,
                announced=announced,
                lapsed=lapsed,
            ),
            name,
            after=(1, 9),
        )

    def _raise(self, stakes: Stakes, player: Sitting, extra: int, missing: int) -> None:
        if extra >= MINIMUM:
            stakes.repiques += stakes.level > 0
            stakes.own = set()
        stakes.own.add(player.seat)
        stakes.asked = set()
        stakes.level = stakes.bet.get(player.seat, 0) + missing + extra


def moved_by(events: Sequence[Payload], put: Mapping[int, int]) -> set[int]:
    """Return the seats whose chips a hand moved."""
    return {seat for seat, chips in put.items() if chips} | {
        one.seat for one in events if isinstance(one, Payout)
    }


def trust(rng: Random, cards: Sequence[str]) -> float:
    """Return how much a player trusts his own cards: pairs, suits and high cards, and a mood."""
    ranks = sorted("23456789TJQKA".index(card[0]) for card in cards)
    same = len(cards) - len(set(ranks))
    suited = len(cards) - len({card[1] for card in cards})
    hope = (ranks[-1] + ranks[-2]) / 40 + 0.25 * same + 0.06 * suited
    return min(0.97, max(0.05, 0.55 * hope + 0.5 * rng.random()))
