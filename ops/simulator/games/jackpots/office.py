"""The office of the pools: who speaks there, pools opened and fed, readings, prizes paid."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    AwardSignalled,
    AwardVerified,
    BaseFunded,
    Beneficiary,
    CharityPaid,
    ConcessionEnded,
    ControllerRead,
    CoverDeclared,
    DisplayRead,
    InterCasinoSettled,
    JackpotWon,
    PoolAdjusted,
    PoolOpened,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.roles import Binding, Role
from ops.simulator.games.jackpots.books import MILLION, Award, Held, Stake, divided
from ops.simulator.parties.party import Party, Place, Telling
from ops.simulator.parties.table import CURRENCY
from ops.simulator.parties.terminal import Said, Terminal, instant

MODEL: Final = "modelo-ligado"
BET_TYPE: Final = "linha"
TAX_PPM: Final = 100_000
OCCASIONS_MAX: Final = 400
"""Of a run: a controller is enrolled for the pools of each."""
HERE: Final = 4
ELSEWHERE: Final = 3
"""Devices of this casino and of the other that feeds the same pools."""


WITNESSED: Final = 1_000
"""Above it a prize paid at the desk is confirmed by who watched (``pagamento_segunda_pessoa``)."""
SHARES: Final = (600_000, 400_000)
"""Of two charities, in millionths."""


@dataclass
class Ending:
    """The end of a concession: what its charities are promised, and what they get."""

    fault: str | None = None
    shares: tuple[int, int] = SHARES
    act: str | None = "despacho-4"
    pool: Held | None = None
    homes: tuple[str, ...] = ()
    said: Said | None = None
    """The end as it was told."""

    @property
    def parts(self) -> list[int]:
        """The share of the pool of each winner."""
        assert self.pool is not None
        odd = 1 if self.pool.residue else 0
        return divided(self.pool.shown + odd, list(self.shares))


@dataclass
class Close:
    """The close of a day."""

    fault: str | None
    held: int = 0
    """What the pools hold, and money must cover."""
    said: Said | None = None
    """The close as it was told."""


class Office(Party):
    """Finance, the controller that hears of stakes, the display, and the pools they speak of."""

    OF_CLOSE: ClassVar[frozenset[str]] = frozenset()
    """Faults of the day's close: one a day."""

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
        super().__init__(where, {at: one for at, one in of_close if one not in self.OF_CLOSE})
        self._of_close = [one for _, one in of_close if one in self.OF_CLOSE]
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
        old = f"{where.place}-ANT"
        self.old = self._device("financas-antigo", old)
        """Finance of the casino whose concession ends."""
        self.old_controller = self._device("controlador-antigo", old)
        self.cage = self._device("caixa-central")
        """Where prizes are paid."""
        self.chief = self._device("chefia")
        self.authority = self._device("autoridade")
        self.old_chief = self._device("chefia-antigo", old)
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
        self._days: int = 0

    def _device(self, name: str, place: str | None = None) -> Terminal:
        where = self.where
        return Terminal(
            f"{self.badge}-{name}", place or where.place, where.day, where.start, self.rng
        )

    # --- who speaks ----------------------------------------------------------------------------

    @override
    def sources(self) -> dict[str, Binding]:
        pools = (self.grande, self.misterio, *self._pools_to_come())
        ended = [f"{self.former}-{number}" for number in range(OCCASIONS_MAX)]
        there = self.device(Role.JACKPOT_CONTROLLER, self.old_controller.place or "", pools=ended)
        return {
            self.terminal.source: Binding(role=Role.FINANCE),
            self.controller.source: self.device(Role.JACKPOT_CONTROLLER, pools=pools),
            self.spare.source: self.device(Role.JACKPOT_CONTROLLER, pools=pools),
            self.display.source: self.device(Role.DISPLAY, pools=pools),
            self.cage.source: self.device(Role.CAGE),
            self.chief.source: Binding(role=Role.FLOOR_MANAGER),
            self.director: Binding(role=Role.DIRECTOR),
            self.watcher: Binding(role=Role.SUPERVISOR),
            self.authority.source: Binding(role=Role.AUTHORITY),
            self.inspector: Binding(role=Role.INSPECTOR),
            self.old.source: Binding(role=Role.FINANCE, casino=self.former),
            self.old_controller.source: structs.replace(there, casino=self.former),
            self.old_chief.source: Binding(role=Role.FLOOR_MANAGER, casino=self.former),
            self.old_director: Binding(role=Role.DIRECTOR, casino=self.former),
        }

    def _pools_to_come(self) -> Iterator[str]:
        """Yield the names that pools of one occasion, or day, may have."""
        for number in range(OCCASIONS_MAX):
            yield from (f"{self.badge}-{letter}-{number}" for letter in ("f", "g", "anexo"))
            yield from (f"{self.badge}-f-{number}-{letter}" for letter in ("c", "d"))

    @property
    def director(self) -> str:
        """Who approves."""
        return f"{self.badge}-direcao"

    @property
    def watcher(self) -> str:
        """Who watches what the desk pays, and confirms it."""
        return f"{self.badge}-fiscal"

    @property
    def inspector(self) -> str:
        """Who approves, beside the director, that a pool is lowered."""
        return f"{self.badge}-inspeccao"

    @property
    def old_director(self) -> str:
        """Who approves in the casino whose concession ends."""
        return f"{self.badge}-direcao-antigo"

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
        director = self.old_director if speaker is self.old else self.director
        agreed = (director,) if approved else ()
        if speaker is self.authority:
            agreed = (self.inspector,)
        if isinstance(payload, PoolAdjusted) and payload.amount < 0:
            agreed = (*agreed, self.inspector)  # what players may win is not lessened by the house
        return speaker.say(payload, approved_by=agreed)

    @property
    def now(self) -> str:
        """The time."""
        return instant(self.terminal.now)

    def later(self, minutes: int) -> str:
        """Return a time so many minutes from now."""
        return instant(self.terminal.now + timedelta(minutes=minutes))

    # --- before the first day ------------------------------------------------------------------

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

    def display_read(self, name: str, why: str, witness: str | None = None) -> Said:
        """Read the display."""
        read = DisplayRead(
            pool=name, amount=self.pools[name].shown, display="painel-1", why=why, witness=witness
        )
        return self.say(read, self.display, after=(1, 5))

    def controller_read(self, name: str, why: str) -> Said:
        """Read the controller's balance, part by part."""
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

    def pay(
        self,
        name: str,
        won: Said,
        amount: int,
        tax: int | None = None,
        *,
        cashier: str | None = None,
        confirmed: bool = True,
        **others: Any,
    ) -> Said:
        """Pay a prize at the desk, less the tax; above the limit who watched confirms it."""
        self._slips += 1
        withheld = amount * TAX_PPM // MILLION if name == self.grande else 0
        pool = self.pools[name]
        pool.unpaid -= min(amount, pool.unpaid)
        told: dict[str, Any] = {
            "tax": withheld if tax is None else tax,
            "cashier": cashier or f"{self.badge}-caixa",
            "witness": self.watcher,
            **others,
        }
        paid = AwardPaid(
            award=won.name,
            pool=name,
            amount=amount,
            means="cash",
            slip=f"{self.badge}-guia-{self._slips}",
            **told,
        )
        said = self.say(paid, self.cage, after=(60, 300))
        watched = (self.watcher,) if confirmed and amount > WITNESSED else ()
        return structs.replace(said, approved_by=watched)

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

    # --- pools that end ------------------------------------------------------------------------

    def fed(self, name: str, *, stakes: int = 3, **terms: Any) -> Telling:
        """Open a pool of one device, and feed it."""
        device = f"{name}-m"
        yield from self.open(name, device, **terms)
        for _ in range(stakes):
            yield self.stake(name, device, self.rng.choice((101, 203, 307)))

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

    def end(self, ending: Ending) -> Telling:
        """Open and feed a pool of the former casino, end its concession, and pay the charities."""
        name = f"{self.former}-{self.occasion}"
        device = f"{name}-m"
        yield from self.open(name, device, by=self.old)
        for amount in (101, 203, 307):
            yield self.stake(name, device, amount, by=self.old_controller)
        ending.pool = self.pools.pop(name)
        ending.homes = tuple(f"{self.badge}-lar-{n}-{self.occasion}" for n in (1, 2))
        yield from self.concede(ending)

    def concede(self, ending: Ending) -> Telling:
        """End the former casino's concession, and pay the charities (MAQ R24)."""
        ending.said = self.say(
            ConcessionEnded(
                casino=self.former,
                beneficiaries=tuple(
                    Beneficiary(institution=home, ppm=share)
                    for home, share in zip(ending.homes, ending.shares, strict=True)
                ),
                act=ending.act,
            ),
            self.old,
            approved=True,
        )
        yield ending.said
        yield from self.instead("conceded", ending, self.pay_charities(ending))

    def pay_charities(self, ending: Ending) -> Telling:
        """Pay the charities what a concession's end left them."""
        first, *others = range(len(ending.homes))
        yield from self.instead("first charity", ending, self.give(ending, first))
        for number in others:
            yield from self.give(ending, number)

    def give(
        self, ending: Ending, number: int, *, more: int = 0, receipt: str | None = "recibo-1"
    ) -> Telling:
        """Pay a charity its part, or another sum."""
        paid = CharityPaid(
            institution=ending.homes[number],
            amount=ending.parts[number] + more,
            receipt=receipt,
            act="despacho-4",
        )
        yield self.say(paid, self.old, approved=True)

    # --- the day's close -----------------------------------------------------------------------

    def declare_cover(self, amount: int) -> Telling:
        """Declare the cover of the pools (MAQ R21)."""
        yield self.say(
            CoverDeclared(casino=self.house, amount=amount, form="deposit", reference="conta-1")
        )
