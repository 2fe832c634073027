"""Faults at a table of Macau's five-card poker.

Each is a ``Wrong``: by which script and with which cards it is made, and what it does when.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ledger.events.outcomes import Announcement, ErrorNoted
from ledger.events.rounds import Decision, Payout, TurnGiven
from ledger.events.seats import PlayerSeated, StackDeclared
from ops.simulator.games.poker.betting import Division, Sitting
from ops.simulator.games.poker.payment_faults import (
    ignore_side_pot,
    overpay,
    pay_other_seat,
    underpay,
    unpay,
    with_more,
)
from ops.simulator.games.poker.poquer_macau_5_cartas.table import (
    ACEITAR,
    APOSTAR,
    CAPITAL,
    DECK_FOR,
    DESISTIR,
    ELEVAR,
    ENTRY,
    MINIMUM,
    PASSAR,
    PLACES,
    Act,
    Jogada,
    MacauTable,
)
from ops.simulator.kit.cards import shuffled
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.party import Telling

SECONDS: Final = (130, 140)
"""How long somebody takes who is too slow."""
FOUR_ACES: Final = ("As", "9h", "Ah", "Ad", "Ac")

Deed = Callable[[MacauTable, Jogada], Telling]
Instead = Callable[[MacauTable, Jogada, Telling], Telling]


def just(value: object) -> Callable[..., Any]:
    """Return an alteration that puts this value in the place of the right value."""
    return lambda *_: value


def note(code: str) -> Deed:
    """Return a deed that plants a finding about the whole jogada, without a sum."""

    def deed(table: MacauTable, jogada: Jogada) -> Telling:
        table.note(jogada, code)
        yield from ()

    return deed


# --- before the jogada ---------------------------------------------------------------------------


def with_kept(table: MacauTable) -> bool:
    """Tell whether a player's capital was left unrestored; else let a capital fall."""
    table.falls = table.kept not in table.sitting
    return not table.falls


def with_used_deck(table: MacauTable) -> bool:
    """Tell whether the deck was used for all the jogadas it may serve."""
    return table.used == DECK_FOR


def with_unchanged(table: MacauTable) -> bool:
    """Tell whether a capital is unchanged since the last jogada ended."""
    return bool(_unchanged(table))


def _unchanged(table: MacauTable) -> list[Sitting]:
    return [one for one in table.sitting.values() if table.left_with.get(one.seat) == one.cave]


def keep_low(table: MacauTable, occasion: Occasion) -> Telling:
    """Leave a capital below the least unrestored, if enough for a jogada."""
    del occasion
    for seat in sorted(table.short):
        if seat in table.sitting and 10 * ENTRY < table.sitting[seat].cave < CAPITAL:
            table.kept = seat
            table.short.discard(seat)
            break
    yield from ()


def note_not_restored(table: MacauTable, occasion: Occasion) -> Telling:
    """Plant that somebody plays on whose capital fell below the least (A6)."""
    _plant_capital(table, occasion, table.kept, CAPITAL, table.sitting[table.kept].cave)
    yield from ()


def _plant_capital(table: MacauTable, occasion: Occasion, seat: int, due: int, paid: int) -> None:
    assert occasion.fault is not None
    table.plant(occasion.fault, "M5-CAP", occasion.name, seat=seat, due=due, paid=paid)


def _plant_seat(table: MacauTable, occasion: Occasion, seat: int | None = None) -> None:
    assert occasion.fault is not None
    table.plant(occasion.fault, "M5-SEAT", occasion.name, seat=seat)


def _free(table: MacauTable) -> int:
    return min({*range(1, PLACES + 1)} - {*table.sitting})


def seat_eighth(table: MacauTable, occasion: Occasion) -> Telling:
    """Seat eight players, the eighth at a place that the table does not have (A3)."""
    while len(table.sitting) < PLACES:
        yield from table.arrive()
    seat = PLACES + 1
    yield from table.arrive(seat)
    table.given_up.add(seat)
    _plant_seat(table, occasion, seat)
    _plant_seat(table, occasion)


def seat_twice(table: MacauTable, occasion: Occasion) -> Telling:
    """Let a player play at two places (A3)."""
    first = table.sitting[max(table.sitting)]
    seat = _free(table)
    yield from table.arrive(seat, name=first.name)
    table.given_up.add(seat)
    _plant_seat(table, occasion, min(seat, first.seat))


