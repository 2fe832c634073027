"""A name planted in every text that an event can commit to: nowhere but where it is asked for.

Of a real ledger and a real service: every page, export in each form, paper, route and figure; every
table of the database, as a backup has it; the log's own entries, what people read and what commands
print. After its erasure it is nowhere at all.
"""

import gzip
import json
import logging
import secrets
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

import psycopg
import pyarrow as pa
import pytest
from psycopg import sql
from pyarrow import parquet
from pypdf import PdfReader

from api.services.api_keys import Role
from api.services.checkpoints import Checkpoints
from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.claims import payload_of as golden_payload
from ledger.events.personal import TEXTS
from ledger.events.registry import TextErased
from ops.commands.running.serving.clock import Clock
from projections.reads.texts import texts_altered
from tests.acceptance.every_answer import everything
from tests.api.conftest import opened
from tests.api.console.conftest import cookie_of
from tests.fixtures.casino import AT, Casino
from tests.fixtures.command import Done, razao
from tests.helpers.papers import said
from tests.ledger.events.test_golden import GOLDEN, kind_of, read
from tests.projections.stages.authority.house import PLACE, House

NAME: Final = "Etelvina Zambujal"
SPELT: Final = (b"Etelvina", b"Zambujal", b"etelvina", b"45746c76")
"""The name in bytes, and how it would begin in hex."""
READ_TEXTS: Final = {"/v1/texts/{commitment}", "/textos/{commitment}"}
"""The addresses that may answer with it: one for programs, one for people."""


def planted(casino: Casino) -> dict[str, str]:
    """Say every kind that commits to a text, with a name in it; return field to commitment."""
    kinds = {name.rpartition("/")[0]: kind for name, kind in KINDS.items()}
    with opened(casino, suffix="hands-in") as site:
        found: dict[str, str] = {}
        for one in sorted(TEXTS):
            salt, text = secrets.token_bytes(32), f"{one}: {NAME} reclama"
            line = json.dumps({"salt": salt.hex(), "text": text}).encode()
            answer = site.post("/v1/texts", line)
            found[one] = json.loads(answer.content)["commitment"]
            assert found[one] == sha256(salt + text.encode()).hexdigest()
    for one, commitment in found.items():
        name, _, field = one.partition(".")
        casino.say("terminal", payload_of(kinds[name], {field: commitment}), place=PLACE)
    return found


def payload_of(kind: type[Payload], told: dict[str, str]) -> Payload:
    """Return a payload of a kind: that of its golden envelope, with these texts."""
    path = next(one for one in GOLDEN if kind_of(one) == kind.KIND)
    _, body = read(path)
    return golden_payload(kind.KIND, body["payload"] | told)


