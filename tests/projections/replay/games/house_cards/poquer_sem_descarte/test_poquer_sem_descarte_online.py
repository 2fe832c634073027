"""Póquer sem descarte online: Portaria 1/2017 regras 43-59."""

from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.house_cards.poquer_sem_descarte import (
    COMBINATIONS,
    GAME,
    Aviso,
    Lugar,
    Meio,
    SemDescarteRecord,
    settle,
)
from projections.replay.kit.bets import Bet, Limit, Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.profiles import PROFILES
from projections.replay.record import ErrorNoted, Payment, PoolState, Void
from projections.replay.registry import decode_record, judge
from tests.helpers.each import each
from tests.projections.replay.games.house_cards.poquer_sem_descarte.sem_descarte_table import (
    CV,
    PAIR_OF_KINGS,
    WINS,
    bet,
    codes,
    due,
    found,
    goes,
    hand,
    jogada,
    line_of,
    outcomes,
    paid,
    passes,
    pool,
)

START: Final = datetime(2026, 11, 20, 21, tzinfo=UTC)


def moment(seconds: float) -> Moment:
    """Return a moment of the evening."""
    return Moment(at=f"{(START + timedelta(seconds=seconds)).isoformat(timespec='microseconds')}")


def warned(at: float, extra: int | None = 10) -> Aviso:
    """Return a warning with extra time, of ten seconds."""
    return Aviso(at=moment(at).at, segundos=extra)


def shared(*players: tuple[Lugar, list[Bet]], **more: object) -> SemDescarteRecord:
    """Return a jogada at a shared table: bets open for 20 s, the bank shown after 90 s."""
    return jogada(
        *players,
        **{
            "mode": "shared",
            "apostas_abertas": moment(0),
            "segundos": 20,
            "tempo_apostas": 20,
            "jogo_feito": moment(20),
            "banca_descoberta": moment(90),
            **more,
        },
    )


def undecided(place: Lugar, **more: object) -> tuple[Lugar, list[Bet]]:
    """Return a player with an initial bet of 10.00 and nothing else."""
    return structs.replace(place, **more), [bet(place.seat, "inicial", 1000)]


TWO_PAIRS: Final = "Ah Ac 7s 7h 4c"
SILENT: Final = Lugar(seat=1, cartas=hand(TWO_PAIRS))
CLOCK: Final = structs.replace(SILENT, decisao="passo", caducou=True, decidiu=moment(50))
"""A winning hand of which the clock said passo, 50 s after the bets were opened."""


def facts_of(record: SemDescarteRecord) -> list[tuple[str, str, str]]:
    """Return the fact, what was due and what was recorded of each SD-ONL."""
    return [
        (str(fault.facts.get("fact", "")), fault.expected, fault.recorded)
        for fault in found(record if record.payments else paid(record))
        if fault.code == "SD-ONL"
    ]


# --- a jogada, worked ----------------------------------------------------------------------------


def test_a_jogada_at_a_shared_table_worked_by_hand() -> None:
    """R43, R52: three players bet 10.00 against a bank with a pair of kings.

    1 goes on with a pair of aces: 10.00 at par and 20.00 at 1 to 1, so 60.00 go to him. 2 passes
    and loses 10.00. 3 says nothing: warned at 40 s with ten seconds, he loses his 10.00 at 50 s
    although his two pairs would win. Nothing is wrong.
    """
    one, one_bets = goes(1, WINS)
    two, two_bets = passes(2)
    three = undecided(structs.replace(CLOCK, seat=3, avisos=(warned(40),)))
    record = shared((one, one_bets), (two, two_bets), three)
    assert due(record) == {11: 2000, 12: 4000, 21: 0, 31: 0}
    assert line_of(record, 21).rules == ("SD R13",)
    assert line_of(record, 31).rules == ("SD R52",)
    assert codes(record) == []


