"""The office of the pools: linked jackpots fed by devices, their displays, prizes and cover.

One party with several sources: finance, the controller that hears of the devices' stakes, the
display, and finance of a second casino whose concession ends. Each day has stakes and their voids,
readings, prizes of every kind signalled, verified and paid, claims refused, rates changed with
notice, a pool that goes to another, casinos that settle, the cover of the day. What a pool holds is
worked out in ``jackpot_books``; what is done wrongly stands in ``jackpot_faults`` and
``jackpot_prize_faults``, each fault on a pool of its own.
"""

from collections import deque
from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardSignalled,
    AwardVerified,
    BaseFunded,
    Beneficiary,
    CharityPaid,
    Combination,
    ConcessionEnded,
    ControllerRead,
    CoverDeclared,
    CoverMoved,
    DisplayRead,
    InterCasinoSettled,
    JackpotWon,
    MustHitCommitted,
    MustHitRevealed,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolOpened,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.events.registry import ParameterSet, PlaceScheduled
from ledger.events.reviews import GamingDayClosed
from ops.simulator.games import jackpot_prize_faults as wrong
from ops.simulator.games.jackpot_books import MILLION, Award, Held, Stake, commitment
from ops.simulator.games.jackpot_faults import COURSES
from ops.simulator.party import Party, Place, Telling
from ops.simulator.tables import CURRENCY
from ops.simulator.terminal import Said, Terminal, instant

MODEL: Final = "modelo-ligado"
BET_TYPE: Final = "linha"
TABLE: Final = (
    Combination(name="grande", ppm=MILLION),
    Combination(name="parcial", ppm=100_000),
    Combination(name="pequeno", fixed=4_000),
)
TAX_PPM: Final = 100_000
LOW: Final = 5_400
HIGH: Final = 6_200
"""Between what the mystery prize falls."""
STAKES: Final = (20, 50, 75, 100, 100, 200, 300, 500)
HERE: Final = 4
ELSEWHERE: Final = 3
"""Devices of this casino and of the other that feeds the same pools."""


SHARES: Final = (600_000, 400_000)
"""Of two charities, in millionths."""


