"""Records that no honest table writes, and that a key may sign all the same: none stops replay."""

import json
from typing import Any

import pytest

from projections.replay.registry import Verdict, decode_record, judge
from projections.replay.settlement import Outcome

FAR = 2**53 - 1


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
