"""Where a table declares no maximum, or one above the law's, the law's holds for each stake."""

import json
from typing import Any

import pytest

from projections.replay.registry import decode_record, judge

LEAST = 100


def codes(**record: Any) -> list[str]:
    """Return the codes of faults of stakes."""
    verdict = judge(decode_record(json.dumps({**record, "records": ["bets"]})))
    return [one.code for one in verdict.found if one.bet is not None]


def limits(game: str, chance: str, declared: int | None) -> dict[str, Any]:
    """Return the fields of a table whose minimum is 1.00, with a declared maximum or none."""
    most = {} if declared is None else {"maximum": declared}
    return {"game": game, "limites": {chance: {"minimum": LEAST, **most}}}


CASES = [
    ("roleta_americana", "pleno", "17", 30),  # RA R21 a
    ("roleta_americana", "cavalo", "17-18", 60),
    ("roleta_americana", "rua", "16-17-18", 90),
    ("roleta_americana", "par", "", 540),  # RA R21 b
    ("roleta_francesa", "pleno", "17", 30),  # RF R20
    ("roleta_francesa", "duzia", "1", 360),
    ("banca_francesa", "ases", "", 6),  # BF R12 a
    ("banca_francesa", "grande", "", 200),  # BF R12 b
    ("bacara_ponto_e_banca", "ponto", "", 70),  # PB R8
    ("bacara_ponto_e_banca", "empate", "", 15),
    ("bacara_ponto_e_banca", "par_da_banca", "", 8),
    ("poquer_sem_descarte", "inicial", "", 25),  # SD R20
    ("blackjack", "principal", "", 30),  # BJ R8
]


@pytest.mark.parametrize("declared", [None, 100_000_000])
@pytest.mark.parametrize(("game", "chance", "selection", "times"), CASES)
def test_a_stake_above_the_law_s_maximum_is_one_whatever_was_declared(
    game: str, chance: str, selection: str, times: int, declared: int | None
) -> None:
    """So many times the minimum is the last stake that the law allows."""
    own = "BJ-R8" if game == "blackjack" else "BET-MAX"
    for valor, expected in ((times * LEAST, 0), ((times + 1) * LEAST, 1)):
        bet = {"bet": 1, "seat": 1, "tipo": chance, "selecao": selection, "valor": valor}
        found = codes(**limits(game, chance, declared), bets=[bet])
        assert found.count(own) == expected, found


@pytest.mark.parametrize(("game", "chance", "selection", "times"), CASES)
def test_a_stricter_maximum_of_the_table_holds(
    game: str, chance: str, selection: str, times: int
) -> None:
    """A table may take less than the law allows."""
    declared = (times - 1) * LEAST
    bet = {"bet": 1, "seat": 1, "tipo": chance, "selecao": selection, "valor": times * LEAST}
    assert "BET-MAX" in codes(**limits(game, chance, declared), bets=[bet])
