"""The terminal: what a key signed is seen, and never says how it is drawn."""

import io
import unicodedata

import pytest
from rich.table import Table

from ledger.text.visible import visible
from ops.commands.screen import Screen, styled

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
