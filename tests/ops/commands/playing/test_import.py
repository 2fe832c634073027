"""Real hands through the door: what agrees, what is found, and what the law would not allow."""

from collections import Counter
from pathlib import Path

import pytest

from ops.importing.hands import (
    LIMITS,
    OPTIONS_IMPORTED,
    OPTIONS_OF_THE_LAW,
    SAMPLE,
    Hand,
    HandFileError,
    Terminals,
    events_of,
    plant,
    read_hands,
)
from ops.importing.run import import_hands
from tests.fixtures.casino import Casino

HANDS = 60


def hands() -> list[Hand]:
    return read_hands(SAMPLE, HANDS)


def test_real_hands_agree_with_what_was_really_collected(casino: Casino) -> None:
    """Every hand, signed event by event, is judged right from cards and actions alone."""
    outcome = import_hands(casino.installation, hands(), dict(OPTIONS_IMPORTED))
    assert outcome.summary() == {
        "hands": HANDS,
        "agree": HANDS,
        "findings": 0,
        "events": outcome.events,
        "position": outcome.position,
    }


def test_altered_payouts_are_found_and_nothing_else(casino: Casino) -> None:
    """Payouts altered before signing: each found with what was due and paid, none invented."""
    outcome = import_hands(casino.installation, hands(), dict(OPTIONS_IMPORTED), tamper=12, seed=7)
    figures = outcome.summary()
    assert (figures["planted"], figures["found"], figures["invented"]) == (12, 12, 0)
    assert figures["agree"] == HANDS - 12
    for fault in outcome.faults:
        assert fault.found is not None
        assert fault.found.amount == fault.paid - fault.due
        assert fault.found.rule


def raises_over_three(hand: Hand) -> bool:
    """Count a turn's raises while three or more hold cards: an independent look at the JSON."""
    folded: set[str] = set()
    for street in hand.streets:
        raises = 0
        for action in street.actions:
            if action.action == "raise":
                raises += 1
                if raises > 3 and len(hand.seats) - len(folded) > 2:
                    return True
            elif action.action == "fold":
                folded.add(action.player)
    return False


def split_not_whole(hand: Hand) -> bool:
    """Tell whether a divided pot does not come out in whole minimum bets."""
    return len(hand.collected) > 1 and any(
        chips % hand.big_blind for chips in hand.collected.values()
    )


def test_without_the_exceptions_just_the_hands_that_break_the_law_are_flagged(
    casino: Casino, shared_folder: Path
) -> None:
    """O16 and R55: over three repiques among three or more, or a split not in whole bets."""
    read = read_hands(shared_folder / "data" / "pluribus_hands.jsonl")
    wrong = [hand for hand in read if raises_over_three(hand) or split_not_whole(hand)]
    right = [hand for hand in read if not (raises_over_three(hand) or split_not_whole(hand))]
    chosen = wrong[:40] + right[:40]
    outcome = import_hands(casino.installation, chosen, dict(OPTIONS_OF_THE_LAW))
    flagged = {int((row.place or "").rpartition(".")[2]) for row in outcome.findings}
    assert flagged == {hand.hand for hand in wrong[:40]}


def over_the_pot(hand: Hand) -> Counter[tuple[int, int]]:
    """Count bets and raises above the pot after calling: seat, and excess in minor units."""
    seat_of = {seat.player: seat.seat for seat in hand.seats}
    small, big = hand.seats[0].player, hand.seats[1].player
    pot, level = hand.small_blind + hand.big_blind, hand.big_blind
    put = {small: hand.small_blind, big: hand.big_blind}
    over: Counter[tuple[int, int]] = Counter()
    for street in hand.streets:
        if street.street != "preflop":
            put, level = {}, 0
        for action in street.actions:
            before = put.get(action.player, 0)
            now = action.to if action.action == "raise" else before + action.amount
            beyond = now - level - (pot + level - before)
            if action.action in ("bet", "raise") and beyond > 0:
                over[seat_of[action.player], 2 * beyond] += 1
            pot += now - before
            put[action.player], level = now, max(level, now)
    return over


def test_at_a_pot_limit_table_each_bet_above_the_pot_is_a_finding(
    casino: Casino, shared_folder: Path
) -> None:
    """R63 b, O15, through the ledger: forty hands with such bets, forty without, counted beside."""
    read = read_hands(shared_folder / "data" / "pluribus_hands.jsonl")
    above = {hand.hand: over_the_pot(hand) for hand in read}
    wrong = [hand for hand in read if above[hand.hand]][:40]
    right = [hand for hand in read if not above[hand.hand]][:40]
    options = {**OPTIONS_IMPORTED, "limit": LIMITS["pot"]}
    outcome = import_hands(casino.installation, [*wrong, *right], options)
    found: dict[int, Counter[tuple[int | None, int | None]]] = {}
    for row in outcome.findings:
        assert "NB R63 b" in row.rule
        hand = int((row.place or "").rpartition(".")[2])
        found.setdefault(hand, Counter())[row.seat, row.amount] += 1
    assert found == {hand.hand: above[hand.hand] for hand in wrong}
    assert outcome.agree == 40


def test_each_import_plays_at_tables_of_its_own(casino: Casino) -> None:
    """The same hands twice are two sets of rounds, each right."""
    first = import_hands(casino.installation, hands()[:5], dict(OPTIONS_IMPORTED))
    again = import_hands(casino.installation, hands()[:5], dict(OPTIONS_IMPORTED))
    assert (first.agree, again.agree) == (5, 5)
    assert again.findings == []


def test_fewer_hands_than_terminals_are_imported(casino: Casino) -> None:
    """Two hands are played at two terminals: a terminal without a table is not enrolled."""
    outcome = import_hands(casino.installation, hands()[:2], dict(OPTIONS_IMPORTED))
    assert (outcome.hands, outcome.agree) == (2, 2)


def test_every_blind_card_decision_and_payout_is_an_event() -> None:
    """The first hand: two blinds, twelve own cards, six decisions, a return and a payout."""
    counts = Counter(payload.KIND for payload in events_of(hands()[0]))
    assert counts == {
        "round-opened/1": 1,
        "stack-declared/1": 6,
        "bet-placed/1": 2,
        "card-dealt/1": 12,
        "decision/1": 6,
        "payout/1": 2,
        "round-closed/1": 1,
    }


def test_the_same_seed_plants_the_same_faults() -> None:
    """Which payouts are altered, and by how much, is decided by the seed alone."""
    terminals = Terminals([_Chain()], {})
    assert plant(terminals, hands(), 9, 7) == plant(terminals, hands(), 9, 7)
    assert plant(terminals, hands(), 9, 7) != plant(terminals, hands(), 9, 8)


class _Chain:
    source = "mesa"


@pytest.mark.parametrize("line", ["{}", "not json", '{"hand": 1}'])
def test_a_line_that_is_no_hand_is_named(tmp_path: Path, line: str) -> None:
    """The error names file, line and what was expected; nothing is sent."""
    file = tmp_path / "hands.jsonl"
    file.write_text(SAMPLE.read_text().splitlines()[0] + "\n" + line + "\n")
    with pytest.raises(HandFileError, match=r"line 2: not a hand"):
        read_hands(file)


def test_a_file_without_hands_is_refused(tmp_path: Path) -> None:
    """An empty file is misuse, not a clean result."""
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(HandFileError, match="found none"):
        read_hands(tmp_path / "empty.jsonl")
