"""Faults of any table where one outcome decides every bet: payments and bets.

Each is a ``Wrong``: whether a coup can have it, what it pays, what it does at which moment.
"""

from typing import Final

from msgspec import structs

from ledger.events.base import Chips
from ledger.events.rounds import (
    BetChanged,
    BetReconstructed,
    BetWithdrawn,
    Payout,
)
from ops.simulator.games.wheels.coup import Coup, Laid
from ops.simulator.games.wheels.table import CoupTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

# --- which coups fit -----------------------------------------------------------------------------


def with_winner(table: CoupTable, coup: Coup) -> bool:
    """Choose a bet that wins."""
    winners = [bet for bet in coup.bets if table.due(bet, coup.result)[0]]
    if winners:
        coup.target = table.rng.choice(winners)
    return bool(winners)


def with_plain_winner(table: CoupTable, coup: Coup) -> bool:
    """Choose a bet that wins, all of its chips."""
    winners = [
        bet
        for bet in coup.bets
        if table.due(bet, coup.result)[1] == bet.amount and table.ordinary(bet)
    ]
    if winners:
        coup.target = table.rng.choice(winners)
    return bool(winners)


def with_loser(table: CoupTable, coup: Coup) -> bool:
    """Choose a bet that loses, and not because a zero or a star takes it."""
    losers = [
        bet
        for bet in coup.bets
        if not any(table.due(bet, coup.result))
        and table.ordinary(bet)
        and table.lost_code(bet, coup.result) == "PAY-DIFF"
    ]
    if losers:
        coup.target = table.rng.choice(losers)
    return bool(losers)


def with_loser_beside(table: CoupTable, coup: Coup) -> bool:
    """Choose a bet that wins, and one of the same player that loses."""
    if not with_plain_winner(table, coup):
        return False
    losers = [
        bet
        for bet in coup.bets
        if bet.seat == coup.at.seat
        and not any(table.due(bet, coup.result))
        and table.ordinary(bet)
        and table.lost_code(bet, coup.result) == "PAY-DIFF"
    ]
    if losers:
        coup.instead = table.rng.choice(losers)
    return bool(losers)


def with_two_winners(table: CoupTable, coup: Coup) -> bool:
    """Choose two bets that win, of one player."""
    if not with_winner(table, coup):
        return False
    others = [
        bet
        for bet in coup.bets
        if bet is not coup.target and bet.seat == coup.at.seat and table.due(bet, coup.result)[0]
    ]
    if others:
        coup.instead = table.rng.choice(others)
    return bool(others)


def with_two_players(table: CoupTable, coup: Coup) -> bool:
    """Choose a bet that wins, and let there be somebody else at the table."""
    return len(table.players) > 1 and with_winner(table, coup)


def with_bets(table: CoupTable, coup: Coup) -> bool:
    """Return whether some bets win and some lose."""
    won = [any(table.due(bet, coup.result)) for bet in coup.bets]
    return any(won) and not all(won)


def with_bet(table: CoupTable, coup: Coup) -> bool:
    """Choose any bet."""
    if coup.bets:
        coup.target = table.rng.choice(coup.bets)
    return bool(coup.bets)


# --- payments ------------------------------------------------------------------------------------


def payout_of(coup: Coup) -> int:
    """Return where among the payments that of the target is."""
    return next(at for at, one in enumerate(coup.payouts) if one.bets == (coup.at.number,))


def _wrong(coup: Coup, amount: int) -> None:
    at = payout_of(coup)
    coup.payouts[at] = structs.replace(coup.payouts[at], amount=amount, announced=amount)


