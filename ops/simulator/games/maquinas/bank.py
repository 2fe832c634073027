"""A bank of slot machines: what a jogada is, from its stake to the jackpot that it wins.

Each machine signs for itself; the jackpot's controller, the desk, the technicians and finance are
sources of their own. What a jogada pays, meters and pools are reckoned in ``paytables`` and
``machine`` from the rules' words.

Rules: maquinas.md, contadores.md, jackpots.md, online.md.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from ledger.events.jackpots import (
    AwardSignalled,
    JackpotIncrement,
    JackpotWon,
    PoolReset,
)
from ledger.events.machines import ComplementaryBet, LineWin, Play, PlayVoided
from ops.simulator.games.maquinas.hall import Hall
from ops.simulator.games.maquinas.machine import MILLION, Guest, Level, Machine
from ops.simulator.games.maquinas.paytables import DECK, held, poker_hand, poker_pays
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import instant

BY_HAND: Final = 60_000
"""A prize by the table that a machine does not pay itself, in cents."""
HUNDREDTHS: Final = 100


class Bank(Hall):
    """Machines at which people play."""

    # --- a jogada ----------------------------------------------------------------------------

    def jogada(self, machine: Machine) -> Telling:
        """Play once, honestly, with what the guest stakes."""
        guest = machine.guest
        assert guest is not None
        if machine.make.table is None:
            wins, shown = self.poker(guest)
            yield self.say(machine, self.counted(machine, guest, wins, (), shown))
            return
        table = machine.make.table
        stops = table.spin(self.rng)
        if machine.levels and self.lucky and self.occasion > self.lucky[-1][0]:
            stops = table.stops_for([self.lucky.pop()[1]] * 3)
        yield from self.spun(machine, guest, stops)

    def spun(self, machine: Machine, guest: Guest, stops: tuple[int, ...]) -> Telling:
        """Play the symbols at which the reels stop."""
        table = machine.make.table
        assert table is not None
        won = table.pays(stops, guest.lines, guest.level, guest.denomination)
        while won.progressives > 1:  # one prize a jogada; two would be two awards at one time
            stops = table.spin(self.rng)
            won = table.pays(stops, guest.lines, guest.level, guest.denomination)
        shows = machine.make.shows
        symbols = table.window(stops) if shows != "stops" else ()
        if won.progressive is not None:
            yield from self.progressive(machine, guest, won.wins, won.progressive, symbols)
            return
        stops = stops if shows != "symbols" else ()
        others = self.mystery(machine)
        steps: tuple[ComplementaryBet, ...] = ()
        if machine.make.complements and won.total:
            steps = self.complements(machine, guest, won.total, won.scatter)
        yield self.say(
            machine, self.counted(machine, guest, won.wins, stops, symbols, others, steps)
        )
        if others and "PAM" in others:
            self.by_hand(machine, "PAM", others["PAM"], self.last(machine))
        if machine.tells_increments:
            yield from self.increments(machine, guest.stake)

    def counted(
        self,
        machine: Machine,
        guest: Guest,
        wins: tuple[LineWin, ...],
        stops: tuple[int, ...],
        symbols: tuple[str, ...],
        others: Mapping[str, int] | None = None,
        steps: tuple[ComplementaryBet, ...] = (),
    ) -> Play:
        """Count a jogada in the machine's memory, and return what it says of it."""
        prize = steps[-1].prize if steps else sum(one.amount for one in wins)
        stake = guest.stake
        more = dict(others or {})
        if prize >= BY_HAND and not machine.online and not steps and not more:
            more, cg = {"PAM": prize}, 0
        else:
            cg = prize
        machine.played(
            guest.denomination, stake + sum(one.stake for one in steps), cg, more.items()
        )
        for level in machine.levels:
            level.feed(stake)
        session = machine.session
        play = Play(
            stake=stake,
            denomination=guest.denomination,
            configuration=machine.configuration,
            paytable=machine.make.paytable,
            mode="exclusive" if machine.online else "physical",
            player=guest.name if machine.online else None,
            lines=guest.lines,
            stops=stops,
            symbols=symbols,
            wins=wins,
            cg=cg,
            pa=more.get("PA", 0),
            pam=more.get("PAM", 0),
            complementary=steps,
            balance=machine.balance,
            autoplay=None if session is None else session.auto,
        )
        if cg == 0 and more.get("PAM") == prize > 0:
            self.by_hand(machine, "PAM", prize, self.next_of(machine))
        return play

    def next_of(self, machine: Machine) -> str:
        """Return the name that a machine's next event will have."""
        return f"{machine.terminal.source}:{machine.terminal.seq + 1}"

    def last(self, machine: Machine) -> str:
        """Return the name of a machine's last event."""
        return f"{machine.terminal.source}:{machine.terminal.seq}"

    def mystery(self, machine: Machine) -> dict[str, int] | None:
        """Return an accumulated prize that is not progressive, where one falls."""
        if not machine.make.mystery or not self.chance(300):
            return None
        if machine.online or not self.chance(5):
            return {"PA": self.rng.randint(200, 1_500)}
        return {"PAM": self.rng.randint(2_000, 12_000)}

    def complements(
        self, machine: Machine, guest: Guest, prize: int, scatter: int
    ) -> tuple[ComplementaryBet, ...]:
        """Return the complementary bets of a jogada, as far as the guest dares (R11)."""
        rng = self.rng
        steps: list[ComplementaryBet] = []
        names = {one.name for one in machine.make.complements}
        if scatter >= 3 and "arca" in names:  # what opens it
            prize += rng.choice((0, 0, 0, 0, 1, 1, 2)) * guest.stake
            steps.append(ComplementaryBet(name="arca", prize=prize))
        stays = machine.credits - guest.stake
        if "segunda" in names and stays >= guest.stake and rng.random() < guest.bold / 8:
            prize += guest.stake * rng.choice((0, 0, 150, 300)) // HUNDREDTHS
            steps.append(ComplementaryBet(name="segunda", stake=guest.stake, prize=prize))
        while 0 < prize < BY_HAND // 2 and rng.random() < guest.bold:
            risked = prize if rng.random() < 2 / 3 else prize // 2
            prize = prize - risked + (2 * risked if rng.random() < 1 / 2 else 0)
            steps.append(ComplementaryBet(name="dobrar", risked=risked, prize=prize))
            if risked == 0:
                break
        return tuple(steps)

    def poker(self, guest: Guest) -> tuple[tuple[LineWin, ...], tuple[str, ...]]:
        """Return the prize of a hand of video poker, and its five cards."""
        cards = self.rng.sample(DECK, 10)
        kept = held(cards[:5])
        if self.chance(20):
            kept = kept[:1]
        hand = (*kept, *cards[5 : 10 - len(kept)])
        name = poker_hand(hand)
        if name is None:
            return (), hand
        amount = poker_pays(name, guest.level) * guest.denomination
        return (LineWin(line=1, combination=name, amount=amount),), hand

    # --- progressive prizes ------------------------------------------------------------------

    def progressive(
        self,
        machine: Machine,
        guest: Guest,
        wins: tuple[LineWin, ...],
        combination: str,
        symbols: tuple[str, ...],
        *,
        said_more: int = 0,
        shown_after: int | None = 2,
    ) -> Telling:
        """Win a pool: the smaller is paid by the machine, the larger by hand.

        ``said_more`` is what the machine says and pays beyond the prize.
        """
        stake, cg = guest.stake, sum(one.amount for one in wins)
        moved = {level.name: level.feed(stake) for level in machine.levels}
        (level,) = [one for one in machine.levels if one.terms.level == combination]
        amount = level.win()
        hand = combination == "grande"
        meter = "PAPh" if hand else "PAPm"
        machine.played(guest.denomination, stake, cg, ((meter, amount + said_more),))
        play = Play(
            stake=stake,
            denomination=guest.denomination,
            configuration=machine.configuration,
            paytable=machine.make.paytable,
            lines=guest.lines,
            symbols=symbols,
            wins=wins,
            cg=cg,
            pap_m=0 if hand else amount + said_more,
            pap_h=amount + said_more if hand else 0,
            pool=level.name,
            balance=machine.balance,
        )
        yield self.say(machine, play)
        name = self.last(machine)
        yield from self.increments(machine, stake, moved)
        yield from self.awarded(machine, level, amount, name, hand=hand, shown_after=shown_after)

    def awarded(
        self,
        machine: Machine,
        level: Level,
        amount: int,
        play: str,
        *,
        hand: bool,
        shown_after: int | None = 2,
    ) -> Telling:
        """Let the controller tell of an award: won, shown on the machines, the base put back."""
        won = JackpotWon(pool=level.name, amount=amount, play=play)
        yield self.tell(self.terminal, won, machine.place)
        self.award = award = f"{self.terminal.source}:{self.terminal.seq}"
        if hand:
            self.by_hand(machine, "PAPh", amount, play, award=award)
        if shown_after is not None:
            self.now += timedelta(seconds=shown_after)
            signalled = AwardSignalled(
                award=award,
                pool=level.name,
                shown=instant(self.now),
                places=tuple(one.place for one in self.machines if one.levels),
            )
            yield self.tell(self.terminal, signalled, machine.place)
        base = level.terms.base
        put_back = PoolReset(
            pool=level.name, award=award, amount=base, funds="operator", balance=base
        )
        yield self.tell(self.finance, put_back)
        yield self.tell(self.terminal, self.controller(level, "win"))

    def increments(
        self, machine: Machine, stake: int, moved: Mapping[str, int] | None = None
    ) -> Telling:
        """Let a machine say what a stake added to the smaller pool, if it says so at all."""
        if not machine.tells_increments:
            return
        level = machine.levels[-1]
        added = self.added(machine, stake) if moved is None else moved[level.name]
        told = JackpotIncrement(pool=level.name, amount=added, stake=stake)
        yield self.say(machine, told)

    def added(self, machine: Machine, stake: int) -> int:
        """Return the whole cents that the last stake added to the smaller pool."""
        level = machine.levels[-1]
        before = level.accumulated - stake * level.terms.ppm
        return level.accumulated // MILLION - before // MILLION

    # --- what cannot be finished -------------------------------------------------------------

    def unfinished(self, machine: Machine) -> Telling:
        """Let a jogada stop without an outcome: null, and the stake goes back (R36)."""
        guest = machine.guest or self.guest(machine)
        if machine.credits < guest.stake:
            yield from self.money_in(machine, guest.stake)
        name = self.next_of(machine)
        yield from self.begun(machine, guest)
        self.wait(20, 90)
        yield from self.voided(machine, guest, name)

    def begun(self, machine: Machine, guest: Guest) -> Telling:
        """Tell a jogada that stopped before its outcome was known."""
        stake = guest.stake
        machine.played(guest.denomination, stake, 0)
        for level in machine.levels:
            level.feed(stake)
        play = Play(
            stake=stake,
            denomination=guest.denomination,
            configuration=machine.configuration,
            paytable=machine.make.paytable,
            mode="exclusive" if machine.online else "physical",
            player=guest.name if machine.online else None,
            lines=guest.lines,
            balance=machine.balance,
        )
        yield self.say(machine, play)
        yield from self.increments(machine, stake)

    def voided(self, machine: Machine, guest: Guest, play: str, off: int = 0) -> Telling:
        """Give the stake of an unfinished jogada back; the meters stay where they are."""
        machine.credits += guest.stake
        for level in machine.levels:
            level.give_back(guest.stake)
        void = PlayVoided(
            play=play,
            cause="avaria",
            rule="MÁQ R36",
            side="operator",
            returned=guest.stake + off,
            balance=machine.balance,
        )
        yield self.say(machine, void)
