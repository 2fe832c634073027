"""Macau five-card poker: from the events of a jogada to its record.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``entrada``, ``comissao_inicial`` (jogada, jogador, nenhuma),
                        ``aposta_minima``
round-opened            ``seats`` from the dealer's right, anticlockwise; without them those seated
                        who entered or got cards, from the right of the seat named as ``dealer``,
                        else from the highest number: places are numbered clockwise
player-seated, -left,   who sits where; a player of the jogada who sits down elsewhere while it is
player-away, -back      played has moved
stack-declared          the capital; once the jogada has begun, ``added`` or a ``withdrawal`` is a
                        change of it
equipment-changed       a ``deck`` brought in begins its count of jogadas again
deck-shuffled, -cut     since the jogada before: how many decks, who cut how many cards
card-burned             the first card, put aside
card-dealt              to a seat: first open, second the chave, then open
card-exposed            of ``key``, or hidden of a ``seat``: the chave; by ``player`` or in the deal
bet-placed              of ``entrada``
decision                the acts; the lanço by the cards dealt, else by the last turn given
turn-given              the right to speak while nobody has bet
announcement            of ``capital_desfalcado``
hand-shown              the chave, or all five
commission              of mode ``initial``, else of the bolo
error-noted             ``A11d``, ``A11e``, ``baralho_incompleto``
======================  ==========================================================================

What stands from one jogada to the next is carried: capital, who has played, jogadas of the deck.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

import msgspec
from msgspec import Struct, field, structs

from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetPlaced,
    Commission,
    Decision,
    Payout,
    RoundOpened,
    RoundVoided,
    TurnGiven,
)
from ledger.events.seats import (
    PlayerAway,
    PlayerBack,
    PlayerLeft,
    PlayerSeated,
    PlayerWarned,
    StackDeclared,
)
from ledger.events.tables import EquipmentChanged
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit.carried import carried_as
from projections.gather.kit.heading import heading, whole, word
from projections.gather.kit.unread import Words, with_unread
from projections.gather.poker.between_hands import seconds_between
from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    ACEITAR,
    APOSTAR,
    BOLO,
    DESISTIR,
    ELEVAR,
    ENTRADA,
    INICIAL,
    JOGADA,
    JOGADOR,
    KEY_REVEALED,
    LANCOS,
    NENHUMA,
    NOBODYS,
    PASSAR,
    REDOBRAR,
    Cobrada,
    Corte,
    Desfalcado,
    Direito,
    Jogador,
    Lance,
    MacauRecord,
    Mostrada,
    Mudanca,
    Queimada,
    Revelada,
)

INITIAL: Final = frozenset({"initial", INICIAL, "comissao_inicial"})
DESFALCADO: Final = "capital_desfalcado"
WITHDRAWAL: Final = frozenset({"withdrawal", "retirada"})
DECK: Final = "deck"
MONEY: Final = frozenset({"bets", "decisions", "payouts"})
"""Records that a table must keep for a capital to be followed from jogada to jogada."""
CHAVE: Final = 2
"""As the index of a card, from 1."""


class Lugar(Struct, kw_only=True, omit_defaults=True):
    """A player at his place."""

    player: str = ""
    capital: int | None = None
    """His chips on the table now; None where nobody declared them."""
    jogou: bool = False
    """Whether he has been in a jogada since he sat down."""
    ausente: bool = False
    antes: int | None = None
    """His capital when his last jogada had ended."""
    baixou: int | None = None
    """His lowest capital in that jogada."""
    ao_lado: "Lugar | None" = None
    """The player who sat there before and has not left; his capital nobody can tell."""


class Mesa(Struct, kw_only=True, omit_defaults=True):
    """A table between two jogadas."""

    lugares: dict[int, Lugar] = field(default_factory=dict[int, Lugar])
    baralho: int = 0
    """Jogadas dealt from the deck since it was brought in, or since the table opened."""
    baralhos: int | None = None
    """Of the last shuffle since the jogada before; with the cuts and cards put aside."""
    cortes: list[Corte] = field(default_factory=list[Corte])
    queimadas: list[Queimada] = field(default_factory=list[Queimada])

    def lugar(self, seat: int) -> Lugar:
        """Return the player at a place, a nameless player where nobody sat down."""
        return self.lugares.setdefault(seat, Lugar())

    def take(self, payload: Any) -> None:
        """Take an event of the table between two jogadas."""
        match payload:
            case PlayerSeated():
                self._sit(payload.seat, payload.player or "")
            case PlayerLeft():
                self._leave(payload.seat, payload.player)
            case PlayerAway() | PlayerBack():
                self.lugar(payload.seat).ausente = isinstance(payload, PlayerAway)
            case StackDeclared():
                self.lugar(payload.seat).capital = payload.amount
            case EquipmentChanged() if payload.item == DECK and not payload.cards:
                if payload.id is not None or payload.count is not None:
                    self.baralho = 0
            case DeckShuffled() if payload.decks is not None:
                self.baralhos = payload.decks
            case DeckCut():
                self.cortes.append(Corte(by=payload.by, cartas=payload.side))
            case CardBurned():
                self.queimadas.append(Queimada(carta=payload.card))
            case _:
                pass

    def _sit(self, seat: int, player: str) -> None:
        new, before = Lugar(player=player), self.lugares.get(seat)
        for at, one in self.lugares.items():  # who sits down elsewhere has left what he shared
            if at != seat and one.ao_lado is not None and one.ao_lado.player == player:
                one.ao_lado = None
        others = [one.player for at, one in self.lugares.items() if at != seat]
        if before is not None and before.player not in ("", player, *others) and player:
            new.ao_lado = Lugar(player=before.player, jogou=before.jogou)
        self.lugares[seat] = new

    def _leave(self, seat: int, player: str | None) -> None:
        lugar = self.lugares.get(seat)
        beside = None if lugar is None else lugar.ao_lado
        if lugar is None or player is None or lugar.player in ("", player):
            self.lugares.pop(seat, None)
            if player is not None and beside is not None:
                self.lugares[seat] = beside
        elif beside is not None and beside.player == player:
            lugar.ao_lado = None


class Jogada:
    """The facts that the events of a jogada told."""

    def __init__(
        self, mesa: Mesa, options: Mapping[str, Any], records: Sequence[str] | None
    ) -> None:
        """Begin a jogada at a table as the jogada before left it, with its options and records."""
        self.mesa = mesa
        self.por_jogador = inicial_of(options) == JOGADOR
        self.counted = records is None or MONEY.issubset(records)
        """Whether every chip that moves is recorded: else a capital is known as declared only."""
        self.began = False
        """Whether money moved or a card was dealt: the table's changes before hold for it."""
        self.paid = False
        self.void = False
        self.opened: RoundOpened | None = None
        self.inicio: dict[int, Lugar] = {}
        """The places as the jogada began."""
        self.baixou: dict[int, int] = {}
        self.acrescentado: dict[int, int] = {}
        self.cards: dict[int, list[str | None]] = {}
        self.dealt: list[int] = []
        self.street = 0
        self.last = ""
        """Time of the last event that gave a player his turn."""
        self.lances: list[Lance] = []
        self.reveladas: list[Revelada] = []
        self.direitos: list[Direito] = []
        self.desfalcados: list[Desfalcado] = []
        self.mostradas: list[Mostrada] = []
        self.comissoes: list[Cobrada] = []
        self.mudancas: list[Mudanca] = []

    def read(self, events: Iterable[Event]) -> "Jogada":
        """Take the jogada's events in their order."""
        for event in events:
            payload = event.payload
            if isinstance(payload, (Decision, BetPlaced, CardDealt, Commission, Payout)):
                self._begin()
            if isinstance(payload, (Decision, BetPlaced)):
                self._act(payload, event.at)
            elif isinstance(payload, CardDealt):
                self._card(payload)
            elif isinstance(payload, (Payout, Commission)):
                self._money(payload)
            elif isinstance(payload, RoundOpened):
                self.opened = payload
            else:
                self._other(payload)
            if not isinstance(payload, PlayerWarned):
                self.last = event.at
        self._begin()
        return self

    def _begin(self) -> None:
        if self.began:
            return
        self.began = True
        for seat, lugar in self.mesa.lugares.items():
            self.inicio[seat] = structs.replace(lugar)
            if lugar.capital is not None:
                self.baixou[seat] = lugar.capital

    def lanco(self) -> int:
        """Return the lanço's number by the cards dealt, else by the last turn given; 0 before."""
        cards = max((len(cards) for cards in self.cards.values()), default=0)
        by_cards = max(cards - 1, 1) if cards else 0
        return min(max(by_cards, self.street), LANCOS)

    # --- acts and cards --------------------------------------------------------------------------

    def _act(self, payload: Decision | BetPlaced, at: str) -> None:
        decision = isinstance(payload, Decision)
        added = payload.added if decision else payload.amount
        word_said = payload.action if decision else payload.chance
        entry = word_said == ENTRADA
        seconds = None
        if self.last and not entry:
            seconds = max(seconds_between(self.last, at), 0)
        self.lances.append(
            Lance(
                seat=payload.seat,
                accao=word_said,
                added=added,
                lanco=self.lanco(),
                segundos=seconds,
                meios="" if decision else payload.means or "",
            )
        )
        self._moves(payload.seat, -added)

    def _card(self, payload: CardDealt) -> None:
        if payload.to != "seat" or payload.seat is None:
            self.mesa.queimadas.append(Queimada(carta=payload.card, dadas=len(self.dealt)))
            return
        self.cards.setdefault(payload.seat, []).append(payload.card)
        self.dealt.append(payload.seat)

    def _other(self, payload: Any) -> None:
        acts = len(self.lances)
        match payload:
            case CardBurned():
                self.mesa.queimadas.append(Queimada(carta=payload.card, dadas=len(self.dealt)))
            case CardExposed() if payload.seat is not None and _is_key(payload):
                self.reveladas.append(Revelada(seat=payload.seat, by=payload.by or "", lances=acts))
            case ErrorNoted() if payload.error in KEY_REVEALED and payload.seat is not None:
                self.reveladas.append(Revelada(seat=payload.seat, by="deal", lances=acts))
            case TurnGiven():
                self.street = payload.street
                self.direitos.append(Direito(seat=payload.seat, lanco=payload.street, lances=acts))
            case Announcement() if payload.what == DESFALCADO and payload.seat is not None:
                self.desfalcados.append(Desfalcado(seat=payload.seat, lances=acts))
            case HandShown() if payload.cards:
                seat = NOBODYS if payload.seat is None else payload.seat
                self.mostradas.append(Mostrada(seat=seat, cartas=payload.cards))
            case RoundVoided():
                self.void = True
            case _:
                self.of_place(payload)

    # --- places and money ------------------------------------------------------------------------

    def of_place(self, payload: Any) -> None:
        """Take a change of a place; one before the jogada began holds for it."""
        if self.began and isinstance(payload, PlayerSeated):
            self._moved(payload)
        if self.began and isinstance(payload, StackDeclared) and not self.paid:
            self._changed(payload)
        self.mesa.take(payload)

    def _moved(self, payload: PlayerSeated) -> None:
        if payload.player is None:
            return
        held = [seat for seat, one in self.inicio.items() if one.player == payload.player]
        if held and payload.seat not in held:
            self.mudancas.append(Mudanca(de=held[0], para=payload.seat))

    def _changed(self, payload: StackDeclared) -> None:
        change = payload.added
        now = self.mesa.lugar(payload.seat).capital
        if not change and payload.why in WITHDRAWAL and now is not None:
            change = payload.amount - now
        if change:
            known = self.acrescentado.get(payload.seat, 0)
            self.acrescentado[payload.seat] = known + change

    def _money(self, payload: Payout | Commission) -> None:
        if isinstance(payload, Payout):
            self.paid = True
            self._moves(payload.seat, payload.amount + payload.stake_returned + payload.returned)
            return
        initial = payload.mode in INITIAL
        self.comissoes.append(
            Cobrada(
                valor=payload.amount,
                modo=INICIAL if initial else BOLO,
                seat=payload.seat,
                dadas=len(self.dealt),
            )
        )
        if payload.seat is not None and (payload.apart or (initial and self.por_jogador)):
            self._moves(payload.seat, -payload.amount)

    def _moves(self, seat: int, chips: int) -> None:
        lugar = self.mesa.lugares.get(seat)
        if lugar is None or lugar.capital is None or not chips:
            return
        if not self.counted:
            lugar.capital = None
            self.baixou.pop(seat, None)
            return
        lugar.capital += chips
        self.baixou[seat] = min(self.baixou.get(seat, lugar.capital), lugar.capital)

    # --- the whole -------------------------------------------------------------------------------

    def seats(self) -> list[int]:
        """Return the seats that play, in the order of the deal."""
        if self.opened is not None and self.opened.seats:
            return list(self.opened.seats)
        entered = {lance.seat for lance in self.lances if lance.accao == ENTRADA} | {*self.dealt}
        there = {seat for seat, lugar in self.inicio.items() if not lugar.ausente}
        playing = sorted(entered or there, reverse=True)
        dealer = self.opened.dealer if self.opened is not None else None
        if dealer is None:
            return playing
        return [seat for seat in playing if seat < dealer] + [
            seat for seat in playing if seat >= dealer
        ]

    def jogador(self, seat: int) -> Jogador:
        """Return a player of the jogada, as he was when it began."""
        lugar = self.inicio.get(seat)
        known = lugar or Lugar(jogou=True)
        return Jogador(
            seat=seat,
            player=known.player,
            capital=known.capital,
            cartas=tuple(self.cards.get(seat, ())),
            iniciou=not known.jogou,
            capital_antes=known.antes,
            baixou=known.baixou,
            acrescentado=self.acrescentado.get(seat, 0),
        )

    def end(self) -> Mesa:
        """Return the table as the jogada leaves it; a void jogada lowered nobody's capital."""
        for seat in self.seats():
            lugar = self.mesa.lugares.get(seat)
            if lugar is None:
                continue
            lugar.antes = lugar.capital
            if not self.void:
                lugar.jogou = True
                lugar.baixou = self.baixou.get(seat)
        self.mesa.baralho += 1
        self.mesa.baralhos = None
        self.mesa.cortes, self.mesa.queimadas = [], []
        return self.mesa


