"""Wrong decisions, deals and draws, claims and voids (R19 to R27, R34 to R38, R43, R50)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ledger.events.outcomes import CardExposed, CardsCollected
from ledger.events.rounds import Claim, ClaimDecided, Decision, RoundClosed, RoundVoided
from ops.simulator.games.house_cards.blackjack.faults.rigs import (
    INSURED,
    TIRED,
    WIN,
    Fault,
    rig,
    rigged,
    with_two_places,
)
from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.money import Owed
from ops.simulator.games.house_cards.blackjack.rules import Box, Hand, Stake, due, special
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.fault import Deed, Wrong
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

Note = Deed[PlayedBlackjack, Jogada]


def _finding(code: str, *facts: str, named: bool = True) -> Note:
    """Return a deed that plants one finding a fact, or one without, at the place or at none."""

    def note(table: PlayedBlackjack, jogada: Jogada) -> Telling:
        box = jogada.target if named else None
        for found in [{"fact": one} for one in facts] or [dict[str, Any]()]:
            table.note(jogada, code, box, facts=found)
        yield from ()

    return note


def _and(*deeds: Note) -> Note:
    """Return a deed that does several one after the other."""

    def does(table: PlayedBlackjack, jogada: Jogada) -> Telling:
        for deed in deeds:
            yield from deed(table, jogada)

    return does


def _played(
    cards: Rig,
    code: str,
    *facts: str,
    does: Mapping[str, Note] | None = None,
    instead: Mapping[str, Callable[..., Any]] | None = None,
) -> Fault:
    """Return a fault of a place's decisions: its rig, its finding, and more by moment."""
    return Wrong(
        does={"prepared": _finding(code, *facts), **(does or {})},
        instead={**rigged(cards), **(instead or {})},
    )


# --- decisions -----------------------------------------------------------------------------------


def _half(cards: Rig, code: str) -> Fault:
    """Return the fault of a place that lays down half of the due stake."""

    def staked(table: PlayedBlackjack, jogada: Jogada, due: int) -> int:
        paid = due // 2
        facts = {"fact": "valor"}
        table.note(jogada, code, jogada.target, facts=facts, due=due, paid=paid)
        return paid

    return Wrong(instead={**rigged(cards), "staked": staked})


