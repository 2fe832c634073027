"""The bets, launches and number of a coup, as the records of both roulettes take them from events.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``roda``, ``prato`` (the plate's numbers, clockwise), ``minimos``,
                        ``maximos``, ``multiplos`` (chance to minor units), ``cores`` (how many),
                        ``tempo_apostas`` (online: the seconds for bets, the same for all)
equipment-changed       of item ``ball``: the ball in play; the opening of the table counts as a
                        change, and neither that nor a substitution for a defect need be said aloud
staff-changed           the posts at the table, as they stand at the last launch
colour-assigned,        who holds which colour when the bets are closed, and what one chip of it
colour-returned,        is worth; a bet in chips of that value by who holds one colour is a bet in
chip-value-assigned     that colour
place-requested         of wish ``colour``: who waits for one, until he gets it or waits no more
bets-opened             ``apostas_abertas`` and its ``segundos``: the first of the round
bet-placed              ``chance`` and ``selection`` are the page's ``tipo`` and ``selecao``;
                        ``chips`` say how many of what value lie, in series and vizinhos
bet-changed,            a change; after the close, of a bet that came in time, a late one
bet-withdrawn
bet-reconstructed       ``marcacao_reconstituida``: ``recorded`` is the technical means' account,
                        ``claimed`` the player's
bets-closed             ``nada_mais``: the first of the round
ball-launched           ``left`` is ``esquerda``, ``right`` is ``direita``
coup-nulled             ``golpe_nulo``; its ``previous_result`` is the number the ball goes back to
ball-landed             the result; after a null coup and before the next launch, the ball put
                        back. A number that stood when the coup was called null is ``anulado``, and
                        the next one is the result; another number than the first, without a
                        null coup, contradicts it (``kit.unread.contradicted``)
error-noted             in the words of ``golpe_nulo``: what fell among the numbers, or what became
                        of the ball
payout                  its ``means``, where it moved money, besides the payment itself
player-session-ended,   those since the round before, at this place
-restricted
======================  ==========================================================================

For how many coups a colour's holder has not bet while somebody waited is carried
(``idle_colours``).

The coup before (``anterior``) is read from the last round that was closed at the same opening of
the table before this one was opened: its number, its last launch, and its last payment, as far as
it was made before this round closed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import Struct, structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded, BallLaunched
from ledger.events.rounds import BetReconstructed, CoupNulled, Marking, Payout, RoundVoided
from ledger.events.seats import PlaceRequested
from ledger.events.tables import (
    ChipValueAssigned,
    ColourAssigned,
    ColourReturned,
    EquipmentChanged,
    TableOpened,
)
from projections.base.event import ClosedRound, Event
from projections.gather.kit import bets as banked
from projections.gather.kit.carried import carried_as
from projections.gather.kit.heading import heading
from projections.gather.kit.players import PlayerFacts
from projections.gather.kit.unread.contradicted import with_contradictions
from projections.replay.games.wheels.roulette.checks.colours import IDLE_COUPS
from projections.replay.games.wheels.roulette.record import (
    Anterior,
    BolaLancada,
    BolaReposta,
    BolaTrocada,
    CorAtribuida,
    GolpeNulo,
    Marca,
    Reconstituida,
    Resultado,
)
from projections.replay.kit.bets import Bet, Moment, Shift

BALL: Final = "ball"
COLOUR: Final = "colour"
"""What a player wishes who waits for a colour (RA R25)."""
SAID_ALOUD: Final = frozenset({None, "hourly", "rounds"})
"""Why a ball is changed where the change must be announced (R32)."""
SIDES: Final = {"left": "esquerda", "right": "direita"}


def coup_fields(closed: ClosedRound, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a coup's record."""
    assert closed.table is not None
    coup = _Coup.of(closed)
    colours = coup.colours_held
    shared = with_contradictions(heading(closed), closed)
    if coup.given_back:
        shared["payments"] = (*shared["payments"], *coup.given_back)
    return {
        **shared,
        "roda": banked.text(options, "roda", "francesa37"),
        "prato": banked.texts(options, "prato"),
        "limites": banked.limits(options),
        "cores": banked.count(options, "cores"),
        "cores_atribuidas": tuple(coup.colours) if colours is None else colours,
        "esperam_cor": coup.waiting_before(closed.opened) if closed.carried else (),
        "sem_apostar": coup.idle(closed.carried) if closed.carried else {},
        "pessoal": coup.staff if coup.launches else tuple(coup.shifts.values()),
        "bola_trocada": coup.ball_used or coup.ball or _opening(closed.table.opened),
        "anterior": _before(closed.previous, coup) if closed.previous else None,
        "bets": tuple(coup.bets),
        "alteracoes": tuple(coup.changes),
        "reconstituidas": tuple(coup.rebuilt),
        "apostas_abertas": coup.opened,
        "bola_lancada": tuple(coup.launches),
        "nada_mais": coup.closed,
        "golpe_nulo": tuple(coup.nulls),
        "bola_reposta": tuple(coup.put_back),
        "resultado": coup.result,
        "tempo_apostas": banked.count(options, "tempo_apostas"),
        "segundos": coup.seconds,
        "sessoes": coup.sessions_since(closed.previous),
        "meios": tuple(coup.means),
    }