def seat_low(table: MacauTable, occasion: Occasion) -> Telling:
    """Let somebody begin with less than the rules ask for (A6)."""
    seat = _free(table)
    yield from table.arrive(seat, CAPITAL - MINIMUM)
    _plant_capital(table, occasion, seat, CAPITAL, CAPITAL - MINIMUM)


def withdraw(table: MacauTable, occasion: Occasion) -> Telling:
    """Let somebody take a part of his capital away (A6)."""
    player = _unchanged(table)[0]
    player.cave -= MINIMUM
    yield table.say(StackDeclared(seat=player.seat, amount=player.cave, why="withdrawal"))
    _plant_capital(table, occasion, player.seat, MINIMUM, 0)


def make_two_rich(table: MacauTable, occasion: Occasion) -> Telling:
    """Let two players have more before them than the poorest."""
    del occasion
    least = min(one.cave for one in table.sitting.values())
    for seat in sorted(table.sitting, key=lambda seat: table.sitting[seat].cave)[-2:]:
        cave = table.sitting[seat].cave
        yield from table.restore(table.sitting[seat], max(cave, 0) + least)


# --- which cards there are -----------------------------------------------------------------------


def best(table: MacauTable, jogada: Jogada) -> bool:
    """Let the last of the deal hold four aces, the others what chance gives."""
    return _rig(table, jogada, {jogada.players[-1].seat: FOUR_ACES})


def poorest(table: MacauTable, jogada: Jogada) -> bool:
    """Let who has least before him hold four aces."""
    return _rig(table, jogada, {_poor(jogada).seat: FOUR_ACES})


def tie(table: MacauTable, jogada: Jogada) -> bool:
    """Let the first two hold the same straight flush, and nobody more."""
    one, other = (player.seat for player in jogada.players[:2])
    spades, clubs = ("Ks", "Qs", "Js", "Ts", "9s"), ("Kc", "Qc", "Jc", "Tc", "9c")
    return _rig(table, jogada, {one: spades, other: clubs})


def _rig(table: MacauTable, jogada: Jogada, own: Mapping[int, Sequence[str]]) -> bool:
    used = {card for cards in own.values() for card in cards}
    deck = [card for card in shuffled(table.rng) if card not in used and card[0] not in "234"]
    for player in jogada.players:
        mine = own.get(player.seat)
        jogada.cards[player.seat] = list(mine) if mine else [deck.pop() for _ in range(5)]
    return True


def _poor(jogada: Jogada) -> Sitting:
    return min(jogada.players, key=lambda one: one.before)


def foreign_card(table: MacauTable, jogada: Jogada) -> bool:
    """Let a two be in the deck (A1)."""
    del table
    jogada.cards[jogada.players[-1].seat][1] = "2s"
    return True


def same_card(table: MacauTable, jogada: Jogada) -> bool:
    """Let a card come twice; who holds it gives up before it matters."""
    del table
    first, second = jogada.players[:2]
    jogada.cards[first.seat][1] = jogada.cards[second.seat][1]
    return True


# --- entries and the deal ------------------------------------------------------------------------