def _take_back(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let the place say fica after it gave up."""
    box = jogada.target
    said = Decision(seat=box.seat, hand=box.hands[0].number, action="fica")
    yield table.say(said, jogada.name, after=(2, 5))


def _one_card_more(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Give the doubled hand a second card."""
    return table.give(jogada, jogada.target, jogada.target.hands[0])


def _let_follower_decide(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let a player who follows the place decide for it."""
    del table
    box = jogada.target
    box.decider = next(s.owner for s in box.hands[0].stakes if s.kind == "complementar")
    yield from ()


def _leave_a_place(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let a player go where no place is vacant."""
    del jogada
    if len(table.players) == table.places:
        yield table.leave(max(table.players))


def _bet_on_vacant(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let two bet where nobody sits, and the one with less decide (R19)."""
    seat = next(one for one in range(1, table.places + 1) if one not in table.players)
    more, less = [table.players[one] for one in sorted(table.players)[:2]]
    stakes = [
        Stake(more, seat, "complementar", 2 * table.minimum, 901),
        Stake(less, seat, "complementar", table.minimum, 902),
    ]
    box = Box(seat, None, [Hand(1, stakes=stakes)], less)
    jogada.boxes = [box, *(one for one in jogada.boxes if one.seat > seat)]
    yield from ()


# --- insurance -----------------------------------------------------------------------------------


def _insure(table: PlayedBlackjack, jogada: Jogada, amount: int) -> Said:
    """Let the first place insure its bet (R50)."""
    box = jogada.target
    return table.insurance(jogada, box, box.hands[0].stakes[0].owner, amount)


def _half_of(jogada: Jogada) -> int:
    return jogada.target.hands[0].stakes[0].amount // 2


def insure_half(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let the first place insure its bet as it may."""
    yield _insure(table, jogada, _half_of(jogada))


def _insurance(fact: str) -> Note:
    """Let the first place insure its bet when it may not."""

    def insure(table: PlayedBlackjack, jogada: Jogada) -> Telling:
        box = jogada.target
        said = _insure(table, jogada, _half_of(jogada))
        bet = box.insured[-1].number
        table.note(jogada, "BJ-INS", box, bet=bet, facts={"fact": fact})
        yield said

    return insure


def _insure_more(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let the first place insure its bet for more than half of it."""
    box, half = jogada.target, _half_of(jogada)
    amount = half + 1 + table.rng.randrange(half)
    said = _insure(table, jogada, amount)
    bet = box.insured[-1].number
    table.note(jogada, "BJ-INS", box, bet=bet, facts={"fact": "metade"}, due=half, paid=amount)
    yield said


def _insure_early(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let the first place insure its bet as soon as it has two cards."""
    box = jogada.target
    if len(box.hands[0].cards) == 2 and not box.insured:  # two cards
        yield from _insurance("cedo")(table, jogada)


def _insure_late(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
    """Let the first place insure its bet after the bank has played."""
    yield from right
    yield from _insurance("tarde")(table, jogada)


def _refund_insurance(table: PlayedBlackjack, jogada: Jogada, right: Owed) -> Owed:
    """Give an insurance back that is none."""
    del table, jogada
    late = right.stake.kind == "seguro"
    return replace(right, prize=0, back=right.stake.amount) if late else right


# --- the deal and the bank -----------------------------------------------------------------------


def _turn_and_keep(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Turn the bank's second card by mistake, and keep it (R20)."""
    exposed = CardExposed(card=jogada.bank[1], of="bank", index=2, by="pagador")
    yield table.say(exposed, jogada.name)


def _backwards(table: PlayedBlackjack, jogada: Jogada, boxes: Sequence[Box]) -> Sequence[Box]:
    """Deal the first cards from the last place on (R20)."""
    del table, jogada
    return boxes[::-1]


def _second_first(table: PlayedBlackjack, jogada: Jogada, boxes: Sequence[Box]) -> Sequence[Box]:
    """Let the second place draw before the first (R21)."""
    del table, jogada
    first, second, *others = boxes
    return [second, first, *others]


def _stand(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
    """Let the bank turn its card, and draw none."""
    del right
    return table.show(jogada)


def _draw_for_nobody(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
    """Let the bank draw a card for which nobody waits."""
    del right
    yield from table.show(jogada)
    yield from table.give_bank(jogada)


def _draw_one_more(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
    """Let the bank draw a card too many, which does not count (R22)."""
    yield from right
    yield from table.give_bank(jogada)
    jogada.bank.pop()


def _draw_and_pay(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
    """Let the bank draw a card too many, and pay as if it counted."""
    yield from right
    yield from table.give_bank(jogada)
    (stake,) = jogada.target.hands[0].stakes
    paid = 2 * stake.amount
    table.note(jogada, "PAY-DIFF", jogada.target, bet=stake.number, due=0, paid=paid)


def _bank(
    cards: Rig, fact: str, wrong: Callable[[PlayedBlackjack, Jogada, Telling], Telling]
) -> Fault:
    """Return a fault of the bank's draws."""
    noted = _finding("BJ-DEALER", fact, named=False)
    return Wrong(does={"prepared": noted}, instead={**rigged(cards), "bank": wrong})


_NOTE_ORDER: Final = _finding("BJ-ORDER", "ordem", named=False)
_NOTE_DRAWN: Final = _finding("BJ-ORDER", "tiradas", named=False)
_NOTE_TURNED: Final = _finding("BJ-ORDER", "carta_virada", named=False)

PLAYS: Final[Mapping[str, Fault]] = {
    "stood-on-nine": _played(rig("5s 4d", "9c 9d", "fica"), "BJ-STAND", "ficou"),
    "drew-on-21": _played(rig("Ts 6d", "9c 9d", "pede pede", "5c 3d"), "BJ-STAND", "pediu"),
    "drew-on-blackjack": _played(rig("As Kd", "Tc 8d", "pede", "5c"), "BJ-STAND", "pediu"),
    "surrendered-against-ace": _played(rig("Ts 6d", "Ad 7d", "desiste"), "BJ-SURR", "as"),
    "surrendered-late": _played(
        rig("5s 4d", "9c 9d", "pede desiste", "3c"), "BJ-SURR", "alterada", "cartas"
    ),
    "surrender-taken-back": _played(TIRED, "BJ-SURR", "alterada", does={"acted": _take_back}),
    "split-unequal": _played(
        rig("9s Td", "9c 9d", "desdobra fica fica", "Tc 9h"), "BJ-SPLIT", "valores"
    ),
    "split-stake-short": _half(rig("8s 8d", "9c 9d", "desdobra fica fica", "Tc Td"), "BJ-SPLIT"),
    "split-aces-drew": _played(
        rig("As Ad", "9c 9d", "desdobra pede", "5c 2d 9h"), "BJ-SPLIT", "ases"
    ),
    "doubled-on-eight": _played(rig("5s 3d", "9c 9d", "duplica", "Tc"), "BJ-DOUBLE", "pontos"),
    "doubled-short": _half(rig("5s 6d", "9c 9d", "duplica", "Tc"), "BJ-DOUBLE"),
    "doubled-for-two-cards": _played(
        rig("5s 6d", "9c 9d", "duplica", "2c 5d"),
        "BJ-DOUBLE",
        "cartas",
        does={"acted": _one_card_more},
    ),
    "doubled-split-ace": _played(
        rig("As Ad", "9c 9d", "desdobra duplica", "8c 5d 9h"), "BJ-DOUBLE", "outra_vez"
    ),
    "insurance-over-half": Wrong(does={"insure": _insure_more}, instead=rigged(INSURED)),
    "insurance-without-ace": Wrong(
        does={"insure": _insurance("carta_aberta")}, instead=rigged(rig("Ts 9d", "Tc 8h", "fica"))
    ),
    "insurance-late": Wrong(
        instead={**rigged(INSURED), "bank": _insure_late, "owed": _refund_insurance}
    ),
    "insurance-early": Wrong(does={"given": _insure_early}, instead=rigged(INSURED)),
    "other-decides": Wrong(
        does={"prepared": _and(_let_follower_decide, _finding("REG-RULE"))},
        instead=rigged(rig("Ts 8d", "9c 9d", "fica", followers=1)),
    ),
    "vacant-decided-by-less": Wrong(
        does={"seated": _leave_a_place, "prepared": _and(_bet_on_vacant, _finding("BJ-VACANT"))},
        instead=rigged(rig("Ts 8d", "9c 9d", "fica")),
    ),
    "bank-drew-on-18": _bank(rig("Ts Kd", "Tc 8h", "fica"), "tirou", _draw_one_more),
    "bank-drew-on-soft-17": _bank(rig("Ts Kd", "Ac 6h", "fica"), "tirou", _draw_one_more),
    "bank-drew-and-paid": _bank(
        rig("Ts 7d", "Tc 8h", "fica", "Td", alone=True), "tirou", _draw_and_pay
    ),
    "bank-stood-on-16": _bank(rig("Ts 7d", "Tc 6h", "fica"), "ficou", _stand),
    "bank-stood-on-soft-16": _bank(rig("Ts 7d", "Ac 5h", "fica"), "ficou", _stand),
    "bank-drew-for-nobody": Wrong(
        does={"prepared": _finding("BJ-DRAW3", named=False)},
        instead={
            **rigged(rig("Ts 6d", "9c 5h", "pede", "Td 2c", alone=True)),
            "bank": _draw_for_nobody,
        },
    ),
    "bank-card-turned-and-kept": Wrong(
        does={"prepared": _NOTE_TURNED, "dealt": _turn_and_keep}, instead=rigged(WIN)
    ),
    "dealt-out-of-order": Wrong(
        fits=with_two_places, does={"prepared": _NOTE_ORDER}, instead={"deal": _backwards}
    ),
    "drawn-out-of-turn": Wrong(
        fits=with_two_places,
        does={"prepared": _NOTE_DRAWN},
        instead={
            **rigged(rig("5s 2d", "9c 9d", "pede", second=("5c", "2h"), second_script=("pede",))),
            "turns": _second_first,
        },
    ),
}


# --- claims and voids ----------------------------------------------------------------------------


def _with_shuffler(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Open the table with a shuffler, which takes the cards up at once."""
    del jogada
    return table.open_as(shuffler=True)


def _claimed(*, in_time: bool) -> Mapping[str, Callable[..., Any]]:
    """Hear a claim before the cards are gone and refuse it, or after that and admit it (R38)."""

    def end(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
        del right
        name, box = jogada.name, jogada.target
        collected = CardsCollected(into="shuffler")
        table.shoe.shuffle()
        if not in_time:
            yield table.say(collected, name, after=(2, 4))
        claim = table.say(Claim(seat=box.seat, about="payout"), name, after=(2, 4))
        yield claim
        decided = ClaimDecided(claim=claim.name, admitted=not in_time, decision="rejected")
        yield table.say(decided, name, after=(10, 30))
        if in_time:
            yield table.say(collected, name, after=(2, 4))
        table.note(jogada, "BJ-CLAIM", box)
        yield table.say(RoundClosed(), name)

    return {"end": end}


def _void(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
    """Void a jogada without a ground, and give the stake back."""
    del right
    box = jogada.target
    (hand,) = box.hands
    (stake,) = hand.stakes
    yield table.say(RoundVoided(cause="reclamacao"), jogada.name, after=(10, 30))
    owed = sum(due(stake, hand, jogada.bank)) + special(stake, hand, box)
    table.note(jogada, "VOID-BAD", due=owed, paid=stake.amount)
    yield from table.pay([stake], 0, stake.amount, jogada)


CLAIMS: Final[Mapping[str, Fault]] = {
    "claim-admitted-late": Wrong(does={"before": _with_shuffler}, instead=_claimed(in_time=False)),
    "claim-refused-in-time": Wrong(does={"before": _with_shuffler}, instead=_claimed(in_time=True)),
    "void-without-ground": Wrong(instead={**rigged(replace(WIN, alone=True)), "settle": _void}),
}
