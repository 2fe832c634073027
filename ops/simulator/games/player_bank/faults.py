"""Faults of a jogada against a player's bank that its games share.

Each is a ``Wrong``: whether a jogada can have it, what it does or pays at which moment.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from ledger.events.base import Payload
from ledger.events.outcomes import Announcement, DiceRolled, HandSeen
from ledger.events.rounds import BankChanged, BankRefused, BetWithdrawn, Payout, RoundVoided
from ops.simulator.games.player_bank.game import Piece, PlayerBank, by_place
from ops.simulator.games.player_bank.jogada import (
    LATE,
    Jogada,
    Part,
    Payment,
    Player,
    Stake,
)
from ops.simulator.games.player_bank.table import MINIMUM, STEP, TURNS
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.party import Telling

SCANTY: Final = 2_510
"""Capital that the stakes of a jogada exhaust."""
LATE_STAKE: Final = 1_000

Fits = Callable[[PlayerBank, Jogada], bool]
Deed = Callable[[PlayerBank, Jogada], Telling]
Pays = Callable[[PlayerBank, Jogada, Payment], Payment]


# --- which tables and jogadas fit ----------------------------------------------------------------


def with_full_turn(table: PlayerBank) -> bool:
    """Tell whether the banker lacks the consent of all that he needs to go on."""
    return table.banker is not None and table.running >= TURNS and not table.agreed


def with_capital_to_reduce(table: PlayerBank) -> bool:
    """Tell whether the banker goes on and has capital enough to withdraw a part."""
    return table.banker is not None and table.running < TURNS and table.lies > 2 * MINIMUM


def with_two_bettors(table: PlayerBank) -> bool:
    """Tell whether two bettors of the last jogada may follow a player who refuses the bank."""
    return table.banker is not None and len(_after_refusal(table)[1]) > 1


def with_no_bettor(table: PlayerBank) -> bool:
    """Tell whether a player without a bet may follow a player who refuses the bank."""
    return table.banker is not None and bool(_after_refusal(table)[2])


def _after_refusal(table: PlayerBank) -> tuple[int, list[int], list[int]]:
    """Return who refuses the bank, then in order who of the others bet before and who did not."""
    assert table.banker is not None
    seated = [place for place in table.after(table.banker.seat) if place in table.players]
    refuses = seated[0]
    then = [one for one in table.after(refuses) if one in seated]
    bettors = [one for one in then if one in table.bettors]
    return refuses, bettors, [one for one in then if one not in table.bettors]


def _choose(table: PlayerBank, jogada: Jogada, stakes: Sequence[Stake]) -> bool:
    if stakes:
        jogada.target = table.rng.choice(stakes)
    return bool(stakes)


def with_bets(table: PlayerBank, jogada: Jogada) -> bool:
    """Tell whether anybody bets."""
    del table
    return bool(jogada.lying())


def with_bet(table: PlayerBank, jogada: Jogada) -> bool:
    """Choose any bet."""
    return _choose(table, jogada, jogada.lying())


def with_winner(table: PlayerBank, jogada: Jogada) -> bool:
    """Choose a bet that wins and pays a commission."""
    return _choose(table, jogada, [one for one in jogada.lying() if one.wins and one.fee])


def with_collected_winner(table: PlayerBank, jogada: Jogada) -> bool:
    """Choose a bet that wins, and that the pagador is going to take."""
    found = with_winner(table, jogada)
    if found:
        jogada.at.taken = True
    return found


def with_loser(table: PlayerBank, jogada: Jogada) -> bool:
    """Choose a bet that loses, and that the pagador is not going to take."""
    return _spared(table, jogada, [one for one in jogada.lying() if not one.wins])


def with_tie(table: PlayerBank, jogada: Jogada) -> bool:
    """Choose a bet that loses by a tie, and that the pagador is not going to take."""
    return _spared(table, jogada, [one for one in jogada.lying() if one.tied])


def _spared(table: PlayerBank, jogada: Jogada, stakes: Sequence[Stake]) -> bool:
    found = _choose(table, jogada, stakes)
    if found:
        jogada.at.taken = False
    return found


def with_uncovered_winner(table: PlayerBank, jogada: Jogada) -> bool:
    """Choose a bet that wins more than the bank has left."""
    found = [one for one in jogada.lying() if one.wins and one.played < one.amount]
    return _choose(table, jogada, found)


def with_uncovered_loser(table: PlayerBank, jogada: Jogada) -> bool:
    """Choose a bet that loses more than the bank may win."""
    found = [one for one in jogada.lying() if not one.wins and one.played < one.amount]
    return _choose(table, jogada, found)


def with_late(wins: bool | None) -> Fits:  # noqa: FBT001 - a value of the table of faults
    """Return a condition that adds a late bet beside a winner, a loser, or (None) any bet."""

    def fits(table: PlayerBank, jogada: Jogada) -> bool:
        found = [one for one in jogada.lying() if wins in (None, one.wins)]
        if found:
            one = table.rng.choice(found)
            jogada.late = Stake(one.player, one.place, LATE_STAKE, wins=one.wins)
        return bool(found)

    return fits


def with_stake(amount: int) -> Fits:
    """Return a condition that changes a stake to an amount the table does not take."""

    def fits(table: PlayerBank, jogada: Jogada) -> bool:
        if not jogada.lying():
            return False
        one = jogada.lying()[0]
        same = [
            other
            for other in jogada.stakes
            if other.place == one.place and other.player is one.player
        ]
        if len(same) > 1:
            return False
        one.amount = amount
        jogada.target = one
        table.settle(jogada)
        return True

    return fits


def with_bank_fee(table: PlayerBank, jogada: Jogada) -> bool:
    """Tell whether the banker owes a commission."""
    del table
    return bool(jogada.lying()) and jogada.parts[0].fee > 0


def with_chips_handed_over(table: PlayerBank, jogada: Jogada) -> bool:
    """Let the jogada end with the banker's chips handed to the banker."""
    del table
    jogada.hands_over = bool(jogada.lying())
    return jogada.hands_over