def test_the_words_of_a_lapse_in_two_languages() -> None:
    """R52: the line says that nobody decided, and what is lost."""
    line = line_of(shared(undecided(CLOCK, avisos=(warned(40),))), 11)
    assert [step.text("pt", line) for step in line.why] == [
        "O jogador não decidiu no tempo que teve e perde a inicial de 10.00. [SD R52]"
    ]
    assert [step.text("en", line) for step in line.why] == [
        "The player did not decide in the time he had and loses the initial bet of 10.00. [SD R52]"
    ]


# --- who does not decide (R52) -------------------------------------------------------------------

LAPSES: Final[dict[str, tuple[SemDescarteRecord, list[tuple[str, str, str]]]]] = {
    "warned, extra time, then lost": (shared(undecided(CLOCK, avisos=(warned(40),))), []),
    "the same, by the end of the jogada": (shared(undecided(SILENT, avisos=(warned(40),))), []),
    "no warning at all": (
        shared(undecided(CLOCK)),
        [("aviso", "aviso, tempo suplementar", "")],
    ),
    "nothing said, no warning": (
        shared(undecided(SILENT)),
        [("aviso", "aviso, tempo suplementar", "")],
    ),
    "a warning without extra time": (
        shared(undecided(CLOCK, avisos=(warned(40, None),))),
        [("aviso", "aviso, tempo suplementar", "aviso")],
    ),
    "extra time of nothing": (
        shared(undecided(CLOCK, avisos=(warned(40, 0),))),
        [("aviso", "aviso, tempo suplementar", "aviso")],
    ),
    "warned when the clock had spoken": (
        shared(undecided(CLOCK, avisos=(warned(51),))),
        [("aviso", "aviso, tempo suplementar", "aviso")],
    ),
    "the clock spoke before the time was over": (
        shared(undecided(CLOCK, avisos=(warned(41.5),))),
        [("cedo", f">= {moment(41.5).at} + 10 s", f"{moment(50).at}")],
    ),
    "less than a second early is the network": (
        shared(undecided(CLOCK, avisos=(warned(40.999999),))),
        [],
    ),
    "warned twice, with time each time": (
        shared(undecided(CLOCK, avisos=(warned(30), warned(40)))),
        [],
    ),
    "warned twice, the second time not over": (
        shared(undecided(CLOCK, avisos=(warned(30), warned(45)))),
        [("cedo", f">= {moment(30).at} + 10 s, {moment(45).at} + 10 s", f"{moment(50).at}")],
    ),
    "nothing said, the bank shown before the time was over": (
        shared(undecided(SILENT, avisos=(warned(85),))),
        [("cedo", f">= {moment(85).at} + 10 s", f"{moment(90).at}")],
    ),
    "a seat of which nothing is recorded": (
        structs.replace(shared(undecided(SILENT)), seats=()),
        [("aviso", "aviso, tempo suplementar", "")],
    ),
    "decisions are not recorded": (
        shared(undecided(SILENT), records=("bets", "cards", "payouts")),
        [],
    ),
    "at a table in the room": (jogada(undecided(SILENT)), []),
    "an infraction loses the bet already": (
        shared(undecided(SILENT, infracao="cartas_mostradas")),
        [],
    ),
    "a void jogada loses nothing": (
        shared(
            undecided(SILENT),
            errors=(ErrorNoted(error="carta_descoberta"),),
            void=Void(cause="carta_descoberta"),
        ),
        [],
    ),
}


@each("what", LAPSES)
def test_an_initial_bet_is_lost_to_the_clock_after_warning_and_extra_time_alone(what: str) -> None:
    """R52: each of these facts, with what was due and what was recorded."""
    record, expected = LAPSES[what]
    assert facts_of(record) == expected
    assert codes(record) == ["SD-ONL"] * len(expected)


