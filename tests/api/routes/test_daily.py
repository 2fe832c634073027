"""The daily record and the general ledger over HTTP: valid, balanced, the same figures in all."""

import csv
import io
from datetime import date
from pathlib import Path
from zipfile import ZipFile

from lxml import etree

from api.answers.daily import NAMESPACE, SCHEMA, daily_xml
from api.answers.made.month import INDEX
from api.documents.document import Source
from api.services.api_keys import Role
from ops.simulator.night.poison import TEXTS
from projections.reads.basis.document_origin import Licensed
from projections.reads.floor.daily import DailyRecord, Game
from tests.api.conftest import Site
from tests.fixtures.casino import DAY

SOURCE = Source(origin="casa", position=7, head="ab" * 32, software="razao", at=f"{DAY}T22:00:00Z")


def parsed(xml: bytes) -> etree._Element:
    """Return an XML that is valid by the schema in the package."""
    root = etree.fromstring(xml)
    etree.XMLSchema(etree.parse(SCHEMA)).assertValid(root)
    return root


def test_the_xml_is_valid_and_says_what_csv_and_json_say(evening: Site) -> None:
    """Each game's stakes in three forms; the schema is handed out by its own address."""
    address = f"/v1/accounts/daily?day={DAY}&format="
    root = parsed(evening.get(f"{address}xml").content)
    told = {
        one.get("codigo"): one.findtext(f"{{{NAMESPACE}}}apostas")
        for one in root.iter(f"{{{NAMESPACE}}}jogo")
    }
    rows = evening.get(f"{address}json").json()["rows"]
    assert {one["game"]: f"{one['stakes'] // 100}.{one['stakes'] % 100:02}" for one in rows} == told
    assert {"roleta_americana", "poquer_sem_descarte"} <= set(told)
    lines = list(csv.DictReader(evening.get(f"{address}csv").text.splitlines()[10:]))
    assert {one["game"]: one["stakes"] for one in lines if one["game"]} == told
    schema = evening.get("/v1/accounts/daily/schema", None)
    assert schema.content == SCHEMA.read_bytes()
    nothing = evening.get("/v1/accounts/daily?day=1999-01-01&format=xml")
    assert (nothing.status_code, nothing.json()["code"]) == (404, "not-found")


def test_no_signed_text_is_markup_in_the_record() -> None:
    """Names with angle brackets, entities and control characters are text, and the XML is valid."""
    for text in TEXTS:
        whose = Licensed(casino=text, operator=text, licence=text)
        record = DailyRecord(
            casino=text or "c",
            day=date.fromisoformat(DAY),
            closed=3,
            closed_at=f"{DAY}T23:00:00.000000Z",
            games=(Game(category="mesas", game="boule", currency="JPY", stakes=1234),),
            machines=0,
            machines_open=1,
        )
        of = Source(origin="casa", position=7, head="", software="razao", licensed=(whose,))
        root = parsed(daily_xml(record, of, 2))
        heads = root.find(f"{{{NAMESPACE}}}cabecalho")
        assert heads is not None
        assert all(len(one) == 0 for one in heads)
        assert root.findtext(f"{{{NAMESPACE}}}jogo/{{{NAMESPACE}}}apostas") == "1234"


def test_the_general_ledger_is_balanced_and_its_receita_is_the_days(evening: Site) -> None:
    """Debit is credit by day, casino and currency; P1 is what tax is on, also of then."""
    last = int(evening.get("/v1/exports/general-ledger?format=json").json()["log_position"])
    for known in (last // 3, last // 2, last):
        rows = evening.get(f"/v1/exports/general-ledger?format=json&known={known}").json()["rows"]
        sums: dict[tuple[str, ...], int] = {}
        revenue: dict[tuple[str, ...], int] = {}
        for one in rows:
            more = one["debit"] - one["credit"]
            key = one["day"], one["casino"], one["currency"]
            sums[key] = sums.get(key, 0) + more
            if one["account"].startswith("P1"):
                of = one["day"], one["currency"]
                revenue[of] = revenue.get(of, 0) - more
        assert set(sums.values()) <= {0}
        made = evening.casino.rows(
            "SELECT r.day::text, r.currency, sum(r.amount)::bigint AS amount "
            "FROM {s}.revenue AS r WHERE position <= %s GROUP BY 1, 2",
            known,
        )
        assert made
        for one in made:
            assert revenue[one["day"], one["currency"]] == one["amount"]


def test_the_schema_stands_in_the_package() -> None:
    """Beside the module that writes by it, so that a wheel has it."""
    assert Path(SCHEMA).name == "fecho_diario.xsd"
    assert io.BytesIO(SCHEMA.read_bytes()).read(5) == b"<?xml"


def test_a_month_is_one_zip_with_its_prizes_explained(evening: Site) -> None:
    """Every prize of the evening has its paper, every file its hash; 2026-13 is no month."""
    answer = evening.get(f"/v1/accounts/papers?month={DAY[:7]}", Role.FINANCE)
    assert answer.status_code == 200, answer.text[:300]
    with ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
        sums = archive.read(INDEX).decode()
    awards = evening.casino.rows("SELECT award FROM {s}.award")
    assert awards
    assert sum(name.startswith("premio-") for name in names) == len(awards)
    assert {line.split("  ")[1] for line in sums.splitlines()} == {*names} - {INDEX}
    assert evening.get("/v1/accounts/papers?month=2026-13").status_code == 422
