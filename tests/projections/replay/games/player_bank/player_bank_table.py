"""What the tests of póquer de 3 cartas and mahjong pai kao share."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.player_bank.jogada import (
    ASSOCIADO,
    ATRAS,
    CASA,
    LUGAR,
    Abertura,
    Acto,
    Anterior,
    Anunciado,
    Aposta,
    Associacao,
    Cobrada,
    PlayerBankRecord,
    Vista,
)
from projections.replay.kit.bets import BetChange
from projections.replay.kit.dice import Throw
from projections.replay.kit.shoe import Dealt
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import GAMES, judge, rules_of
from projections.replay.settlement import Found, Line, Settlement
from tests.projections.replay.games.coup_table import (
    AMOUNTS,
    CHIPS,
    MOMENTS,
    NAMES,
    PLACES,
    TIMES,
    few,
)


def on(number: int, seat: int, valor: int = 1_000, **more: Any) -> Aposta:
    """Return a bet on a place."""
    return Aposta(bet=number, seat=seat, tipo=more.pop("tipo", LUGAR), valor=valor, **more)


def deal(hands: Mapping[int, str], first: int = 1) -> tuple[Dealt, ...]:
    """Deal each place its hand, from one of them on, in the order of the mapping."""
    places = list(hands)
    at = places.index(first)
    return tuple(
        Dealt(to="seat", seat=place, card=card)
        for place in (*places[at:], *places[:at])
        for card in hands[place].split()
    )


def settled(record: PlayerBankRecord) -> Settlement:
    """Settle by the profile's rules."""
    game = GAMES[str(type(record).__struct_config__.tag)]
    return game.settle(record, rules_of(game, record.profile))


def line(record: PlayerBankRecord, bet: int | None, seat: int | None = None) -> Line:
    """Return a bet's line, or the capital's of a place."""
    (found,) = [
        one
        for one in settled(record).lines
        if one.bet == bet and (seat is None or one.seat == seat)
    ]
    return found


def due(record: PlayerBankRecord) -> list[tuple[int | None, str, int, int]]:
    """Return bet, outcome, prize and returned stake of every line."""
    return [(one.bet, one.outcome.value, one.prize, one.returned) for one in settled(record).lines]


def paid_exactly(record: Any) -> Any:
    """Return the record with everything paid and charged as it is due, in order."""
    settlement = settled(record)
    places = list(record.ordem or range(1, 11))
    first = settlement.result.get("primeiro_lugar", record.banqueiro)
    at = places.index(first) if first in places else 0
    order = [*places[at:], *places[:at]]

    def rank(one: Line) -> tuple[int, int]:
        last = one.bet is None or one.seat == record.banqueiro
        return (len(order), 0) if last or one.seat not in order else (order.index(one.seat), 0)

    payments = tuple(
        Payment(
            seat=one.seat,
            amount=one.prize,
            stake_returned=one.returned,
            bets=() if one.bet is None else (one.bet,),
        )
        for one in sorted(settlement.lines, key=rank)
        if one.due
    )
    charged = tuple(Cobrada(valor=one.amount, seat=one.seat) for one in settlement.commissions)
    return structs.replace(record, payments=payments, comissoes=charged)


def faults(record: PlayerBankRecord) -> list[Found]:
    """Return the faults of a jogada as it was paid."""
    return list(judge(record).found)


def told(record: PlayerBankRecord) -> list[tuple[str, str]]:
    """Return codes and rules of a jogada in which everything was paid exactly."""
    return [(one.code, one.rule) for one in faults(paid_exactly(record))]


def blamed(record: Any, *payments: Payment, **more: Any) -> list[tuple[str, str]]:
    """Return codes and rules of a jogada paid exactly, but for these bets or places.

    The payments given take the place of all those to the same bets, or of a place as a whole.
    """
    exact = paid_exactly(record)
    mine = {(one.bets, 0 if one.bets else one.seat) for one in payments}
    others = [one for one in exact.payments if (one.bets, 0 if one.bets else one.seat) not in mine]
    made = structs.replace(exact, payments=(*others, *payments), **more)
    return [(one.code, one.rule) for one in faults(made) if one.code != "PAY-ORDER"]


