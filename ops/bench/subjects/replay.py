"""``razao bench replay``: rounds settled and verified again in memory, a second and core.

The limit is the least Python that settles the same rounds (``plain``); for hold'em the peer is
PokerKit's game state, which deals and plays the same hand out.
"""

import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any, Final

from ops.bench import plain, records
from ops.bench.casino import Bench
from ops.bench.frame import Comparison, Goal, Plan, SkippedError, rate_of
from projections.replay.record import Record
from projections.replay.registry import judge

ROUNDS: Final = 4_000
PEER_HANDS_MAX: Final = 40
Plain = Callable[[], None]
OF_LIMIT: Final = Goal("limit", least=0.30)


def _row(played: str, own: str, **peer: Any) -> Comparison:
    """Compare how fast a game is judged with the least Python, and with a peer where it has one."""
    goals = (OF_LIMIT, Goal("peer", least=100)) if peer else (OF_LIMIT,)
    return Comparison(
        name=f"replay, {played}",
        own=own,
        limit=f"{own}, plain",
        limit_is="the least Python that settles the same rounds",
        goals=goals,
        unit="rounds/s",
        **peer,
    )


ROWS: Final = (
    _row("roleta_americana, 10 bets", "roulette"),
    _row("bacara_ponto_e_banca, 10 bets", "baccarat"),
    _row("poquer_sem_descarte, 7 seats", "five cards"),
    _row(
        "poquer_holdem, 6 seats",
        "hold'em",
        peer="hold'em, PokerKit",
        peer_is="PokerKit, the same cards checked down",
    ),
)
"""What is compared with what."""


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Prepare the rounds."""
    count = bench.at_most(ROUNDS)
    chance = Random(bench.seed)
    coups = [records.roulette(chance) for _ in range(count)]
    jogadas = [records.five_cards(chance) for _ in range(count)]
    draws = [records.baccarat(chance) for _ in range(count)]
    hands = [records.holdem(chance) for _ in range(count)]

    def roulette() -> None:
        settle = plain.roulette
        for _, stakes, number in coups:
            settle(stakes, number)

    def five_cards() -> None:
        evaluate, settle = _evaluator(), plain.five_cards
        for _, squares, bank in jogadas:
            settle(evaluate, squares, bank)

    baccarat = _plain_baccarat(draws)

    def holdem() -> None:
        evaluate, settle = _evaluator(), plain.holdem
        stacks = [records.STACK] * records.PLAYERS
        for _, told in hands:
            settle(evaluate, told, stacks)

    peers = hands[:PEER_HANDS_MAX]

    def pokerkit() -> None:
        play = _pokerkit()
        for record, _ in peers:
            play(record)

    def judged(rounds: Sequence[tuple[Any, ...]]) -> Callable[[], float]:
        found: list[Record] = [one[0] for one in rounds]
        return lambda: rate_of(lambda: _judge_all(found), len(found))

    yield Plan(
        measures={
            "roulette, plain": lambda: rate_of(roulette, count),
            "roulette": judged(coups),
            "five cards, plain": lambda: rate_of(five_cards, count),
            "five cards": judged(jogadas),
            "baccarat, plain": lambda: rate_of(baccarat, count),
            "baccarat": judged(draws),
            "hold'em, plain": lambda: rate_of(holdem, count),
            "hold'em": judged(hands),
            "hold'em, PokerKit": lambda: rate_of(pokerkit, len(peers)),
        },
        rows=list(ROWS),
    )


def _plain_baccarat(draws: Sequence[tuple[Any, list[str], list[tuple[str, int]]]]) -> Plain:
    def baccarat() -> None:
        settle = plain.baccarat
        for _, shoe, bets in draws:
            settle(shoe, bets)

    return baccarat


def _judge_all(rounds: Sequence[Record]) -> None:
    for record in rounds:
        judge(record)


def _evaluator() -> plain.Evaluate:
    try:
        return import_module("phevaluator").evaluate_cards
    except ImportError:
        raise SkippedError("phevaluator is not installed (a development dependency)") from None


def _pokerkit() -> Callable[[Any], None]:
    """Return the function that plays a record in PokerKit: dealt from outside, checked down."""
    try:
        kit: Any = import_module("pokerkit")
    except ImportError:
        raise SkippedError("pokerkit is not installed (a development dependency)") from None
    does = kit.Automation
    automations = (
        does.ANTE_POSTING,
        does.BET_COLLECTION,
        does.BLIND_OR_STRADDLE_POSTING,
        does.HOLE_CARDS_SHOWING_OR_MUCKING,
        does.HAND_KILLING,
        does.CHIPS_PUSHING,
        does.CHIPS_PULLING,
    )

    def play(record: Any) -> None:
        seats = len(record.players)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # burnt cards are unknown to a replay
            state = kit.NoLimitTexasHoldem.create_state(
                automations,
                ante_trimming_status=True,
                raw_antes=0,
                raw_blinds_or_straddles=(1, 2),
                min_bet=2,
                raw_starting_stacks=records.STACK,
                player_count=seats,
            )
            for player in record.players:
                state.deal_hole("".join(player.cards))
            board = iter(record.board)
            for street in range(4):
                if street:
                    state.burn_card("??")
                    state.deal_board("".join(islice(board, 3 if street == 1 else 1)))
                while state.actor_index is not None:
                    state.check_or_call()
        assert not state.status

    return play
