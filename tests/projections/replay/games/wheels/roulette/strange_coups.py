"""Facts of a coup of roulette that no table would record, for what must be judged all the same."""

from typing import Any, Final

from hypothesis import strategies as st

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
from projections.replay.games.wheels.roulette.wheels import PLATES
from projections.replay.kit.bets import Bet, BetChange, Chips, Shift
from tests.projections.replay.games.coup_table import (
    AMOUNTS,
    MOMENTS,
    NAMES,
    PLACES,
    SEATS,
    TIMES,
    few,
    shared,
)

Facts = st.SearchStrategy[Any]
NUMBERS: Final = st.sampled_from(["0", "00", "1", "17", "36", "37", "", "x"])
CHIPS: Final = st.none() | st.builds(Chips, count=st.integers(-2, 200), value=AMOUNTS)
NUMBERED: Final = st.integers(0, 5)


def strange_coups(words: Facts, texts: Facts) -> dict[str, Facts]:
    """Return what the roulettes' records have alike, said in these words and selections."""
    marks = st.none() | st.builds(Marca, tipo=words, valor=AMOUNTS, selecao=texts, chips=CHIPS)
    return {
        **shared(words, texts),
        "records": st.none() | st.just(("bets", "payouts", "colours", "staff", "equipment")),
        "roda": st.sampled_from(["francesa37", "americana37", "americana38", "x"]),
        "prato": st.sampled_from(
            [(), PLATES["francesa37"], PLATES["americana38"], ("1", "17"), ("0",)]
        ),
        "cores": st.none() | st.integers(0, 3),
        "cores_atribuidas": few(
            CorAtribuida, cor=NUMBERS, seat=SEATS, player=NAMES, valor=st.none() | AMOUNTS
        ),
        "pessoal": few(Shift, person=NUMBERS, role=words, since=TIMES),
        "bola_trocada": st.none()
        | st.builds(BolaTrocada, at=TIMES.filter(bool), anunciada=st.booleans()),
        "anterior": st.none()
        | st.builds(Anterior, numero=st.none() | NUMBERS, pagamentos_fim=MOMENTS, lancada=TIMES),
        "bets": few(
            Bet,
            bet=NUMBERED,
            seat=SEATS,
            tipo=words,
            valor=AMOUNTS,
            selecao=texts,
            player=NAMES,
            chips=CHIPS,
            cor=st.none() | NUMBERS,
        ),
        "alteracoes": few(
            BetChange,
            bet=NUMBERED,
            retirada=st.booleans(),
            tipo=st.none() | words,
            selecao=st.none() | texts,
            valor=st.none() | AMOUNTS,
            chips=CHIPS,
        ),
        "reconstituidas": few(
            Reconstituida, bet=NUMBERED, seat=SEATS, tecnico=marks, jogador=marks
        ),
        "bola_lancada": few(BolaLancada, by=st.none() | NUMBERS),
        "nada_mais": MOMENTS,
        "golpe_nulo": few(
            GolpeNulo, causa=words, previous=st.none() | NUMBERS, anulado=st.none() | NUMBERS
        ),
        "bola_reposta": few(BolaReposta, numero=NUMBERS),
        "resultado": st.none()
        | st.builds(Resultado, numero=NUMBERS, cor=st.none() | words, at=TIMES, seq=PLACES),
    }
