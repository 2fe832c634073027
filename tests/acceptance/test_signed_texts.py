"""Texts that a key may sign, in all fields: each answer, page, file, paper and table stands."""

import csv
import io
import json
import re
import unicodedata
from html.parser import HTMLParser
from typing import Final
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from typing_extensions import override

from api.answers.sheets import FORMULA
from ledger.events.base import Payload
from ledger.events.reviews import InspectionNoted
from ledger.ids import NO_LINK
from ledger.text.visible import visible, visible_page
from ops.simulator.night.poison import TEXTS
from tests.acceptance.every_answer import Asked, everything
from tests.acceptance.test_hostile import retold
from tests.fixtures.casino import AT, DAY, Casino
from tests.fixtures.command import razao
from tests.helpers.nights import TABLES
from tests.helpers.papers import said
from tests.helpers.signed_texts import golden_texts, some_texts, with_texts
from tests.projections.stages.actas.bingo_hall import Hall as Room
from tests.projections.stages.machines.hall import Hall
from tests.projections.stages.machines.hall import play as machine_play

AMOUNT_OR_SHARE: Final = re.compile(r"-[0-9]+([.,][0-9]{2}|,[0-9]+%)?")
SOME: Final = ("RA-01", "HE-01", "BJ-01", "MJ-01")
SHOWN: Final = (
    ("findings", "--show", "1000"),
    ("findings", "--lang", "en"),
    ("jackpots", "list"),
    ("jackpots", "reconcile"),
    ("machines", "list"),
    ("machines", "tickets"),
    ("machines", "returns"),
    ("accounts", "tables"),
    ("accounts", "tax"),
    ("acta", "list"),
    ("accounts", "daily", "--day", DAY),
    ("events", "list", "--limit", "1000"),
    ("events", "tail"),
    ("rounds", "list"),
    ("disputes", "list"),
    ("parameters",),
    ("keys", "list"),
    ("verify",),
    ("rules", "differences"),
)
"""Commands that show people what was signed."""


def say_all(casino: Casino, seed: int, tables: tuple[str, ...]) -> None:
    """Say each kind with texts in all its fields, and short nights with texts in some."""
    hall, room = Hall(casino), Room(casino)
    hall.open()
    room.jogada()
    for place in tables:
        chosen = some_texts(f"{seed}/{place}", 0.1)
        retold(casino, place, lambda payload, chosen=chosen: with_texts(payload, chosen))
    hall.say(with_texts(machine_play(), some_texts(seed, 0.5)))
    taken = [say(casino, payload, body) for body, payload in golden_texts(seed)]
    assert sum(taken) > 200
    casino.tick()
    casino.installation.log.checkpoint()


def say(casino: Casino, payload: Payload, body: dict[str, str | None]) -> bool:
    """Say an event; tell whether the door took it, which says in words why not."""
    chain = casino.source("terminal")
    before = chain.seq, chain.link
    where = {"day": DAY, "place": body["place"], "round_id": body["round"]}
    (answer,) = casino.door.submit([chain.say(payload, AT, **where)])
    if answer.receipt is None:
        chain.seq, chain.link = before
        assert len(answer.detail) > 10, answer
    return answer.receipt is not None


@pytest.mark.long
@pytest.mark.deep
@pytest.mark.parametrize(("seed", "tables"), [(1, SOME), (2, tuple(TABLES))])
def test_whatever_shows_a_text_stands(casino: Casino, seed: int, tables: tuple[str, ...]) -> None:
    """No stage stops; every page, route, export in each form, paper and command answers.

    None of them runs, draws, hides or computes anything that a text holds.
    """
    say_all(casino, seed, tables)
    casino.project()
    for one in everything(casino, 2, seed):
        assert one.answer.status_code == 200, (one.address, one.answer.text[:500])
        check(one)
    sessions = casino.rows("SELECT session, place FROM {s}.session")
    actas = [("acta", "show", row["session"], "--place", row["place"]) for row in sessions]
    for arguments in (*SHOWN, *actas):
        done = razao(casino.superuser, casino.installation.home, *arguments)
        assert done.returncode in (0, 1), (arguments, done.stderr)
        assert visible_page(done.stdout + done.stderr) == done.stdout + done.stderr, arguments


