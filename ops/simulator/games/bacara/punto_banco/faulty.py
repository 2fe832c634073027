"""What goes wrong at a table of ponto e banca, on request, and what must be found of it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.outcomes import CardBurned, CardDealt, HandShown
from ledger.events.rounds import BetWithdrawn, RoundVoided
from ledger.events.tables import EquipmentChanged
from ops.simulator.games.bacara.punto_banco import faults as wrongs
from ops.simulator.games.bacara.punto_banco.faults import Hand
from ops.simulator.games.bacara.punto_banco.rigged import RiggedPuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import (
    BANCA,
    EMPATE,
    FIVE_PER_CENT,
    HALF_ON_FIVE,
    OPENING_BURN,
    PAIRS,
    PAR_DO_PONTO,
    PONTO,
    banca_draws,
    is_pair,
    ponto_draws,
    winner,
)
from ops.simulator.games.bacara.punto_banco.table import MINIMUM, STANDING, Bet, Coup, Player
from ops.simulator.kit.cards import DECK, bacara_points
from ops.simulator.parties.party import Place, Telling

SPARE_CARDS: Final = 60
"""With fewer in the shoe a new one is made, before something is arranged."""
STANDING_MOST: Final = {"simples": 8, "dupla": 12}
"""R21: eight at a single table, six at each of two boards."""


class FaultyPuntoBanco(RiggedPuntoBanco):
    """A table of ponto e banca at which something is done wrongly, where it is asked for."""

    FAULTS: ClassVar[tuple[str, ...]] = wrongs.FAULTS

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self._undecided = 0
        """Stakes taken at this opening that no rule decides: the count has them, replay has not."""
        self._undecided_fault = ("", "")

    # --- occasions -----------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one coup, as it should be or not."""
        name = self.round_id(number)
        if self.wrong_options:
            yield from self.open_with({})
        fault = self.fault()
        if fault is None:
            yield from super().play(number)
            return
        over = self.aviso or len(self.shoe) < SPARE_CARDS
        # Before a shoe's first coup no card is burned but those of its opening.
        first = (self.first or over) and fault in (wrongs.NO_BURN, wrongs.EARLY_BURN)
        if fault in wrongs.OF_SHOE and (self.shuffler or first):
            self.put_off(fault)
            yield from super().play(number)
            return
        if over and not (fault == wrongs.AFTER_AVISO and self.aviso_said):
            yield from self.replace_packs()
        if fault == wrongs.AFTER_AVISO and not self.aviso_said:
            self.put_off(fault)
            yield from self.coup_with_aviso(name)
            return
        yield from self.does()[fault](self, fault, name)

    def does(self) -> Mapping[str, Callable[[Any, str, str], Telling]]:
        """Return what does each fault."""
        return DOES

    @override
    def uses_shuffler(self) -> bool:
        if wrongs.OF_SHOE & set(self.faults.values()):
            return False
        return super().uses_shuffler()

    def coup_with_aviso(self, name: str) -> Telling:
        """Let the carta-aviso come out in this coup."""
        coup = Coup(self.bets())
        yield from self.lay(coup, name)
        yield self.aviso_out(name)
        yield from self.burn(coup, name)
        yield from self.deal(coup, name)
        yield from self.announce(coup, name)
        yield from self.settle(coup, name)
        yield from self.end(name)

    @override
    def open_with(self, wrong: dict[str, Any]) -> Telling:
        self._note_undecided()
        yield from super().open_with(wrong)

    @override
    def close(self) -> Telling:
        self._note_undecided()
        yield from super().close()

    def _note_undecided(self) -> None:
        if self._undecided:
            fault, named = self._undecided_fault
            place = self.where.place
            self.plant(fault, "TB-WIN", place=place, id=named, due=0, paid=self._undecided)
        self._undecided = 0

    # --- payments ------------------------------------------------------------------------------

    def pay_wrongly(self, fault: str, name: str) -> Telling:
        """Give something else than is due for one bet."""
        tipo, test, given = wrongs.PAYMENTS[fault]
        coup, (bet,) = self.one_coup(fault, test, tipo)
        coup.paid[bet.number] = given(bet.amount)
        yield from self.run(coup, name)

    def pay_elsewhere(self, fault: str, name: str) -> Telling:
        """Pay a bet that won to another place."""
        coup, (bet,) = self.one_coup(fault, wrongs.PONTO_WINS, PONTO)
        other = bet.seat % self.places + 1
        coup.elsewhere[bet.number] = other
        where = {"seat": other, "bet": bet.number}
        self.plant(fault, "PAY-DIFF", name, **where, due=0, paid=2 * bet.amount)
        yield from self.run(coup, name)

    def pay_another_bet(self, fault: str, name: str) -> Telling:
        """Pay the player's pair, which lost, as the ponto that won."""
        coup, (bet, pair) = self.one_coup(
            fault, lambda p, b: wrongs.PONTO_WINS(p, b) and not is_pair(p), PONTO, PAR_DO_PONTO
        )
        coup.paid[bet.number] = (0, 0)
        coup.paid[pair.number] = (2 * bet.amount - pair.amount, pair.amount)
        yield from self.run(coup, name)

    def mistell(self, fault: str, name: str) -> Telling:
        """Say another deduction than the prizes have."""
        coup, (_,) = self.one_coup(fault, wrongs.with_points(5), BANCA)
        told, self.tells_commission = self.tells_commission, True
        wrong = coup.deducted = 5 * self.rng.randint(1, 20)
        first = len(self.planted)
        yield from self.run(coup, name)
        assert len(self.planted) == first
        self.plant(fault, "PB-COMM", name, due=coup.deducted - wrong, paid=coup.deducted)
        self.tells_commission = told

    # --- the opening ---------------------------------------------------------------------------

    def open_wrongly(self, fault: str, name: str) -> Telling:
        """Open with an option that the rules do not allow, and play a coup."""
        wrong, code, more = self.options_for(fault)
        yield from self.open_with(wrong)
        coup, _ = self.one_coup(fault, wrongs.PONTO_WINS, PONTO)
        self.plant(fault, code, name, **more)
        yield from self.run(coup, name)

    def options_for(self, fault: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
        """Return wrong options, the code of their finding, and what it says."""
        if fault == wrongs.WRONG_DECKS:
            return {"baralhos": 7}, "PB-DECK", {}
        if fault == wrongs.BOTH_OPTIONS:
            return {"deducao": (FIVE_PER_CENT, HALF_ON_FIVE)}, "PB-COMM", {}
        return {"deducao_comunicada": False}, "PB-COMM", {"facts": {"fact": "comunicada"}}

    # --- the shoe ------------------------------------------------------------------------------

    def shoe_wrongly(self, fault: str, name: str) -> Telling:
        """Make a new shoe otherwise than the rules say."""
        made: dict[str, Any] = {
            wrongs.SHUFFLED_WRONG: {"decks": 5},
            wrongs.AVISO_MISPLACED: {"aviso": 10},
            wrongs.NO_CUT: {"aviso": None},
            wrongs.SHORT_BURN: {"burn": OPENING_BURN - 1},
        }[fault]
        code = "PB-DECK" if fault == wrongs.SHUFFLED_WRONG else "PB-SHOE"
        first = self.first
        yield from self.new_shoe(**made)
        if self.shuffler:  # its cards go round and round: only the day's first coup is a first one
            self.first = first
        facts = {
            wrongs.AVISO_MISPLACED: {"fact": "carta_aviso"},
            wrongs.NO_CUT: {"fact": "corte"},
            wrongs.SHORT_BURN: {"fact": "queima_inicial"},
        }.get(fault, {})
        self.plant(fault, code, name, facts=facts)
        yield from self.coup(Coup(self.bets(), fault=fault), name)

    def burn_wrongly(self, fault: str, name: str) -> Telling:
        """Burn no card before the coup, or one before the call, or play after the carta-aviso."""
        coup = Coup(self.bets(), fault=fault)
        fact = {wrongs.NO_BURN: "queima", wrongs.EARLY_BURN: "queima_cedo"}.get(
            fault, "ultimo_lance"
        )
        self.plant(fault, "PB-SHOE", name, facts={"fact": fact})
        if fault == wrongs.AFTER_AVISO:
            yield from self.coup(coup, name)
            return
        yield from self.lay(coup, name)
        yield from self.deal(coup, name)
        yield from self.announce(coup, name)
        yield from self.settle(coup, name)
        yield from self.end(name)

    @override
    def close_bets(self, coup: Coup, name: str) -> Telling:
        if coup.fault == wrongs.EARLY_BURN:
            yield from self.burn(coup, name)
        yield from super().close_bets(coup, name)

    # --- the deal ------------------------------------------------------------------------------

    def draw_wrongly(self, fault: str, name: str) -> Telling:
        """Give a third card to a side that stands; the coup is paid without it, or with it."""
        side = PONTO if fault == wrongs.PONTO_DREW else BANCA
        flips = fault == wrongs.DREW_AND_PAID
        bets, _ = self.with_bets(PONTO, BANCA, EMPATE) if flips else (self.bets(), [])
        coup = Coup(bets, fault=fault)
        extra = ""

        def fits(ponto: Hand, banca: Hand) -> bool:
            nonlocal extra
            if len(ponto) + len(banca) > 4:  # two cards each
                return False
            extra = self.rng.choice([card for card in DECK if self.shoe.holds(card)])
            if not flips:
                return True
            more = winner(ponto, [*banca, extra])
            return more not in (EMPATE, winner(ponto, banca))

        coup.cards = self.cards(fits)[:4]
        while extra in coup.cards:
            coup.cards = self.cards(fits)[:4]
        coup.cards.append(extra)
        yield from self.lay(coup, name)
        yield from self.burn(coup, name)
        yield from self.deal(coup, name)
        yield from self.draw(name)
        yield self.say(CardDealt(to=side, card=self.drawn), name, after=(0, 2))
        self.plant(fault, "PB-3RD", name)
        right = list(coup.hand(side))
        coup.hand(side).append(self.drawn)
        yield from self.announce(coup, name)
        by_extra = {bet.number: self.due(bet, coup) for bet in coup.bets}
        coup.hand(side)[:] = right
        if flips:
            coup.paid = by_extra
            self.note_payments(coup, name)
        yield from self.settle(coup, name)
        yield from self.end(name)

    def stand_wrongly(self, fault: str, name: str) -> Telling:
        """Give no third card to a side that draws: nobody can say how the coup would have ended."""
        coup = Coup(self.bets(), fault=fault)
        if fault == wrongs.PONTO_STOOD:
            coup.cards = self.cards(lambda p, b: len(p) == 3 and bacara_points(b[:2]) in (6, 7))[:4]
        else:
            coup.cards = self.cards(
                lambda p, b: len(p) == 2 and len(b) == 3  # banca alone draws
            )[:4]
        yield from self.lay(coup, name)
        yield from self.burn(coup, name)
        for to in (PONTO, BANCA, PONTO, BANCA):
            yield from self.deal_to(to, coup, name)
        self.plant(fault, "PB-3RD", name)
        yield from self.announce(coup, name)
        taken = (bet for bet in coup.bets if not sum(self.pays(bet, coup)))
        self._undecided += sum(bet.amount for bet in taken if bet.tipo not in PAIRS)
        self._undecided_fault = fault, self._faulty
        told, self.tells_commission = self.tells_commission, False
        yield from self.settle(coup, name)
        self.tells_commission = told
        yield from self.end(name)

    def order_wrongly(self, fault: str, name: str) -> Telling:
        """Give banca its two cards one after the other."""
        coup = Coup(self.bets(), fault=fault)
        yield from self.lay(coup, name)
        yield from self.burn(coup, name)
        for to in (PONTO, BANCA, BANCA, PONTO):
            yield from self.deal_to(to, coup, name)
        if ponto_draws(coup.ponto, coup.banca):
            yield from self.deal_to(PONTO, coup, name)
        if banca_draws(coup.ponto, coup.banca):
            yield from self.deal_to(BANCA, coup, name)
        self.plant(fault, "RES-IMPOSS", name, facts={"fact": "ordem"})
        yield from self.announce(coup, name)
        yield from self.settle(coup, name)
        yield from self.end(name)

    def show_wrongly(self, fault: str, name: str) -> Telling:
        """Announce another winner, or show a card that was not dealt."""
        coup, _ = self.one_coup(fault, wrongs.PONTO_WINS, PONTO)
        yield from self.lay(coup, name)
        yield from self.burn(coup, name)
        yield from self.deal(coup, name)
        if fault == wrongs.ANNOUNCED:
            self.plant(fault, "RES-IMPOSS", name, facts={"fact": "vencedor"})
            yield from self.announce(coup, name, BANCA)
        else:
            other = next(card for card in DECK if card not in coup.banca)
            self.plant(fault, "RES-IMPOSS", name, facts={"fact": BANCA})
            yield self.say(HandShown(of=BANCA, cards=(other, *coup.banca[1:])), name)
        yield from self.settle(coup, name)
        yield from self.end(name)

    def deal_one_too_many(self, fault: str, name: str) -> Telling:
        """Deal one card so often that the packs cannot have held it."""
        card = self.rng.choice([card for card in DECK if card[0] in "TJQK"])
        coup = Coup(self.bets(), fault=fault)
        yield from self.replace_packs()
        yield from self.lay(coup, name)
        # Before the first coup of a shoe nothing is burned: the smuggled cards are enough.
        for to in (PONTO, BANCA, PONTO, BANCA, PONTO, BANCA):
            coup.hand(to).append(card)
            yield self.say(CardDealt(to=to, card=card), name, after=(0, 2))
        for _ in range(self.decks - 5):
            yield self.say(CardBurned(card=card, cause="remedy"), name)
        self.plant(fault, "RES-IMPOSS", name, facts={"card": card})
        yield from self.announce(coup, name)
        yield from self.settle(coup, name)
        yield from self.end(name)
        self.aviso = True  # new packs before the next coup

    # --- bets ----------------------------------------------------------------------------------

    def standing(self, count: int) -> list[Player]:
        """Return so many who stand, newcomers among them; they go after the coup."""
        ranks = range(STANDING, STANDING + count)
        known = {rank: self.players.get(rank) for rank in ranks}
        return [player or self.newcomer(rank) for rank, player in known.items()]

    def bet_against(self, fault: str, name: str) -> Telling:
        """Let somebody who stands bet against the place's own bet (R21)."""
        coup, (own,) = self.one_coup(fault, None, PONTO)
        (other,) = self.standing(1)
        coup.bets = [bet for bet in coup.bets if bet.seat != own.seat or bet is own]
        bet = Bet(other, own.seat, BANCA, MINIMUM[BANCA])
        coup.bets = self.within([*coup.bets, bet], [own, bet])
        bet.number = 900
        where = {"seat": bet.seat, "bet": bet.number}
        self.plant(fault, "PB-CONTRA", name, **where, facts={"fact": "contra"})
        yield from self.coup(coup, name)

    def crowd(self, fault: str, name: str) -> Telling:
        """Let one more bet than may stand at the table (R21)."""
        player = self.seated()[0]
        own = Bet(player, player.seat, PONTO, MINIMUM[PONTO])
        people = self.standing(STANDING_MOST[self.mesa] + 1)
        added = [Bet(one, own.seat, PONTO, MINIMUM[PONTO]) for one in people]
        coup = Coup([own, *added], fault=fault)
        for number, bet in enumerate(coup.bets, 1):
            bet.number = number
        where = {"seat": own.seat, "bet": len(coup.bets)}
        self.plant(fault, "PB-CONTRA", name, **where, facts={"fact": "em_pe"})
        yield from self.coup(coup, name)

    def bet_late(self, fault: str, name: str) -> Telling:
        """Lay a bet after the call: it is pushed back, or plays and is paid."""
        coup, _ = self.one_coup(fault, wrongs.PONTO_WINS, EMPATE)
        player = self.seated()[0]
        late = Bet(player, player.seat, PONTO, MINIMUM[PONTO], number=900, late=True)
        where = {"seat": late.seat, "bet": late.number}
        self.plant(fault, "BET-LATE", name, **where, due=0, paid=late.amount)
        if fault == wrongs.LATE_PAID:
            coup.bets.append(late)
            paid = 2 * late.amount
            self.plant(fault, "PAY-DIFF", name, **where, due=late.amount, paid=paid)
            yield from self.coup(coup, name)
            return
        yield from self.lay(coup, name)
        yield self.put(late, late.amount, name)
        yield self.say(BetWithdrawn(bet=late.number, cause="late"), name)
        yield from self.burn(coup, name)
        yield from self.deal(coup, name)
        yield from self.announce(coup, name)
        yield from self.settle(coup, name)
        yield from self.end(name)

    def bet_wrongly(self, fault: str, name: str) -> Telling:
        """Lay a stake that the table does not take."""
        coup, (bet,) = self.one_coup(fault, None, PONTO)
        where: dict[str, Any] = {"seat": bet.seat, "bet": bet.number}
        if fault == wrongs.UNDER_MINIMUM:
            bet.amount = MINIMUM[PONTO] - 5 * self.rng.randint(1, 20)
            code, where = "BET-MIN", {**where, "due": MINIMUM[PONTO], "paid": bet.amount}
        elif fault == wrongs.UNKNOWN_CHANCE:
            bet.tipo, code = "par_qualquer", "RES-IMPOSS"
            where |= {"due": 0, "paid": bet.amount}
        else:
            code = "BET-MULT"
        self.plant(fault, code, name, **where)
        yield from self.coup(coup, name)

    @override
    def put(self, bet: Bet, amount: int, name: str, chips: Chips | None = None) -> Any:
        if self.planted and self.planted[-1].fault == wrongs.CHIPS_DIFFER:
            last = self.planted[-1]
            if (last.round, last.bet) == (name, bet.number):
                chips = Chips(count=3, value=amount)
        return super().put(bet, amount, name, chips)

    # --- null coups ----------------------------------------------------------------------------

    def void_wrongly(self, fault: str, name: str) -> Telling:
        """Declare a coup null that is not, and give every stake back (R34)."""
        coup = Coup(self.bets(), fault=fault)
        yield from self.lay(coup, name)
        yield from self.burn(coup, name)
        if fault == wrongs.CORRECTABLE_VOID:
            yield from self.deal_crosswise(coup, name)
            self.plant(fault, "PB-NUL", name)
        else:
            yield from self.deal(coup, name)
            self.plant(fault, "VOID-BAD", name)
        cause = "lapso" if fault == wrongs.CORRECTABLE_VOID else "reclamacao"
        yield self.say(RoundVoided(cause=cause, rule=self.NULL_RULE), name, after=(10, 30))
        coup.paid = {bet.number: (0, bet.amount) for bet in coup.bets}
        self.note_payments(coup, name)
        yield from self.refund(coup, name)
        yield from self.end(name)

    def break_wrongly(self, fault: str, name: str) -> Telling:
        """Keep a stake of a null coup, or give all back without calling it null."""
        coup, (bet,) = self.one_coup(fault, None, PONTO)
        yield from self.lay(coup, name)
        yield from self.burn(coup, name)
        if fault == wrongs.NOT_VOIDED:
            self.plant(fault, "VOID-MISS", name)
            yield from self.break_off(coup, name, void=False)
            return
        where = {"seat": bet.seat, "bet": bet.number}
        self.plant(fault, "VOID-REFUND", name, **where, due=bet.amount, paid=0)
        yield from self.break_off(coup, name, kept=bet)

    def replace_one_card(self, fault: str, name: str) -> Telling:
        """Replace one bad card, and not all packs (R3)."""
        changed = EquipmentChanged(
            item="deck", id=f"{self.badge}-cartas", reason="damaged", cards=("7c",)
        )
        yield self.say(changed, after=(20, 60))
        self.plant(fault, "EQ-BAD", name)
        yield from self.coup(Coup(self.bets(), fault=fault), name)


def _each(does: Callable[[Any, str, str], Telling], faults: Iterable[str]) -> dict[str, Any]:
    return dict.fromkeys(faults, does)


DOES: Final[Mapping[str, Callable[[Any, str, str], Telling]]] = {
    **_each(FaultyPuntoBanco.pay_wrongly, wrongs.PAYMENTS),
    wrongs.WRONG_SEAT: FaultyPuntoBanco.pay_elsewhere,
    wrongs.WRONG_BET: FaultyPuntoBanco.pay_another_bet,
    wrongs.MISTOLD: FaultyPuntoBanco.mistell,
    **_each(
        FaultyPuntoBanco.open_wrongly,
        (wrongs.BOTH_OPTIONS, wrongs.NOT_NOTIFIED, wrongs.WRONG_DECKS),
    ),
    **_each(
        FaultyPuntoBanco.shoe_wrongly,
        (wrongs.SHUFFLED_WRONG, wrongs.AVISO_MISPLACED, wrongs.NO_CUT, wrongs.SHORT_BURN),
    ),
    **_each(FaultyPuntoBanco.burn_wrongly, (wrongs.NO_BURN, wrongs.EARLY_BURN, wrongs.AFTER_AVISO)),
    **_each(
        FaultyPuntoBanco.draw_wrongly, (wrongs.BANCA_DREW, wrongs.PONTO_DREW, wrongs.DREW_AND_PAID)
    ),
    **_each(FaultyPuntoBanco.stand_wrongly, (wrongs.BANCA_STOOD, wrongs.PONTO_STOOD)),
    wrongs.ORDER: FaultyPuntoBanco.order_wrongly,
    **_each(FaultyPuntoBanco.show_wrongly, (wrongs.ANNOUNCED, wrongs.SHOWN)),
    wrongs.CARD_TOO_MANY: FaultyPuntoBanco.deal_one_too_many,
    wrongs.AGAINST: FaultyPuntoBanco.bet_against,
    wrongs.TOO_MANY_STANDING: FaultyPuntoBanco.crowd,
    **_each(FaultyPuntoBanco.bet_late, (wrongs.LATE_REFUSED, wrongs.LATE_PAID)),
    **_each(
        FaultyPuntoBanco.bet_wrongly,
        (wrongs.UNDER_MINIMUM, wrongs.CHIPS_DIFFER, wrongs.UNKNOWN_CHANCE),
    ),
    **_each(FaultyPuntoBanco.void_wrongly, (wrongs.CORRECTABLE_VOID, wrongs.VOID_NO_GROUND)),
    **_each(FaultyPuntoBanco.break_wrongly, (wrongs.VOID_KEPT, wrongs.NOT_VOIDED)),
    wrongs.SINGLE_CARD: FaultyPuntoBanco.replace_one_card,
}
"""What does each fault."""