def with_paid_behind(table: PlayerBank, jogada: Jogada) -> bool:
    """Tell whether somebody behind the banker is paid something, and a bettor too."""
    del table
    due = [part.due for part in jogada.parts if part.stake is not None]
    return any(due) and any(one.wins for one in jogada.lying())


def with_betting_associate(table: PlayerBank, jogada: Jogada) -> bool:
    """Tell whether the banker's associate bets."""
    del table
    return any(one.player is jogada.parts[1].player for one in jogada.lying())


def with_paid_associate(table: PlayerBank, jogada: Jogada) -> bool:
    """Tell whether the banker's associate gets more than the least difference."""
    del table
    return bool(jogada.lying()) and jogada.parts[1].due > STEP


def with_idle_place(table: PlayerBank, jogada: Jogada) -> bool:
    """Tell whether a place is dealt to on which nobody bets."""
    del table
    return bool(jogada.lying()) and bool(idle(jogada))


def with_short_hand(table: PlayerBank, jogada: Jogada) -> bool:
    """Let a jogada be void because of a hand on which nobody bets, and be played on."""
    jogada.as_void = with_idle_place(table, jogada)
    return jogada.as_void


def with_void(table: PlayerBank, jogada: Jogada) -> bool:
    """Choose a bet of a jogada that is void."""
    jogada.void = True
    return with_bet(table, jogada)


def with_late_look(table: PlayerBank, jogada: Jogada) -> bool:
    """Let a player see his hand only when the banker's is open."""
    bank = jogada.banker.seat
    jogada.unseen = next(seat for seat in sorted(table.players) if seat != bank)
    return with_bet(table, jogada)


def idle(jogada: Jogada) -> list[int]:
    """Return the places, the first to be dealt to apart, on which nobody bets."""
    return [
        place
        for place in jogada.hands
        if not jogada.held(place) and place not in (jogada.banker.seat, jogada.first)
    ]


# --- who holds the bank, with how much -----------------------------------------------------------


