"""Hold'em: what holds for every hand, played at random or made of nonsense."""

import random
from collections.abc import Sequence

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from phevaluator import evaluate_cards

from projections.replay.codes import CODES
from projections.replay.games.poker.poquer_holdem import HoldemRecord
from projections.replay.record import Payment
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome, describe
from tests.projections.replay.games.poker.told import (
    assert_conserved,
    by_hand,
    codes,
    dues,
    paid,
    play,
    put_in,
    settled,
)
from tests.projections.replay.games.poker.wild_hands import wild

# Properties.


def rank(own: Sequence[str], board: Sequence[str]) -> int:
    """Return how an independent evaluator ranks the best five of seven; the lowest is the best."""
    return evaluate_cards(*own, *board)


played = st.integers(0, 2**32).map(lambda seed: play(random.Random(seed)))


@given(played)
def test_a_hand_played_by_the_rules_has_no_fault(record: HoldemRecord) -> None:
    """Whatever is played, with any number of encavados, every act is found legal."""
    record = structs.replace(record, payments=paid(record))
    assert codes(record) == []


@given(played)
def test_money_is_conserved(record: HoldemRecord) -> None:
    """What was put in is paid out, but for the cagnotte."""
    assert_conserved(record, settled(record))


@given(played)
def test_dividing_chip_by_chip_gives_the_same(record: HoldemRecord) -> None:
    """R28, R39, R40, R55 over random hands, against a method that knows no layers."""
    record = structs.replace(record, method="camadas", cagnotte_ppm=0)
    assert dues(record) == by_hand(record, rank)


@given(played)
def test_nobody_wins_more_from_another_than_his_own_stake(record: HoldemRecord) -> None:
    """R40: an encavado gets of each stake no more than he put in himself (layers)."""
    record = structs.replace(record, method="camadas", cagnotte_ppm=0)
    stakes = put_in(record)
    for line in settled(record).lines:
        assert line.due <= sum(min(stake, line.stake) for stake in stakes.values())


@given(played, st.integers(0, 9), st.permutations("cdhs"))
def test_where_the_list_begins_and_which_suits_change_nothing(
    record: HoldemRecord, turn: int, suits: list[str]
) -> None:
    """Players may be listed from any seat on, and suits are but names."""
    expected = settled(record)
    turn %= len(record.players)
    recoloured = dict(zip("cdhs", suits, strict=True))

    def changed(cards: tuple[str | None, ...]) -> tuple[str | None, ...]:
        return tuple(card and card[0] + recoloured[card[1]] for card in reversed(cards))

    other = structs.replace(
        record,
        board=changed(record.board),
        burns=tuple(structs.replace(one, card=None) for one in record.burns),
        players=tuple(
            structs.replace(one, cards=changed(one.cards))
            for one in record.players[turn:] + record.players[:turn]
        ),
    )
    result = settled(other)
    assert {line.seat: line.due for line in result.lines} == {
        line.seat: line.due for line in expected.lines
    }
    assert result.pots == expected.pots
    assert judge(structs.replace(other, payments=paid(other))).found == ()


@given(played, st.randoms(use_true_random=False))
def test_the_order_of_acts_moves_no_money(record: HoldemRecord, rng: random.Random) -> None:
    """Acts in disorder are faults of the betting; the pots come from chips and cards alone."""
    out = {action.seat for action in record.actions if action.action == "desistir"}
    acts_ = list(record.actions)
    rng.shuffle(acts_)
    mixed = structs.replace(record, actions=tuple(acts_))
    if len(out) < len(record.players):
        assert settled(mixed).lines == settled(record).lines
    judge(mixed)


@given(played, st.data())
def test_two_acts_exchanged_are_found(record: HoldemRecord, data: st.DataObject) -> None:
    """O13, O14: if two players who spoke one after the other had spoken the other way round."""
    pairs = [
        index
        for index, (one, two) in enumerate(zip(record.actions, record.actions[1:], strict=False))
        if one.seat != two.seat and one.common == two.common and not one.action.endswith("_aposta")
    ]
    if pairs:
        at = data.draw(st.sampled_from(pairs))
        acts_ = list(record.actions)
        acts_[at], acts_[at + 1] = acts_[at + 1], acts_[at]
        assert judge(structs.replace(record, actions=tuple(acts_), payments=())).found


@given(played, st.lists(st.builds(Payment, seat=st.integers(1, 10), amount=st.integers(0, 999))))
def test_payments_decide_nothing(record: HoldemRecord, payments: list[Payment]) -> None:
    """What is due is the same whatever was paid, or whatever the box holds."""
    other = structs.replace(record, payments=tuple(payments), cagnotte_taken=len(payments))
    assert settled(other) == settled(record)


@given(played, st.integers(1, 500), st.data())
def test_any_wrong_payment_is_found(record: HoldemRecord, amount: int, data: st.DataObject) -> None:
    """One unit too much or too little, to a winner or to anybody, never passes."""
    payments = list(paid(record))
    seat = data.draw(st.sampled_from([player.seat for player in record.players]))
    extra = Payment(seat=seat, amount=amount)
    assert codes(structs.replace(record, payments=(*payments, extra)))
    assert codes(structs.replace(record, payments=tuple(payments[1:])))


WILD = wild(HoldemRecord)


@given(WILD)
def test_nonsense_is_faults_never_an_exception(record: HoldemRecord) -> None:
    """A record no table could make is judged all the same, and its money conserved."""
    verdict = judge(record)
    assert_conserved(record, verdict.settlement)
    assert {one.code for one in verdict.found} <= set(CODES)
    describe(verdict.settlement)


@given(WILD, st.integers(-10, 300))
def test_sums_said_in_nonsense_lose_no_money(record: HoldemRecord, said: int) -> None:
    """R25 in a record no table could make: what is due is what the stakes are."""
    actions = tuple(structs.replace(one, announced=said) for one in record.actions)
    result = judge(structs.replace(record, actions=actions)).settlement
    if any(line.outcome is Outcome.PENDENTE for line in result.lines):
        return
    due = sum(line.due for line in result.lines) + sum(one.amount for one in result.commissions)
    assert sum(line.stake for line in result.lines) == due


@given(played)
def test_a_record_is_the_same_after_json(record: HoldemRecord) -> None:
    """``razao replay`` takes records as JSON, told apart by the field ``game``."""
    assert decode_record(msgspec.json.encode(record)) == record
