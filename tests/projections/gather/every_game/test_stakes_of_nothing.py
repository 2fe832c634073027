"""A stake of nothing or less is none: told in every game, and nobody is accused for what lay there.

In every game of the tables: rounds that the simulator's parties tell, gathered and judged in memory
with one stake told as 0.00 or less; and honest records likewise, without any limits.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec import structs

from ledger.events.rounds import BetPlaced, BetWithdrawn, Decision
from projections.base.event import JudgedRound
from projections.replay.registry import decode_record, judge
from tests.helpers.blur import Blur, rounds_of, verdict_of
from tests.helpers.each import each
from tests.projections.gather.every_game.test_blurred_facts import PARTIES
from tests.projections.replay.every_game.hostile_records import HONEST

ROUNDS: Final = 4
STAKING: Final = [place for place in PARTIES if place not in ("MJ", "MS")]
"""Where stakes are laid: at mah-jong the hand is paid, and nothing lies there before."""
OWN: Final = frozenset({"RES-IMPOSS", "BET-MIN", "BET-MULT"})
"""Faults of the stake itself."""
NO_STAKE: Final = frozenset({"BJ-DOUBLE", "BJ-SPLIT", "SD-2X", "ST-ANTE", "BF-HALF"})
"""Faults that name a stake which is too small for its own rule: nothing was laid at all."""


def stakes_of(one: JudgedRound) -> Iterator[tuple[int, Any, str, int]]:
    """Yield where each stake stands in a round: index, payload, field, and how much was laid.

    What was withdrawn or altered since is another stake, or none.
    """
    events = one.closed.events
    changed = {
        event.payload.bet
        for event in events
        if type(event.payload) is not BetPlaced and hasattr(event.payload, "bet")
        and (isinstance(event.payload, BetWithdrawn) or event.kind.startswith("bet-changed"))
    }  # fmt: skip
    for index, event in enumerate(events):
        payload = event.payload
        if isinstance(payload, BetPlaced) and payload.bet not in changed:
            yield index, payload, "amount", payload.amount
        elif isinstance(payload, Decision) and payload.added:
            yield index, payload, "added", payload.added


@pytest.mark.one_in(8)
@pytest.mark.parametrize("place", STAKING)
def test_a_stake_of_nothing_or_less_is_told_and_accuses_nobody(place: str) -> None:
    """0.00 laid as a bet, and less than that with any choice: only the stake itself is a fault."""
    tried = 0
    for one in rounds_of(PARTIES[place], 1, ROUNDS):
        before = Counter(found.code for found in one.verdict.found)
        for index, payload, field, laid in stakes_of(one):
            for amount in (-laid, -1, *((0,) if field == "amount" else ())):
                other = structs.replace(payload, **{field: amount})
                blur = Blur(
                    index=index, kind=place, field=field, how=str(amount), payload=other,
                    seat=payload.seat,
                )  # fmt: skip
                new = Counter(found.code for found in verdict_of(one, blur).found) - before
                assert new.keys() & OWN, (one.closed.round, payload, amount)
                assert new.keys() <= OWN | NO_STAKE, (one.closed.round, payload, amount, new)
                tried += 1
    assert tried


BETS: Final = [line for line in HONEST if json.loads(line).get("bets")]


@each("line", BETS, ids=lambda line: json.loads(line)["game"])
def test_where_no_limit_is_set_a_stake_of_nothing_is_impossible(line: str) -> None:
    """A record without limits, each stake in turn of 0.00 and of less: found, whatever the game."""
    record: Any = decode_record(line)
    if "limites" in record.__struct_fields__:
        record = structs.replace(record, limites={})
    for at, bet in enumerate(record.bets):
        for valor in (0, -7):
            other = structs.replace(bet, valor=valor)
            bets = (*record.bets[:at], other, *record.bets[at + 1 :])
            found = judge(structs.replace(record, bets=bets)).found
            assert any(one.code in OWN and one.bet == bet.bet for one in found), (bet, valor)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("place", PARTIES)
def test_a_decision_in_a_word_that_nobody_knows_is_told_in_every_game(place: str) -> None:
    """The words of decisions are a closed list: another one is impossible, and accuses nobody."""
    for one in rounds_of(PARTIES[place], 1, ROUNDS):
        before = Counter(found.code for found in one.verdict.found)
        for index, event in enumerate(one.closed.events):
            if isinstance(event.payload, Decision):
                other = structs.replace(event.payload, action="zz")
                blur = Blur(
                    index=index, kind=place, field="action", how="zz", payload=other,
                    seat=event.payload.seat,
                )  # fmt: skip
                new = Counter(found.code for found in verdict_of(one, blur).found) - before
                assert new.keys() == {"RES-IMPOSS"}, (one.closed.round, event.payload, new)
