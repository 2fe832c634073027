"""A game against a player's bank: what is its own are its hands and the faults of its set.

How bets, bank and money go is the same in each of them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from projections.replay.game import Game, Rule
from projections.replay.games.player_bank.checks import bank_faults
from projections.replay.games.player_bank.jogada import (
    Hands,
    Law,
    PlayerBankRecord,
    PlayerBankRules,
)
from projections.replay.games.player_bank.payments import paid_aside, renamed
from projections.replay.games.player_bank.settling import UNDECIDED, BankRound, Judge, Judged
from projections.replay.settlement import Found, Settlement

Hand = TypeVar("Hand")


def comparing(
    combination: Callable[[Sequence[str]], Hand | None],
    compared: Callable[[int, Sequence[str], Hand, Sequence[str], Hand], Judged],
) -> Judge:
    """Return the judge of the places' hands; a hand not known, or not whole, decides nothing.

    ``compared`` gets the place, its pieces and the hand they make, the banker's and his hand.
    """

    def judge(hands: Hands, place: int) -> Judged:
        own, banker = hands.of(place), hands.of(hands.banker)
        if own is None or banker is None:
            return UNDECIDED
        hand, bank = combination(own), combination(banker)
        if hand is None or bank is None:
            return UNDECIDED
        return compared(place, own, hand, banker, bank)

    return judge


def bank_game(
    law: Law,
    *,
    section: str,
    record: type[PlayerBankRecord],
    rules: type[PlayerBankRules],
    coverage: tuple[Rule, ...],
    play: Callable[[Any, Any], BankRound],
    told: Callable[[Sequence[str]], str | int | None],
    own_faults: Callable[[BankRound, Any, Any], Iterable[Found]],
) -> Game:
    """Return the game that plays a jogada out with ``play``.

    ``told`` names the hand that pieces make, for the result; ``own_faults`` are those of the deal
    and the set, from the jogada, its record and the rules.
    """

    def settle(record: Any, rules: Any) -> Settlement:
        jogada = play(record, rules)
        said: dict[str, str | int] = {}
        for place in jogada.places:
            pieces = jogada.hands.of(place)
            hand = told(pieces) if pieces is not None else None
            if hand is not None:
                said[str(place)] = hand
        return jogada.settlement(result={"combinacoes": said})

    def verify(record: Any, rules: Any, settlement: Settlement) -> tuple[Found, ...]:
        jogada = play(record, rules)
        return (*bank_faults(jogada, settlement), *own_faults(jogada, record, rules))

    def relabel(record: Any, rules: Any, settlement: Settlement, fault: Found) -> Found | None:
        return renamed(play(record, rules), settlement, fault)

    return Game(
        name=law.game,
        section=section,
        record=record,
        settle=settle,
        verify=verify,
        rules=rules,
        coverage=coverage,
        relabel=relabel,
        aside=paid_aside,
    )
