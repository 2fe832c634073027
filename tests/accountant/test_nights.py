"""Nights of every game, honest and with faults, reckoned twice: by the accountant and the product.

Neither knows the other; each cell of both must be the same, whatever was void, corrected or late.
"""

import json
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from ledger.events.base import Payload
from ledger.events.reviews import Approval, Correction, GamingDayClosed
from ledger.roles import Binding
from ledger.signed.canonical import instant
from ops.catch_up import judge_all
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from ops.simulator.night.night import NightPlan, simulate
from ops.simulator.night.origin import SIMULATED_ORIGIN, founded_at
from ops.simulator.night.roster import GAMES
from ops.simulator.parties.party import Party
from tests.accountant.booked import booked
from tests.accountant.compare import Cell, cells
from tests.accountant.log import Log, Told
from tests.fixtures.casino import Casino
from tests.fixtures.memory import MemoryCasino
from tests.fixtures.postgres import empty_database
from tests.ops.simulator.conftest import DAY, SEVERAL, Heard, play_into, where

NEXT = "2026-11-21"
ROUNDS = 5
PLAYS = 40
EVERY = 2
"""One occasion in so many has a fault."""


def parties(seed: int, *, faulty: bool) -> tuple[list[Party], list[int]]:
    """Return a floor of the tables and machines, and how many rounds each has."""
    seated: list[Party] = []
    rounds: list[int] = []
    for place, game, role, _ in GAMES:
        if role not in {"table", "machine"}:
            continue
        count = ROUNDS if role == "table" else PLAYS
        first = seed % max(1, len(game.FAULTS))
        turned = [*game.FAULTS[first:], *game.FAULTS[:first]][: count // EVERY]
        planned = {2 + EVERY * index: fault for index, fault in enumerate(turned)}
        source = f"{role}-{place.lower()}"
        seated.append(game(where(source, place, seed), faults=planned if faulty else {}))
        rounds.append(count)
    return seated, rounds


def night(casino: MemoryCasino, seed: int, *, faulty: bool, days: int = 1) -> list[Cell]:
    """Play a night and reckon it twice."""
    seated, rounds = parties(seed, faulty=faulty)
    play_into(
        Heard(casino.installation),
        casino.installation,
        seated,
        rounds,
        days=days,
        calm=False,
        window=SEVERAL,
    )
    casino.project()
    return list(cells(casino))


@pytest.mark.parametrize("faulty", [pytest.param(False, marks=pytest.mark.deep), True])
def test_a_night_comes_out_the_same_twice(memory_casino: MemoryCasino, *, faulty: bool) -> None:
    """Of every table and machine: floats, slips, drop, both results, chips, contadores."""
    found = night(memory_casino, 7, faulty=faulty)
    wrong = [one for one in found if not one.agrees]
    assert not wrong, "\n".join(map(str, wrong))
    assert len(found) > 390


def test_what_is_found_out_after_a_close_is_booked_on_the_first_open_day() -> None:
    """100 of a day closed at 10 become 70 at 15 and 90 at 25, after the next day's close at 20."""
    log = Log(closings=defaultdict(dict, {"c": {"2026-11-20": 10, "2026-11-21": 20}}))
    first, second, third = ("c", "2026-11-20"), ("c", "2026-11-21"), ("c", "2026-11-22")
    known = {10: {first: 100}, 20: {first: 70, second: 5}, 30: {first: 90, second: 5, third: 8}}
    assert booked(log, "c", 30, known.__getitem__) == {first: 100, second: -25, third: 28}


def test_payments_put_right_after_the_close_are_booked_on_the_next_day(
    memory_casino: MemoryCasino,
) -> None:
    """The closed day keeps its chips, and the next one has those that the corrections moved."""
    seated = [one for one in parties(5, faulty=False)[0] if one.where.place in {"RA-01", "BJ-01"}]
    play_into(
        Heard(memory_casino.installation), memory_casino.installation, seated, [ROUNDS] * 2,
        days=1, calm=True, window=SEVERAL,
    )  # fmt: skip
    people = {"contas": "finance", "chefe": "floor_manager", "directora": "director"}
    chains = {
        name: memory_casino.installation.enrol(name, Binding(role=role, casino="casino"))
        for name, role in people.items()
    }
    store = memory_casino.installation.store

    def say(name: str, payload: Payload, day: str) -> Told:
        said = chains[name].say(payload, f"{day}T23:50:00.000000Z", day=day)
        memory_casino.installation.send([said])
        return store.told[-1]

    say("contas", GamingDayClosed(), DAY)
    paid = [one for one in store.told if one[3] == "payout/1"][:6]
    for position, source, seq, _, body, link in paid:
        words = json.loads(bytes(body or b""))["payload"]
        words["amount"] += 100 + position
        wrong = f"{source}:{seq}", bytes(link).hex()
        right = Correction(target=wrong[0], link=wrong[1], replacement=words, reason="erro")
        said = say("chefe", right, NEXT)
        say("directora", Approval(target=f"chefe:{said[2]}", link=bytes(said[5]).hex()), NEXT)
    say("contas", GamingDayClosed(), NEXT)
    memory_casino.project()
    found = list(cells(memory_casino))
    wrong = [one for one in found if not one.agrees]
    assert not wrong, "\n".join(map(str, wrong))
    booked_late = {one.where[2]: one.product for one in found if one.where[-1] == NEXT}
    assert booked_late["played"] == sum(100 + one[0] for one in paid)


@pytest.mark.deep
@pytest.mark.long
@pytest.mark.parametrize(("seed", "faults", "days"), [(31, 300, 1), (33, None, 2)])
def test_nights_of_a_whole_casino_come_out_the_same_twice(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path: Path,
    seed: int,
    faults: int | None,
    days: int,
) -> None:
    """Bingo, pools, the office too: actas, balances, figures as booked, the tax and its parts."""
    with empty_database(postgres_urls, postgres_maintenance) as database, ExitStack() as stack:
        migrate(database.superuser)
        ways = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(ways, tmp_path, SIMULATED_ORIGIN, founded_at(DAY))
        installation = Installation(ways, tmp_path, stack)
        installation.let_authority_hold(instant(founded_at(DAY)))
        plant = None if faults is None else str(faults)
        simulate(installation, NightPlan(seed=seed, days=days, plant=plant, size=0.2))
        judge_all(ways.login)
        found = list(cells(Casino(installation)))
    wrong = [one for one in found if not one.agrees]
    assert not wrong, "\n".join(map(str, wrong))
    assert {one.where[0] for one in found} == {
        *("table", "chips", "chips booked", "machine", "acta", "pool", "balance", "revenue", "tax"),
    }