@pytest.mark.parametrize("place", [SILENT, CLOCK])
def test_who_did_not_decide_loses_the_initial_bet_whatever_was_wrong(place: Lugar) -> None:
    """R52 names no remedy for a missing warning: the bet is lost, and the finding has its sum."""
    record = shared(undecided(place))
    assert due(record) == {11: 0}
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.seat, fault.amount) == ("SD-ONL", "SD R52", 1, 1000)


def test_a_bet_not_lost_after_the_extra_time_is_found() -> None:
    """R52: warned, time over, and the initial bet was given back all the same."""
    record = shared(undecided(CLOCK, avisos=(warned(40),)))
    back = Payment(seat=1, amount=0, bets=(11,), stake_returned=1000)
    (fault,) = found(structs.replace(record, payments=(back,)))
    assert (fault.code, fault.rule, fault.amount) == ("SD-ONL", "SD R52", 1000)


def test_who_passed_and_is_paid_is_another_fault() -> None:
    """R13: he decided; that he was paid is SD-2X, as at a table in the room."""
    record = shared(passes(1))
    back = Payment(seat=1, amount=0, bets=(11,), stake_returned=1000)
    (fault,) = found(structs.replace(record, payments=(back,)))
    assert (fault.code, fault.rule) == ("SD-2X", "SD R13")


def test_the_clock_cannot_go_on_for_a_player() -> None:
    """R52: a vou of the clock is nobody's: the inicial is lost, the segunda goes back."""
    place, bets = goes(1, WINS)
    place = structs.replace(place, caducou=True, decidiu=moment(50), avisos=(warned(40),))
    record = shared((place, bets))
    assert due(record) == {11: 0, 12: 2000}
    assert line_of(record, 12).rules == ("SD R52",)
    assert facts_of(record) == [("relogio", "passo", "vou")]
    assert codes(record) == ["SD-ONL"]
    said = structs.replace(record, seats=(structs.replace(place, depois="vou"),))
    assert due(said) == {11: 0, 12: 2000}, "his own word came when his time was over"


def test_a_decision_after_the_extra_time_is_too_late() -> None:
    """R52: vou 11 s after a warning with ten seconds: the inicial is lost, the segunda is back.

    As at 10.999999 s it counts; paid as a winner for the late one, the finding has the sum.
    """
    place, bets = goes(1, WINS)
    late = shared((structs.replace(place, decidiu=moment(51), avisos=(warned(40),)), bets))
    assert due(late) == {11: 0, 12: 2000}
    assert codes(late) == []
    won = Payment(seat=1, amount=3000, bets=(11, 12), stake_returned=3000)
    (fault,) = found(structs.replace(late, payments=(won,)))
    assert (fault.code, fault.rule, fault.amount) == ("SD-ONL", "SD R52", 4000)
    in_time = structs.replace(place, decidiu=moment(50.999999), avisos=(warned(40),))
    record = shared((in_time, bets))
    assert due(record) == {11: 2000, 12: 4000}
    assert codes(record) == []


def test_a_players_own_word_goes_before_a_clock_that_gave_him_no_time() -> None:
    """R52: the clock said passo without a warning; he then said vou and laid the segunda."""
    _, bets = goes(1, WINS)
    record = shared((structs.replace(CLOCK, depois="vou"), bets))
    assert due(record) == {11: 2000, 12: 6000}
    assert facts_of(record) == [("aviso", "aviso, tempo suplementar", "")]
    assert codes(record) == ["SD-ONL"]


def test_a_clock_that_gave_time_is_final() -> None:
    """R11, R52: warned, time over; a vou after it is as one after a passo."""
    _, bets = goes(1, WINS)
    place = structs.replace(CLOCK, depois="vou", avisos=(warned(40),))
    record = shared((place, bets))
    assert due(record) == {11: 0, 12: 2000}
    assert codes(record) == ["SD-2X"]


