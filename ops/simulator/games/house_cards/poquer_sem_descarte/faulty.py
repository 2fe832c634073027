"""Where in the course of a jogada something is done wrongly, and what must be found of it.

Each function is a place of the course: it does the right thing where no fault is due there.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from ledger.events.rounds import BetChanged, BetWithdrawn, Collection, Payout, RoundVoided
from ledger.events.tables import EquipmentChanged
from ops.simulator.games.house_cards.poquer_sem_descarte.faults import (
    ABSTAINS,
    ANTE_UNPAID,
    BAND,
    BANK_FIRST,
    BANK_HIDDEN,
    BANK_PLAYED,
    BANK_STAYED,
    BASE_LEAST,
    BASE_TOO_LOW,
    BEATEN_UNPAID,
    CARD_CHANGED,
    CHIP_ALONE,
    EARLY_COLLECTED,
    FALSE_VOID,
    LARGE_CHIP,
    LARGE_SECOND,
    LARGEST_FIRST,
    LATE_BET,
    LATE_BURN,
    LATE_CHIP,
    LATE_NEWCOMER,
    LATE_RAISE,
    LOSER_PAID,
    LOW_BASE,
    MISCOUNTED,
    MISSTATED,
    NO_BURN,
    NO_CUT,
    NOT_COMMUNICATED,
    OF_OPENING,
    ON_CREDIT,
    OPEN_CARD,
    OTHER_RATE,
    OTHER_TABLE,
    OVER_CAP,
    OVERPAID,
    PASS_KEPT,
    PASS_REVERSED,
    SECOND_CHIP,
    SECOND_TAKEN,
    SHORT_AWARD,
    SHORT_SECOND,
    SIX_CARDS,
    TIE_PAID,
    TIE_TAKEN,
    TWO_SEATS,
    UNDERPAID,
    UNDIVIDED,
    UNPAID,
    UNPAID_SHARE,
    UNREFUNDED,
    WHOLE_TO_TOP,
    WINNER_TAKEN,
    WRONG_SEAT,
    WRONG_START,
)
from ops.simulator.games.house_cards.poquer_sem_descarte.hands import HAND, multiple
from ops.simulator.games.house_cards.poquer_sem_descarte.jogada import (
    CAP,
    MAXIMUM,
    MINIMUM,
    PLACES,
    Jogada,
    Player,
    Prizes,
)
from ops.simulator.parties.party import Telling
from ops.simulator.parties.pools import BET, Prize
from ops.simulator.parties.terminal import Said

if TYPE_CHECKING:
    from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte


class Abstainer(Struct, kw_only=True):
    """Who keeps a seat without betting while none is free (R25)."""

    seat: int
    left: int
    """Jogadas until it is a fault."""
    id: str


# --- openings and rounds -------------------------------------------------------------------------


def at_opening(table: "PoquerSemDescarte", options: dict[str, Any]) -> None:
    """Open on terms that are not the approved ones, where such a fault is due this day or later."""
    place = table.where.place
    due = {fault: at for at, fault in sorted(table.faults.items()) if fault in OF_OPENING}
    for at in due.values():
        del table.faults[at]
    terms = table.pool.terms
    if terms.base == BASE_TOO_LOW:
        may = LOW_BASE not in due
        table.plant(
            LOW_BASE, "SD-JP-BASE", place=place, due=BASE_LEAST, paid=BASE_TOO_LOW, may=may,
            id=f"{place}/{LOW_BASE}",
        )  # fmt: skip
    if BAND in due:
        table.maximum = MAXIMUM + MINIMUM
        options["maximos"] = {"inicial": table.maximum}
        table.plant(
            BAND,
            "SD-R20",
            place=place,
            due=MAXIMUM,
            paid=table.maximum,
            id=f"{place}/{BAND}",
        )
    if NOT_COMMUNICATED in due:
        options["acumulado_comunicado"] = False
        table.plant(NOT_COMMUNICATED, "SD-JP-COMM", place=place, id=f"{place}/{NOT_COMMUNICATED}")
    if OTHER_RATE in due:
        options["acumulado_ppm"] = terms.ppm - 50_000
        table.plant(
            OTHER_RATE, "SD-JP-VAL", place=place, facts={"fact": "ppm"}, id=f"{place}/{OTHER_RATE}"
        )
    if OTHER_TABLE in due:
        options["acumulado_fixos"] = {**options["acumulado_fixos"], "full": 15_000}
        table.plant(
            OTHER_TABLE, "SD-JP-COMB", place=place, facts={"fact": "fixed"},
            id=f"{place}/{OTHER_TABLE}",
        )  # fmt: skip


def taken(table: "PoquerSemDescarte") -> str | None:
    """Return the fault to be made in this jogada, if the table is such that it can be."""
    fault = table.fault()
    no_seat = len(table.guests) == PLACES and table.abstainer is not None
    cannot = (
        fault in OF_OPENING
        or (fault in (LATE_NEWCOMER, TWO_SEATS) and no_seat)
        or (fault == ABSTAINS and table.abstainer is not None)
    )
    if fault is not None and cannot:
        table.put_off(fault)
        return None
    return fault


def before(table: "PoquerSemDescarte", fault: str | None) -> Telling:
    """Do what goes before a jogada."""
    if fault == CARD_CHANGED:
        card = table.rng.choice(("7h", "Qd", "As"))
        yield table.say(
            EquipmentChanged(item="deck", id="baralhos-1", reason="worn", cards=(card,))
        )
        table.plant(CARD_CHANGED, "EQ-BAD", table.round_id_now)
    if fault in (LATE_NEWCOMER, TWO_SEATS) and len(table.guests) == PLACES:
        yield table.leave(table.rng.choice(sorted(table.guests)))
    if fault == ABSTAINS:
        while len(table.guests) < PLACES:
            yield from table.arrive()
        fresh = [seat for seat, guest in table.guests.items() if guest.idle == 0]
        table.abstainer = Abstainer(seat=table.rng.choice(fresh), left=3, id=table.fault_id)


def after(table: "PoquerSemDescarte", jogada: Jogada, name: str) -> None:
    """Write down what is wrong with a jogada as a whole."""
    if jogada.fault in (SIX_CARDS, OPEN_CARD):
        table.plant(jogada.fault, "SD-MIS", name, due=table.laid, paid=table.given)
    elif jogada.fault == OVER_CAP:
        prizes = sum(map(sum, jogada.uncapped().values()))
        table.plant(OVER_CAP, "SD-CAP", name, due=CAP, paid=prizes)
    waits = table.abstainer
    if waits is None or jogada.void:
        return
    waits.left -= 1
    if waits.left == 0:
        table.plant(ABSTAINS, "SD-ABST", name, seat=waits.seat, id=waits.id)
        table.abstainer = None


# --- bets ----------------------------------------------------------------------------------------


def cut_and_burn(table: "PoquerSemDescarte", jogada: Jogada, name: str) -> Telling:
    """Cut the cards and burn one (R8)."""
    if jogada.fault != NO_CUT:
        yield table.cut(name)
    if jogada.fault not in (NO_BURN, LATE_BURN):
        yield table.burn(name)
    if jogada.fault in (NO_BURN, LATE_BURN, NO_CUT):
        table.plant(jogada.fault, "SD-BURN", name)


def means_of(jogada: Jogada, player: Player) -> str | None:
    """Return in what an initial bet is laid, where it is not chips."""
    return "credit" if jogada.fault == ON_CREDIT and player is jogada.target else None


def laid(table: "PoquerSemDescarte", jogada: Jogada, player: Player, name: str) -> None:
    """Write down what is wrong with an initial bet."""
    if player is not jogada.target:
        return
    number = player.bets["inicial"]
    match jogada.fault:
        case "over-limit":
            note(table, jogada, "BET-MAX", name, table.maximum, player.stake, number)
        case "under-limit":
            note(table, jogada, "BET-MIN", name, MINIMUM, player.stake, number)
        case "bet-on-credit":
            note(table, jogada, "CREDIT", name, 0, player.stake, number)
        case "two-seats" | "eighth-seat" as fault:
            table.plant(fault, "SD-SEATS", name, seat=max(_seats_of(jogada, player)))
        case _:
            pass


def _seats_of(jogada: Jogada, player: Player) -> list[int]:
    return [one.seat for one in jogada.players if one.name == player.name]


def before_the_call(table: "PoquerSemDescarte", jogada: Jogada, name: str) -> Telling:
    """Lay chips on the jackpot that are none of the game."""
    player = jogada.target
    if jogada.fault == LARGE_CHIP and player is not None:
        note(table, jogada, "SD-JP-VAL", name, BET, player.chip, player.bets["acumulado"])
    elif jogada.fault in (SECOND_CHIP, CHIP_ALONE) and player is not None:
        first = player.bets.get("acumulado")
        yield table.put(player, "acumulado", BET, name)
        number = player.bets["acumulado"]
        code = "SD-JP-VAL" if jogada.fault == SECOND_CHIP else "SD-JP-MAIN"
        note(table, jogada, code, name, 0, BET, number)
        if first is not None:
            player.bets["acumulado"] = first
        yield table.say(
            Payout(seat=player.seat, amount=0, bets=(number,), stake_returned=BET), name
        )


def after_the_call(table: "PoquerSemDescarte", jogada: Jogada, name: str) -> Telling:
    """Burn late; lay something after the call, and push it back (R9)."""
    player = jogada.target
    if jogada.fault == LATE_BURN:
        yield table.burn(name)
    elif jogada.fault == LATE_RAISE and player is not None:
        number = player.bets["inicial"]
        yield table.say(BetChanged(bet=number, amount=player.stake + MINIMUM, cause="own"), name)
        note(table, jogada, "BET-LATE", name, 0, player.stake, number)
    elif jogada.fault in (LATE_CHIP, LATE_BET, LATE_NEWCOMER) and player is not None:
        yield from _come_late(table, jogada, player, name)


def _come_late(table: "PoquerSemDescarte", jogada: Jogada, player: Player, name: str) -> Telling:
    main = player.bets.get("inicial")
    tipo = "acumulado" if jogada.fault == LATE_CHIP else "inicial"
    amount = BET if jogada.fault == LATE_CHIP else MINIMUM
    yield table.put(player, tipo, amount, name)
    late = player.bets.pop(tipo)
    if main is not None:
        player.bets["inicial"] = main
    note(table, jogada, "BET-LATE", name, 0, amount, late)
    if jogada.fault == LATE_NEWCOMER:
        yield table.say(BetWithdrawn(bet=late, cause="late"), name)
    else:
        back = Payout(seat=player.seat, amount=0, bets=(late,), stake_returned=amount)
        yield table.say(back, name)


def misstated(jogada: Jogada) -> int:
    """Return by how much the table misstates what fed the pool."""
    return BET if jogada.fault == MISSTATED else 0


def incremented(
    table: "PoquerSemDescarte", jogada: Jogada, said: Said, staked: int, name: str
) -> None:
    """Write that down."""
    if jogada.fault == MISSTATED:
        table.plant(MISSTATED, "JP-INC", name, event=said.name, due=staked, paid=staked + BET)


# --- cards ---------------------------------------------------------------------------------------


def order_of(jogada: Jogada) -> Iterator[tuple[Player | None, int]]:
    """Yield to whom each card goes, None the bank, and which of his it is (R9)."""
    seats: list[Player | None] = [*jogada.players, None]
    if jogada.fault == WRONG_START:
        seats = [*jogada.players[1:], jogada.players[0], None]
    for index in range(1, HAND + 1):
        for player in seats:
            short = index == HAND and player is not None and player is jogada.target
            if not (short and jogada.error == "numero_de_cartas"):
                yield player, index
    if jogada.fault == SIX_CARDS:
        yield jogada.target, HAND + 1


def open_card(table: "PoquerSemDescarte", jogada: Jogada, index: int, name: str) -> bool:
    """Tell whether a card of the bank is dealt face up: the last one (R9)."""
    if index == HAND and jogada.fault in (BANK_HIDDEN, BANK_FIRST, WRONG_START):
        table.plant(jogada.fault, "SD-DEAL", name)
    if jogada.fault == BANK_FIRST:
        return index == 1
    return index == HAND and jogada.fault != BANK_HIDDEN


def turns(jogada: Jogada) -> bool:
    """Tell whether a player's last card falls face up."""
    return jogada.error == "carta_descoberta" or jogada.fault == OPEN_CARD


