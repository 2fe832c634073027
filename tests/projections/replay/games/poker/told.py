"""Hands of póquer não bancado told in a few words, and played at random: for its games' tests."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.poker.betting.record import Action, Burn, HandRecord, Player
from projections.replay.games.poker.poquer_holdem import HoldemRecord
from projections.replay.kit.cards import DECK
from projections.replay.record import Payment
from projections.replay.registry import game_of, judge, rules_of
from projections.replay.settlement import Found, Outcome, Settlement

AnyHand = TypeVar("AnyHand", bound=HandRecord)

WORDS = {"pequena": "pequena_aposta", "grande": "grande_aposta", "reposto": "valor_reposto"}
COMMON = (0, 3, 4, 5)
BOARD = ("Ah", "Kd", "Qs", "7c", "2h")
HOLES = (("As", "Ks"), ("9s", "9d"), ("8s", "8d"), ("6s", "6d"), ("5s", "5d"), ("4s", "4d"))
"""The lowest seat has two pairs; the others a pair each, falling."""
BLINDS = "1 pequena 50, 2 grande 100"
CALLS = f"{BLINDS}, 3 acompanhar 100, 4 acompanhar 100, 1 acompanhar 50, 2 passar"
PASSES = "1 passar, 2 passar, 3 passar, 4 passar"
CHECKED = f"{CALLS} | {PASSES} | {PASSES} | {PASSES}"
"""Four players pay the minimum and pass to the end."""


def cards(text: str) -> list[str]:
    """Read cards with blanks between."""
    return text.split()


def acts(text: str) -> tuple[Action, ...]:
    """Read ``seat word chips``, commas between acts, bars between turns; ``=`` is a sum said."""
    made: list[Action] = []
    for common, turn in zip(COMMON, text.split("|"), strict=False):
        for act in turn.split(","):
            if not act.strip():
                continue
            seat, word, *numbers = act.split()
            chips = [int(number) for number in numbers if not number.startswith("=")]
            said = [int(number[1:]) for number in numbers if number.startswith("=")]
            made.append(
                Action(
                    seat=int(seat),
                    action=WORDS.get(word, word),
                    added=chips[0] if chips else 0,
                    announced=said[0] if said else None,
                    common=common,
                )
            )
    return tuple(made)


def players(*stacks: int | None, **changes: dict[int, Any]) -> tuple[Player, ...]:
    """Seat players from 1 on; ``changes`` gives fields by seat."""
    return tuple(
        Player(
            **{
                "seat": seat,
                "stack": stack,
                "cards": HOLES[seat - 1],
                **{field: by_seat[seat] for field, by_seat in changes.items() if seat in by_seat},
            }
        )
        for seat, stack in enumerate(stacks, 1)
    )


def hand(text: str = CHECKED, **fields: object) -> HoldemRecord:
    """Return a hand of four with 100.00 each, minimum 1.00, mão at seat 1, all as it should be."""
    phases = text.count("|")
    options: dict[str, Any] = {
        "minimum": 100,
        "limit": "sem_limite",
        "mao": 1,
        "players": players(10_000, 10_000, 10_000, 10_000),
        "actions": acts(text),
        "board": BOARD[: COMMON[phases]],
        "burns": tuple(Burn(common=common) for common in COMMON[:phases]),
        **fields,
    }
    record = HoldemRecord(**options)
    return record if "payments" in fields else structs.replace(record, payments=paid(record))


def paid(record: HandRecord) -> tuple[Payment, ...]:
    """Return the payments that are due, as a pagador without fault makes them."""
    return tuple(
        Payment(seat=line.seat, amount=line.prize, returned=line.returned)
        for line in settled(record).lines
        if line.due
    )


def settled(record: HandRecord, rules: Any = None) -> Settlement:
    """Settle, under its profile's values unless others are given."""
    game = game_of(record)
    return game.settle(record, rules or rules_of(game, record.profile))


def dues(record: HandRecord) -> dict[int, int]:
    """Return what each seat must get."""
    return {line.seat: line.due for line in settled(record).lines if line.due}


