"""Stud póquer: a jogada's seats, stakes, cards, decisions, and the chips that came over to it.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimos``, ``maximos``, ``multiplos`` (chance to minor units),
                        ``multiplicador_real``, ``maximo_por_jogo``, ``lugares``,
                        ``modo_distribuicao`` (``sabot``, ``baralhador``)
equipment-changed       of item ``shuffler``: whether there is one, unless ``deck-shuffled`` of the
                        jogada says how the cards were shuffled; replaced as broken while cards are
                        dealt: its failure
player-seated, -left    who holds each seat; who leaves a jogada before his stakes are settled
bet-placed              ``inicial``, ``progressivo``; ``carried_from`` names the void jogada of one
                        that came over, ``by`` the seat of one who bets on another's hand;
                        ``adicional``, where no decision makes it
bet-changed, -withdrawn a change; after the close, of a bet that came in time, a late one; a chip
                        that came over and is withdrawn was given back
bets-closed             ``jogo_feito``, at a table that calls it
card-dealt              to ``seat`` or ``bank``, in the order dealt; ``open`` says that it lies
                        face up
card-exposed            unless ``by`` a player himself: a card exposed, until the pagador's are
                        turned, but for one of a hand that was given up; his lies open from then on
error-noted             an error under the record's codes; any error ``by`` the shuffler is its
                        failure
decision                ``adicional`` (or ``aposta_adicional``), whose ``bet`` and ``added`` are the
                        bet, or ``desistencia``; the last one counts
collection              of a seat, or of its inicial: its hand was taken; of no seat and no bets:
                        those of all who gave up
cards-collected         of a seat: its hand was taken
hand-shown              of ``bank``: the pagador's cards were turned. Its cards, and a seat's, are
                        those dealt where nobody could know them
jackpot-increment       with ``bet``: the controller took that bet's increment
pool-reset              the balance from which the progressivo starts again
======================  ==========================================================================

The jogada before, if it was void, leaves its bets on the progressivo (``left_over``), those that
came over to itself among them, told there again or not. The pool's state comes from the pools.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

from msgspec import convert, structs, to_builtins
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.jackpots import JackpotIncrement, PoolReset
from ledger.events.outcomes import (
    CardDealt,
    CardExposed,
    CardsCollected,
    DeckShuffled,
)
from ledger.events.outcomes import ErrorNoted as ErrorEvent
from ledger.events.rounds import BetPlaced, Collection, Decision, RoundClosed
from ledger.events.seats import PlayerLeft
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.house_cards.hands import HandFacts, known, learn
from projections.gather.kit import bets as banked
from projections.gather.kit.heading import heading, whole, word
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.house_cards.stud_poker.chips import left_over
from projections.replay.games.house_cards.stud_poker.record import (
    ADICIONAL,
    AVARIA_DO_BARALHADOR,
    BARALHADOR,
    CARTA_EXPOSTA,
    DESISTENCIA,
    HAND,
    INICIAL,
    PROGRESSIVO,
    SABOT,
    Aposta,
    Lugar,
    StudRecord,
    Transitada,
)
from projections.replay.kit.bets import Bet, BetChange, Moment
from projections.replay.record import ErrorNoted, Payment

PLACES: Final = 7
SHUFFLER: Final = "shuffler"
PLAYER: Final = "player"
TO_THIS: Final = "vieram"
"""Of what is carried: the chips that the void jogada before left to this one."""
TO_THE_ONE_BEFORE: Final = "vieram_antes"
"""Of what is carried: the chips that came over to the jogada before this one."""
LAYS: Final = frozenset({ADICIONAL, "aposta_adicional"})
BROKEN: Final = frozenset({"jam", "damaged", "avaria", AVARIA_DO_BARALHADOR})
"""Reasons of a shuffler's replacement that mean its failure (R28)."""

Said = Literal["adicional", "desistencia"]


