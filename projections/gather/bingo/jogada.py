"""Bingo: the offer, sale, draw, claims and prizes of a jogada.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            the room opened; options ``variante``, ``linha_ppm``, ``bingo_ppm``,
                        ``deducao``, ``pesos_adicionais`` (prize to its part), ``precos`` (the
                        approved face values), ``duplos_autorizados``, ``taxa_premio_ppm``
edition-registered      the cards, all parts of one name together; they last from opening to
                        opening of the room
bingo-session-opened    variant, mode, and with how many balls a pool is won; told again in the
                        session with other numbers, that is kept beside it
series-on-sale …        the acts of the jogada in the order of the room's chain
prizes-paid             a prize of a card; with a pool, its accumulator's share
cards-refunded          the price of cards went back
award-paid              an accumulator's share, of the card that its ``jackpot-won`` names
jogada-annulled         the jogada is void; what it says went back, where no refund is told apart
jackpot-increment       what a device added to the pool
display-read            the panel
======================  ==========================================================================

Double cards play once more in the next jogada of their variant in the room, unless theirs is void.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, cast

from msgspec import structs

from ledger.events import bingo as events
from ledger.events.base import Interval
from ledger.events.jackpots import AwardPaid, DisplayRead, JackpotIncrement, JackpotWon
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.seats import PlayerSessionEnded, PlayerSessionRestricted
from ledger.events.tables import TableOpened
from ledger.money import MILLION
from projections.base.event import ClosedRound, Event, Table
from projections.gather.bingo.doubles import Doubles, carried, done_waiting, pending
from projections.gather.bingo.kinds import KINDS
from projections.gather.gathering import Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.heading import heading, whole, word
from projections.gather.kit.player_sessions import sessions_after
from projections.gather.kit.since_opening import facts_at
from projections.replay.games.bingo import GAME, numbered, settled
from projections.replay.games.bingo.facts import (
    BINGO,
    Actos,
    Aviso,
    Bola,
    Edicao,
    Entrega,
    Fecho,
    Incremento,
    Intervalo,
    Painel,
    Parte,
    Pedido,
    Retoma,
    Serie,
    Sessao,
    Suspensao,
    Venda,
    Verificacao,
)
from projections.replay.games.bingo.prizes import PRO_RATA, Plano
from projections.replay.games.bingo.record import NAME, BingoRecord
from projections.replay.games.bingo.sale import doubles_of, sell
from projections.replay.kit.bets import Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import Void
from projections.replay.registry import UnknownGameError, rules_of

VARIANT: Final = 90
DEDUCTIONS: Final = ("pro_rata", "bingo", "linha")
PLAN: Final = ("linha_ppm", "bingo_ppm")


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> BingoRecord:
    """Return the record of a jogada."""
    table = closed.table
    assert table is not None
    jogada = _Jogada(closed.events)
    room = facts_at(table, closed.opened, _Room, _Room)
    session = room.session(jogada.session)
    left = pending(closed.carried)
    acts = [*jogada.acts, *(act for one in left.values() for act in one.actos)]
    names = {act.edicao for act in acts if isinstance(act, Serie)}
    editions = tuple(
        _edition(table, parts) for name, parts in room.editions.items() if name in names
    )
    variant = _variant(session, options, editions, jogada.acts)
    inherited = _inherited(closed, options, variant, left)
    shared = heading(closed)
    shared["payments"] = tuple(jogada.payments)
    shared["void"] = jogada.void or shared["void"]
    record = BingoRecord(
        **shared,
        variante=variant,
        edicoes=editions,
        sessao=_announced(session),
        anunciada=bool(session),
        actos=(*inherited, *jogada.acts),
        plano=_plan(table, options),
        precos=tuple(_numbers(options.get("precos"))) or None,
        duplos=banked.flag(options, "duplos_autorizados"),
        taxa_premio=_ppm(options, "taxa_premio_ppm", 0),
        anulada=jogada.annulled,
        devolvido=jogada.refunded,
        fechada=jogada.closed,
        paineis=tuple(jogada.panels),
        incrementos=tuple(jogada.increments),
        sessions=_players(closed, table),
    )
    jogo = sell(record.actos, editions, variant)
    payments = numbered(record, jogo, void=record.void is not None)
    return structs.replace(record, payments=payments)


# --- doubles from jogada to jogada ---------------------------------------------------------------


def carried_after(before: ClosedRound, options: Mapping[str, Any], opened: int) -> dict[str, Any]:
    """Return the doubles that wait after a jogada when the next is opened (R15)."""
    if not before.events:
        return {}
    closed = before.told_before(opened)
    waiting = pending(closed.carried)
    sold = any(
        isinstance(event.payload, events.CardsSold) and event.payload.double
        for event in closed.events
    )
    if not (waiting or sold):
        return {}
    record = gather(closed, options)
    inherited = tuple(act for act in record.actos if getattr(act, "herdada", False))
    waiting.pop(record.variante, None)
    own = tuple(doubles_of(sell(record.actos, record.edicoes, record.variante)))
    if own and not _is_void(record):
        waiting[record.variante] = Doubles(jogada=record.round, actos=own, antes=inherited)
    return carried(waiting)


def _released(closed: ClosedRound, record: BingoRecord) -> list[str]:
    """Return the jogadas whose doubles wait no more once this jogada has been played."""
    before = closed.previous[0].round if closed.previous else None
    return sorted(done_waiting(closed.carried, before, record.variante))


GATHERING: Final = Gathering(
    game=NAME,
    record=gather,
    reads_previous=True,
    carry=carried_after,
    kinds=KINDS,
    prizes_wait=attrgetter("duplos_vendidos"),  # they play in the next jogada once more (R15, R45)
    releases=_released,
)


def _inherited(
    closed: ClosedRound, options: Mapping[str, Any], variant: int, waiting: Mapping[int, Doubles]
) -> tuple[Actos, ...]:
    """Return the doubles that play in this jogada; none of a jogada annulled since it opened.

    An annulment that the law forbids takes no effect: the doubles play on.
    """
    left, before = waiting.get(variant), closed.previous
    if left is None or closed.table is None:
        return ()
    if before and before[0].round == left.jogada and any(map(_annuls, before)):
        out = carried({variant: Doubles(jogada="", actos=left.antes)})
        if _is_void(gather(_played(closed.table, before, out, closed.closed), options)):
            return ()
    return left.actos


def _annuls(event: Event) -> bool:
    return isinstance(event.payload, events.JogadaAnnulled)


def _played(table: Table, told: Sequence[Event], out: Mapping[str, Any], until: int) -> ClosedRound:
    """Return the jogada of these events, as far as they were told before a position."""
    return ClosedRound(
        round=told[0].round or "",
        place=told[0].place or "",
        day=told[0].day or "",
        number=0,
        game=NAME,
        table=table,
        events=told,
        record=None,
        opened=told[0].position,
        closed=until,
        carried=out,
    )


def _is_void(record: BingoRecord) -> bool:
    """Tell whether a jogada's annulment takes effect; under a profile without bingo, any does."""
    if record.void is None:
        return False
    try:
        return settled(record, rules_of(GAME, record.profile)).void
    except UnknownGameError:
        return True


