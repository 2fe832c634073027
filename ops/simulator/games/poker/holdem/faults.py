"""Faults at a table of hold'em or Omaha that its games share.

Each is a ``Wrong``: by which script and with which cards it is made, and what it does when.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from ledger.events.outcomes import Announcement, DeckCut, DeckShuffled, ErrorNoted
from ledger.events.rounds import Commission, Decision, Payout, PotDeclared
from ledger.events.seats import PlayerWarned
from ops.simulator.games.poker.betting import Division, Sitting
from ops.simulator.games.poker.hands import Value
from ops.simulator.games.poker.holdem.seat_faults import (
    BOX_SHORT,
    ONLINE,
    OWED_UNPAID,
    SEATS,
    SESSIONS,
    make_poor,
    opened_with,
    settled,
)
from ops.simulator.games.poker.holdem.table import Forced, Hand, HoldemTable, Script
from ops.simulator.games.poker.payment_faults import (
    EXTRA,
    ignore_side_pot,
    overpay,
    pay_other_seat,
    underpay,
    unpay,
    with_more,
)
from ops.simulator.games.poker.table import (
    ACOMPANHAR,
    APOSTAR,
    DESISTIR,
    MINIMUM,
    PASSAR,
    REPICAR,
)
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

RIO: Final = 2
"""The last phase, from 0."""

Deed = Callable[[HoldemTable, Hand], Telling]
Instead = Callable[[HoldemTable, Hand, Telling], Telling]
Amount = Callable[[HoldemTable, Hand], int | None]


def note(code: str) -> Deed:
    """Return a deed that plants a finding about the whole hand, without a sum."""

    def deed(table: HoldemTable, hand: Hand) -> Telling:
        table.note(hand, code)
        yield from ()

    return deed


def scripted(script: Script) -> Callable[..., Script]:
    """Return an alteration that gives the hand this script."""
    return lambda *_: script


# --- which cards there are -----------------------------------------------------------------------


def best(table: HoldemTable, hand: Hand) -> bool:
    """Let the fourth hold the best cards."""
    seat = hand.players[min(3, len(hand.players) - 1)].seat
    table.rig(hand, {seat: ["As", "Ad"]}, table.BEST)
    return True


def tie(table: HoldemTable, hand: Hand) -> bool:
    """Let the two at the mão's left hold the same, and better than all others."""
    mao, one, other = (player.seat for player in hand.players[:3])
    # With the fourth ace, of four cards of his own, one of the two would hold more.
    table.rig(hand, {mao: ["Ac"], one: ["As", "Kd"], other: ["Ad", "Ks"]}, table.TIE)
    return True


def same_card(table: HoldemTable, hand: Hand) -> bool:
    """Let the first to give up hold a card that comes in the flop, too."""
    hand.cards[table.first_to_speak(hand).seat][0] = hand.deck[-2]
    return True


def exposed_flop(table: HoldemTable, hand: Hand) -> bool:
    """Let the flop be turned too soon."""
    del table
    hand.course = "R57d"
    return True


# --- forced bets and the deal --------------------------------------------------------------------


def force_other(word: str, chips: int) -> Callable[[HoldemTable, Hand, Forced], Forced]:
    """Return an alteration of the forced bet of this name, by the mão or the next player."""

    def instead(table: HoldemTable, hand: Hand, right: Forced) -> Forced:
        if right.word != word or right.player not in hand.players[:2]:
            return right
        table.note(hand, "NB-BLIND", right.player.seat, chips - right.chips)
        return replace(right, chips=chips)

    return instead


def force_in_cash(table: HoldemTable, hand: Hand, right: Forced) -> Forced:
    """Let the mão make his forced bet in cash."""
    if right.player is not hand.players[0]:
        return right
    table.note(hand, "CREDIT", right.player.seat, right.chips)
    return replace(right, means="cash")


