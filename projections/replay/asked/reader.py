"""Reads a file of records, one JSON object a line, and judges each: for people without a ledger.

A line that is no record is told apart by its number, with what was expected and what was there;
so is a record that stops its game's rules. The lines after it are judged all the same. Blank lines
say nothing.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import DecodeError, Struct, ValidationError

from projections.replay.codes import CODES
from projections.replay.registry import (
    GAMES,
    UnknownGameError,
    Verdict,
    decode_record,
    judge,
)
from projections.replay.settlement import Found, describe


class Judged(Struct, frozen=True, kw_only=True):
    """A line that was a record."""

    line: int
    """From 1, blank lines counted."""
    verdict: Verdict


class BadLine(Struct, frozen=True, kw_only=True):
    """A line that was none, or that could not be judged."""

    line: int
    where: str
    """The field, as a path from ``$``."""
    expected: str
    recorded: str


def read(lines: Iterable[str | bytes]) -> Iterator[Judged | BadLine]:
    """Judge each line in order."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _read_line(number, line)


def _read_line(number: int, line: str | bytes) -> Judged | BadLine:
    try:
        record = decode_record(line)
    except ValidationError as error:
        return _bad(number, line, str(error))
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        said = str(error) if isinstance(error, DecodeError) else type(error).__name__
        return BadLine(
            line=number,
            where="$",
            expected="one JSON object in UTF-8",
            recorded=f"{_shortened(line)} ({said})",
        )
    try:
        return Judged(line=number, verdict=judge(record))
    except UnknownGameError as error:
        where, _, said = str(error).partition(": ")
        expected, _, recorded = said.removeprefix("expected ").rpartition(", got ")
        return BadLine(line=number, where=f"$.{where}", expected=expected, recorded=recorded)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a fault of ours must not hide the lines after it
        return BadLine(
            line=number,
            where="$",
            expected="a record that the rules can judge",
            recorded=f"{_shortened(line)} ({type(error).__name__}: {_shortened(str(error))})",
        )


_SAID: Final = re.compile(r"Expected (?P<expected>.*), got (?P<there>.*)", re.DOTALL)
_PLACE: Final = re.compile(r"(?P<said>.*?)(?: - at `(?P<where>[^`]*)`)?", re.DOTALL)
_LENGTH_MAX: Final = 80


def _bad(number: int, line: str | bytes, message: str) -> BadLine:
    """Take apart what the decoder says of a line that is JSON, and no record."""
    placed = _PLACE.fullmatch(message)
    assert placed is not None, message
    said, where = placed["said"], placed["where"] or "$"
    if told := _SAID.fullmatch(said):
        expected, recorded = told["expected"].replace("`", ""), told["there"].replace("`", "")
    elif where == "$.game":
        expected, recorded = f"one of {', '.join(GAMES)}", said.removeprefix("Invalid value ")
    elif "required field" in said:
        expected, recorded = said.split("required ")[1].replace("`", ""), "nothing"
    elif "unknown field" in said:
        expected = "a field of the record"
        recorded = said.split("unknown ")[1].replace("`", "")
    else:
        expected, recorded = said.removeprefix("Expected ").replace("`", ""), _shortened(line)
    return BadLine(line=number, where=where, expected=expected, recorded=recorded)


def _shortened(line: str | bytes) -> str:
    text = line.decode(errors="replace") if isinstance(line, bytes) else line
    text = text.strip()
    return text if len(text) <= _LENGTH_MAX else text[:_LENGTH_MAX] + "…"


def describe_found(found: Found) -> dict[str, Any]:
    """Return a fault as plain JSON values, with its sentence in both languages."""
    code = CODES[found.code]
    return {
        "code": found.code,
        "severity": code.severity,
        "rule": found.rule or code.rule,
        "text": {"pt": code.pt, "en": code.en},
        "seat": found.seat,
        "bet": found.bet,
        "expected": found.expected,
        "recorded": found.recorded,
        "amount": found.amount,
        "facts": dict(found.facts),
    }


def describe_verdict(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as plain JSON values: due, wrong, and what nobody could compare."""
    return {
        "settlement": describe(verdict.settlement),
        "not_compared": list(verdict.not_compared),
        "findings": [describe_found(found) for found in verdict.found],
    }


def describe_line(result: Judged | BadLine) -> dict[str, Any]:
    """Return a line's result as plain JSON values; ``error`` is None for a record."""
    if isinstance(result, Judged):
        return {"line": result.line, "error": None, **describe_verdict(result.verdict)}
    return {
        "line": result.line,
        "error": {
            "where": result.where,
            "expected": result.expected,
            "recorded": result.recorded,
        },
    }
