"""Stakes that the table does not take: too much, too little, too late (R8, R16 to R18)."""

from collections.abc import Mapping
from typing import Final

from ledger.events.rounds import BetPlaced, BetWithdrawn, Payout
from ops.simulator.games.house_cards.blackjack.faults.rigs import Fault
from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.rules import CHIP, Stake
from ops.simulator.games.house_cards.blackjack.table import TIMES, Jogada
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

WRONG_BET: Final = 900
"""The number of a bet that is none of the round's own."""


def _only_stake(jogada: Jogada) -> Stake:
    """Leave the first place's first stake alone there."""
    stakes = jogada.target.hands[0].stakes
    del stakes[1:]
    return stakes[0]


def _over_thirty(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay more than thirty times the minimum (R8)."""
    stake, most = _only_stake(jogada), TIMES * table.minimum
    stake.amount = most + table.minimum
    sums = {"due": most, "paid": stake.amount}
    table.note(jogada, "BJ-R8", jogada.target, bet=stake.number, **sums)
    yield from ()


def _over_maximum(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay more than the table's own maximum, which is lower than the rule's."""
    stake, most = _only_stake(jogada), 20 * table.minimum
    yield from table.open_with({"maximos": {"principal": most, "jackpot": CHIP}})
    for one in jogada.boxes[1:]:
        one.hands[0].stakes[0].amount = table.minimum
    stake.amount = most + table.minimum
    sums = {"due": most, "paid": stake.amount}
    table.note(jogada, "BET-MAX", jogada.target, bet=stake.number, **sums)


def _under_minimum(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay less than the minimum."""
    stake = _only_stake(jogada)
    stake.amount = table.minimum - 5
    sums = {"due": table.minimum, "paid": stake.amount}
    table.note(jogada, "BET-MIN", jogada.target, bet=stake.number, **sums)
    yield from ()


def _not_multiple(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay no multiple of the minimum (R8)."""
    stake = _only_stake(jogada)
    stake.amount = 2 * table.minimum + 5
    table.note(jogada, "BJ-R8", jogada.target, bet=stake.number, facts={"fact": "aposta"})
    yield from ()


def _place_over(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let two lay more on one place than it takes (R18)."""
    stake, most = _only_stake(jogada), TIMES * table.minimum
    stake.amount = most - table.minimum
    other = next(one for one in table.players.values() if one is not stake.owner)
    added = Stake(other, stake.seat, "complementar", 3 * table.minimum, WRONG_BET)
    jogada.target.hands[0].stakes.append(added)
    sums = {"due": most, "paid": stake.amount + added.amount}
    table.note(jogada, "BJ-R8", jogada.target, facts={"fact": "casa"}, **sums)
    yield from ()


def _lay_late(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay a stake after the close."""
    box = jogada.target
    late = Stake(box.decider, box.seat, "principal", table.minimum, WRONG_BET)
    yield table.put(late, late.amount, jogada.name)
    table.note(jogada, "BET-LATE", box, bet=WRONG_BET, due=0, paid=late.amount)


def _refuse_late(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay a stake after the close, and push it back."""
    yield from _lay_late(table, jogada)
    yield table.say(BetWithdrawn(bet=WRONG_BET, cause="late"), jogada.name, after=(1, 3))


def _refuse_late_chip(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay a jackpot chip after the close, and push it back."""
    box = jogada.target
    yield table.put_chip(WRONG_BET, box.decider, CHIP, jogada.name)
    table.note(jogada, "BET-LATE", box, bet=WRONG_BET, due=0, paid=CHIP)
    yield table.say(BetWithdrawn(bet=WRONG_BET, cause="late"), jogada.name, after=(1, 3))


def _pay_late(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Pay a stake that lay too late, as if it had won."""
    box, stake = jogada.target, table.minimum
    table.note(jogada, "PAY-DIFF", box, bet=WRONG_BET, due=stake, paid=2 * stake)
    won = Payout(seat=box.seat, amount=stake, bets=(WRONG_BET,), stake_returned=stake)
    yield table.say(won, jogada.name, after=(1, 3))


def _lay_unknown(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay a stake on a chance that the game does not have."""
    box = jogada.target
    placed = BetPlaced(bet=WRONG_BET, seat=box.seat, chance="par_perfeito", amount=table.minimum)
    yield table.say(placed, jogada.name)
    table.note(jogada, "RES-IMPOSS", box, bet=WRONG_BET, due=0, paid=table.minimum)


def _give_back(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Give that stake back."""
    back = table.minimum
    given = Payout(seat=jogada.target.seat, amount=0, bets=(WRONG_BET,), stake_returned=back)
    yield table.say(given, jogada.name, after=(1, 3))


BETS: Final[Mapping[str, Fault]] = {
    "over-thirty-times": Wrong(does={"prepared": _over_thirty}),
    "over-maximum": Wrong(does={"prepared": _over_maximum}),
    "under-minimum": Wrong(does={"prepared": _under_minimum}),
    "not-a-multiple": Wrong(does={"prepared": _not_multiple}),
    "place-over-maximum": Wrong(does={"prepared": _place_over}),
    "late-bet-refused": Wrong(does={"closed": _refuse_late}),
    "late-bet-paid": Wrong(does={"closed": _lay_late, "awards": _pay_late}),
    "late-jackpot-chip": Wrong(does={"closed": _refuse_late_chip}),
    "unknown-chance": Wrong(does={"bets": _lay_unknown, "awards": _give_back}),
}