def enter_in_cash(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Let the first put his entry in in cash."""
    del right
    first = jogada.players[0]
    table.note(jogada, "CREDIT", first.seat, ENTRY)
    yield table.entry(jogada, first, ENTRY, means="cash")


def enter_short(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Let the first put in half an entry."""
    del right
    first = jogada.players[0]
    table.note(jogada, "BET-MIN", first.seat, ENTRY // 2)
    yield table.entry(jogada, first, ENTRY // 2)


def take_no_initial(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Take no initial commission."""
    del right
    table.note(jogada, "M5-COM", None, -ENTRY)
    yield from ()


def take_initial_twice(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Take the initial commission twice."""
    yield from right
    table.note(jogada, "M5-COM", None, ENTRY)
    yield from table.take_initial(jogada)


def take_initial_late(table: MacauTable, jogada: Jogada) -> Telling:
    """Take the initial commission only when the first cards are dealt."""
    yield from table.take_initial(jogada)


def nothing(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Tell nothing."""
    del table, jogada, right
    yield from ()


def same_fee(table: MacauTable, jogada: Jogada, right: Division) -> Division:
    """Divide the bolo with the commission due if the initial had been taken once."""
    del right
    return table.division(jogada, table.division(jogada, None, ENTRY).fee)


def note_incomplete(table: MacauTable, jogada: Jogada) -> Telling:
    """Note that the deck is incomplete, and play on."""
    yield table.say(ErrorNoted(error="baralho_incompleto", by="dealer"), jogada.name)


def deal_none_aside(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Deal the first cards without putting a card aside."""
    del right
    yield from table.deal_two(jogada, jogada.players)


def deal_backwards(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Deal the first cards the wrong way round."""
    del right
    yield table.put_aside(jogada)
    yield from table.deal_two(jogada, jogada.players[::-1])


def turn_key(table: MacauTable, jogada: Jogada) -> Telling:
    """Turn the first player's chave."""
    yield from table.reveal(jogada, jogada.players[0])


def add_capital(table: MacauTable, jogada: Jogada) -> Telling:
    """Let somebody add to his capital within the jogada."""
    player = jogada.players[0]
    player.cave += CAPITAL
    player.before += CAPITAL
    added = StackDeclared(seat=player.seat, amount=player.cave, why="capital", added=CAPITAL)
    yield table.say(added, jogada.name)
    table.note(jogada, "M5-CAP", player.seat, CAPITAL)


def declare_short(table: MacauTable, jogada: Jogada) -> Telling:
    """Declare that somebody has nothing left who has."""
    player = jogada.players[0]
    said = Announcement(what="capital_desfalcado", seat=player.seat, by="dealer")
    yield table.say(said, jogada.name)
    table.note(jogada, "M5-CAP", player.seat, player.cave)


def move(table: MacauTable, jogada: Jogada) -> Telling:
    """Let somebody take another place within the jogada."""
    seat = _free(table)
    yield table.say(PlayerSeated(seat=seat, player=jogada.players[0].name), jogada.name)
    table.note(jogada, "M5-SEAT", seat)


# --- lanços --------------------------------------------------------------------------------------


def void_groundless(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Call a jogada void in which nothing was wrong."""
    del right
    yield from table.void(jogada, "reclamacao")


def last_begins(lanco: int) -> Instead:
    """Return an alteration that lets the last player speak first in this lanço."""

    def instead(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
        if jogada.lanco != lanco:
            yield from right
            return
        wrong = jogada.order[-1]
        yield table.say(TurnGiven(seat=wrong.seat, street=lanco), jogada.name)
        table.note(jogada, "M5-OPEN", wrong.seat)
        yield table.act(jogada, wrong, (APOSTAR, MINIMUM))
        yield from _all_accept(table, jogada, wrong)

    return instead


def speak_out_of_turn(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Let somebody accept the first bet before it is his turn."""
    if jogada.lanco != 1:
        yield from right
        return
    first = jogada.order[0]
    yield table.act(jogada, first, (APOSTAR, MINIMUM))
    early = jogada.ring(first)[2]
    yield table.act(jogada, early, (ACEITAR, 0))
    table.note(jogada, "M5-OPEN", early.seat)
    yield from _all_accept(table, jogada, first)


def _all_accept(table: MacauTable, jogada: Jogada, last: Sitting) -> Telling:
    player = table.next_to_speak(jogada, last)
    while player is not None:
        yield table.act(jogada, player, (ACEITAR, 0))
        player = table.next_to_speak(jogada, player)


def speak_with_open_key(table: MacauTable, jogada: Jogada) -> Telling:
    """Let somebody speak whose chave was turned."""
    if jogada.lanco == 1:
        seat = jogada.players[0].seat
        yield table.say(Decision(seat=seat, action=DESISTIR), jogada.name)
        table.note(jogada, "M5-KEY", seat)


def speak_after_fold(table: MacauTable, jogada: Jogada) -> Telling:
    """Let somebody speak who gave up."""
    if jogada.lanco == 2:  # noqa: PLR2004 - after he gave up
        seat = next(iter(jogada.out))
        yield table.say(Decision(seat=seat, action=PASSAR), jogada.name)
        table.note(jogada, "NB-TURN", seat)


def accept_nothing(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Let the first of all accept though nobody has bet."""
    if jogada.at != (1, 0):
        yield from right
        return
    player = jogada.speaking
    table.put(jogada, player, MINIMUM)
    jogada.level, jogada.before, jogada.asked = MINIMUM, MINIMUM, set()
    table.note(jogada, "M5-OPEN", player.seat)
    yield from _accepted(table, jogada, player)


def accept_short(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Let somebody accept with less than was bet, though he has more."""
    if jogada.at != (4, 1):
        yield from right
        return
    player = jogada.speaking
    table.put(jogada, player, MINIMUM)
    jogada.out.add(player.seat)
    table.note(jogada, "NB-EQ", player.seat, MINIMUM)
    yield from _accepted(table, jogada, player)


def _accepted(table: MacauTable, jogada: Jogada, player: Sitting) -> Telling:
    jogada.asked.add(player.seat)
    said = Decision(seat=player.seat, action=ACEITAR, added=MINIMUM)
    yield table.say(said, jogada.name)


def speak_slowly(table: MacauTable, jogada: Jogada, right: Telling) -> Telling:
    """Let somebody take more than two minutes to speak."""
    if jogada.at != (2, 0):
        yield from right
        return
    table.note(jogada, "M5-2MIN", jogada.speaking.seat)
    yield table.act(jogada, jogada.speaking, (PASSAR, 0), after=SECONDS)


def note_act(at: tuple[int, int], code: str, amount: int) -> Callable[..., Act]:
    """Return an alteration that plants the word at this place of the script."""

    def instead(table: MacauTable, jogada: Jogada, right: Act) -> Act:
        if jogada.at == at:
            table.note(jogada, code, jogada.speaking.seat, amount)
        return right

    return instead


def raise_after_passing(table: MacauTable, jogada: Jogada, right: Act) -> Act:
    """Let the first raise who has passed."""
    seat = jogada.speaking.seat
    if seat not in jogada.passed or not jogada.level or jogada.repiques:
        return right
    table.note(jogada, "M5-RAISE", seat, MINIMUM)
    return ELEVAR, MINIMUM


def bet_beyond_poorest(table: MacauTable, jogada: Jogada, right: Act) -> Act:
    """Let somebody bet more than the poorest has."""
    del table
    poor, bet = _poor(jogada), _poor(jogada).cave * 3 // 2
    if jogada.lanco != 2 or jogada.level or jogada.speaking is poor:  # noqa: PLR2004 - the third lanço
        return right
    return (APOSTAR, bet) if jogada.speaking.cave > bet else right


# --- the end -------------------------------------------------------------------------------------


def charge_more(more: int) -> Callable[[MacauTable, Jogada, Division], Division]:
    """Return an alteration that takes ``more`` beyond the due commission."""

    def instead(table: MacauTable, jogada: Jogada, right: Division) -> Division:
        table.note(jogada, "M5-COM", None, more)
        return table.division(jogada, right.fee + more)

    return instead


def break_tie(table: MacauTable, jogada: Jogada, right: Sequence[Payout]) -> list[Payout]:
    """Let suits decide between two equal hands (A4, A5)."""
    one, other = right
    _note_tie(table, jogada, right, other.amount)
    return [with_more(one, other.amount)]


def divide_unequally(table: MacauTable, jogada: Jogada, right: Sequence[Payout]) -> list[Payout]:
    """Divide unequally between two equal hands (A4, A5)."""
    one, other = right
    _note_tie(table, jogada, right, MINIMUM)
    return [with_more(one, MINIMUM), with_more(other, -MINIMUM)]


def _note_tie(table: MacauTable, jogada: Jogada, right: Sequence[Payout], more: int) -> None:
    one, other = right
    table.note(jogada, "M5-TIE", one.seat, more)
    table.note(jogada, "M5-TIE", other.seat, -more)


def keep_entry(table: MacauTable, jogada: Jogada, right: Sequence[Payout]) -> Sequence[Payout]:
    """Keep the entry of a hand whose chave was turned."""
    table.note(jogada, "M5-KEY", jogada.players[0].seat, -ENTRY)
    return right[:-1]


def pay_void(table: MacauTable, jogada: Jogada, right: Sequence[Payout]) -> Sequence[Payout]:
    """Pay a jogada that should have been void."""
    table.note(jogada, "M5-COM", None, ENTRY)
    table.note(jogada, "M5-COM", None, jogada.divided.fee)
    due = jogada.divided.due()
    for seat, stake in jogada.put.items():
        code = "PAY-DIFF" if seat in due else "VOID-REFUND"
        table.note(jogada, code, seat, due.get(seat, 0) - stake)
    return right


MACAU: Final[Mapping[str, Wrong]] = {
    "overpaid": Wrong(fits=best, instead={"payouts": overpay}),
    "underpaid": Wrong(fits=best, instead={"payouts": underpay}),
    "unpaid": Wrong(fits=best, instead={"payouts": unpay}),
    "wrong-seat": Wrong(fits=best, instead={"payouts": pay_other_seat}),
    "suit-broke-tie": Wrong(fits=tie, instead={"payouts": break_tie}),
    "unequal-parts": Wrong(fits=tie, instead={"payouts": divide_unequally}),
    "side-bolo-ignored": Wrong(
        fits=poorest,
        does={"before": make_two_rich},
        instead={"act": bet_beyond_poorest, "payouts": ignore_side_pot},
    ),
    "commission-too-high": Wrong(instead={"division": charge_more(100)}),
    "commission-too-low": Wrong(instead={"division": charge_more(-100)}),
    "initial-twice": Wrong(instead={"initial": take_initial_twice, "division": same_fee}),
    "initial-missing": Wrong(instead={"initial": take_no_initial, "division": same_fee}),
    "initial-late": Wrong(
        instead={"initial": nothing},
        does={"opened": note("M5-COM"), "first-dealt": take_initial_late},
    ),
    "old-deck": Wrong(
        ready=with_used_deck,
        instead={"deck-for": just(DECK_FOR + 1)},
        does={"opened": note("M5-DECK")},
    ),
    "small-cut": Wrong(instead={"cuts": just((5,))}, does={"opened": note("M5-DECK")}),
    "three-cut": Wrong(instead={"cuts": just((8, 9, 10))}, does={"opened": note("M5-DECK")}),
    "no-card-aside": Wrong(
        instead={"first-deal": deal_none_aside}, does={"opened": note("M5-DECK")}
    ),
    "foreign-card": Wrong(fits=foreign_card, does={"opened": note("M5-DECK")}),
    "deal-order": Wrong(instead={"first-deal": deal_backwards}, does={"opened": note("M5-DECK")}),
    "card-twice": Wrong(fits=same_card, does={"opened": note("RES-IMPOSS")}),
    "place-too-many": Wrong(does={"before": seat_eighth}),
    "two-places": Wrong(does={"before": seat_twice}),
    "moved-in-jogada": Wrong(does={"first-dealt": move}),
    "low-capital": Wrong(does={"before": seat_low}),
    "capital-not-restored": Wrong(
        ready=with_kept, does={"coming": keep_low, "before": note_not_restored}
    ),
    "capital-added-in-jogada": Wrong(does={"first-dealt": add_capital}),
    "capital-withdrawn": Wrong(ready=with_unchanged, does={"before": withdraw}),
    "declared-short-with-money": Wrong(does={"first-dealt": declare_short}),
    "right-to-speak-wrong": Wrong(instead={"speak": last_begins(1)}),
    "right-to-speak-wrong-later": Wrong(instead={"speak": last_begins(3)}),
    "out-of-turn": Wrong(instead={"speak": speak_out_of_turn}),
    "accepted-nothing": Wrong(instead={"word": accept_nothing}),
    "low-raise": Wrong(
        instead={
            "script": just({(1, 0): (APOSTAR, 2 * MINIMUM), (1, 1): (ELEVAR, MINIMUM)}),
            "act": note_act((1, 1), "M5-RAISE", MINIMUM),
        }
    ),
    "passed-and-raised": Wrong(
        instead={"script": just({(2, 1): (APOSTAR, MINIMUM)}), "act": raise_after_passing}
    ),
    "slow": Wrong(instead={"word": speak_slowly}),
    "key-entry-kept": Wrong(does={"first-dealt": turn_key}, instead={"payouts": keep_entry}),
    "key-hand-spoke": Wrong(does={"first-dealt": turn_key, "lanco": speak_with_open_key}),
    "short-call": Wrong(
        instead={"script": just({(4, 0): (APOSTAR, 2 * MINIMUM)}), "word": accept_short}
    ),
    "after-fold": Wrong(
        instead={"script": just({(1, 1): (DESISTIR, 0)})}, does={"lanco": speak_after_fold}
    ),
    "cash-entry": Wrong(instead={"first-entry": enter_in_cash}),
    "entry-short": Wrong(instead={"first-entry": enter_short}),
    "low-bet": Wrong(
        instead={
            "script": just({(2, 0): (APOSTAR, MINIMUM // 2)}),
            "act": note_act((2, 0), "BET-MIN", MINIMUM - MINIMUM // 2),
        }
    ),
    "void-groundless": Wrong(
        instead={"lancos": void_groundless}, does={"opened": note("VOID-BAD")}
    ),
    "incomplete-deck-played": Wrong(
        fits=best,
        does={"opened": note("VOID-MISS"), "entered": note_incomplete},
        instead={"payouts": pay_void},
    ),
    "online": Wrong(instead={"mode": just("shared")}, does={"opened": note("ONL-NONE")}),
}
"""Every fault of a table of Macau's five-card poker."""
