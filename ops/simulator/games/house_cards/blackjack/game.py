"""Nights at a table of blackjack/21 with a jackpot, and what goes wrong there on request."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.outcomes import CardExposed, CardsCollected
from ledger.events.rounds import (
    BetPlaced,
    BetWithdrawn,
    Claim,
    ClaimDecided,
    Decision,
    Payout,
    RoundClosed,
    RoundVoided,
)
from ledger.events.tables import EquipmentChanged
from ops.simulator.games.house_cards.blackjack.faults import PAYMENTS, PLAYS, WIN
from ops.simulator.games.house_cards.blackjack.jackpot_faults import (
    JACKPOTS,
    JP_EXPOSED,
    JP_FIFTH,
    JP_HALVED,
    JP_INCREMENT,
    JP_LESS,
    JP_LOSER,
    JP_NO_MAIN,
    JP_SECOND,
    JP_TOLD,
    JP_TOP,
    JP_VALUE,
    JP_WINNER,
)
from ops.simulator.games.house_cards.blackjack.opening_faults import (
    JP_BASE,
    JP_BET,
    JP_NOT_TOLD,
    JP_RATE,
    JP_SHARES,
    JP_SUMS,
    MAXIMUM_HIGH,
    NOT_SHOWN,
    OPENINGS,
    WRONG_DECKS,
    WithOpeningFaults,
)
from ops.simulator.games.house_cards.blackjack.rules import CHIP, Box, Hand, Player, Stake
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

SPARE_CARDS: Final = 90
"""With fewer in the shoe a new one is made, before something is arranged."""

PAID_ELSEWHERE: Final = "wrong-seat"
OVER_THIRTY: Final = "over-thirty-times"
OVER_MAXIMUM: Final = "over-maximum"
UNDER_MINIMUM: Final = "under-minimum"
NOT_MULTIPLE: Final = "not-a-multiple"
PLACE_OVER: Final = "place-over-maximum"
LATE_REFUSED: Final = "late-bet-refused"
LATE_PAID: Final = "late-bet-paid"
LATE_CHIP: Final = "late-jackpot-chip"
UNKNOWN_CHANCE: Final = "unknown-chance"
CARD_TOO_MANY: Final = "card-too-many"
NO_BURN: Final = "no-burn"
NO_CUT: Final = "no-cut"
AVISO_MISPLACED: Final = "aviso-misplaced"
AFTER_AVISO: Final = "jogada-after-aviso"
SINGLE_CARD: Final = "single-card-replaced"
CLAIM_LATE: Final = "claim-admitted-late"
CLAIM_REFUSED: Final = "claim-refused-in-time"
VOID: Final = "void-without-ground"
VACANT: Final = "vacant-decided-by-less"
TWO_PLACES: Final = frozenset({JP_HALVED, JP_TOP, "dealt-out-of-order", "drawn-out-of-turn"})


class Blackjack(WithOpeningFaults):
    """A table of blackjack/21."""

    FAULTS: ClassVar[tuple[str, ...]] = (
        *(JP_WINNER, *PAYMENTS, *PLAYS, PAID_ELSEWHERE),
        *(WRONG_DECKS, MAXIMUM_HIGH, NOT_SHOWN),
        *(OVER_THIRTY, OVER_MAXIMUM, UNDER_MINIMUM, NOT_MULTIPLE, PLACE_OVER, LATE_REFUSED),
        *(LATE_PAID, LATE_CHIP, UNKNOWN_CHANCE, CARD_TOO_MANY, NO_BURN, NO_CUT, AVISO_MISPLACED),
        *(AFTER_AVISO, SINGLE_CARD, CLAIM_LATE, CLAIM_REFUSED, VOID),
        *(JP_NOT_TOLD, JP_BET, JP_RATE, JP_BASE, JP_SHARES, JP_SUMS, JP_NO_MAIN, JP_SECOND),
        *(JP_VALUE, JP_FIFTH, JP_LOSER, JP_LESS, JP_HALVED, JP_TOP, JP_EXPOSED, JP_INCREMENT),
        *(JP_TOLD,),
    )

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it; finance opens a jackpot of its own."""
        super().__init__(where, faults)
        self._with_shuffler: bool | None = None
        """Whether the next opening has a shuffler, where a fault needs it or cannot have it."""

    # --- occasions -----------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one jogada, as it should be or not."""
        if self.wrong_options:
            yield from self.open_with({})
        fault = self.fault()
        name = self.round_id(number)
        if fault is not None and len(self.players) < 2:  # noqa: PLR2004 - somebody to play beside
            self.put_off(fault)
            fault = None
        if fault is None:
            yield from super().play(number)
            return
        wants = True if fault in OF_SHUFFLER else False if fault in OF_SHOE else None
        if wants is not None and wants != self.shuffler:
            self._with_shuffler = wants
            yield from self.open_with({})
        if fault == AFTER_AVISO and not self.aviso:
            self.put_off(fault)
            jogada = self.new_jogada(name)
            yield from self.jogada(jogada)
            return
        if fault != AFTER_AVISO and (self.aviso or len(self.shoe) < SPARE_CARDS):
            yield from self.replace_packs()
        if fault == VACANT and len(self.players) == self.places:
            yield self.leave(max(self.players))
        jogada = self.new_jogada(name, fault)
        if not self.can_come(jogada.rig):
            yield from self.replace_packs()
        yield from DOES[fault](self, jogada)

    def can_come(self, rig: Rig | None) -> bool:
        """Tell whether the shoe holds what must come."""
        if rig is None:
            return True
        cards = (*rig.own, *rig.second, rig.opened, rig.hidden, *rig.draws)
        holds = self.shoe.arrange([card for card in cards if card is not None])
        self.shoe.forget()
        return holds

    def new_jogada(self, name: str, fault: str | None = None) -> Jogada:
        """Return a jogada in which a fault can be made."""
        while True:
            jogada = Jogada(name, fault=fault, rig=self.rig_of(fault))
            jogada.boxes = self.boxes(jogada.rig)
            if fault not in TWO_PLACES or len(jogada.boxes) > 1:
                return jogada

    def rig_of(self, fault: str | None) -> Rig | None:
        """Return what must come for a fault."""
        if fault in PAYMENTS:
            return PAYMENTS[fault].rig
        if fault in PLAYS:
            return PLAYS[fault].rig
        if fault is not None and fault in JACKPOTS:
            return JACKPOTS[fault]
        if fault in (JP_NO_MAIN, JP_SECOND, JP_VALUE, *OPENINGS):
            return Rig(chip=True)
        if fault == VOID:
            return replace(WIN, alone=True)
        return None if fault is None else WIN if fault == PAID_ELSEWHERE else Rig()

    @override
    def uses_shuffler(self) -> bool:
        wanted, self._with_shuffler = self._with_shuffler, None
        return super().uses_shuffler() if wanted is None else wanted

    # --- payments ------------------------------------------------------------------------------

    @override
    def owed(self, jogada: Jogada, box: Box, hand: Hand, stake: Stake) -> tuple[int, int]:
        right = super().owed(jogada, box, hand, stake)
        return self._given(jogada, box, hand, stake, right)

    @override
    def insured(self, jogada: Jogada, stake: Stake) -> tuple[int, int]:
        if jogada.fault == "insurance-late":
            return 0, stake.amount  # no insurance any more: it goes back
        right = super().insured(jogada, stake)
        return self._given(jogada, jogada.target, jogada.target.hands[0], stake, right)

    def _given(
        self, jogada: Jogada, box: Box, hand: Hand, stake: Stake, right: tuple[int, int]
    ) -> tuple[int, int]:
        """Return what the table gives for a stake, and plant what differs from what is due."""
        wrong = PAYMENTS.get(jogada.fault or "")
        if wrong is None or box is not jogada.target or hand is not box.hands[0]:
            return right
        if stake.kind not in wrong.kinds:
            return right
        given = wrong.given(stake.amount)
        bet = stake.number
        self.note(jogada, wrong.code, box, bet=bet, due=sum(right), paid=sum(given))
        return given

    @override
    def lose(self, hand: Hand, jogada: Jogada) -> Telling:
        if jogada.fault == "busted-paid" and hand is jogada.target.hands[0]:
            return
        yield from super().lose(hand, jogada)

    @override
    def pay(
        self,
        stakes: Sequence[Stake],
        prize: int,
        back: int,
        jogada: Jogada,
        seat: int | None = None,
        *,
        whole: bool = False,
    ) -> Telling:
        first = jogada.target.hands[0].stakes[0]
        if jogada.fault == PAID_ELSEWHERE and stakes[0] is first:
            seat = first.seat % self.places + 1
            self.note(jogada, "PAY-DIFF", seat=seat, bet=first.number, due=0, paid=prize + back)
        yield from super().pay(stakes, prize, back, jogada, seat, whole=whole)

    # --- decisions, deals and draws ------------------------------------------------------------

    def play_wrongly(self, jogada: Jogada) -> Telling:
        """Deal, decide or draw otherwise than the rules say."""
        assert jogada.fault is not None
        play = PLAYS[jogada.fault]
        if jogada.fault == VACANT:
            free = (seat for seat in range(1, self.places + 1) if seat not in self.players)
            self._leave_vacant(jogada, next(free))
        box = jogada.target
        if jogada.fault == "other-decides":
            box.decider = next(s.owner for s in box.hands[0].stakes if s.kind == "complementar")
        if play.staked is None and not jogada.fault.startswith("insurance"):
            for code, facts in play.codes:
                self.note(jogada, code, box if play.named else None, facts=facts)
        yield from self.jogada(jogada)

    def _leave_vacant(self, jogada: Jogada, seat: int) -> None:
        """Let two bet where nobody sits, and the one with less decide (R19)."""
        more, less = [self.players[one] for one in sorted(self.players)[:2]]
        minimum = self.minimum
        stakes = [
            Stake(more, seat, "complementar", 2 * minimum, 901),
            Stake(less, seat, "complementar", minimum, 902),
        ]
        box = Box(seat, None, [Hand(1, stakes=stakes)], less)
        jogada.boxes = [box, *(one for one in jogada.boxes if one.seat > seat)]

    @override
    def staked(self, jogada: Jogada, hand: Hand, owner: Player) -> int:
        due = super().staked(jogada, hand, owner)
        play = PLAYS.get(jogada.fault or "")
        if (
            play is None
            or play.staked is None
            or all(hand is not one for one in jogada.target.hands)
        ):
            return due
        paid = play.staked(due)
        ((code, facts),) = play.codes
        self.note(jogada, code, jogada.target, facts=facts, due=due, paid=paid)
        return paid

    @override
    def act(self, jogada: Jogada, box: Box, hand: Hand, action: str) -> Telling:
        yield from super().act(jogada, box, hand, action)
        if jogada.fault == "surrender-taken-back" and box is jogada.target:
            said = Decision(seat=box.seat, hand=hand.number, action="fica")
            yield self.say(said, jogada.name, after=(2, 5))
        if jogada.fault == "doubled-for-two-cards" and box is jogada.target:
            yield from self.give(jogada, box, hand)

    @override
    def dealt_in(self, jogada: Jogada, turn: int) -> Sequence[Box]:
        if jogada.fault == "dealt-out-of-order" and turn == 1:
            return jogada.boxes[::-1]
        return jogada.boxes

    @override
    def in_turn(self, jogada: Jogada) -> Sequence[Box]:
        if jogada.fault == "drawn-out-of-turn":
            first, second, *others = jogada.boxes
            return [second, first, *others]
        return jogada.boxes

    @override
    def deal(self, jogada: Jogada) -> Telling:
        if jogada.fault != "insurance-early":
            yield from super().deal(jogada)
        else:
            told = False
            for said in super().deal(jogada):
                if len(jogada.target.hands[0].cards) == 2 and not told:  # noqa: PLR2004
                    told = True
                    yield said
                    yield self._insure_first(jogada)
                else:
                    yield said
        if jogada.fault == "bank-card-turned-and-kept":
            exposed = CardExposed(card=jogada.bank[1], of="bank", index=2, by="pagador")
            yield self.say(exposed, jogada.name)

    @override
    def insure(self, jogada: Jogada) -> Telling:
        yield from super().insure(jogada)
        fault = jogada.fault or ""
        asked = fault in PAYMENTS and "seguro" in PAYMENTS[fault].kinds
        if asked or fault in ("insurance-over-half", "insurance-without-ace"):
            yield self._insure_first(jogada)

    def _insure_first(self, jogada: Jogada) -> Said:
        """Let the first place insure its bet, wrongly where it is asked for (R50)."""
        box = jogada.target
        stake = box.hands[0].stakes[0]
        half = stake.amount // 2
        amount = (
            half + 1 + self.rng.randrange(half) if jogada.fault == "insurance-over-half" else half
        )
        said = self.insurance(jogada, box, stake.owner, amount)
        play = PLAYS.get(jogada.fault or "")
        if play is not None:
            ((code, facts),) = play.codes
            more = {"due": half, "paid": amount} if amount > half else {}
            self.note(jogada, code, box, bet=box.insured[-1].number, facts=facts, **more)
        return said

    @override
    def bank_plays(self, jogada: Jogada) -> Telling:
        fault = jogada.fault or ""
        if fault in ("bank-stood-on-16", "bank-stood-on-soft-16"):
            yield from self.show(jogada)
            return
        if fault == "bank-drew-for-nobody":
            yield from self.show(jogada)
            yield from self.give_bank(jogada)
            return
        yield from super().bank_plays(jogada)
        if fault == "insurance-late":
            yield self._insure_first(jogada)
        if fault in ("bank-drew-on-18", "bank-drew-on-soft-17", "bank-drew-and-paid"):
            yield from self.give_bank(jogada)
            if fault != "bank-drew-and-paid":
                jogada.bank.pop()  # it does not count (R22)
                return
            (stake,) = jogada.target.hands[0].stakes
            paid = 2 * stake.amount
            self.note(jogada, "PAY-DIFF", jogada.target, bet=stake.number, due=0, paid=paid)

    # --- bets ----------------------------------------------------------------------------------

    def bet_wrongly(self, jogada: Jogada) -> Telling:
        """Lay a stake that the table does not take (R8, R17, R18)."""
        box, least = jogada.target, self.minimum
        (stake, *_) = box.hands[0].stakes
        del box.hands[0].stakes[1:]
        where: dict[str, Any] = {"bet": stake.number}
        most = 30 * least
        if jogada.fault == OVER_THIRTY:
            stake.amount = 31 * least
            self.note(jogada, "BJ-R8", box, **where, due=most, paid=stake.amount)
        elif jogada.fault == OVER_MAXIMUM:
            yield from self.open_with({"maximos": {"principal": 20 * least, "jackpot": CHIP}})
            for one in jogada.boxes[1:]:
                one.hands[0].stakes[0].amount = least
            stake.amount = 21 * least
            self.note(jogada, "BET-MAX", box, **where, due=20 * least, paid=stake.amount)
        elif jogada.fault == UNDER_MINIMUM:
            stake.amount = least - 5
            self.note(jogada, "BET-MIN", box, **where, due=least, paid=stake.amount)
        elif jogada.fault == NOT_MULTIPLE:
            stake.amount = 2 * least + 5
            self.note(jogada, "BJ-R8", box, **where, facts={"fact": "aposta"})
        else:
            stake.amount = 29 * least
            other = next(one for one in self.players.values() if one is not stake.owner)
            added = Stake(other, box.seat, "complementar", 3 * least, 900)
            box.hands[0].stakes.append(added)
            paid = 32 * least
            self.note(jogada, "BJ-R8", box, facts={"fact": "casa"}, due=most, paid=paid)
        yield from self.jogada(jogada)

    @override
    def close_bets(self, jogada: Jogada) -> Telling:
        box, name = jogada.target, jogada.name
        player = box.decider
        if jogada.fault == UNKNOWN_CHANCE:
            yield self.say(
                BetPlaced(bet=900, seat=box.seat, chance="par_perfeito", amount=self.minimum),
                name,
            )
            self.note(jogada, "RES-IMPOSS", box, bet=900, due=0, paid=self.minimum)
        if jogada.fault in (JP_SECOND, JP_NO_MAIN):
            yield from self.chip_too_many(jogada)
        yield from super().close_bets(jogada)
        late = Stake(player, box.seat, "principal", self.minimum, 900)
        if jogada.fault in (LATE_REFUSED, LATE_PAID):
            yield self.put(late, late.amount, name)
            self.note(jogada, "BET-LATE", box, bet=900, due=0, paid=late.amount)
        if jogada.fault == LATE_CHIP:
            yield self.put_chip(900, player, CHIP, name)
            self.note(jogada, "BET-LATE", box, bet=900, due=0, paid=CHIP)
        if jogada.fault in (LATE_REFUSED, LATE_CHIP):
            yield self.say(BetWithdrawn(bet=900, cause="late"), name, after=(1, 3))

    def lay_chip(self, jogada: Jogada) -> Telling:
        """Lay a chip that is no jackpot bet, or one of twice the value."""
        if jogada.fault == JP_NO_MAIN:
            jogada.boxes = jogada.boxes[:1]
        if jogada.fault == JP_VALUE:
            box = jogada.target
            box.chip_amount = 2 * CHIP
            self.note(jogada, "BJ-JP-CHIP", box, bet=box.chip, due=CHIP, paid=2 * CHIP)
        yield from self.jogada(jogada)

    @override
    def awards(self, jogada: Jogada) -> Telling:
        """Give back what is no bet before the jackpot is paid."""
        box, name = jogada.target, jogada.name
        back = {UNKNOWN_CHANCE: self.minimum, JP_SECOND: CHIP, JP_NO_MAIN: CHIP}
        amount = back.get(jogada.fault or "")
        if amount is not None:
            seat = self.planted[-1].seat or box.seat
            given = Payout(seat=seat, amount=0, bets=(900,), stake_returned=amount)
            yield self.say(given, name, after=(1, 3))
        if jogada.fault == LATE_PAID:
            paid = 2 * self.minimum
            won = Payout(
                seat=box.seat, amount=self.minimum, bets=(900,), stake_returned=self.minimum
            )
            self.note(jogada, "PAY-DIFF", box, bet=900, due=self.minimum, paid=paid)
            yield self.say(won, name, after=(1, 3))
        if jogada.fault in JACKPOTS:
            yield from self.award_wrongly(jogada)
        else:
            yield from super().awards(jogada)

    # --- the table and its cards ---------------------------------------------------------------

    def shoe_wrongly(self, jogada: Jogada) -> Telling:
        """Make a new shoe otherwise than the rules say, or play on after the carta-aviso."""
        made: dict[str, Any] = {
            NO_BURN: {"burn": False},
            NO_CUT: {"cut": False},
            AVISO_MISPLACED: {"off": 40},
        }.get(jogada.fault or "", {})
        facts = {NO_BURN: "queima", NO_CUT: "corte"}.get(jogada.fault or "", "aviso")
        if jogada.fault != AFTER_AVISO:
            yield from self.new_shoe(**made)
        self.note(jogada, "BJ-SHOE", facts={"fact": facts})
        yield from self.jogada(jogada)

    @override
    def arrange(self, jogada: Jogada) -> None:
        super().arrange(jogada)
        if jogada.fault == CARD_TOO_MANY:
            jogada.scripts[jogada.target.seat] = ["pede"] * (self.decks - 1)

    @override
    def feed(self, jogada: Jogada) -> Telling:
        yield from super().feed(jogada)
        comes = self.faults.get(self.occasion + 1) == AFTER_AVISO
        if jogada.fault is None and comes and not (self.shuffler or self.aviso):
            yield self.aviso_out(jogada.name)

    def deal_too_many(self, jogada: Jogada) -> Telling:
        """Deal one card so often that the packs cannot have held it (R2 b)."""
        card = self.rng.choice(("2c", "2d", "2h", "2s"))
        jogada.boxes = jogada.boxes[:1]
        self.note(jogada, "BJ-DECK", facts={"card": card})
        self._card = card
        yield from self.jogada(jogada)
        self._card = ""
        self.aviso = True  # new packs before the next jogada

    _card: str = ""

    @override
    def give(self, jogada: Jogada, box: Box, hand: Hand) -> Telling:
        if self._card and box.first.count(self._card) <= self.decks:
            self.smuggled = [self._card]
        yield from super().give(jogada, box, hand)

    def replace_one_card(self, jogada: Jogada) -> Telling:
        """Replace one damaged card, and not its deck, without leave (R5, R6)."""
        changed = EquipmentChanged(
            item="deck", id=f"{self.badge}-cartas", reason="damaged", cards=("7c",)
        )
        yield self.say(changed, after=(20, 60))
        self.note(jogada, "EQ-BAD")
        yield from self.jogada(jogada)

    # --- the end -------------------------------------------------------------------------------

    @override
    def end(self, jogada: Jogada) -> Telling:
        fault, name, box = jogada.fault, jogada.name, jogada.target
        if fault not in (CLAIM_LATE, CLAIM_REFUSED):
            yield from super().end(jogada)
            return
        self.shoe.shuffle()
        if fault == CLAIM_LATE:
            yield self.say(CardsCollected(into="shuffler"), name, after=(2, 4))
        claim = self.say(Claim(seat=box.seat, about="payout"), name, after=(2, 4))
        yield claim
        decided = ClaimDecided(claim=claim.name, admitted=fault == CLAIM_LATE, decision="rejected")
        yield self.say(decided, name, after=(10, 30))
        if fault == CLAIM_REFUSED:
            yield self.say(CardsCollected(into="shuffler"), name, after=(2, 4))
        self.note(jogada, "BJ-CLAIM", box)
        yield self.say(RoundClosed(), name)

    @override
    def settle(self, jogada: Jogada, box: Box) -> Telling:
        if jogada.fault != VOID:
            yield from super().settle(jogada, box)
            return
        (stake,) = box.hands[0].stakes
        yield self.say(RoundVoided(cause="reclamacao"), jogada.name, after=(10, 30))
        due = sum(super().owed(jogada, box, box.hands[0], stake))
        self.note(jogada, "VOID-BAD", due=due, paid=stake.amount)
        yield from self.pay([stake], 0, stake.amount, jogada)


