"""Mah-jong: the places, the way of the pieces and the money of a game.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``variante`` (``convencional``, ``simplificado``); ``unidades``,
                        one amount a grade, or ``unidade``, which each grade doubles; ``comissao``,
                        lines of ``[desde, ppm, fixo]``, or ``comissao_ppm`` alone
round-opened            ``seats`` in the order of play, anticlockwise; ``banker``; ``wind``, whole
                        or as E, S, O, N
player-seated, -left    who plays, where the round's opening does not say: against the numbers of
                        the seats, which run clockwise
marker-moved            of ``banca``, before the round: the banker, where the opening names none
stack-declared          a player's capital in play, up to the declared win
dice-rolled             the last throw that counted
wall-built              ``pieces`` and, where a machine deals, their ``order``
tile-drawn, -discarded  acts in the chain's order
tile-claimed            the same: ``chi``, ``pong``, ``kong``, ``kong_fechado``, ``ganho``; of a win
                        one tile is the winning piece
hand-shown              a player's closed pieces
liability-ruled         who bears the others' loss, in the fiscal's word
bet-placed              a stake that the game does not have
collection, commission  what was taken from whom
error-noted             ``viu_pedras``: its seat saw another's pieces
======================  ==========================================================================
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from ledger.events.outcomes import (
    DiceRolled,
    HandShown,
    TileClaimed,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
)
from ledger.events.rounds import Collection, Commission, LiabilityRuled, RoundOpened
from ledger.events.seats import MarkerMoved, PlayerLeft, PlayerSeated, StackDeclared
from ledger.money import MILLION
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit.heading import final_bets, heading, whole, word
from projections.gather.kit.since_opening import facts_at
from projections.gather.kit.unread.contradicted import with_contradictions
from projections.replay.games.mah_jong.record import (
    CHI,
    COMPRA,
    CONVENCIONAL,
    DESCARTE,
    GANHO,
    KONG,
    KONG_FECHADO,
    PONG,
    SIMPLIFICADO,
    Capital,
    Cobranca,
    Comissao,
    Escalao,
    Lance,
    MahJongRecord,
    Mostrada,
    Responsavel,
)
from projections.replay.kit.bets import Bet

TYPES: Final = {
    "chi": CHI,
    "pong": PONG,
    "kong": KONG,
    "kong_fechado": KONG_FECHADO,
    "ganho": GANHO,
}
WIND_OF: Final = {"E": "este", "S": "sul", "O": "oeste", "N": "norte"}
BANCA: Final = "banca"
GRADES: Final = 3


class _Game:
    """The facts that the events told so far."""

    def __init__(self) -> None:
        self.seated: dict[int, tuple[str, ...]] = {}
        """Players by seat; several where a player sat down beside another."""
        self.order: tuple[int, ...] = ()
        self.banker: int | None = None
        self.wind: str | None = None
        self.dice: tuple[int, ...] = ()
        self.pieces: int | None = None
        self.wall: tuple[str, ...] = ()
        self.acts: list[Lance] = []
        self.shown: list[Mostrada] = []
        self.capital: dict[int, int] = {}
        self.rulings: list[Responsavel] = []
        self.collected: list[Cobranca] = []
        self.commissions: list[Comissao] = []
        self.won = False

    def read(self, events: Iterable[Event]) -> None:
        """Take the players, capitals and banker that events of the table tell."""
        for event in events:
            _of_place(self, event.payload)

    def forget(self) -> None:
        """Forget nothing: players, their capitals and the banker stay."""

    def copy(self) -> "_Game":
        """Return the same players, capitals and banker, to read more events apart."""
        other = _Game()
        other.seated, other.capital = self.seated.copy(), self.capital.copy()
        other.banker = self.banker
        return other


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> MahJongRecord:
    """Return the record of a game."""
    assert closed.table is not None
    game = facts_at(closed.table, closed.opened, _Game, _Game)
    for event in closed.events:
        _of_game(game, event.payload)
    return MahJongRecord(
        **with_contradictions(heading(closed), closed, dice=True),
        variante=word(options, "variante", (CONVENCIONAL, SIMPLIFICADO)) or CONVENCIONAL,
        lugares=_places(game),
        vento=game.wind,
        dados=game.dice,
        pedras=game.pieces,
        muralha=game.wall,
        lances=tuple(game.acts),
        mostradas=tuple(game.shown),
        capitais=tuple(
            Capital(seat=seat, valor=valor) for seat, valor in sorted(game.capital.items())
        ),
        unidades=_units(options),
        comissao=_table(options),
        responsaveis=tuple(game.rulings),
        bets=tuple(
            Bet(
                bet=bet.bet,
                seat=bet.seat,
                tipo=bet.chance,
                valor=bet.amount,
                selecao=bet.selection or "",
                player=bet.player,
                at=event.at,
                seq=event.seq,
            )
            for event, bet in final_bets(closed.events)
        ),
        cobrancas=tuple(game.collected),
        comissoes=tuple(game.commissions),
    )


GATHERING: Final = Gathering(game="mah_jong", record=gather)


def _places(game: _Game) -> tuple[int, ...]:
    """Return the seats from the banker on, in the order of play."""
    order = game.order or tuple(sorted(game.seated, reverse=True))
    if game.banker not in order:
        return order
    at = order.index(game.banker)
    return (*order[at:], *order[:at])


def _units(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the table of units; a single unit is doubled by each grade."""
    table = tuple(_numbers(options.get("unidades")))
    unit = whole(options, "unidade", None)
    if table or unit is None:
        return table
    return tuple(unit << grade for grade in range(GRADES))


