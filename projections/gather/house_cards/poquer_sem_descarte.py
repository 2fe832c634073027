"""Póquer sem descarte: the seats, stakes, cards and decisions of a jogada.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimos``, ``maximos``, ``multiplos`` (chance to minor units),
                        ``minimo_autorizado``, ``maximo_golpe``, ``lugares``, ``baralhador``,
                        ``marcacao`` (``automatica``, ``manual``), ``tempo_apostas`` (online: the
                        seconds for bets at a shared table, the same for all); what the register of
                        approvals says of the jackpot: ``acumulado_comunicado``,
                        ``acumulado_aposta``, ``acumulado_ppm``, ``acumulado_combinacoes``,
                        ``acumulado_fixos``
equipment-changed       of item ``shuffler``: whether there is one, unless ``deck-shuffled`` of the
                        jogada says how the cards were shuffled; of item ``deck``, single ``cards``
                        replaced since the jogada before
player-seated, -left    the occupied seats, up to the close of bets
bets-opened             ``apostas_abertas``, the first of the jogada, and its ``segundos``
deck-cut                the cards were cut; where there is none and the table records shuffles,
                        they were not
card-burned             burned, if before the first card is dealt
bet-placed              ``inicial``, ``acumulado``; ``segunda``, where no decision makes it; its
                        ``means``, where it was not laid in chips
bet-changed, -withdrawn a change; after the close, of a bet that came in time, a late one
bets-closed             ``jogo_feito``: the first of the jogada
card-dealt              to ``seat`` or ``bank``, in the order dealt; ``open`` says that it lies
                        face up
card-exposed            ``by`` player: his infraction. Otherwise, before the first decision, an
                        error of the deal: of the ``bank``, the pardoned one, and the card is open
error-noted             an error of the deal under the record's codes; another error ``by`` the
                        player, or one of a player showing cards, is his infraction
player-warned           of ``cards_shown``: an infraction; online, of ``undecided`` or ``slow``
                        after the close of bets, or with extra time: an ``aviso``
decision                ``vou``, whose ``bet`` and ``added`` are the segunda aposta, or ``passo``.
                        The first counts, another after it is kept beside it; money put in with
                        another word is a bet of that name. Online ``lapsed`` says that the clock
                        spoke, nobody else
collection              of a seat, or of its main bets: its square was collected; of no seat and no
                        bets: those of all who passed or lost by infraction
cards-collected         a seat's cards, or everybody's
hand-shown              of ``bank``: the bank's cards were turned. Its cards, and a seat's, are
                        those dealt where nobody could know them
award-paid              the jackpot's payment, and when
payout, award-paid      online their ``means``, where they moved money
player-session-ended,   those since the jogada before, at this place
-restricted
======================  ==========================================================================

Rounds without a bet (``sem_apostar``) are carried from jogada to jogada (``abstentions``); the
pool's state comes from the pools.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid
from ledger.events.outcomes import (
    CardBurned,
    CardExposed,
    CardsCollected,
    DeckCut,
    DeckShuffled,
)
from ledger.events.outcomes import ErrorNoted as ErrorEvent
from ledger.events.rounds import BetPlaced, Collection, Decision
from ledger.events.seats import PlayerWarned
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.house_cards import abstentions
from projections.gather.house_cards.abstentions import Occupant
from projections.gather.house_cards.hands import HandFacts, known, learn
from projections.gather.kit import bets as banked
from projections.gather.kit.heading import heading, whole, word
from projections.gather.kit.players import PlayerFacts
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    ACUMULADO,
    CARTA_DA_BANCA,
    CARTA_DESCOBERTA,
    INICIAL,
    NUMERO_DE_CARTAS,
    PASSO,
    SEGUNDA,
    VOU,
    Aprovado,
    Aviso,
    Lugar,
    Meio,
    SemDescarteRecord,
)
from projections.replay.kit.bets import CHIPS, Moment, is_after
from projections.replay.record import PHYSICAL, ErrorNoted

SEATS: Final = 7
SHUFFLER: Final = "shuffler"
DECK: Final = "deck"
PLAYER: Final = "player"
DEAL_ERRORS: Final = frozenset({NUMERO_DE_CARTAS, CARTA_DESCOBERTA, CARTA_DA_BANCA})
CARTAS_MOSTRADAS: Final = "cartas_mostradas"
INFRACTIONS: Final = frozenset({CARTAS_MOSTRADAS, "passou_e_descobriu", "cartas_fora_da_mesa"})
"""Acts that lose the stakes of a square, whoever noted them (R12, R22, 000 n.17)."""
UNDECIDED: Final = frozenset({"undecided", "slow"})
"""Causes of a warning to a player who has to decide (R52)."""
MARKINGS: Final = ("automatica", "manual")

Said = Literal["vou", "passo"]


ELSEWHERE: Final = frozenset({"board", "deck", "burn", "key", "seat"})
"""Where a card may come to light that is not the bank's."""
WORDS: Final = Words(
    cards_to=frozenset({"seat", "bank", "banca"}),
    by_seat=True,
    actions=frozenset({VOU, PASSO}),
    chances=frozenset({INICIAL, SEGUNDA, ACUMULADO}),
    alone=True,
)


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> SemDescarteRecord:
    """Return the record of a jogada."""
    assert closed.table is not None
    since = abstentions.abstentions_of(closed.carried).ended
    jogada = _Jogada.of(closed, since)
    present = abstentions.counted(
        closed.carried, closed.table, closed.events, closed.closed, INICIAL
    )
    shared = with_unread(heading(closed), closed, WORDS)
    shared["payments"] = (*shared["payments"], *jogada.given_back)
    shared["errors"] = _errors(shared["errors"], jogada.exposed)
    places = closed.table.opened.payload
    assert isinstance(places, TableOpened)
    records = frozenset(places.records)
    cut, burns = jogada.cut, jogada.burned
    shuffler = jogada.shuffled if jogada.shuffled is not None else jogada.shuffler
    if shuffler is None:
        shuffler = banked.flag(options, "baralhador") or False
    return SemDescarteRecord(
        **shared,
        limites=banked.limits(options),
        minimo_autorizado=whole(options, "minimo_autorizado", 0) or 0,
        maximo_golpe=whole(options, "maximo_golpe", None),
        lugares=banked.count(options, "lugares", places.seats) or SEATS,
        baralhador=shuffler,
        marcacao=word(options, "marcacao", MARKINGS),
        aprovado=_approved(options),
        seats=jogada.seats(present),
        bets=jogada.all_bets(),
        alteracoes=tuple(jogada.changes),
        meios_apostados=tuple(jogada.other_means),
        cartas_trocadas=tuple(
            card for position, cards in jogada.mended if position > since for card in cards
        ),
        banca=known(jogada.bank, jogada.bank_shown),
        abertas=jogada.open_cards(),
        cortado=cut if cut or "shuffles" in records else None,
        queimadas=burns if burns is not None or "burns" not in records else 0,
        queimada=jogada.burned_at,
        ordem=tuple(jogada.order),
        jogo_feito=jogada.closed,
        primeira_carta=jogada.first,
        banca_descoberta=jogada.bank_turned,
        apostas_abertas=jogada.opened,
        segundos=jogada.seconds,
        tempo_apostas=banked.count(options, "tempo_apostas"),
        sessoes=jogada.sessions_since(closed.previous),
        meios=tuple(jogada.means) if jogada.online else (),
    )


