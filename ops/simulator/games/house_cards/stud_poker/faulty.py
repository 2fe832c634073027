"""Where in the course of a jogada of stud something is done wrongly, and what must be found of it.

Each function is a place of the course: it does the right thing where no fault is due there.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from ledger.events.jackpots import Combination, JackpotIncrement, PoolOpened
from ledger.events.outcomes import CardsCollected
from ledger.events.rounds import Collection, Payout, RoundVoided
from ops.simulator.games.house_cards.stud_poker.faults import (
    ABOVE_GAME,
    AFTER_CARD,
    ANOTHERS,
    ANTE_UNPAID,
    AS_IF_CLOSED,
    CHARGED_AGAIN,
    CHIP_ALONE,
    CHIP_KEPT,
    CHIP_RETURNED,
    FED_TWICE,
    GAVE_UP_LAID,
    LARGE_SECOND,
    MULTIPLIER,
    NO_BET_PLAYED,
    NO_FIXED,
    NOT_FED,
    OF_CARRIED,
    OF_OPENING,
    OTHER_SHARE,
    OVER_LIMIT,
    OVERPAID,
    PLAYED_ON,
    REAL_FIRST,
    RESTART_LOW,
    RIGHT_FIRST,
    SECOND_TAKEN,
    SHORT_DEAL,
    SHORT_SECOND,
    SUIT_LOST_TIE,
    SUIT_TAKEN,
    SUIT_TIE,
    TWICE_FED,
    TWO_EXPOSED,
    UNDERPAID,
    UNPAID,
    UNREFUNDED,
    WRONG_SEAT,
)
from ops.simulator.games.house_cards.stud_poker.hands import HAND
from ops.simulator.games.house_cards.stud_poker.jogada import MAXIMUM, Jogada, Player, Prize
from ops.simulator.parties.party import Telling
from ops.simulator.parties.pools import BET

if TYPE_CHECKING:
    from ops.simulator.games.house_cards.stud_poker.game import StudPoker

Prizes = tuple[int, int]

# --- openings and rounds -------------------------------------------------------------------------


def terms(table: "StudPoker", right: PoolOpened) -> PoolOpened:
    """Return the progressivo's terms, wrong where such a fault is to be made."""
    wrong = set(table.faults.values())
    every = right.combinations
    if OTHER_SHARE in wrong:
        half = Combination(name="sequencia_de_naipe", ppm=50_000, fixed=40_000)
        every = tuple(half if one.name == half.name else one for one in every)
    if NO_FIXED in wrong:
        real = Combination(name="naipe_real", ppm=1_000_000)
        every = tuple(real if one.name == real.name else one for one in every)
    return structs.replace(right, combinations=every)


def at_opening(table: "StudPoker", options: dict[str, Any]) -> None:
    """Open on terms that the rules do not allow, where such a fault is due."""
    place = table.where.place
    for code, id_ in table.always.items():
        table.plant(id_, code, place=place, id=id_, may=True)
    for at, fault in sorted(table.faults.items()):
        if fault not in OF_OPENING:
            continue
        del table.faults[at]
        id_, facts = f"{place}/{fault}", dict[str, Any]()
        code = {MULTIPLIER: "ST-PAY", OTHER_SHARE: "ST-JP-SHARE", NO_FIXED: "ST-JP-FIX"}[fault]
        if fault == MULTIPLIER:
            options["multiplicador_real"], table.real = 120, 100
            facts = {"fact": "multiplicador_real"}
        else:
            table.always[code] = id_
        table.plant(fault, code, place=place, facts=facts, id=id_)


def cannot(table: "StudPoker", fault: str, *, last: bool) -> bool:
    """Tell whether a fault cannot be made in this jogada."""
    if fault in OF_OPENING:
        return True
    if fault in OF_CARRIED:
        return not table.waiting
    void = {UNREFUNDED, CHIP_RETURNED}
    return bool(table.waiting) or (last and fault in void)


def taken(table: "StudPoker", *, last: bool) -> str | None:
    """Return the fault to be made in this jogada; one that needs a carried chip waits for it."""
    if table.waiting:
        due = [at for at, one in sorted(table.faults.items()) if one in OF_CARRIED]
        if due and due[0] <= table.occasion:
            table.faults[0] = table.faults.pop(due[0])
    fault = table.fault()
    if fault is None or not cannot(table, fault, last=last):
        return fault
    table.put_off(fault)
    table.voids = fault in OF_CARRIED and not last
    return None


def before(table: "StudPoker", fault: str | None) -> Telling:
    """Do what goes before a jogada: somebody leaves where a seat must be free."""
    if fault == NO_BET_PLAYED and len(table.guests) == table.PLACES:
        yield table.leave(table.rng.choice(sorted(table.guests)))


