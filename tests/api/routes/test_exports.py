"""Whole tables as files: never cut, and each says what it is of."""

import csv
import io
import json
import re
from datetime import UTC, datetime
from typing import Any

import openpyxl
import psycopg
import pytest
from msgspec import to_builtins
from pyarrow.parquet import ParquetFile

import api.answers.sheets
from api.answers.sheets import Sheet, written
from api.documents.words.columns import NAMES, VOCABULARIES, head_of
from api.services.api_keys import Role
from ledger.events.jackpots import CoverMoved
from ledger.events.registry import CasinoRegistered
from ledger.events.reviews import Correction
from projections.reads.files.exports import EXPORTS, opened
from projections.reads.queries import connect
from tests.api.conftest import POOL, Site
from tests.fixtures.casino import Casino
from tests.helpers.each import each

HEAD = [
    "title",
    "export",
    "filters",
    "known",
    "log_position",
    "log_head",
    "generated",
    "generated_by",
    "software",
    "units",
]

NOT_OF_THE_EVENING = {
    "contadores",
    "contadores-by-denomination",
    "meter-variance",
    "tickets",
    "hand-pays",
    "machine-boxes",
    "pool-readings",
    "schedule",
    "late-events",
    "tax",
    "disputes",
    "settlements",
    "debts",
    "bingo-sessions",
    "actas",
    "corrections",
    "readings",
    "adoptions",
    "meter-readings",
    "machine-voids",
}


def lines_of(text: str, delimiter: str = ",") -> tuple[dict[str, str], list[dict[str, str]], int]:
    """Return what a CSV says of itself, its rows, and the count that it ends with."""
    lines = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    head = {line[0].removeprefix("# "): line[1] for line in lines[: len(HEAD)]}
    names, *rows = lines[len(HEAD) : -1]
    assert lines[-1][0] == ("# rows" if delimiter == "," else "# linhas")
    return head, [dict(zip(names, row, strict=True)) for row in rows], int(lines[-1][1])


@each("name", EXPORTS)
def test_a_csv_holds_every_row_of_the_table_and_says_how_many(evening: Site, name: str) -> None:
    """Rows, their count in the last line, and the same count straight from the database."""
    answer = evening.get(f"/v1/exports/{name}")
    assert answer.status_code == 200
    head, rows, count = lines_of(answer.text)
    export = EXPORTS[name]
    now = " WHERE known_until IS NULL" if export.versions else ""
    if export.work_out is None:
        table = export.table.replace("%(known)s", "NULL")
        (stored,) = evening.casino.rows(f"SELECT count(*) FROM {table}{now}")
        assert count == stored["count"]
    assert len(rows) == count
    assert count > 0 or name in NOT_OF_THE_EVENING
    assert list(head) == HEAD
    assert head["filters"] == "none"
    assert head["generated_by"] == "inspector-1"


def test_the_file_names_the_log_it_was_made_of(evening: Site) -> None:
    """Position and link are those of the last event that is projected."""
    head, _, _ = lines_of(evening.get("/v1/exports/rounds").text)
    (row,) = evening.casino.rows(
        "SELECT e.notification_id AS position, e.link FROM ledger.events AS e "
        "JOIN {s}.tracking AS t ON t.notification_id = e.notification_id "
        "WHERE t.application_name = 'pipeline'"
    )
    assert head["log_position"] == str(row["position"])
    assert head["log_head"] == row["link"].hex()


def test_filters_narrow_and_stand_in_the_file(evening: Site) -> None:
    """Only rows of the code asked for; the file says that they are not all."""
    answer = evening.get("/v1/exports/findings?code=SD-PAY&place=PSD-01")
    head, rows, count = lines_of(answer.text)
    assert {(row["code"], row["place"]) for row in rows} == {("SD-PAY", "PSD-01")}
    assert head["filters"] == "code=SD-PAY; place=PSD-01"
    assert count == len([one for one in evening.planted if one.code == "SD-PAY"]) > 0


def test_what_was_known_before_anything_was_found_is_nothing(evening: Site) -> None:
    """``known`` gives the versions that held at a position; an export of nothing is whole, too."""
    head, rows, count = lines_of(evening.get("/v1/exports/findings?known=1").text)
    assert (rows, count, head["known"]) == ([], 0, "1")