def balance(settlement: Settlement) -> int:
    """Return what all together won: nothing, the house's commission and capital counted in."""
    lines = sum(one.due - one.stake for one in settlement.lines)
    charged = sum(one.amount for one in settlement.commissions)
    return lines + charged + settlement.result.get("casa", 0)


# --- facts of any sort ---------------------------------------------------------------------------

ANY_SEAT: Final = st.integers(-1, 12)
ROLES: Final = st.sampled_from([CASA, ASSOCIADO, ATRAS, "x"])


def any_fields(cards: Sequence[str]) -> dict[str, Any]:
    """Return strategies of every field that the two games share."""
    some = st.lists(st.sampled_from(cards), max_size=4).map(tuple)
    seats = st.none() | ANY_SEAT
    return {
        "mode": st.sampled_from(["physical", "shared", ""]),
        "records": st.none() | st.just(("bets", "payouts", "cards", "announcements")),
        "payments": few(
            Payment,
            seat=ANY_SEAT,
            amount=AMOUNTS,
            stake_returned=AMOUNTS,
            bets=st.lists(st.integers(0, 4), max_size=2).map(tuple),
        ),
        "void": st.none() | st.builds(Void, cause=st.just("x")),
        "errors": few(ErrorNoted, error=st.sampled_from(["numero_errado", "incompleto", "x"])),
        "ordem": st.sampled_from([(), (8, 7, 6, 5, 4, 3, 2, 1), (1, 1), (5,)]),
        "sentados": st.none() | st.lists(ANY_SEAT, max_size=4).map(tuple),
        "banqueiro": ANY_SEAT,
        "capital": st.none() | AMOUNTS,
        "associacoes": few(Associacao, papel=ROLES, valor=AMOUNTS, seat=seats, player=NAMES),
        "anterior": st.none()
        | st.builds(
            Anterior,
            banqueiro=ANY_SEAT,
            fica=st.none() | AMOUNTS,
            seguidas=st.integers(0, 4),
            apostaram=st.none() | st.lists(ANY_SEAT, max_size=3).map(tuple),
            acordo=st.lists(ANY_SEAT, max_size=3).map(tuple),
        ),
        "actos": few(
            Acto,
            acto=st.sampled_from(["tomou", "recusou", "mudou", "x"]),
            seat=ANY_SEAT,
            valor=st.none() | AMOUNTS,
            acordo=st.lists(ANY_SEAT, max_size=3).map(tuple),
        ),
        "bets": few(
            Aposta,
            bet=st.integers(0, 4),
            seat=ANY_SEAT,
            tipo=st.sampled_from([LUGAR, LUGAR, "x"]),
            valor=AMOUNTS,
            player=NAMES,
            chips=CHIPS,
            por=seats,
        ),
        "alteracoes": few(
            BetChange,
            bet=st.integers(0, 4),
            retirada=st.booleans(),
            valor=st.none() | AMOUNTS,
            tipo=st.none() | st.just("x"),
        ),
        "jogo_feito": MOMENTS,
        "dados_agitados": MOMENTS,
        "dados": few(
            Throw,
            dados=st.lists(st.integers(0, 7), max_size=5).map(tuple),
            nulo=st.sampled_from([None, None, "leaning", "x"]),
            by=seats,
        ),
        "primeiro_lugar": seats,
        "vistas": few(Vista, seat=ANY_SEAT),
        "aberturas": few(Abertura, seat=ANY_SEAT, cartas=some),
        "resultados": few(
            Anunciado, seat=ANY_SEAT, resultado=st.sampled_from(["ganha", "perde", "x"])
        ),
        "recolhidas": st.lists(st.integers(0, 4), max_size=2).map(tuple),
        "comissoes": few(Cobrada, valor=AMOUNTS, seat=seats, por_fora=st.booleans()),
    }


def any_deal(cards: Sequence[str]) -> st.SearchStrategy[tuple[Dealt, ...]]:
    """Return up to thirty cards dealt to anybody."""
    one = st.builds(
        Dealt,
        to=st.sampled_from(["seat", "bank", "discard"]),
        seat=st.none() | ANY_SEAT,
        card=st.none() | st.sampled_from(cards),
        at=TIMES,
        seq=PLACES,
    )
    return st.lists(one, max_size=30).map(tuple)
