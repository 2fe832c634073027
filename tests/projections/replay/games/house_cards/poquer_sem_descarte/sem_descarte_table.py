"""A table of póquer sem descarte for its tests: hands, players, whole jogadas."""

from typing import Any, Final

from hypothesis import strategies as st
from msgspec import structs

from ledger.money import MILLION
from projections.replay.games.house_cards.poquer_sem_descarte import (
    COMBINATIONS,
    GAME,
    Aprovado,
    Lugar,
    SemDescarteRecord,
    SemDescarteRules,
    evaluate,
    settle,
)
from projections.replay.kit.bets import Bet, Limit, Moment
from projections.replay.kit.cards import DECK
from projections.replay.profiles import PROFILES
from projections.replay.record import Payment, PoolState
from projections.replay.registry import judge
from projections.replay.settlement import Found, Line, Settlement

CV: Final[SemDescarteRules] = PROFILES["cv-2017@1"][GAME.name]
PT: Final[SemDescarteRules] = PROFILES["pt-2007@1"][GAME.name]
CASINO: Final[SemDescarteRules] = PROFILES["pt-casino@1"][GAME.name]

PAIR_OF_KINGS: Final = "Kc Kd 8h 5s 2d"
QUEEN_HIGH: Final = "Qc Jd 8h 5s 2d"
LOSES: Final = "Ah Qd 9c 6s 3d"
WINS: Final = "As Ad 9h 6c 3s"
FLUSH: Final = "Jh Th 7h 4h 2h"
ROYAL: Final = "As Ks Qs Js Ts"
HEARTS: Final = "9h 8h 7h 6h 5h"
DIAMONDS: Final = "9d 8d 7d 6d 5d"
CLUBS: Final = "Ac Jc 8c 6c 3c"
BANK: Final = "Kd Kh 2c 2d 4h"
VALUES: Final = st.sampled_from([100, 250, 500, 1000, 1337, 12_345])


def hand(text: str) -> tuple[str, ...]:
    """Return cards written side by side."""
    return tuple(text.split())


def value(text: str) -> int:
    """Return a hand's value."""
    found = evaluate(hand(text))
    assert found is not None
    return found


def bet(seat: int, tipo: str, valor: int, **more: object) -> Bet:
    """Return a bet whose number tells seat and area: 31 is inicial, 32 segunda of seat 3."""
    area = {"inicial": 1, "segunda": 2, "acumulado": 3}.get(tipo, 4)
    return Bet(**{"bet": 10 * seat + area, "seat": seat, "tipo": tipo, "valor": valor, **more})


def pool(**more: object) -> PoolState:
    """Return a pool of base 10,000.00 for bets of 1.00, of which 75 % are added."""
    return PoolState(
        **{
            "pool": "JP-SD",
            "balance": 1_000_000,
            "base": 1_000_000,
            "base_part": 1_000_000,
            "ppm": 750_000,
            "bet": 100,
            "combinations": {"real": 1_000_000, "sequencia_de_cor": 100_000},
            "fixed": {"cor": 500, "full": 10_000, "poquer": 50_000},
            **more,
        }
    )


def goes(seat: int, cards: str, inicial: int = 1000, chip: int = 0) -> tuple[Lugar, list[Bet]]:
    """Return a player who goes on, with his stakes."""
    bets = [bet(seat, "inicial", inicial)]
    bets += [bet(seat, "acumulado", chip)] if chip else []
    bets.append(bet(seat, "segunda", 2 * inicial))
    return Lugar(seat=seat, decisao="vou", cartas=hand(cards)), bets


def passes(seat: int, inicial: int = 1000, chip: int = 0) -> tuple[Lugar, list[Bet]]:
    """Return a player who passes; nobody sees his cards."""
    bets = [bet(seat, "inicial", inicial)]
    bets += [bet(seat, "acumulado", chip)] if chip else []
    return Lugar(seat=seat, decisao="passo", cartas=(None,) * 5), bets


