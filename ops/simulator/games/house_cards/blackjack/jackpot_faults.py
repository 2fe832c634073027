"""What goes wrong with the jackpot of a blackjack table, on request (BJ R51 to R64)."""

from collections.abc import Mapping
from typing import Any, Final

from typing_extensions import override

from ledger.events.jackpots import AwardPaid, JackpotWon
from ledger.events.outcomes import CardsCollected
from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.rules import CHIP, Box, combination, prizes
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.party import Telling
from ops.simulator.parties.pools import Prize
from ops.simulator.parties.terminal import Said

JP_NO_MAIN: Final = "jackpot-without-main-bet"
JP_SECOND: Final = "second-jackpot-chip"
JP_VALUE: Final = "jackpot-chip-of-two"
JP_FIFTH: Final = "jackpot-on-fifth-card"
JP_WINNER: Final = "jackpot-winner-unpaid"
JP_LOSER: Final = "jackpot-loser-unpaid"
JP_LESS: Final = "jackpot-paid-less"
JP_HALVED: Final = "jackpot-lower-prize-halved"
JP_TOP: Final = "jackpot-top-before-lower"
JP_EXPOSED: Final = "jackpot-cards-taken-first"
JP_INCREMENT: Final = "jackpot-increment-told-wrongly"
JP_TOLD: Final = "jackpot-prize-told-wrongly"

QUEENS: Final = Rig(own=("Qh", "Qh"), opened="9c", hidden="9d", script=("fica",), chip=True)
JACKPOTS: Final[Mapping[str, Rig]] = {
    JP_FIFTH: Rig(
        own=("As", "2d"),
        opened="9c",
        hidden="9d",
        draws=("3c", "4h", "Js"),
        script=("pede", "pede", "pede", "fica"),
        chip=True,
    ),
    JP_WINNER: QUEENS,
    JP_LOSER: Rig(own=("Qh", "Qh"), opened="Tc", hidden="Ad", script=("fica",), chip=True),
    JP_LESS: QUEENS,
    JP_HALVED: Rig(
        own=("As", "Js"),
        second=("Js", "As"),
        opened="9c",
        chip=True,
    ),
    JP_TOP: Rig(
        own=("7c", "7c"),
        second=("As", "Js"),
        opened="9c",
        draws=("7c",),
        script=("pede",),
        chip=True,
    ),
    JP_EXPOSED: QUEENS,
    JP_INCREMENT: QUEENS,
    JP_TOLD: QUEENS,
}
"""What must come for a fault of the jackpot."""


class WithJackpotFaults(PlayedBlackjack):
    """A table whose jackpot is fed, told or paid wrongly, where a jogada's fault asks for it."""

    def note(self, jogada: Jogada, code: str, box: Box | None = None, **more: Any) -> None:
        """Plant a finding of a jogada, of one place or of none."""
        if box is not None:
            more.setdefault("seat", box.seat)
        assert jogada.fault is not None
        self.plant(jogada.fault, code, jogada.name, **more)

    def chip_too_many(self, jogada: Jogada) -> Telling:
        """Lay a jackpot chip without a main bet, or beside another one (R59, R61)."""
        seat = jogada.target.seat
        code = "BJ-JP-CHIP"
        if jogada.fault == JP_NO_MAIN:
            playing = {box.seat for box in jogada.boxes}
            seat = next((one for one in self.players if one not in playing), 0)
            code = "BJ-JP-MAIN"
        yield self.put_chip(900, self.players[seat], CHIP, jogada.name)
        self.note(jogada, code, seat=seat, bet=900, due=0, paid=CHIP)

    def award_wrongly(self, jogada: Jogada) -> Telling:
        """Pay the jackpot otherwise than the rules say (R56 to R64)."""
        fault, box = jogada.fault, jogada.target
        if fault == JP_FIFTH:
            yield from self._award_on_fifth(jogada)
        boxes = {one.seat: one for one in jogada.boxes}
        paid = prizes(self.pool.balance, self.winners(jogada))
        full = self.pool.take(paid)
        award = ""
        for prize in paid:
            of = boxes[prize.seat]
            if of is box and fault in (JP_WINNER, JP_LOSER):
                code = "PAY-NONE" if fault == JP_WINNER else "BJ-JP-UNP"
                self.note(jogada, code, of, due=prize.amount, paid=0)
                continue
            if fault == JP_EXPOSED and of is box:
                yield self.say(CardsCollected(of="seat", seat=of.seat, into="discard"), jogada.name)
                self.note(jogada, "BJ-JP-EXP", of, bet=of.chip, due=0, paid=prize.amount)
            told = prize
            if fault == JP_TOLD and of is box:
                told = Prize(
                    seat=prize.seat,
                    combination=prize.combination,
                    amount=prize.amount + 500,
                    undivided=prize.undivided,
                )
            won = self.say_won(jogada, of, told)
            if told is not prize:
                self.note(jogada, "JP-WINBASIS", event=won.name, due=prize.amount, paid=told.amount)
            yield won
            award = won.name
            amount, code = self._award_for(jogada, of, prize)
            if amount != prize.amount:
                self.note(jogada, code, of, due=prize.amount, paid=amount)
            yield self.pay_award(jogada, of, prize, award, amount)
        if full:
            yield self.reset(award, jogada)

    def _award_for(self, jogada: Jogada, box: Box, prize: Prize) -> tuple[int, str]:
        """Return what is paid of a jackpot prize, and what another sum than is due is called."""
        if jogada.fault == JP_LESS and box is jogada.target:
            several = len(self.winners(jogada)) > 1
            return prize.amount - 1_000, "BJ-JP-SPLIT" if several else "JP-PAYDIFF"
        if jogada.fault == JP_HALVED and prize.combination == "as_e_valete":
            return prize.amount // 2, "BJ-JP-SPLIT"
        if jogada.fault == JP_TOP and box is jogada.target:
            return prize.amount + 5_000, "BJ-JP-SPLIT"  # as if no lower prize went before
        return prize.amount, ""

    def _award_on_fifth(self, jogada: Jogada) -> Telling:
        """Pay ace and knave of spades, of which the knave was the fifth card."""
        box = jogada.target
        if combination(box.first) is not None or len(box.first) < 5:  # noqa: PLR2004
            return
        pool, amount = self.pool.terms.pool, 5_000
        won = self.say(
            JackpotWon(
                pool=pool,
                combination="as_e_valete",
                amount=amount,
                seat=box.seat,
                bet=box.chip,
                cards=("As", "Js"),
            ),
            jogada.name,
            after=(3, 6),
        )
        yield won
        self.note(jogada, "BJ-JP-CARDS", box, due=0, paid=amount)
        self.note(jogada, "JP-WINBASIS", event=won.name, due=0, paid=amount)
        paid = AwardPaid(
            award=won.name, pool=pool, seat=box.seat, amount=amount, means="chips", bet=box.chip
        )
        yield self.say(paid, jogada.name, after=(10, 60))

    @override
    def say_increment(self, staked: int, name: str, told: int | None = None) -> Said:
        if self._increment_of != name:
            return super().say_increment(staked, name, told)
        said = super().say_increment(staked, name, staked + CHIP)
        self.plant(JP_INCREMENT, "JP-INC", name, event=said.name, due=staked, paid=staked + CHIP)
        return said

    _increment_of: str = ""

    def increment_wrongly(self, jogada: Jogada) -> Telling:
        """Say that another sum of chips was taken."""
        self._increment_of = jogada.name
        yield from self.jogada(jogada)
