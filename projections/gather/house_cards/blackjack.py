"""Blackjack/21: the bets, cards and decisions of a jogada.

=======================  =========================================================================
event                    what it means here
=======================  =========================================================================
table-opened             options ``baralhos`` (4 or 6), ``baralhador``, ``lugares``, ``minimos``,
                         ``maximos``, ``multiplos`` (chance to minor units), ``segundos`` (online:
                         the betting time set for all); of the jackpot ``padroes`` (combination to
                         the cards that make it) and what the register of approvals says:
                         ``acumulado_comunicado``, ``acumulado_aposta``, ``acumulado_ppm``,
                         ``acumulado_base``, ``acumulado_combinacoes``, ``acumulado_fixos``
equipment-changed        of item ``shuffler``: whether there is one; of item ``deck``: single cards
                         replaced, where no act gives leave and no shuffler stands at the table;
                         of a shuffler, before whom it was loaded, and what was communicated
deck-shuffled,           the shoe, from the round before on; a burn's cause is ``opening`` for the
deck-cut, card-burned,   first card of a shoe
cut-card-drawn
player-seated, -left     the places' titulars when the bets are closed
bets-opened              ``segundos``: the time given
bet-placed               ``principal``, ``complementar`` (``by`` is the bettor's own place; else the
                         one where its player sits), ``jackpot``; ``seguro`` where no decision
                         makes it
bet-changed, -withdrawn  a change; after the close, of a bet that came in time, a late one
bets-closed              ``jogo_feito``: the first of the round
card-dealt               to ``seat`` and its hand, ``bank`` or ``discard``, in the order dealt
card-exposed             of ``bank``, its second card, before the first decision: it was turned
cards-collected          single cards of the bank or of a seat, named, into the ``discard``: they
                         were drawn by mistake and belong to no hand. Otherwise a place's cards, or
                         everybody's, were taken; the first ``into`` a shuffler ends complaints
decision                 the page's words; ``bet`` and ``added`` are the stake it makes
hand-shown               of ``bank``: the bank's second card was turned; its cards, and a seat's,
                         are those that nobody could know when they were dealt
jackpot-won              the combination as the table saw it, and on which cards
award-paid               the jackpot's payment, and when
claim, claim-decided     a complaint, and whether it was heard
payout                   ``means`` tell whether a demonstration gave more than free play
=======================  =========================================================================
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import BET_NUMBER_MAX, Payload
from ledger.events.jackpots import AwardPaid, JackpotWon
from ledger.events.outcomes import CardDealt, CardExposed, CardsCollected, ErrorNoted, HandShown
from ledger.events.rounds import (
    BetPlaced,
    BetsOpened,
    Claim,
    ClaimDecided,
    Decision,
    RoundOpened,
)
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import GameKinds, Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.bets import ended, free_number
from projections.gather.kit.heading import heading, whole
from projections.gather.kit.players import PlayerFacts
from projections.gather.kit.shoe import DECK, DISCARD, SHOE_KINDS, CardFacts, carried_out
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.house_cards.blackjack.record import (
    BANK,
    COMPLEMENTAR,
    DESDOBRA,
    DESISTE,
    DUPLICA,
    FICA,
    PAR_DINHEIRO,
    PEDE,
    SEAT,
    SEGURO,
    TIPOS,
    Aposta,
    Aprovado,
    BlackjackRecord,
    Combinacao,
    Decisao,
    Lugar,
    Manuseio,
    Reclamacao,
)
from projections.replay.kit.bets import Moment
from projections.replay.kit.cards import DECK as PACK
from projections.replay.kit.shoe import SHUFFLER, Dealt
from projections.replay.record import Unread

DECKS: Final = 6
SEATS: Final = 7
SECOND: Final = 2
CARDS: Final = frozenset(PACK)


WORDS: Final = Words(
    cards_to=BANK | {SEAT, DISCARD},
    actions=frozenset({DESDOBRA, DESISTE, DUPLICA, FICA, PAR_DINHEIRO, PEDE, SEGURO}),
    chances=TIPOS | {SEGURO},
    alone=True,
    parting=DESDOBRA,
)


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> BlackjackRecord:
    """Return the record of a jogada."""
    assert closed.table is not None
    jogada = _Jogada.of(closed)
    since = ended(closed.previous)
    opened = closed.table.opened.payload
    assert isinstance(opened, TableOpened)
    decks = banked.count(options, "baralhos", DECKS)
    shoe = jogada.shoe(
        closed,
        DECKS if decks is None else decks,
        shuffler=bool(banked.flag(options, "baralhador")),
    )
    shared = with_unread(heading(closed), closed, WORDS)
    shared["payments"] = (*shared["payments"], *jogada.given_back)
    if jogada.unread:
        shared["unread"] = (*shared.get("unread", ()), *jogada.unread)
    return BlackjackRecord(
        **shared,
        limites=banked.limits(options),
        lugares=banked.count(options, "lugares", opened.seats) or SEATS,
        sabot=shoe,
        primeira=not closed.previous,
        seats=jogada.places(),
        bets=jogada.all_bets(),
        alteracoes=tuple(jogada.changes),
        segundos=jogada.seconds,
        segundos_fixados=banked.count(options, "segundos"),
        jogo_feito=jogada.closed,
        cartas=jogada.cards(),
        decisoes=tuple(jogada.decisions),
        banca_descoberta=jogada.turned,
        combinacoes=tuple(jogada.won),
        padroes=_patterns(options),
        aprovado=_approved(options),
        reclamacoes=tuple(jogada.claims.values()),
        no_baralhador=jogada.into_shuffler,
        cartas_trocadas=(
            ()
            if shoe.shuffler
            else tuple(card for at, cards in jogada.mended if at > since for card in cards)
        ),
        equipamento=tuple(
            one for at, one in jogada.handled if at > since and (one.baralhador or shoe.shuffler)
        ),
        lugares_ditos=None if closed.previous else opened.seats,
        sessoes=jogada.sessions_since(closed.previous),
        meios=tuple(jogada.means),
    )


GATHERING: Final = Gathering(
    game="blackjack",
    record=gather,
    reads_previous=True,
    carry=carried_out,
    kinds=GameKinds(place=SHOE_KINDS),
)


def _approved(options: Mapping[str, Any]) -> Aprovado | None:
    def table(name: str) -> dict[str, int] | None:
        return banked.figures(options, name) if name in options else None

    approved = Aprovado(
        comunicado=banked.flag(options, "acumulado_comunicado"),
        bet=whole(options, "acumulado_aposta", None),
        ppm=banked.count(options, "acumulado_ppm"),
        base=whole(options, "acumulado_base", None),
        combinations=table("acumulado_combinacoes"),
        fixed=table("acumulado_fixos"),
    )
    return None if approved == Aprovado() else approved


def _patterns(options: Mapping[str, Any]) -> dict[str, str]:
    found = options.get("padroes")
    if not isinstance(found, dict):
        return {}
    return {
        str(name): pattern  # pyright: ignore[reportUnknownArgumentType]
        for name, pattern in found.items()  # pyright: ignore[reportUnknownVariableType]
        if isinstance(pattern, str)
    }


class _Jogada(PlayerFacts, CardFacts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **CardFacts.TAKES,
        **PlayerFacts.TAKES,
        RoundOpened: "on_opened",
        CardExposed: "on_exposed",
        CardsCollected: "on_collected",
        ErrorNoted: "on_error",
        HandShown: "on_shown",
        Decision: "on_decision",
        JackpotWon: "on_won",
        AwardPaid: "on_award",
        Claim: "on_claim",
        ClaimDecided: "on_claim_decided",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.seconds: int | None = None
        self.occupied: dict[int, str | None] | None = None
        """Players by seat when the bets were closed."""
        self.sharing: dict[int, tuple[str, ...]] = {}
        """Other players at the same seats then."""
        self.decisions: list[Decisao] = []
        self.insured: dict[tuple[int, int], int] = {}
        """Insurance that came as a bet, beside its decision or instead of a decision: number and
        seat to how often."""
        self.insuring: set[int | None] = set()
        """The numbers of insurances that were decided."""
        self.numbers: set[int] = set()
        """The numbers of the bets laid and decided."""
        self.greatest = 0
        self.given = 0
        """The number that the last stake without one got."""
        self.turned: Moment | None = None
        self.known: dict[tuple[str, int, int], tuple[int, tuple[str, ...]]] = {}
        """Cards shown later, by where they lay; and how many had been dealt when they were."""
        self.won: list[Combinacao] = []
        self.taken: dict[int, Moment] = {}
        self.all_taken: Moment | None = None
        self.paid: dict[int, Moment] = {}
        self.into_shuffler: Moment | None = None
        self.claims: dict[str, Reclamacao] = {}
        self.mended: list[tuple[int, tuple[str, ...]]] = []
        self.handled: list[tuple[int, Manuseio]] = []
        """What was done to the shuffler and the cards, with the position."""
        self.noted: dict[tuple[str, int, int], tuple[str, ...]] = {}
        """By hand the cards of an error that was mended by putting them away."""
        self.emptied: set[tuple[str, int, int]] = set()
        """Hands of which cards were put away, nobody said which."""
        self.unread: list[Unread] = []

    @override
    def forget(self) -> None:
        super().forget()
        self.mended.clear()
        self.handled.clear()

    # --- the result ----------------------------------------------------------------------------

    def places(self) -> tuple[Lugar, ...]:
        """Return the occupied places, and those with cards taken or a prize paid."""
        sat = self.players if self.occupied is None else self.occupied
        seats = sorted({*sat, *self.taken, *self.paid} - {0})
        return tuple(
            Lugar(
                seat=seat,
                player=sat.get(seat),
                cartas_recolhidas=self.taken.get(seat, self.all_taken),
                premio_pago=self.paid.get(seat),
            )
            for seat in seats
        )

    def all_bets(self) -> tuple[Aposta, ...]:
        """Return the bets laid before the deal; the bettor's place by where his player sits."""
        sat = self.players if self.occupied is None else self.occupied
        seats = {player: seat for seat, player in sat.items() if player is not None}
        seats |= {player: seat for seat, names in self.sharing.items() for player in names}
        bets: list[Aposta] = []
        for bet in self.bets:
            assert isinstance(bet, Aposta)
            if bet.tipo == COMPLEMENTAR and bet.by is None and bet.player in seats:
                bets.append(structs.replace(bet, by=seats[bet.player]))
            else:
                bets.append(bet)
        return tuple(bets)

    def cards(self) -> tuple[Dealt, ...]:
        """Return the cards in the order dealt, face-down cards as their hand was shown later."""
        if not self.known or all(card.card is not None for card in self.dealt):
            return tuple(self.dealt)
        others: dict[tuple[str, int, int], list[str]] = {
            where: list(cards) for where, (_, cards) in self.known.items()
        }
        for at, card in enumerate(self.dealt):
            where = _where(card.to, card.seat, card.hand)
            rest = others.get(where, [])
            # One drawn after the hand was shown is another card, though it may look the same.
            if card.card in rest and at < self.known[where][0]:
                rest.remove(card.card)
        cards: list[Dealt] = []
        for card in self.dealt:
            rest = others.get(_where(card.to, card.seat, card.hand))
            known = structs.replace(card, card=rest.pop(0)) if rest and card.card is None else card
            cards.append(known)
        return tuple(cards)

    # --- bets ----------------------------------------------------------------------------------

    def on_opened(self, event: Event) -> None:
        """Take the places that the opening names."""
        for seat in event.payload.seats:
            self.players.setdefault(seat, None)

    @override
    def on_bets_opened(self, event: Event) -> None:
        payload: BetsOpened = event.payload
        if self.opened is None:
            self.seconds = payload.seconds
        super().on_bets_opened(event)

    @override
    def on_bets_closed(self, event: Event) -> None:
        if self.closed is None:
            self.occupied, self.sharing = dict(self.players), dict(self.beside)
        super().on_bets_closed(event)

    @override
    def on_bet(self, event: Event) -> None:
        payload: BetPlaced = event.payload
        if payload.chance != SEGURO:
            super().on_bet(event)
            self._number(payload.bet)
            return
        if payload.bet not in self.insuring:
            number = (payload.bet, payload.seat)
            self.insured[number] = self.insured.get(number, 0) + 1
            self._decide(
                event,
                Decision(
                    seat=payload.seat,
                    action=SEGURO,
                    bet=payload.bet,
                    added=payload.amount,
                    by=payload.by,
                ),
            )

    @override
    def bet_of(self, event: Event, payload: BetPlaced) -> Aposta:
        bet = super().bet_of(event, payload)
        fields = {name: getattr(bet, name) for name in bet.__struct_fields__}
        if payload.player is None and payload.chance == COMPLEMENTAR:
            # It lies on another's place, whose titular's bet it is not.
            fields["player"] = None if payload.by is None else self.whose(payload.by)
        return Aposta(**fields, by=payload.by)

    # --- decisions -----------------------------------------------------------------------------

    def on_decision(self, event: Event) -> None:
        """Take a decision; an insurance whose stake came as a bet before is taken once."""
        payload: Decision = event.payload
        self._goes_on(_where(SEAT, payload.seat, payload.hand))
        if payload.action == SEGURO and payload.bet is not None:
            laid = self.insured.get((payload.bet, payload.seat), 0)
            if laid:
                self.insured[payload.bet, payload.seat] = laid - 1
                return
        self._decide(event, payload)

    def _number(self, number: int) -> None:
        self.numbers.add(number)
        self.greatest = max(self.greatest, number)

    def _decide(self, event: Event, payload: Decision) -> None:
        number = payload.bet
        if number is None and payload.added:
            after = self.greatest if self.greatest < BET_NUMBER_MAX else self.given
            number = self.given = free_number(after, self.numbers)
        if number is not None:
            self._number(number)
        if payload.action == SEGURO:
            self.insuring.add(number)
        self.decisions.append(
            Decisao(
                seat=payload.seat,
                hand=payload.hand,
                decisao=payload.action,
                bet=number,
                valor=payload.added,
                by=payload.by,
                at=event.at,
                seq=self.seq(event),
            )
        )

    # --- cards ---------------------------------------------------------------------------------

    @override
    def on_card(self, event: Event) -> None:
        payload: CardDealt = event.payload
        self._goes_on(_where(payload.to, payload.seat, payload.hand))
        super().on_card(event)
        if payload.seat == 0 and payload.to == SEAT:
            self.dealt[-1] = structs.replace(self.dealt[-1], to="bank", seat=None)

    def on_exposed(self, event: Event) -> None:
        """Take the bank's second card turned by mistake."""
        payload: CardExposed = event.payload
        if payload.of not in BANK or self.decisions:
            return
        bank = [at for at, card in enumerate(self.dealt) if card.to in BANK]
        if len(bank) == SECOND and payload.index in (None, SECOND):
            card = self.dealt[bank[1]]
            self.dealt[bank[1]] = structs.replace(
                card, open=True, card=card.card if card.card is not None else payload.card
            )

    def on_collected(self, event: Event) -> None:
        """Take cards put away: single cards drawn by mistake, a place's cards, or all."""
        payload: CardsCollected = event.payload
        moment = self.moment(event)
        if payload.into == SHUFFLER:
            self.into_shuffler = self.into_shuffler or moment
        if payload.into == DISCARD and self._put_away(payload):
            return
        if payload.of is None and payload.seat is None:
            self.all_taken = self.all_taken or moment
        elif payload.seat:
            self.taken.setdefault(payload.seat, moment)

    def _put_away(self, payload: CardsCollected) -> bool:
        """Make named cards of a hand, the last dealt first, cards of nobody.

        One that nobody saw dealt, or could read, is the last such. Where nobody can read which, the
        error tells that was noted of it; where that does not tell either, what the hand still holds
        is not known.
        """
        if payload.of is None and not payload.seat and not payload.cards:
            return False  # all of the jogada's
        to = "bank" if payload.of in BANK or not payload.seat else SEAT
        where = _where(to, payload.seat, payload.hand)
        mine = [
            at
            for at, card in enumerate(self.dealt)
            if _where(card.to, card.seat, card.hand) == where
        ]
        noted = self.noted.get(where, ())
        put = payload.cards if CARDS.issuperset(payload.cards or "?") else noted or payload.cards
        if not put:
            self.emptied.add(where)
        if not put or len(put) >= len(mine):
            return False  # the whole hand, at its end
        for card in put:
            told = (at for at in reversed(mine) if self.dealt[at].card == card)
            unread = (at for at in reversed(mine) if self.dealt[at].card not in CARDS)
            at = next(told, next(unread, None))
            if at is not None:
                known = self.dealt[at].card or card
                self.dealt[at] = structs.replace(self.dealt[at], to=DISCARD, card=known)
                mine.remove(at)
            elif card not in CARDS:
                self._lose(where, card)
        return True

    def _goes_on(self, where: tuple[str, int, int]) -> None:
        """Note that a hand is played on: it was not the whole of it that was put away before."""
        if where in self.emptied:
            self.emptied.remove(where)
            self._lose(where, "")

    def _lose(self, where: tuple[str, int, int], word: str) -> None:
        """Note that nobody knows which cards of a hand were put away."""
        to, seat, _ = where
        self.unread.append(Unread(fact="carta", word=word, seat=seat if to == SEAT else None))

    def on_error(self, event: Event) -> None:
        """Take the cards of an error that was mended by putting them away."""
        payload: ErrorNoted = event.payload
        if payload.remedy == "descarte" and CARDS.issuperset(payload.cards or "?"):
            self.noted[_where(SEAT if payload.seat else "bank", payload.seat, 1)] = payload.cards

    def on_shown(self, event: Event) -> None:
        """Take a hand turned: the bank's, or a place's."""
        payload: HandShown = event.payload
        bank = payload.of in BANK or payload.seat == 0
        if bank:
            self.turned = self.turned or self.moment(event)
        to = "bank" if bank else SEAT
        where = _where(to, payload.seat, payload.hand)
        self.known.setdefault(where, (len(self.dealt), payload.cards))

    # --- jackpot, complaints, online ------------------------------------------------------------

    def on_won(self, event: Event) -> None:
        """Take the jackpot's combination as the table announced it."""
        payload: JackpotWon = event.payload
        if payload.seat is not None and payload.combination is not None:
            self.won.append(
                Combinacao(seat=payload.seat, combination=payload.combination, cards=payload.cards)
            )

    def on_award(self, event: Event) -> None:
        """Take when a jackpot prize was paid."""
        payload: AwardPaid = event.payload
        if payload.seat is not None:
            self.paid.setdefault(payload.seat, self.moment(event))
        self.means.append(payload.means)

    def on_claim(self, event: Event) -> None:
        """Take a complaint."""
        self.claims[event.name] = Reclamacao(
            seat=event.payload.seat, at=event.at, seq=self.seq(event)
        )

    def on_claim_decided(self, event: Event) -> None:
        """Take whether a complaint was heard."""
        payload: ClaimDecided = event.payload
        claim = self.claims.get(payload.claim)
        if claim is not None:
            self.claims[payload.claim] = structs.replace(claim, admitida=payload.admitted)

    @override
    def on_equipment(self, event: Event) -> None:
        super().on_equipment(event)
        payload: EquipmentChanged = event.payload
        self.handled.append((event.position, _handling(payload)))
        if payload.item == DECK and payload.cards and payload.act is None:
            self.mended.append((event.position, payload.cards))


def _handling(payload: EquipmentChanged) -> Manuseio:
    """Return the handling of a shuffler, or of cards, as the record tells it."""
    return Manuseio(
        baralhador=payload.item == SHUFFLER,
        entra=payload.id is not None,
        razao=payload.reason or "",
        cartas=payload.cards,
        testemunhas=len(set(payload.witnesses)),
        comunicado=payload.act is not None,
    )


def _where(to: str, seat: int | None, hand: int) -> tuple[str, int, int]:
    """Return the name of a hand, the same however an event calls it."""
    return (SEAT, seat or 0, hand) if to == SEAT else ("bank" if to in BANK else to, 0, 1)