def keeps_stake(table: "PoquerSemDescarte", jogada: Jogada, player: Player, name: str) -> bool:
    """Tell whether a void jogada's stake is not given back to a player."""
    if jogada.fault != UNREFUNDED or player is not jogada.target:
        return False
    note(table, jogada, "VOID-REFUND", name, player.stake, 0, player.bets["inicial"])
    return True


# --- decisions -----------------------------------------------------------------------------------


def passed(table: "PoquerSemDescarte", jogada: Jogada, player: Player, name: str) -> Telling:
    """Collect what lies before one who passed (R13)."""
    if player is jogada.target and jogada.fault == PASS_KEPT:
        return
    yield table.collect(player, name)
    if player is jogada.target and jogada.fault == PASS_REVERSED:
        second = 2 * player.stake
        yield table.go(player, second, name)
        number = player.bets.pop("segunda")
        note(table, jogada, "SD-2X", name, 0, second)
        back = Payout(seat=player.seat, amount=0, bets=(number,), stake_returned=second)
        yield table.say(back, name)


def went(table: "PoquerSemDescarte", jogada: Jogada, player: Player, name: str) -> None:
    """Write down what is wrong with a segunda aposta (R13)."""
    if player is jogada.target and jogada.fault in (SHORT_SECOND, LARGE_SECOND):
        note(table, jogada, "SD-2X", name, 2 * player.stake, player.second)