def overpay(table: CoupTable, coup: Coup) -> None:
    """Pay a winner too much."""
    prize, back = table.due(coup.at, coup.result)
    more = max(1, back // table.rng.choice((1, 2, 5)))
    _wrong(coup, prize + more)
    table.plant_payment(coup, coup.at, prize + more + back)


def underpay(table: CoupTable, coup: Coup) -> None:
    """Pay a winner too little."""
    prize, back = table.due(coup.at, coup.result)
    less = max(0, prize - max(1, back // table.rng.choice((1, 2, 5))))
    _wrong(coup, less)
    table.plant_payment(coup, coup.at, less + back)


def stake_only(table: CoupTable, coup: Coup) -> None:
    """Give a winner his stake back, and no prize."""
    back = table.due(coup.at, coup.result)[1]
    _wrong(coup, 0)
    table.plant_payment(coup, coup.at, back)


def unpay(table: CoupTable, coup: Coup) -> None:
    """Sweep a winner's stake with what is lost, and pay him nothing."""
    del coup.payouts[payout_of(coup)]
    table.plant_payment(coup, coup.at, 0)


def pay_twice(table: CoupTable, coup: Coup) -> None:
    """Pay a winner's prize twice."""
    at = payout_of(coup)
    first = coup.payouts[at]
    coup.payouts.insert(at + 1, structs.replace(first, stake_returned=0))
    table.plant_payment(coup, coup.at, 2 * first.amount + first.stake_returned)


def pay_other_bet(table: CoupTable, coup: Coup) -> None:
    """Pay a player's winner on another of his bets, and sweep the winner."""
    assert coup.instead is not None
    prize, _ = table.due(coup.at, coup.result)
    at = payout_of(coup)
    coup.payouts[at] = table.payout(coup.instead, prize, coup.instead.amount)
    table.plant_payment(coup, coup.at, 0)
    table.plant_payment(coup, coup.instead, prize + coup.instead.amount)


def pay_other_seat(table: CoupTable, coup: Coup) -> None:
    """Pay a winner's prize to somebody else."""
    others = [seat for seat in sorted(table.players) if seat != coup.at.seat]
    seat = table.rng.choice(others)
    at = payout_of(coup)
    coup.payouts[at] = structs.replace(coup.payouts[at], seat=seat, player=None)
    paid = sum(table.due(coup.at, coup.result))
    table.plant_round(coup, "PAY-DIFF", seat=seat, bet=coup.at.number, due=0, paid=paid)


def pay_loser(table: CoupTable, coup: Coup) -> None:
    """Pay a bet that lost as if it had won even money."""
    coup.payouts.append(table.payout(coup.at, coup.at.amount, coup.at.amount))
    table.plant_payment(coup, coup.at, 2 * coup.at.amount)


def leave_loser(table: CoupTable, coup: Coup) -> None:
    """Give a bet that lost back."""
    coup.payouts.append(table.payout(coup.at, 0, coup.at.amount))
    table.plant_payment(coup, coup.at, coup.at.amount)


def pay_sum_wrong(table: CoupTable, coup: Coup) -> None:
    """Pay two winners of a player at one go, and count wrongly."""
    assert coup.instead is not None
    pair = (coup.at, coup.instead)
    due = [table.due(bet, coup.result) for bet in pair]
    right, back = sum(prize for prize, _ in due), sum(stake for _, stake in due)
    wrong = right + table.rng.choice((-1, 1)) * max(1, right // 4)
    numbers = {bet.number for bet in pair}
    # Where the first of them that the order of payments knows would be paid.
    ranked = [bet for bet in pair if bet.tipo in table.RANK] or list(pair)
    first = min(ranked, key=table.rank)
    at = next(at for at, one in enumerate(coup.payouts) if one.bets == (first.number,))
    coup.payouts[at] = Payout(
        seat=coup.at.seat,
        amount=wrong,
        bets=tuple(bet.number for bet in pair),
        stake_returned=back,
        player=coup.at.player.name,
    )
    coup.payouts = [
        one for one in coup.payouts if len(one.bets) > 1 or not numbers.intersection(one.bets)
    ]
    table.plant_round(coup, table.PAY, seat=coup.at.seat, due=right + back, paid=wrong + back)


def pay_by_word(table: CoupTable, coup: Coup) -> None:
    """Pay a mark that was taken off by the player's word, though it is known how it lay."""
    bet = coup.at
    marked = table.rebuild(bet).claimed
    assert marked is not None
    coup.rebuilt = BetReconstructed(
        bet=bet.number,
        seat=bet.seat,
        player=bet.player.name,
        recorded=marked,
        claimed=structs.replace(marked, amount=2 * bet.amount),
        taken="claimed",
    )
    pay_raised(table, coup)


# --- order ---------------------------------------------------------------------------------------


def with_order(table: CoupTable, coup: Coup) -> bool:
    """Let two players win on chances that the rules rank, each on one."""
    won = [bet for bet in coup.bets if any(table.due(bet, coup.result))]
    ranks = {table.RANK.get(bet.tipo, -1) for bet in won}
    seats = [bet.seat for bet in won]
    if len(won) < 2 or -1 in ranks or len(ranks) < 2 or len(set(seats)) < len(seats):
        return False
    coup.target = max(won, key=lambda bet: table.RANK[bet.tipo])
    return True


def pay_out_of_order(table: CoupTable, coup: Coup) -> None:
    """Pay the bet first that the order of payments has last."""
    coup.payouts.insert(0, coup.payouts.pop(payout_of(coup)))
    table.plant_round(coup, "PAY-ORDER")


# --- bets ----------------------------------------------------------------------------------------


def _winner_more(table: CoupTable, coup: Coup) -> Laid | None:
    """Lay another bet that wins, for somebody who has none there yet."""
    player = table.someone()
    bet = table.a_bet(player)
    if not table.ordinary(bet) or table.due(bet, coup.result)[1] != bet.amount:
        return None
    mine = [one for one in coup.bets if one.player is player]
    same = any((one.tipo, one.selection) == (bet.tipo, bet.selection) for one in mine)
    if same or not table.fits_beside(bet, mine):
        return None
    coup.bets.append(bet)
    bet.number = max(one.number for one in coup.bets) + 1
    coup.target = bet
    return bet


def with_late_winner(table: CoupTable, coup: Coup) -> bool:
    """Lay a bet that wins after the close."""
    bet = _winner_more(table, coup)
    if bet is None:
        return False
    bet.late = True
    return True


def pay_late(table: CoupTable, coup: Coup) -> None:
    """Pay a late bet, of which the stake alone was due."""
    bet = coup.at
    table.plant_bet(coup, late_code(table), bet, due=0, paid=bet.amount)
    paid = sum(table.due(bet, coup.result))
    table.plant_bet(coup, "PAY-DIFF", bet, due=bet.amount, paid=paid)


def late_code(table: CoupTable) -> str:
    """Return the name of a late bet."""
    return "BO-BELL" if table.CLOSED_BY == "bell" else "BET-LATE"


def refuse_late(table: CoupTable, coup: Coup) -> Telling:
    """Let somebody bet too late, and push it back."""
    player = table.someone()
    bet = table.a_bet(player)
    bet.number = max((one.number for one in coup.bets), default=0) + 500
    yield table.put(bet, bet.amount, coup.name)
    yield table.say(BetWithdrawn(bet=bet.number, cause="late"), coup.name)
    table.plant_bet(coup, late_code(table), bet, due=0, paid=bet.amount)


def raise_late(table: CoupTable, coup: Coup) -> Telling:
    """Let a bet that is going to win be doubled after the close."""
    bet = coup.at
    change = BetChanged(
        bet=bet.number,
        amount=2 * bet.amount,
        chips=Chips(count=2 * bet.count, value=bet.value or bet.amount // bet.count),
        cause="own",
    )
    yield table.say(change, coup.name)
    table.plant_round(coup, "BET-LATE", bet=bet.number, due=0, paid=2 * bet.amount)


def pay_raised(table: CoupTable, coup: Coup) -> None:
    """Pay twice the prize, as for the stake that was doubled too late."""
    prize, back = table.due(coup.at, coup.result)
    _wrong(coup, 2 * prize)
    table.plant_payment(coup, coup.at, 2 * prize + back)


def move_late(table: CoupTable, coup: Coup) -> Telling:
    """Let somebody move a losing bet, too late, and put it back where it lay."""
    bet = coup.at
    other = table.a_bet(bet.player)
    change = BetChanged(
        bet=bet.number, chance=other.tipo, selection=other.selection or None, cause="moved"
    )
    yield table.say(change, coup.name)
    table.plant_round(coup, "BET-LATE", bet=bet.number)


def withdraw_late(table: CoupTable, coup: Coup) -> Telling:
    """Let somebody take a bet off after the close; he is made to put it back, and it loses."""
    yield table.say(BetWithdrawn(bet=coup.at.number, cause="own"), coup.name)
    table.plant_round(coup, "BET-LATE", bet=coup.at.number)


def with_limit(table: CoupTable, coup: Coup, *, above: bool) -> bool:
    """Lay more, or less, than the table takes of an ordinary bet."""
    player = table.someone()
    bet = table.a_bet(player)
    if not table.ordinary(bet):
        return False
    if above:
        bet.count = table.MAXIMUM[bet.tipo] // player.value + table.rng.randint(1, 5)
        bet.amount = bet.count * player.value
    else:
        least, step = table.MINIMUM[bet.tipo], table.MULTIPLE.get(bet.tipo, 25)
        bet.value = step
        bet.count = (least - 1) // step
        bet.amount = bet.count * step
    if bet.amount <= 0:
        return False
    # Nothing else of his on the place, nor on several places of which that may be one.
    coup.bets = [
        one
        for one in coup.bets
        if one.player is not player
        or (
            table.ordinary(one)
            and (one.tipo, one.selection) != (bet.tipo, bet.selection)
            and table.fits_beside(bet, [one])
        )
    ]
    coup.bets.append(bet)
    bet.number = max(one.number for one in coup.bets) + 1
    bet.plain = True
    coup.target = bet
    return True


def with_two_on_one(table: CoupTable, coup: Coup) -> bool:
    """Lay two bets of a player on one place, which together are more than the table takes."""
    if not with_limit(table, coup, above=True):
        return False
    second = coup.at
    value = second.player.value
    least = -(-table.MINIMUM[second.tipo] // value)
    part = second.count // 2
    if part < least or second.count - part < least:
        return False
    first = Laid(second.player, second.tipo, second.selection, part * value, part, plain=True)
    second.count -= part
    second.amount = second.count * value
    first.number, second.number = second.number, second.number + 1
    coup.bets.insert(coup.bets.index(second), first)
    coup.instead = first
    return True


def note_two(table: CoupTable, coup: Coup) -> Telling:
    """Plant two bets that together are too large: the last of them shows it."""
    assert coup.instead is not None
    bet = coup.at
    paid = bet.amount + coup.instead.amount
    table.plant_bet(coup, "BET-MAX", bet, due=table.MAXIMUM[bet.tipo], paid=paid)
    yield from ()


def with_large_bet(table: CoupTable, coup: Coup) -> bool:
    """Lay more than the table takes."""
    return with_limit(table, coup, above=True)


def with_small_bet(table: CoupTable, coup: Coup) -> bool:
    """Lay less than the table takes."""
    return with_limit(table, coup, above=False)


def note_large(table: CoupTable, coup: Coup) -> Telling:
    """Plant a bet that is too large."""
    bet = coup.at
    table.plant_bet(coup, "BET-MAX", bet, due=table.MAXIMUM[bet.tipo], paid=bet.amount)
    yield from ()


def note_small(table: CoupTable, coup: Coup) -> Telling:
    """Plant a bet that is too small."""
    bet = coup.at
    table.plant_bet(coup, "BET-MIN", bet, due=table.MINIMUM[bet.tipo], paid=bet.amount)
    yield from ()


def with_odd_bet(table: CoupTable, coup: Coup) -> bool:
    """Lay a stake that is no multiple of the chance."""
    bet = _winner_more(table, coup)
    if bet is None or bet.tipo not in table.MULTIPLE:
        return False
    bet.amount += 1
    bet.count, bet.value = bet.amount, 1
    return bet.amount <= table.MAXIMUM[bet.tipo]


def note_multiple(table: CoupTable, coup: Coup) -> Telling:
    """Plant a bet that is no multiple."""
    table.plant_bet(coup, "BET-MULT", coup.at)
    yield from ()


def with_miscounted_bet(table: CoupTable, coup: Coup) -> bool:
    """Let the chips of a bet make another sum than is said."""
    bet = _winner_more(table, coup)
    if bet is None:
        return False
    bet.value = 2 * (bet.amount // bet.count)
    return True


def early_bet(table: CoupTable, coup: Coup) -> Telling:
    """Take a bet before the bets are opened."""
    bet = coup.at
    coup.bets.remove(bet)
    yield table.put(bet, bet.amount, coup.name)
    table.plant_bet(coup, "BET-EARLY", bet, due=0, paid=bet.amount)


def back_again(table: CoupTable, coup: Coup) -> Telling:
    """Put a bet that was laid early among the others."""
    del table
    coup.bets.append(coup.at)
    yield from ()


def with_repeated(table: CoupTable, coup: Coup) -> bool:
    """Give two bets of a player, both of which lose, one number."""
    if not with_loser(table, coup):
        return False
    others = [
        bet
        for bet in coup.bets
        if bet is not coup.target
        and bet.seat == coup.at.seat
        and table.ordinary(bet)
        and not any(table.due(bet, coup.result))
    ]
    if not others:
        return False
    pair = (coup.at, table.rng.choice(others))
    first, coup.target = sorted(pair, key=coup.bets.index)
    coup.target.number = first.number
    first.plain = coup.target.plain = True
    return True


def note_repeated(table: CoupTable, coup: Coup) -> Telling:
    """Plant the second bet of a number."""
    table.plant_bet(coup, "RES-IMPOSS", coup.at, due=0, paid=coup.at.amount)
    yield from ()


PAYMENTS: Final = {
    "overpaid": Wrong(fits=with_winner, pays=overpay),
    "underpaid": Wrong(fits=with_winner, pays=underpay),
    "stake-only": Wrong(fits=with_winner, pays=stake_only),
    "unpaid": Wrong(fits=with_winner, pays=unpay),
    "paid-twice": Wrong(fits=with_winner, pays=pay_twice),
    "wrong-bet": Wrong(fits=with_loser_beside, pays=pay_other_bet),
    "wrong-seat": Wrong(fits=with_two_players, pays=pay_other_seat),
    "loser-paid": Wrong(fits=with_loser, pays=pay_loser),
    "loser-returned": Wrong(fits=with_loser, pays=leave_loser),
    "sum-wrong": Wrong(fits=with_two_winners, pays=pay_sum_wrong),
}
WORD: Final = {"rebuilt-by-word": Wrong(fits=with_plain_winner, pays=pay_by_word)}
ORDER: Final = {"order": Wrong(fits=with_order, pays=pay_out_of_order)}
BETS: Final = {
    "late-bet": Wrong(fits=with_late_winner, pays=pay_late),
    "late-bet-refused": Wrong(does={"closed": refuse_late}),
    "late-raise": Wrong(fits=with_plain_winner, pays=pay_raised, does={"closed": raise_late}),
    "late-move": Wrong(fits=with_loser, does={"closed": move_late}),
    "late-withdrawal": Wrong(fits=with_loser, does={"closed": withdraw_late}),
    "over-limit": Wrong(fits=with_large_bet, does={"closed": note_large}),
    "over-limit-together": Wrong(fits=with_two_on_one, does={"closed": note_two}),
    "under-limit": Wrong(fits=with_small_bet, does={"closed": note_small}),
    "no-multiple": Wrong(fits=with_odd_bet, does={"closed": note_multiple}),
    "miscounted": Wrong(fits=with_miscounted_bet, does={"closed": note_multiple}),
    "bet-early": Wrong(fits=with_bet, does={"opened": early_bet, "closed": back_again}),
    "number-twice": Wrong(fits=with_repeated, does={"closed": note_repeated}),
}
