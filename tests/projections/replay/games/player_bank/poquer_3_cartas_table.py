"""A jogada of póquer de 3 cartas, told in a few words: for its tests."""

from typing import Any, Final

from projections.replay.games.player_bank.jogada import Abertura
from projections.replay.games.player_bank.poquer_3_cartas import Poquer3CartasRecord
from projections.replay.kit.dice import Throw
from projections.replay.record import Payment
from tests.projections.replay.games.player_bank.player_bank_table import deal

HANDS: Final = {
    1: "Kh Qs Jd",  # three figures: 1
    2: "Kd Ts 9d",  # nine with one figure: 3
    3: "Qh Js 8d",  # the banker: eight with two figures: 5
    4: "Ks Qd 8c",  # the same, and the king of espadas
    5: "2h 3s 4d",  # nine without figures: 4
    6: "Jh 7h Ah",  # eight with one figure: 6
    7: "Tc 9c 8h",  # seven without figures: 10
    8: "5c 5d Td",  # zero without figures: 31
}
SEVEN: Final = Throw(dados=(1, 2, 3, 1), by=3)
"""Counted from the banker at place 3, he being one: 3 4 5 6 7 8 1, so place 1 receives first."""


def jogada(*bets: Any, **more: Any) -> Poquer3CartasRecord:
    """Return a jogada as it should be: the banker at place 3 with 100.00."""
    fields: dict[str, Any] = {
        "banqueiro": 3,
        "capital": 10_000,
        "bets": bets,
        "dados": (SEVEN,),
        "primeiro_lugar": 1,
        "cartas": deal(HANDS),
        **more,
    }
    return Poquer3CartasRecord(**fields)


def with_hands(*bets: Any, hands: dict[int, str], **more: Any) -> Poquer3CartasRecord:
    """Return a jogada of which only these hands were opened, and nothing of the deal recorded."""
    opened = tuple(Abertura(seat=one, cartas=tuple(cards.split())) for one, cards in hands.items())
    return jogada(*bets, **{"cartas": (), "aberturas": opened, **more})


SHORT: Final = deal(HANDS)[:-1]
"""The last card was never dealt."""


def pay(bet: int, seat: int, amount: int, returned: int) -> Payment:
    """Return a payment of a bet."""
    return Payment(seat=seat, bets=(bet,), amount=amount, stake_returned=returned)
