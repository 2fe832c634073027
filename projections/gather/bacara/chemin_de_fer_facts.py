"""Facts of a coup of chemin de fer, taken from its events kind by kind."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    CardDealt,
    CardExposed,
    CardsCollected,
    ErrorNoted,
    HandSeen,
)
from ledger.events.rounds import (
    BancoCalled,
    BankBid,
    BankChanged,
    BankPassed,
    BankRefused,
    BankShared,
    BankTaken,
    BetChanged,
    BetPlaced,
    BetWithdrawn,
    Claim,
    ClaimDecided,
    Commission,
    Decision,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlaceRequested, PlayerLeft, PlayerSeated
from ledger.events.tables import EquipmentChanged
from projections.base.event import Event
from projections.gather.kit import bets as banked
from projections.gather.kit.places import Waiting
from projections.gather.kit.shoe import CardFacts
from projections.replay.games.bacara.bacara_chemin_de_fer.bank_between_coups import OBLIGATION
from projections.replay.games.bacara.bacara_chemin_de_fer.drawing import SIDES
from projections.replay.games.bacara.bacara_chemin_de_fer.nulling import code_of
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    ASSOCIOU,
    CARTA,
    FIRST_STANDING,
    LICITOU,
    MUDOU,
    NAO,
    PASSOU,
    PONTO,
    RECUSOU,
    SAIU,
    SHOWN,
    SUIVI,
    TOMOU,
    Acto,
    Alteracao,
    Anterior,
    Aposta,
    Dito,
    Erro,
    Pedido,
    Reclamacao,
    Tomada,
    Troca,
)
from projections.replay.kit.bets import Moment
from projections.replay.kit.places import CHANGED, PlaceTaken

BANK: Final = 0
WORDS: Final = frozenset({CARTA, NAO, *SHOWN})
ABATE: Final = "abate"
GRABBED: Final = "26"
PAGADOR: Final = "pagador"
ANTICIPATED: Final = "antecipa"

BANK_ACTS: Final = (BankTaken, BankRefused, BankPassed, BankBid, BankChanged, BankShared)


class CoupFacts(CardFacts):
    """The facts that the events told of a coup so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **CardFacts.TAKES,
        PlaceRequested: "on_request",
        RoundOpened: "on_opened",
        RoundVoided: "on_end",
        RoundClosed: "on_end",
        **dict.fromkeys(BANK_ACTS, "on_bank"),
        BancoCalled: "on_banco",
        Decision: "on_decision",
        HandSeen: "on_seen",
        ErrorNoted: "on_error",
        CardExposed: "on_exposed",
        CardsCollected: "on_collected",
        Commission: "on_commission",
        Claim: "on_claim",
        ClaimDecided: "on_claim_decided",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.since = -1
        """The position up to which seats and bank are carried by the coup before."""
        self.banker: int | None = None
        self.seats_said = False
        self.occupied: set[int] | None = None
        """Players who sat or stood when the first card was dealt."""
        self.waiting = Waiting()
        """Those who wait for a seat."""
        self.begins = False
        """Whether the partida begins with this coup."""
        self.places_taken: list[PlaceTaken] = []
        self.places_tail: list[PlaceTaken] = []
        """Seats taken while others waited, before the coup's first card, and after it."""
        self.moved: set[int] = set()
        self.ignorant: set[int] = set()
        self.actos: list[Acto] = []
        self.tail: list[Acto] = []
        self.bank_bet: int | None = None
        self.stakes: list[Aposta] = []
        self.altered: list[Alteracao] = []
        self.calls: list[Pedido] = []
        self.taken: list[Tomada] = []
        self.said: list[Dito] = []
        self.spoke: int | None = None
        """Seat of the player who spoke with the ponto's cards."""
        self.seen: set[int] = set()
        self.by_table = False
        self.advised = False
        self.errors: list[Erro] = []
        self.noticed: list[Erro] = []
        """Errors that the cards show and nobody noted."""
        self.cards_left: int | None = None
        self.replaced: list[Troca] = []
        self.done: Moment | None = None
        self.commission: int | None = None
        self.apart = False
        self.claimed: dict[str, Reclamacao] = {}
        self.dealing = False
        """Whether the first card of the coup is out."""

    @override
    @classmethod
    def begin(cls, owner: str) -> Self:
        """Return facts that skip the place's events before the coup: they are carried."""
        facts = cls(owner)
        facts.since = banked.CARRIED
        return facts

    # --- the result ----------------------------------------------------------------------------

    def seated(self) -> set[int]:
        """Return the players who sit and stand, by seat."""
        return set(self.players)

    def bank(self, before: Anterior | None) -> tuple[int, int, int | None]:
        """Return the banker, the money that his bank has in play, and his associate."""
        capital: int | None = None
        partner: int | None = None
        taker: int | None = None
        for act in self.actos:
            value = act.valor or 0
            if act.acto == TOMOU:
                capital, partner, taker = value, None, act.seat
            elif act.acto == ASSOCIOU:
                capital, partner = (capital or 0) + value, act.seat
            elif act.acto == MUDOU:
                capital = value
        banker = self.banker
        if banker is None:
            banker = taker if taker is not None else (before.banqueiro if before is not None else 0)
        same = before is not None and before.banqueiro == banker and taker in (None, banker)
        if same and before is not None:
            partner = before.associado if partner is None else partner
            capital = before.banca if capital is None else capital
        if capital is None:
            capital = self.bank_bet or 0
        return banker, capital, partner

    def all_errors(self) -> tuple[Erro, ...]:
        """Return the errors noted, and the errors that cards show and nobody noted."""
        noted = {code_of(error.error) for error in self.errors}
        return (*self.errors, *(one for one in self.noticed if one.error not in noted))

    def takers(self) -> tuple[Tomada, ...]:
        """Return the players who had the cards at each suivi, and whether they had grabbed them."""
        grabbed = {error.seat for error in self.errors if code_of(error.error) == GRABBED}
        return tuple(structs.replace(one, agarradas=one.seat in grabbed) for one in self.taken)

    def holder(self) -> int | None:
        """Return the seat that had the ponto's cards in the end, if they were dealt to another."""
        dealt = self._dealt_to()
        return self.spoke if self.spoke not in (None, dealt) else None

    def claims(self) -> tuple[Reclamacao, ...]:
        """Return the claims of the deal."""
        return tuple(self.claimed.values())

    def _dealt_to(self) -> int | None:
        seats = [one.seat for one in self.dealt if SIDES.get(one.to) == PONTO and one.seat]
        return seats[-1] if seats else None

    # --- who sits ------------------------------------------------------------------------------

    def on_opened(self, event: Event) -> None:
        """Take the banker and the players whom the opening names."""
        payload: RoundOpened = event.payload
        self.banker = payload.banker if payload.banker is not None else self.banker
        for seat in payload.seats:
            self.seats_said = True
            self.players.setdefault(seat, None)

    def on_seated(self, event: Event) -> None:
        """Take a player who sits down, unless the coup before carries him."""
        payload: PlayerSeated = event.payload
        if event.position <= self.since:
            return
        self.seats_said = True
        if payload.seat < FIRST_STANDING:
            taken = self.waiting.sit(payload, self._sitting())
            if taken is not None:
                (self.places_tail if self.dealing else self.places_taken).append(taken)
        super().on_seated(event)
        self.moved.discard(payload.seat)
        self.ignorant.discard(payload.seat)
        if payload.via == ANTICIPATED:
            self.moved.add(payload.seat)

    def on_request(self, event: Event) -> None:
        """Take somebody's wish for a seat, unless the coup before carries it."""
        if event.position > self.since:
            self.waiting.ask(event.payload, self._sitting())

    def _sitting(self) -> dict[int, str | None]:
        """Return the players who sit, by seat; who stands may wait for a seat all the same."""
        return {seat: who for seat, who in self.players.items() if seat < FIRST_STANDING}

    def on_left(self, event: Event) -> None:
        """Free a seat, unless the coup before carries it free."""
        payload: PlayerLeft = event.payload
        if event.position <= self.since:
            return
        super().on_left(event)
        if payload.cause != CHANGED:
            self.waiting.leave(payload.player)
        self.moved.discard(payload.seat)
        self.ignorant.discard(payload.seat)
        self._act(Acto(acto=SAIU, seat=payload.seat, via=payload.cause))

    # --- the bank ------------------------------------------------------------------------------

    def _act(self, act: Acto) -> None:
        (self.tail if self.dealing else self.actos).append(act)

    def on_bank(self, event: Event) -> None:
        """Take an act with the bank: taken, refused, passed, bid for, changed, shared."""
        if event.position <= self.since:
            return
        match event.payload:
            case BankTaken(seat=seat, capital=capital, via=via):
                act = Acto(acto=TOMOU, seat=seat, valor=capital, via=via)
            case BankRefused(seat=seat, absent=absent):
                act = Acto(acto=RECUSOU, seat=seat, ausente=absent, via=self._bound(seat))
            case BankPassed(seat=seat, level=level, cause=cause):
                act = Acto(acto=PASSOU, seat=seat, valor=level, via=cause)
            case BankBid(seat=seat, amount=amount, partner=partner):
                act = Acto(acto=LICITOU, seat=seat, valor=amount, parceiro=partner)
            case BankChanged(seat=seat, capital=capital, garage=garage):
                act = Acto(acto=MUDOU, seat=seat, valor=capital, garage=garage)
            case BankShared(seat=int() as seat, amount=amount, role="associate"):
                act = Acto(acto=ASSOCIOU, seat=seat, valor=amount)
            case _:
                return
        self._act(act)

    def _bound(self, seat: int) -> str | None:
        """Return ``OBLIGATION`` at a seat's second refusal without a bid: it must take the hand."""
        acts = self.tail if self.dealing else self.actos
        bids = any(act.acto == LICITOU for act in acts)
        again = any(act.acto == RECUSOU and act.seat == seat for act in acts)
        return OBLIGATION if again and not bids else None

    # --- the bets ------------------------------------------------------------------------------

    @override
    def laid_bets(self) -> Sequence[list[Any]]:
        return (self.stakes,)

    def on_bet(self, event: Event) -> None:
        """Take a bet; a bet from place 0 is the bank's own stake."""
        payload: BetPlaced = event.payload
        if payload.seat == BANK:
            self.bank_bet = payload.amount
            return
        self.stakes.append(
            Aposta(
                bet=payload.bet,
                seat=payload.seat,
                tipo=payload.chance,
                valor=payload.amount,
                player=payload.player or self.whose(payload.seat),
                linha=payload.line,
                por=payload.by,
                meio=payload.means,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_change(self, event: Event) -> None:
        """Take other terms of a bet."""
        payload: BetChanged = event.payload
        self.altered.append(
            Alteracao(
                bet=payload.bet,
                tipo=payload.chance,
                valor=payload.amount,
                linha=payload.line,
                causa=payload.cause,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_withdrawal(self, event: Event) -> None:
        """Take a bet's return to its bettor."""
        payload: BetWithdrawn = event.payload
        self.altered.append(
            Alteracao(
                bet=payload.bet,
                retirada=True,
                causa=payload.cause,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_banco(self, event: Event) -> None:
        """Take a call of bancô, and of a suivi the player who had the cards."""
        payload: BancoCalled = event.payload
        self.calls.append(
            Pedido(
                seat=payload.seat,
                forma=payload.call,
                bet=payload.bet,
                at=event.at,
                seq=self.seq(event),
            )
        )
        has = self._dealt_to()
        if payload.call == SUIVI and has is not None and has != payload.seat:
            spoken = any(one.quem == PONTO for one in self.said)
            self.taken.append(Tomada(seat=has, vistas=has in self.seen, anunciadas=spoken))

    # --- the cards -----------------------------------------------------------------------------

    def on_card(self, event: Event) -> None:
        """Take a card dealt; the first ends the acts that lead to the coup."""
        payload: CardDealt = event.payload
        if payload.to in SIDES:
            self.on_end(event)
        super().on_card(event)

    def on_end(self, _: Event) -> None:
        """End the acts that lead to the coup: later acts with the bank are of the next."""
        if not self.dealing:
            self.dealing = True
            if self.begins:
                self.waiting.end_reservations()
            self.occupied = self.seated()

    def on_seen(self, event: Event) -> None:
        """Take a player's look at the cards."""
        self.seen.add(event.payload.seat)

    def on_announcement(self, event: Event) -> None:
        """Take a word on the cards, or the pagador's word on a player."""
        payload: Announcement = event.payload
        super().on_announcement(event)
        seat = payload.seat
        match payload.what:
            case "segundo_a_tabela":
                self.by_table = True
            case "conselho":
                self.advised = True
            case "desconhece_as_regras" if seat is not None:
                self.ignorant.add(seat)
            case "mao_salta" if seat is not None:
                self.moved.discard(seat)
                self._act(Acto(acto=RECUSOU, seat=seat))
            case what:
                word = payload.said if what == ABATE else what
                self._word(word, payload.by, seat, event)

    def on_decision(self, event: Event) -> None:
        """Take a word said as a decision."""
        payload: Decision = event.payload
        self._word(payload.action, None, payload.seat, event)

    def _word(self, word: str | None, by: str | None, seat: int | None, event: Event) -> None:
        if word not in WORDS:
            return
        who = PONTO if by in (None, PONTO, "player") else by
        self.said.append(Dito(quem=who, dito=word, at=event.at, seq=self.seq(event)))
        if who == PONTO and seat:
            self.spoke = seat

    # --- errors --------------------------------------------------------------------------------

    def on_error(self, event: Event) -> None:
        """Take an error noted."""
        payload: ErrorNoted = event.payload
        left = payload.facts.get("cartas_no_sabot")
        if isinstance(left, int) and not isinstance(left, bool) and left >= 0:
            self.cards_left = left
        self.errors.append(
            Erro(
                error=payload.error,
                seat=payload.seat,
                cards=payload.cards,
                at=event.at,
                by=payload.by,
                recuperadas=banked.flag(payload.facts, "recuperadas"),
                reconstituida=banked.flag(payload.facts, "reconstituida"),
            )
        )

    def on_exposed(self, event: Event) -> None:
        """Take a card that came face up from the shoe (R104 a)."""
        payload: CardExposed = event.payload
        if payload.of == "deck" and payload.card is not None:
            self.noticed.append(Erro(error="104a", cards=(payload.card,), at=event.at))

    def on_collected(self, event: Event) -> None:
        """Take cards put in the discard, by the pagador or by another (R75, R76)."""
        payload: CardsCollected = event.payload
        if payload.into != "discard":
            return
        if payload.by in (None, PAGADOR):
            self.done = self.done or self.moment(event)
        else:
            self.noticed.append(
                Erro(error="76", seat=payload.seat, cards=payload.cards, by=payload.by, at=event.at)
            )

    def on_equipment(self, event: Event) -> None:
        """Take decks, or single cards, that were replaced since the coup before."""
        payload: EquipmentChanged = event.payload
        super().on_equipment(event)
        if payload.item == "deck" and event.position > self.since:
            self.replaced.append(Troca(cartas=payload.cards))

    # --- the money -----------------------------------------------------------------------------

    def on_commission(self, event: Event) -> None:
        """Take the cagnotte."""
        payload: Commission = event.payload
        self.commission = (self.commission or 0) + payload.amount
        self.apart = self.apart or payload.apart

    def on_claim(self, event: Event) -> None:
        """Take a claim about the deal."""
        payload: Claim = event.payload
        if payload.about == "deal_error":
            claim = Reclamacao(seat=payload.seat, at=event.at, seq=self.seq(event))
            self.claimed[event.name] = claim

    def on_claim_decided(self, event: Event) -> None:
        """Take whether a claim was heard."""
        payload: ClaimDecided = event.payload
        claim = self.claimed.get(payload.claim)
        if claim is not None:
            self.claimed[payload.claim] = structs.replace(claim, admitida=payload.admitted)
