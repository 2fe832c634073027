"""``razao acta``: a session listed, shown and printed, its gate, and what it refuses."""

import json
from pathlib import Path

import pytest

from ledger.events.bingo import JogadaAnnulled
from ledger.events.outcomes import ErrorNoted
from tests.fixtures.casino import DAY, Casino
from tests.fixtures.command import razao
from tests.helpers.each import each
from tests.projections.stages.actas.bingo_hall import PLACE, Hall

NEXT = f"{PLACE}/{DAY}/2"


@pytest.fixture
def hall(casino: Casino) -> Hall:
    """Play one jogada of ten cards at 10.00, its record signed."""
    hall = Hall(casino)
    hall.jogada()
    return hall


def test_a_session_is_listed_shown_and_printed(hall: Hall, tmp_path: Path) -> None:
    """One jogada: 100.00 collected, 20.00 and 60.00 paid; --json has all of it."""
    url, out = hall.casino.superuser, tmp_path / "acta.pdf"
    assert "SALA-1" in razao(url, tmp_path, "acta", "list").stdout
    shown = razao(url, tmp_path, "acta", "show", "S-1", "--place", PLACE)
    assert shown.returncode == 0, shown.stderr
    assert all(figure in shown.stdout for figure in ("registada", "100$00", "20$00", "60$00"))
    (acta,) = map(json.loads, razao(url, tmp_path, "acta", "show", "S-1", "--json").stdout.split())
    assert acta["jogadas"][0][1]["recolhido"] == 10_000
    done = razao(url, tmp_path, "acta", "pdf", "S-1", "--out", str(out))
    assert (done.returncode, done.stderr) == (0, f"{out}: 1 jogadas\n")
    assert out.read_bytes().startswith(b"%PDF-")


def test_the_gate_answers_with_its_exit_code(hall: Hall, tmp_path: Path) -> None:
    """R60: 0 for a yes, which is given once; 1 for a no, which says why."""
    url = hall.casino.superuser
    ask = ("acta", "gate", PLACE, "--next", NEXT)
    assert razao(url, tmp_path, *ask).returncode == 0
    assert razao(url, tmp_path, *ask, "--grant").returncode == 0
    again = razao(url, tmp_path, *ask, "--grant")
    assert (again.returncode, "said yes" in again.stdout) == (1, True)
    other = razao(url, tmp_path, "acta", "gate", PLACE, "--next", f"SALA-2/{DAY}/2", "--json")
    assert other.returncode == 1
    assert json.loads(other.stdout)["reasons"] == [f"SALA-2/{DAY}/2 is no jogada of {PLACE}"]


def test_an_annulled_jogada_is_shown_as_one(casino: Casino, tmp_path: Path) -> None:
    """R61 i: by which rule; without a ground, after a valid bingo, it takes no effect."""
    hall = Hall(casino)
    for noted in (True, False):
        hall.begin()
        hall.sell()
        hall.draw()
        if noted:
            hall.play(ErrorNoted(error="erro_de_anuncio"))
        hall.play(JogadaAnnulled(cause="anuncio", rule="BI R57", refunded=10_000))
        hall.end()
    shown = razao(casino.superuser, tmp_path, "acta", "show", "S-1").stdout
    first, second = (line for line in shown.splitlines() if "BI R57" in line)
    assert first.startswith("1 ")
    assert "anulada, BI R57  " in first
    assert "anulada, BI R57, sem efeito  " in second


def test_without_a_verb_it_says_which_there_are(tmp_path: Path) -> None:
    """As the other commands do: help, exit 2; no database is asked."""
    done = razao("", tmp_path, "acta")
    assert done.returncode == 2
    assert "gate" in done.stdout + done.stderr


@each(
    ("arguments", "said"),
    [
        (("show", "S-9"), "no session 'S-9'"),
        (("show", "S-1", "--place", "SALA-9"), "got 'SALA-9'; near: "),
        (("show", "S-1", "--known", "0"), "no session 'S-1' was known at position 0"),
        (("gate", "SALA-9"), "no bingo room 'SALA-9'; there are: SALA-1"),
        (("pdf", "S-1", "--out", "."), "Is a directory"),
    ],
)
def test_what_is_not_there_is_said(
    casino: Casino, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """A session nobody opened, a room that is another, a file that cannot be: exit 2."""
    Hall(casino)
    done = razao(casino.superuser, tmp_path, "acta", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
