"""Faults at a table of desafio ao casino, and the findings that they must bring."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ledger.events.base import Chips
from ledger.events.rounds import BetChanged, BetWithdrawn, Decision, Payout, RoundVoided
from ops.simulator.games.house_cards.desafio_ao_casino.rules import OnCard
from ops.simulator.games.house_cards.desafio_ao_casino.table import (
    MAXIMUM,
    MINIMUM,
    DesafioTable,
    Duel,
    Jogada,
    Way,
)
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.guests import (
    LOSER_KEPT,
    LOSER_PAID,
    OVERPAID,
    PAYMENTS,
    UNDERPAID,
    WRONG_BET,
    WRONG_SUM,
    WrongPayment,
    payout,
)
from ops.simulator.parties.party import Telling

Target = Callable[[DesafioTable, Jogada, OnCard], OnCard]
Result = Callable[[DesafioTable, Jogada, None], int]
Draw = Callable[[int], str]
Option = Callable[[OnCard], str | None]
Added = Callable[[OnCard], tuple[int, Way]]
Place = Callable[[OnCard, Jogada], Telling]

# --- the shoe ------------------------------------------------------------------------------------


def shuffle_uncut(table: DesafioTable, jogada: Jogada, right: Telling) -> Telling:
    """Shuffle, and let nobody cut (R4)."""
    del right
    yield table.shuffled()
    table.plant_in(jogada, "DC-SHOE")


def misplace_aviso(table: DesafioTable, jogada: Jogada, right: Telling) -> Telling:
    """Shuffle, and put the carta-aviso in with more or fewer cards behind it than twelve (R4)."""
    del right
    yield table.shuffled()
    cutter = table.cutter()
    yield table.cut(cutter, table.rng.choice((0, 11, 13, 52)))
    table.plant_in(jogada, "DC-SHOE")


def keep_shoe(table: DesafioTable, jogada: Jogada, right: Telling) -> Telling:
    """Shuffle nothing, so that some card has come as often as the packs hold it."""
    del table, jogada, right
    yield from ()


# --- bets ----------------------------------------------------------------------------------------


def laying(amount: int, code: str, limit: int) -> Target:
    """Return an alteration that gives the target an amount outside the table's limits."""

    def target(table: DesafioTable, jogada: Jogada, right: OnCard) -> OnCard:
        right.amount = amount
        table.plant_in(jogada, code, right, due=limit, paid=amount)
        return right

    return target


def on_tie(table: DesafioTable, jogada: Jogada, right: OnCard) -> OnCard:
    """Let the target be a bet on the tie."""
    return table.on_tie(jogada, right.guest) or table.add(jogada, right.guest, "empate")


def not_on_tie(table: DesafioTable, jogada: Jogada, right: OnCard) -> OnCard:
    """Let the target's guest have no bet on the tie, so that he may choose."""
    bet = table.on_tie(jogada, right.guest)
    if bet is not None:
        jogada.bets.remove(bet)
    return right


def on_tie_besides(table: DesafioTable, jogada: Jogada, right: OnCard) -> OnCard:
    """Let the target's guest have a bet on the tie, which loses when the target wins."""
    on_tie(table, jogada, right)
    return right


def twice(table: DesafioTable, jogada: Jogada, right: OnCard) -> OnCard:
    """Let the target's guest have two initial bets, for both to be paid in one sum."""
    table.add(jogada, right.guest, "inicial")
    return right


def under_one_number(table: DesafioTable, jogada: Jogada, right: OnCard) -> OnCard:
    """Let the target be a bet on the tie under the number of the initial bet."""
    bet = on_tie(table, jogada, right)
    bet.number = right.number
    table.plant_in(jogada, "RES-IMPOSS", bet, due=0, paid=bet.amount)
    return bet


def on_nothing(table: DesafioTable, jogada: Jogada, right: OnCard) -> OnCard:
    """Let the target be a bet that the cloth does not have."""
    bet = table.add(jogada, right.guest, "par")
    table.plant_in(jogada, "RES-IMPOSS", bet, due=0, paid=bet.amount)
    return bet


def lay_apart(table: DesafioTable, jogada: Jogada, right: OnCard) -> OnCard:
    """Let the target not be laid with the others."""
    del table
    jogada.apart = True
    return right


