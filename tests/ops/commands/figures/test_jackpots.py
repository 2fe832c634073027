"""``razao jackpots``: what it shows of pools, and what it refuses."""

import json
from datetime import date
from pathlib import Path

import pytest

from ledger.events.jackpots import BaseFunded, ControllerRead, DisplayRead, PoolOpened
from ledger.events.machines import Play
from ledger.text.times import day_text
from tests.fixtures.casino import DAY, Casino, minute
from tests.fixtures.command import razao
from tests.helpers.each import each
from tests.helpers.papers import said


@pytest.fixture
def played(casino: Casino) -> Casino:
    """Return a casino with a pool of 500.00, two plays of 100.00 at 0.5 %, and a wrong display."""
    opened = PoolOpened(
        pool="p",
        scope="machines",
        members=("M-1",),
        currency="CVE",
        base=50_000,
        ppm=5_000,
        act="x",
    )
    casino.approve("direccao", casino.say("financas", opened, at=minute(1)), at=minute(2))
    casino.say("financas", BaseFunded(pool="p", amount=50_000, funds="operator"), at=minute(3))
    play = Play(stake=10_000, denomination=1, configuration="ab" * 32)
    casino.say("M-1", play, place="M-1", at=minute(4))
    casino.say("visor", DisplayRead(pool="p", amount=50_500), at=minute(5))
    casino.say("controlador", ControllerRead(pool="p", amount=50_050), at=minute(6))
    won = Play(stake=10_000, denomination=1, configuration="ab" * 32, pool="p", pap_m=50_100)
    casino.say("M-1", won, place="M-1", at=minute(7))
    return casino


def test_pools_days_prizes_and_sides_as_tables_and_json(played: Casino, tmp_path: Path) -> None:
    """Whole amounts with two decimals; the display parted at its reading, so exit 1."""
    url = played.superuser
    assert "500$00" in razao(url, tmp_path, "jackpots", "list").stdout
    shown = razao(url, tmp_path, "jackpots", "statement", "p")
    assert (shown.returncode, "-501$00 CVE" in shown.stdout) == (0, True)
    (day,) = razao(url, tmp_path, "jackpots", "statement", "p", "--json").stdout.splitlines()
    assert json.loads(day)["wins"] == -50_100
    prize = razao(url, tmp_path, "jackpots", "explain", "p")
    assert prize.returncode == 0
    assert "exactly 100.000000 minor units" in prize.stdout
    sides = razao(url, tmp_path, "jackpots", "reconcile", "p", "--json")
    assert sides.returncode == 1
    rows = {row["side"]: row for row in map(json.loads, sides.stdout.splitlines())}
    assert (rows["display"]["difference"], rows["display"]["agreed"]) == (450, None)
    assert rows["controller"]["parted"] is None
    trial = razao(url, tmp_path, "jackpots", "trial", "--json")
    assert trial.returncode == 0
    assert sum(json.loads(line)["amount"] for line in trial.stdout.splitlines()) == 0


@pytest.mark.parametrize(
    ("code", "arguments", "sentences"),
    [
        # 500.00 put in, 0.50 of each of two stakes, a prize of 501.00, the base put back.
        (
            0,
            ("jackpots", "statement", "p"),
            (
                "Extracto de jackpot",
                "Estado activo",
                f"{day_text(date.fromisoformat(DAY))} 0$00 500$00 1$00 \N{MINUS SIGN}501$00 500$00",
                "0,5 % de 200$00",
            ),
        ),
        (
            0,
            ("jackpots", "explain", "p", "--lang", "en"),
            (
                "How a jackpot prize came about",
                "Increments of 2 stakes, less those voided 1.00 501.00",
                "Prize 501.00",
            ),
        ),
        # The display said 505.00 when 500.50 was due.
        (1, ("findings",), ("Constatações", "JP-DISP", "500$50", "505$00")),
    ],
)
def test_statement_prize_and_findings_as_documents(
    played: Casino,
    tmp_path: Path,
    code: int,
    arguments: tuple[str, ...],
    sentences: tuple[str, ...],
) -> None:
    """Each says its figures, and the command that makes it again; the exit code is the same."""
    out = tmp_path / "paper.pdf"
    done = razao(played.superuser, tmp_path, *arguments, "--pdf", str(out))
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    text = said(out.read_bytes())
    for sentence in (*sentences, f"razao {arguments[0]}"):
        assert sentence in text


def test_a_paper_that_cannot_be_written_is_misuse(played: Casino, tmp_path: Path) -> None:
    """A folder that is not there: exit 2, and why."""
    missing = tmp_path / "missing" / "x.pdf"
    done = razao(played.superuser, tmp_path, "jackpots", "statement", "p", "--pdf", str(missing))
    assert done.returncode == 2
    assert "No such file or directory" in done.stderr


def test_what_was_known_before_the_prize(played: Casino, tmp_path: Path) -> None:
    """The prize is the last event: one before it, 500.50 and no prize; exit 2 names the position.

    A document says at which position it is known, and how to make it again.
    """
    url, last = played.superuser, played.installation.reader.last_position()
    then = ("--known", str(last - 1))
    (day,) = razao(url, tmp_path, "jackpots", "statement", "p", *then, "--json").stdout.splitlines()
    assert (json.loads(day)["closing"], json.loads(day)["wins"]) == (50_050, 0)
    done = razao(url, tmp_path, "jackpots", "explain", "p", *then)
    assert done.returncode == 2
    assert f"as known at position {last - 1}" in " ".join(done.stderr.split())
    done = razao(url, tmp_path, "jackpots", "statement", "p", "--known", "1")
    assert done.returncode == 2
    assert "at position 1: none is known, got 'p'" in " ".join(done.stderr.split())
    out = tmp_path / "known.pdf"
    done = razao(url, tmp_path, "jackpots", "statement", "p", *then, "--pdf", str(out))
    assert done.returncode == 0
    text = said(out.read_bytes())
    assert f"posição {last - 1}" in text
    assert f"--known {last - 1} --lang pt" in text
    assert "500$50" in text
    assert "501,00" not in text  # the prize was not known


@each(
    ("arguments", "said"),
    [
        (("statement", "q"), "pool: expected one of p, got 'q'; near: p"),
        (("statement", "p", "--from", "ontem"), "expected a day such as 2026-11-20"),
        (("explain", "q"), "no award 'q'"),
        (("explain", "p", "--known", "0"), "no award 'p', nor a pool of that name with one as"),
        (("reconcile", "q"), "got 'q'"),
    ],
)
def test_what_is_not_there_is_named(
    played: Casino, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """Exit 2, and what there is instead."""
    done = razao(played.superuser, tmp_path, "jackpots", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
