"""``razao accounts``, and the documents of the other commands: as their users run them."""

import json
from pathlib import Path

import pytest

from ledger.events.reviews import TaxShare
from ledger.events.tables import ChipsSold
from ops.cli import main
from tests.fixtures.casino import DAY, Casino
from tests.fixtures.command import razao
from tests.helpers.papers import said
from tests.projections.stages.accounts.test_accounts import Table, declared, end_day


def test_tables_and_tax_as_table_json_and_pdf(casino: Casino, tmp_path: Path) -> None:
    """The rules' example on the terminal, as JSON and as a file."""
    table = Table(casino)
    table.day()
    end_day(casino)
    table.say(declared(shares=(TaxShare(to="estado", amount=24_000),)), "financas")
    url = casino.superuser
    shown = razao(url, tmp_path, "accounts", "tables")
    assert shown.returncode == 0
    assert shown.stdout.split().count("2.400$00") == 2  # by count, and by rounds
    assert "104.34" in shown.stdout
    (line,) = razao(url, tmp_path, "accounts", "tables", "--json").stdout.splitlines()
    assert json.loads(line)["by_count"] == 240_000
    told = razao(url, tmp_path, "accounts", "tax").stdout
    assert "CVE, divided: estado 120$00 CVE, turismo 36$00 CVE" in told
    assert "CVE, declared: estado 240$00 CVE  differs" in told
    (line,) = razao(url, tmp_path, "accounts", "tax", "--json").stdout.splitlines()
    (span,) = json.loads(line)["spans"]
    assert (span["tax"], span["currency"]) == (24_000, "CVE")
    assert span["declared_shares"] == {"estado": 24_000}
    for what, sentences in (
        (("tables", "--day", DAY), ("5.000$00 1.000$00 500$00 2.300$00 5.600$00", "104,34 %")),
        (("tax", "--from", DAY), ("2.400$00 10 % 240$00", "TAX-SPLIT", "120$00 36$00 24$00")),
    ):
        out = tmp_path / f"{what[0]}.pdf"
        done = razao(url, tmp_path, "accounts", *what, "--pdf", str(out))
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert str(out) in done.stderr
        text = said(out.read_bytes())
        for sentence in (*sentences, f"razao accounts {' '.join(what)} --known"):
            assert sentence in text


def test_chips_in_circulation_as_table_json_and_export(casino: Casino, tmp_path: Path) -> None:
    """2 300 sold and 2 400 lost: 100 more came back than went out, by events and by counts."""
    table = Table(casino)
    table.say(ChipsSold(amount=230_000, means="cash"))
    table.day()
    url = casino.superuser
    shown = razao(url, tmp_path, "accounts", "chips").stdout
    assert shown.split().count("-100$00") == 3, shown  # in circulation, moved, moved by counts
    (line,) = razao(url, tmp_path, "accounts", "chips", "--json").stdout.splitlines()
    one = json.loads(line)
    assert (one["sold"], one["played"], one["circulating"]) == (230_000, -240_000, -10_000)
    assert razao(url, tmp_path, "accounts", "chips", "--to", "2026-11-19").stdout == (
        "no chips moved\n"
    )
    wrong = razao(url, tmp_path, "accounts", "chips", "--casino", "nenhum")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "--casino: none is known, got 'nenhum'" in wrong.stderr
    out = tmp_path / "chips.csv"
    done = razao(url, tmp_path, "export", "chips", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert ",sold,2300.00,CVE" in out.read_text()


def test_bytes_that_are_no_text_are_misuse(casino: Casino, tmp_path: Path) -> None:
    """A name in another encoding than UTF-8 is nobody's: one sentence, and no traceback."""
    for arguments in (("accounts", "tables", "--place"), ("jackpots", "explain")):
        done = razao(casino.superuser, tmp_path, *arguments, "Mesa-\udce1")
        assert (done.returncode, done.stdout) == (2, "")
        assert "expected text in UTF-8, got 'Mesa-\\udce1'" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("accounts", "tables", "--pdf", "x.pdf"), "expected --day with it"),
        (("accounts", "chips", "--from", "ontem"), "expected a day such as 2026-11-20"),
        (("accounts", "tables", "--day", "ontem"), "expected a day such as 2026-11-20"),
        (("accounts", "tax", "--from", DAY, "--to", "2026-11-19"), "expected a day not after"),
        (
            ("jackpots", "statement", "p", "--from", DAY, "--to", "2026-11-19"),
            "expected a day not after --to 2026-11-19",
        ),
        (("machines", "counters", "--day", "2026-02-30"), "--day: expected a day such as"),
        (("accounts", "tax", "--lang", "fr"), "expected pt or en, got 'fr'"),
        (("accounts", "tax", "--pdf", "x.pdf", "--json"), "expected one of them"),
        (("jackpots", "statement", "p", "--pdf", "x.pdf", "--json"), "expected one of them"),
        (("jackpots", "explain", "p", "--lang", "de"), "expected pt or en, got 'de'"),
        (("findings", "--pdf", "x.pdf", "--json"), "expected one of them"),
        # What no position can be, nor a time or a day.
        (("accounts", "tables", "--known", "9223372036854775808"), "value for '--known'"),
        (("jackpots", "trial", "--at", "9223372036854775808"), "value for '--at'"),
        (("export", "table-days", "--known", "9223372036854775808"), "value for '--known'"),
        (("acta", "show", "s", "--known", "9223372036854775808"), "value for '--known'"),
    ],
)
def test_misuse_is_named_before_any_database_is_asked(
    arguments: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit 2, and no file."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_closing_of_a_day_in_each_form(casino: Casino, tmp_path: Path) -> None:
    """Ends with 1 while anything is missing; each form has the same lines; no period, no answer."""
    table = Table(casino)
    table.day()
    end_day(casino)
    url, day = casino.superuser, ("--from", DAY, "--to", DAY)
    asked = ("accounts", "close", *day)
    done = razao(url, tmp_path, *asked, "--format", "jsonl")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    wanting = [one for one in lines if one["state"] == "missing"]
    assert done.returncode == 1
    assert [one["subject"] for one in wanting] == ["tax", "signatures"]
    assert json.loads(razao(url, tmp_path, *asked, "--format", "json").stdout) == lines
    text = razao(url, tmp_path, *asked, "--format", "csv", "--missing").stdout
    assert text.splitlines() == [
        "day,subject,state,done,of",
        ",tax,missing,0,1",
        ",signatures,missing,1,2",
    ]
    shown = razao(url, tmp_path, *asked).stdout
    assert ["20-11-2026", "closed", "done", "1", "1"] in [
        line.split() for line in shown.splitlines()
    ]
    wrong = razao(url, tmp_path, "accounts", "close")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "expected --from and --to" in wrong.stderr