def test_a_pass_is_collected_at_once_but_one_who_said_nothing_announced_none() -> None:
    """R13: when the player announces it; a lapse is nobody's announcement (R52)."""
    place, bets = passes(1)
    late = moment(95)
    assert codes(shared((structs.replace(place, recolhida=late), bets))) == ["SD-2X"]
    lapsed = undecided(CLOCK, avisos=(warned(40),), recolhida=late)
    assert codes(shared(lapsed)) == []
    assert codes(shared(undecided(SILENT, avisos=(warned(40),), recolhida=late))) == []
    assert codes(shared(undecided(CLOCK, recolhida=late))) == ["SD-ONL"]


def test_a_clock_that_gave_no_time_makes_no_pass_that_could_be_taken_back() -> None:
    """R11, R52: the player said vou after it and laid nothing: one fault, the clock's."""
    assert codes(shared(undecided(CLOCK, depois="vou"))) == ["SD-ONL"]
    assert codes(shared(undecided(CLOCK, depois="vou", avisos=(warned(40),)))) == ["SD-2X"]


def test_a_lapse_means_nothing_at_a_table_in_the_room() -> None:
    """R11: there the first thing said is a decision, whoever wrote it down."""
    record = jogada(undecided(CLOCK))
    assert line_of(record, 11).rules == ("SD R13",)
    assert codes(record) == []


def test_who_did_not_decide_has_no_claim_to_the_jackpot() -> None:
    """R42, R52: he shows no cards: his chip is lost, and it feeds the pool."""
    place, bets = undecided(CLOCK, avisos=(warned(40),), cartas=hand("As Ks Qs Js Ts"))
    record = shared((place, [*bets, bet(1, "acumulado", 100)]), pool=pool())
    settlement = settle(record, CV)
    assert settlement.awards == ()
    assert outcomes(record) == {11: "perde", 13: "perde"}
    assert [one.stake for one in settlement.increments] == [100]


# --- tables, time, late bets ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, []),
        ({"segundos": 15, "jogo_feito": moment(15)}, ["ONL-TIME"]),
        ({"jogo_feito": moment(18)}, ["ONL-TIME"]),
        ({"jogo_feito": moment(23)}, ["ONL-TIME"]),
        ({"jogo_feito": moment(20.9)}, []),
        ({"segundos": None, "jogo_feito": moment(18)}, ["ONL-TIME"]),
        ({"tempo_apostas": None}, []),
        ({"tempo_apostas": None, "segundos": None, "jogo_feito": moment(99)}, []),
        ({"apostas_abertas": None, "jogo_feito": moment(99)}, []),
        ({"mode": "exclusive", "jogo_feito": moment(99)}, []),
    ],
    ids=[
        *("as fixed", "another said", "closed early", "closed late", "within a second"),
        *("nothing said, closed early", "nothing fixed", "nothing known", "opening not known"),
        "exclusive table",
    ],
)
def test_the_time_for_bets_is_the_same_for_all(
    more: dict[str, object], expected: list[str]
) -> None:
    """R47: normalised beforehand, at shared tables."""
    assert codes(shared(goes(1, WINS), **{"banca_descoberta": None, **more})) == expected


def test_a_bet_after_the_notice_is_late() -> None:
    """R48: the moment after which no bet is taken; it goes back."""
    place, bets = goes(1, WINS)
    late = [structs.replace(bets[0], at=moment(21).at), *bets[1:]]
    record = shared((place, late), goes(2, "Qc Qd 9d 6h 4s"))
    (fault,) = found(paid(record))
    assert (fault.code, fault.rule, fault.bet) == ("BET-LATE", "SD R48", 11)
    assert due(record)[11] == 1000


def test_an_exclusive_table_has_one_player() -> None:
    """R46: two players at it are a fault; at a shared table they are none."""
    two = [goes(1, WINS), goes(2, "Qc Qd 9d 6h 4s")]
    assert codes(shared(*two, mode="exclusive")) == ["REG-RULE"]
    assert codes(shared(*two[:1], mode="exclusive")) == []
    assert codes(shared(*two)) == []


