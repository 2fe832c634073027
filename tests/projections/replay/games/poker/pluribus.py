"""Real hands as the data set writes them, turned into records in the law's words.

How the usual words map, for whoever imports such hands as events:

* The usual button does not exist in the law. The player at its left posts the small blind; in the
  law he *has the mão* and posts the ``pequena_aposta``. So the mão is the first seat listed.
* ``fold``, ``check``, ``call`` are ``desistir``, ``passar``, ``acompanhar``. ``raise`` is
  ``repicar``; so is the big blind's raise of nobody's raise. ``bet``, the first of a turn, is
  ``apostar``, and no repique.
* ``to`` is what the player has in all in the turn; an act adds the difference.
* Amounts are in chips, some of half a chip: one minor unit is half a chip.
* What was not collected but came back is the record's ``returned``.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from projections.replay.games.poker.betting.record import Action, Player
from projections.replay.games.poker.poquer_holdem import HoldemRecord
from projections.replay.record import Payment

PATH = Path(__file__).parents[6] / "shared" / "data" / "pluribus_hands.jsonl"
UNITS_A_CHIP = 2
WORDS = {
    "fold": "desistir",
    "check": "passar",
    "call": "acompanhar",
    "bet": "apostar",
    "raise": "repicar",
}
COMMON = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
OUTSIDE_THE_LAW: dict[str, Any] = {"repiques": None, "unit": 1}
"""What such tables do otherwise: raises without number, pots split to the last half chip."""


def hands(step: int = 1) -> Iterator[dict[str, Any]]:
    """Yield the data set's hands, or each of so many."""
    with PATH.open(encoding="utf-8") as lines:
        for line in islice(lines, 0, None, step):
            yield json.loads(line)


def units(chips: float) -> int:
    """Return chips in minor units; half chips are whole there."""
    whole = int(chips * UNITS_A_CHIP)
    assert whole == chips * UNITS_A_CHIP
    return whole


def record_of(hand: dict[str, Any], options: dict[str, Any]) -> HoldemRecord:
    """Return a hand as a record; ``options`` are the table's."""
    seats = hand["seats"]
    seat_of = {one["player"]: one["seat"] for one in seats}
    small, big = seats[0], seats[1]
    in_turn = {small["seat"]: units(hand["small_blind"]), big["seat"]: units(hand["big_blind"])}
    actions = [
        Action(seat=small["seat"], action="pequena_aposta", added=in_turn[small["seat"]]),
        Action(seat=big["seat"], action="grande_aposta", added=in_turn[big["seat"]]),
    ]
    for street in hand["streets"]:
        if street["street"] != "preflop":
            in_turn = {}
        for act in street["actions"]:
            seat = seat_of[act["player"]]
            before = in_turn.get(seat, 0)
            to = units(act["to"]) if "to" in act else before + units(act.get("amount", 0))
            in_turn[seat] = to
            actions.append(
                Action(
                    seat=seat,
                    action=WORDS[act["action"]],
                    added=to - before,
                    common=COMMON[street["street"]],
                )
            )
    returned = {seat_of[player]: units(chips) for player, chips in hand["returned"].items()}
    collected = {seat_of[player]: units(chips) for player, chips in hand["collected"].items()}
    return HoldemRecord(
        round=f"pluribus/{hand['hand']}",
        records=("bets", "decisions", "cards", "payouts"),
        minimum=units(hand["big_blind"]),
        limit="sem_limite",
        mao=small["seat"],
        players=tuple(
            Player(
                seat=one["seat"],
                stack=units(one["stack"]),
                cards=tuple(hand["hole"][one["player"]]),
            )
            for one in seats
        ),
        actions=tuple(actions),
        board=tuple(hand["board"]),
        payments=tuple(
            Payment(seat=seat, amount=collected.get(seat, 0), returned=returned.get(seat, 0))
            for seat in sorted({*returned, *collected})
        ),
        **options,
    )