def deal_from_next(table: HoldemTable, hand: Hand, right: Sequence[Sitting]) -> Sequence[Sitting]:
    """Deal first to another than who made the first bet."""
    del table, hand
    return [*right[1:], *right[:1]]


def deal_one_more(table: HoldemTable, hand: Hand) -> Telling:
    """Deal a card too many."""
    seat = table.first_to_speak(hand).seat
    hand.cards[seat].append(hand.deck.pop(0))
    yield table.card(hand, seat, table.OWN)
    table.note(hand, "NB-MIS", seat)


def note_misdeal(table: HoldemTable, hand: Hand) -> Telling:
    """Note a misdeal, and play on."""
    yield table.say(ErrorNoted(error="R66f", by="pagador"), hand.name)


def announce_limit(table: HoldemTable, hand: Hand) -> Telling:
    """Announce another limit within the partida."""
    yield table.say(Announcement(what="limite_alterado", said="pote"), hand.name)


# --- the turns -----------------------------------------------------------------------------------


def void_groundless(table: HoldemTable, hand: Hand, right: Telling) -> Telling:
    """Call a hand void in which nothing was wrong."""
    del right
    yield from table.void(hand, "reclamacao", "")


def void_damaged(table: HoldemTable, hand: Hand, right: Telling) -> Telling:
    """Call a hand void because a card is damaged."""
    del right
    yield from table.void(hand, "carta_danificada")


def keep_refund(table: HoldemTable, hand: Hand, right: Sequence[Payout]) -> Sequence[Payout]:
    """Give the last of the players of a void hand nothing back."""
    kept = right[-1]
    table.note(hand, "VOID-REFUND", kept.seat, -kept.stake_returned)
    return right[:-1]


def void_online(code: str, rule: str, side: str) -> Deed:
    """Return a deed that voids a hand online though its record is complete (O68, O69)."""

    def deed(table: HoldemTable, hand: Hand) -> Telling:
        due = table.divide(hand, table.values(hand)).due()
        table.note(hand, code)
        for seat, chips in hand.put.items():
            if chips != due.get(seat, 0):
                table.note(hand, "PAY-DIFF", seat, chips - due.get(seat, 0))
        yield from table.void(hand, "rede", rule, side=side)

    return deed


def burn_exposed_flop(table: HoldemTable, hand: Hand, right: Telling) -> Telling:
    """Burn a card again before the flop that was turned too soon."""
    if hand.turn != 1:
        yield from right
        return
    yield table.say(DeckShuffled(method="hand", times=3), hand.name)
    yield table.burn(hand, "flop")
    yield from _turn_flop(table, hand)


def turn_unshuffled(table: HoldemTable, hand: Hand, right: Telling) -> Telling:
    """Turn the flop that was turned too soon without shuffling."""
    yield from _turn_flop(table, hand) if hand.turn == 1 else right


def _turn_flop(table: HoldemTable, hand: Hand) -> Telling:
    for _ in range(3):
        yield table.common(hand, hand.deck.pop())


def turn_unburned(table: HoldemTable, hand: Hand, right: Telling) -> Telling:
    """Turn the fourth common card without burning a card first."""
    if hand.turn == RIO:
        yield table.common(hand, hand.deck.pop())
    else:
        yield from right


def without_rio(table: HoldemTable, hand: Hand, right: Telling) -> Telling:
    """Turn no rio, and ask nobody any more."""
    del table
    if hand.turn <= RIO:
        yield from right


def draw_rio(table: HoldemTable, hand: Hand) -> Telling:
    """Let who divides the pots know the rio, as nobody can tell who wins with four common cards."""
    del table
    hand.board.append(hand.deck.pop())
    yield from ()


def speak_early(table: HoldemTable, hand: Hand) -> Telling:
    """Let somebody pass before it is his turn."""
    if hand.turn == 1:
        early = hand.ring(table.first_to_speak(hand))[1]
        yield table.act(hand, early, (PASSAR, 0), hand.name)
        table.note(hand, "NB-TURN", early.seat)


