"""The terminal: what a key signed is seen, and never says how it is drawn."""

import ast
import io
import re
import unicodedata
from pathlib import Path

import pytest
from rich.table import Table

from ledger.text.visible import visible
from ops.commands.screen import Screen, styled

ROOT = Path(__file__).parents[3]
MARKUP = re.compile(r"\[/?(bold|dim|italic|red|green|yellow|blue|cyan|magenta)\b[^\]]*\]")
"""What rich would read as a style, had a screen markup."""
SIGNED = ("[/b]", "[red]x", ":bug:", "\x1b[2J", "a\rb", "a\nb", "\u202e12", "\x9b31m", "\u200b")


def drawn(*what: object) -> str:
    """Return what a terminal with colours is sent."""
    screen = Screen()
    screen.file = io.StringIO()
    screen._color_system = None
    screen.print(*what)
    return screen.file.getvalue()


@pytest.mark.parametrize("text", SIGNED)
def test_a_signed_text_is_seen_as_it_is(text: str) -> None:
    """In a line, beside a style and in a table's cell; markup, pictures and controls do nothing."""
    table = Table(box=None)
    table.add_column("", no_wrap=True)
    table.add_row(text)
    for what in (text, styled("", (text, "bold")), table):
        said = drawn(what)
        assert visible(text) in said
        assert not [one for one in said.strip() if unicodedata.category(one) in ("Cc", "Cf")]


def test_no_character_that_hides_or_turns_others_is_left() -> None:
    """Of all of Unicode only spaces, marks, letters and the like are shown as they are."""
    joiners = "\u200c\u200d"
    left = [
        chr(one)
        for one in range(0x110000)
        if unicodedata.category(chr(one)) in ("Cc", "Cs", "Zl", "Zp")
        or unicodedata.bidirectional(chr(one)) in ("LRE", "RLE", "LRO", "RLO", "PDF")
        or unicodedata.bidirectional(chr(one)) in ("LRI", "RLI", "FSI", "PDI", "BN")
    ]
    assert {one for one in left if visible(one) == one and one not in joiners} == set()
    for kept in ("Ação", "7♠", "👩‍🚀", "é", "العربية", "x y"):
        assert visible(kept) == kept


def test_no_command_writes_markup_or_ends_of_lines_into_what_it_prints() -> None:
    """Both are shown as they are: styles stand beside a text, a line ends with its call."""
    for path in sorted((ROOT / "ops" / "commands").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("console.print"):
                said = " ".join(ast.unparse(one) for one in call.args)
                assert not MARKUP.search(said), (path, call.lineno)
                assert "\\n" not in said, (path, call.lineno)
            elif isinstance(call, ast.Constant) and isinstance(call.value, str):
                assert path.name == "screen.py" or not MARKUP.search(call.value), (
                    path,
                    call.lineno,
                )