def lay_early(table: DesafioTable, jogada: Jogada) -> Telling:
    """Lay the target before the bets are open."""
    bet = jogada.at
    yield table.lay(bet, jogada.name)
    table.plant_in(jogada, "BET-EARLY", bet, due=0, paid=bet.amount)


def lay_wrong_chips(table: DesafioTable, jogada: Jogada, right: Place) -> Place:
    """Count one chip of the target too many."""

    def place(bet: OnCard, of: Jogada) -> Telling:
        if bet is not jogada.target:
            yield from right(bet, of)
            return
        chips = Chips(count=bet.amount // 100 + 1, value=100)
        yield table.lay(bet, of.name, chips=chips)
        table.plant_in(of, "BET-MULT", bet)

    return place


def lay_late(table: DesafioTable, jogada: Jogada) -> Telling:
    """Lay an initial bet after the call (R7)."""
    late = jogada.target = table.add(jogada, jogada.at.guest, "inicial")
    yield table.lay(late, jogada.name)
    table.plant_in(jogada, "BET-LATE", late, due=0, paid=late.amount)


def refuse_late(table: DesafioTable, jogada: Jogada) -> Telling:
    """Lay an initial bet after the call, which is pushed back (R7)."""
    yield from lay_late(table, jogada)
    late = jogada.at
    late.guest.purse += late.amount
    jogada.bets.remove(late)
    yield table.say(BetWithdrawn(bet=late.number, cause="late"), jogada.name)


def change_late(table: DesafioTable, jogada: Jogada) -> Telling:
    """Let the target grow after the call; it is paid as it lay (R7)."""
    bet = jogada.at
    more = bet.amount + bet.guest.chip
    chips = Chips(count=1, value=more)
    yield table.say(BetChanged(bet=bet.number, amount=more, chips=chips, cause="own"), jogada.name)
    table.plant(jogada.fault or "", "BET-LATE", jogada.name, bet=bet.number, due=0, paid=more)


# --- cards ---------------------------------------------------------------------------------------


def result(sign: int) -> Result:
    """Return an alteration that has the target's card beat the bank's (1), tie (0) or lose (-1)."""

    def arranged(table: DesafioTable, jogada: Jogada, right: None) -> int:
        del table, jogada, right
        return sign

    return arranged


WINS: Final = result(1)
TIES: Final = result(0)
LOSES: Final = result(-1)


def deal_out_of_order(table: DesafioTable, jogada: Jogada, right: Sequence[int]) -> Sequence[int]:
    """Deal first to the last seat, and last to the first (R7)."""
    table.plant_in(jogada, "VOID-MISS", facts={"fact": "ordem"})
    first, *between, last = right
    return [last, *between, first]


def pass_over(table: DesafioTable, jogada: Jogada, right: Sequence[int]) -> Sequence[int]:
    """Deal no card to the target's seat."""
    mine = jogada.at.guest.seat
    table.plant_in(jogada, "VOID-MISS", seat=mine, facts={"fact": "sem_carta"})
    return [seat for seat in right if seat != mine]


def draw_too_often(table: DesafioTable, jogada: Jogada, right: Draw) -> Draw:
    """Deal to the target a card of which the packs hold no more; put off where all may come yet."""

    def draw(seat: int) -> str:
        if seat != jogada.at.guest.seat:
            return right(seat)
        gone = table.gone()
        if not gone:
            table.put_off(jogada.fault or "")
            return right(seat)
        card = table.rng.choice(gone)
        table.plant_in(jogada, "RES-IMPOSS", facts={"card": card})
        return card

    return draw


def deal_one_more(table: DesafioTable, jogada: Jogada) -> Telling:
    """Deal a second card to the target's seat."""
    yield table.give(table.draw(), jogada, jogada.at.guest.seat)
    table.plant_in(jogada, "VOID-MISS", facts={"fact": "carta_a_mais"})


def play_on(table: DesafioTable, jogada: Jogada) -> Telling:
    """Note an error that cannot be mended, and play on (R8)."""
    seat = jogada.at.guest.seat
    yield table.error("incorrigivel", jogada, seat)
    table.plant_in(jogada, "VOID-MISS", seat=seat)


# --- ties ----------------------------------------------------------------------------------------


def halve_untied(table: DesafioTable, jogada: Jogada) -> Telling:
    """Let somebody lose half who is not tied (R12)."""
    seat = jogada.at.guest.seat
    yield table.say(Decision(seat=seat, action="perder_metade"), jogada.name)
    table.plant_in(jogada, "DC-TIE", seat=seat)


def offer_nothing(table: DesafioTable, jogada: Jogada, right: Option) -> Option:
    """Ask the tied target nothing, so that nobody can tell what it is due (R12)."""

    def option(bet: OnCard) -> str | None:
        if bet is not jogada.target:
            return right(bet)
        jogada.unknown = True
        table.plant_in(jogada, "DC-TIE", seat=bet.guest.seat)
        return None

    return option


def take_half_unasked(
    table: DesafioTable, jogada: Jogada, right: Sequence[Payout]
) -> Sequence[Payout]:
    """Take half all the same, or nothing: nobody can tell whether that is what he chose."""
    bet = jogada.at
    if not table.rng.randrange(2):
        return right
    jogada.decided.append(bet)
    return [*right, payout(bet, 0, bet.amount // 2)]


def choosing(action: str) -> Callable[[DesafioTable, Jogada, Option], Option]:
    """Return an alteration that lets the tied target choose that action."""

    def instead(table: DesafioTable, jogada: Jogada, right: Option) -> Option:
        del table

        def option(bet: OnCard) -> str | None:
            chosen = right(bet)
            return action if bet is jogada.target else chosen

        return option

    return instead


HALVES: Final = choosing("perder_metade")
CHALLENGES: Final = choosing("desafiar")


def add_unequally(table: DesafioTable, jogada: Jogada, right: Added) -> Added:
    """Let the target add a chip more than the initial stake (R13)."""
    ways: tuple[Way, ...] = ("decision", "bet")

    def added(bet: OnCard) -> tuple[int, Way]:
        amount, way = right(bet)
        if bet is not jogada.target:
            return amount, way
        amount += bet.guest.chip
        table.plant_in(jogada, "DC-WAR", seat=bet.guest.seat, due=bet.amount, paid=amount)
        return amount, table.rng.choice(ways)

    return added


def burn_too_few(table: DesafioTable, jogada: Jogada, right: Duel) -> Duel:
    """Burn two cards before the guest's (R13)."""
    _plant_duel(table, jogada, fact="queima", de="jogador")
    return replace(right, burned=2)


def burn_none(table: DesafioTable, jogada: Jogada, right: Duel) -> Duel:
    """Burn no card before the bank's (R14)."""
    _plant_duel(table, jogada, fact="queima", de="banca")
    return replace(right, burned_bank=0)


def give_bank_no_card(table: DesafioTable, jogada: Jogada, right: Duel) -> Duel:
    """Give the bank no card against the target's challenge, so that nothing decides it (R14)."""
    jogada.unknown = True
    _plant_duel(table, jogada, fact="carta", de="banca")
    return replace(right, answered=False)


def _plant_duel(table: DesafioTable, jogada: Jogada, **facts: str) -> None:
    table.plant_in(jogada, "DC-WAR", seat=jogada.at.guest.seat, facts=facts)


def duel(sign: int) -> Callable[[DesafioTable, Jogada, Duel], Duel]:
    """Return an alteration that lets the target win its challenge (1), or tie again (0)."""

    def instead(table: DesafioTable, jogada: Jogada, right: Duel) -> Duel:
        del table, jogada
        return replace(right, result=sign)

    return instead


# --- payments ------------------------------------------------------------------------------------


def any_payment(table: DesafioTable, jogada: Jogada, right: None) -> WrongPayment | None:
    """Choose a payment that is made wrongly, as at any table; put off where there is none."""
    del right
    fault = jogada.fault or ""
    wrong = table.choose(fault, [bet for bet in jogada.decided if bet.rule != "war"])
    if wrong is None:
        table.put_off(fault)
    return wrong


def tie_payment(as_usual: str) -> Callable[[DesafioTable, Jogada, None], WrongPayment]:
    """Return an alteration that pays the bet on the tie wrongly, as at any table (R11)."""

    def instead(table: DesafioTable, jogada: Jogada, right: None) -> WrongPayment:
        del table, right
        return WrongPayment(as_usual, jogada.at, told=jogada.fault or "")

    return instead


def note_late(table: DesafioTable, jogada: Jogada) -> Telling:
    """Plant that the late bet is paid as if it played."""
    bet = jogada.at
    table.plant_in(jogada, "PAY-DIFF", bet, due=bet.amount, paid=bet.due)
    yield from ()


def by_hand(
    code: str, pay: Callable[[OnCard], tuple[int, int]]
) -> Callable[[DesafioTable, Jogada, Sequence[Payout]], Sequence[Payout]]:
    """Return an alteration that pays the target, last, a wrong prize and a wrong stake back."""

    def instead(table: DesafioTable, jogada: Jogada, right: Sequence[Payout]) -> Sequence[Payout]:
        bet = jogada.at
        prize, back = pay(bet)
        rest = [one for one in right if bet.number not in one.bets]
        paid = payout(bet, prize, back, bets=_numbers(table, bet))
        facts = {"bets": sorted({bet.number, bet.challenge} - {0})}
        seat, due = bet.guest.seat, bet.due
        table.plant_in(jogada, code, seat=seat, facts=facts, due=due, paid=prize + back)
        return [*rest, paid]

    return instead


def _numbers(table: DesafioTable, bet: OnCard) -> tuple[int, ...]:
    """Return by which numbers a challenge is paid: both, or the initial bet's alone."""
    both = bet.challenge and table.rng.randrange(2)
    return (bet.number, bet.challenge) if both else (bet.number,)


take_all_of_half: Final = by_hand("DC-TIE", lambda bet: (0, bet.amount // 4))
take_no_half: Final = by_hand("DC-TIE", lambda bet: (0, bet.amount))
overpay_challenge: Final = by_hand("DC-WAR", lambda bet: (3 * bet.amount, bet.stake))
pay_no_extra: Final = by_hand("DC-WAR", lambda bet: (bet.amount, bet.stake))

# --- voids ---------------------------------------------------------------------------------------


def void_groundless(table: DesafioTable, jogada: Jogada, right: Telling) -> Telling:
    """Void a jogada without a ground, before any card."""
    del right
    table.plant_in(jogada, "VOID-BAD")
    yield table.voided(jogada)
    yield from table.refund(jogada.bets, jogada)


def void_exposed(table: DesafioTable, jogada: Jogada, right: Telling) -> Telling:
    """Void a jogada for a card that the shoe showed, which is no ground (R8)."""
    seat = table.seats(jogada)[0]
    card = table.draw()
    yield table.give(card, jogada, seat)
    yield from table.exposed(card, jogada, seat)
    yield from void_groundless(table, jogada, right)


def void_decided(table: DesafioTable, jogada: Jogada, right: Telling) -> Telling:
    """Void a jogada in spite of its cards, and give all stakes back."""
    del right
    yield from table.deal(jogada)
    table.plant_in(jogada, "VOID-BAD")
    yield table.say(RoundVoided(cause="reclamacao"), jogada.name)
    decided = table.work_out(jogada)
    if not any(bet.rule == "half" for bet in decided):  # nobody was to choose yet
        for bet in decided:
            if bet.due != bet.amount:
                code = table.payment_code(bet, bet.amount)
                table.plant_in(jogada, code, bet, due=bet.due, paid=bet.amount)
    yield from table.refund(jogada.bets, jogada)


def void_short(table: DesafioTable, jogada: Jogada, right: Telling) -> Telling:
    """Void a jogada rightly, and keep the target's stake or half of it (R8)."""
    del right
    bet = jogada.at
    yield from table.deal(jogada)
    yield table.error("incorrigivel", jogada, bet.guest.seat)
    yield table.voided(jogada)
    bet.prize, bet.back = 0, table.rng.choice((0, bet.amount // 2))
    table.plant_in(jogada, "VOID-REFUND", bet, due=bet.amount, paid=bet.back)
    payouts = [payout(bet)] if bet.back else []
    yield from table.collect([bet], payouts, jogada.name)
    yield from table.hand_over(payouts, jogada.name)
    yield from table.refund([one for one in jogada.bets if one is not bet], jogada)


WINNER: Final = Wrong(instead={"result": WINS, "wrong": any_payment})
LOSER: Final = Wrong(instead={"result": LOSES, "wrong": any_payment})
HALF: Final = {"target": not_on_tie, "result": TIES, "option": HALVES}
WAR: Final = {"target": not_on_tie, "result": TIES, "option": CHALLENGES}
ON_TIE: Final = {"target": on_tie, "result": TIES}
DESAFIO: Final[Mapping[str, Wrong]] = {
    **dict.fromkeys(PAYMENTS, WINNER),
    WRONG_SUM: Wrong(instead={**WINNER.instead, "target": twice}),
    WRONG_BET: Wrong(instead={**WINNER.instead, "target": on_tie_besides}),
    LOSER_PAID: LOSER,
    LOSER_KEPT: LOSER,
    "tie-overpaid": Wrong(instead={**ON_TIE, "wrong": tie_payment(OVERPAID)}),
    "tie-underpaid": Wrong(instead={**ON_TIE, "wrong": tie_payment(UNDERPAID)}),
    "half-all-taken": Wrong(instead={**HALF, "payouts": take_all_of_half}),
    "half-not-taken": Wrong(instead={**HALF, "payouts": take_no_half}),
    "option-not-offered": Wrong(
        instead={
            "target": not_on_tie,
            "result": TIES,
            "option": offer_nothing,
            "payouts": take_half_unasked,
        }
    ),
    "option-without-tie": Wrong(instead={"result": LOSES}, does={"options": halve_untied}),
    "challenge-overpaid": Wrong(instead={**WAR, "duel": duel(1), "payouts": overpay_challenge}),
    "challenge-tie-without-extra": Wrong(instead={**WAR, "duel": duel(0), "payouts": pay_no_extra}),
    "challenge-too-few-burned": Wrong(instead={**WAR, "duel": burn_too_few}),
    "challenge-none-burned": Wrong(instead={**WAR, "duel": burn_none}),
    "challenge-unequal-stake": Wrong(instead={**WAR, "challenge": add_unequally}),
    "challenge-without-card": Wrong(instead={**WAR, "duel": give_bank_no_card}),
    "aviso-in-wrong-place": Wrong(instead={"cards": misplace_aviso}),
    "not-cut": Wrong(instead={"cards": shuffle_uncut}),
    "dealt-out-of-order": Wrong(instead={"seats": deal_out_of_order}),
    "bettor-without-card": Wrong(instead={"seats": pass_over}),
    "card-too-many": Wrong(instead={"result": LOSES}, does={"dealt": deal_one_more}),
    "card-dealt-too-often": Wrong(instead={"cards": keep_shoe, "drawing": draw_too_often}),
    "impossible-bet": Wrong(instead={"target": on_nothing}),
    "same-number": Wrong(instead={"target": under_one_number}),
    "late-bet-refused": Wrong(does={"closed": refuse_late}),
    "late-bet-paid": Wrong(
        instead={"result": WINS}, does={"closed": lay_late, "decided": note_late}
    ),
    "late-change": Wrong(does={"closed": change_late}),
    "early-bet": Wrong(instead={"target": lay_apart}, does={"before": lay_early}),
    "under-minimum": Wrong(instead={"target": laying(500, "BET-MIN", MINIMUM["inicial"])}),
    "over-maximum": Wrong(
        instead={"target": laying(MAXIMUM["inicial"] + 1_000, "BET-MAX", MAXIMUM["inicial"])}
    ),
    "wrong-chips": Wrong(instead={"laying": lay_wrong_chips}),
    "incurable-error-played": Wrong(does={"chosen": play_on}),
    "void-without-ground": Wrong(instead={"course": void_groundless}),
    "void-though-decided": Wrong(instead={"course": void_decided}),
    "void-for-exposed-card": Wrong(instead={"course": void_exposed}),
    "void-not-refunded": Wrong(instead={"course": void_short}),
}
"""Every fault of a table of desafio ao casino."""