OF_SHUFFLER: Final = frozenset({CLAIM_LATE, CLAIM_REFUSED})
OF_SHOE: Final = frozenset(
    {NO_CUT, NO_BURN, AVISO_MISPLACED, AFTER_AVISO, CARD_TOO_MANY, SINGLE_CARD}
)


def _each(does: Callable[[Any, Jogada], Telling], faults: Iterable[str]) -> dict[str, Any]:
    return dict.fromkeys(faults, does)


DOES: Final[Mapping[str, Callable[[Any, Jogada], Telling]]] = {
    **_each(Blackjack.jogada, PAYMENTS),
    **_each(Blackjack.play_wrongly, PLAYS),
    PAID_ELSEWHERE: Blackjack.jogada,
    **_each(Blackjack.open_wrongly, OPENINGS),
    **_each(
        Blackjack.bet_wrongly,
        (OVER_THIRTY, OVER_MAXIMUM, UNDER_MINIMUM, NOT_MULTIPLE, PLACE_OVER),
    ),
    **_each(Blackjack.jogada, (LATE_REFUSED, LATE_PAID, LATE_CHIP, UNKNOWN_CHANCE)),
    **_each(Blackjack.shoe_wrongly, (NO_BURN, NO_CUT, AVISO_MISPLACED, AFTER_AVISO)),
    CARD_TOO_MANY: Blackjack.deal_too_many,
    SINGLE_CARD: Blackjack.replace_one_card,
    **_each(Blackjack.jogada, (CLAIM_LATE, CLAIM_REFUSED)),
    VOID: Blackjack.jogada,
    **_each(Blackjack.lay_chip, (JP_NO_MAIN, JP_SECOND, JP_VALUE)),
    **_each(Blackjack.jogada, JACKPOTS),
    JP_INCREMENT: Blackjack.increment_wrongly,
}
"""What does each fault."""
