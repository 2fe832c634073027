"""Craps: the bets and throws of a round.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimos``, ``maximos``, ``multiplos`` (chance to minor units),
                        ``bar`` (2 or 12), ``mesa_grande`` (one of the larger tables); ``closes``
                        is when the room closes
staff-changed           ``boxman``, ``stickman``, ``dealer``, as they stand at the last throw
round-opened            ``shooter`` is ``lancador``, ``point`` the point set already
marker-moved            of ``lancador``: the dice went to a player; in the round, or after the round
                        before it
dice-chosen             two of five (R11); in the round, or after the round before it
bets-opened,            a window of betting; each lies before the throw that follows it
bets-closed
bet-placed              ``chance`` and ``selection`` are the page's ``tipo`` and ``selecao``;
                        ``base`` is the bet that odds lean on; ``carried_from`` names the round
                        before, where the bet was left undecided
bet-changed,            a change, before the throw that follows it; of a come, ``selection`` is the
bet-withdrawn           box to which it was moved
dice-rolled             ``lancamentos``; ``by`` is who threw, ``null`` why one does not count
coup-nulled             the last throw is null
announcement            of ``ponto_fixado``: ``said`` is the number
======================  ==========================================================================

The round before (``anterior``) says who threw last, and whether a seven then lost the pass-line.
Who is in the game when a round begins is carried from round to round: whoever had a bet in one of
them and has not left since (``player-left``; online, the end of his session). To let a round pass
is not to leave, and to change places is not either: R14 speaks of entering the game.
"""

from collections.abc import Mapping, Sequence
from heapq import merge
from operator import attrgetter
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import DiceChosen, DiceRolled
from ledger.events.rounds import BetPlaced, RoundOpened
from ledger.events.seats import MarkerMoved, PlayerLeft, PlayerSessionEnded
from ledger.events.tables import TableOpened
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.bets import ended
from projections.gather.kit.dice import DiceFacts
from projections.gather.kit.heading import heading
from projections.gather.kit.throws import ThrowsFacts
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.dice.craps import (
    Anterior,
    Aposta,
    CrapsRecord,
    Designacao,
    Escolha,
    PontoFixado,
)
from projections.replay.games.dice.craps.record import (
    BIG,
    CONTRA,
    DICE,
    FAVOR,
    FIELD,
    HARDWAY,
    LINES,
    NULL_GROUNDS,
    ODDS,
    ONE_THROW,
    POINTS,
)
from projections.replay.kit.bets import Moment
from projections.replay.kit.dice import Throw, counts
from projections.replay.kit.throws import ThrowChange

WORDS: Final = Words(
    chances=LINES | {*ONE_THROW, *BIG, ODDS, FIELD, HARDWAY, FAVOR, CONTRA},
    alone=True,
    dice=DICE,
    nulls=NULL_GROUNDS,
    decides=lambda faces: len(faces) == DICE,
)
LANCADOR: Final = "lancador"
PONTO_FIXADO: Final = "ponto_fixado"
SEVEN: Final = 7
IN_GAME: Final = "em_jogo"
"""Carried to the next round: pairs of a bettor (his name, else his seat) and his seat."""
CHANGE: Final = "change"
"""The cause of leaving a place for a player who takes another."""


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> CrapsRecord:
    """Return the record of a round."""
    assert closed.table is not None
    opening = closed.table.opened.payload
    assert isinstance(opening, TableOpened)
    play = _Play.of(closed)
    since = ended(closed.previous)
    return CrapsRecord(
        **with_unread(heading(closed), closed, WORDS),
        limites=banked.limits(options),
        bar=banked.count(options, "bar"),
        mesa_grande=banked.flag(options, "mesa_grande"),
        pessoal=play.staff,
        encerramento=opening.closes,
        inicio=play.began,
        anterior=_before(closed.previous, _in_game(closed.carried)),
        ponto=play.point,
        lancador=play.shooter,
        designacoes=tuple(given for position, given in play.given if position > since),
        escolhas=tuple(one for position, one in play.chosen if position > since),
        bets=tuple(play.laid),
        alteracoes=tuple(play.altered),
        apostas_abertas=tuple(play.openings),
        nada_mais=tuple(play.closes),
        lancamentos=tuple(play.throws),
        ponto_fixado=tuple(play.announced),
        sessoes=play.sessions_since(closed.previous),
        meios=tuple(play.means),
    )