def _is_key(payload: CardExposed) -> bool:
    """Tell whether a player's chave was exposed; a word of where it lay may be unreadable."""
    return payload.of == "key" or (payload.of not in ELSEWHERE and payload.index in (None, CHAVE))


ELSEWHERE: Final = frozenset({"board", "deck", "burn", "discard"})
"""Where an exposed card lay that is no player's."""


SPOKEN: Final = frozenset({DESISTIR, PASSAR, APOSTAR, ACEITAR, ELEVAR, REDOBRAR, ENTRADA})
WORDS: Final = Words(cards_to=frozenset({"seat"}), actions=SPOKEN, chances=SPOKEN)


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> MacauRecord:
    """Return the record of a jogada."""
    assert closed.table is not None
    table = closed.table
    mesa = _mesa_of(closed.carried, () if closed.carried else table.before(closed.opened))
    baralho = mesa.baralho + 1
    records = table.opened.payload.records
    jogada = Jogada(mesa, options, records).read(closed.events)
    for event in table.between(closed.opened + 1, closed.closed):
        if isinstance(event.payload, PlayerSeated):
            jogada.of_place(event.payload)
    shared = with_unread(heading(closed), closed, WORDS)
    timed = shared["records"] is None or "cards" in shared["records"]
    return MacauRecord(
        **shared,
        entrada=whole(options, "entrada", 0) or 0,
        comissao_inicial=inicial_of(options),
        aposta_minima=whole(options, "aposta_minima", 0) or 0,
        jogadores=tuple(jogada.jogador(seat) for seat in jogada.seats()),
        lances=tuple(jogada.lances)
        if timed
        else tuple(structs.replace(lance, segundos=None) for lance in jogada.lances),
        dadas=tuple(jogada.dealt),
        reveladas=tuple(jogada.reveladas),
        direitos=tuple(jogada.direitos),
        desfalcados=tuple(jogada.desfalcados),
        mostradas=tuple(jogada.mostradas),
        cortes=tuple(mesa.cortes),
        queimadas=tuple(mesa.queimadas),
        comissoes=tuple(jogada.comissoes),
        mudancas=tuple(jogada.mudancas),
        baralhos=mesa.baralhos,
        baralho_jogadas=baralho,
    )