def after(table: "StudPoker", jogada: Jogada) -> None:
    """Write down what is wrong with a jogada as a whole."""
    if jogada.fault in PLAYED_ON:
        table.plant(jogada.fault, "ST-VOID", jogada.name, due=table.laid, paid=table.given)


def note(
    table: "StudPoker", jogada: Jogada, code: str, due: int, paid: int, bet: int | None = None
) -> None:
    """Plant what is wrong at the target's seat."""
    assert jogada.fault is not None
    assert jogada.target is not None
    seat = jogada.target.seat
    table.plant(jogada.fault, code, jogada.name, seat=seat, bet=bet, due=due, paid=paid)


# --- bets ----------------------------------------------------------------------------------------


def laid(table: "StudPoker", jogada: Jogada, player: Player) -> None:
    """Write down what is wrong with an inicial."""
    if jogada.fault == OVER_LIMIT and player is jogada.target:
        note(table, jogada, "BET-MAX", MAXIMUM, player.stake, player.bets["inicial"])


def more_bets(table: "StudPoker", jogada: Jogada) -> Telling:
    """Lay a chip without an inicial, or a bet on another's hand (R7)."""
    player = jogada.target
    if jogada.fault == CHIP_ALONE and player is not None:
        yield table.put(player, "progressivo", BET, jogada.name)
        number = player.bets.pop("progressivo")
        note(table, jogada, "ST-ANTE", 0, BET, number)
        yield table.pay(player, (number,), 0, BET, jogada.name)


def bettor(table: "StudPoker", jogada: Jogada, player: Player) -> Player:
    """Return who lays a chip on a player's area: he himself (R7 a)."""
    if jogada.fault != ANOTHERS or player is not jogada.target:
        return player
    note(table, jogada, "ST-ANTE", 0, BET, table.last_bet + 1)
    return next(one for one in jogada.players if one is not player)


def after_first_card(table: "StudPoker", jogada: Jogada) -> Telling:
    """Lay a chip when cards are out already, and push it back (R7 c)."""
    player = jogada.target
    if jogada.fault == AFTER_CARD and player is not None:
        yield table.put(player, "progressivo", BET, jogada.name)
        number = player.bets.pop("progressivo")
        note(table, jogada, "ST-ANTE", 0, BET, number)
        yield table.pay(player, (number,), 0, BET, jogada.name)


def increment(table: "StudPoker", jogada: Jogada, player: Player) -> Telling:
    """Say a chip's increment: once."""
    bet = player.bets["progressivo"]
    if player is jogada.target and jogada.fault == NOT_FED:
        table.pool.feed(BET)
        table.plant(NOT_FED, "JP-MISS", jogada.name, bet=bet)
        return
    said = table.increment(player, jogada.name)
    yield said
    if player is jogada.target and jogada.fault == FED_TWICE:
        assert isinstance(said.payload, JackpotIncrement)
        again = table.say(said.payload, jogada.name)
        paid = said.payload.amount
        table.plant(FED_TWICE, "JP-DUP", jogada.name, bet=bet, event=again.name, due=0, paid=paid)
        yield again


def carry(table: "StudPoker", jogada: Jogada, player: Player, origin: str) -> Telling:
    """Let a chip that came over play without another, and without a second increment."""
    name = jogada.name
    yield table.put(player, "progressivo", BET, name, origin)
    number = player.bets["progressivo"]
    if jogada.fault not in (CHARGED_AGAIN, TWICE_FED) or jogada.target is not None:
        return
    jogada.target = player
    if jogada.fault == CHARGED_AGAIN:
        yield table.put(player, "progressivo", BET, name)
        again = player.bets["progressivo"]
        player.bets["progressivo"] = number
        note(table, jogada, "ST-CARRY", 0, BET, again)
        yield table.pay(player, (again,), 0, BET, name)
        return
    yield table.increment(player, name)
    table.pool.feed(-BET)
    note(table, jogada, "ST-CARRY", 0, BET, number)


def keeps_chip(table: "StudPoker", jogada: Jogada, seat: int, number: int) -> bool:
    """Tell whether a chip is kept from one who places no inicial."""
    if jogada.fault != CHIP_KEPT or jogada.target is not None:
        return False
    jogada.target = Player(seat=seat, name="")
    note(table, jogada, "ST-CARRY", BET, 0, number)
    return True


# --- cards ---------------------------------------------------------------------------------------


