"""SQL from files: the only place where a file's text becomes a statement.

A file of statements is a list of blocks, each headed by its name and a line of prose::

    -- head: The newest event of a source.
    SELECT seq, link FROM ledger.source_head WHERE source = %s;

A migration is one text, run whole.
"""

import re
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Final, LiteralString, cast

_HEADING: Final = re.compile(r"^-- ([a-z][a-z0-9_]*): (.+)$", re.MULTILINE)


class StatementFileError(Exception):
    """A file of statements is not what this module expects: a fault of the program."""


def read(file: Traversable) -> LiteralString:
    """Return the file's whole text as SQL; only for files that are part of this program."""
    return cast("LiteralString", file.read_text(encoding="utf-8"))


@cache
def load(file: Path) -> MappingProxyType[str, LiteralString]:
    """Return the statements of a file by name.

    Raises:
        StatementFileError: for text before the first heading, or a name given twice.

    """
    text = read(file)
    first, *blocks = _HEADING.split(text)
    if re.sub(r"--.*", "", first).strip():
        raise StatementFileError(f"{file.name}: SQL before the first heading")
    statements: dict[str, LiteralString] = {}
    for name, body in zip(blocks[::3], blocks[2::3], strict=True):
        if name in statements:
            raise StatementFileError(f"{file.name}: {name} is given twice")
        statements[name] = cast("LiteralString", body.strip().removesuffix(";"))
    return MappingProxyType(statements)
