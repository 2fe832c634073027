"""A table of desafio ao casino: its shoe, and the bets of its guests."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.outcomes import DeckCut, DeckShuffled
from ledger.events.rounds import BetChanged, BetsClosed, BetsOpened, BetWithdrawn
from ledger.events.tables import TableOpened
from ops.simulator.games.house_cards.desafio_ao_casino import faults as wrongs
from ops.simulator.games.house_cards.desafio_ao_casino.rules import Hand, OnCard
from ops.simulator.kit.shoe import Shoe
from ops.simulator.parties.guests import WRONG_BET, WRONG_SUM, Guest, GuestTable, Laid, WrongPayment
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS

DECKS: Final = 6
AVISO: Final = 12
"""R4: cards behind the carta-aviso."""
LOW: Final = 80
"""With fewer cards the shoe is shuffled anew, so that a round never wants one."""
MINIMUM: Final = {"inicial": 1_000, "empate": 500}
MAXIMUM: Final = {"inicial": 50_000, "empate": 10_000}


@dataclass
class Jogada:
    """A jogada in its course."""

    name: str
    fault: str | None
    bets: list[OnCard] = field(default_factory=list[OnCard])
    hands: dict[int, Hand] = field(default_factory=dict[int, Hand])
    """By seat."""
    bank: str = ""
    target: OnCard | None = None
    """The bet that is dealt with wrongly."""
    numbers: int = 0
    """How many bets have a number."""
    wrong: WrongPayment | None = None


class DesafioTable(GuestTable):
    """A table of desafio ao casino, its guests and its cards."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.shoe = Shoe(self.rng, DECKS)
        self.shuffler = False
        """Whether today's cards come out of an automatic shuffler (R5)."""
        self._seen: dict[str, int] = {}
        """Cards that were shown since the shuffle, how often."""

    @override
    def opening(self) -> TableOpened:
        """Return the table's opening: its packs and its limits."""
        self.shuffler = not self.faults and self.rng.randrange(3) == 0
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "baralhos": DECKS,
                "baralhador": self.shuffler,
                "minimos": dict(MINIMUM),
                "maximos": dict(MAXIMUM),
            },
            currency=CURRENCY,
            records=RECORDS,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        """Open the table with shuffled cards."""
        yield from super().open()
        yield from self._shuffle()

    def _shuffle(self, fault: str | None = None) -> Telling:
        """Shuffle, cut, put the carta-aviso in (R4); with a shuffler put the cards in (R5)."""
        self.shoe.shuffle()
        self._seen.clear()
        method = "shuffler" if self.shuffler else "hand"
        yield self.say(DeckShuffled(method=method, decks=DECKS, times=3), after=(60, 120))
        if self.shuffler or fault == wrongs.NOT_CUT:
            return
        cutter = self.anybody().seat if self.guests and self.rng.randrange(3) else None
        behind = self.rng.choice((0, 11, 13, 52)) if fault == wrongs.AVISO_WRONG else AVISO
        yield self.say(DeckCut(by=cutter, cut_card=behind), after=(5, 15))

    def _plant(self, jogada: Jogada, code: str, bet: Laid | None = None, **more: object) -> None:
        """Plant a finding of the jogada's fault."""
        assert jogada.fault is not None
        if bet is not None:
            more = {"seat": bet.guest.seat, "bet": bet.number, **more}
        self.plant(jogada.fault, code, jogada.name, **more)

    # --- bets ----------------------------------------------------------------------------------

    def _wish(self, jogada: Jogada) -> None:
        """Let guests choose their bets, and choose the target of the fault among them."""
        for seat in sorted(self.guests):
            if jogada.fault is not None or self.rng.randrange(8):
                self._add(jogada, self.guests[seat], "inicial")
                if self.rng.randrange(5) == 0:
                    self._add(jogada, self.guests[seat], "empate")
        if not jogada.bets:
            self._add(jogada, self.anybody(), "inicial")
        firsts = [bet for bet in jogada.bets if bet.chance == "inicial"]
        jogada.target = self.rng.choice(firsts)
        if jogada.fault in (wrongs.UNDER_MINIMUM, wrongs.OVER_MAXIMUM):
            under = jogada.fault == wrongs.UNDER_MINIMUM
            jogada.target.amount = 500 if under else MAXIMUM["inicial"] + 1_000
        elif jogada.fault is not None:
            self._wish_more(jogada, jogada.target)

    def _wish_more(self, jogada: Jogada, bet: OnCard) -> None:
        """Let the target lay another bet beside, or take it off, as the fault needs it."""
        fault, guest = jogada.fault, bet.guest
        on_tie = self._on_tie(jogada, guest)
        if fault in (wrongs.TIE_WRONG, wrongs.TIE_SHORT, wrongs.SAME_NUMBER):
            jogada.target = on_tie or self._add(jogada, guest, "empate")
            if fault == wrongs.SAME_NUMBER:
                jogada.target.number = bet.number
        elif fault in wrongs.TIES and on_tie is not None:
            jogada.bets.remove(on_tie)
        elif fault == WRONG_BET and on_tie is None:
            self._add(jogada, guest, "empate")
        elif fault == WRONG_SUM:
            self._add(jogada, guest, "inicial")
        elif fault == wrongs.IMPOSSIBLE_BET:
            jogada.target = self._add(jogada, guest, "par")

    def _add(self, jogada: Jogada, guest: Guest, chance: str) -> OnCard:
        least = MINIMUM.get(chance, 500)
        amount = (-(-least // guest.chip) + self.rng.choice((0, 0, 1, 3))) * guest.chip
        jogada.numbers += 1
        bet = OnCard(guest, chance, amount, number=jogada.numbers)
        jogada.bets.append(bet)
        return bet

    def _on_tie(self, jogada: Jogada, guest: Guest) -> OnCard | None:
        return next(
            (bet for bet in jogada.bets if bet.guest is guest and bet.chance == "empate"), None
        )

    def _bet(self, jogada: Jogada) -> Telling:
        """Take the bets; and some too early, too late, too small, too large."""
        fault, target = jogada.fault, jogada.target
        assert target is not None
        for guest in self.guests.values():
            mine = (bet.amount for bet in jogada.bets if bet.guest is guest)
            yield from self.afford(guest, 2 * sum(mine))
        if fault == wrongs.EARLY_BET:
            yield self.lay(target, jogada.name)
            self._plant(jogada, "BET-EARLY", target, due=0, paid=target.amount)
        yield self.say(BetsOpened(), jogada.name)
        for bet in jogada.bets:
            if bet is target and fault == wrongs.EARLY_BET:
                continue
            if bet is target and fault == wrongs.WRONG_CHIPS:
                chips = Chips(count=bet.amount // 100 + 1, value=100)
                yield self.lay(bet, jogada.name, chips=chips)
                self._plant(jogada, "BET-MULT", bet)
                continue
            yield from self._lay(bet, jogada)
        if fault == wrongs.UNDER_MINIMUM:
            self._plant(jogada, "BET-MIN", target, due=MINIMUM["inicial"], paid=target.amount)
        elif fault == wrongs.OVER_MAXIMUM:
            self._plant(jogada, "BET-MAX", target, due=MAXIMUM["inicial"], paid=target.amount)
        elif fault in (wrongs.IMPOSSIBLE_BET, wrongs.SAME_NUMBER):
            self._plant(jogada, "RES-IMPOSS", target, due=0, paid=target.amount)
        yield self.say(BetsClosed(by="call"), jogada.name, after=(3, 8))
        yield from self._after_the_call(jogada)

    def _lay(self, bet: OnCard, jogada: Jogada) -> Telling:
        """Put a bet down; now and then less first, or it is taken back and laid again."""
        whim = self.rng.randrange(30) if jogada.fault is None else -1
        chip = bet.guest.chip
        if whim == 0 and bet.amount > chip:
            yield self.lay(bet, jogada.name, amount=chip, chips=None)
            chips = Chips(count=bet.amount // chip, value=chip)
            changed = BetChanged(bet=bet.number, amount=bet.amount, chips=chips, cause="own")
            yield self.say(changed, jogada.name)
            return
        yield self.lay(bet, jogada.name)
        if whim == 1:
            yield self.say(BetWithdrawn(bet=bet.number, cause="own"), jogada.name)
            bet.guest.purse += bet.amount
            bet.number += 100
            yield self.lay(bet, jogada.name)

    def _after_the_call(self, jogada: Jogada) -> Telling:
        """Let a bet come, or change, that should not any more (R7)."""
        fault, bet = jogada.fault, jogada.target
        assert bet is not None
        if fault in (wrongs.LATE_REFUSED, wrongs.LATE_PAID):
            late = jogada.target = self._add(jogada, bet.guest, "inicial")
            yield self.lay(late, jogada.name)
            self._plant(jogada, "BET-LATE", late, due=0, paid=late.amount)
            if fault == wrongs.LATE_REFUSED:
                late.guest.purse += late.amount
                jogada.bets.remove(late)
                yield self.say(BetWithdrawn(bet=late.number, cause="late"), jogada.name)
        elif fault == wrongs.LATE_CHANGE:
            more = bet.amount + bet.guest.chip
            chips = Chips(count=1, value=more)
            changed = BetChanged(bet=bet.number, amount=more, chips=chips, cause="own")
            yield self.say(changed, jogada.name)
            self.plant(
                wrongs.LATE_CHANGE, "BET-LATE", jogada.name, bet=bet.number, due=0, paid=more
            )