class IdleColours(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The colours of a table whose holders do not bet while somebody waits for one."""

    idle: dict[str, int] = {}
    """Coups in a row, by the position at which the colour was given."""


def idle_colours(carried: Mapping[str, Any]) -> dict[str, int]:
    """Return for how many coups the holders of colours have not bet, as carried."""
    return carried_as(IdleColours, carried).idle if carried else {}


def carried_after(before: ClosedRound, _options: Mapping[str, Any], _opened: int) -> dict[str, Any]:
    """Return the colours whose holders let a coup pass while somebody waited for one (RA R25).

    A coup that was void counts for nobody, but what was told in it is not told again. Where nobody
    has waited since before the coup, nothing is carried, and nothing is read.
    """
    if before.table is None or not before.events or not _ever_asked(before):
        return {}
    coup = _Coup.of(before)
    if not coup.waiting_before(before.opened):
        return {}
    known = idle_colours(before.carried)
    if any(isinstance(event.payload, RoundVoided) for event in before.events):
        told = {at: coups + (coups == IDLE_COUPS) for at, coups in known.items()}
        return {"idle": told} if told else {}
    held = coup.colours if coup.colours_held is None else coup.colours_held
    idle: dict[str, int] = {}
    for one in held:
        given = coup.given.get(one.cor)
        if given is not None and not any(_is_whose(one, bet) for bet in coup.bets):
            idle[str(given)] = known.get(str(given), 0) + 1
    return {"idle": idle} if idle else {}


def _ever_asked(closed: ClosedRound) -> bool:
    """Tell whether anybody has asked for a colour since the table was opened."""
    assert closed.table is not None
    events, memo = closed.table.events, closed.table.memo
    seen, asked = memo.get(_ever_asked, (0, False))
    if not asked:
        asked = any(_asks(event.payload) for event in events[seen:])
        memo[_ever_asked] = (len(events), asked)
    return asked or any(_asks(event.payload) for event in closed.events)


def _asks(payload: Any) -> bool:
    return isinstance(payload, PlaceRequested) and payload.wish == COLOUR


def _opening(opened: Event) -> BolaTrocada:
    assert isinstance(opened.payload, TableOpened)
    return BolaTrocada(at=opened.at)


def _before(events: Sequence[Event], coup: "_Coup") -> Anterior | None:
    """Return the coup before as the record tells of it; None if its events tell nothing.

    Its number is the first at which the ball rested: a null coup after that changes nothing.
    """
    number: str | None = None
    launched: str | None = None
    paid: Moment | None = None
    repeating = False
    sides: list[str | None] = []
    for event in events:
        payload = event.payload
        if type(payload) not in _TELLING:
            continue
        if isinstance(payload, Payout):
            paid = coup.moment(event)
        elif isinstance(payload, BallLaunched):
            launched, repeating = event.at, False
            sides.append(_side(payload))
        elif isinstance(payload, CoupNulled | RoundVoided):
            repeating = repeating or isinstance(payload, CoupNulled)
            sides.append(None)
        elif number is None and not (repeating and launched is not None):
            number = str(payload.number)
    side = sides[0] if len(sides) == 1 else None
    found = Anterior(numero=number, pagamentos_fim=paid, lancada=launched, sentido=side)
    return None if found == Anterior() else found


_TELLING: Final = frozenset({BallLaunched, CoupNulled, BallLanded, Payout, RoundVoided})
"""Kinds of payloads that tell the next coup of the coup before."""


def _side(launch: BallLaunched) -> str | None:
    """Return to which side a ball was launched, in the record's words."""
    side = launch.direction
    return None if side is None else SIDES.get(side, side)


class _Coup(PlayerFacts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **PlayerFacts.TAKES,
        EquipmentChanged: "on_equipment",
        PlaceRequested: "on_request",
        ColourAssigned: "on_colour",
        ColourReturned: "on_colour_back",
        ChipValueAssigned: "on_chip_value",
        BetReconstructed: "on_rebuilt",
        BallLaunched: "on_launch",
        CoupNulled: "on_null",
        BallLanded: "on_landed",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.colours: list[CorAtribuida] = []
        self.colours_held: tuple[CorAtribuida, ...] | None = None
        """As they were held when the bets were closed."""
        self.given: dict[str, int] = {}
        """Where each colour was given to who has it, of several the last."""
        self.waiting: dict[str, int] = {}
        """Who waits for a colour, since which position."""
        self.staff: tuple[Shift, ...] = ()
        """At the last launch."""
        self.ball: BolaTrocada | None = None
        self.ball_used: BolaTrocada | None = None
        """The ball of the last launch."""
        self.rebuilt: list[Reconstituida] = []
        self.launches: list[BolaLancada] = []
        self.nulls: list[GolpeNulo] = []
        self.put_back: list[BolaReposta] = []
        self.result: Resultado | None = None
        self.repeating = False
        """Whether the coup was called null and the ball not launched again."""
        self.seconds: int | None = None
        """For how long the bets were opened."""

    # --- the table -----------------------------------------------------------------------------

    def on_equipment(self, event: Event) -> None:
        payload: EquipmentChanged = event.payload
        if payload.item != BALL or payload.id is None:
            return
        self.ball = BolaTrocada(
            at=event.at,
            anunciada=payload.announced or payload.reason not in SAID_ALOUD,
            seq=self.seq(event),
        )

    def on_request(self, event: Event) -> None:
        payload: PlaceRequested = event.payload
        if payload.player is None or payload.wish != COLOUR:
            return
        if payload.withdrawn:
            self.waiting.pop(payload.player, None)
        else:
            self.waiting.setdefault(payload.player, event.position)

    def idle(self, carried: Mapping[str, Any]) -> dict[str, int]:
        """Return for how many coups the holder of each colour has not bet, by colour."""
        known = idle_colours(carried)
        return {
            colour: known[str(given)] for colour, given in self.given.items() if str(given) in known
        }

    def waiting_before(self, position: int) -> tuple[str, ...]:
        """Return who has waited for a colour since before a position, and waits."""
        return tuple(sorted(name for name, at in self.waiting.items() if at < position))

    def on_colour(self, event: Event) -> None:
        payload: ColourAssigned = event.payload
        self.waiting.pop(payload.player or "", None)
        seat, player = self._holder(payload.seat, payload.player)
        one = CorAtribuida(cor=payload.colour, seat=seat, player=player, valor=payload.value)
        same = [index for index, held in enumerate(self.colours) if _same_holding(held, one)]
        if not same:
            self.colours.append(one)
            self.given[payload.colour] = event.position
        elif one.valor is not None:
            self.colours[same[0]] = one

    @override
    def on_left(self, event: Event) -> None:
        self.waiting.pop(event.payload.player or "", None)
        super().on_left(event)

    def on_colour_back(self, event: Event) -> None:
        payload: ColourReturned = event.payload
        self.colours = [one for one in self.colours if not _names(payload, one)]

    def on_chip_value(self, event: Event) -> None:
        payload: ChipValueAssigned = event.payload
        self.colours = [
            structs.replace(one, valor=payload.value) if _names(payload, one) else one
            for one in self.colours
        ]

    def _holder(self, seat: int | None, player: str | None) -> tuple[int, str | None]:
        """Return a holder's seat and player, each found by the other where only one is told."""
        if seat is None and player is not None:
            seat = self.seat_of(player)
        if player is None and seat is not None:
            player = self.whose(seat)
        return (0 if seat is None else seat), player

    # --- the coup ------------------------------------------------------------------------------

    def on_bets_opened(self, event: Event) -> None:
        if self.opened is None:
            self.seconds = event.payload.seconds
        super().on_bets_opened(event)

    def on_bets_closed(self, event: Event) -> None:
        if self.closed is None:
            self.colours_held = tuple(self.colours)
        super().on_bets_closed(event)

    def add_bet(self, bet: Bet) -> None:
        chips = bet.chips
        if chips is not None and self.colours:
            own = [one for one in self.colours if _is_whose(one, bet)]
            if len(own) == 1 and own[0].valor == chips.value:
                bet = structs.replace(bet, cor=own[0].cor)
        super().add_bet(bet)

    @override
    def outcome_known(self) -> bool:
        return self.result is not None

    def on_rebuilt(self, event: Event) -> None:
        payload: BetReconstructed = event.payload
        self.rebuilt.append(
            Reconstituida(
                bet=payload.bet,
                seat=payload.seat,
                player=payload.player,
                tecnico=_mark(payload.recorded),
                jogador=_mark(payload.claimed),
            )
        )

    def on_launch(self, event: Event) -> None:
        payload: BallLaunched = event.payload
        self.launches.append(
            BolaLancada(
                sentido=_side(payload),
                by=payload.by,
                at=event.at,
                seq=self.seq(event),
            )
        )
        self.staff = tuple(self.shifts.values())
        self.ball_used = self.ball
        self.repeating = False

    def on_null(self, event: Event) -> None:
        payload: CoupNulled = event.payload
        at, seq = event.at, self.seq(event)
        self.nulls.append(
            GolpeNulo(
                causa=payload.cause,
                rule=payload.rule or "",
                previous=payload.previous_result,
                anulado=self.result.numero if self.result is not None else None,
                at=at,
                seq=seq,
            )
        )
        self.result = None
        self.repeating = True

    def on_landed(self, event: Event) -> None:
        payload: BallLanded = event.payload
        at, seq = event.at, self.seq(event)
        number = str(payload.number)
        if self.repeating and self.launches:
            self.put_back.append(BolaReposta(numero=number, at=at, seq=seq))
        elif self.result is None:
            self.result = Resultado(numero=number, cor=payload.colour, at=at, seq=seq)


def _mark(marking: Marking | None) -> Marca | None:
    if marking is None:
        return None
    return Marca(tipo=marking.chance, valor=marking.amount, selecao=marking.selection or "")


def _same_holding(one: CorAtribuida, other: CorAtribuida) -> bool:
    return (one.cor, one.seat, one.player) == (other.cor, other.seat, other.player)


def _names(payload: ColourReturned | ChipValueAssigned, one: CorAtribuida) -> bool:
    """Tell whether an event names this holding: its colour, and its holder if it names a holder."""
    if payload.colour != one.cor:
        return False
    if payload.player is not None and one.player is not None:
        return payload.player == one.player
    return payload.seat is None or payload.seat == one.seat


def _is_whose(one: CorAtribuida, bet: Bet) -> bool:
    if one.player is not None and bet.player is not None:
        return one.player == bet.player
    return one.seat == bet.seat
