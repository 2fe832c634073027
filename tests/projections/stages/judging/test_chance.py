"""Results beside chance: biased wheels, dice and cards are told, honest ones of three seeds not."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from random import Random

import pytest
from msgspec import structs

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded, CardDealt, DiceRolled, WheelStopped
from ledger.events.registry import ParameterSet
from ledger.events.tables import EquipmentChanged, TableClosed, TableOpened
from ops.simulator.night.casino import Casino as SimulatedCasino
from ops.simulator.night.casino import seatings
from ops.simulator.night.courier import merged
from ops.simulator.parties.terminal import Ask, AskReceita, Said
from projections.base.event import Event
from projections.base.parameter_book import ParameterBook, Setting
from projections.base.produced import Change, Fault, Produced
from projections.reads.basis.value_words import value_in
from projections.replay.kit.cards import DECK
from projections.stages.judging.chance import RESULTS as RESULTS_NEEDED
from projections.stages.judging.chance import Chance, distance_of, rarity_of, weights_of
from tests.fixtures.casino import Casino
from tests.helpers.each import each

RESULTS = 700
LONG_NIGHT = 620
ENOUGH = 400
"""Results of a table of which few rounds tell their first card, or that closes early."""
HIDDEN = {"HE-01", "OH-01"}
"""Places at which nobody may see the first card of a hand."""
CLOSED = TableClosed(count=0)
NUMBERS = [str(number) for number in range(37)]


class Table:
    """A table whose results the stage alone counts."""

    def __init__(self, game: str) -> None:
        """Open the table."""
        self.stage = Chance()
        self.events: list[Event] = []
        self.about: dict[str, list[Fault]] = {}
        self.say(opened(game))

    def say(
        self, payload: Payload, *, round_id: str | None = None, changes: Iterable[Change] = ()
    ) -> Event:
        """Tell of something at the table."""
        position = len(self.events) + 1
        event = Event(
            position=position, source="mesa", seq=position, kind=payload.KIND, day="2026-11-20",
            at=f"2026-11-20T20:00:{position / 1_000:09.6f}Z", place="T-01", round=round_id,
            payload=payload, link=sha256(str(position).encode()).digest(),
        )  # fmt: skip
        self.events.append(event)
        produced = Produced()
        produced.changes += changes
        self.stage.fold(event, produced)
        self.about.update(produced.about)
        return event

    def found(self) -> list[Fault]:
        """Return what stands of the table."""
        return [fault for faults in self.about.values() for fault in faults]


def opened(game: str) -> TableOpened:
    return TableOpened(
        profile="cv-2017@1", game=game, options={}, currency="XTS", records=("bets",)
    )


def honest(game: str, random: Random) -> Payload:
    """Return a result of a table that nobody touched."""
    match game:
        case "craps":
            return DiceRolled(dice=(random.randint(1, 6), random.randint(1, 6)))
        case "cussec":
            return DiceRolled(dice=tuple(random.randint(1, 6) for _ in range(3)))
        case "blackjack":
            return CardDealt(to="seat", seat=1, card=random.choice(DECK))
        case "roda_da_sorte":
            return WheelStopped(section=random.choice("a" * 24 + "b" * 12 + "c" * 8 + "ddddeefg"))
        case "boule":
            return BallLanded(number=random.choice([*range(1, 25), "estrela"]))
        case _:
            return BallLanded(number=random.randint(0, 36))


def biased(game: str, random: Random) -> Payload:
    """Return a result of a table at which every tenth goes to one pocket, face or rank."""
    if random.randrange(10):
        return honest(game, random)
    match game:
        case "craps":
            return DiceRolled(dice=(6, 6))
        case "cussec":
            return DiceRolled(dice=(6, 6, 6))
        case "blackjack":
            return CardDealt(to="bank", card="As")
        case "roda_da_sorte":
            return WheelStopped(section="g")
        case _:
            return BallLanded(number=17)


GAMES = ("roleta_francesa", "boule", "roda_da_sorte", "craps", "cussec", "blackjack")


def played(game: str, results: Iterable[Payload]) -> Table:
    table = Table(game)
    for number, result in enumerate(results):
        table.say(result, round_id=f"T-01/2026-11-20/{number}")
    table.say(CLOSED)
    return table


@each("game", GAMES)
def test_a_biased_table_is_told_and_nobody_is_accused(game: str) -> None:
    """What every tenth result favours: one finding that informs, with exact figures."""
    random = Random(4)
    table = played(game, (biased(game, random) for _ in range(RESULTS)))
    (found,) = table.found()
    assert (found.code, found.place, found.amount, found.seat) == ("RES-STAT", "T-01", None, None)
    assert found.facts["results"] >= RESULTS
    distance = Fraction(found.facts["distance"])
    assert rarity_of(distance, found.facts["outcomes"]) <= 1_000
    assert Fraction(found.facts["due"]) < found.facts["counted"]
    told = f"{found.facts['farthest']}: {found.facts['counted']} of {found.facts['results']}, "
    assert found.recorded.startswith(told)
    assert value_in(found.recorded, "pt").startswith(told.replace(" of ", " em "))


@each("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_honest_table_is_not_told(game: str, seed: int) -> None:
    """Of three seeds, each over a thousand results."""
    random = Random(seed)
    assert not played(game, (honest(game, random) for _ in range(1_000))).found()


def test_what_is_put_right_counts_as_it_is_said_now() -> None:
    """A 17 told for every tenth ball, and put right before the table closed, tells nothing."""
    random = Random(4)
    table = Table("roleta_francesa")
    told = [table.say(biased("roleta_francesa", random)) for _ in range(RESULTS)]
    for index, event in enumerate(told):
        right = BallLanded(number=index % 37)
        table.say(CLOSED, changes=[Change(act=event, target=event, payload=right)])
    assert not table.found()
    assert table.stage._tables["T-01"].results == RESULTS


def test_a_wheel_is_counted_as_long_as_it_is_the_same() -> None:
    """A new wheel begins anew, and what stood of the old one ends with its first count."""
    random = Random(4)
    table = played("roleta_francesa", (biased("roleta_francesa", random) for _ in range(RESULTS)))
    assert table.found()
    table.say(opened("roleta_francesa"))
    table.say(CLOSED)
    assert table.found(), "the next day goes on with the same wheel"
    table.say(EquipmentChanged(item="wheel", id="roda-2", replaced="roda-1"))
    table.say(CLOSED)
    assert not table.found()


def test_of_a_round_the_first_card_counts() -> None:
    """Cards shown later may be known because they won."""
    table = Table("blackjack")
    for number in range(3):
        for card in ("As", "Kd"):
            table.say(CardDealt(to="seat", seat=1, card=card), round_id=f"T-01/2026-11-20/{number}")
    assert table.stage._tables["T-01"].counts == {"A": 3}


def test_what_does_not_count_is_not_counted() -> None:
    """Null throws, turns of the wheel that decide nothing, and balls on no pocket."""
    dice, wheel, ball = Table("craps"), Table("roda_da_sorte"), Table("roleta_francesa")
    dice.say(DiceRolled(dice=(6,), null="off_table"))
    wheel.say(WheelStopped(section="g", turns=2))
    wheel.say(WheelStopped(section="g", announced_invalid=True))
    ball.say(BallLanded(number=37))
    assert [one.stage._tables["T-01"].results for one in (dice, wheel, ball)] == [0, 0, 0]


def test_the_distance_of_a_coin_by_hand() -> None:
    """60 heads of 100: (10² + 10²) / 50 = 4, which no more than 1 in 7 honest coins reach."""
    coin = {"cara": 1, "coroa": 1}
    assert distance_of({"cara": 60, "coroa": 40}, coin) == 4
    assert rarity_of(Fraction(4), 2) == 135_335_284  # exp(-2)
    # Four free results, by hand: exp(-5) (1 + 5) = 0.040427682.
    assert rarity_of(Fraction(10), 5) == 40_427_682


def test_every_game_of_exact_probabilities_is_counted() -> None:
    """Wheels, dice, and games of whole packs; the parts are those of the rules' pages."""
    parts = {game: sum(weights_of(game, {}).values()) for game in GAMES}
    assert parts == {
        "roleta_francesa": 37, "boule": 25, "roda_da_sorte": 52, "craps": 6, "cussec": 6,
        "blackjack": 13,
    }  # fmt: skip
    assert sum(weights_of("roleta_americana", {"roda": "americana38"}).values()) == 38
    assert weights_of("mah_jong", {}) == {}


