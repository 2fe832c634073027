"""``razao machines``: what it lists, one jogada again, and what it refuses."""

import json
from pathlib import Path

import msgspec
import pytest

from ledger.door.ingestion import Receipt
from ledger.events.machines import PlayVoided, TicketIssued
from ledger.events.reviews import Correction
from tests.fixtures.casino import DAY, Casino
from tests.fixtures.command import razao
from tests.projections.stages.machines.hall import Hall, play


@pytest.fixture
def hall(casino: Casino) -> Hall:
    """Set up a machine with two plays, the second paid too little."""
    hall = Hall(casino)
    hall.open()
    hall.say(play())
    hall.say(play(stops=(0, 0, 0), cg=300))
    hall.say(TicketIssued(ticket="t-1", amount=500))
    return hall


def test_each_list_shows_the_day(hall: Hall, tmp_path: Path) -> None:
    """2.00 played, 3.00 won, RB -1.00; a ticket of 5.00; two plays make no percentage."""

    def said(*arguments: str) -> str:
        done = razao(hall.casino.superuser, tmp_path, "machines", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "MQ-01" in said("list")
    assert "…" not in said("counters")
    rows = [json.loads(line) for line in said("counters", "--day", DAY, "--json").splitlines()]
    assert [(row["denomination"], row["cj"], row["rb"]) for row in rows] == [
        (0, 0, 0),
        (100, 200, -100),
    ]
    assert "in circulation: 1 tickets; owed 5.00" in said("tickets", "--state", "issued")
    (row,) = [json.loads(line) for line in said("returns", "--json").splitlines()]
    assert (row["window_plays"], row["observed_ppm"]) == (2, 1_500_000)
    shown = said("returns")
    assert "informative: under 10000 plays" in shown
    assert "150" not in shown


def test_one_jogada_is_re_run(hall: Hall, tmp_path: Path) -> None:
    """Three sevens pay 10.00; 3.00 was paid: exit 1, and its record goes through replay alike."""
    url = hall.casino.superuser
    done = razao(url, tmp_path, "machines", "play", "mq-01:5", "--lang", "en")
    assert done.returncode == 1
    assert "setes pays 10.00" in done.stdout
    assert "MQ-LINE" in done.stdout
    assert razao(url, tmp_path, "machines", "play", "mq-01:4").returncode == 0
    record = tmp_path / "play.jsonl"
    record.write_text(razao(url, tmp_path, "machines", "play", "mq-01:5", "--record").stdout)
    again = razao(url, tmp_path, "replay", str(record), "--json")
    (verdict,) = [json.loads(line) for line in again.stdout.splitlines()]
    assert [one["code"] for one in verdict["findings"]] == ["MQ-LINE"]


def test_a_jogada_is_re_run_as_it_was_corrected(hall: Hall, tmp_path: Path) -> None:
    """The 10.00 that three sevens pay had been paid: nothing is wrong with it now."""
    wrong = hall.say(play(stops=(0, 0, 0), cg=300))
    name = f"{wrong.source}:{wrong.first}"
    assert razao(hall.casino.superuser, tmp_path, "machines", "play", name).returncode == 1
    right = msgspec.to_builtins(play(stops=(0, 0, 0), cg=1_000))
    act = hall.casino.say(
        "fiscal",
        Correction(target=name, link=wrong.link, replacement=right, reason="erro_de_registo"),
    )
    hall.casino.approve("chefe", act)
    assert razao(hall.casino.superuser, tmp_path, "machines", "play", name).returncode == 0


def test_a_void_jogada_says_who_voided_it_and_whether_he_might(hall: Hall, tmp_path: Path) -> None:
    """R36: one that could not be finished is null; one whose outcome is known is not: VOID-BAD."""

    def void(of: Receipt, source: str = "mq-01") -> Receipt:
        payload = PlayVoided(
            play=f"{of.source}:{of.first}", cause="avaria", side="operator", returned=100
        )
        return hall.say(payload, source=source)

    def said(of: Receipt, *options: str) -> tuple[int, str]:
        name = f"{of.source}:{of.first}"
        done = razao(hall.casino.superuser, tmp_path, "machines", "play", name, *options)
        return done.returncode, done.stdout

    lost = hall.say(play(stops=()))
    first, again = void(lost), void(lost, "tecnico")
    known = hall.say(play())
    void(known)
    code, text = said(lost, "--lang", "en")
    assert code == 1
    assert f"voided by mq-01 at 20-11-2026 22:00:00 (UTC+00:00) (mq-01:{first.first})" in text
    assert "avaria, 1.00 — given back; it takes effect" in text
    assert f"voided by tecnico at 20-11-2026 22:00:00 (UTC+00:00) (tecnico:{again.first})" in text
    _, answer = said(lost, "--json")
    told = [
        (one["source"], one["takes_effect"], [found["code"] for found in one["findings"]])
        for one in json.loads(answer)["voids"]
    ]
    assert told == [("mq-01", True, []), ("tecnico", False, ["VOID-BAD"])]
    assert json.loads(answer)["settlement"]["void"] is True
    code, text = said(known)
    assert code == 1
    assert "anulada por mq-01" in text
    assert "! VOID-BAD  [MÁQ R36]" in text
    act = hall.casino.say(
        "fiscal",
        Correction(target=f"mq-01:{first.first}", link=first.link, reason="erro_de_registo"),
    )
    approved = hall.casino.approve("chefe", act)
    (one, _) = json.loads(said(lost, "--json")[1])["voids"]
    assert (one["takes_effect"], one["withdrawn"]) == (False, approved.position)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "mq-01"), "expected source:seq"),
        (("play", "mq-01:99"), "no play of a machine is named mq-01:99"),
        (
            ("counters", "--machine", "MQ-9"),
            "--machine: expected one of MQ-01, got 'MQ-9'; near: MQ-01",
        ),
        (("returns", "--machine", "MQ-9"), "got 'MQ-9'; near: MQ-01"),
    ],
)
def test_what_is_not_there_is_said(
    casino: Casino, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """A machine or a play that nobody knows: exit 2, and which."""
    Hall(casino).open()
    done = razao(casino.superuser, tmp_path, "machines", *arguments)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.parametrize(
    "arguments", [("counters", "--day", "2026-02-30"), ("tickets", "--state", "lost")]
)
def test_misuse_asks_no_database(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """A day that is none and an unknown state."""
    assert razao("", tmp_path, "machines", *arguments).returncode == 2