WORDS: Final = Words(
    cards_to=frozenset({"seat", "bank", "banca", "pagador"}),
    by_seat=True,
    actions=LAYS | {DESISTENCIA},
    chances=LAYS | {INICIAL, PROGRESSIVO},
    alone=True,
)


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> StudRecord:
    """Return the record of a jogada."""
    assert closed.table is not None
    jogada = _Jogada.of(closed, closed.opened)
    shared = with_unread(heading(closed), closed, WORDS)
    shared["payments"] = (*shared["payments"], *jogada.given_back)
    shared["errors"] = jogada.errors(shared["errors"])
    opening = closed.table.opened.payload
    assert isinstance(opening, TableOpened)
    mode = word(options, "modo_distribuicao", (SABOT, BARALHADOR))
    if jogada.shuffler is not None:
        mode = BARALHADOR if jogada.shuffler else SABOT
    if jogada.shuffled is not None:
        mode = BARALHADOR if jogada.shuffled else SABOT
    return StudRecord(
        **shared,
        modo_distribuicao=mode,
        multiplicador_real=whole(options, "multiplicador_real", None),
        maximo_por_jogo=whole(options, "maximo_por_jogo", None),
        limites=banked.limits(options),
        lugares=banked.count(options, "lugares", opening.seats) or PLACES,
        seats=jogada.seats(_who_left(closed, jogada.first)),
        bets=jogada.all_bets(),
        alteracoes=tuple(jogada.changes),
        transitadas=_came_over(closed, options),
        incrementadas=tuple(jogada.incremented),
        pagador=known(jogada.bank, jogada.bank_shown),
        abertas=tuple(sorted(jogada.open)) if jogada.open else None,
        ordem=tuple(jogada.order),
        jogo_feito=jogada.closed,
        primeira_carta=jogada.first,
        pagador_descobre=jogada.bank_turned,
        recomeco=jogada.again,
    )


def _came_over(closed: ClosedRound, options: Mapping[str, Any]) -> tuple[Transitada, ...] | None:
    """Return the chips that the jogada before left over; None where there was no jogada before."""
    events = closed.previous
    if not events:
        return None
    ends = [event.position for event in events if isinstance(event.payload, RoundClosed)]
    before = structs.replace(
        closed,
        events=events,
        round=events[0].round or "",
        opened=events[0].position,
        closed=ends[0] if ends else events[-1].position,
        previous=(),
    )
    came = _carried(closed.carried, TO_THE_ONE_BEFORE)
    return left_over(structs.replace(gather(before, options), transitadas=came))


def carried_after(
    before: ClosedRound, options: Mapping[str, Any], _opened: int
) -> Mapping[str, Any]:
    """Return the chips that a jogada leaves to the next, and those that came over to itself.

    The next one's record reads the jogada's own events, which may tell more by then, and so takes
    of this only what came over to it; what it leaves is there for the jogada after the next.
    """
    if before.table is None:
        return {}
    came = _carried(before.carried, TO_THIS)
    left = left_over(structs.replace(gather(before, options), transitadas=came))
    found = {TO_THIS: left, TO_THE_ONE_BEFORE: came or ()}
    return {name: to_builtins(chips) for name, chips in found.items() if chips}


def _carried(carried: Mapping[str, Any], name: str) -> tuple[Transitada, ...] | None:
    """Return chips that are carried; None where there are none, for nobody may know of them."""
    return convert(carried[name], tuple[Transitada, ...]) if name in carried else None


GATHERING: Final = Gathering(
    game="stud_poker", record=gather, reads_previous=True, carry=carried_after
)


def _who_left(closed: ClosedRound, first: Moment | None) -> dict[int, set[str | None]]:
    """Return by seat the players who left it after the deal began and before the last event."""
    assert closed.table is not None
    if first is None or not closed.events:
        return {}
    began = next(
        (event.position for event in closed.events if isinstance(event.payload, CardDealt)),
        closed.events[-1].position,
    )
    last = closed.events[-1].position
    left: dict[int, set[str | None]] = {}
    for event in (*closed.table.between(began + 1, last), *closed.events):
        if isinstance(event.payload, PlayerLeft) and began < event.position < last:
            left.setdefault(event.payload.seat, set()).add(event.payload.player)
    return left