def test_an_online_table_has_seven_places_at_most() -> None:
    """R44: from 1 to 7; and of three places there is no fourth."""
    players = [goes(7, WINS)]
    assert codes(shared(*players)) == []
    assert codes(shared(*players, lugares=3)) == ["SD-SEATS"]
    assert codes(shared(goes(8, WINS), lugares=9)) == ["SD-SEATS"]


# --- void jogadas (R53, R54) ---------------------------------------------------------------------


@pytest.mark.parametrize("side", ["operator", "unknown"])
def test_a_failure_before_everybody_decided_voids(side: str) -> None:
    """R53: the winner cannot be known; nobody lost to a clock that could not run."""
    record = shared(undecided(SILENT), goes(2, WINS), void=Void(cause="avaria", side=side))
    assert due(record) == {11: 1000, 21: 1000, 22: 2000}
    assert codes(record) == []


def test_a_players_network_does_not_void() -> None:
    """R54: the jogada stands: who could not decide loses as R52 says, and the void is a fault."""
    record = shared(undecided(CLOCK, avisos=(warned(40),)), void=Void(cause="rede", side="player"))
    assert due(record) == {11: 0}
    assert codes(record) == ["VOID-NET"]


# --- sessions, history, demonstration ------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "session", "expected"),
    [
        ("shared", PlayerSession(session="s", rounds=9, history=9), []),
        ("shared", PlayerSession(session="s", rounds=9, history=8), [("ONL-HIST", "SD R55")]),
        ("shared", PlayerSession(session="s", ended_by="player", cause="own"), []),
        ("shared", PlayerSession(session="s", ended_by="operator", cause="idle_rounds"), []),
        ("exclusive", PlayerSession(session="s", ended_by="operator", cause="idle"), []),
        (
            "shared",
            PlayerSession(session="s", ended_by="operator", cause="idle"),
            [("ONL-EXCL", "SD R57")],
        ),
        (
            "exclusive",
            PlayerSession(session="s", ended_by="operator", cause="idle_rounds"),
            [("ONL-EXCL", "SD R57")],
        ),
        (
            "shared",
            PlayerSession(session="s", ended_by="operator", cause="won_much"),
            [("ONL-EXCL", "SD R57")],
        ),
        (
            "shared",
            PlayerSession(session="s", cause="risk", restricted=True),
            [("ONL-EXCL", "SD R56")],
        ),
        (
            "shared",
            PlayerSession(session="s", cause="risk", restricted=True, diagnosed=True),
            [],
        ),
    ],
)
def test_histories_are_whole_and_sessions_end_on_lawful_grounds(
    mode: str, session: PlayerSession, expected: list[tuple[str, str]]
) -> None:
    """R55 to R57: a time without bets counts at exclusive tables, rounds without at shared ones."""
    record = shared(goes(1, WINS), mode=mode, sessoes=(session,))
    assert [(fault.code, fault.rule) for fault in found(paid(record))] == expected


@pytest.mark.parametrize(
    ("mode", "means", "expected"),
    [
        ("demo", ("free_play",), []),
        ("demo", ("free_play", "account"), ["ONL-DEMO"]),
        ("shared", ("account",), []),
    ],
)
def test_a_demonstration_gives_free_play_alone(
    mode: str, means: tuple[str, ...], expected: list[str]
) -> None:
    """R58: nothing but a longer session."""
    assert codes(shared(goes(1, WINS), mode=mode, meios=means)) == expected


# --- Portugal has no play online -----------------------------------------------------------------