def keep_bank(table: PlayerBank, ahead: Occasion, right: Iterator[Payload]) -> Iterator[Payload]:
    """Let the banker go on."""
    del ahead, right
    assert table.banker is not None
    yield table.takes(table.banker, "kept", [])


def keep_without_consent(
    table: PlayerBank, ahead: Occasion, right: Iterator[Payload]
) -> Iterator[Payload]:
    """Let the banker go on for longer than his turn though nobody was asked."""
    del right
    yield from _kept_against(table, ahead, [])


def keep_against_one(
    table: PlayerBank, ahead: Occasion, right: Iterator[Payload]
) -> Iterator[Payload]:
    """Let the banker go on for longer than his turn though a player does not agree."""
    del right
    assert table.banker is not None
    yield from _kept_against(table, ahead, sorted({*table.players} - {table.banker.seat})[1:])


def _kept_against(table: PlayerBank, ahead: Occasion, agreed: Sequence[int]) -> Iterator[Payload]:
    assert table.banker is not None
    table.plant_round(ahead, table.CODES["bank"], seat=table.banker.seat)
    yield table.takes(table.banker, "kept", agreed)


def pass_bettor_over(
    table: PlayerBank, ahead: Occasion, right: Iterator[Payload]
) -> Iterator[Payload]:
    """Let a refused bank pass over the next who bet in the last jogada."""
    del right
    refuses, bettors, _ = _after_refusal(table)
    yield from _refused_to(table, ahead, refuses, bettors[1])


def pass_to_no_bettor(
    table: PlayerBank, ahead: Occasion, right: Iterator[Payload]
) -> Iterator[Payload]:
    """Let a refused bank pass to somebody who did not bet in the last jogada."""
    del right
    refuses, _, others = _after_refusal(table)
    yield from _refused_to(table, ahead, refuses, others[0])


def _refused_to(table: PlayerBank, ahead: Occasion, refuses: int, seat: int) -> Iterator[Payload]:
    table.plant_round(ahead, table.CODES["bank"], seat=seat)
    yield BankRefused(seat=refuses)
    yield table.takes(table.players[seat], "offer", [])


def pass_bank(table: PlayerBank, ahead: Occasion, right: Iterator[Payload]) -> Iterator[Payload]:
    """Let the bank pass on, so that its capital can be small."""
    del ahead
    return right if table.banker is None else table.passes(table.banker)


def small_capital(table: PlayerBank, jogada: Jogada, right: int) -> int:
    """Let the bank have less than is laid."""
    del jogada, right
    return max(SCANTY, table.lies)


def reduce_capital(table: PlayerBank, jogada: Jogada, right: int) -> int:
    """Let the banker take a part of his capital away."""
    del jogada, right
    return table.lies - table.rng.choice((STEP, MINIMUM))


def note_reduced(table: PlayerBank, jogada: Jogada) -> Telling:
    """Plant the reduced capital of the bank."""
    due = {"due": table.lies, "paid": jogada.parts[0].amount}
    table.plant_round(jogada, table.CODES["bank"], seat=jogada.banker.seat, **due)
    yield from ()


def partner(role: str) -> Callable[[PlayerBank, Jogada, str], str]:
    """Return an alteration that puts a player of this role behind the banker."""

    def needed(table: PlayerBank, jogada: Jogada, right: str) -> str:
        del table, jogada, right
        return role

    return needed


def associate_too(table: PlayerBank, jogada: Jogada, right: Sequence[Player]) -> Sequence[Player]:
    """Let the associate bet, too."""
    del table
    associates = [part.player for part in jogada.parts if part.role == "associate"]
    return [*right, *(one for one in associates if one is not None)]


# --- bets ----------------------------------------------------------------------------------------


def note_limit(code: str, limit: int | None) -> Deed:
    """Return a deed that plants a stake beyond a limit; None: the finding has no sums."""

    def note(table: PlayerBank, jogada: Jogada) -> Telling:
        one = jogada.at
        paid = None if limit is None else one.amount
        table.plant_bet(jogada, code, one, due=limit, paid=paid)
        yield from ()

    return note