def balls(numbers: Sequence[int]) -> Iterator[BallLanded]:
    return (BallLanded(number=number) for number in numbers)


@pytest.mark.parametrize("least", [12, 13])
def test_parameters_say_how_many_results_and_how_rare(casino: Casino, least: int) -> None:
    """Twelve times 17 is told where twelve results are enough, and the finding informs."""
    for name, value in (("acaso_resultados", least), ("acaso_raridade", 10)):
        said = casino.say(
            "fiscal",
            ParameterSet(scope="*", name=name, value=value, since="2026-11-20T20:00:00.000000Z"),
        )
        casino.approve("directora", said)
    casino.say("mesa", opened("roleta_francesa"), place="RF-01")
    for ball in balls([17] * 12):
        casino.say("mesa", ball, place="RF-01")
    casino.say("mesa", CLOSED, place="RF-01")
    casino.project()
    rows = casino.rows("SELECT place, facts FROM {s}.finding WHERE code = 'RES-STAT'")
    assert len(rows) == (least == 12)


@pytest.mark.deep
@pytest.mark.parametrize("seed", [1])
def test_no_table_of_a_simulated_honest_night_is_told(seed: int) -> None:
    """Long nights of wheels, dice and whole packs, each table with results enough to be told."""
    floor = [
        structs.replace(one, rounds=LONG_NIGHT)
        for one in seatings(0.1)
        if weights_of(one.game.GAME, {}) and one.place not in HIDDEN
    ]
    stage, about, position = Chance(), dict[str, list[Fault]](), 0
    book = ParameterBook()
    book.add(Setting(scope="*", name=RESULTS_NEEDED, value=ENOUGH, since="2026-01-01", known=0))
    night = SimulatedCasino(floor, seed=seed)
    for telling in (night.prepare(), night.day(0)):
        for _, one in merged(telling):
            if isinstance(one, Ask):
                one.granted = one.expected
            if isinstance(one, AskReceita):
                one.amount = 0
            if isinstance(one, Said) and one.payload.KIND in Chance.kinds:
                position += 1
                produced = Produced(book=book)
                stage.fold(
                    Event(position, one.source, position, one.payload.KIND, one.at, one.day,
                          one.place, one.round, one.payload),
                    produced,
                )  # fmt: skip
                about.update(produced.about)
    assert len(stage._tables) == len(floor)
    assert [fault for faults in about.values() for fault in faults] == []
    counted = {place: one.results for place, one in stage._tables.items()}
    assert {place: count for place, count in counted.items() if count < ENOUGH} == {}