# --- the room ------------------------------------------------------------------------------------


class _Room:
    """The open sessions and the editions of cards of a room before a jogada."""

    def __init__(self) -> None:
        self.sessions: dict[str, tuple[tuple[Event, events.BingoSessionOpened], ...]] = {}
        """The openings told of each session that is open, the first told first."""
        self.editions: dict[str, tuple[Event, ...]] = {}
        """The parts of each edition of cards."""

    def read(self, told: Iterable[Event], /) -> None:
        """Take sessions opened and closed in the room, and editions registered."""
        for event in told:
            payload = event.payload
            if isinstance(payload, events.BingoSessionOpened):
                said = self.sessions.get(payload.session, ())
                self.sessions[payload.session] = (*said, (event, payload))
            elif isinstance(payload, events.BingoSessionClosed):
                self.sessions.pop(payload.session, None)
            elif isinstance(payload, events.EditionRegistered):
                parts = self.editions.get(payload.edition, ())
                self.editions[payload.edition] = (*parts, event)

    def forget(self) -> None:
        """Forget nothing: sessions are closed, and editions are good for ever."""

    def copy(self) -> "_Room":
        """Return the same sessions and editions, to read more events apart."""
        other = _Room()
        other.sessions, other.editions = self.sessions.copy(), self.editions.copy()
        return other

    def session(self, name: str | None) -> tuple[tuple[Event, events.BingoSessionOpened], ...]:
        """Return the openings told of a jogada's session; none if no session is open.

        Without a name it is the last session that was opened and not closed.
        """
        if name is not None:
            return self.sessions.get(name, ())
        return next(reversed(self.sessions.values()), ())