def jogada(
    *players: tuple[Lugar, list[Bet]], banca: str = PAIR_OF_KINGS, **more: object
) -> SemDescarteRecord:
    """Return a jogada of these players."""
    return SemDescarteRecord(
        **{
            "round": "SD-01/2026-11-20/1",
            "seats": tuple(place for place, _ in players),
            "bets": tuple(one for _, bets in players for one in bets),
            "banca": hand(banca),
            **more,
        }
    )


def due(record: SemDescarteRecord, rules: SemDescarteRules = CV) -> dict[int, int]:
    """Return what is due, by bet."""
    return {line.bet or 0: line.due for line in settle(record, rules).lines}


def outcomes(record: SemDescarteRecord, rules: SemDescarteRules = CV) -> dict[int, str]:
    """Return the outcomes, by bet."""
    return {line.bet or 0: line.outcome.value for line in settle(record, rules).lines}


def line_of(record: SemDescarteRecord, number: int, rules: SemDescarteRules = CV) -> Line:
    """Return one bet's line."""
    return next(line for line in settle(record, rules).lines if line.bet == number)


def payments_of(settlement: Settlement) -> tuple[Payment, ...]:
    """Return payments of exactly what is due."""
    main = [
        Payment(seat=line.seat, amount=line.prize, bets=(line.bet,), stake_returned=line.returned)
        for line in settlement.lines
        if line.bet is not None and line.due
    ]
    awards = [
        Payment(seat=award.seat, amount=award.amount, award=award.pool)
        for award in settlement.awards
    ]
    return (*main, *awards)


def paid(record: SemDescarteRecord, **amounts: int) -> SemDescarteRecord:
    """Return the record with what is due paid, but ``bN`` as said here (a total)."""
    settlement = settle(record, PROFILES[record.profile][GAME.name])
    said = {int(name[1:]): amount for name, amount in amounts.items()}
    payments = [
        payment for payment in payments_of(settlement) if not said.keys() & set(payment.bets)
    ]
    for number, amount in said.items():
        line = next(line for line in settlement.lines if line.bet == number)
        returned = min(line.stake, amount)
        payments.append(
            Payment(
                seat=line.seat,
                amount=amount - returned,
                bets=(number,),
                stake_returned=returned,
            )
        )
    return structs.replace(record, payments=tuple(payments))


def found(record: SemDescarteRecord) -> list[Found]:
    """Return every fault of a record whose payments stand in it."""
    return list(judge(record).found)


def codes(record: SemDescarteRecord, *, as_it_is: bool = False) -> list[str]:
    """Return the codes of a record's faults, what is due being paid if no payment stands in it."""
    whole = as_it_is or bool(record.payments)
    return sorted(fault.code for fault in found(record if whole else paid(record)))


def worked() -> SemDescarteRecord:
    """Return the worked example: six players, four jackpot bets, four winners."""
    return jogada(
        goes(1, HEARTS, 1000, chip=100),
        goes(2, DIAMONDS, 1000, chip=100),
        goes(3, CLUBS, 1000, chip=100),
        passes(4),
        goes(5, ROYAL, 1000, chip=100),
        goes(6, "Ad Ah 7c 4s 3s", 1000),
        banca=BANK,
        pool=pool(),
    )


def void_by_a_short_hand() -> SemDescarteRecord:
    """Return a jogada in which seat 2 was dealt four cards."""
    place, bets = goes(2, LOSES, chip=100)
    short = structs.replace(place, cartas=place.cartas[:4])
    return jogada(goes(1, WINS), (short, bets), passes(3), pool=pool())


def at(second: int) -> Moment:
    """Return a moment of the evening."""
    return Moment(at=f"2026-11-20T21:00:{second:02d}.000000Z")