def speak_after_fold(table: HoldemTable, hand: Hand) -> Telling:
    """Let somebody speak who gave up."""
    if hand.turn == 1:
        seat = next(iter(hand.out))
        yield table.say(Decision(seat=seat, action=PASSAR), hand.name)
        table.note(hand, "NB-TURN", seat)


def leave_unasked(table: HoldemTable, hand: Hand) -> Telling:
    """Let the last of a turn not be asked."""
    if hand.turn == table.LAST:
        last = hand.ring(table.first_to_speak(hand))[-1]
        hand.asked.add(last.seat)
        table.note(hand, "NB-TURN", last.seat)
    yield from ()


# --- words ---------------------------------------------------------------------------------------


def minimum(table: HoldemTable, hand: Hand) -> int:
    """Return the least bet."""
    del table, hand
    return MINIMUM


def too_little(table: HoldemTable, hand: Hand) -> int:
    """Return the difference between a bet and the minimum."""
    del table
    return MINIMUM - hand.act[1]


def beyond_limit(table: HoldemTable, hand: Hand) -> int:
    """Return by how much a bet is beyond the limit."""
    return hand.act[1] - table.most(hand, hand.speaking)


def all_put(table: HoldemTable, hand: Hand) -> int:
    """Return the chips that a raise puts in."""
    del table
    return hand.act[1] + hand.missing(hand.speaking)


def all_lost(table: HoldemTable, hand: Hand) -> int:
    """Return the chips that a player who gives up has put in."""
    del table
    return hand.put.get(hand.speaking.seat, 0)


def no_sum(table: HoldemTable, hand: Hand) -> None:
    """Return nothing: no sum is wrong."""
    del table, hand


def says(table: HoldemTable, hand: Hand) -> Telling:
    """Let a player say his word."""
    yield table.act(hand, hand.speaking, hand.act, hand.name)


def lapses(table: HoldemTable, hand: Hand) -> Telling:
    """Let a player's time lapse, and his word be said for him."""
    yield table.act(hand, hand.speaking, hand.act, hand.name, lapsed=True)


def lapses_warned(table: HoldemTable, hand: Hand) -> Telling:
    """Let a player's time lapse after he was warned."""
    warned = PlayerWarned(seat=hand.speaking.seat, cause="undecided", extra_time=30)
    yield table.say(warned, hand.name, after=(15, 20))
    yield from lapses(table, hand)


def raises_silently(table: HoldemTable, hand: Hand) -> Telling:
    """Let a player put in more than he says."""
    player = hand.speaking
    yield from _puts(table, hand, hand.missing(player) + MINIMUM)
    hand.level, hand.asked = hand.level + MINIMUM, {player.seat}


def stays_below(chips: int) -> Deed:
    """Return a deed that lets a player stay below the bet, though he has more (R39, R58 d)."""

    def deed(table: HoldemTable, hand: Hand) -> Telling:
        hand.out.add(hand.speaking.seat)
        yield from _puts(table, hand, chips)

    return deed


def _puts(table: HoldemTable, hand: Hand, chips: int) -> Telling:
    player = hand.speaking
    hand.take(player, chips)
    hand.asked.add(player.seat)
    said = Decision(seat=player.seat, action=hand.act[0], added=chips)
    yield table.say(said, hand.name)


def word(at: tuple[int, int], code: str, amount: Amount = minimum, say: Deed = says) -> Instead:
    """Return an alteration that makes and plants the script's wrong word."""

    def instead(table: HoldemTable, hand: Hand, right: Telling) -> Telling:
        turn, number = at
        if (table.turn_of(turn), number) != (hand.turn, hand.number):
            yield from right
            return
        table.note(hand, code, hand.speaking.seat, amount(table, hand))
        yield from say(table, hand)

    return instead


# --- the end -------------------------------------------------------------------------------------


