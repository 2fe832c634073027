"""Findings: what they are called, whatever words tell them, and what acts that name them find."""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, cast
from unittest.mock import patch

import msgspec
import pytest
from typing_extensions import override

from ledger.events.outcomes import BallLanded
from ledger.events.registry import Heartbeat
from ledger.events.reviews import Correction, FindingDecided, FindingExplained
from ledger.events.rounds import BetPlaced, Payout, RoundClosed, RoundOpened
from ledger.events.tables import TableOpened
from ops.simulator.games.bingo.game import Bingo
from ops.simulator.games.house_cards.blackjack.game import Blackjack
from ops.simulator.games.poker.poquer_holdem import PoquerHoldem
from ops.simulator.games.wheels.roulette.roleta_americana import RoletaAmericana
from projections.base.event import Event
from projections.base.finding_ids import ONCE, PHRASES, finding_id, former_id
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.reads.queries import Queries
from projections.replay.codes import CODES
from projections.replay.registry import GAMES, decode_record, judge
from projections.running.pipeline import Pipeline, all_stages
from projections.running.runner import Runner
from projections.stages.findings.stage import Findings
from tests.fixtures.casino import Casino
from tests.fixtures.memory import MemoryCasino
from tests.helpers.casino import Log, Nothing, Told
from tests.helpers.each import each
from tests.ops.simulator.conftest import each_fault, rehearse, where
from tests.projections.replay.every_game.hostile_records import altered

PLACE = "RA-01"
TABLE = "mesa-ra-01"
ROUND = f"{PLACE}/2026-11-20/1"


def said_otherwise(text: str) -> str:
    """Return another text for each text."""
    return f"*{text[::-1]}*"


def reworded(fault: Fault) -> Fault:
    """Return a fault in other words, its facts and amounts as they are."""
    facts = {
        name: said_otherwise(value) if name in ("pt", "en") else value
        for name, value in fault.facts.items()
    }
    return msgspec.structs.replace(
        fault,
        expected=said_otherwise(fault.expected),
        recorded=said_otherwise(fault.recorded),
        facts=facts,
    )


class OtherWords(Stage):
    """Puts all faults into other words before the findings are told."""

    name = "other_words"
    tables = ()
    kinds = frozenset()

    @override
    def load(self, schema: Schema, source: Source) -> None:
        pass

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        produced.faults[:] = map(reworded, produced.faults)
        for several in (produced.verdicts, produced.about):
            several[:] = [(about, [*map(reworded, faults)]) for about, faults in several]

    @override
    def flush(self, writes: Writes) -> None:
        pass


def in_other_words() -> Sequence[Stage]:
    """Return all stages, with other words."""
    stages = all_stages()
    return [*stages[:-1], OtherWords(), stages[-1]]


TOLD = "id, known_from, known_until, amount, seat, bet, code, state, positions, origin"


def play(casino: Casino, number: int, paid: int) -> dict[str, Any]:
    """Play a coup in which seat 1 has a pleno on 17, and 17 comes."""
    name = ROUND[:-1] + str(number)
    say = {
        "opened": RoundOpened(),
        "bet": BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=100),
        "ball": BallLanded(number=17, colour="preto"),
        "payout": Payout(seat=1, bets=(1,), amount=paid, stake_returned=100),
        "closed": RoundClosed(),
    }
    return {key: casino.say(TABLE, one, round_id=name) for key, one in say.items()}


def open_table(casino: Casino, **options: Any) -> None:
    """Open the table; whoever opens it with a maximum of 40 minima breaks RA R21."""
    records = ("bets", "payouts", "results")
    opening = TableOpened(
        profile="cv-2017@1",
        game="roleta_americana",
        options=options,
        currency="CVE",
        records=records,
    )
    casino.say(TABLE, opening, place=PLACE)


def correct(casino: Casino, receipt: Any, payload: Payout) -> None:
    """Put a payment right, as another person agrees."""
    replacement = msgspec.to_builtins(payload)
    correction = Correction(
        target=f"{receipt.source}:{receipt.first}",
        link=receipt.link,
        reason="engano",
        replacement=replacement,
    )
    casino.approve("chefe", casino.say(TABLE, correction, round_id=ROUND))


def an_evening(casino: Casino) -> None:
    """Play coups paid wrongly under limits that are wrong, one of them put less wrong."""
    open_table(casino, minimos={"pleno": 100}, maximos={"pleno": 4_000})
    first = play(casino, 1, 3_000)
    play(casino, 2, 3_400)
    correct(casino, first["payout"], Payout(seat=1, bets=(1,), amount=3_300, stake_returned=100))


