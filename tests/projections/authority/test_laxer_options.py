"""Of any game: an opening's own words change nothing that is due, and a laxer one is found."""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, cast

import msgspec
import pytest

from ledger.events.tables import TableOpened
from ops.simulator.games.dice.banca_francesa.game import BancaFrancesa
from ops.simulator.night.roster import GAMES, OWN_CASINO
from ops.simulator.parties.party import Party
from ops.simulator.parties.terminal import Ask, Said
from projections.authority.options import MAXIMA, MINIMA, MULTIPLES
from projections.authority.parameters import option_class
from projections.base.event import Event, TableFault
from projections.base.parameter_book import ParameterBook, Setting
from projections.base.produced import Produced
from projections.base.rows import Schema
from projections.base.stage import hand_on
from projections.stages.judging.judge import Judging
from projections.stages.pools import PoolBooking, Pools
from projections.stages.rounds.stage import Rounds
from tests.helpers.casino import Nothing, Told
from tests.ops.simulator.conftest import DAY, START, where

ROUNDS = 6
STAKED = {"minimum", "cagnotte_maximum"}
"""Of the pokers that nobody banks: what is staked, and the most that is taken. A table that asks
for more, or takes less, than approved plays for that."""
TABLES = [game for _, game, role, _ in GAMES if role not in {"machine", OWN_CASINO}]
SEEDS = [1, *[pytest.param(seed, marks=pytest.mark.deep) for seed in range(2, 5)]]


def answered(telling: Iterator[Any]) -> Iterator[Any]:
    """Yield what a party says; its gate always opens as it should."""
    for one in telling:
        if isinstance(one, Ask):
            one.granted = one.expected
        yield one


def said_by(game: type[Party]) -> list[Event]:
    """Return what an honest table says in some rounds."""
    party = game(where("mesa", "M-01", 7))
    told = [*party.prepare(), *answered(party.gaming_day(DAY, START, ROUNDS))]
    return [
        Event(
            100 + at,
            one.source,
            one.seq,
            one.payload.KIND,
            one.at,
            one.day,
            one.place,
            one.round,
            one.payload,
            at.to_bytes(32),
        )
        for at, one in enumerate(one for one in told if isinstance(one, Said))
    ]


def judged_under(
    events: list[Event], approved: Mapping[str, Any]
) -> tuple[dict[str, list[tuple[Any, ...]]], list[TableFault]]:
    """Judge rounds with these parameters approved for the place; return dues and table's faults."""
    book = ParameterBook()
    for known, (name, value) in enumerate(approved.items(), 1):
        setting = Setting(scope="M-01", name=name, value=value, since="2020", known=known)
        book.add(setting)
    pools = Pools()
    stages = [Rounds(), pools, Judging(), PoolBooking(pools)]
    for stage in stages:
        stage.load(Schema(cast("Any", Nothing()), "none"), Told(events))
    dues: dict[str, list[tuple[Any, ...]]] = {}
    faults: list[TableFault] = []
    for event in events:
        produced = Produced(book=book, matrix=1, casino="casa")
        for stage in stages:
            stage.begin(produced)
        hand_on(stages, event, produced)
        for one in produced.judged:
            lines = one.verdict.settlement.lines
            dues[one.closed.round] = [(line.seat, line.bet, line.due) for line in lines]
            faults.extend(one.closed.of_table)
    return dues, faults


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def other(value: Any, random: Random) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        found = random.choice((value * 2 + 1, value // 2, 0, value - 1, value + 1, 10**12))
        return found if found != value else value + 1
    if isinstance(value, dict) and value:
        name = random.choice(sorted(value))
        return {**value, name: other(value[name], random)}
    if isinstance(value, list):
        return value[1:] if value else [7]
    return f"{value}-x"


def numbers(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the numbers of an option, each with its name in it."""
    yield from value.items() if isinstance(value, dict) else [("", value)]


def is_laxer(name: str, approved: Any, word: Any) -> bool:
    """Tell, apart from the rule under test, whether an opening's word allows more."""
    was = dict(numbers(approved))
    for one, now in numbers(word):
        if now == was[one]:
            continue
        if name in MINIMA and now > was[one]:
            continue
        nothing = now == 0 and name not in {"repiques", "cagnotte_maximum"}
        if name in MAXIMA and now < was[one] and now >= 0 and not nothing:
            continue
        if name in MULTIPLES and now > 0 and now % was[one] == 0:
            continue
        return True
    return False


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.__name__)
def test_an_opening_s_words_change_nothing_that_is_due(game: type[Party], seed: int) -> None:
    """What is approved judges; whichever option is laxer, or another, is a finding of its name."""
    random = Random(f"{game.__name__}/{seed}")
    events = said_by(game)
    openings = [event for event in events if isinstance(event.payload, TableOpened)]
    options = plain(openings[0].payload.options)
    approved = options
    if not approved:
        pytest.skip("it says nothing of the law")
    dues, faults = judged_under(events, approved)
    assert dues
    assert faults == []
    for name in sorted(approved):
        word = other(approved[name], random)
        dishonest = [
            msgspec.structs.replace(
                event,
                payload=msgspec.structs.replace(event.payload, options={**options, name: word}),
            )
            if event in openings
            else event
            for event in events
        ]
        found, wrong = judged_under(dishonest, approved)
        laxer = is_laxer(name, approved[name], word)
        assert {one.found.facts["option"] for one in wrong} == ({name} if laxer else set()), word
        if laxer or name not in STAKED:
            assert found == dues, (name, word)


WHAT_IT_IS = frozenset(
    [
        *("bar", "baralhador", "baralhos", "cores", "lugares", "marcacao", "mesa", "mesa_grande"),
        *("modo_distribuicao", "multiplicador_real", "ordem", "pano", "prato", "roda", "simbolos"),
        *("ternos", "variante"),
    ]
)
"""Wheel, cloth, seats, decks, shuffler, colours; ``bar`` and ``multiplicador_real`` have ranges of
the law's own, beyond which ``CR-BAR`` and ``ST-PAY`` find them."""


def test_what_a_table_says_freely_is_what_it_is() -> None:
    """Any other option of an honest table is of a class: a new one is no word of the table's."""
    free = {
        name
        for game in TABLES
        for event in said_by(game)
        if isinstance(event.payload, TableOpened)
        for name in event.payload.options
        if option_class(name, event.payload.profile) is None
    }
    assert free - WHAT_IT_IS == set()


@pytest.mark.parametrize("step", [1, 999, 10**9])
def test_a_step_of_the_line_is_no_table_s_word(step: int) -> None:
    """BF R8: a step of 10.000.000,00 would take every bet on the line out of play; 10,00 judges."""
    events = said_by(BancaFrancesa)
    dues, faults = judged_under(events, {})
    assert faults == []
    dishonest = [
        msgspec.structs.replace(
            event,
            payload=msgspec.structs.replace(
                event.payload, options={**event.payload.options, "multiplo_risco": step}
            ),
        )
        if isinstance(event.payload, TableOpened)
        else event
        for event in events
    ]
    found, wrong = judged_under(dishonest, {})
    assert found == dues
    assert {(one.found.code, one.found.facts["option"]) for one in wrong} == {
        ("REG-RULE", "multiplo_risco")
    }