def check(one: Asked) -> None:  # noqa: C901 - a form each
    """Refuse an answer in which a text is more than a text, by the form that it has."""
    content, address = one.answer.content, one.address
    match one.answer.headers["content-type"].partition(";")[0]:
        case "text/html":
            Page(address).feed(one.answer.text)
        case "text/csv":
            check_csv(content.decode("utf-8-sig"), ";" if "csv-pt" in address else ",")
        case "application/json" | "application/schema+json" | "application/vnd.aai.asyncapi+json":
            json.loads(content)
        case "application/x-ndjson":
            json.loads(b"[" + b",".join(content.splitlines()) + b"]")
        case "application/zip":
            with ZipFile(io.BytesIO(content)) as bundle:
                assert all(re.fullmatch(r"[\w.-]+", name) for name in bundle.namelist()), address
                if "LEIA-ME.txt" not in bundle.namelist():
                    check_month(bundle)
                    return
                shown = bundle.read("LEIA-ME.txt").decode()
                assert visible(shown.replace("\n", "")) == shown.replace("\n", ""), address
        case "application/pdf":
            assert visible(said(content)) == said(content), address
        case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
            with ZipFile(io.BytesIO(content)) as book:
                for name in book.namelist():
                    assert not [*ET.fromstring(book.read(name)).iter("{*}f")], address  # noqa: S314 - our own
        case "application/vnd.apache.parquet":
            assert content[:4] == content[-4:] == b"PAR1", address
        case other:
            assert other in ("text/plain", "application/xml"), address


def check_month(bundle: ZipFile) -> None:
    """Refuse a month's file in which a text is more than a text."""
    for name in bundle.namelist():
        content = bundle.read(name)
        match name.rpartition(".")[2]:
            case "csv":
                check_csv(content.decode("utf-8-sig"), ";")
            case "pdf":
                assert visible(said(content)) == said(content), name
            case "xml":
                ET.fromstring(content)  # noqa: S314 - our own
            case _:
                assert name == "SHA256SUMS"


class Page(HTMLParser):
    """A page that runs nothing but the console's own scripts, and shows what it holds."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "script":
            assert str(told.get("src")).startswith("/static/"), (self.address, attrs)
        for name, value in attrs:
            assert not name.startswith("on"), (self.address, attrs)
            if name in ("href", "src", "action", "formaction"):
                assert re.match(r"/(?!/)|#|\?|https?://", value or ""), (self.address, attrs)

    @override
    def feed(self, data: str) -> None:
        assert visible_page(data) == data, self.address
        super().feed(data)


def check_csv(text: str, delimiter: str) -> None:
    """Refuse a file whose rows are not those it counts, or of which a cell is computed."""
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    heading = next(number for number, row in enumerate(rows) if not row[0].startswith("#"))
    body = rows[heading + 1 : -1]
    assert rows[-1] == ["# linhas" if delimiter == ";" else "# rows", str(len(body))]
    assert {len(row) for row in body} <= {len(rows[heading])}
    computed = [cell for row in rows for cell in row if cell.startswith(FORMULA)]
    assert [cell for cell in computed if not AMOUNT_OR_SHARE.fullmatch(cell)] == []


def test_a_character_that_no_text_holds_is_refused_in_words(casino: Casino) -> None:
    """NUL, half a character, no UTF-8, another form of Unicode, too long: each has its word."""
    chain = casino.source("terminal")
    payload = b'{"at":"%s","day":null,"place":null,"round":null,"payload":{"code":"%s"}}'
    for text, word in (
        (b"\\u0000", "NUL"),
        (b"\\ud800abcdef", "surrogate"),
        (b"\xed\xa0\x80", "UTF-8"),
        (b"\xff", "UTF-8"),
        ("e\u0301".encode(), "NFC"),
        (b"x" * 100_000, "65535"),
        (b"x" * 81, "<= 80"),
    ):
        body = payload % (AT.encode(), text)
        head = "\n".join(
            (f"razao/2 {chain.origin}", "terminal", "1", "0" * 64, InspectionNoted.KIND, "a" * 32)
        )
        (answer,) = casino.door.submit([chain.sign([head.encode() + b"\n\n" + body], 1, NO_LINK)])
        assert answer.receipt is None
        assert word in answer.detail, (text[:9], answer)


def test_texts_are_spelt_as_the_door_wants_them() -> None:
    """Else the door would refuse them, and no test would see them folded."""
    for text in TEXTS:
        assert unicodedata.normalize("NFC", text) == text
