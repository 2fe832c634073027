"""Records that no honest table writes, and that a key may sign all the same: none stops replay."""

import json
from itertools import chain, islice
from random import Random
from typing import Any

import msgspec
import pytest

from projections.replay.asked.reader import describe_verdict
from projections.replay.codes import CODES
from projections.replay.registry import GAMES, Verdict, decode_record, judge
from projections.replay.settlement import Outcome
from tests.helpers.each import each
from tests.projections.replay.every_game.hostile_records import FAR, HONEST, altered, mixed

EXAMPLES = 150
"""Altered records of a game in one run."""
AGAIN = 50
"""Altered records of a game that are judged twice."""
SEEDS = [1, *[pytest.param(seed, marks=pytest.mark.deep) for seed in range(2, 7)]]


@pytest.mark.one_in(10)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_no_record_that_decodes_stops_replay(game: str, seed: int) -> None:
    """Whatever a key signs is judged, every fault has its code, and the verdict can be told."""
    random = Random(f"{game}/{seed}")
    lines = chain(islice(altered(game, random), EXAMPLES), islice(mixed(game, random), EXAMPLES))
    for line in lines:
        try:
            verdict = judge(decode_record(line))
            assert all(found.code in CODES for found in verdict.found)
            msgspec.json.encode(describe_verdict(verdict))
        except Exception as error:
            error.add_note(line)
            raise


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_record_read_again_is_judged_as_before(game: str) -> None:
    """A round that comes twice has one verdict: nothing is remembered of its first reading."""
    lines = altered(game, Random(game))
    for _ in range(AGAIN):
        line = next(lines)
        first, second = judge(decode_record(line)), judge(decode_record(line))
        assert (first.settlement, first.found, first.aside) == (
            second.settlement,
            second.found,
            second.aside,
        ), line


@each("line", HONEST, ids=lambda line: json.loads(line)["game"])
def test_what_is_altered_was_honest(line: str) -> None:
    """The records that are altered have no fault of their own: an honest table is accused of none.

    Whoever alters one can then tell what came of it.
    """
    assert judge(decode_record(line)).found == ()


def judged(**record: Any) -> Verdict:
    """Judge a record given by its fields."""
    return judge(decode_record(json.dumps(record)))


def codes(verdict: Verdict) -> set[str]:
    """Return the codes of what was found."""
    return {found.code for found in verdict.found}


@pytest.mark.parametrize("card", ["A", "", "A" * 200, "sA"])
@pytest.mark.parametrize("game", ["poquer_holdem", "poquer_omaha"])
def test_a_card_that_cannot_be_read_is_as_one_that_the_deck_lacks(game: str, card: str) -> None:
    """Three common cards of a suit make each own card's suit count: this card has none."""
    verdict, other = showdown(game, card), showdown(game, "1x")
    assert "RES-IMPOSS" in codes(verdict)
    assert verdict.settlement.lines == other.settlement.lines
    assert codes(verdict) == codes(other)


def showdown(game: str, card: str) -> Verdict:
    """Judge a hand of two, played to the end, in which seat 1 was dealt this card."""
    own = 2 if game == "poquer_holdem" else 4
    return judged(
        game=game,
        minimum=100,
        mao=1,
        board=["2s", "5s", "9s", "Kd", "Qh"],
        players=[
            {"seat": 1, "stack": 1000, "cards": [card, "As", "Ad", "Ac"][:own]},
            {"seat": 2, "stack": 1000, "cards": ["7s", "8s", "8d", "8c"][:own]},
        ],
        actions=[
            {"seat": 1, "action": "pequena_aposta", "added": 50},
            {"seat": 2, "action": "grande_aposta", "added": 100},
            {"seat": 1, "action": "acompanhar", "added": 50},
            {"seat": 2, "action": "passar"},
            *(
                {"seat": seat, "action": "passar", "common": common}
                for common in (3, 4, 5)
                for seat in (1, 2)
            ),
        ],
    )


@pytest.mark.parametrize("most", [0, -1, -FAR, FAR])
@pytest.mark.parametrize("stake", [-1, -FAR])
def test_a_stake_below_nothing_is_none_in_the_difference_of_the_two_chances(
    stake: int, most: int
) -> None:
    """PM R39: nobody has staked on banca more than on ponto; BET-MIN tells what is wrong."""
    verdict = judged(
        game="bacara_ponto_e_banca_macau",
        diferenca_maxima=most,
        cartas=[
            {"to": to, "card": card}
            for to, card in (("ponto", "9s"), ("banca", "Kd"), ("ponto", "Kc"), ("banca", "7h"))
        ],
        bets=[{"bet": 1, "seat": 1, "tipo": "ponto", "valor": stake}],
    )
    assert codes(verdict) == {"BET-MIN"}


@pytest.mark.parametrize("seconds", [FAR, 10**15])
def test_more_seconds_than_any_clock_counts_are_another_betting_time(seconds: int) -> None:
    """ONL-TIME: the register's time is unreadable as one, but it is not the time bets were open."""
    verdict = judged(
        game="banca_francesa",
        mode="shared",
        apostas_abertas=[{"at": "2026-11-20T20:00:00Z", "segundos": seconds}],
        nada_mais=[{"at": "2026-11-20T20:00:20Z"}],
    )
    assert "ONL-TIME" in codes(verdict)


@pytest.mark.parametrize("variante", [FAR, -FAR, 2**63 - 1, 0])
def test_a_variant_of_bingo_that_there_is_not_takes_no_memory(variante: int) -> None:
    """BI R9: only the numbers of a variant of the law are told apart ball by ball."""
    verdict = judged(
        game="bingo",
        variante=variante,
        actos=[{"acto": "bola", "numero": "17"}],
    )
    assert {line.outcome for line in verdict.settlement.lines} == {Outcome.PENDENTE}


def test_of_a_challenge_told_twice_the_sum_of_its_payments_is_what_is_wrong() -> None:
    """DC R13: stakes bear one number, each looks paid as if it were alone, the rest are not."""
    verdict = judged(
        game="desafio_ao_casino",
        bets=[
            {"bet": 1, "seat": 1, "tipo": "inicial", "valor": 5000, "seq": 1},
            {"bet": 3, "seat": 1, "tipo": "desafio", "valor": 5000, "seq": 9},
        ],
        jogo_feito={"seq": 2},
        cartas=[
            {"to": "seat", "seat": 1, "card": "9c"},
            {"to": "bank", "card": "9d"},
            {"to": "seat", "seat": 1, "card": "Th"},
            {"to": "bank", "card": "9h"},
        ],
        opcoes=[{"seat": 1, "opcao": "desafiar", "bet": 1, "valor": 5000}] * 2,
        payments=[
            {"seat": 1, "amount": 0, "bets": [1], "stake_returned": 5000},
            {"seat": 1, "amount": 5000, "bets": [3], "stake_returned": 5000},
        ],
    )
    assert codes(verdict) == {"DC-WAR"}