def _table(options: Mapping[str, Any]) -> tuple[Escalao, ...]:
    """Return the approved table of commissions; a line without a rate counts as not said."""
    lines: list[Escalao] = []
    said = options.get("comissao")
    for one in cast("Sequence[object]", said) if isinstance(said, (list, tuple)) else ():
        numbers = _numbers(one)
        if len(numbers) in (2, 3) and 0 <= numbers[1] <= MILLION:
            fixed = numbers[2] if len(numbers) > 2 else 0  # noqa: PLR2004 - a third number is a fixed sum
            lines.append(Escalao(desde=numbers[0], ppm=numbers[1], fixo=fixed))
    rate = whole(options, "comissao_ppm", None)
    if not lines and rate is not None and 0 <= rate <= MILLION:
        lines.append(Escalao(ppm=rate))
    return tuple(lines)


def _numbers(said: object) -> list[int]:
    """Return a list of whole numbers; none if the list holds any other value."""
    if not isinstance(said, (list, tuple)):
        return []
    items = cast("Sequence[object]", said)
    found = [one for one in items if isinstance(one, int) and not isinstance(one, bool)]
    return found if len(found) == len(items) else []


def _of_place(game: _Game, payload: Any) -> None:
    match payload:
        case PlayerSeated():
            for seat, others in game.seated.items():
                if seat != payload.seat and payload.player in others[:-1]:
                    game.seated[seat] = tuple(one for one in others if one != payload.player)
            elsewhere = {who[-1] for at, who in game.seated.items() if at != payload.seat and who}
            names = tuple(one for one in game.seated.get(payload.seat, ()) if one not in elsewhere)
            new = () if payload.player in (None, *names) else (payload.player,)
            game.seated[payload.seat] = (*names, *new)
        case PlayerLeft():
            names = game.seated.get(payload.seat, ())
            rest = tuple(one for one in names if one != payload.player)
            if payload.player is not None and rest:
                game.seated[payload.seat] = rest
            else:
                game.seated.pop(payload.seat, None)
                game.capital.pop(payload.seat, None)
        case StackDeclared() if not game.won:
            game.capital[payload.seat] = payload.amount
        case MarkerMoved() if payload.marker == BANCA:
            game.banker = payload.seat
        case _:
            pass


def _of_game(game: _Game, payload: Any) -> None:
    match payload:
        case RoundOpened():
            game.order = payload.seats
            if payload.banker is not None:
                game.banker = payload.banker
            if payload.wind is not None:
                game.wind = WIND_OF.get(payload.wind, payload.wind)
        case DiceRolled() if payload.null is None:
            game.dice = payload.dice
        case WallBuilt():
            game.pieces, game.wall = payload.pieces, payload.order
        case TileDrawn() | TileDiscarded() | TileClaimed():
            game.acts.append(_act(payload))
            game.won = game.won or game.acts[-1].tipo == GANHO
        case HandShown():
            won = {one.seat for one in game.acts if one.tipo == GANHO and one.feito}
            seat = next(iter(won)) if payload.seat is None and len(won) == 1 else payload.seat
            if seat is not None:  # of nobody named it is the hand of who alone declared a win
                game.shown.append(Mostrada(seat=seat, pedras=payload.cards))
        case StackDeclared():
            _of_place(game, payload)
        case _:
            _of_money(game, payload)


def _of_money(game: _Game, payload: Any) -> None:
    match payload:
        case LiabilityRuled():
            game.rulings.append(Responsavel(seat=payload.seat, rule=payload.rule))
        case Collection() if payload.seat is not None and not payload.bets:
            game.collected.append(
                Cobranca(seat=payload.seat, valor=payload.amount, to=payload.to, rule=payload.rule)
            )
        case Commission():
            game.commissions.append(
                Comissao(valor=payload.amount, seat=payload.seat, mode=payload.mode)
            )
        case _:
            pass


def _act(payload: TileDrawn | TileDiscarded | TileClaimed) -> Lance:
    """Return an act with the pieces."""
    if isinstance(payload, TileDrawn):
        return Lance(
            seat=payload.seat,
            tipo=COMPRA,
            pedra=payload.tile,
            substituicao=payload.replacement,
            ultima=payload.last,
        )
    if isinstance(payload, TileDiscarded):
        return Lance(seat=payload.seat, tipo=DESCARTE, pedra=payload.tile)
    won = payload.claim == GANHO
    return Lance(
        seat=payload.seat,
        tipo=TYPES.get(payload.claim, payload.claim),
        pedra=payload.tiles[0] if won and len(payload.tiles) == 1 else None,
        pedras=() if won else payload.tiles,
        de=payload.of,
        roubo=payload.robbed,
        feito=payload.made,
    )