def carried_after(before: ClosedRound, _options: Mapping[str, Any], opened: int) -> dict[str, Any]:
    """Return the seated players and their abstentions, as a jogada leaves them to the next."""
    return abstentions.carried_after(before, opened, INICIAL)


GATHERING: Final = Gathering(game="poquer_sem_descarte", record=gather, carry=carried_after)


def _approved(options: Mapping[str, Any]) -> Aprovado | None:
    def table(name: str) -> dict[str, int] | None:
        return banked.figures(options, name) if name in options else None

    approved = Aprovado(
        comunicado=banked.flag(options, "acumulado_comunicado"),
        bet=whole(options, "acumulado_aposta", None),
        ppm=banked.count(options, "acumulado_ppm"),
        combinations=table("acumulado_combinacoes"),
        fixed=table("acumulado_fixos"),
    )
    return None if approved == Aprovado() else approved


def _errors(noted: Sequence[ErrorNoted], seen: Sequence[ErrorNoted]) -> tuple[ErrorNoted, ...]:
    """Return the errors noted, and the errors that an exposed card shows and nobody noted."""
    known = {(error.error, error.seat) for error in noted}
    return (*noted, *(one for one in seen if (one.error, one.seat) not in known))


class _Jogada(PlayerFacts, HandFacts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **HandFacts.TAKES,
        **PlayerFacts.TAKES,
        EquipmentChanged: "on_equipment",
        DeckShuffled: "on_shuffle",
        DeckCut: "on_cut",
        CardBurned: "on_burn",
        CardExposed: "on_exposed",
        ErrorEvent: "on_error",
        PlayerWarned: "on_warning",
        Collection: "on_collection",
        CardsCollected: "on_cards_collected",
        AwardPaid: "on_award",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.cut = False
        self.burned: int | None = None
        self.burned_at: Moment | None = None
        self.said: dict[int, list[Said]] = {}
        self.infractions: dict[int, str] = {}
        self.exposed: list[ErrorNoted] = []
        self.shown_somewhere = False
        """Whether a card came to light nobody knows where: it may have been the bank's."""
        self.cards_taken: dict[int, Moment] = {}
        self.paid: dict[int, Moment] = {}
        self.online = False
        self.seconds: int | None = None
        """Seconds for which the bets were opened."""
        self.first_said: dict[int, tuple[Moment, bool]] = {}
        """Time of a seat's first decision, and whether the clock made it."""
        self.warnings: dict[int, list[Aviso]] = {}
        self.other_means: list[Meio] = []
        self.mended: list[tuple[int, tuple[str, ...]]] = []
        """Single cards replaced, with the position."""

    @override
    def forget(self) -> None:
        """Drop the shuffle, the cut, the burn and the warnings of the jogadas before."""
        super().forget()
        self.shuffled, self.cut, self.burned, self.burned_at = None, False, None, None
        self.warnings.clear()
        self.mended.clear()

    # --- the result ----------------------------------------------------------------------------

    def seats(self, present: Mapping[int, Occupant]) -> tuple[Lugar, ...]:
        """Return every seat that was taken at the close, or has a bet, cards or an infraction.

        ``present`` is who was there at the close, and for how many jogadas he has not bet.
        """
        at = sorted(
            {
                *present,
                *(bet.seat for bet in self.bets),
                *self.cards,
                *self.shown,
                *self.said,
                *self.infractions,
            }
            - {0}
        )
        return tuple(self._seat(seat, present.get(seat)) for seat in at)

    def _seat(self, seat: int, sat: Occupant | None) -> Lugar:
        said = self.said.get(seat, [])
        first = self.first_said.get(seat) if self.online else None
        known = sat.player if sat is not None else self.players.get(seat)
        named = [bet.player for bet in self.bets if bet.seat == seat and bet.player is not None]
        return Lugar(
            seat=seat,
            player=named[0] if named else known,
            decisao=said[0] if said else None,
            depois=said[-1] if len(said) > 1 else None,
            cartas=self.hand_of(seat),
            infracao=self.infractions.get(seat),
            recolhida=self.taken.get(seat),
            cartas_recolhidas=self.cards_taken.get(seat),
            premio_pago=self.paid.get(seat),
            sem_apostar=sat.idle if sat is not None else None,
            impedido=sat is not None and sat.barred,
            decidiu=first[0] if first is not None else None,
            caducou=first is not None and first[1],
            avisos=self._warnings_of(seat) if self.online else (),
        )

    def _warnings_of(self, seat: int) -> tuple[Aviso, ...]:
        """Return the warnings of a player who had to decide: those after the close of bets."""
        told = self.warnings.get(seat, ())
        return tuple(one for one in told if self.closed is None or is_after(one, self.closed))

    # --- before the deal -----------------------------------------------------------------------

    @override
    def on_opened(self, event: Event) -> None:
        self.online = event.payload.mode != PHYSICAL
        super().on_opened(event)

    def on_bets_opened(self, event: Event) -> None:
        """Take the opening of the bets, and the seconds given."""
        if self.opened is None:
            self.seconds = event.payload.seconds
        super().on_bets_opened(event)

    def on_bet(self, event: Event) -> None:
        """Take a bet, and the means in which it was laid."""
        payload: BetPlaced = event.payload
        if payload.means is not None and payload.means not in CHIPS:
            self.other_means.append(Meio(bet=payload.bet, meio=payload.means))
        super().on_bet(event)

    def on_equipment(self, event: Event) -> None:
        """Take a shuffler brought in or taken out, and single cards replaced."""
        payload: EquipmentChanged = event.payload
        if payload.item == SHUFFLER:
            self.shuffler = payload.id is not None
        elif payload.item == DECK and payload.cards:
            self.mended.append((event.position, payload.cards))

    def on_shuffle(self, event: Event) -> None:
        """Take how the cards were shuffled."""
        self.shuffled = event.payload.method == SHUFFLER

    def on_cut(self, _: Event) -> None:
        """Take the cut."""
        self.cut = True

    def on_burn(self, event: Event) -> None:
        """Take cards burned before the deal."""
        if not self.order:
            self.burned = max(0, (self.burned or 0) + event.payload.count)
            self.burned_at = self.moment(event)

    # --- cards ---------------------------------------------------------------------------------

    @override
    def see_dealt(self, seat: int, index: int, card: str | None, event: Event) -> None:
        self._see(CARTA_DESCOBERTA, seat, card, event)

    def on_exposed(self, event: Event) -> None:
        """Take an exposed card: a player's fault, or the deal's."""
        payload: CardExposed = event.payload
        seat = payload.seat
        if self.is_bank(payload.of, seat):
            learn(self.bank, payload.index, payload.card)
            if not self.decided:
                if payload.index is not None and payload.index > 0:
                    self.open.add(payload.index)
                self._see(CARTA_DA_BANCA, None, payload.card, event)
        elif seat is not None:
            learn(self.cards.get(seat, []), payload.index, payload.card)
            if payload.by == PLAYER:
                self.infractions.setdefault(seat, CARTAS_MOSTRADAS)
            elif not self.decided:
                self._see(CARTA_DESCOBERTA, seat, payload.card, event)
        elif not self.decided and payload.of not in ELSEWHERE:
            self.shown_somewhere = True

    def open_cards(self) -> tuple[int, ...] | None:
        """Return which cards of the bank lay open; None where nobody can tell."""
        told = self.bank and not self.shown_somewhere
        return tuple(sorted(self.open)) if told else None

    def _see(self, error: str, seat: int | None, card: str | None, event: Event) -> None:
        cards = () if card is None else (card,)
        self.exposed.append(ErrorNoted(error=error, seat=seat, cards=cards, at=event.at))

    def on_cards_collected(self, event: Event) -> None:
        """Take cards that went off the cloth: a seat's, or all."""
        payload: CardsCollected = event.payload
        if payload.of in self.BANK:
            return
        every = payload.of is None and payload.seat is None
        for seat in set(self.cards) if every else {payload.seat}:
            if seat is not None:
                self.cards_taken.setdefault(seat, self.moment(event))

    # --- what players do -----------------------------------------------------------------------

    @override
    def on_decision(self, event: Event) -> None:
        payload: Decision = event.payload
        if payload.action in {VOU, PASSO}:
            self.first_said.setdefault(payload.seat, (self.moment(event), payload.lapsed))
        if payload.action == VOU:
            self.said.setdefault(payload.seat, []).append(VOU)
        elif payload.action == PASSO:
            self.said.setdefault(payload.seat, []).append(PASSO)
        self.lay(event, SEGUNDA if payload.action == VOU else payload.action)

    def on_error(self, event: Event) -> None:
        """Take an error that is a player's infraction."""
        payload: ErrorEvent = event.payload
        seat, error = payload.seat, payload.error
        if seat and (error in INFRACTIONS or (payload.by == PLAYER and error not in DEAL_ERRORS)):
            self.infractions.setdefault(seat, error)

    def on_warning(self, event: Event) -> None:
        """Take a warning for cards shown; online, a warning of a player who has not decided."""
        payload: PlayerWarned = event.payload
        if payload.cause == "cards_shown":
            self.infractions.setdefault(payload.seat, CARTAS_MOSTRADAS)
        elif payload.cause in UNDECIDED or payload.extra_time is not None:
            aviso = Aviso(at=event.at, seq=self.seq(event), segundos=payload.extra_time)
            self.warnings.setdefault(payload.seat, []).append(aviso)

    def on_collection(self, event: Event) -> None:
        """Take stakes that the pagador took."""
        payload: Collection = event.payload
        if payload.seat is not None or payload.bets:
            seats = self._squares(payload.seat, payload.bets)
        else:
            seats = {seat for seat, said in self.said.items() if said[0] == PASSO}
            seats |= set(self.infractions)
        for seat in seats:
            self.taken.setdefault(seat, self.moment(event))

    def _squares(self, seat: int | None, numbers: Sequence[int]) -> set[int]:
        """Return the seats whose main stakes a collection takes, not the jackpot's alone."""
        first = {bet.bet: bet for bet in reversed(self.bets)}
        named = [bet for number, bet in first.items() if number in numbers]
        squares = {bet.seat for bet in named if bet.tipo != ACUMULADO}
        if seat is not None and (squares or not named):
            squares.add(seat)
        return squares

    def on_award(self, event: Event) -> None:
        """Take the payment of a jackpot prize."""
        payload: AwardPaid = event.payload
        if payload.seat is not None:
            self.paid.setdefault(payload.seat, self.moment(event))
        if payload.amount:
            self.means.append(payload.means)