def order_of(table: "StudPoker", jogada: Jogada) -> Iterator[tuple[Player | None, int]]:
    """Yield to whom each card goes, None the pagador, and which of his it is (R11)."""
    dealt = list(jogada.players)
    if jogada.fault == NO_BET_PLAYED and jogada.target is not None:
        dealt = sorted([*dealt, jogada.target], key=lambda one: one.seat)
    seats: list[Player | None] = [*dealt, None]
    pairs = (
        [(one, index) for one in seats for index in range(1, HAND + 1)]
        if table.shuffler
        else [(one, index) for index in range(1, HAND + 1) for one in seats]
    )
    short = jogada.error == "numero_de_cartas" or jogada.fault == SHORT_DEAL
    for player, index in pairs:
        if short and player is not None and player is jogada.target and index == HAND:
            continue
        if jogada.error == "avaria_do_baralhador" and player is None and index > 2:  # noqa: PLR2004 - it jams
            return
        yield player, index


def exposures(jogada: Jogada) -> list[tuple[Player, int]]:
    """Return the players' cards that are seen."""
    player = jogada.target
    two = jogada.error == "cartas_expostas" or jogada.fault == TWO_EXPOSED
    if player is None or not (two or jogada.error == "carta_exposta"):
        return []
    return [(player, 1), (player, 2)] if two else [(player, 1)]


def keeps_stake(table: "StudPoker", jogada: Jogada, player: Player) -> bool:
    """Tell whether a void jogada's inicial is not given back."""
    if jogada.fault != UNREFUNDED or player is not jogada.target:
        return False
    note(table, jogada, "VOID-REFUND", player.stake, 0, player.bets["inicial"])
    return True


def gives_chip(table: "StudPoker", jogada: Jogada, player: Player) -> bool:
    """Tell whether a void jogada's chip is given back, and not carried."""
    if jogada.fault != CHIP_RETURNED or player is not jogada.target:
        return False
    note(table, jogada, "ST-CARRY", 0, BET)
    return True


# --- decisions -----------------------------------------------------------------------------------


def added(table: "StudPoker", jogada: Jogada, player: Player) -> None:
    """Write down what is wrong with an adicional (R8)."""
    if player is jogada.target and jogada.fault in (SHORT_SECOND, LARGE_SECOND):
        note(table, jogada, "ST-ANTE", 2 * player.stake, player.second)


def gave_up(table: "StudPoker", jogada: Jogada, player: Player) -> Telling:
    """Lay an adicional all the same, and take it back."""
    if player is not jogada.target or jogada.fault != GAVE_UP_LAID:
        return
    name, amount = jogada.name, 2 * player.stake
    yield table.put(player, "adicional", amount, name)
    number = player.bets.pop("adicional")
    note(table, jogada, "ST-ANTE", 0, amount)
    back = Payout(seat=player.seat, amount=0, bets=(number,), stake_returned=amount)
    yield table.say(back, name)


def idle_hand(table: "StudPoker", jogada: Jogada) -> Telling:
    """Let a hand that was dealt without a bet lay an adicional (R27)."""
    player = jogada.target
    if jogada.fault != NO_BET_PLAYED or player is None:
        return
    name = jogada.name
    yield table.add(player, 1_000, name)
    number = player.bets["adicional"]
    note(table, jogada, "ST-NOBET", 0, 1_000, number)
    yield table.pay(player, (number,), 0, 1_000, name)
    yield table.say(CardsCollected(of="seat", seat=player.seat, into="discard"), name)


# --- payments ------------------------------------------------------------------------------------


def void_falsely(table: "StudPoker", jogada: Jogada) -> Telling:
    """Declare a jogada void that is not, and give the stakes back."""
    name, one_card = jogada.name, jogada.error == "carta_exposta"
    cause = "cartas_expostas" if one_card else "numero_de_cartas"
    yield table.say(RoundVoided(cause=cause, rule="ST R25"), name)
    due = 0
    for player in jogada.going:
        right = jogada.prize(player)
        due += 0 if right is None else sum(right) + player.staked
        yield table.pay(player, player.main, 0, player.staked, name)
    paid = sum(one.staked for one in jogada.going)
    code = "ST-VOID" if one_card else "VOID-BAD"
    assert jogada.fault is not None
    table.plant(jogada.fault, code, name, due=due, paid=paid)


_WRONGLY: Final = {
    OVERPAID: "ST-PAY",
    UNDERPAID: "ST-PAY",
    ABOVE_GAME: "ST-PAY",
    UNPAID: "PAY-NONE",
    WRONG_SEAT: "PAY-DIFF",
    SECOND_TAKEN: "ST-QUAL",
    ANTE_UNPAID: "ST-QUAL",
    AS_IF_CLOSED: "ST-QUAL",
    SUIT_TAKEN: "ST-SUIT",
    SUIT_TIE: "ST-SUIT",
    SUIT_LOST_TIE: "ST-SUIT",
}


