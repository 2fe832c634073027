"""A bank of machines through the door: honest days, and every fault."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest
from typing_extensions import override

from ledger.events.machines import MachineReleased, MetersRead
from ledger.events.reviews import GamingDayClosed
from ledger.roles import Role
from ops.simulator.games.maquinas.game import Maquinas
from ops.simulator.games.maquinas.machine import Level
from ops.simulator.games.maquinas.paytables import (
    CLASSICA,
    PROGRESSIVA,
    VIDEO,
    Table,
    poker_hand,
    poker_pays,
    returned_by,
)
from ops.simulator.parties.fault import Occasion
from ops.simulator.parties.party import Party, Place, Telling
from ops.simulator.parties.terminal import Said
from tests.helpers.each import each
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


class Closing(Party):
    """Who closes each gaming day, when everybody has gone."""

    GAME = "direcao"
    ROLE = Role.DIRECTOR

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        self.terminal.begin(day, start + timedelta(hours=18))
        yield self.terminal.say(GamingDayClosed())


def bank(seed: int, faults: Mapping[int, str] | None = None) -> list[Party]:
    """Return a bank of machines, and who closes its days."""
    place = where("maq", "MQ-A", seed)
    office = Place(source="direcao", place="direcao", day=place.day, start=place.start, seed=seed)
    return [Maquinas(place, faults), Closing(office)]


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Voids, cleared memories, full meters, awards, lost links: nothing is wrong with them."""
    score = rehearsed(bank(seed), 300, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault, planted once over two days."""
    faults = each_fault(Maquinas)
    score = rehearsed(bank(seed, faults), max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Maquinas.FAULTS)


@pytest.mark.parametrize(
    "fault",
    ["gross-revenue-wrong", "sub-counters-wrong", "balance-wrong", "played-with-wrong-counters"],
)
def test_a_machine_that_was_read_wrongly_is_mended_though_nobody_had_played_there(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R25: it must be withdrawn; the technicians' reading is right, and they give it back."""
    machines = Maquinas(where("maq", "MQ-A"))
    monkeypatch.setattr(machines, "free", lambda _=None: machines.unread)
    told = [
        one.payload for one in machines.at("occasion", Occasion(fault)) if isinstance(one, Said)
    ]
    *_, read, released = told
    assert isinstance(read, MetersRead)
    assert (read.meters, read.why) == (machines.unread.meters(), "door")
    assert isinstance(released, MachineReleased)


# --- the simulator's own arithmetic ------------------------------------------------------------


@pytest.mark.parametrize(
    ("symbols", "level", "credits_"),
    [
        ("sete sete sete", 3, 700),  # each level is written out: the third pays best
        ("sete bar sete", 1, 20),  # bars and sevens mixed
        ("bar bar bar", 2, 80),  # as bars, not as mixed: the highest (R13)
        ("cereja cereja limao", 1, 8),  # as two cherries, not as one
        ("cereja limao sino", 3, 3),
        ("limao cereja cereja", 1, 0),  # not from the first reel
    ],
)
def test_one_line_pays_its_highest_combination(symbols: str, level: int, credits_: int) -> None:
    """R13, on the machine of one line, at 0.25 a credit."""
    table = Table(CLASSICA)
    won = table.pays(table.stops_for(symbols.split()), 1, level, 25)
    assert won.total == credits_ * 25


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("polvo nau polvo onda onda", "tres_polvos"),  # the ship stands for the second
        ("baleia nau nau nau onda", "quatro_baleias"),
        ("onda concha ancora nau ancora", "ancoras_da_direita"),  # from the last reel
        ("ancora polvo ancora farol onda", "mar"),
        ("onda concha onda onda onda", None),
    ],
)
def test_wild_symbols_and_lines_from_the_right(content: str, name: str | None) -> None:
    """R13: what a line of the video machine gives."""
    best = Table(VIDEO).best(tuple(content.split()))
    assert (None if best is None else best.name) == name


def test_every_line_is_paid_and_the_scatter_beside_them() -> None:
    """R14: 9 lines of 2 credits at 0.05: three lighthouses 1 x 18, the other lines each its own."""
    table = Table(VIDEO)
    stops = (5, 9, 6, 0, 0)
    seen = table.window(stops)
    assert seen.count("farol") == 3
    won = table.pays(stops, 9, 2, 5)
    scatter = [one.amount for one in won.wins if one.line == 0]
    assert scatter == [1 * 2 * 9 * 5]
    assert won.total == sum(one.amount for one in won.wins)


def test_a_progressive_combination_pays_nothing_by_the_table() -> None:
    """R18: three golds on the first line win the pool; here two other lines show nothing."""
    table = Table(PROGRESSIVA)
    won = table.pays(table.stops_for(["ouro"] * 3), 1, 1, 5)
    assert (won.progressive, won.progressives, won.total) == ("grande", 1, 0)


@each(
    ("hand", "name", "five"),
    [
        ("Ah Kh Qh Jh Th", "real", 4_000),
        ("Ah 2h 3h 4h 5h", "sequencia_de_cor", 250),
        ("9h 9c 9d 9s 2h", "quatro", 125),
        ("9h 9c 9d 2s 2h", "full", 45),
        ("Ah 9h 7h 3h 2h", "cor", 30),
        ("Ah 2c 3d 4s 5h", "sequencia", 20),
        ("Ah Kc Qd Js Th", "sequencia", 20),
        ("9h 9c 9d 3s 2h", "trio", 15),
        ("9h 9c 2d 2s Kh", "dois_pares", 10),
        ("Jh Jc 2d 5s Kh", "valetes", 5),
        ("Th Tc 2d 5s Kh", None, 0),
        ("Qh Kc Ad 2s 3h", None, 0),
    ],
)
def test_hands_of_video_poker(hand: str, name: str | None, five: int) -> None:
    """Nine for a full, six for a flush, 4,000 for a royal flush of five credits."""
    assert poker_hand(hand.split()) == name
    assert poker_pays(name, 5) == five


def test_returns_are_worked_out_exactly() -> None:
    """R17: of 12 x 12 x 12 stops the one-line machine gives back 1,564 credits at one credit.

    sevens 1 of 200; bars 2 x 2 x 2 of 40; mixed 27 - 9 of 20; sinos 2 x 2 x 2 of 12; ameixas
    2 x 3 x 2 of 10; limões 4 x 3 x 4 of 5; two cherries 12 of 8; one cherry 11 x 12 of 1.
    """
    credits_ = 200 + 8 * 40 + 18 * 20 + 8 * 12 + 12 * 10 + 48 * 5 + 12 * 8 + 132
    assert returned_by("classica") * 12**3 == credits_


def test_a_pool_grows_to_the_millionth_and_starts_again_at_its_base() -> None:
    """Base 50.00 and 1.2 %: three stakes of 0.75 add 0.9 cent each; the fraction stays."""
    level = Level(Maquinas(where("maq", "MQ-A"))._terms()[1])
    assert [level.feed(75) for _ in range(3)] == [0, 1, 1]
    assert (level.shown, level.residue) == (5_002, 700_000)
    level.give_back(75)
    assert (level.shown, level.residue) == (5_001, 800_000)
    assert level.win() == 5_001
    assert (level.shown, level.residue) == (5_000, 800_000)
