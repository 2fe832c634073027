"""Roleta francesa: what holds of any coup, and that nothing a table records stops replay."""

from random import Random
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.wheels.roulette.cloth import CLOTHS
from projections.replay.games.wheels.roulette.roleta_francesa import (
    SERIES,
    RoletaFrancesaRecord,
    settle_any,
    settle_ordinary,
)
from projections.replay.kit.bets import Bet, Chips, Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.profiles.cabo_verde_2017 import ROLETA_FRANCESA as RULES
from projections.replay.record import Void
from projections.replay.registry import GAMES
from projections.replay.settlement import Outcome, describe
from projections.replay.verify import verify as verify_round
from tests.projections.replay.games.coup_table import few, judged_in_words
from tests.projections.replay.games.wheels.roulette.roleta_francesa_table import (
    PLATE,
    SHARED,
    coup,
    paid_exactly,
    settled,
)
from tests.projections.replay.games.wheels.roulette.strange_coups import NUMBERS, strange_coups

# --- properties ----------------------------------------------------------------------------------

SECTORS: Final = [
    *((tipo, text) for tipo, by in CLOTHS[False].items() for text in by),
    *((tipo, "") for tipo in SERIES),
    *(("vizinhos", number) for number in PLATE),
    *(("terminacao", str(digit)) for digit in range(10)),
]


@st.composite
def coups(draw: st.DrawFn) -> RoletaFrancesaRecord:
    """Any coup: known and unknown bets, some late, any number."""
    known = st.sampled_from(SECTORS)
    anything = st.tuples(
        st.sampled_from(["pleno", "cavalo", "orfaos", "vizinhos", "terminacao", "x"]),
        st.text("0123456789-: ", max_size=8),
    )
    bets: list[Bet] = []
    for number in range(draw(st.integers(0, 12))):
        tipo, text = draw(st.one_of(known, known, known, anything))
        count = draw(st.sampled_from([None, 1, 3, 4, 5, 6, 7, 9]))
        bets.append(
            Bet(
                bet=number + 1,
                seat=draw(st.integers(1, 7)),
                tipo=tipo,
                selecao=text,
                valor=draw(st.integers(1, 10**6)),
                chips=None if count is None else Chips(count=count, value=1),
                seq=draw(st.integers(1, 30)),
            )
        )
    numero = draw(st.sampled_from([*PLATE, "37"]))
    closed = draw(st.sampled_from([None, Moment(seq=25)]))
    mode = draw(st.sampled_from(["physical", SHARED]))
    return coup(numero, *bets, nada_mais=closed, mode=mode)


@given(coups())
def test_every_stake_is_accounted_for(record: RoletaFrancesaRecord) -> None:
    """What was staked is returned, kept by the house or still on the table, line by line."""
    result = settled(record)
    assert [(line.bet, line.stake) for line in result.lines] == [
        (one.bet, one.valor) for one in record.bets
    ]
    for line in result.lines:
        match line.outcome:
            case Outcome.GANHA:
                assert line.prize >= 0
                assert 0 <= line.returned <= line.stake
            case Outcome.DEVOLVIDA:
                assert (line.prize, line.returned) == (0, line.stake)
            case _:
                assert line.due == 0
    assert all("{" not in text for line in describe(result)["lines"] for text in line["why"]["pt"])


@given(coups(), st.randoms(use_true_random=False))
def test_bets_do_not_touch_one_another(record: RoletaFrancesaRecord, random: Random) -> None:
    """The order in which independent bets were placed changes no line."""
    shuffled = list(record.bets)
    random.shuffle(shuffled)
    lines = {line.bet: line for line in settled(record).lines}
    again = settled(structs.replace(record, bets=tuple(shuffled))).lines
    assert {line.bet: line for line in again} == lines


@given(coups())
def test_a_void_returns_everything(record: RoletaFrancesaRecord) -> None:
    """R49: with no number, every stake of a void round goes back, whatever else was wrong."""
    void = Void(cause="avaria", side="operator")
    result = settled(structs.replace(record, resultado=None, mode=SHARED, void=void))
    assert result.void
    assert all(line.due == line.returned == line.stake for line in result.lines)


def same_by_both_roads(record: RoletaFrancesaRecord) -> None:
    """Check that the quick roads, where they are taken, lead where the long ones lead."""
    game = GAMES["roleta_francesa"]
    ordinary = settle_ordinary(record, RULES)
    thorough = settle_any(record, RULES)
    assert ordinary is None or ordinary == thorough
    assert game.quick is not None
    quick = game.quick(record, RULES)
    assert quick is None or (quick, verify_round(game, record, RULES, thorough)) == (thorough, ())


@given(coups())
def test_the_quick_roads_lead_where_the_long_ones_lead(record: RoletaFrancesaRecord) -> None:
    """A coup settled at one go is what the whole procedure gives, and has no fault."""
    same_by_both_roads(record)
    same_by_both_roads(paid_exactly(record))


WORDS: Final = st.sampled_from(
    [*CLOTHS[False], *SERIES, "vizinhos", "terminacao", "", "x", "fichas", "fratura", "lancador"]
)
TEXTS: Final = NUMBERS | st.sampled_from(["1-2", "7-17-27", "17-25-34", "-", "1-1", "0-2-3:2 1"])
ANY_RECORD: Final = st.builds(
    RoletaFrancesaRecord,
    **strange_coups(WORDS, TEXTS),
    tempo_apostas=st.none() | st.integers(-5, 10**20),
    segundos=st.none() | st.integers(-5, 10**20),
    sessoes=few(
        PlayerSession,
        session=NUMBERS,
        ended_by=WORDS,
        cause=WORDS,
        rounds=st.none() | st.integers(0, 3),
        history=st.none() | st.integers(0, 3),
        restricted=st.booleans(),
    ),
    meios=st.lists(WORDS, max_size=2).map(tuple),
)


@given(ANY_RECORD)
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: RoletaFrancesaRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_in_words(record)
    same_by_both_roads(record)