@pytest.mark.parametrize(
    ("name", "table", "amount"),
    [
        ("revenue", "revenue", "amount"),
        ("revenue-days", "revenue", "amount"),
        ("postings", "posting", "amount"),
        ("history", "history", None),
        ("late-events", "late", None),
    ],
)
def test_a_journal_is_had_as_it_was_at_a_position(
    evening: Site, name: str, table: str, amount: str | None
) -> None:
    """Every line up to the half of the log and none after it, and the sum of just these."""
    (last,) = evening.casino.rows("SELECT max(position) FROM {s}.history")
    known = last["max"] // 2
    answer = evening.get(f"/v1/exports/{name}?format=json&known={known}").json()
    lines = "SELECT count(*), sum({}) FROM {{s}}.{} WHERE position <= %s"
    (stored,) = evening.casino.rows(lines.format(amount or "0", table), known)
    assert answer["known"] == str(known)
    if name != "revenue-days":
        assert answer["count"] == stored["count"]
    assert answer["count"] > 0 or name == "late-events"
    if amount is not None:
        assert sum(row[amount] for row in answer["rows"]) == stored["sum"]


def test_liabilities_and_balance_are_those_of_the_position(evening: Site) -> None:
    """Before any pool was opened nothing is held; at the end the file is the one without known."""
    for name in ("liabilities", "trial-balance"):
        address = f"/v1/exports/{name}?format=json"
        assert evening.get(f"{address}&known=1").json()["rows"] == []
        now = evening.get(address).json()
        then = evening.get(f"{address}&known={now['log_position']}").json()
        for row in now["rows"]:
            row.pop("status", None)  # a pool's state is told as it is now, or not at all
        for row in then["rows"]:
            assert row.pop("status", None) is None
        assert then["rows"] == now["rows"] != []


