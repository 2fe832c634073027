"""Rounds of a game that their table's profile has not: told as that, and judged by nobody."""

from typing import Any

import msgspec
import pytest

from ledger.door.ingestion import Receipt
from ledger.events.outcomes import BallLanded
from ledger.events.reviews import Correction
from ledger.events.rounds import BetPlaced, BetsClosed, RoundClosed, RoundOpened
from ledger.events.tables import TableOpened
from projections.gather import GATHERINGS
from projections.reads.queries import judge_round
from projections.replay.profiles import PROFILES
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.helpers.casino import RECORDS, Log, judged
from tests.helpers.each import each

ROUND = "RA-01/2026-11-20/1"
OPENING = TableOpened(
    profile="cv-2017@1",
    game="roleta_americana",
    options={"roda": "francesa37"},
    currency="CVE",
    records=("bets", "payouts", "results"),
)
NOT_OF_IT = [
    (game, profile)
    for game in (*GATHERINGS, "lansquenet")
    for profile in (*PROFILES, "zz-2099@1")
    if game not in PROFILES.get(profile, {})
]


def test_every_profile_lacks_a_game() -> None:
    """Each profile is asked for one that it has not, and one that nobody knows for every game."""
    assert {profile for _, profile in NOT_OF_IT} == {*PROFILES, "zz-2099@1"}
    assert {game for game, profile in NOT_OF_IT if profile == "zz-2099@1"} >= set(GATHERINGS)


@each(("game", "profile"), NOT_OF_IT)
def test_a_round_of_a_game_that_its_profile_has_not_is_told_as_that(
    game: str, profile: str
) -> None:
    """Two rounds of it, the second of which may read the first: REG-MOD each, and no verdict."""
    opening = TableOpened(profile=profile, game=game, options={}, currency="XTS", records=RECORDS)
    log = Log(game, opening=opening)
    for number in (1, 2):
        log.round = f"{log.place}/2026-11-20/{number}"
        log.play(RoundOpened(), RoundClosed())
    rounds, faults = judged(log.events)
    assert rounds == []
    told = [(fault.code, fault.round, fault.recorded) for fault in faults]
    assert told == [("REG-MOD", f"T-01/2026-11-20/{number}", game) for number in (1, 2)]


def play(casino: Casino) -> Receipt:
    """Play a coup of which nothing but its ball is missing."""
    opened = casino.say("mesa-ra-01", OPENING, place="RA-01")
    casino.say("mesa-ra-01", RoundOpened(), round_id=ROUND)
    casino.say("mesa-ra-01", RoundClosed(), round_id=ROUND)
    casino.project()
    return opened


def correct(casino: Casino, opened: Receipt, **others: Any) -> int:
    """Let the table be opened for something else, and return where that takes effect."""
    said = msgspec.structs.replace(OPENING, **others)
    act = Correction(
        target=f"{opened.source}:{opened.first}",
        link=opened.link,
        replacement=msgspec.to_builtins(said),
        reason="engano",
    )
    casino.source("ana", "inspector")
    casino.source("rui", "inspector")
    approved = casino.approve("rui", casino.say("ana", act))
    casino.project(page=1)
    return approved.position


def standing(casino: Casino) -> tuple[list[str], list[str]]:
    """Return the round's verdicts and the codes found, as they stand now."""
    states = casino.rows("SELECT state FROM {s}.verdict WHERE known_until IS NULL")
    codes = casino.rows("SELECT code FROM {s}.finding WHERE known_until IS NULL ORDER BY code")
    return [row["state"] for row in states], [row["code"] for row in codes]


@pytest.mark.recorded
@pytest.mark.one_in(2)
@pytest.mark.parametrize("others", [{"profile": "zz-2099@1"}, {"profile": "mo-1985@1"}])
def test_a_correction_to_a_profile_without_the_game_stops_nothing(
    casino: Casino, others: dict[str, Any]
) -> None:
    """The coup's verdict and findings end there, REG-MOD stands; corrected back it is judged."""
    opened = play(casino)
    before = standing(casino)
    assert len(before[0]) == 1
    assert "REG-MOD" not in before[1]
    was = judge_round(casino.conninfo, ROUND)
    assert was is not None
    at = correct(casino, opened, **others)
    assert standing(casino) == ([], ["REG-MOD"])
    assert judge_round(casino.conninfo, ROUND) is None
    assert judge_round(casino.conninfo, ROUND, at) is None
    assert judge_round(casino.conninfo, ROUND, at - 1) == was
    correct(casino, opened)
    assert standing(casino) == before
    assert judge_round(casino.conninfo, ROUND) == was


@pytest.mark.recorded
def test_what_a_coup_earned_goes_where_its_profile_has_not_the_game(casino: Casino) -> None:
    """10.00 lost on 17: no receita while nobody may judge it, and 10.00 once it is corrected back.

    Rebuilt it is the same.
    """
    opened = casino.say("mesa-ra-01", OPENING, place="RA-01")
    for payload in (
        RoundOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=1_000),
        BetsClosed(),
        BallLanded(number=18, colour="encarnado"),
        RoundClosed(),
    ):
        casino.say("mesa-ra-01", payload, round_id=ROUND)
    casino.project()
    assert earned(casino) == (1_000, 1_000)
    correct(casino, opened, profile="mo-1985@1")
    assert earned(casino) == (0, 0)
    correct(casino, opened)
    assert earned(casino) == (1_000, 1_000)
    with Runner(casino.conninfo) as live:
        digests = live.digests()
    assert rebuild(casino.conninfo, page=3) == digests


def earned(casino: Casino) -> tuple[int, int]:
    """Return the receita, and what the table's day has by its rounds."""
    (revenue,) = casino.rows("SELECT coalesce(sum(amount), 0)::bigint AS all FROM {s}.revenue")
    (state,) = casino.rows("SELECT state FROM {s}.table_state")
    return revenue["all"], msgspec.json.decode(state["state"])["by_rounds"]
