"""Explains the header of an envelope that the ledger does not take, line by line."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from ledger.events import KINDS
from ledger.ids import is_name
from ledger.signed.canonical import FORMAT, UNBLINDED_FORMAT
from ledger.text.near import near_names

Word = tuple[str, dict[str, Any]]
"""A word of ``WORDS``, with its values."""
BOM: Final = b"\xef\xbb\xbf"
_LINES: Final = ("format", "source", "seq", "previous", "kind", "blind")
_HEX_SIZE: Final = {"previous": 64, "blind": 32}
_SEQ: Final = re.compile(r"[1-9][0-9]{0,15}")
_DRESS: Final = re.compile(r"^0x|^sha256:|[-: {}]")
"""What programs put about hex."""
_KIND: Final = re.compile(r"[a-z][a-z0-9-]{0,59}/[1-9][0-9]{0,3}")


class Told(Struct, frozen=True):
    """The lines of an envelope's header, as far as they can be read."""

    origin: str = ""
    source: str = ""
    seq: str = ""
    previous: str = ""
    kind: str = ""
    blind: str = ""

    @property
    def name(self) -> str:
        """``source:seq``, as far as it is there."""
        return f"{self.source}:{self.seq}" if self.source else ""


def told_by(data: bytes) -> Told:
    """Return a header's lines, whatever they hold."""
    text = data.removeprefix(BOM).replace(b"\r\n", b"\n")
    if _is_utf_16(data):
        text = data.decode("utf-16", "replace").encode()
    head = text.partition(b"\n\n")[0].partition(b"\n{")[0]
    form, *rest = head.decode("ascii", "replace").split("\n")
    lines = [*rest[:5], *[""] * 5]
    source, seq, previous, kind, blind = (one[:128] for one in lines[:5])
    return Told(form.partition(" ")[2][:128], source, seq, previous, kind, blind)


def header_faults(data: bytes, origin: str) -> Iterator[Word]:
    """Yield the faults of an envelope's header; ``origin`` is the ledger's name."""
    if data.startswith(BOM):
        yield "bom", {}
        return
    if _is_utf_16(data):
        yield "utf-16", {}
        return
    head, separator, _ = data.partition(b"\n\n")
    if not separator:
        crossed = b"\r\n\r\n" in data
        yield ("cr", {}) if crossed else ("no-empty-line", {})
        return
    if b"\r" in head:
        yield "cr", {}
        return
    yield from _line_faults(head.decode("ascii", "replace").split("\n"), origin, data)


def _line_faults(lines: list[str], origin: str, data: bytes) -> Iterator[Word]:
    form, _, name = lines[0].partition(" ")
    if form not in (FORMAT, UNBLINDED_FORMAT):
        yield "format", {"got": lines[0][:40]}
        return
    if not name:
        yield "no-origin", {"origin": origin}
    elif name != name.strip():
        yield "origin-blank", {"got": name[:80], "origin": name.strip()[:80]}
    expected = len(_LINES) if form == FORMAT else len(_LINES) - 1
    if len(lines) != expected:
        yield _count_fault(lines, expected, form, data)
        return
    if form == UNBLINDED_FORMAT:
        yield "unblinded", {}
    for field, value in zip(_LINES[1:], lines[1:], strict=False):
        yield from _CHECKS[field](field, value)


def _count_fault(lines: list[str], expected: int, form: str, data: bytes) -> Word:
    if form == FORMAT and len(lines) == expected - 1:
        return "no-blind", {}
    if len(lines) == _LINES.index("previous") and data.partition(b"\n\n")[2][:1] != b"{":
        return "no-previous", {}
    return "line-count", {"got": len(lines), "expected": expected, "form": form}


def _seq(field: str, value: str) -> Iterator[Word]:
    del field
    if _SEQ.fullmatch(value):
        return
    if value == "0":
        yield "seq-zero", {}
    elif value.isascii() and value.isdecimal():
        yield "seq-zeros", {"got": value, "expected": str(int(value))}
    else:
        yield "seq-other", {"got": value[:40]}


def _hex(field: str, value: str) -> Iterator[Word]:
    size, name = _HEX_SIZE[field], "previous link" if field == "previous" else field
    if re.fullmatch(f"[0-9a-f]{{{size}}}", value):
        return
    if re.fullmatch(f"[0-9a-fA-F]{{{size}}}", value):
        yield "hex-capitals", {"field": name}
    elif re.fullmatch(f"[0-9a-f]{{{size}}}", _DRESS.sub("", value.lower())):
        yield "hex-dressed", {"field": name, "expected": size, "got": value[:80]}
    else:
        yield "hex-size", {"field": name, "expected": size, "got": value[:80]}


def _name(field: str, value: str) -> Iterator[Word]:
    if is_name(value) is None:
        yield "name", {"field": field, "got": value[:80]}


def _kind(field: str, value: str) -> Iterator[Word]:
    del field
    if not _KIND.fullmatch(value):
        word = "kind-letters" if "/" in value else "kind-form"
        yield word, {"got": value[:80], "near": near_names(value.lower(), KINDS)[0]}


_CHECKS: Final[dict[str, Callable[[str, str], Iterator[Word]]]] = {
    "source": _name,
    "seq": _seq,
    "previous": _hex,
    "kind": _kind,
    "blind": _hex,
}


def _is_utf_16(data: bytes) -> bool:
    return (
        data.startswith((b"\xff\xfe", b"\xfe\xff"))
        or data[1:8:2] == b"\0" * 4
        or (data[0:7:2] == b"\0" * 4)
    )