@pytest.mark.parametrize("profile", ["pt-2007@1", "pt-casino@1"])
def test_a_text_without_an_online_variant(profile: str) -> None:
    """The IGJ's text and the summary know none: ONL-NONE, and the physical rules decide.

    Who says nothing has passed, a clock's word is a word, and a failing system is no ground to
    void, whose ever it was.
    """
    silent = shared(undecided(SILENT), profile=profile)
    assert line_of(silent, 11, PROFILES[profile][GAME.name]).outcome.value == "perde"
    assert codes(silent) == ["ONL-NONE"]
    assert codes(shared(undecided(CLOCK), profile=profile)) == ["ONL-NONE"]
    unknown = shared(goes(1, WINS), profile=profile, void=Void(cause="avaria"))
    unknown = structs.replace(unknown, banca=())
    assert due(unknown, PROFILES[profile][GAME.name]) == {11: 1000, 12: 2000}
    assert codes(unknown) == ["ONL-NONE", "VOID-BAD"]  # no error of the deal
    assert codes(structs.replace(unknown, profile="cv-2017@1")) == []  # R53
    played = shared(goes(1, WINS), profile=profile, void=Void(cause="rede", side="player"))
    assert codes(played) == ["ONL-NONE", "VOID-BAD"]


# --- what bets are laid in, which deck -----------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "meio", "expected"),
    [
        ("physical", "verbal", ["CREDIT"]),
        ("physical", "cash", ["CREDIT"]),
        ("physical", "account", ["CREDIT"]),
        ("physical", "chips", []),
        ("shared", "account", []),
        ("demo", "free_play", []),
        ("shared", "credit", ["CREDIT"]),
    ],
)
def test_stakes_are_chips_alone(mode: str, meio: str, expected: list[str]) -> None:
    """R21; online what stands in the account (R43)."""
    record = shared(goes(1, WINS), mode=mode, meios_apostados=(Meio(bet=11, meio=meio),))
    assert codes(record) == expected
    assert due(record) == {11: 2000, 12: 4000}


def test_of_a_credit_bet_the_finding_says_how_much_and_by_which_text() -> None:
    """R21 in Cape Verde, n.13 in Portugal; of a bet that came late BET-LATE is enough."""
    record = jogada(
        goes(1, WINS), meios_apostados=(Meio(bet=11, meio="cheque"), Meio(bet=99, meio="x"))
    )
    (fault,) = found(paid(record))
    assert (fault.code, fault.rule, fault.seat, fault.bet, fault.amount, fault.recorded) == (
        *("CREDIT", "SD R21", 1, 11, 1000, "cheque"),
    )
    (fault,) = found(paid(structs.replace(record, profile="pt-2007@1")))
    assert fault.rule == "000 n.13"
    bets = tuple(structs.replace(one, at=moment(5).at) for one in record.bets)
    late = structs.replace(record, bets=bets, jogo_feito=moment(4))
    assert codes(late) == ["BET-LATE"]


@pytest.mark.parametrize(
    ("profile", "rule"),
    [("cv-2017@1", "SD R3"), ("pt-2007@1", "000 n.24"), ("pt-casino@1", "000 n.24")],
)
def test_for_one_worn_card_the_whole_deck_goes(profile: str, rule: str) -> None:
    """R3, n.24: single cards replaced are a fault, where the table records its equipment."""
    record = jogada(goes(1, WINS), profile=profile, cartas_trocadas=("7h",))
    (fault,) = found(paid(record))
    assert (fault.code, fault.rule, fault.recorded) == ("EQ-BAD", rule, "7h")
    assert codes(structs.replace(record, records=("bets", "cards", "payouts"))) == []


def test_portugal_asks_for_no_communication() -> None:
    """R35 against n.3 and n.8: there the IGJ fixes the terms of the jackpot."""
    place, bets = goes(1, WINS, chip=100)
    record = jogada((place, bets), pool=pool(), aprovado=None)
    said = msgspec.json.decode(msgspec.json.encode(record))
    said["aprovado"] = {"comunicado": False}
    record = decode_record(msgspec.json.encode(said))
    assert isinstance(record, SemDescarteRecord)
    assert codes(record) == ["SD-JP-COMM"]
    assert codes(structs.replace(record, profile="pt-2007@1")) == []
    assert codes(structs.replace(record, profile="pt-casino@1")) == []