def _announced(said: Sequence[tuple[Event, events.BingoSessionOpened]]) -> Sessao | None:
    if not said:
        return None
    first, last = said[0][1], said[-1][1]
    balls = {one.pool: one.balls for one in first.pools}
    later = {one.pool: one.balls for one in last.pools}
    return Sessao(
        sessao=first.session,
        modo=first.mode,
        bolas=balls,
        bolas_depois=later if later != balls else None,
        autorizada=first.act is not None,
    )


def _variant(
    said: Sequence[tuple[Event, events.BingoSessionOpened]],
    options: Mapping[str, Any],
    editions: Sequence[Edicao],
    acts: Sequence[Actos],
) -> int:
    """Return the session's variant; without a session, the variant of the first cards offered."""
    if said:
        return said[0][1].variant
    own = next((act.edicao for act in acts if isinstance(act, Serie)), None)
    known = next((one.variante for one in editions if own in (None, one.edicao)), VARIANT)
    return whole(options, "variante", known) or VARIANT


def _edition(table: Table, parts: Sequence[Event]) -> Edicao:
    """Return an edition of cards, put together once while the room is open."""
    key = "edition", tuple(event.position for event in parts)
    made: Edicao | None = table.memo.get(key)
    if made is None:
        said: list[events.EditionRegistered] = [event.payload for event in parts]
        first = said[0]
        made = table.memo[key] = Edicao(
            edicao=first.edition,
            variante=first.variant,
            tamanho=first.size,
            partes=tuple(Parte(primeiro=one.first, cartoes=one.cards) for one in said),
            dupla=any(one.double for one in said),
            autorizada=any(one.act is not None for one in said),
        )
    return made


def _players(closed: ClosedRound, table: Table) -> tuple[PlayerSession, ...]:
    """Return the players' sessions that ended since the jogada before, or in this jogada."""
    since = banked.ended(closed.previous) if closed.previous else table.opened.position
    ended = (PlayerSessionEnded, PlayerSessionRestricted)
    met = [*table.between(since + 1, closed.closed), *closed.events]
    return sessions_after(since, [event for event in met if isinstance(event.payload, ended)])


# --- options -------------------------------------------------------------------------------------


def _plan(table: Table, options: Mapping[str, Any]) -> Plano | None:
    """Return how the prizes are divided, where anything is set; a parameter is an approval."""
    if not any(name in options for name in (*PLAN, "deducao", "pesos_adicionais")):
        return None
    opening: TableOpened = table.opened.payload
    own = [name for name in PLAN if name in options and opening.options.get(name) == options[name]]
    usual = Plano()
    return Plano(
        linha=_ppm(options, "linha_ppm", usual.linha),
        bingo=_ppm(options, "bingo_ppm", usual.bingo),
        deducao=word(options, "deducao", DEDUCTIONS) or PRO_RATA,
        pesos=banked.figures(options, "pesos_adicionais"),
        aprovado=not own or opening.act is not None,
    )


def _ppm(options: Mapping[str, Any], name: str, default: int) -> int:
    value = whole(options, name, default)
    return value if value is not None and 0 <= value <= MILLION else default


def _numbers(said: object) -> list[int]:
    """Return a list's whole numbers; a number by itself is a list of one."""
    items = cast("Sequence[object]", said) if isinstance(said, (list, tuple)) else (said,)
    return [one for one in items if isinstance(one, int) and not isinstance(one, bool)]