def inicial_of(options: Mapping[str, Any]) -> Any:
    """Return the bearer of the initial commission (A8)."""
    return word(options, "comissao_inicial", (JOGADA, JOGADOR, NENHUMA)) or JOGADA


def carried_after(before: ClosedRound, options: Mapping[str, Any], opened: int) -> dict[str, Any]:
    """Return the table as a jogada leaves it to the next: capitals, places, the deck's age."""
    table, carried = before.table, before.carried
    if table is None or not before.events:
        return {}
    began = before.events[0].position
    mesa = _mesa_of(carried, () if carried else table.before(began))
    jogada = Jogada(mesa, options, table.opened.payload.records)
    jogada.read(event for event in before.events if event.position < opened)
    mesa = jogada.end()
    for event in table.between(began + 1, opened):
        mesa.take(event.payload)
    return cast("dict[str, Any]", msgspec.to_builtins(mesa, str_keys=True))


GATHERING: Final = Gathering(game="poquer_macau_5_cartas", record=gather, carry=carried_after)


def _mesa_of(carried: Mapping[str, Any], before: Iterable[Event]) -> Mesa:
    """Return the table before a jogada: as carried, or of the first jogada from earlier events."""
    if carried:
        return carried_as(Mesa, carried)
    mesa = Mesa()
    for event in before:
        mesa.take(event.payload)
    return mesa