def bank_turned(table: "PoquerSemDescarte", jogada: Jogada, name: str) -> Telling:
    """Collect from one who passed when the bank lies open already."""
    if jogada.fault == PASS_KEPT and jogada.target is not None:
        table.plant(PASS_KEPT, "SD-2X", name, seat=jogada.target.seat)
        yield table.collect(jogada.target, name)


# --- payments ------------------------------------------------------------------------------------


def said_of_bank(jogada: Jogada) -> bool:
    """Return whether the pagador says that the bank plays."""
    return jogada.plays != (jogada.fault in (BANK_PLAYED, BANK_STAYED))


def void_falsely(table: "PoquerSemDescarte", jogada: Jogada, name: str) -> Telling:
    """Declare a jogada void that is not, and give the stakes back."""
    yield table.say(RoundVoided(cause="numero_de_cartas", rule="SD R34"), name)
    due = jogada.due()
    for player in jogada.going:
        yield table.pay(player, player.main, 0, player.staked, name)
    staked = sum(player.staked for player in jogada.going)
    whole = sum(sum(due[one.seat]) + one.staked for one in jogada.going if one.seat in due)
    table.plant(FALSE_VOID, "VOID-BAD", name, due=whole, paid=staked)


def settle(
    table: "PoquerSemDescarte",
    jogada: Jogada,
    player: Player,
    due: Mapping[int, Prizes],
    name: str,
) -> Telling:
    """Pay, or take from, one player in a jogada in which something is wrong."""
    right = due.get(player.seat)
    fault = jogada.fault
    if fault in (BANK_PLAYED, BANK_STAYED):
        wrong = player.prizes(jogada.bank, plays=said_of_bank(jogada))
        if wrong != right:
            plant_payment(table, fault, "SD-QUAL", name, player, right, wrong)
        yield _paid_or_taken(table, player, wrong, name)
    elif fault == OVER_CAP:
        yield _paid_or_taken(table, player, jogada.uncapped().get(player.seat), name)
    elif player is not jogada.target or fault not in _WRONGLY:
        yield _paid_or_taken(table, player, right, name)
    else:
        yield from _wrongly(table, fault, player, right, name)