def test_other_words_change_no_id(memory_casino: MemoryCasino) -> None:
    """Every text is another: ids, versions and states are the same."""
    an_evening(memory_casino)
    seen: list[list[dict[str, Any]]] = []
    words: list[set[str]] = []
    for stages in (all_stages, in_other_words):
        with memory_casino.apart() as casino:
            casino.project(stages=stages)
            seen.append(casino.rows(f"SELECT {TOLD} FROM {{s}}.finding ORDER BY 1, 2"))
            rows = casino.rows("SELECT expected FROM {s}.finding")
            words.append({row["expected"] for row in rows})
    assert {row["code"] for row in seen[0]} == {"RA-PAY", "RA-R21"}
    assert len(seen[0]) == 4
    assert seen[0] == seen[1]
    assert words[1] == set(map(said_otherwise, words[0]))


def test_codes_in_other_words_change_no_id() -> None:
    """A code's sentences and rule are put anew: the id of its finding is the same."""
    fault = Fault(code="PAY-DIFF", positions=(1, 2), round=ROUND, seat=1, bet=1)
    was = finding_id(fault, ["a:1", "a:2"])
    code = CODES["PAY-DIFF"]
    other = msgspec.structs.replace(code, pt="outro", en="other", rule="XX R1")
    with patch.dict(CODES, {"PAY-DIFF": other}):  # type: ignore[arg-type]
        assert finding_id(fault, ["a:1", "a:2"]) == was


def test_an_id_names_events_and_no_position(memory_casino: MemoryCasino) -> None:
    """One event more before them in the log, and the same faults have the same ids."""
    ids: list[set[str]] = []
    for _ in range(2):
        with memory_casino.apart(another=True) as other:
            if ids:
                other.say("quiosque", Heartbeat())
            an_evening(other)
            other.project()
            ids.append({row["id"] for row in other.rows("SELECT id FROM {s}.finding")})
    assert ids[0] == ids[1]
    assert len(ids[0]) == 3


def test_what_is_corrected_to_another_wrong_amount_is_a_version_of_its_finding(
    casino: Casino,
) -> None:
    """5.00 too little, explained, then 2.00: one id, three versions, and open again."""
    open_table(casino)
    first = play(casino, 1, 3_000)
    casino.project()
    (found,) = casino.rows("SELECT id FROM {s}.finding")
    casino.say("chefe", FindingExplained(finding=found["id"], reason="troco"))
    correct(casino, first["payout"], Payout(seat=1, bets=(1,), amount=3_300, stake_returned=100))
    casino.project()
    rows = casino.rows("SELECT id, amount, state FROM {s}.finding ORDER BY known_from")
    assert [(row["amount"], row["state"]) for row in rows] == [
        (-500, "open"),
        (-500, "explained"),
        (-200, "open"),
    ]
    assert {row["id"] for row in rows} == {found["id"]}


@each("game", GAMES)
def test_the_facts_that_tell_findings_apart_are_codes(game: str) -> None:
    """No fact is a phrase in some language: an id would hang on its wording."""
    lines = altered(game, Random(game))
    for _ in range(40):
        for found in judge(decode_record(next(lines))).found:
            told = {found.facts.get("fact"), found.facts.get("comissao")}
            assert not any(re.search("[a-z] [a-z]", str(one)) for one in told), found


@pytest.mark.parametrize(("code", "phrase"), [(c, p) for c, ps in PHRASES.items() for p in ps])
def test_what_was_a_phrase_once_has_the_ids_it_had(code: str, phrase: str) -> None:
    """Acts signed before name the finding by the hash of the phrase; now the fact is a code."""
    ids: list[tuple[str, str]] = []
    for fact in (phrase, phrase.replace(" ", "_")):
        fault = Fault(code=code, positions=(1,), round=ROUND, facts={"fact": fact, "n": 1})
        ids.append((finding_id(fault, ["a:1"]), former_id(fault)))
    assert ids[0] == ids[1]


@pytest.mark.parametrize("amount", [2**63, -(2**63), -(10**30)])
def test_an_amount_that_fits_in_no_column_stands_in_the_words_alone(amount: int) -> None:
    """A thousand prizes of 2^53 - 1 that are missing: the finding is told, and nothing raises."""
    stage, produced, writes = Findings(), Produced(), Writes("projections")
    log = Log("bingo")
    closed = log.play(RoundClosed())
    stage.load(Schema(cast("Any", Nothing()), "projections"), Told(log.events))
    produced.faults.append(Fault(code="PAY-DIFF", positions=(1,), round=ROUND, amount=amount))
    stage.fold(closed, produced)
    stage.flush(writes)
    (lines,) = (act.lines for act in writes.acts if act.lines is not None)
    assert lines.split("\t")[2] == r"\N"