def charge_more(more: int) -> Callable[[HoldemTable, Hand, Division], Division]:
    """Return an alteration that takes ``more`` beyond the due cagnotte."""

    def instead(table: HoldemTable, hand: Hand, right: Division) -> Division:
        table.note(hand, "NB-RAKE", None, more)
        return table.divide(hand, table.values(hand), right.fee + more)

    return instead


def charge_negative(table: HoldemTable, hand: Hand, right: Division) -> Division:
    """Take less than no cagnotte."""
    more = -right.fee - 50
    table.note(hand, "TB-NEG", None, -50)
    table.note(hand, "PAY-DIFF", None, -more)
    return charge_more(more)(table, hand, right)


def charge_session(table: HoldemTable, hand: Hand) -> Telling:
    """Charge who came first for a sessão at a table whose cagnotte is taken by hand."""
    seat = min(hand.players, key=lambda one: one.came).seat
    fee = Commission(amount=5 * MINIMUM, seat=seat, mode="session", apart=True)
    yield table.say(fee, hand.name)
    table.note(hand, "NB-RAKE", seat, 5 * MINIMUM)


def divide_badly(table: HoldemTable, hand: Hand, right: Sequence[Payout]) -> Sequence[Payout]:
    """Divide a pot unequally between two equal hands."""
    one, other = right[:2]
    table.note(hand, "NB-SPLIT", one.seat, MINIMUM)
    table.note(hand, "NB-SPLIT", other.seat, -MINIMUM)
    return [with_more(one, MINIMUM), with_more(other, -MINIMUM), *right[2:]]


def pay_void(table: HoldemTable, hand: Hand, right: Sequence[Payout]) -> Sequence[Payout]:
    """Pay a hand that should have been void."""
    table.note(hand, "NB-RAKE", None, hand.divided.fee)
    due = hand.divided.due()
    for player in hand.players:
        seat, stake = player.seat, player.before - player.cave  # made good bets too
        code = "PAY-DIFF" if seat in due else "VOID-REFUND"
        if due.get(seat, 0) != stake:
            table.note(hand, code, seat, due.get(seat, 0) - stake)
    return right


def pay_by(code: str, value: Callable[[Sequence[str], Sequence[str]], Value]) -> Any:
    """Return an alteration that pays by another order of hands than the game's."""

    def instead(table: HoldemTable, hand: Hand, right: Sequence[Payout]) -> Sequence[Payout]:
        del right
        values = {one.seat: value(hand.cards[one.seat], hand.board) for one in hand.live}
        wrong = table.divide(hand, values)
        due, paid = hand.divided.due(), wrong.due()
        for seat in {*due, *paid}:
            sums = {"due": due.get(seat, 0), "paid": paid.get(seat, 0)}
            if sums["due"] != sums["paid"]:
                table.plant(hand.fault, code, hand.name, seat=seat, **sums)
        return table.payouts_of(wrong)

    return instead


def misstate_pot(table: HoldemTable, hand: Hand, right: PotDeclared) -> PotDeclared:
    """Say of the side pot that it holds a chip more than it does (R28)."""
    if right.pot != 1:
        return right
    table.note(hand, "NB-SIDE")
    return structs.replace(right, amount=right.amount + EXTRA)


def shuffle_twice(table: HoldemTable, hand: Hand, right: DeckShuffled) -> DeckShuffled:
    """Shuffle twice (R16: three times at least)."""
    table.note(hand, "NB-SHUF")
    return structs.replace(right, times=2)


def keep_deck_face_down(table: HoldemTable, hand: Hand, right: DeckShuffled) -> DeckShuffled:
    """Begin a partida with a deck that nobody has seen (R7)."""
    table.note(hand, "NB-SHUF")
    return structs.replace(right, shown=False)


def let_player_cut(table: HoldemTable, hand: Hand, right: DeckCut) -> DeckCut:
    """Let a player cut, and not the pagador (R17)."""
    seat = hand.players[0].seat
    table.note(hand, "NB-SHUF", seat)
    return structs.replace(right, by=seat)


