"""Logs of a serving process: a line an entry, as JSON or as text, and no secret in any of them.

Everything that is logged by the standard library's loggers, ours or others', comes through here.
What looks like a key, a password or a private key is blotted out in the finished line, whoever
wrote it there: a driver's error, a traceback, an address that somebody asked for.
"""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from typing import Any, Final, TextIO

import structlog

from ops.settings import Form

BLOT: Final = "[blotted]"
_SECRETS: Final = (
    (re.compile(r"razao_[A-Za-z0-9_-]{16,}"), BLOT),
    (re.compile(r"(\w+://[^\s:/@]*):[^\s/@]+@"), rf"\1:{BLOT}@"),
    (re.compile(r"(?i)\b(password|passwd|pwd|secret|token|authorization|cookie)"
                r"(['\"]?\s*[=:]\s*)(?:bearer\s+|basic\s+)?(?:'[^']*'|\"[^\"]*\"|[^\s,;&\"'}]+)"),
     rf"\1\2{BLOT}"),
    (re.compile(r"\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)+"), BLOT),
    (re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
                re.DOTALL), BLOT),
)  # fmt: skip
"""API keys, passwords in addresses, words with a name that says so, signed tokens, private keys."""


def blotted(text: str) -> str:
    """Return a text without what opens anything.

    >>> blotted("postgresql://me:open-sesame@there/books refused")
    'postgresql://me:[blotted]@there/books refused'
    """
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def keep_logs(form: Form) -> None:
    """Let every entry from level warning on, and ours from level info, go to standard error."""
    handler = _Lines(sys.stderr)
    handler.setFormatter(_formatter(form))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for ours in ("ledger", "projections", "api", "ops"):
        logging.getLogger(ours).setLevel(logging.INFO)


class _Lines(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        # The library would print the entry's arguments as they are, with what opens something.
        error = sys.exc_info()[0]
        name = error.__name__ if error else "error"
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{record.name}: an entry could not be written: {name}\n")


def _formatter(form: Form) -> logging.Formatter:
    common: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        _drop_formatted,
    ]
    last: list[Any] = (
        [structlog.processors.format_exc_info, _blot_all, structlog.processors.JSONRenderer()]
        if form is Form.JSON
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
            _blot_line,
        ]
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=common,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )


def _drop_formatted(
    _logger: Any, _method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    # Another handler's formatter leaves its line on the record.
    entry.pop("message", None)
    return entry


def _blot_all(_logger: Any, _method: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    # In the values, before they are quoted: a quoted line break would hide a key's end.
    return {
        name: value if isinstance(value, bool | int | float | None) else blotted(str(value))
        for name, value in entry.items()
    }


def _blot_line(_logger: Any, _method: str, line: str) -> str:
    return blotted(line)