def note_associate(table: PlayerBank, jogada: Jogada) -> Telling:
    """Plant each bet of the banker's associate."""
    for one in jogada.lying():
        if one.player is jogada.parts[1].player:
            table.plant_bet(jogada, table.CODES["bank"], one, due=0, paid=one.amount)
    yield from ()


def share_late(table: PlayerBank, jogada: Jogada) -> Telling:
    """Entrust capital to the banker after the dice were shaken."""
    part = next(one for one in jogada.parts if one.role == LATE)
    yield table.shares(part, jogada.name)
    where = part.player.seat if part.player is not None else None
    table.plant_round(jogada, table.CODES["bank"], seat=where, due=0, paid=part.amount)


def move_capital(table: PlayerBank, jogada: Jogada) -> Telling:
    """Let the banker have more capital after the dice were shaken."""
    seat = jogada.banker.seat
    more = jogada.parts[0].amount + MINIMUM
    yield table.say(BankChanged(seat=seat, capital=more), jogada.name)
    table.plant_round(jogada, table.CODES["bank"], seat=seat)


def withdraw_late(table: PlayerBank, jogada: Jogada) -> Telling:
    """Take a bet back after the dice were shaken."""
    yield table.say(BetWithdrawn(bet=jogada.at.number, cause="own"), jogada.name)
    table.plant_bet(jogada, "BET-LATE", jogada.at)


def lay_late(table: PlayerBank, jogada: Jogada) -> Telling:
    """Lay a bet after the dice were shaken."""
    late = _late(jogada)
    yield table.put(jogada, late, late.amount)
    table.plant_bet(jogada, "BET-LATE", late, due=0, paid=late.amount)


def refuse_late(table: PlayerBank, jogada: Jogada) -> Telling:
    """Lay a bet after the dice were shaken, which the pagador pushes back."""
    yield from lay_late(table, jogada)
    yield table.say(BetWithdrawn(bet=_late(jogada).number, cause="late"), jogada.name)


def _late(jogada: Jogada) -> Stake:
    assert jogada.late is not None
    return jogada.late


def pay_late(table: PlayerBank, jogada: Jogada) -> Telling:
    """Pay an invalid (late) bet as if it had been accepted."""
    one = _late(jogada)
    fee = one.amount * table.fee_bp // 10_000
    prize = one.amount - fee
    table.plant_bet(jogada, "PAY-DIFF", one, due=one.amount, paid=one.amount + prize)
    table.plant_round(jogada, table.CODES["fee"], seat=one.place, due=0, paid=fee)
    yield table.say(
        Payout(seat=one.place, amount=prize, bets=(one.number,), stake_returned=one.amount),
        jogada.name,
    )
    yield from table.fee(jogada, one.place, one.player.seat, fee, one.amount)


def collect_late(table: PlayerBank, jogada: Jogada) -> Telling:
    """Take an invalid (late) bet as if it had been accepted."""
    one = _late(jogada)
    table.plant_bet(jogada, "PAY-NONE", one, due=one.amount, paid=0)
    one.played = one.amount
    yield from table.collect(jogada, [one])


# --- dice and deal -------------------------------------------------------------------------------