# --- the jogada ----------------------------------------------------------------------------------


class _Jogada:
    """The facts that the events of a jogada told."""

    def __init__(self, told: Sequence[Event]) -> None:
        self.owner = told[0].source if told else ""
        self.acts = _acts(told)
        self.session: str | None = None
        self.payments: list[Entrega] = []
        self.void: Void | None = None
        self.annulled: Moment | None = None
        self.refunded: int | None = None
        self.closed: Moment | None = None
        self.panels: list[Painel] = []
        self.sale_over: Event | None = None
        self.awarded = False
        self.increments: list[Incremento] = []
        won = {e.name: e.payload for e in told if isinstance(e.payload, JackpotWon)}
        for event in told:
            self._take(event, won)

    def _take(self, event: Event, won: Mapping[str, JackpotWon]) -> None:
        payload = event.payload
        match payload:
            case RoundOpened():
                self.session = payload.session
            case RoundClosed():
                self.closed = self._moment(event)
            case events.PrizesPaid():
                self.payments += [self._prize(event, one) for one in payload.prizes]
            case events.CardsRefunded():
                self.payments.append(self._refund(event, payload))
            case AwardPaid():
                self.payments.append(self._award(event, payload, won.get(payload.award or "")))
            case events.JogadaAnnulled():
                self.void = Void(cause=payload.cause, rule=payload.rule, side=payload.side)
                self.annulled, self.refunded = self._moment(event), payload.refunded
            case JackpotIncrement():
                self.increments.append(Incremento(pool=payload.pool, valor=payload.amount))
            case JackpotWon() | events.SaleClosed() | DisplayRead():
                self._shown(event, payload)
            case _:
                pass

    def _seq(self, event: Event) -> int | None:
        return event.seq if event.source == self.owner else None

    def _moment(self, event: Event) -> Moment:
        return Moment(at=event.at, seq=self._seq(event))

    def _prize(self, event: Event, one: events.PrizePaid) -> Entrega:
        return Entrega(
            amount=one.amount,
            serie=one.series,
            cartao=one.card,
            forma=one.shape,
            imposto=one.tax,
            meio=one.means,
            entregue=one.handed_in,
            award=one.pool,
            at=event.at,
            seq=self._seq(event),
        )

    def _shown(self, event: Event, payload: JackpotWon | events.SaleClosed | DisplayRead) -> None:
        """Take a reading of the panel, or an event that changes the figures it must show."""
        match payload:
            case JackpotWon():
                self.awarded = True
            case events.SaleClosed() if event.source == self.owner:
                self.sale_over = self.sale_over or event
            case DisplayRead() if payload.panel:
                self.panels.append(self._panel(event, payload.panel))
            case _:
                pass

    def _panel(self, event: Event, shown: Mapping[str, int]) -> Painel:
        """Return the panel's figures to be compared: while cards are sold, its price alone.

        Once the accumulator has been won, it shows what is left.
        """
        panel, close = _panel(shown), self.sale_over
        if close is None or (event.source != close.source and event.at < close.at):
            return Painel(preco=panel.preco)
        return structs.replace(panel, acumulado=None) if self.awarded else panel

    def _refund(self, event: Event, payload: events.CardsRefunded) -> Entrega:
        return Entrega(
            stake_returned=payload.amount,
            serie=payload.series,
            cartao=payload.first,
            ultimo=payload.last,
            causa=payload.cause,
            at=event.at,
            seq=self._seq(event),
        )

    def _award(self, event: Event, payload: AwardPaid, won: JackpotWon | None) -> Entrega:
        return Entrega(
            amount=payload.amount,
            award=payload.pool,
            serie=(won.series if won is not None else None) or "",
            cartao=(won.card_number if won is not None else None) or 0,
            forma=BINGO,
            imposto=payload.tax,
            meio=payload.means,
            at=event.at,
            seq=self._seq(event),
        )