def careful(**more: object) -> SemDescarteRecord:
    """Return a jogada in which everything is recorded and nothing is wrong."""
    one, bets_one = goes(1, CLUBS, 1000, chip=100)
    two, bets_two = passes(2)
    timed = [
        structs.replace(one_bet, at=at(5 if one_bet.tipo != "segunda" else 40).at)
        for one_bet in (*bets_one, *bets_two)
    ]
    base = jogada(
        (
            structs.replace(
                one, player="p1", premio_pago=at(50), cartas_recolhidas=at(55), sem_apostar=0
            ),
            timed,
        ),
        (structs.replace(two, player="p2", recolhida=at(35), sem_apostar=0), []),
        (Lugar(seat=3, player="p3", sem_apostar=2), []),
        banca=BANK,
        limites={"inicial": Limit(minimum=500, maximum=12_500)},
        minimo_autorizado=500,
        maximo_golpe=1_000_000,
        lugares=3,
        abertas=(5,),
        cortado=True,
        queimadas=1,
        queimada=at(3),
        ordem=(1, 2, 0) * 5,
        jogo_feito=at(10),
        banca_descoberta=at(45),
        pool=pool(balance=1_234_567),
        aprovado=Aprovado(
            comunicado=True,
            bet=100,
            ppm=750_000,
            combinations=pool().combinations,
            fixed=pool().fixed,
        ),
        **more,
    )
    return paid(base) if not base.payments else base


def with_bets(record: SemDescarteRecord, **changes: dict[str, Any]) -> SemDescarteRecord:
    """Return the record with some bets changed: ``b11={"valor": 5}``."""
    said = {int(name[1:]): change for name, change in changes.items()}
    return structs.replace(
        record,
        bets=tuple(structs.replace(one, **said.get(one.bet, {})) for one in record.bets),
        payments=(),
    )


def with_seat(record: SemDescarteRecord, seat: int, **changes: object) -> SemDescarteRecord:
    """Return the record with one place changed."""
    return structs.replace(
        record,
        seats=tuple(
            structs.replace(place, **changes) if place.seat == seat else place
            for place in record.seats
        ),
        payments=(),
    )


def more_bets(record: SemDescarteRecord, *bets: Bet) -> SemDescarteRecord:
    """Return the record with further bets."""
    return structs.replace(record, bets=(*record.bets, *bets), payments=())


def changed(**more: object) -> SemDescarteRecord:
    """Return the careful jogada with other facts, to be paid as they give."""
    return structs.replace(careful(), **{"payments": (), **more})


@st.composite
def pools(draw: st.DrawFn) -> PoolState:
    """Draw a pool with any table of prizes."""
    names = draw(st.lists(st.sampled_from(COMBINATIONS[1:]), unique=True, max_size=6))
    shares = {name: draw(st.integers(0, 400_000)) for name in names}
    if names and draw(st.booleans()):
        shares[max(names, key=COMBINATIONS.index)] = MILLION
    fixed = draw(
        st.dictionaries(st.sampled_from(COMBINATIONS[1:]), st.integers(0, 900), max_size=3)
    )
    return PoolState(
        pool="JP",
        balance=draw(st.integers(0, 3_000)),
        base=1_000,
        ppm=draw(st.integers(0, MILLION)),
        residue=draw(st.integers(0, MILLION - 1)),
        bet=100,
        combinations=shares,
        fixed=fixed,
        house_pays_fixed=draw(st.booleans()),
    )


@st.composite
def jogadas(draw: st.DrawFn) -> SemDescarteRecord:
    """Draw a jogada that was rightly dealt."""
    deck = draw(st.permutations(DECK))
    if draw(st.booleans()):  # few ranks: many combinations
        deck = [card for card in deck if card[0] in "9TJQKA"] + [
            card for card in deck if card[0] not in "9TJQKA"
        ]
    seats = draw(st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True))
    players: list[tuple[Lugar, list[Bet]]] = []
    for index, seat in enumerate(seats):
        cards = " ".join(deck[5 * index : 5 * index + 5])
        chip = draw(st.sampled_from([0, 100]))
        player = goes(seat, cards, draw(VALUES), chip)
        if draw(st.integers(0, 3)) == 0:
            player = passes(seat, draw(VALUES), chip)
        elif draw(st.integers(0, 9)) == 0:
            player = structs.replace(player[0], infracao="cartas_mostradas"), player[1]
        players.append(player)
    return jogada(
        *players,
        banca=" ".join(deck[35:40]),
        pool=draw(st.none() | pools()),
        maximo_golpe=draw(st.none() | st.integers(0, 20_000)),
    )
