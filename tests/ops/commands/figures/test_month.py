"""Month end on the terminal: the act of a declaration, the files of a gaming day."""

import json
from hashlib import sha256
from pathlib import Path

from lxml import etree

from api.answers.daily import SCHEMA
from ledger.events.registry import CasinoRegistered
from ledger.roles import Binding, Role
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, sign_segment
from ops.commands.log.sign import read_act
from tests.fixtures.casino import AT, DAY, Casino, enrol_plainly
from tests.fixtures.command import razao
from tests.helpers.papers import said
from tests.projections.stages.accounts.test_accounts import LOST, TABLE, Table, end_day


def test_a_declaration_is_written_from_what_is_known_and_signed_elsewhere(
    casino: Casino, tmp_path: Path
) -> None:
    """10 % of 2 400.00 by its parts; recorded it is no finding, and there is no second one."""
    installation = casino.installation
    home = CasinoRegistered(casino="casa", currency="CVE", profile="cv-2017@1", act="DR 1")
    installation.send(installation.agreed(home))
    casino._chains[TABLE] = enrol_plainly(installation, TABLE, "table", "casa")
    Table(casino).day()
    end_day(casino, casino="casa")
    finance = Binding(role=Role.FINANCE, casino="casa", person="tia")
    chain = installation.enrol("contas", finance, AT)
    act, url = tmp_path / "act.json", casino.superuser
    asked = ("accounts", "declare", "tax", "--by", "contas", "--from", DAY, "--to", DAY, "--out")
    done = razao(url, tmp_path, *asked, str(act))
    assert done.returncode == 0, done.stderr
    assert f"base: {LOST}" in done.stdout
    assert f"tax: {LOST // 10}" in done.stdout
    again = razao(url, tmp_path, *asked, str(act))
    assert (again.returncode, "is there already" in again.stderr) == (2, True)
    prepared, event = read_act(act)
    signed = Signed.of(event.origin, event.source, chain.signer.public_key)
    links = [link_of(prepared.envelope)]
    segment = Segment(
        key=chain.signer.public_key,
        signature=sign_segment(chain.signer, signed, event.seq, event.previous, links),
        envelopes=(prepared.envelope,),
    )
    (answer,) = casino.door.submit([segment])
    assert answer.receipt is not None, answer
    (line,) = razao(url, tmp_path, "accounts", "tax", "--json").stdout.splitlines()
    (span,) = json.loads(line)["spans"]
    assert (span["declared"], span["findings"]) == (answer.receipt.position, [])
    assert span["declared_shares"] == span["shares"]
    none = razao(url, tmp_path, *asked, str(tmp_path / "other.json"))
    assert (none.returncode, "nothing is left to declare" in none.stderr) == (2, True)
    closing = ("accounts", "declare", "closing", "--to", "2026-11-21", "--out", str(tmp_path / "c"))
    nobody = razao(url, tmp_path, *closing, "--by", "contasx")
    assert (nobody.returncode, "near: contas" in nobody.stderr) == (2, True)
    assert razao(url, tmp_path, *closing, "--by", "contas").returncode == 0


def test_a_gaming_day_is_three_files_of_each_casino(casino: Casino, tmp_path: Path) -> None:
    """XML by its schema, a Portuguese spreadsheet, a paper with the house and its number."""
    Table(casino).day()
    end_day(casino)
    url, out = casino.superuser, tmp_path / "files"
    out.mkdir()
    asked = ("accounts", "daily", "--day", DAY)
    done = razao(url, tmp_path, *asked, "--out", str(out))
    assert done.returncode == 0, done.stderr
    xml, spreadsheet, paper = (
        next(out.glob(f"*.{suffix}")).read_bytes() for suffix in ("xml", "csv", "pdf")
    )
    root = etree.fromstring(xml)
    etree.XMLSchema(etree.parse(SCHEMA)).assertValid(root)
    assert "Mesas;Roleta americana;CVE;1;0;0;0;2400,00;0,00" in spreadsheet.decode("utf-8-sig")
    told = said(paper)
    assert "Roleta americana 1 0 0 0 2.400$00 0$00" in told
    assert "Documento n.º" in told
    text = razao(url, tmp_path, *asked, "--format", "csv").stdout
    assert "mesas,roleta_americana,CVE,1,0,0,0,240000,0,0,0,0,240000" in text
    newest = ("accounts", "daily", "--latest", "--format", "csv")
    assert razao(url, tmp_path, *newest).stdout == text, "the newest day that is over"
    for wrong in (asked[:2], (*asked, "--latest")):
        done = razao(url, tmp_path, *wrong)
        assert (done.returncode, "--day, the gaming day, or --latest" in done.stderr) == (2, True)


def test_all_papers_of_a_month_are_known_at_one_position_and_hashed(
    casino: Casino, tmp_path: Path
) -> None:
    """Day, tables, tax, journals; the same again at that position, but for who asked when."""
    Table(casino).day()
    end_day(casino)
    url = casino.superuser
    for name in ("one", "two"):
        asked = ("accounts", "papers", "--month", DAY[:7], "--out", str(tmp_path / name))
        done = razao(url, tmp_path, *asked)
        assert done.returncode == 0, done.stderr
        assert f"known at {casino.last}" in done.stderr
    names = {path.name for path in (tmp_path / "one").iterdir()}
    assert {f"mesas-{DAY}.pdf", "diario-contabilidade-2026-11.csv", "SHA256SUMS"} <= names
    assert {"diario-contabilidade-2026-11.pdf", "responsabilidades-2026-11.pdf"} <= names
    told = [line.split("  ") for line in (tmp_path / "one" / "SHA256SUMS").read_text().splitlines()]
    assert {name for _, name in told} == names - {"SHA256SUMS"}
    for digest, name in told:
        first, second = ((tmp_path / one / name).read_bytes() for one in ("one", "two"))
        assert sha256(first).hexdigest() == digest
        if not name.endswith(".csv"):
            assert first == second
    wrong = razao(url, tmp_path, "accounts", "papers", "--month", "2026-13", "--out", "x")
    assert (wrong.returncode, "such as 2026-11, got '2026-13'" in wrong.stderr) == (2, True)