PANEL: Final = {
    "preco": ("preco", "price"),
    "cartoes": ("cartoes", "cards"),
    "linha": ("linha",),
    "bingo": ("bingo",),
    "acumulado": ("acumulado", "accumulator"),
}
"""Figure of a panel to the words by which a panel may call it."""


def _panel(figures: Mapping[str, int]) -> Painel:
    found = {
        name: figures[word_] for name, words in PANEL.items() for word_ in words if word_ in figures
    }
    return Painel(**found)


# --- its acts ------------------------------------------------------------------------------------


def _acts(told: Sequence[Event]) -> list[Actos]:
    """Return the acts of a jogada in the order of its owner's chain."""
    owner = told[0].source if told else ""
    found: list[Actos] = []
    for event in told:
        make = MAKES.get(cast("type[Any]", type(event.payload)))
        if make is not None and event.source == owner:
            found.append(make(event, event.payload))
    return found


def _serie(event: Event, said: events.SeriesOnSale) -> Serie:
    return Serie(
        serie=said.series,
        edicao=said.edition,
        cartoes=said.cards,
        preco=said.price,
        formas=said.shapes,
        figura=said.figure,
        segunda=said.second,
        dupla=said.double,
        limite=said.limit,
        at=event.at,
        seq=event.seq,
    )


def _venda(event: Event, said: events.CardsSold) -> Venda:
    return Venda(
        serie=said.series,
        primeiro=said.first,
        ultimo=said.last,
        valor=said.amount,
        meio=said.means,
        player=said.player,
        dupla=said.double,
        at=event.at,
        seq=event.seq,
    )


def _fecho(event: Event, said: events.SaleClosed) -> Fecho:
    return Fecho(
        vendidos=_intervals(said.sold),
        recolhidos=_intervals(said.recalled),
        cartoes=said.cards,
        recolhido=said.collected,
        linha=said.linha,
        bingo=said.bingo,
        adicionais=said.additional,
        acumulados=said.pools,
        at=event.at,
        seq=event.seq,
    )


def _intervals(said: Iterable[Interval]) -> tuple[Intervalo, ...]:
    return tuple(Intervalo(serie=o.series, primeiro=o.first, ultimo=o.last) for o in said)


def _bola(event: Event, said: events.BallDrawn) -> Bola:
    return Bola(
        numero=said.number,
        indice=said.index,
        anunciado=said.announced,
        manual=said.manual,
        at=event.at,
        seq=event.seq,
    )


def _pedido(event: Event, said: events.BingoClaimed) -> Pedido:
    return Pedido(
        forma=said.shape,
        pedido=event.name,
        serie=said.series,
        cartao=said.card,
        marcado=said.marked,
        at=event.at,
        seq=event.seq,
    )


def _verificacao(event: Event, said: events.ClaimVerified) -> Verificacao:
    return Verificacao(
        pedido=said.claim,
        valido=said.valid,
        segunda_pergunta=said.second_question,
        motivo=said.reason,
        at=event.at,
        seq=event.seq,
    )


def _suspensao(event: Event, said: events.JogadaSuspended) -> Suspensao:
    return Suspensao(causa=said.cause, lado=said.side, at=event.at, seq=event.seq)


def _retoma(event: Event, said: events.JogadaResumed) -> Retoma:
    return Retoma(manual=said.manual, at=event.at, seq=event.seq)


def _aviso(event: Event, said: events.OneToGoAlerted) -> Aviso:
    return Aviso(serie=said.series, cartao=said.card, forma=said.shape, at=event.at, seq=event.seq)


MAKES: Final[Mapping[type[Any], Callable[[Event, Any], Actos]]] = {
    events.SeriesOnSale: _serie,
    events.CardsSold: _venda,
    events.SaleClosed: _fecho,
    events.BallDrawn: _bola,
    events.BingoClaimed: _pedido,
    events.ClaimVerified: _verificacao,
    events.JogadaSuspended: _suspensao,
    events.JogadaResumed: _retoma,
    events.OneToGoAlerted: _aviso,
}
"""Kind of payload to the function that makes its act; only the owner's count."""