def test_the_summary_knows_tables_of_seven_places() -> None:
    """003: exactly seven; R7 and n.5: as many as the cloth has."""
    record = jogada(goes(6, WINS), lugares=5)
    assert codes(record) == ["SD-SEATS"]
    assert codes(structs.replace(record, profile="pt-2007@1")) == ["SD-SEATS"]
    assert codes(structs.replace(record, profile="pt-casino@1")) == []


# --- any record ----------------------------------------------------------------------------------

TEXTS: Final = st.sampled_from(["", "x", "inicial", "vou", "As", "1x", "idle", "real", "chips"])
TIMES: Final = st.sampled_from(
    [None, "", "soon", *(str(moment(at).at) for at in (0, 20, 50.5)), "2026-11-20T21:00:30+01:00"]
)
SMALL: Final = st.integers(-3, 12)
SUMS: Final = st.integers(-(2**53), 2**53) | st.integers(-5, 5_000)
CARDS: Final = st.lists(
    st.none() | st.sampled_from(["As", "Kd", "2c", "Th", "xx", ""]), max_size=6
).map(tuple)
MOMENTS: Final = st.none() | st.builds(Moment, at=TIMES, seq=st.none() | SMALL)
TIPOS: Final = st.sampled_from(["inicial", "segunda", "acumulado", "pares", ""])
AVISOS: Final = st.lists(
    st.builds(Aviso, at=TIMES, seq=st.none() | SMALL, segundos=st.none() | st.integers(0, 2**53)),
    max_size=2,
).map(tuple)
PLACES: Final = st.builds(
    Lugar,
    seat=SMALL,
    player=st.none() | TEXTS,
    decisao=st.sampled_from([None, "vou", "passo"]),
    depois=st.sampled_from([None, "vou", "passo"]),
    decidiu=MOMENTS,
    caducou=st.booleans(),
    avisos=AVISOS,
    cartas=CARDS,
    infracao=st.none() | TEXTS,
    recolhida=MOMENTS,
    cartas_recolhidas=MOMENTS,
    premio_pago=MOMENTS,
    sem_apostar=st.none() | st.integers(0, 9),
)
POOLS: Final = st.builds(
    PoolState,
    pool=TEXTS,
    balance=SUMS,
    base=SUMS,
    ppm=st.integers(0, 1_000_000),
    bet=SUMS,
    combinations=st.dictionaries(st.sampled_from([*COMBINATIONS, "x"]), SMALL, max_size=3),
    fixed=st.dictionaries(st.sampled_from([*COMBINATIONS, "x"]), SMALL, max_size=3),
)
WILD: Final = st.builds(
    SemDescarteRecord,
    profile=st.sampled_from(["cv-2017@1", "pt-2007@1", "pt-casino@1"]),
    mode=st.sampled_from(["physical", "shared", "exclusive", "demo", "x"]),
    payments=st.lists(
        st.builds(
            Payment,
            seat=SMALL,
            amount=SUMS,
            bets=st.lists(SMALL, max_size=2).map(tuple),
            stake_returned=SUMS,
            award=st.none() | TEXTS,
        ),
        max_size=3,
    ).map(tuple),
    errors=st.lists(
        st.builds(
            ErrorNoted,
            error=st.sampled_from(["carta_descoberta", "carta_da_banca_descoberta", "x"]),
            seat=st.none() | SMALL,
        ),
        max_size=1,
    ).map(tuple),
    void=st.none()
    | st.builds(Void, cause=TEXTS, side=st.sampled_from(["operator", "player", "unknown", "x"])),
    limites=st.dictionaries(TIPOS, st.builds(Limit, minimum=SUMS, maximum=SUMS), max_size=2),
    minimo_autorizado=SUMS,
    maximo_golpe=st.none() | SUMS,
    lugares=st.integers(0, 12),
    baralhador=st.booleans(),
    seats=st.lists(PLACES, max_size=4).map(tuple),
    bets=st.lists(
        st.builds(
            Bet,
            bet=SMALL,
            seat=SMALL,
            tipo=TIPOS,
            valor=SUMS,
            player=st.none() | TEXTS,
            at=TIMES,
            seq=st.none() | SMALL,
        ),
        max_size=6,
    ).map(tuple),
    banca=CARDS,
    abertas=st.none() | st.lists(SMALL, max_size=2).map(tuple),
    cortado=st.none() | st.booleans(),
    queimadas=st.none() | st.integers(0, 3),
    queimada=MOMENTS,
    ordem=st.lists(SMALL, max_size=8).map(tuple),
    jogo_feito=MOMENTS,
    banca_descoberta=MOMENTS,
    pool=st.none() | POOLS,
    meios_apostados=st.lists(st.builds(Meio, bet=SMALL, meio=TEXTS), max_size=2).map(tuple),
    cartas_trocadas=st.lists(TEXTS, max_size=2).map(tuple),
    apostas_abertas=MOMENTS,
    segundos=st.none() | st.integers(0, 2**53),
    tempo_apostas=st.none() | st.integers(0, 2**53),
    sessoes=st.lists(
        st.builds(
            PlayerSession,
            session=TEXTS,
            ended_by=st.sampled_from(["", "player", "operator"]),
            cause=TEXTS,
            rounds=st.none() | st.integers(0, 5),
            history=st.none() | st.integers(0, 5),
            restricted=st.booleans(),
        ),
        max_size=2,
    ).map(tuple),
    meios=st.lists(TEXTS, max_size=2).map(tuple),
)