def nothing(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Tell nothing."""
    del table, jogada, right
    yield from ()


def throw_by_other(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Let another than the banker throw."""
    del right
    other = next(seat for seat in sorted(table.players) if seat != jogada.banker.seat)
    table.plant_round(jogada, table.CODES["deal"])
    yield table.rolled(jogada, other)


def count_leaning(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Deal by a throw of which a die leans."""
    del right
    table.plant_round(jogada, table.CODES["deal"])
    yield table.rolled(jogada, jogada.banker.seat, "leaning")


def throw_seven(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Let a die show a seven: nobody can read from where was dealt."""
    del right
    table.plant_round(jogada, "RES-IMPOSS")
    rolled = DiceRolled(dice=(1, 2, 3, 7), by=jogada.banker.seat, first=jogada.first)
    yield table.say(rolled, jogada.name)


def throw_again(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Throw again though the first throw counts, and deal by the second."""
    yield from _thrown_again(table, jogada, None)
    yield from right


def call_null(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Call a throw null that counts, and deal by the next."""
    yield from _thrown_again(table, jogada, "object")
    yield from right


def _thrown_again(table: PlayerBank, jogada: Jogada, cause: str | None) -> Telling:
    while True:
        before = tuple(table.rng.randint(1, 6) for _ in jogada.dice)
        if (sum(before) - sum(jogada.dice)) % table.PLACES:
            break
    if cause is not None:
        table.plant_round(jogada, "VOID-BAD")
    table.plant_round(jogada, table.CODES["deal"], seat=jogada.first)
    table.plant_round(jogada, table.CODES["deal"])
    rolled = DiceRolled(dice=before, by=jogada.banker.seat, null=cause)
    yield table.say(rolled, jogada.name, after=(1, 3))


def deal_wrong_first(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Deal first to another place than the dice name."""
    _name_wrong(table, jogada)
    yield from right
    table.settle(jogada)


def name_wrong_first(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Name another place than the dice do, and deal to the right one."""
    first = jogada.first
    _name_wrong(table, jogada)
    yield from right
    jogada.first = first


def _name_wrong(table: PlayerBank, jogada: Jogada) -> None:
    jogada.first = table.rng.choice(table.after(jogada.first))
    table.plant_round(jogada, table.CODES["deal"], seat=jogada.first)


def deal_clockwise(table: PlayerBank, jogada: Jogada, right: Iterator[Piece]) -> Iterator[Piece]:
    """Deal the wrong way round."""
    del right
    table.plant_round(jogada, table.CODES["deal"])
    return by_place([jogada.first, *reversed(table.after(jogada.first))], jogada.hands)


def deal_one_by_one(table: PlayerBank, jogada: Jogada, right: Iterator[Piece]) -> Iterator[Piece]:
    """Deal a single piece to each place in turn, not whole hands."""
    table.plant_round(jogada, table.CODES["deal"])
    return iter(sorted(right, key=lambda piece: piece[2]))


def deal_short(table: PlayerBank, jogada: Jogada, right: Iterator[Piece]) -> Iterator[Piece]:
    """Deal too few to a place on which nobody bets."""
    del right
    place = table.rng.choice(idle(jogada))
    table.plant_round(jogada, table.CODES["deal"])
    table.plant_round(jogada, "VOID-MISS")
    return by_place(table.from_place(jogada.first), jogada.hands, place)


def deal_twice(table: PlayerBank, jogada: Jogada, right: Iterator[Piece]) -> Iterator[Piece]:
    """Deal a card or piece that somebody has to a place on which nobody bets."""
    place = table.rng.choice(idle(jogada))
    hand = jogada.hands[place]
    other = jogada.hands[jogada.banker.seat][0]
    if other in hand:
        other = next(card for one in jogada.hands.values() for card in one if card != other)
    jogada.hands[place] = [other, *hand[1:]]
    table.plant_round(jogada, "RES-IMPOSS")
    return right


def swap_hand(table: PlayerBank, jogada: Jogada) -> Telling:
    """Open a hand without bets with another card than was dealt."""
    place = table.rng.choice(idle(jogada))
    other, hand = table.another(jogada), jogada.hands[place]
    # Of pieces there are two alike: the hand may begin with the one that it is given.
    jogada.hands[place] = [other, *hand[1:]] if hand[0] != other else [*hand[:-1], other]
    table.plant_round(jogada, "RES-IMPOSS", seat=place)
    yield from ()


def look_late(table: PlayerBank, jogada: Jogada) -> Telling:
    """Let a player see his hand only when the banker's is open."""
    assert jogada.unseen is not None
    table.plant_round(jogada, table.CODES["deal"], seat=jogada.unseen)
    yield table.say(HandSeen(seat=jogada.unseen), jogada.name)


def announce_wrong(table: PlayerBank, jogada: Jogada, right: Announcement) -> Announcement:
    """Announce a losing hand as winning, or a winning hand as losing."""
    if right.seat != jogada.at.place:
        return right
    table.plant_round(jogada, table.CODES["rank"], seat=right.seat)
    return structs.replace(right, said="perde" if right.said == "ganha" else "ganha")


# --- payments ------------------------------------------------------------------------------------


def _paid(
    table: PlayerBank, jogada: Jogada, right: Payment, code: str = "", **other: int
) -> Payment:
    """Return a wrong payment of the target stake, and plant the finding."""
    one, paid = jogada.at, replace(right, **other)
    if code:
        table.plant_bet(jogada, code, one, due=one.due, paid=paid.sum)
    if paid.fee != one.fee:
        fees = {"due": one.fee, "paid": paid.fee}
        table.plant_round(jogada, table.CODES["fee"], seat=one.place, **fees)
    return paid


def overpay(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Pay a winner too much."""
    more = max(STEP, jogada.at.amount // 2)
    return _paid(table, jogada, right, "PAY-DIFF", prize=right.prize + more)


def underpay(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Pay a winner too little."""
    less = min(max(STEP, jogada.at.amount // 2), right.prize - STEP)
    return _paid(table, jogada, right, "PAY-DIFF", prize=right.prize - less)


def unpay(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Pay a winner nothing."""
    return _paid(table, jogada, right, "PAY-NONE", prize=0, back=0, fee=0)


def pay_other_seat(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Hand a winner's payment to another player."""
    one = jogada.at
    own = one.player.seat
    seat = next(other for other in table.after(own) if other not in (own, one.place))
    due = {"due": 0, "paid": one.due}
    table.plant_round(jogada, "PAY-DIFF", seat=seat, bet=one.number, **due)
    return replace(right, seat=seat)


def keep_winner(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Pay nothing for a winner that was taken like a loser."""
    return _paid(table, jogada, right, table.CODES["rank"], prize=0, back=0, fee=0)


def pay_loser(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Pay a loser like a winner, less the commission."""
    stake = jogada.at.amount
    fee = stake * table.fee_bp // 10_000
    prize = stake - fee
    return _paid(table, jogada, right, table.CODES["rank"], prize=prize, back=stake, fee=fee)


def pay_loser_whole(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Pay a loser like a winner, without a commission."""
    stake = jogada.at.amount
    return _paid(table, jogada, right, table.CODES["rank"], prize=stake, back=stake, fee=0)


def push_tie(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Give back a stake that loses by a tie."""
    return _paid(table, jogada, right, table.CODES["rank"], back=jogada.at.amount)


def take_no_fee(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Keep no commission of a prize."""
    return _paid(table, jogada, right, prize=right.prize + right.fee, fee=0)


def tell_no_fee(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Keep the commission of a prize without an event."""
    return _paid(table, jogada, right, fee=0)


def take_more_fee(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Keep too high a commission of a prize."""
    return _paid(table, jogada, right, prize=right.prize - STEP, fee=right.fee + STEP)


def pay_beyond(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Pay a winner in full though the bank has less."""
    stake = jogada.at.amount
    prize = stake - right.fee
    return _paid(table, jogada, right, table.CODES["bank"], prize=prize, back=stake)


def collect_beyond(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Take all of a loser's stake though the bank may win less."""
    return _paid(table, jogada, right, table.CODES["bank"], back=0)


def take_no_bank_fee(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Keep no commission of the banker's gain."""
    where = {"seat": jogada.banker.seat}
    table.plant_round(jogada, table.CODES["fee"], **where, due=right.fee, paid=0)
    return replace(right, fee=0)


def overpay_banker(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Hand the banker more than is his."""
    more = right.fee + MINIMUM  # another sum than a commission left untaken
    return _paid_part(table, jogada, jogada.parts[0], right, more)


def underpay_associate(table: PlayerBank, jogada: Jogada, right: Payment) -> Payment:
    """Hand the associate less than is his."""
    return _paid_part(table, jogada, jogada.parts[1], right, -STEP)


def _paid_part(table: PlayerBank, jogada: Jogada, part: Part, right: Payment, more: int) -> Payment:
    due = {"due": part.due, "paid": part.due + more}
    table.plant_round(jogada, "PAY-DIFF", seat=right.seat, **due)
    if more > 0:
        return replace(right, prize=right.prize + more)
    return replace(right, back=right.back + more)


def pay_behind_first(table: PlayerBank, jogada: Jogada) -> Telling:
    """Pay who stands behind the banker before all others."""
    table.plant_round(jogada, "PAY-ORDER")
    for part in jogada.parts[1:]:
        if part.player is not None:
            yield from table.paid(jogada, part)


# --- void jogadas --------------------------------------------------------------------------------


def note_played_on(table: PlayerBank, jogada: Jogada) -> Telling:
    """Plant each payment of a void jogada that was played on as valid."""
    for one in jogada.lying():
        code = "PAY-DIFF" if one.due > one.amount else "VOID-REFUND"
        if one.due != one.amount:
            table.plant_bet(jogada, code, one, due=one.amount, paid=one.due)
    for seat, fee in _fees_by_place(jogada).items():
        table.plant_round(jogada, table.CODES["fee"], seat=seat, due=0, paid=fee)
    yield from ()


def _fees_by_place(jogada: Jogada) -> dict[int, int]:
    fees: dict[int, int] = {}
    for one in jogada.lying():
        fees[one.place] = fees.get(one.place, 0) + one.fee
    fees[jogada.banker.seat] = jogada.parts[0].fee
    return {seat: fee for seat, fee in fees.items() if fee}


def void_groundless(table: PlayerBank, jogada: Jogada, right: Telling) -> Telling:
    """Call a jogada void in which nothing was wrong, and give the stakes back."""
    del right
    staked = sum(one.amount for one in jogada.lying())
    table.plant_round(jogada, "VOID-BAD", due=0, paid=staked)
    yield table.say(RoundVoided(cause="engano"), jogada.name, after=(5, 9))
    for one in jogada.lying():
        back = Payout(seat=one.place, amount=0, bets=(one.number,), stake_returned=one.amount)
        yield table.say(back, jogada.name)
        if one.due != one.amount:
            code = table.CODES["rank"] if one.tied else "PAY-DIFF"
            table.plant_bet(jogada, code, one, due=one.due, paid=one.amount)
    for seat, fee in _fees_by_place(jogada).items():
        table.plant_round(jogada, table.CODES["fee"], seat=seat, due=fee, paid=0)


def keep_refund(table: PlayerBank, jogada: Jogada, right: Sequence[Stake]) -> list[Stake]:
    """Give no stake back to a player of a void jogada."""
    one = jogada.at
    table.plant_bet(jogada, "VOID-REFUND", one, due=one.amount, paid=0)
    return [other for other in right if other is not one]


def _pays(fits: Fits, pays: Pays, **more: Any) -> Wrong:
    """Return a fault that pays a stake wrongly; ``more`` is done otherwise before."""
    return Wrong(fits=fits, instead={**more, "payment": pays})


_SCANTY: Final[Mapping[str, Any]] = {"turn": pass_bank, "capital": small_capital}

PLAYER_BANK: Final[Mapping[str, Wrong]] = {
    "overpaid": _pays(with_winner, overpay),
    "underpaid": _pays(with_winner, underpay),
    "unpaid": _pays(with_winner, unpay),
    "wrong-seat": _pays(with_winner, pay_other_seat),
    "winner-collected": _pays(with_collected_winner, keep_winner),
    "loser-paid": _pays(with_loser, pay_loser),
    "loser-paid-whole": _pays(with_loser, pay_loser_whole),
    "tie-pushed": _pays(with_tie, push_tie),
    "announced-wrong": Wrong(fits=with_bet, instead={"result": announce_wrong}),
    "no-fee": _pays(with_winner, take_no_fee),
    "fee-too-high": _pays(with_winner, take_more_fee),
    "fee-untold": _pays(with_winner, tell_no_fee),
    "no-bank-fee": Wrong(fits=with_bank_fee, instead={"payment-of-banker": take_no_bank_fee}),
    "beyond-bank": _pays(with_uncovered_winner, pay_beyond, **_SCANTY),
    "beyond-bank-collected": _pays(with_uncovered_loser, collect_beyond, **_SCANTY),
    "banker-overpaid": Wrong(
        fits=with_chips_handed_over, instead={"payment-of-banker": overpay_banker}
    ),
    "associate-underpaid": Wrong(
        fits=with_paid_associate,
        instead={"partner": partner("associate"), "payment-of-associate": underpay_associate},
    ),
    "associate-bets": Wrong(
        fits=with_betting_associate,
        instead={"partner": partner("associate"), "bettors": associate_too},
        does={"placed": note_associate},
    ),
    "behind-paid-first": Wrong(
        fits=with_paid_behind,
        instead={"partner": partner("behind")},
        does={"settling": pay_behind_first},
    ),
    "third-turn-without-consent": Wrong(
        ready=with_full_turn, fits=with_bet, instead={"turn": keep_without_consent}
    ),
    "third-turn-one-dissents": Wrong(
        ready=with_full_turn, fits=with_bet, instead={"turn": keep_against_one}
    ),
    "refused-bank-passed-over": Wrong(
        ready=with_two_bettors, fits=with_bet, instead={"turn": pass_bettor_over}
    ),
    "refused-bank-to-no-bettor": Wrong(
        ready=with_no_bettor, fits=with_bet, instead={"turn": pass_to_no_bettor}
    ),
    "banker-reduces": Wrong(
        ready=with_capital_to_reduce,
        instead={"turn": keep_bank, "capital": reduce_capital},
        does={"drawn": note_reduced},
    ),
    "capital-after-dice": Wrong(fits=with_bet, does={"shaken": move_capital}),
    "late-partner": Wrong(
        fits=with_bet, instead={"partner": partner(LATE)}, does={"shaken": share_late}
    ),
    "late-bet-paid": Wrong(
        fits=with_late(wins=True), does={"shaken": lay_late, "places-settled": pay_late}
    ),
    "late-bet-collected": Wrong(
        fits=with_late(wins=False), does={"shaken": lay_late, "places-settled": collect_late}
    ),
    "late-bet-refused": Wrong(fits=with_late(wins=None), does={"shaken": refuse_late}),
    "late-withdrawal": Wrong(fits=with_bet, does={"shaken": withdraw_late}),
    "over-limit": Wrong(fits=with_stake(20_500), does={"placed": note_limit("BET-MAX", 20_000)}),
    "under-limit": Wrong(fits=with_stake(400), does={"placed": note_limit("BET-MIN", 500)}),
    "off-multiple": Wrong(fits=with_stake(1_235), does={"placed": note_limit("BET-MULT", None)}),
    "leaning-die-counted": Wrong(fits=with_bet, instead={"throw": count_leaning}),
    "other-throws": Wrong(fits=with_bet, instead={"throw": throw_by_other}),
    "thrown-again": Wrong(fits=with_bets, instead={"null-throw": nothing, "throw": throw_again}),
    "good-throw-called-null": Wrong(
        fits=with_bets, instead={"null-throw": nothing, "throw": call_null}
    ),
    "die-of-seven": Wrong(fits=with_bet, instead={"null-throw": nothing, "throw": throw_seven}),
    "wrong-place-first": Wrong(fits=with_bets, instead={"throw": deal_wrong_first}),
    "wrong-place-named": Wrong(fits=with_bets, instead={"throw": name_wrong_first}),
    "dealt-clockwise": Wrong(fits=with_bet, instead={"deal": deal_clockwise}),
    "dealt-one-by-one": Wrong(fits=with_bet, instead={"deal": deal_one_by_one}),
    "wrong-number-played-on": Wrong(
        fits=with_short_hand, instead={"deal": deal_short}, does={"settling": note_played_on}
    ),
    "piece-dealt-twice": Wrong(fits=with_idle_place, instead={"deal": deal_twice}),
    "other-hand-opened": Wrong(fits=with_idle_place, does={"dealt": swap_hand}),
    "voided-without-ground": Wrong(fits=with_bet, instead={"settled": void_groundless}),
    "refund-kept": Wrong(fits=with_void, instead={"refunds": keep_refund}),
    "bank-opened-early": Wrong(fits=with_late_look, does={"bank-open": look_late}),
}
"""Every fault that the games with a player's bank share."""