def codes(record: HandRecord) -> list[tuple[str, int | None]]:
    """Return the faults of a hand, each with its seat."""
    found = judge(record).found
    assert all(one.code in CODES for one in found)
    assert all(one.rule for one in found)
    return [(one.code, one.seat) for one in found]


def only(record: HandRecord) -> Found:
    """Return the one fault of a hand."""
    found = judge(record).found
    assert len(found) == 1, found
    assert found[0].code in CODES
    return found[0]


def online(text: str = CHECKED, **fields: object) -> HoldemRecord:
    """Return a hand at a shared table online."""
    return hand(text, mode="shared", **fields)


def play(  # noqa: C901, PLR0912, PLR0915 - one hand in one go
    rng: random.Random, record: type[AnyHand] = HoldemRecord, own_cards: int = 2
) -> AnyHand:
    """Play a hand by the rules, without limit, and record it.

    Written as a table plays, not as the product checks: whose turn it is comes from a queue of
    those who still have to speak, which a bet refills.
    """
    count = rng.randint(4, 9)
    seats = sorted(rng.sample(range(1, 11), count))
    start = rng.randrange(count)
    order = seats[start:] + seats[:start]
    minimum = 2 * rng.randint(1, 30)
    cave = {seat: minimum * rng.randint(1, 40) + rng.randint(0, 9) for seat in seats}
    stacks = dict(cave)
    deck = rng.sample(DECK, len(DECK))
    own = {seat: tuple(deck.pop() for _ in range(own_cards)) for seat in seats}
    folded: set[int] = set()
    actions: list[Action] = []
    board: list[str] = []
    burns: list[Burn] = []

    for turn, common in enumerate(COMMON):
        bet = dict.fromkeys(seats, 0)
        may_raise = dict.fromkeys(seats, True)
        level, repiques = 0, 0

        def put(seat: int, chips: int, word: str) -> None:
            cave[seat] -= chips
            bet[seat] += chips  # noqa: B023 - used within this turn only
            actions.append(Action(seat=seat, action=word, added=chips, common=common))  # noqa: B023 - used within this turn only

        queue = list(order)
        if not turn:
            put(order[0], min(minimum // 2, cave[order[0]]), "pequena_aposta")
            put(order[1], min(minimum, cave[order[1]]), "grande_aposta")
            level = minimum
            queue = order[2:] + order[:2]
        while queue:
            seat = queue.pop(0)
            others = [one for one in seats if one != seat and one not in folded]
            if seat in folded or not cave[seat] or not others:
                continue
            highest = max(bet[one] for one in others)
            if not any(cave[one] for one in others) and bet[seat] >= highest:
                continue
            missing = level - bet[seat]
            options = ["passar"] if not missing else ["desistir", "acompanhar", "acompanhar"]
            least = missing + minimum
            if may_raise[seat] and (repiques < 3 or len(others) == 1):
                options.append("repicar")
            word = rng.choice(options)
            if word == "repicar" and cave[seat] < least:
                word = rng.choice(["tudo", options[0]])
            if word == "desistir":
                folded.add(seat)
                actions.append(Action(seat=seat, action=word, common=common))
            elif word == "passar":
                actions.append(Action(seat=seat, action=word, common=common))
            elif word == "acompanhar":
                put(seat, min(missing, cave[seat]), word)
                may_raise[seat] = False
            else:
                most = cave[seat]
                chips = (
                    most if word == "tudo" else rng.choice([least, rng.randint(least, most), most])
                )
                if chips <= missing:
                    put(seat, chips, "acompanhar")
                    continue
                full = chips >= least
                put(seat, chips, "repicar" if level else "apostar")
                if full:
                    repiques += bool(level)
                    may_raise = dict.fromkeys(seats, True)
                may_raise[seat] = False
                level = bet[seat]
                place = order.index(seat)
                queue = order[place + 1 :] + order[:place]
        if len(folded) == count - 1 or turn == 3:
            break
        burns.append(Burn(card=deck.pop(), common=common))
        board.extend(deck.pop() for _ in range(3 if not turn else 1))
    return record(
        minimum=minimum,
        limit="sem_limite",
        unit=rng.choice([None, 1, 5, 2 * minimum]),
        method=rng.choice([None, "proporcional"]),
        cagnotte_ppm=rng.choice([0, 50_000, 33_333]),
        cagnotte_maximum=rng.choice([None, 7]),
        mao=order[0],
        players=tuple(Player(seat=seat, stack=stacks[seat], cards=own[seat]) for seat in seats),
        actions=tuple(actions),
        board=tuple(board),
        burns=tuple(burns),
    )


def put_in(record: HandRecord) -> Counter[int]:
    """Add up each seat's chips from the acts alone."""
    chips: Counter[int] = Counter()
    for action in record.actions:
        chips[action.seat] += max(action.added, 0)
    return chips


def assert_conserved(record: HandRecord, result: Settlement) -> None:
    """Σ stakes = Σ due + cagnotte, and every stake has its line."""
    assert {line.seat: line.stake for line in result.lines if line.stake} == +put_in(record)
    if any(line.outcome is Outcome.PENDENTE for line in result.lines):
        assert not any(line.prize for line in result.lines)
        assert not any(line.due for line in result.lines if line.outcome is Outcome.PENDENTE)
        return
    due = sum(line.due for line in result.lines)
    taken = sum(one.amount for one in result.commissions)
    assert sum(line.stake for line in result.lines) == due + taken
    assert all(line.due >= 0 and line.prize >= 0 for line in result.lines)


def by_hand(
    record: HandRecord, rank_of: Callable[[Sequence[Any], Sequence[Any]], int]
) -> Counter[int]:
    """Divide a hand chip by chip, by an evaluator whose lowest rank is the best: no cagnotte."""
    stakes = put_in(record)
    order = [player.seat for player in record.players]
    while order[0] != record.mao:
        order.append(order.pop(0))
    own = {player.seat: player.cards for player in record.players}
    folded = {action.seat for action in record.actions if action.action == "desistir"}
    live = [seat for seat in order if seat not in folded]
    due: Counter[int] = Counter()
    first, second = sorted(stakes.values(), reverse=True)[:2]
    for seat in live:
        if stakes[seat] == first > second:
            due[seat] += first - second
            stakes[seat] = second
    pots: Counter[tuple[int, ...]] = Counter()
    top = max(stakes[seat] for seat in live)
    for stake in stakes.values():
        for chip in range(1, stake + 1):
            pots[tuple(seat for seat in live if stakes[seat] >= min(chip, top))] += 1
    unit = record.unit or record.minimum
    for eligible, amount in pots.items():
        winners = list(eligible)
        if len(eligible) > 1:
            rank = {seat: rank_of(own[seat], record.board) for seat in eligible}
            winners = [seat for seat in eligible if rank[seat] == min(rank.values())]
        for chip in range(amount // unit):
            due[winners[chip % len(winners)]] += unit
        due[winners[0]] += amount % unit
    return +due


def three_encavados() -> HoldemRecord:
    """Return a hand of six with three encavados, equal hands, odd chips and a cagnotte.

    Minimum 1.00; mão at seat 3, so the order is 3, 4, 5, 6, 1, 2.
    Caves: 3 has 50.00, 4 has 120.30, 5 has 25.50, the others 200.00.
    Seat 5 puts in his 25.50, 6 follows, 1 gives up, 2 follows; 3 puts in his 50.00, 4 his 120.30;
    6 follows to 120.30 and 2 gives up his 25.50.
    """
    return hand(
        "3 pequena 50, 4 grande 100, 5 repicar 2550, 6 acompanhar 2550, 1 desistir,"
        " 2 acompanhar 2550, 3 repicar 4950, 4 repicar 11930, 6 acompanhar 9480, 2 desistir |||",
        mao=3,
        players=players(
            20_000,
            20_000,
            5_000,
            12_030,
            2_550,
            20_000,
            cards={
                1: ("7s", "7d"),
                2: ("8s", "8d"),
                3: ("Th", "3c"),
                4: ("As", "9h"),
                5: ("Td", "4c"),
                6: ("Tc", "5d"),
            },
        ),
        board=("Ah", "Kd", "Qs", "Jc", "2h"),
        cagnotte_ppm=50_000,
        cagnotte_maximum=1_500,
    )