def test_the_journal_by_day_is_balanced_and_holds_every_posting(evening: Site) -> None:
    """Of each day and currency debits are credits; as known on the way, too."""
    now = evening.get("/v1/exports/posting-days?format=json").json()
    last = int(now["log_position"])
    then = evening.get(f"/v1/exports/posting-days?format=json&known={last // 2}").json()
    for answer, until in ((now, last), (then, last // 2)):
        sums: dict[tuple[str, str], int] = {}
        for row in answer["rows"]:
            assert row["debit"] >= 0 <= row["credit"]
            of = row["day"], row["currency"]
            sums[of] = sums.get(of, 0) + row["debit"] - row["credit"]
        assert set(sums.values()) <= {0}
        (stored,) = evening.casino.rows(
            "SELECT count(*), coalesce(sum(abs(amount)), 0) AS moved FROM {s}.posting "
            "WHERE position <= %s",
            until,
        )
        assert sum(row["postings"] for row in answer["rows"]) == stored["count"]
        assert sum(row["debit"] + row["credit"] for row in answer["rows"]) == stored["moved"]
    assert now["rows"]


def test_the_journal_by_day_holds_a_cover_which_is_of_no_pool(site: Site) -> None:
    """Five put aside for a casino stand in its currency, on both sides."""
    installation = site.casino.installation
    home = CasinoRegistered(casino="casa", currency="CVE", profile="cv-2017@1", act="1")
    installation.send(installation.agreed(home))
    site.casino.say("financas", CoverMoved(casino="casa", amount=500, form="deposit"))
    site.casino.project()
    rows = site.get("/v1/exports/posting-days?format=json").json()["rows"]
    told = [(one["account"], one["currency"], one["debit"], one["credit"]) for one in rows]
    assert told == [("C1:casa", "CVE", 0, 500), ("C2:casa", "CVE", 500, 0)]


@pytest.mark.parametrize(
    ("span", "all_of_it"),
    [
        ("from=2026-11-20&to=2026-11-20", True),
        ("from=2026-11-21", False),
        ("to=2026-11-19", False),
    ],
)
def test_days_are_chosen_by_their_ends(evening: Site, span: str, all_of_it: bool) -> None:
    """All of the evening is of one day: what ends before it or begins after it is empty."""
    for name in ("revenue", "table-days", "rounds"):
        _, rows, _ = lines_of(evening.get(f"/v1/exports/{name}").text)
        head, found, _ = lines_of(evening.get(f"/v1/exports/{name}?{span}").text)
        assert found == (rows if all_of_it else [])
        assert head["filters"] == span.replace("&", "; ")


def test_json_has_amounts_in_minor_units_and_the_count_after_the_rows(evening: Site) -> None:
    """The trial balance sums to zero, straight from the file."""
    said = json.loads(evening.get(f"/v1/exports/trial-balance?format=json&pool={POOL}").text)
    assert said["count"] == len(said["rows"]) > 0
    assert sum(row["amount"] for row in said["rows"]) == 0
    assert [*said][:-2] == HEAD


def test_json_lines_are_the_rows_of_json_between_head_and_count(evening: Site) -> None:
    """A line each: the head first, last how many rows there are, so that a cut is seen."""
    said = json.loads(evening.get("/v1/exports/rounds?format=json").text)
    answer = evening.get("/v1/exports/rounds?format=jsonl")
    head, *rows, last = map(json.loads, answer.text.splitlines())
    assert [*head] == [*said][:-2]
    assert (rows, last) == (said["rows"], {"count": said["count"]})
    assert answer.headers["content-disposition"].endswith('"rounds.jsonl"')


def test_portuguese_csv_is_what_portuguese_spreadsheets_take(evening: Site) -> None:
    """A byte-order mark, semicolons, decimal commas, days as people write them; the same rows."""
    plain = lines_of(evening.get("/v1/exports/postings").text)[1]
    answer = evening.get("/v1/exports/postings?format=csv-pt&from=2026-11-20").content
    assert answer.startswith(b"\xef\xbb\xbf")
    head, local, _ = lines_of(answer.decode("utf-8-sig"), ";")
    assert [row["valor"].replace(",", ".") for row in local] == [row["amount"] for row in plain]
    assert any("," in row["valor"] for row in local)
    assert {row["dia de jogo"] for row in local} == {"20-11-2026"}
    assert head["filtros"] == "do dia: 20-11-2026"
    assert head["endereço"] == "/v1/exports/postings"


ENGLISH = {word for words in VOCABULARIES for word, said in words.items() if word != said} - {
    said for words in VOCABULARIES for said in words.values()
}
"""Words that the tables hold and nobody says in Portuguese."""
STIRRED = {("sources", "last"), ("sources", "seq")}
"""What the file before has moved: that it was taken is an event of the service's."""


@each("name", EXPORTS)
def test_a_file_in_portuguese_has_no_english_in_head_cell_or_heading(
    evening: Site, name: str
) -> None:
    """No machine's word, no machine's time, no decimal point, whatever table of the evening it is.

    The rows are those of the machine's file, in their order.
    """
    _, plain, _ = lines_of(evening.get(f"/v1/exports/{name}").text)
    answer = evening.get(f"/v1/exports/{name}?format=csv-pt").content
    head, rows, count = lines_of(answer.decode("utf-8-sig"), ";")
    export = EXPORTS[name]
    assert count == len(plain)
    assert not set(head) & set(HEAD)
    assert head["título"] == export.title["pt"]
    for row, machine in zip(rows, plain, strict=True):
        for column in export.columns:
            cell = row[head_of(name, column.name)]
            if (name, column.name) in STIRRED:
                continue
            if column.kind in ("integer", "list") or column.name in NAMES:
                assert cell == machine[column.name] or column.name.endswith("_ppm")
                continue
            assert cell not in ENGLISH, column
            assert not re.search(r"\d{4}-\d\d-\d\dT?|[a-z]_[a-z]|True|False", cell), column
            assert column.kind != "money" or "." not in cell
            assert bool(cell) == bool(machine[column.name])


def test_a_spreadsheet_in_portuguese_has_its_words_and_days_that_are_days(evening: Site) -> None:
    """Heads, verdicts and games in words; a day is the spreadsheet's own, so that it sorts."""
    answer = evening.get("/v1/exports/rounds?format=xlsx-pt&place=RA-01")
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    names, *rows = book["Dados"].iter_rows(values_only=True)
    assert names[:5] == ("jogada", "lugar", "dia de jogo", "jogo", "estado")
    assert {row[2] for row in rows} == {datetime(2026, 11, 20)}  # noqa: DTZ001 - a sheet has no zones
    assert {row[3] for row in rows} == {"Roleta americana"}
    assert {row[4] for row in rows} <= {"confere", "diverge", "por pagar", "nula"}
    proof = dict(book["Prova"].iter_rows(values_only=True))
    assert proof["linhas"] == str(len(rows)) == "12"
    assert dict(book["Filtros"].iter_rows(values_only=True))["filtros"] == "lugar: RA-01"


def test_xlsx_has_data_filters_and_proof(evening: Site) -> None:
    """Three sheets; amounts are numbers with two decimals, and the proof has the count."""
    answer = evening.get("/v1/exports/rounds?format=xlsx&place=RA-01")
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Dados", "Filtros", "Prova"]
    names, *rows = book["Dados"].iter_rows(values_only=True)
    proof = dict(book["Prova"].iter_rows(values_only=True))
    assert proof["rows"] == str(len(rows)) == "12"
    assert dict(book["Filtros"].iter_rows(values_only=True))["filters"] == "place=RA-01"
    stakes = [row[names.index("stake")] for row in rows]
    stored = evening.casino.rows(
        "SELECT stake FROM {s}.verdict WHERE place = 'RA-01' AND known_until IS NULL "
        "ORDER BY known_from, round"
    )
    assert [round(stake * 100) for stake in stakes] == [row["stake"] for row in stored]


def test_a_worksheet_that_is_full_goes_on_in_the_next(
    evening: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No row is lost where a worksheet holds no more."""
    monkeypatch.setattr(api.answers.sheets, "XLSX_ROWS_MAX", 6)
    answer = evening.get("/v1/exports/rounds?format=xlsx&place=RA-01")
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Dados", "Dados 2", "Dados 3", "Filtros", "Prova"]
    rounds = [
        row[0]
        for name in book.sheetnames[:3]
        for row in book[name].iter_rows(min_row=2, values_only=True)
    ]
    assert len(rounds) == len(set(rounds)) == 12


def test_no_cell_is_a_formula(casino: Casino) -> None:
    """A text that a spreadsheet would compute is written as text."""
    casino.project()
    with connect(casino.conninfo) as connection, opened(connection, EXPORTS["rounds"], {}) as read:
        row = ("=1+1", "@p", None, "-2", "+3", -5, 0, 1, "XTS", 7, None)
        sheet = Sheet(
            opened=type(read)(
                export=read.export,
                filters={},
                known=None,
                position=read.position,
                link=read.link,
                rows=iter([row]),
            ),
            generated=datetime(2026, 11, 21, tzinfo=UTC),
            by="inspector",
            version="0",
        )
        _, (found,), _ = lines_of(b"".join(written(sheet, "csv")).decode())
    assert (found["round"], found["place"], found["game"]) == ("'=1+1", "'@p", "'-2")
    assert found["stake"] == "-0.05"


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/v1/exports/nothing", 404, "docs"),
        (
            "/v1/exports/postings?code=PAY-DIFF",
            422,
            "no such parameter here; known: day, format, from",
        ),
        (
            "/v1/exports/tickets?known=4",
            422,
            "known: kept as it stands now; history has what was issued, taken and paid by then",
        ),
        ("/v1/exports/pool-statements?known=1000000", 422, "expected at most"),
        ("/v1/exports/revenue?from=2026-11-21&to=2026-11-20", 422, "expected not after `to`"),
        ("/v1/exports/revenue?first=2026-11-21", 422, "no such parameter"),
        ("/v1/exports/rounds?format=pdf", 422, "format"),
        ("/v1/exports/rounds?day=yesterday", 422, "day"),
    ],
)
def test_what_cannot_be_had_is_refused_by_name(
    evening: Site, address: str, status: int, said: str
) -> None:
    """Another table, a filter that the table does not take, another format, a day that is none."""
    answer = evening.get(address)
    assert answer.status_code == status
    assert said in answer.json()["detail"]


def test_the_log_of_readings_names_who_read_what_and_only_the_authority_has_it(site: Site) -> None:
    """Person, purpose, count and address; finance is refused, and its reports do not offer it."""
    assert site.get("/v1/exports/rounds").status_code == 200
    site.casino.project()
    rows = site.get("/v1/exports/readings?format=json").json()["rows"]
    told = [(one["person"], one["purpose"], one["count"], one["subject"]) for one in rows]
    assert ("inspector-1", "export", 1, "/v1/exports/rounds") in told
    assert site.get("/v1/exports/readings", Role.FINANCE).status_code == 403


def test_a_correction_stands_before_and_after_with_who_and_why(site: Site) -> None:
    """The payloads in full; not approved yet, nothing is in force."""
    casino = site.casino
    wrong = casino.say("financas", CoverMoved(casino="casa", amount=500, form="deposit"))
    right = CoverMoved(casino="casa", amount=5, form="deposit")
    said = Correction(
        target=f"financas:{wrong.first}",
        link=wrong.link,
        replacement=to_builtins(right),
        reason="engano",
    )
    casino.say("financas", said)
    casino.project()
    (row,) = site.get("/v1/exports/corrections?format=json").json()["rows"]
    before, after = json.loads(row["before"]), json.loads(row["after"])
    assert (before["amount"], after["amount"], row["reason"]) == (500, 5, "engano")
    assert (row["source"], row["kind"], row["effective"]) == ("financas", CoverMoved.KIND, None)


def test_who_takes_a_file_away_is_written_down_at_once(site: Site) -> None:
    """The log has the reading before the file is given."""
    assert site.get("/v1/exports/rounds", Role.FINANCE).status_code == 200
    with psycopg.connect(site.casino.superuser) as connection:
        (said,) = connection.execute(
            "SELECT convert_from(state, 'UTF8') FROM ledger.events "
            "WHERE topic = 'access-recorded/1' ORDER BY notification_id DESC LIMIT 1"
        ).fetchone() or ("",)
    assert '"export"' in said
    assert "/v1/exports/rounds" in said


def test_an_export_as_parquet_has_the_rows_and_the_head(evening: Site) -> None:
    """Amounts in minor units, days as days, texts as they are; the head stands in the metadata."""
    told = evening.get("/v1/exports/rounds?format=json").json()
    file = ParquetFile(io.BytesIO(evening.get("/v1/exports/rounds?format=parquet").content))
    rows = file.read().to_pylist()
    assert [(one["round"], int(one["stake"]), str(one["day"])) for one in rows] == [
        (one["round"], one["stake"], one["day"]) for one in told["rows"]
    ]
    head = {key.decode(): value.decode() for key, value in file.metadata.metadata.items()}
    assert (head["export"], head["log_head"]) == ("rounds", told["log_head"])
    assert head["rows"] == str(told["count"])


def test_a_spreadsheet_can_be_filtered_by_each_column(evening: Site) -> None:
    """The heads carry a filter; what was asked and the proof stand on sheets of their own."""
    book = openpyxl.load_workbook(io.BytesIO(evening.get("/v1/exports/rounds?format=xlsx").content))
    assert book.sheetnames == ["Dados", "Filtros", "Prova"]
    assert str(book["Dados"].auto_filter.ref).startswith("A1:")


def test_what_is_worked_out_is_what_its_route_tells(evening: Site) -> None:
    """Sources, checklist, hold and retention: row by row as the pages and routes have them."""

    def rows(name: str) -> list[dict[str, Any]]:
        return evening.get(f"/v1/exports/{name}?format=json").json()["rows"]

    def stirred(one: dict[str, Any]) -> dict[str, Any]:
        return {name: one[name] for name in one if name not in ("last", "seq", "at")}

    told = evening.get("/v1/sources?limit=500").json()["items"]
    assert [stirred(one) for one in rows("sources")] == [stirred(one) for one in told] != []
    lines = evening.get("/v1/accounts/closing?month=2026-11").json()["items"]
    assert rows("closing") == [one for one in lines if one["day"] is not None] != []
    holds = evening.get("/v1/accounts/holds?day=2026-11-20").json()["items"]
    found = rows("holds")
    assert any(one["expected_ppm"] is not None for one in found)
    for one, hold in zip(found, holds, strict=True):
        expected: dict[str, Any] | None = hold.pop("expected")
        assert {**one, **hold} == one
        assert one["expected_ppm"] == (expected and expected["share_ppm"])
    classes = evening.get("/v1/retention?month=2026-11").json()["events"]
    for one in classes:
        of = [row for row in rows("retention") if row["retention"] == one["name"]]
        assert sum(row["events"] for row in of) >= one["events"] > 0
