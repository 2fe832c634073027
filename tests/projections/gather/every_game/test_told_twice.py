"""An outcome told twice, and differently, is found in every game, and accuses nobody.

Honest rounds of every game, in each of which the owner says one outcome a second time, otherwise:
another number of the same ball, another card at the same place, another hand.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Final

from msgspec import structs

from ledger.events.base import Payload
from ledger.events.bingo import BallDrawn, ClaimVerified
from ledger.events.outcomes import (
    BallLanded,
    CardDealt,
    CardExposed,
    DiceRolled,
    HandShown,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
    WheelStopped,
)
from projections.base.event import Event, JudgedRound
from projections.replay.kit.cards import DECK
from projections.replay.settlement import Outcome
from tests.helpers.nights import (
    TABLES,
    honest_night,
    last_verdicts,
    renumbered,
    rounds_of,
    said_otherwise,
)

Told = Callable[[Any, set[Any]], Any]
"""``(payload, outcomes of the round)`` to what the second says; None where nothing else can be."""


def another_card(card: str | None, told: set[Any]) -> str | None:
    """Return a card of which the round says nothing; None where the first is hidden."""
    return None if card is None else next(one for one in DECK if one not in told)


def other_cards(payload: HandShown, told: set[Any]) -> HandShown | None:
    """Return a hand that has another first card or piece than was shown."""
    if not payload.cards:
        return None
    first = next((one for one in (*DECK, *told) if one not in payload.cards), None)
    return None if first is None else structs.replace(payload, cards=(first, *payload.cards[1:]))


OTHERWISE: Final[dict[type, Told]] = {
    BallLanded: lambda one, _: structs.replace(
        one, number=4 if one.number != 4 else 5, colour=None
    ),
    WheelStopped: lambda one, _: structs.replace(
        one, section="b" if one.section == "a" else "a", position=None
    ),
    DiceRolled: lambda one, _: structs.replace(one, dice=(one.dice[0] % 6 + 1, *one.dice[1:])),
    CardDealt: lambda one, told: (
        one.card and structs.replace(one, card=another_card(one.card, told))
    ),
    CardExposed: lambda one, told: (
        one.card and structs.replace(one, card=another_card(one.card, told))
    ),
    HandShown: other_cards,
    WallBuilt: lambda one, _: (
        one.order
        and structs.replace(one, order=(*one.order[::-1][:1], *one.order[1:-1], one.order[0]))
    ),
    TileDrawn: lambda one, told: (
        one.tile and structs.replace(one, tile=min({*told} - {one.tile, None}))
    ),
    TileDiscarded: lambda one, told: structs.replace(one, tile=min({*told} - {one.tile, None})),
    BallDrawn: lambda one, told: (
        structs.replace(one, number=next(number for number in range(1, 91) if number not in told))
        if isinstance(one.number, int)
        else None
    ),
}
AT_ONCE: Final = (BallDrawn, DiceRolled, TileDiscarded, TileDrawn, WheelStopped)
"""Outcomes that a round has several of: two of one instant are one, told twice."""
ONE_WORD: Final = (BallLanded, HandShown, *AT_ONCE)
"""What can be said again without a word of more: the same ball, the same hand."""
NIGHT: Final = 3
"""Rounds of each game."""
ONE_MORE: Final = {("CF-01", CardDealt)}
"""A card more of chemin de fer goes to whom the rules give it, or is burned (CF R74, R99, R104)."""
NO_MATTER: Final = frozenset({"RES-IMPOSS"})


def outcomes(events: Iterable[Event]) -> set[Any]:
    """Return the cards, pieces and balls of which a round tells."""
    told: set[Any] = set()
    for payload in (event.payload for event in events):
        match payload:
            case BallDrawn():
                told.add(payload.number)
            case CardDealt() | CardExposed():
                told.add(payload.card)
            case HandShown():
                told.update(payload.cards)
            case TileDrawn() | TileDiscarded():
                told.add(payload.tile)
            case _:
                pass
    return told - {None}


def told_twice(
    night: Iterable[Event], kind: type, otherwise: Told
) -> tuple[list[Event], list[str]]:
    """Return a night in which the last outcome of a kind is told again, and the rounds of it."""
    night, seconds = [*night], dict[int, Event]()
    for name in rounds_of(night):
        own = [event for event in night if event.round == name]
        fit = [event for event in own if type(event.payload) is kind and not is_null(event)]
        other = otherwise(fit[-1].payload, outcomes(own)) if fit else None
        if isinstance(other, Payload):
            seconds[fit[-1].position] = said_otherwise(fit[-1], other)
    after = ([event, seconds.get(event.position)] for event in night)
    told = renumbered(one for pair in after for one in pair if one is not None)
    return told, [str(event.round) for event in seconds.values()]


def is_null(event: Event) -> bool:
    """Tell whether an outcome is said not to count."""
    return getattr(event.payload, "null", None) is not None


def codes(verdicts: Mapping[str, JudgedRound]) -> dict[str, Counter[str]]:
    """Return how often each code was found, by round."""
    return {
        name: Counter(found.code for found in one.verdict.found) for name, one in verdicts.items()
    }


@cache
def judged_once(place: str) -> tuple[dict[str, Counter[str]], set[str]]:
    """Return of a night as it was said the codes of each round, and those that tell of an error.

    Of a void round nothing is due whatever came out, and a noted error explains a card more.
    """
    verdicts = last_verdicts(honest_night(place, NIGHT))
    records = {name: one.verdict.record for name, one in verdicts.items()}
    return codes(verdicts), {name for name, one in records.items() if one.void or one.errors}


def is_one_place(kind: type, night: Iterable[Event]) -> bool:
    """Tell whether an event of a kind says which ball, card or hand of the round it tells of.

    The cards of desafio ao casino are counted anew in each challenge.
    """
    if kind is CardDealt:
        return all(
            one.payload.index is not None for one in night if isinstance(one.payload, CardDealt)
        )
    return kind in ONE_WORD


def cases() -> Iterator[tuple[str, type]]:
    """Yield every place with each kind of outcome that it tells."""
    for place in TABLES:
        told: set[type] = {type(event.payload) for event in honest_night(place, NIGHT)}
        yield from ((place, kind) for kind in OTHERWISE if kind in told)


def test_an_outcome_told_twice_and_differently_is_found() -> None:
    """Never silently; what says of which ball, card or hand it is accuses nobody besides.

    Told again in the same words it is nothing new.
    """
    tried = Counter[str]()
    for place, kind in cases():
        night = honest_night(place, NIGHT)
        before, excused = judged_once(place)
        told, names = told_twice(night, kind, OTHERWISE[kind])
        verdicts = last_verdicts(told)
        after = codes(verdicts)
        for name in names:
            new = after[name] - before[name]
            assert new or name in excused or (place, kind) in ONE_MORE, (place, kind, name)
            if is_one_place(kind, night) and place != "DC-01":
                assert new.keys() <= NO_MATTER, (place, kind, name, new)
            if kind is BallLanded or (kind in AT_ONCE and name not in excused):
                lines = verdicts[name].verdict.settlement.lines
                assert lines
                assert {line.outcome for line in lines} == {Outcome.PENDENTE}
            tried[place] += 1
        if kind in ONE_WORD:
            again, names = told_twice(night, kind, lambda one, _: one)
            assert names
            assert codes(last_verdicts(again)) == before, place
    assert tried.keys() == TABLES.keys()


def test_a_throw_of_another_instant_is_another_throw() -> None:
    """Thrown again a second after the throw that decided: the house is asked (BF R13), as ever."""
    night = honest_night("BF-01", NIGHT)
    told, names = told_twice(night, DiceRolled, lambda one, _: one)
    later = [
        structs.replace(two, at=f"{two.at[:-7]}999999Z")
        if (one.kind, one.at) == (two.kind, two.at) == (DiceRolled.KIND, one.at)
        else two
        for one, two in pairwise([told[0], *told])
    ]
    assert names
    found = codes(last_verdicts(later))
    assert {code for name in names for code in found[name]} == {"BF-DEC"}


def test_a_claim_accepted_and_refused_is_open() -> None:
    """BI R46: of two decisions on one claim nobody knows which counts; its prize accuses nobody."""
    night = honest_night("BI-01", 2)
    before = codes(last_verdicts(night))
    last = [event for event in night if isinstance(event.payload, ClaimVerified)][-1]
    assert isinstance(last.payload, ClaimVerified)
    for reason in (None, "rasurado"):
        other = structs.replace(last.payload, valid=not last.payload.valid, reason=reason)
        at = night.index(last) + 1
        told = renumbered([*night[:at], said_otherwise(last, other), *night[at:]])
        new = codes(last_verdicts(told))[str(last.round)] - before[str(last.round)]
        assert new == Counter({"RES-IMPOSS": 1})