class _Jogada(HandFacts):
    """The facts that the events told so far."""

    BANK = HandFacts.BANK | {"pagador"}
    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **HandFacts.TAKES,
        EquipmentChanged: "on_equipment",
        DeckShuffled: "on_shuffle",
        CardExposed: "on_exposed",
        ErrorEvent: "on_error",
        Collection: "on_collection",
        CardsCollected: "on_cards_collected",
        JackpotIncrement: "on_increment",
        PoolReset: "on_reset",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.occupied: set[int] | None = None
        """The seats taken when the first card was dealt."""
        self.names: dict[int, str | None] = {}
        """Their players."""
        self.said: dict[int, Said] = {}
        self.seen: dict[tuple[int, object], ErrorNoted] = {}
        """Cards exposed in the deal, by hand and place in it."""
        self.broke: list[ErrorNoted] = []
        self.incremented: list[int] = []
        self.again: int | None = None

    # --- the result ----------------------------------------------------------------------------

    def seats(self, left: Mapping[int, set[str | None]]) -> tuple[Lugar, ...]:
        """Return every seat that was taken at the deal, or has a bet, cards or a decision."""
        taken = set(self.players) if self.occupied is None else self.occupied
        at = {*taken, *(bet.seat for bet in self.bets), *self.cards, *self.shown, *self.said}
        return tuple(self._seat(seat, left) for seat in sorted(at - {0}))

    def _seat(self, seat: int, left: Mapping[int, set[str | None]]) -> Lugar:
        named = [bet.player for bet in self.bets if bet.seat == seat and bet.player is not None]
        seated = self.names if self.occupied is not None else self.players
        player = named[0] if named else seated.get(seat)
        gone = left.get(seat, set())
        return Lugar(
            seat=seat,
            player=player,
            decisao=self.said.get(seat),
            cartas=self.hand_of(seat),
            recolhida=self.taken.get(seat),
            saiu=bool(gone) and (player is None or bool(gone & {None, player})),
        )

    def errors(self, noted: Sequence[ErrorNoted]) -> tuple[ErrorNoted, ...]:
        """Return the errors noted, and the exposed cards that nobody noted; each card once.

        An exposure noted without a card is one that was seen, if one was seen of that hand.
        """
        hands = {seat for seat, _ in self.seen}
        told = {(one.seat or 0, card) for one in noted for card in one.cards}
        first = [
            one
            for one in noted
            if one.error != CARTA_EXPOSTA or one.cards or (one.seat or 0) not in hands
        ]
        also = [
            one
            for one in self.seen.values()
            if not any((one.seat or 0, card) in told for card in one.cards)
        ]
        known = {one.error for one in noted}
        broke = [one for one in self.broke if one.error not in known]
        return (*first, *also, *broke)

    @override
    def all_bets(self) -> tuple[Aposta, ...]:
        return tuple(bet for bet in super().all_bets() if isinstance(bet, Aposta))

    # --- before the deal -----------------------------------------------------------------------

    @override
    def bet_of(self, event: Event, payload: BetPlaced) -> Bet:
        plain = super().bet_of(event, payload)
        return Aposta(
            **structs.asdict(plain),
            transitada_de=payload.carried_from if payload.chance == PROGRESSIVO else None,
            do_lugar=payload.by,
        )

    @override
    def on_withdrawal(self, event: Event) -> None:
        number = event.payload.bet
        bet = next((bet for bet in self.bets if bet.bet == number), None)
        if isinstance(bet, Aposta) and bet.transitada_de is not None:
            self.given_back.append(
                Payment(seat=bet.seat, amount=0, bets=(number,), stake_returned=bet.valor)
            )
        elif bet is not None and bet.tipo == ADICIONAL and self.bank_turned is None:
            # Laid after the call, as it must be, and so in time.
            self.changes.append(
                BetChange(bet=number, retirada=True, at=event.at, seq=self.seq(event))
            )
        else:
            super().on_withdrawal(event)

    def on_equipment(self, event: Event) -> None:
        """Take a shuffler brought in or taken out, or its failure during the deal."""
        payload: EquipmentChanged = event.payload
        if payload.item != SHUFFLER:
            return
        dealing = bool(self.order) and len(self.bank) < HAND and not self.decided
        if dealing and payload.reason in BROKEN:
            self.broke.append(ErrorNoted(error=AVARIA_DO_BARALHADOR, at=event.at))
        elif not self.order:
            self.shuffler = payload.id is not None

    def on_shuffle(self, event: Event) -> None:
        """Take whether the cards were shuffled by a shuffler."""
        if not self.order:
            self.shuffled = event.payload.method == SHUFFLER

    # --- cards ---------------------------------------------------------------------------------

    @override
    def on_card(self, event: Event) -> None:
        if self.first is None:
            self.occupied, self.names = set(self.players), dict(self.players)
        super().on_card(event)

    @override
    def see_dealt(self, seat: int, index: int, card: str | None, event: Event) -> None:
        self._see(seat, index, card, event)

    def on_exposed(self, event: Event) -> None:
        """Take an exposed card of a hand (R25, R26).

        What a player shows is his own act, and cards that are out of the game hide nothing.
        """
        payload: CardExposed = event.payload
        index = payload.index
        seat = 0 if payload.of in self.BANK else payload.seat
        if seat is None:
            return
        cards = self.bank if seat == 0 else self.cards.get(seat, [])
        learn(cards, index, payload.card)
        over = self.bank_turned is not None or self.said.get(seat) == DESISTENCIA
        if over or payload.by == PLAYER:
            return
        if index is None and payload.card is not None and payload.card in cards:
            index = cards.index(payload.card) + 1
        if seat == 0 and index is not None and index > 0:
            self.open.add(index)
        self._see(seat, index, payload.card, event)

    def _see(self, seat: int, index: int | None, card: str | None, event: Event) -> None:
        cards = () if card is None else (card,)
        key = (seat, index) if index is not None else (seat, event.name)
        self.seen.setdefault(
            key, ErrorNoted(error=CARTA_EXPOSTA, seat=seat, cards=cards, at=event.at)
        )

    def on_error(self, event: Event) -> None:
        """Take an error of the shuffler, by whatever name."""
        payload: ErrorEvent = event.payload
        if payload.by == SHUFFLER:
            self.broke.append(ErrorNoted(error=AVARIA_DO_BARALHADOR, at=event.at))

    # --- what players and pagador do -----------------------------------------------------------

    @override
    def on_decision(self, event: Event) -> None:
        payload: Decision = event.payload
        lays = payload.action in LAYS
        if lays:
            self.said[payload.seat] = ADICIONAL
        elif payload.action == DESISTENCIA:
            self.said[payload.seat] = DESISTENCIA
        self.lay(event, ADICIONAL if lays else payload.action)

    def on_collection(self, event: Event) -> None:
        """Take the pagador's collection of a hand's stakes."""
        payload: Collection = event.payload
        named = [bet for bet in self.bets if bet.bet in payload.bets]
        seats = {bet.seat for bet in named if bet.tipo == INICIAL}
        if payload.seat is not None and not named:
            seats.add(payload.seat)
        elif payload.seat is None and not payload.bets:
            seats = {seat for seat, said in self.said.items() if said == DESISTENCIA}
        for seat in seats:
            self.taken.setdefault(seat, self.moment(event))

    def on_cards_collected(self, event: Event) -> None:
        """Take the pagador's collection of a hand's cards."""
        seat = event.payload.seat
        if seat is not None and event.payload.of not in self.BANK:
            self.taken.setdefault(seat, self.moment(event))

    # --- the progressivo -----------------------------------------------------------------------

    def on_increment(self, event: Event) -> None:
        """Take a bet whose increment the controller says it took."""
        if event.payload.bet is not None:
            self.incremented.append(event.payload.bet)

    def on_reset(self, event: Event) -> None:
        """Take the balance from which the progressivo starts again."""
        self.again = event.payload.balance if event.payload.balance is not None else self.again