def tables_of(casino: Casino) -> Iterator[tuple[str, bytes]]:
    """Yield every table of the database with all that it holds, as a backup has it."""
    with psycopg.connect(casino.superuser) as superuser:
        names = superuser.execute(
            "SELECT schemaname, tablename FROM pg_catalog.pg_tables "
            "WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table in names:
            copied = sql.SQL("COPY {} TO STDOUT (FORMAT {form})")
            for form in ("text", "binary"):
                statement = copied.format(sql.Identifier(schema, table), form=sql.SQL(form))
                with superuser.cursor() as cursor, cursor.copy(statement) as copy:
                    yield f"{schema}.{table}", b"".join(bytes(part) for part in copy)


def words_of(answer: Any) -> bytes:
    """Return what an answer says, its heads too."""
    return str(answer.headers).encode() + unpacked(answer.content)


def unpacked(data: bytes) -> bytes:
    """Return what a file says, and every file within it: nothing packed hides a name."""
    if data[:2] == b"PK":
        with ZipFile(BytesIO(data)) as box:
            return b"".join(name.encode() + unpacked(box.read(name)) for name in box.namelist())
    if data[:5] == b"%PDF-":
        within = (one for files in PdfReader(BytesIO(data)).attachments.values() for one in files)
        return said(data).encode() + data + b"".join(map(unpacked, within))
    if data[:4] == b"PAR1":
        table = parquet.read_table(BytesIO(data))
        return repr((table.schema.metadata, table.to_pylist())).encode()
    if data[:2] == b"\x1f\x8b":
        return unpacked(gzip.decompress(data))
    if data[:4] == b"\x28\xb5\x2f\xfd":
        with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
            return unpacked(stream.read())
    return data


def test_nothing_packed_hides_a_name() -> None:
    """A name in a zip, in a zip of a zip, gzip, zstd or Parquet is found as it would be bare."""
    inner = BytesIO()
    with ZipFile(inner, "w", ZIP_DEFLATED) as box:
        box.writestr("one.txt", NAME)
    outer = BytesIO()
    with ZipFile(outer, "w", ZIP_DEFLATED) as box:
        box.writestr("two.zip", inner.getvalue())
    sheet = BytesIO()
    parquet.write_table(pa.table({"words": [NAME]}), sheet, compression="zstd")
    packed = (
        inner.getvalue(),
        outer.getvalue(),
        gzip.compress(NAME.encode()),
        pa.Codec("zstd").compress(NAME.encode(), asbytes=True),
        sheet.getvalue(),
    )
    for one in packed:
        assert holds(unpacked(one))
    assert not holds(inner.getvalue()), "the bytes alone do not tell"


def holds(words: bytes) -> bool:
    return any(one in words for one in SPELT)


def printed(casino: Casino, *arguments: str) -> Done:
    return razao(casino.superuser, casino.installation.home, *arguments)


COMMANDS: Final = (
    ("texts", "list"),
    ("texts", "list", "--json"),
    ("texts", "check"),
    ("findings", "--show", "1000"),
    ("verify",),
    ("keys", "list"),
)


@pytest.mark.deep
def test_a_planted_name_is_only_where_it_is_asked_for(
    casino: Casino, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """Route, page, paper, export, table, log, access trail, figure, command, archive: none."""
    caplog.set_level(logging.DEBUG)
    texts = planted(casino)
    casino.tick()
    casino.installation.log.checkpoint()
    casino.project()
    told = 0
    for one in everything(casino, 20):
        assert holds(words_of(one.answer)) is (one.template in READ_TEXTS), one.address
        told += one.template in READ_TEXTS
    assert told == 2 * len(texts) == 2 * len(TEXTS)
    with opened(casino, suffix="searches") as site:
        for address in (f"/v1/rounds?place={NAME}", f"/v1/events?player={NAME}", f"/v1/{NAME}"):
            site.get(address)
        signed_in = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}"}
        assert site.client.get(f"/pesquisa?q={NAME}", headers=signed_in).status_code == 200
        metrics = site.get("/metrics", Role.ADMIN)
        assert metrics.status_code == 200
        assert not holds(metrics.content)
    casino.tick()
    assert casino.rows(
        "SELECT 1 FROM ledger.events WHERE topic = 'access-recorded/1' "
        "AND encode(state, 'escape') LIKE '%%q=*%%'"
    )
    assert [name for name, rows in tables_of(casino) if holds(rows)] == []
    own = [one for one in caplog.records if not one.name.startswith("httpx2")]  # its callers' log
    assert not holds("\n".join(one.getMessage() for one in own).encode())
    for arguments in COMMANDS:
        done = printed(casino, *arguments)
        assert done.returncode in {0, 1}, (arguments, done.stderr)
        assert not holds((done.stdout + done.stderr).encode()), arguments
    casino.installation.log.checkpoint()
    sealed = tmp_path / "arquivo"
    done = printed(casino, "archive", "seal", str(sealed), "--until", str(casino.last))
    assert done.returncode == 0, done.stderr
    files = [path for path in sealed.rglob("*") if path.is_file()]
    assert len(files) > 2
    assert [path.name for path in files if holds(unpacked(path.read_bytes()))] == []


def test_an_erased_text_is_nowhere_and_the_ledger_still_proves(casino: Casino) -> None:
    """Ordered by an administrator, agreed by the Authority's side, carried out: then nobody has it.

    Before it is carried out nobody is shown it any more. Its event stands and verifies.
    """
    house = House(casino)
    salt, text = secrets.token_bytes(32), f"{NAME} não recebeu"
    commitment = casino.installation.texts.deposit(salt, text)
    noted = payload_of(KINDS["inspection-noted/1"], {"text": commitment})
    house.say("inspector-2", noted, place=PLACE)
    casino.project()
    assert answered(casino, commitment)["text"] == text
    told = house.say("admin", TextErased(text=commitment, reason="prazo"))
    casino.project()
    assert answered(casino, commitment)["state"] == "held"
    assert printed(casino, "texts", "erase").stdout.startswith("0 destroyed as the ledger says")
    house.casino.approve("inspector", told)
    casino.project()
    shown = answered(casino, commitment)
    assert (shown["state"], shown["text"]) == ("erased", None)
    assert shown["erasure"]["source"] == "admin"
    assert shown["erasure"]["reason"] == "prazo"
    assert shown["kept_until"] == "a confirmar"
    clock = Clock(casino.installation, Checkpoints(casino.installation.log))
    clock.look(casino.last)
    assert casino.installation.texts.open(commitment).state == "absent"
    assert not list((casino.installation.home / "text-keys").glob("*"))
    assert printed(casino, "texts", "list").returncode == 0
    verified = json.loads(printed(casino, "verify", "--json").stdout)
    # The keys of these tests are planted, and nobody signed for them.
    assert {one["kind"] for one in verified["problems"]} == {"api-key"}


GONE = {
    "DELETE FROM texts.held": "its row was deleted: its key stands",
    "UPDATE texts.held SET sealed = sealed || 'x'": "what stands there is not what",
}
"""What the database's owner does to a text, and what `razao verify` says of it."""


def test_verify_names_a_text_that_nobody_ordered_to_be_erased(casino: Casino) -> None:
    """Deleted, altered, or without its key, by the event; one that never was handed in is not."""
    house = House(casino)
    texts = casino.installation.texts
    commitment = texts.deposit(secrets.token_bytes(32), f"{NAME} não recebeu")
    noted = payload_of(KINDS["inspection-noted/1"], {"text": commitment})
    receipt = house.say("inspector-2", noted, place=PLACE)
    house.say("inspector-2", payload_of(KINDS["inspection-noted/1"], {"text": "ab" * 32}))
    casino.project()
    assert texts_altered(casino.conninfo, texts) == []
    with psycopg.connect(casino.superuser, autocommit=True) as superuser:
        superuser.execute("CREATE TABLE public.was AS SELECT * FROM texts.held")
        for deed, said in GONE.items():
            superuser.execute(deed.encode())
            (told,) = texts_altered(casino.conninfo, texts)
            assert told.source == f"text {commitment}"
            assert f"of inspector-2:{receipt.first}: {said}" in told.detail
            if deed.startswith("DELETE"):
                verified = json.loads(printed(casino, "verify", "--json").stdout)
                assert {one["kind"] for one in verified["problems"]} == {"text"}
            superuser.execute(
                "DELETE FROM texts.held; INSERT INTO texts.held SELECT * FROM public.was"
            )
    assert texts_altered(casino.conninfo, texts) == []
    (casino.installation.home / "text-keys" / commitment).unlink()
    (told,) = texts_altered(casino.conninfo, texts)
    assert "its key was destroyed, and nobody ordered" in told.detail
    with psycopg.connect(casino.superuser, autocommit=True) as superuser:
        superuser.execute("DELETE FROM texts.held")
    assert texts_altered(casino.conninfo, texts) == [], "neither stands: nobody knows"


def answered(casino: Casino, commitment: str) -> dict[str, Any]:
    """Return what a reader of texts is told of one."""
    with opened(casino, suffix=secrets.token_hex(4)) as site:
        answer = site.get(f"/v1/texts/{commitment}", Role.DISPUTE)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


def test_a_diagnosis_is_for_inspectors_alone(casino: Casino) -> None:
    """Finance reads no text; who decides disputes reads claims, and no diagnosis."""
    kind = KINDS["player-session-restricted/1"]
    commitment = casino.installation.texts.deposit(bytes(32), f"{NAME}: ludopatia")
    casino.say("terminal", payload_of(kind, {"diagnosis": commitment}), at=AT, place=PLACE)
    casino.project()
    with opened(casino) as site:
        states = {
            role: site.get(f"/v1/texts/{commitment}", role).status_code
            for role in (Role.INSPECTOR, Role.DISPUTE, Role.FINANCE, Role.ADMIN, Role.SOURCE)
        }
        assert site.get(f"/v1/texts/{'0' * 64}", Role.INSPECTOR).status_code == 404
    assert states.pop(Role.INSPECTOR) == 200
    assert set(states.values()) == {403}


def test_commands_keep_list_check_and_drop_texts(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text from standard input is kept; altered it is told; unnamed for 31 days it goes.

    No command prints a word of it.
    """
    monkeypatch.setattr("sys.stdin", StringIO(NAME))
    done = printed(casino, "texts", "deposit")
    commitment = done.stdout.strip()
    texts = casino.installation.texts
    assert texts.open(commitment).text == NAME
    assert printed(casino, "texts", "list").stdout == "no event commits to a text\n"
    assert printed(casino, "texts", "list", "--due").stdout == "no text is due\n"
    assert printed(casino, "texts", "check").returncode == 0
    with psycopg.connect(casino.superuser) as superuser:
        superuser.execute("UPDATE texts.held SET sealed = sealed || 'x'")
    wrong = printed(casino, "texts", "check")
    assert (wrong.returncode, wrong.stdout.splitlines()[0]) == (1, f"{commitment}: altered")
    assert printed(casino, "texts", "erase").returncode == 0
    assert texts.held() == [commitment]
    with psycopg.connect(casino.superuser) as superuser:
        superuser.execute("UPDATE texts.held SET deposited = deposited - interval '31 days'")
    assert "; 1 that no event named" in printed(casino, "texts", "erase").stdout
    assert texts.kept() == frozenset()
