"""The office of the pools: linked jackpots fed by devices, their displays, prizes and cover.

One party with several sources: finance, the controller that hears of the devices' stakes, the
display, and finance of a second casino whose concession ends. Each day has stakes and their voids,
readings, prizes of every kind signalled, verified and paid, claims refused, rates changed with
notice, a pool that goes to another, casinos that settle, the cover of the day. How each of these
is said stands in ``office``, and what a pool holds is worked out in ``books``; what is done wrongly
stands in ``faults``, ``prize_faults`` and ``end_faults``, each fault on a pool of its own.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import datetime
from hashlib import sha256
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.jackpots import (
    AwardRefused,
    Combination,
    CoverMoved,
    MustHitCommitted,
    MustHitRevealed,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolStake,
)
from ledger.events.registry import ParameterSet, PlaceScheduled
from ledger.events.reviews import GamingDayClosed
from ledger.roles import Role
from ops.simulator.games.jackpots.books import MILLION, commitment
from ops.simulator.games.jackpots.end_faults import ENDS, OF_CLOSE
from ops.simulator.games.jackpots.faults import TERMS
from ops.simulator.games.jackpots.office import TAX_PPM, WITNESSED, Close, Ending, Office
from ops.simulator.games.jackpots.prize_faults import PRIZES
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.party import Telling

TABLE: Final = (
    Combination(name="grande", ppm=MILLION),
    Combination(name="parcial", ppm=100_000),
    Combination(name="pequeno", fixed=4_000),
)
LOW: Final = 5_400
HIGH: Final = 6_200
"""Between what the mystery prize falls."""
STAKES: Final = (20, 50, 75, 100, 100, 200, 300, 500)


class Jackpots(Office):
    """The office; an occasion is some stakes, and what is done beside them."""

    GAME: ClassVar[str] = "jackpots"
    ROLE: ClassVar[Role] = Role.FINANCE
    WRONGS: ClassVar[Mapping[str, Wrong]] = {**TERMS, **PRIZES, **ENDS, **OF_CLOSE}
    FAULTS: ClassVar[tuple[str, ...]] = tuple(WRONGS)
    OF_CLOSE: ClassVar[frozenset[str]] = frozenset(OF_CLOSE)

    # --- before the first day ------------------------------------------------------------------

    @override
    def prepare(self) -> Telling:
        """Open the pools, with the devices of both casinos, and fix the first trigger."""
        if self._alone:
            yield from self._schedule()
        linked: dict[str, Any] = {"reserve_ppm": 2_000, "ceiling": 60_000, "combinations": TABLE}
        yield from self.open(self.grande, base=50_000, ppm=20_000, increment_max=200, **linked)
        yield from self.open(self.misterio, base=5_000, ppm=30_000, hit_low=LOW, hit_high=HIGH)
        for name in (self.grande, self.misterio):
            for device in self.away:
                yield self.say(
                    PoolMemberAdded(
                        pool=name, member=device, casino=self.other, act="comunicacao-7"
                    )
                )
        for scope, name, value, by in (
            (self.grande, "taxa_premio_ppm", TAX_PPM, None),
            ("*", "charity_deadline_days", 1, self.authority),
            (self.where.place, "pagamento_segunda_pessoa", WITNESSED, self.authority),
        ):
            yield self.say(
                ParameterSet(
                    scope=scope,
                    name=name,
                    value=value,
                    since=self.later(1),
                    act="despacho-3",
                    notified=self.now,
                ),
                by,
                approved=True,
            )
        self.terminal.wait(90, 120)  # until they are in force
        yield from self._commit()

    def _schedule(self) -> Telling:
        casinos = (
            (self.chief, self.controller, self.house),
            (self.old_chief, self.old_controller, self.former),
        )
        for chief, controller, casino in casinos:
            yield self.say(
                PlaceScheduled(source=controller.source, category="office", casino=casino), chief
            )

    # --- the day -------------------------------------------------------------------------------

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        """Open with readings, hear of stakes, close with the day's cover."""
        self._days += 1
        self.terminal.begin(day, start)
        if self._alone and self._days > 1:
            yield from self._schedule()
        yield from self._read_all("opening")
        to_end = self._days % 3 == 2  # the second of three
        for number in range(1, rounds + 1):
            self.occasion += 1
            self.terminal.wait(20, 90)
            yield from self._turn()
            fault = self.fault()
            yield from self.at("occasion", Occasion(fault))
            if (
                fault is None and to_end and number >= rounds // 2
            ):  # where nothing is wrong: orders bear its number
                to_end = False
                yield from self._transfer()
                yield from self.end(Ending())
        yield from self._close()

    def _close(self) -> Telling:
        """Read everything with a witness, declare the cover, close the day."""
        yield from self._read_all("weekly")
        close = Close(self._of_close.pop(0) if self._of_close and self._alone else None)
        yield from self.at("closing", close)
        close.held = sum(pool.held for pool in self.pools.values())
        if self._cover != close.held:
            moved = CoverMoved(casino=self.house, amount=close.held - self._cover, form="deposit")
            yield self.say(moved, after=(60, 120))
            self._cover = close.held
        yield from self.instead("cover", close, self.declare_cover(close.held))
        if self._alone:
            close.said = self.say(GamingDayClosed(casino=self.house), after=(600, 900))
            yield close.said
            yield from self.at("closed", close)

    def _read_all(self, why: str) -> Telling:
        for name in (self.grande, self.misterio):
            yield self.controller_read(name, why)
            yield self.display_read(name, why, witness=self.director if why == "weekly" else None)

    # --- stakes --------------------------------------------------------------------------------

    def _turn(self) -> Telling:
        """Hear of some stakes; then, now and then, of something else."""
        feeding = [*self.devices, *self.away]
        if self._guest is not None:
            feeding.append(self._guest)
        for _ in range(self.rng.randint(2, 6)):
            device = self.rng.choice(feeding)
            amount = self.rng.choice(STAKES)
            for name in (self.grande, self.misterio):
                yield self.stake(name, device, amount)
            if self.pools[self.misterio].shown >= self._trigger:
                yield from self._mystery()
        yield from _WHIMS.get(self.rng.randrange(40), Jackpots.nothing)(self)
        if self.occasion % 47 == 0:
            yield from self._won(self.grande, "grande")

    def nothing(self) -> Telling:
        """Do nothing besides."""
        yield from ()

    def shown_read(self) -> Telling:
        """Read a display."""
        yield self.display_read(self.rng.choice((self.grande, self.misterio)), "daily")

    def held_read(self) -> Telling:
        """Read a controller."""
        yield self.controller_read(self.rng.choice((self.grande, self.misterio)), "daily")

    def lower_prize(self) -> Telling:
        """Let a part of the great pool be won."""
        yield from self._won(self.grande, self.rng.choice(("parcial", "pequeno")))

    def void_last(self) -> Telling:
        """Void a stake among the last: its share goes back exactly."""
        name, stake = self.rng.choice(self._recent)
        self._recent.remove((name, stake))
        pool = self.pools[name]
        pool.take_back(stake)
        yield self.say(
            PoolStake(
                pool=name,
                device=stake.device,
                casino=stake.casino,
                stake=stake.id,
                amount=stake.amount,
                voided=True,
            ),
            self.controller,
        )

    # --- terms ---------------------------------------------------------------------------------

    def change_rate(self) -> Telling:
        """Change the rate some minutes from now, with notice and communication (MAQ R19)."""
        since, ppm = self.later(self.rng.randint(2, 9)), self.rng.choice((15_000, 20_000, 25_000))
        yield self.say(
            ParameterSet(
                scope=self.grande,
                name="ppm",
                value=ppm,
                since=since,
                act="comunicacao-9",
                notified=self.now,
            ),
            approved=True,
        )
        self.pools[self.grande].announce(since, ppm)

    def change_members(self) -> Telling:
        """Let a device feed the pools for a while, or no more."""
        if self._guest is None:
            self._guest = f"{self.badge}-h{self.occasion}"
            for name in (self.grande, self.misterio):
                yield self.say(PoolMemberAdded(pool=name, member=self._guest, act="comunicacao-8"))
            return
        for name in (self.grande, self.misterio):
            removed = PoolMemberRemoved(pool=name, member=self._guest, reason="manutencao")
            yield self.say(removed)
        self._guest = None

    # --- prizes --------------------------------------------------------------------------------

    def refused_claim(self) -> Telling:
        """Refuse a claim that was none: the money is the pool's again (posting 10)."""
        before = deepcopy(self.pools[self.grande])
        won, _ = self.claim(self.grande, "parcial")
        yield won
        refused = AwardRefused(award=won.name, pool=self.grande, reason="avaria")
        yield self.say(refused, after=(60, 180), approved=True)
        before.wins += 1
        self.pools[self.grande] = before

    # --- the mystery prize ---------------------------------------------------------------------

    def _commit(self) -> Telling:
        self._trigger = self.rng.randint(LOW, HIGH)
        self._salt = sha256(f"{self.where.seed}/{self.occasion}".encode()).hexdigest()
        yield self.say(
            MustHitCommitted(
                pool=self.misterio,
                commitment=commitment(self._trigger, self._salt),
                low=LOW,
                high=HIGH,
            ),
            self.controller,
        )

    def _mystery(self) -> Telling:
        """Let the prize fall to the stake that reached the trigger; open it, fix another."""
        won, award = self.claim(self.misterio, None)
        yield won
        revealed = MustHitRevealed(pool=self.misterio, value=self._trigger, salt=self._salt)
        yield self.say(revealed, self.controller)
        yield from self.honour(self.misterio, won, award)
        yield from self._commit()

    # --- pools that end ------------------------------------------------------------------------

    def _transfer(self) -> Telling:
        """Give a small pool's whole value to the great one, then take it down (MAQ R23)."""
        name = f"{self.badge}-anexo-{self._days}"
        yield from self.fed(name)
        yield from self.move(name, self.grande)
        yield self.say(
            PoolExtinguished(pool=name, reason="estrategia", balance=0, to=self.grande),
            approved=True,
        )


_WHIMS: Final[Mapping[int, Callable[[Jackpots], Telling]]] = {
    0: Jackpots.void_last,
    1: Jackpots.void_last,
    2: Jackpots.shown_read,
    3: Jackpots.shown_read,
    4: Jackpots.shown_read,
    5: Jackpots.held_read,
    6: Jackpots.held_read,
    7: Jackpots.change_rate,
    8: Jackpots.change_members,
    9: Jackpots.refused_claim,
    10: Jackpots.lower_prize,
    11: Jackpots.lower_prize,
}
"""What is done now and then beside an occasion's stakes, of forty."""