def settle(table: "StudPoker", jogada: Jogada, player: Player, right: Prizes | None) -> Telling:
    """Pay, or take from, one player in a jogada in which something is wrong."""
    fault = jogada.fault
    if player is jogada.target and fault in _WRONGLY:
        yield from _wrongly(table, jogada, fault, player, right)
    elif right is None:
        yield table.collect(player, jogada.name)
    else:
        yield table.pay(player, player.main, sum(right), player.staked, jogada.name)


def _wrongly(
    table: "StudPoker", jogada: Jogada, fault: str, player: Player, right: Prizes | None
) -> Telling:
    code, name = _WRONGLY[fault], jogada.name
    prize = right or (0, 0)
    due = 0 if right is None else sum(prize) + player.staked
    wrong: Prizes | None = None
    match fault:
        case "overpaid":
            wrong = prize[0], prize[1] + player.second
        case "underpaid":
            wrong = prize[0], prize[1] - player.second // 5
        case "above-maximum-per-game":
            wrong = prize[0], player.second * jogada.real
        case "paid-as-if-not-opened":
            wrong = player.stake, 0
        case "initial-bet-unpaid" | "winner-by-suit-tied" | "loser-by-suit-tied":
            wrong = 0, 0
        case "wrong-seat":
            other = table.rng.choice([seat for seat in table.guests if seat != player.seat])
            table.plant(fault, code, name, seat=other, due=0, paid=due)
            yield table.pay(player, player.main, sum(prize), player.staked, name, other)
            return
        case "additional-bet-collected":
            number = player.bets["adicional"]
            note(table, jogada, code, player.second, 0, number)
            taken = Collection(amount=player.second, bets=(number,), seat=player.seat)
            yield table.say(taken, name)
            first = (player.bets["inicial"],)
            yield table.pay(player, first, player.stake, player.stake, name)
            return
        case _:  # nothing is paid for either bet, so each is a finding of its own
            stakes = player.stake, player.second
            for bet, one, stake in zip(player.main, prize, stakes, strict=True):
                note(table, jogada, code, one + stake, 0, bet)
            if fault == SUIT_TAKEN:
                yield table.collect(player, name)
            return
    paid = sum(wrong) + player.staked
    note(table, jogada, code, due, paid)
    yield table.pay(player, player.main, sum(wrong), player.staked, name)


# --- the progressivo -----------------------------------------------------------------------------


def in_order(table: "StudPoker", jogada: Jogada, found: Sequence[Prize]) -> Sequence[Prize]:
    """Return the prizes in the order of payment: from the left, reais last (R20, R23)."""
    if jogada.fault not in (RIGHT_FIRST, REAL_FIRST):
        return found
    order = list(reversed(found))
    table.plant(jogada.fault, "ST-JP-ORD", jogada.name, seat=found[0].seat)
    return order


def award_paid(
    table: "StudPoker", jogada: Jogada, player: Player, prize: Prize, found: Sequence[Prize]
) -> int:
    """Return what is paid of a prize."""
    if player is not jogada.target:
        return prize.amount
    paid, code = prize.amount, ""
    fixed = {one.name: one.fixed or 0 for one in table.pool.terms.combinations}
    match jogada.fault:
        case "straight-flush-fixed-sum":
            paid, code = fixed["sequencia_de_naipe"], "ST-JP-SHARE"
        case "royal-short":
            paid, code = prize.amount // 2, "ST-JP-SHARE"
        case "other-fixed-sum":
            paid, code = prize.amount + 2_000, "ST-JP-FIX"
        case "royals-not-divided":
            paid = sum(one.amount for one in found if one.combination == "naipe_real")
            code = "ST-JP-ORD"
        case "straight-flushes-divided":
            paid, code = prize.amount // 2, "ST-JP-ORD"
        case "award-unpaid":
            paid, code = 0, "PAY-NONE"
        case _:
            pass
    if code:
        note(table, jogada, code, prize.amount, paid)
    return paid


def restarts_off(jogada: Jogada) -> int:
    """Return by how much the new start is misstated."""
    return -100 if jogada.fault == RESTART_LOW else 0


def restarted(table: "StudPoker", jogada: Jogada, again: int) -> None:
    """Write that down."""
    if jogada.fault == RESTART_LOW:
        table.plant(RESTART_LOW, "ST-JP-RESET", jogada.name, due=again, paid=again - 100)
