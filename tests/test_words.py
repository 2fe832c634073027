"""Words: docstrings name things, not "it" or "what"; in Portuguese a thing has one word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EMPTY = re.compile(
    r"^(\w+ )?(it|them|one|what|whatever|all that|all there is)\b"  # "Return it.", "What …"
    r"|\b(so much|that which)\b",
    re.IGNORECASE,
)
"""First lines in which something is done, and to nothing that has a name."""
COUNTED = re.compile(r"^(\w+ )?one (?!(that|of|more|is|who|which)\b)\w", re.IGNORECASE)
"""Where the number stands before its noun: "Read one ledger"."""
FIRST_LINE = re.compile(r'"""\s*(.*)')
FOLDERS = ("ledger", "projections", "api", "ops")
READ = {".py", ".po", ".html", ".typ", ".xsd", ".toml", ".md"}
"""Files in which words for people stand."""


def definitions(node: Any) -> Iterator[ast.Module | ast.ClassDef | ast.FunctionDef]:
    """Yield a module and what is defined in it, in branches too; no expression is looked at."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node
    for block in ("body", "orelse", "handlers", "finalbody", "cases"):
        for inner in getattr(node, block, ()):
            yield from definitions(inner)


def modules() -> Iterator[tuple[Path, str]]:
    """Yield each module with its text."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, path.read_text()


def empty_lines() -> list[str]:
    """Return the docstrings' first lines that name nothing, each with its file."""
    found: list[str] = []
    for path, text in modules():
        if not any(EMPTY.search(line) for line in FIRST_LINE.findall(text)):
            continue  # to parse each would take seconds
        for node in definitions(ast.parse(text)):
            first = (ast.get_docstring(node) or "").partition("\n")[0]
            if EMPTY.search(first) and not COUNTED.search(first):
                found.append(f"{path.relative_to(ROOT)}: {first}")
    return found


def test_first_lines_name_what_they_are_about() -> None:
    """Who knows casinos and Python, and nothing of this project, understands each line alone."""
    found = empty_lines()
    assert found == [], "\n".join(found)


TIMES_WRITTEN = {
    "ledger/text/times.py": "the one style of people",
    "ledger/signed/canonical.py": "the one form of envelopes",
    "api/console/language/formats.py": "pages, which name the zone of their hours at their head",
    "api/console/pages/home.py": "a day below a bar",
    "ops/database/backup.py": "names of files",
    "ops/importing/meters/mapping.py": "in a mapping's form, to see that it tells a day",
    "ops/importing/meters/reading.py": "in the form of the file that is read",
    "ops/outside/devices/razao_client/wire.py": "as envelopes, by a program that stands alone",
    "ops/outside/verifier/razao_verify.py": "as people read it, by a program that stands alone",
    "ops/simulator/games/bingo/room.py": "as envelopes, reckoned apart",
    "ops/simulator/parties/terminal.py": "as envelopes, reckoned apart",
}
"""Modules that write parts of a time by a pattern of their own, each with the reason."""
PATTERN = re.compile(r"%[aAbBcdDFHIjmMpSTxXyY]")
MAY_WRITE = re.compile(rf"{PATTERN.pattern}|strftime|ctime")


def writes_times(node: ast.AST) -> bool:
    """Tell whether an expression writes a day or a time by a pattern."""
    if isinstance(node, ast.FormattedValue):
        return node.format_spec is not None and bool(PATTERN.search(ast.unparse(node.format_spec)))
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"strftime", "ctime"}
    )


def test_days_and_times_are_written_in_one_place() -> None:
    """Whoever tells people a time takes ``ledger.text.times``: one style, hours with their zone."""
    found = {
        str(path.relative_to(ROOT))
        for path, text in modules()
        if MAY_WRITE.search(text) and any(map(writes_times, ast.walk(ast.parse(text))))
    }
    assert found == TIMES_WRITTEN.keys()


def test_an_event_is_an_evento_wherever_portuguese_is_read() -> None:
    """Pages, papers, commands, files and the README: one word for one thing."""
    written = [ROOT / "README.pt.md"]
    for folder in FOLDERS:
        written += (path for path in (ROOT / folder).rglob("*") if path.suffix in READ)
    assert len(written) > 500
    for path in written:
        assert "acontecimento" not in path.read_text(encoding="utf-8").lower(), path