def carried_after(before: ClosedRound, _options: Mapping[str, Any], opened: int) -> dict[str, Any]:
    """Return the players whom a round leaves in the game when the next is opened (R14)."""
    table = before.table
    if table is None or not before.events:
        return {}
    present = _in_game(before.carried)
    between = table.between(before.events[0].position + 1, opened)
    events = [event for event in before.events if event.position < opened]
    for event in merge(between, events, key=attrgetter("position")):
        payload = event.payload
        if isinstance(payload, BetPlaced):
            present[payload.seat if payload.player is None else payload.player] = payload.seat
        elif isinstance(payload, PlayerSessionEnded):
            present.pop(payload.player, None)
        elif isinstance(payload, PlayerLeft):
            _leave(present, payload)
    return {IN_GAME: list(present.items())} if present else {}


GATHERING: Final = Gathering(game="craps", record=gather, reads_previous=True, carry=carried_after)


def _in_game(carried: Mapping[str, Any]) -> dict[str | int, int]:
    """Return the players in the game, each with the seat from which he bet last, as carried."""
    return dict(carried.get(IN_GAME, ()))


def _leave(present: dict[str | int, int], left: PlayerLeft) -> None:
    """Drop the player who left a place; where he is not named, all who bet from that place."""
    if left.player is None:
        gone = [who for who, seat in present.items() if seat == left.seat]
    else:
        gone = [left.seat, *([] if left.cause == CHANGE else [left.player])]
    for who in gone:
        present.pop(who, None)


def _before(events: Sequence[Event], in_game: Mapping[str | int, int]) -> Anterior | None:
    """Return the round before as the record tells of it; None where there was none."""
    if not events:
        return None
    facts = DiceFacts("")
    facts.read(events)
    shooter: int | None = None
    point: int | None = None
    for event in events:
        payload = event.payload
        if isinstance(payload, RoundOpened):
            shooter, point = payload.shooter, payload.point
        elif isinstance(payload, MarkerMoved) and payload.marker == LANCADOR:
            shooter = payload.seat
        elif isinstance(payload, DiceRolled) and payload.by is not None:
            shooter = payload.by
    return Anterior(
        lancador=shooter, sete_fora=_seven_out(facts.throws, point), jogadores=tuple(in_game)
    )


def _seven_out(throws: Sequence[Throw], point: int | None) -> bool:
    """Tell whether the last throw was a seven against a point."""
    seven_out = False
    for throw in throws:
        if not counts(throw, DICE, NULL_GROUNDS):
            continue
        seven_out = point is not None and throw.total == SEVEN
        if point is None:
            point = throw.total if throw.total in POINTS else None
        elif throw.total in (SEVEN, point):
            point = None
    return seven_out


class _Play(ThrowsFacts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **ThrowsFacts.TAKES,
        RoundOpened: "on_round",
        MarkerMoved: "on_marker",
        DiceChosen: "on_chosen",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.began: Moment | None = None
        self.point: int | None = None
        self.shooter: int | None = None
        self.given: list[tuple[int, Designacao]] = []
        """With their positions: dice given in earlier rounds are not of this round."""
        self.chosen: list[tuple[int, Escolha]] = []
        """Likewise."""
        self.laid: list[Aposta] = []
        self.altered: list[ThrowChange] = []
        self.announced: list[PontoFixado] = []

    @override
    def forget(self) -> None:
        super().forget()
        self.given.clear()
        self.chosen.clear()

    def on_round(self, event: Event) -> None:
        payload: RoundOpened = event.payload
        self.began = self.moment(event)
        self.point = payload.point
        self.shooter = payload.shooter

    def on_marker(self, event: Event) -> None:
        payload: MarkerMoved = event.payload
        if payload.marker != LANCADOR:
            return
        given = Designacao(**self.said(event), seat=payload.seat, recusas=payload.declined)
        self.given.append((event.position, given))

    def on_chosen(self, event: Event) -> None:
        payload: DiceChosen = event.payload
        one = Escolha(
            **self.said(event),
            seat=payload.seat,
            oferecidos=payload.offered,
            tirados=payload.taken,
        )
        self.chosen.append((event.position, one))

    @override
    def laid_bets(self) -> Sequence[list[Any]]:
        return (self.laid,)

    @override
    def on_bet(self, event: Event) -> None:
        payload: BetPlaced = event.payload
        self.laid.append(
            Aposta(
                **self.terms(event, payload),
                base=payload.base,
                transportada=payload.carried_from is not None,
            )
        )

    @override
    def on_change(self, event: Event) -> None:
        self.altered.append(ThrowChange(**self.change_of(event)))

    @override
    def on_withdrawal(self, event: Event) -> None:
        self.altered.append(ThrowChange(**self.withdrawal_of(event)))

    @override
    def on_announcement(self, event: Event) -> None:
        super().on_announcement(event)
        if event.payload.what == PONTO_FIXADO:
            self.announced.append(PontoFixado(**self.said(event), numero=event.payload.said or ""))