@pytest.mark.parametrize("name", ["id", "formerly"])
@pytest.mark.parametrize("page", [5_000, 1])
def test_an_act_that_names_the_id_of_before_finds_its_finding(
    casino: Casino, name: str, page: int
) -> None:
    """Signed while texts were hashed, an act names the id that they made; both names find it."""
    open_table(casino)
    play(casino, 1, 3_000)
    casino.project()
    (found,) = casino.rows("SELECT * FROM {s}.finding")
    assert found["id"] != found["formerly"]
    casino.say("fiscal", FindingDecided(finding=found[name], state="accepted"))
    casino.project(page=page)
    rows = casino.rows(
        "SELECT id, state FROM {s}.finding WHERE code = 'RA-PAY' ORDER BY known_from"
    )
    assert [(row["id"], row["state"]) for row in rows] == [
        (found["id"], "open"),
        (found["id"], "accepted"),
    ]
    with casino.reading() as connection:
        versions = Queries(connection).finding(found[name])
    assert [row["state"] for row in versions] == ["open", "accepted"]


def test_the_id_of_before_is_the_one_that_was_written_then() -> None:
    """Then it was the hash of code, subject, both texts, positions and facts, as JSON."""
    fault = Fault(
        code="PAY-DIFF",
        positions=(3, 9),
        place="RA-01",
        round=ROUND,
        seat=1,
        bet=1,
        expected="36.00",
        recorded="31.00",
        facts={"bets": [1]},
    )
    plain = f'["PAY-DIFF","RA-01","{ROUND}",1,1,"36.00","31.00",[3,9],{{"bets":[1]}}]'
    assert former_id(fault) == sha256(plain.encode()).hexdigest()[:24]


def test_faults_that_coincide_are_each_told() -> None:
    """Two faults of one bet that no fact tells apart are two findings, the same one is one."""
    log = Log("roleta_americana")
    log.place_event(Heartbeat())
    stage = Findings()
    stage.load(Schema(cast("Any", Nothing()), "none"), Told(log.events))
    same = {"code": "RES-IMPOSS", "positions": (2,), "place": "RA-01", "seat": 1}
    faults = [Fault(**same, recorded=text) for text in ("a", "b", "a", "c")]
    produced = Produced(faults=faults)
    stage.fold(log.events[1], produced)
    found = versions(stage)
    assert [row["recorded"] for row in found] == ["a", "b", "c"]
    assert len({row["id"] for row in found}) == 3


def test_what_a_correction_takes_back_has_the_id_it_had_without_a_subject() -> None:
    """Acts that were signed name it: a round's play after its close, a set of balls replaced."""
    fault = Fault(code="RND-CLOSED", positions=(7,), place=PLACE, round=ROUND)
    names = ["mesa:7"]
    assert finding_id(fault, names, f"{ONCE}closed mesa:7") == finding_id(fault, names)
    assert finding_id(fault, names, "session 7") != finding_id(fault, names)


def test_faults_of_two_subjects_are_two_findings() -> None:
    """One closing of two casinos' days shows the same fault in both: each is told."""
    log = Log("roleta_americana")
    log.place_event(Heartbeat())
    stage = Findings()
    stage.load(Schema(cast("Any", Nothing()), "none"), Told(log.events))
    fault = Fault(code="JP-COVER", positions=(2,), expected="1.00", recorded="0.00")
    stage.fold(log.events[1], Produced(about=[("norte", [fault]), ("sul", [fault])]))
    assert len({row["id"] for row in versions(stage)}) == 2


def versions(stage: Findings) -> list[Mapping[str, Any]]:
    """Return the versions that a stage has in memory."""
    return [
        dict(zip(one.__struct_fields__, msgspec.structs.astuple(one), strict=True))
        for one in stage._page
    ]


@pytest.mark.deep
@pytest.mark.recorded
@pytest.mark.parametrize("seed", [7])
def test_a_night_in_other_words_has_the_same_findings(casino: Casino, seed: int) -> None:
    """A night of faults: all ids are the same in other words, and none had to be numbered."""
    parties = [
        game(where(f"mesa-{number}", f"M-0{number}", seed), each_fault(game))
        for number, game in enumerate((RoletaAmericana, Blackjack, PoquerHoldem, Bingo))
    ]
    numbered: list[str] = []
    with patch("projections.stages.findings.stage.next_id", numbered.append):
        rehearse(casino.installation, parties, [100 for _ in parties])
    assert numbered == []
    other = "other_words"
    with Runner(casino.conninfo, schema=other, pipeline=Pipeline(in_other_words)) as runner:
        runner.catch_up()
    asked = f"SELECT {TOLD} FROM {{s}}.finding ORDER BY 1, 2"
    found = casino.rows(asked)
    assert len(found) > 100
    assert found == casino.rows(asked.replace("{s}", other))