def _paid_or_taken(
    table: "PoquerSemDescarte", player: Player, prizes: Prizes | None, name: str
) -> Said:
    if prizes is None:
        return table.collect(player, name)
    return table.pay(player, player.main, sum(prizes), player.staked, name)


_WRONGLY: Final = {
    OVERPAID: "SD-PAY",
    UNDERPAID: "SD-PAY",
    LOSER_PAID: "SD-CMP",
    WINNER_TAKEN: "SD-CMP",
    TIE_TAKEN: "SD-CMP",
    TIE_PAID: "SD-CMP",
    UNPAID: "PAY-NONE",
    WRONG_SEAT: "PAY-DIFF",
    ANTE_UNPAID: "SD-QUAL",
    SECOND_TAKEN: "SD-QUAL",
}


def _wrongly(
    table: "PoquerSemDescarte", fault: str, player: Player, right: Prizes | None, name: str
) -> Telling:
    code = _WRONGLY[fault]
    prize = right or (0, 0)
    wrong: Prizes | None = None
    match fault:
        case "overpaid":
            wrong = prize[0], prize[1] + player.second
        case "underpaid":
            wrong = prize[0], prize[1] - player.second // 5
        case "loser-paid" | "tie-paid":
            wrong = player.stake, player.second * multiple(player.cards)
        case "initial-bet-unpaid":
            wrong = 0, 0
        case "unpaid":
            plant_payment(table, fault, code, name, player, right, None)
            return
        case "wrong-seat":
            other = table.rng.choice([seat for seat in table.guests if seat != player.seat])
            total = sum(prize) + player.staked
            table.plant(fault, code, name, seat=other, due=0, paid=total)
            yield table.pay(player, player.main, sum(prize), player.staked, name, other)
            return
        case "second-bet-collected":
            second = player.bets["segunda"]
            table.plant(fault, code, name, seat=player.seat, bet=second, due=player.second, paid=0)
            yield table.say(
                Collection(amount=player.second, bets=(second,), seat=player.seat), name
            )
            first = (player.bets["inicial"],)
            yield table.pay(player, first, player.stake, player.stake, name)
            return
        case _:
            pass
    plant_payment(table, fault, code, name, player, right, wrong)
    yield _paid_or_taken(table, player, wrong, name)