def pay_account(table: HoldemTable, hand: Hand, right: Payout) -> Payout:
    """Pay the prize of a demonstration into an account."""
    del table, hand
    return structs.replace(right, means="account")


def _word(script: Script, bad: Instead, **more: Any) -> Wrong:
    """Return a fault that is a word of a scripted hand."""
    return Wrong(instead={"script": scripted(script), "word": bad}, **more)


def _simple(code: str, *, does: Mapping[str, Deed] | None = None, **more: Any) -> Wrong:
    """Return a fault that is of the hand as a whole, without a sum."""
    return Wrong(does={"opened": note(code), **(does or {})}, **more)


_FOLD: Final = {"script": scripted({(0, 0): (DESISTIR, 0)})}
"""The first of all gives up."""

HOLDEM: Final[Mapping[str, Wrong]] = {
    "overpaid": Wrong(fits=best, instead={"payouts": overpay}),
    "underpaid": Wrong(fits=best, instead={"payouts": underpay}),
    "unpaid": Wrong(fits=best, instead={"payouts": unpay}),
    "wrong-seat": Wrong(fits=best, instead={"payouts": pay_other_seat}),
    "bad-split": Wrong(fits=tie, instead={"payouts": divide_badly}),
    "side-pot-ignored": Wrong(
        ready=settled,
        fits=best,
        does={"before": make_poor},
        instead={
            "script": scripted({(1, 0): (APOSTAR, 2 * MINIMUM)}),
            "payouts": ignore_side_pot,
        },
    ),
    "side-pot-misstated": Wrong(
        ready=settled,
        fits=best,
        does={"before": make_poor},
        instead={
            "script": scripted({(1, 0): (APOSTAR, 2 * MINIMUM)}),
            "pot": misstate_pot,
        },
    ),
    "fee-too-high": Wrong(fits=best, instead={"division": charge_more(100)}),
    "fee-too-low": Wrong(fits=best, instead={"division": charge_more(-50)}),
    "fee-negative": Wrong(fits=best, instead={"division": charge_negative}),
    "rate-too-high": _simple("NB-RAKE", reopens=opened_with({"cagnotte_ppm": 60_000})),
    "nine-places": _simple("NB-SEATS", reopens=opened_with({"@places": 9})),
    "shuffled-twice": Wrong(instead={"shuffle": shuffle_twice}),
    "deck-not-shown": Wrong(
        reopens=opened_with({"@unseen": True}), instead={"shuffle": keep_deck_face_down}
    ),
    "player-cuts": Wrong(instead={"cut": let_player_cut}),
    "pequena-whole": Wrong(instead={"forced-bet": force_other("pequena_aposta", MINIMUM)}),
    "grande-short": Wrong(instead={"forced-bet": force_other("grande_aposta", 250)}),
    "owed-unpaid": OWED_UNPAID,
    "cash-bet": Wrong(instead={"forced-bet": force_in_cash}),
    "low-raise": _word(
        {(1, 0): (APOSTAR, MINIMUM), (1, 1): (REPICAR, MINIMUM // 2)},
        word((1, 1), "NB-RAISE", too_little),
    ),
    "low-bet": _word({(1, 0): (APOSTAR, MINIMUM // 2)}, word((1, 0), "BET-MIN", too_little)),
    "above-pot": _word(
        {(1, 0): (APOSTAR, MINIMUM), (1, 1): (REPICAR, 20 * MINIMUM)},
        word((1, 1), "NB-RAISE", beyond_limit),
        reopens=opened_with({"limit": "pote"}),
    ),
    "above-half-pot": _word(
        {(1, 0): (APOSTAR, 12 * MINIMUM)},
        word((1, 0), "NB-LIM", beyond_limit),
        reopens=opened_with({"limit": "com_limite"}),
    ),
    "fourth-repique": _word(
        {(1, 0): (APOSTAR, MINIMUM), **{(1, at): (REPICAR, MINIMUM) for at in (1, 2, 3, 4)}},
        word((1, 4), "NB-RAISE"),
    ),
    "short-call": _word(
        {(3, 0): (APOSTAR, 2 * MINIMUM), (3, 1): (ACOMPANHAR, MINIMUM)},
        word((3, 1), "NB-EQ", say=stays_below(MINIMUM)),
    ),
    "passed-a-bet": _word(
        {(3, 0): (APOSTAR, MINIMUM), (3, 1): (PASSAR, MINIMUM)},
        word((3, 1), "NB-EQ", say=stays_below(0)),
    ),
    "silent-raise": _word(
        {(1, 0): (APOSTAR, MINIMUM), (1, 1): (ACOMPANHAR, MINIMUM)},
        word((1, 1), "NB-RAISE", say=raises_silently),
    ),
    "out-of-turn": Wrong(does={"turn": speak_early}),
    "after-fold": Wrong(does={"turn": speak_after_fold}, instead=_FOLD),
    "not-asked": Wrong(does={"turn": leave_unasked}),
    "limit-announced": _simple("REG-LIMIT-CHG", does={"dealt": announce_limit}),
    **SEATS,
    "bad-maximum": _simple("NB-LIM", reopens=opened_with({"maximum": 6 * MINIMUM})),
    "session-fee-at-hand-table": Wrong(does={"delivering": charge_session}),
    "box-short": BOX_SHORT,
    "no-burn": _simple("NB-BURN", instead={"phase": turn_unburned}),
    "exposed-flop-burned": _simple(
        "NB-EXPO", fits=exposed_flop, instead={"phase": burn_exposed_flop}
    ),
    "exposed-flop-unshuffled": _simple(
        "NB-EXPO", fits=exposed_flop, instead={"phase": turn_unshuffled}
    ),
    "raised-after-exposure": _word(
        {(0, 2): (REPICAR, MINIMUM)}, word((0, 2), "NB-EXPO", all_put), fits=exposed_flop
    ),
    "deal-order": _simple("NB-MIS", instead={"deal": deal_from_next}),
    "one-card-too-many": Wrong(does={"dealt": deal_one_more}, instead=_FOLD),
    "card-twice": _simple("RES-IMPOSS", fits=same_card, instead=_FOLD),
    "no-rio": _simple(
        "RES-IMPOSS",
        instead={"phase": without_rio, "speak": without_rio},
        does={"showdown": draw_rio},
    ),
    "misdeal-played": _simple(
        "NB-MIS", fits=best, does={"dealt": note_misdeal}, instead={"payouts": pay_void}
    ),
    "void-groundless": _simple("VOID-BAD", instead={"turns": void_groundless}),
    "void-stake-kept": Wrong(instead={"turns": void_damaged, "refunds": keep_refund}),
    "clock-gives-up": _word(
        {(1, 0): (DESISTIR, 0)},
        word((1, 0), "NB-ONL", no_sum, lapses_warned),
        reopens=opened_with(ONLINE),
    ),
    "no-warning": _word(
        {(1, 0): (APOSTAR, MINIMUM), (1, 1): (DESISTIR, 0)},
        word((1, 1), "NB-ONL", all_lost, lapses),
        reopens=opened_with(ONLINE),
    ),
    **SESSIONS,
    "demo-prize": _simple(
        "ONL-DEMO",
        reopens=opened_with({"@mode": "demo", "cagnotte_ppm": 0}),
        instead={"payout": pay_account},
    ),
    "void-player-network": Wrong(
        reopens=opened_with(ONLINE), does={"turned": void_online("VOID-NET", "OH R69", "player")}
    ),
    "void-though-decided": Wrong(
        reopens=opened_with(ONLINE), does={"turned": void_online("VOID-BAD", "OH R68", "operator")}
    ),
    "no-online-variant": _simple(
        "ONL-NONE", reopens=opened_with({"@mode": "shared", "@profile": "pt-2007@1"})
    ),
}
"""Every fault that hold'em and Omaha share."""