class Jackpots(Party):
    """The office; an occasion is some stakes, and what is done beside them."""

    GAME: ClassVar[str] = "jackpots"
    ROLE: ClassVar[str] = "finance"
    FAULTS: ClassVar[tuple[str, ...]] = wrong.FAULTS

    def __init__(
        self,
        where: Place,
        faults: Mapping[int, str] | None = None,
        *,
        casino: str | None = None,
        alone: bool = True,
    ) -> None:
        """Set the office up. Alone, it schedules its places and closes its casino's gaming day.

        Where a floor does so, it must also cover, in the same casino, what else is held there.
        """
        of_close = sorted((faults or {}).items())
        super().__init__(where, {at: one for at, one in of_close if one not in wrong.OF_CLOSE})
        self._of_close = [one for _, one in of_close if one in wrong.OF_CLOSE]
        """Faults of the day's close: one a day, from the first on."""
        self.house = self.casino = casino or f"{self.badge}-casino"
        self.other = f"{self.badge}-vizinho"
        """A casino whose devices feed the same pools."""
        self.former = f"{self.badge}-antigo"
        """One whose concession ends."""
        self._alone = alone
        self.controller = self._device("controlador")
        self.display = self._device("painel")
        # Finance may speak of a prize before its claim has come.
        self.controller.apart = self.display.apart = True
        self.spare = self._device("controlador-b")
        """A controller of which only what is wrong is heard."""
        self.old = self._device("financas-antigo", f"{where.place}-ANT")
        self.pools: dict[str, Held] = {}
        """Of this casino, by name."""
        self.grande = f"{self.badge}-grande"
        self.misterio = f"{self.badge}-misterio"
        self.devices = [f"{self.badge}-m{n}" for n in range(1, HERE + 1)]
        self.away = [f"{self.badge}-v{n}" for n in range(1, ELSEWHERE + 1)]
        self._guest: str | None = None
        """A device that feeds the pools for a while."""
        self._numbers: dict[str, int] = {}
        self._recent: deque[tuple[str, Stake]] = deque(maxlen=6)
        self._trigger = 0
        self._salt = ""
        self._slips = 0
        self._cover = 0
        self._days = 0

    def _device(self, name: str, place: str | None = None) -> Terminal:
        where = self.where
        return Terminal(
            f"{self.badge}-{name}", place or where.place, where.day, where.start, self.rng
        )

    # --- who speaks ----------------------------------------------------------------------------

    @override
    def sources(self) -> dict[str, str]:
        return {
            **super().sources(),
            self.controller.source: "controller",
            self.spare.source: "controller",
            self.display.source: "display",
            self.old.source: "finance",
            self.director: "finance",
        }

    @property
    def director(self) -> str:
        """Who approves."""
        return f"{self.badge}-direcao"

    def say(
        self,
        payload: Payload,
        by: Terminal | None = None,
        *,
        after: tuple[int, int] = (0, 2),
        approved: bool = False,
    ) -> Said:
        """Return an event of finance, or of another source, some seconds after the last."""
        self.terminal.wait(*after)
        speaker = by or self.terminal
        speaker.now, speaker.day = self.terminal.now, self.terminal.day
        return speaker.say(payload, approved_by=(self.director,) if approved else ())

    @property
    def now(self) -> str:
        """The time."""
        return instant(self.terminal.now)

    def later(self, minutes: int) -> str:
        """Return a time so many minutes from now."""
        return instant(self.terminal.now + timedelta(minutes=minutes))

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
        for name, value in (("taxa_premio_ppm", TAX_PPM), ("charity_deadline_days", 1)):
            yield self.say(
                ParameterSet(
                    scope=self.grande if name == "taxa_premio_ppm" else "*",
                    name=name,
                    value=value,
                    since=self.later(1),
                    act="despacho-3",
                    notified=self.now,
                ),
                approved=True,
            )
        self.terminal.wait(90, 120)  # until they are in force
        yield from self._commit()

    def _schedule(self) -> Telling:
        casinos = ((self.terminal, self.house), (self.old, self.former))
        for terminal, casino in casinos:
            yield self.say(
                PlaceScheduled(source=terminal.source, category="office", casino=casino), terminal
            )

    def open(
        self,
        name: str,
        *members: str,
        by: Terminal | None = None,
        funded: bool = True,
        **terms: Any,
    ) -> Telling:
        """Open a pool with another person's approval, and put the base in."""
        given: dict[str, Any] = {
            "scope": "machines" if members else "casinos",
            "base": 1_000,
            "ppm": 100_000,
            "game": MODEL,
            "bet_type": BET_TYPE,
            "act": "autorizacao-1",
            **terms,
        }
        fed_by = members or tuple(self.devices)
        opened = PoolOpened(pool=name, members=fed_by, currency=CURRENCY, **given)
        casino = self.house if by is None else self.former
        self.pools[name] = Held(terms=opened, casino=casino)
        yield self.say(opened, by, approved=True)
        if funded:
            yield self.say(BaseFunded(pool=name, amount=opened.base, funds="operator"), by)
            self.pools[name].base = opened.base

    # --- the day -------------------------------------------------------------------------------

    @property
    @override
    def left(self) -> int:
        return super().left + len(self._of_close)

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        """Open with readings, hear of stakes, close with the day's cover."""
        self._days += 1
        self.terminal.begin(day, start)
        if self._alone and self._days > 1:
            yield from self._schedule()
        yield from self._read_all("opening")
        to_end = self._days % 3 == 2  # noqa: PLR2004 - the second of three
        for number in range(1, rounds + 1):
            self.occasion += 1
            self.terminal.wait(20, 90)
            yield from self._turn()
            fault = self.fault()
            if fault is not None:
                yield from COURSES[fault](self, fault)
            elif to_end and number >= rounds // 2:  # where nothing is wrong: orders bear its number
                to_end = False
                yield from self._transfer()
                yield from self.end()
        yield from self._close()

    def _close(self) -> Telling:
        """Read everything with a witness, declare the cover, close the day."""
        yield from self._read_all("weekly")
        fault = self._of_close.pop(0) if self._of_close and self._alone else None
        if fault == wrong.HALF_TRANSFER:
            yield from wrong.half_transfer(self, fault)
        held = sum(pool.held for pool in self.pools.values())
        if self._cover != held:
            moved = CoverMoved(casino=self.house, amount=held - self._cover, form="deposit")
            yield self.say(moved, after=(60, 120))
            self._cover = held
        amount = wrong.declared(fault, held)
        if amount is not None:
            yield self.say(
                CoverDeclared(casino=self.house, amount=amount, form="deposit", reference="conta-1")
            )
        if self._alone:
            closed = self.say(GamingDayClosed(casino=self.house), after=(600, 900))
            yield closed
            wrong.closed(self, fault, held, closed)

    def _read_all(self, why: str) -> Telling:
        for name in (self.grande, self.misterio):
            yield self.controller_read(name, why)
            yield self.display_read(name, why, witness=self.director if why == "weekly" else None)

    def display_read(self, name: str, why: str, witness: str | None = None) -> Said:
        """Read what players see."""
        read = DisplayRead(
            pool=name, amount=self.pools[name].shown, display="painel-1", why=why, witness=witness
        )
        return self.say(read, self.display, after=(1, 5))

    def controller_read(self, name: str, why: str) -> Said:
        """Read what the controller holds, part by part."""
        pool = self.pools[name]
        read = ControllerRead(
            pool=name,
            amount=pool.shown,
            reserve=pool.reserve,
            overflow=pool.overflow,
            residue=pool.residue,
            staked=pool.staked,
            wins=pool.wins,
            why=why,
        )
        return self.say(read, self.controller, after=(1, 5))

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

    def stake(self, name: str, device: str, amount: int, by: Terminal | None = None) -> Said:
        """Hear of a stake that feeds a pool."""
        number = self._numbers[device] = self._numbers.get(device, 0) + 1
        pool = self.pools[name]
        casino = self.other if device in self.away else pool.casino
        one = PoolStake(
            pool=name,
            device=device,
            casino=casino,
            stake=f"{device}:{number}",
            amount=amount,
        )
        said = self.say(one, by or self.controller, after=(0, 6))
        ppm = pool.feed(amount, casino, said.at)
        if name in (self.grande, self.misterio):
            stake = Stake(
                id=one.stake,
                device=device,
                casino=casino,
                amount=amount,
                ppm=ppm,
                awards=pool.drained,
            )
            self._recent.append((name, stake))
        return said

    def void_last(self) -> Telling:
        """Void one of the last stakes: its share goes back exactly."""
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
        pool = self.pools[self.grande]
        pool.rates = [*pool.rates[-3:], (since, ppm)]

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

    def claim(self, name: str, combination: str | None) -> tuple[Said, Award]:
        """Let the controller claim a prize."""
        pool = self.pools[name]
        award = pool.win(combination, pool.casino)
        won = JackpotWon(pool=name, combination=combination, amount=award.amount)
        return self.say(won, self.controller), award

    def _won(self, name: str, combination: str | None) -> Telling:
        won, award = self.claim(name, combination)
        yield won
        yield from self.honour(name, won, award)

    def honour(self, name: str, won: Said, award: Award) -> Telling:
        """Signal, verify and pay a prize; settle with the other casino (MAQ R12, R22)."""
        places = (self.where.place,)
        yield self.say(
            AwardSignalled(award=won.name, pool=name, shown=self.now, places=places),
            self.controller,
        )
        yield self.say(
            AwardVerified(award=won.name, pool=name, amount=award.amount, witness=self.director),
            after=(60, 180),
        )
        yield self.pay(name, won, award.amount)
        if award.full:
            yield self.reset(name, won, award)
        yield self.display_read(name, "win")
        yield from self.settle(name, won, award)

    def pay(self, name: str, won: Said, amount: int, tax: int | None = None) -> Said:
        """Pay a prize at the desk, less the tax."""
        self._slips += 1
        withheld = amount * TAX_PPM // MILLION if name == self.grande else 0
        pool = self.pools[name]
        pool.unpaid -= min(amount, pool.unpaid)
        return self.say(
            AwardPaid(
                award=won.name,
                pool=name,
                amount=amount,
                tax=withheld if tax is None else tax,
                means="cash",
                slip=f"{self.badge}-guia-{self._slips}",
                cashier=f"{self.badge}-caixa",
                witness=self.director,
            ),
            after=(60, 300),
        )

    def reset(self, name: str, won: Said, award: Award, **others: Any) -> Said:
        """Say from what the pool starts again."""
        told: dict[str, Any] = {
            "amount": award.reset,
            "funds": "operator",
            "carried": award.carried,
            "balance": award.balance,
            **others,
        }
        return self.say(PoolReset(pool=name, award=won.name, **told))

    def settle(self, name: str, won: Said, award: Award) -> Telling:
        """Let the other casino pay what it owes of a prize (MAQ R19)."""
        for casino, amount in award.owed.items():
            yield self.say(
                InterCasinoSettled(
                    pool=name,
                    award=won.name,
                    payer=casino,
                    receiver=self.house,
                    amount=amount,
                ),
                after=(60, 300),
            )

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

    def fed(self, name: str, *, stakes: int = 3, **terms: Any) -> Telling:
        """Open a pool of one device, and feed it."""
        device = f"{name}-m"
        yield from self.open(name, device, **terms)
        for _ in range(stakes):
            yield self.stake(name, device, self.rng.choice((101, 203, 307)))

    def _transfer(self) -> Telling:
        """Give a small pool's whole value to the great one, then take it down (MAQ R23)."""
        name = f"{self.badge}-anexo-{self._days}"
        yield from self.fed(name)
        yield from self.move(name, self.grande)
        yield self.say(
            PoolExtinguished(pool=name, reason="estrategia", balance=0, to=self.grande),
            approved=True,
        )

    def move(self, name: str, to: str, **others: Any) -> Telling:
        """Let both sides of a transfer be signed; ``others`` is said instead of what is right."""
        source, target = self.pools[name], self.pools[to]
        for side in ("out", "in"):
            yield self.say(self.order(side, name, to, **others), approved=True)
        target.base += source.base
        more, target.residue = divmod(target.residue + source.residue, MILLION)
        target.accumulated += source.accumulated + more
        target.reserve += source.reserve
        target.overflow += source.overflow
        hidden, target.reserve_residue = divmod(
            target.reserve_residue + source.reserve_residue, MILLION
        )
        target.reserve += hidden
        target.drained += 1
        del self.pools[name]

    def order(self, side: str, name: str, to: str, **others: Any) -> PoolTransferred:
        """Return one side of a transfer."""
        pool = self.pools[name]
        told: dict[str, Any] = {
            "transfer": f"{self.badge}-ordem-{self.occasion}",
            "side": side,
            "base": pool.base,
            "accumulated": pool.accumulated,
            "reserve": pool.reserve,
            "overflow": pool.overflow,
            "residue": pool.residue,
            "reason": "estrategia",
            **others,
        }
        return PoolTransferred(pool=name, to=to, **told)

    def end(
        self,
        shares: tuple[int, int] = SHARES,
        act: str | None = "despacho-4",
        fault: str | None = None,
    ) -> Telling:
        """Open and feed a pool of the former casino, end its concession, and pay the charities."""
        name = f"{self.former}-{self.occasion}"
        device = f"{name}-m"
        yield from self.open(name, device, by=self.old)
        for amount in (101, 203, 307):
            yield self.stake(name, device, amount, by=self.old)
        pool = self.pools.pop(name)
        homes = tuple(f"{self.badge}-lar-{n}-{self.occasion}" for n in (1, 2))
        yield from self.concede(pool, homes, shares, act, fault)

    def concede(
        self,
        pool: Held,
        homes: tuple[str, ...],
        shares: tuple[int, int] = SHARES,
        act: str | None = "despacho-4",
        fault: str | None = None,
    ) -> Telling:
        """End the former casino's concession, and pay the charities (MAQ R24)."""
        ended = self.say(
            ConcessionEnded(
                casino=self.former,
                beneficiaries=tuple(
                    Beneficiary(institution=home, ppm=share)
                    for home, share in zip(homes, shares, strict=True)
                ),
                act=act,
            ),
            self.old,
        )
        yield ended
        yield from wrong.ended(self, ended, pool, homes, shares, fault)

    def give(self, home: str, amount: int, receipt: str | None = "recibo-1") -> Said:
        """Pay a charity."""
        return self.say(
            CharityPaid(institution=home, amount=amount, receipt=receipt, act="despacho-4"),
            self.old,
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