def note(
    table: "PoquerSemDescarte",
    jogada: Jogada,
    code: str,
    name: str,
    due: int,
    paid: int,
    bet: int | None = None,
) -> None:
    """Plant what is wrong at the target's seat."""
    assert jogada.fault is not None
    assert jogada.target is not None
    table.plant(jogada.fault, code, name, seat=jogada.target.seat, bet=bet, due=due, paid=paid)


def plant_payment(
    table: "PoquerSemDescarte",
    fault: str,
    code: str,
    name: str,
    player: Player,
    right: Prizes | None,
    wrong: Prizes | None,
) -> None:
    """Plant a wrong payment of the main bets; ``wrong`` is None where nothing was paid."""
    if wrong is not None:
        due = 0 if right is None else sum(right) + player.staked
        paid = sum(wrong) + player.staked
        table.plant(fault, code, name, seat=player.seat, due=due, paid=paid)
        return
    assert right is not None
    # Nothing was paid for either bet, so each is a finding of its own.
    for bet, prize, stake in zip(player.main, right, (player.stake, player.second), strict=True):
        table.plant(fault, code, name, seat=player.seat, bet=bet, due=prize + stake, paid=0)


# --- the jackpot ---------------------------------------------------------------------------------


def in_order(
    table: "PoquerSemDescarte", jogada: Jogada, prizes: Sequence[Prize], name: str
) -> Sequence[Prize]:
    """Return the prizes in the order in which they are paid: the smallest first (R32)."""
    if jogada.fault == EARLY_COLLECTED:
        for prize in prizes:
            bet = next(one for one in jogada.players if one.seat == prize.seat).bets["acumulado"]
            of_prize = {"seat": prize.seat, "bet": bet, "due": 0, "paid": prize.amount}
            table.plant(EARLY_COLLECTED, "SD-JP-EXP", name, **of_prize)
    if jogada.fault != LARGEST_FIRST:
        return prizes
    order = list(reversed(prizes))
    highest = 0
    for prize in order:
        if prize.undivided < highest:
            table.plant(LARGEST_FIRST, "SD-JP-SPLIT", name, seat=prize.seat)
            break
        highest = max(highest, prize.undivided)
    return order


def miscounted(jogada: Jogada, player: Player) -> int:
    """Return by how much the table misstates a prize."""
    return BET if jogada.fault == MISCOUNTED and player is jogada.target else 0


def claimed(
    table: "PoquerSemDescarte",
    jogada: Jogada,
    player: Player,
    prize: Prize,
    won: Said,
    name: str,
) -> None:
    """Write that down."""
    extra = miscounted(jogada, player)
    if extra:
        paid = prize.amount + extra
        table.plant(MISCOUNTED, "JP-WINBASIS", name, event=won.name, due=prize.amount, paid=paid)


def award_paid(
    table: "PoquerSemDescarte",
    jogada: Jogada,
    player: Player,
    prize: Prize,
    balance: int,
    name: str,
) -> int:
    """Return what is paid of a jackpot prize."""
    at = {"seat": player.seat, "due": prize.amount}
    if jogada.fault in (UNPAID_SHARE, BEATEN_UNPAID) and player is jogada.target:
        beaten = not jogada.plays or player not in jogada.winners
        table.plant(jogada.fault, "SD-JP-UNQ" if beaten else "PAY-NONE", name, **at, paid=0)
        return 0
    if jogada.fault == UNDIVIDED and prize.undivided != prize.amount:
        table.plant(UNDIVIDED, "SD-JP-SPLIT", name, **at, paid=prize.undivided)
        return prize.undivided
    if jogada.fault == WHOLE_TO_TOP and prize.combination == table.pool.top:
        table.plant(WHOLE_TO_TOP, "SD-JP-SPLIT", name, **at, paid=balance)
        return balance
    if jogada.fault == SHORT_AWARD and player is jogada.target:
        table.plant(SHORT_AWARD, "JP-PAYDIFF", name, **at, paid=prize.amount - BET)
        return prize.amount - BET
    return prize.amount