@given(WILD)
@settings(max_examples=120, deadline=None)
def test_no_record_is_too_wild(record: SemDescarteRecord) -> None:
    """Whatever stands in a record, it is settled and verified, and every stake has its line."""
    verdict = judge(record)
    assert verdict.settlement is not None
    if not record.bets:
        assert verdict.settlement.lines == ()
    assert sorted(line.bet or 0 for line in verdict.settlement.lines) == sorted(
        one.bet for one in record.bets
    )
    assert all(fault.code in CODES for fault in verdict.found)
    cited = [fault.rule for fault in verdict.found]
    cited += [rule for line in verdict.settlement.lines for rule in line.rules]
    other = "000" if record.profile.startswith("cv") else "SD R"
    assert not [rule for rule in cited if other in rule], "each text by its own numbers"


@given(
    st.sampled_from([SILENT, CLOCK, passes(1)[0]]),
    AVISOS,
    st.sampled_from(["physical", "shared", "exclusive", "demo"]),
)
def test_without_a_decision_nothing_but_the_initial_bet_is_lost(
    place: Lugar, avisos: tuple[Aviso, ...], mode: str
) -> None:
    """R13, R52: however the time ran out, 10.00 are lost and no more."""
    record = shared(undecided(place, avisos=avisos), mode=mode)
    assert due(record) == {11: 0}
    lapsed = mode != "physical" and (place.caducou or place.decisao is None)
    assert set(codes(record)) <= ({"SD-ONL"} if lapsed else set())


def test_what_is_said_of_play_online_is_read_and_written_as_json() -> None:
    """``razao replay FILE`` takes it as text; nothing is lost on the way."""
    record = shared(
        undecided(CLOCK, avisos=(warned(40),), depois="vou"),
        banca=PAIR_OF_KINGS,
        meios_apostados=(Meio(bet=11, meio="account"),),
        sessoes=(PlayerSession(session="s", ended_by="operator", cause="idle_rounds"),),
        meios=("account",),
        cartas_trocadas=("7h",),
    )
    assert decode_record(msgspec.json.encode(record)) == record
