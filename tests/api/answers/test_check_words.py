"""The page of a verification: what checks of the log wrote, in the reader's language."""

import ast
import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from fastapi import FastAPI

import ledger
from api.console.language.checks import FAULTS, SENTENCES, check_words
from api.services.api_keys import Role
from api.services.proofs import Checked
from ledger.audit.diagnosis.report import Problem, Report
from ledger.audit.verification import Unread
from tests.api.conftest import Site
from tests.api.console.conftest import cookie_of
from tests.projections.reads.basis.test_value_words import ENGLISH_WORDS, foreign, words_of

ROOT = Path(ledger.__file__).parents[1]
CHECKS = (
    *sorted((ROOT / "ledger" / "audit").rglob("*.py")),
    ROOT / "projections" / "running" / "figures" / "recomputing.py",
    ROOT / "projections" / "reads" / "texts.py",
    ROOT / "ledger" / "store" / "cold.py",
    ROOT / "ops" / "outside" / "archive" / "cold.py",
)
"""Modules that write what a verification found."""
NO_SENTENCES = re.compile(r"SELECT|TRANSACTION|default_transaction|^[\w.-]*$|%s|^(dict|list)\[")
NAMES = re.compile(r"`[^`]*`|--[a-z-]+|topic IN|table $|ORDER BY \w+|as of x1")
"""Commands, options and statements, which are the same in both languages."""
PIECES = {
    "; the header is not well formed": (
        "the bytes are not an envelope; the header is not well formed"
    ),
    "x1expected link x1, the bytes give x1x1": "expected link x1, the bytes give x1",
    ", its link x1": "expected x1:4, its link x1; it is gone",
    "x1 events from x1:x1 on are": (
        "expected one here, got none: x1 events from x1:x1 on are unsigned"
    ),
    "it is": "expected one here, got none: it is unsigned",
    "expected one here, got none: x1 unsigned": "expected one here, got none: it is unsigned",
    "positions x1 to x1 left this ledger for an archive": (
        "positions x1 to x1 left this ledger for an archive: /cold: it has no x1"
    ),
    "x1: x1; RAZAO_ARCHIVE names where a copy stands now": (
        "positions x1 to x1 left this ledger for an archive: x1; "
        "RAZAO_ARCHIVE names where a copy stands now"
    ),
}
"""Parts of sentences, each with a sentence in which it stands."""
FOREIGN = ENGLISH_WORDS | {"expected", "got", "gone", "there", "stands", "belongs", "its", "events"}


def _told(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield texts of a module that are no docstring, nor said of misuse."""
    parents = {below: node for node in ast.walk(tree) for below in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Constant, ast.JoinedStr)):
            continue
        above = parents[node]
        if isinstance(above, (ast.Expr, ast.JoinedStr, ast.FormattedValue)):
            continue
        while isinstance(above, ast.expr):
            above = parents[above]
        raised = isinstance(above, ast.Raise) and "Archive" not in ast.unparse(above)
        if not raised:
            yield node


def sentences() -> Iterator[str]:
    """Yield what checks write, each value ``x1``."""
    for path in CHECKS:
        for node in _told(ast.parse(path.read_text(encoding="utf-8"))):
            yield from (said for said in words_of(node) if not NO_SENTENCES.search(said))


def kinds() -> set[str]:
    """Return every kind of fault that a check names."""
    found: set[str] = set()
    for path in (ROOT / "ledger").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
            name = ast.unparse(call.func)
            if name == "self._blame" and isinstance(call.args[0], ast.Constant):
                found.add(str(call.args[0].value))
            if name == "Problem":
                found |= {
                    str(one.value.value)
                    for one in call.keywords
                    if one.arg == "kind" and isinstance(one.value, ast.Constant)
                }
    return found


def test_every_kind_of_fault_has_words() -> None:
    """The report's own list of kinds is the table's, and each kind that a check names is in it."""
    listed = re.findall(r"(?<=[\s])([a-z]+(?:-[a-z]+)?)(?=[,:;])", _kinds_told())
    assert len(kinds()) > 10
    assert kinds() <= set(FAULTS)
    assert set(FAULTS) <= set(listed)


def _kinds_told() -> str:
    source = (ROOT / "ledger" / "audit" / "diagnosis" / "report.py").read_text(encoding="utf-8")
    return " " + source.partition("kind: str")[2].partition('"""')[2].partition('"""')[0]


def test_no_check_of_the_log_writes_a_sentence_that_has_no_portuguese() -> None:
    """A new check's English stands in the table before anybody reads it."""
    found = set(sentences())
    assert len(found) > 60
    assert set(PIECES) <= found
    whole = (found - set(PIECES)) | set(PIECES.values())
    read = {said: NAMES.sub("", check_words(said, "pt")) for said in whole}
    assert {said for said, portuguese in read.items() if foreign(portuguese, FOREIGN)} == set()


def test_each_sentence_has_its_values_in_both_languages() -> None:
    """None stands twice, and no value is lost."""
    assert all(said.count("{}") == other.count("{}") for said, other in SENTENCES)
    assert len({said for said, _ in SENTENCES}) == len(SENTENCES)


def test_a_verification_that_found_faults_reads_in_the_readers_language(evening: Site) -> None:
    """What was changed, where, and why a range was not looked at."""
    report = Report(
        covered=0,
        origin="x",
        events=9,
        size=9,
        root="62" * 32,
        signatures=9,
        problems=[
            Problem(kind="position", position=7, detail="stands at 7, belongs at 9"),
            Problem(
                kind="api-key", source="API key ana", detail="its role is a, and b was granted"
            ),
        ],
        unassessed=[],
        unread=[Unread(first=1, last=4, because="/cold: it has no 1-4")],
    )
    app = evening.client.app
    assert isinstance(app, FastAPI)
    proofs = app.state.working.proofs
    came_in = f"razao_session={cookie_of(evening, Role.INSPECTOR)}"
    before, proofs.last = proofs.last, Checked(report=report, at=datetime.now(UTC))
    try:
        pages = [
            html.unescape(evening.client.get("/verificacao", headers={"Cookie": one}).text)
            for one in (f"{came_in}; razao_lang=pt", f"{came_in}; razao_lang=en")
        ]
    finally:
        proofs.last = before
    for page, words in zip(
        pages,
        (
            ("está em 7, o seu lugar é 9", "o lugar de um evento", "chave da API ana", "não tem"),
            ("stands at 7, belongs at 9", "the place of an event", "API key ana", "it has no"),
        ),
        strict=True,
    ):
        assert [one for one in words if one not in page] == []
