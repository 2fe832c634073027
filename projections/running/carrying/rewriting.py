"""Statements told anew: instead of what a stage's question answers, the whole rows that it read.

A stage asks its tables by SQL that stands in its own module. Of each such statement those are told
here that give, of every table in it, the rows from which its answer was made, as JSON. A row's JSON
has the columns in the order of its table, so that equal rows are equal texts.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from projections.base.errors import HaltedError

if TYPE_CHECKING:
    from sqlglot import exp
else:
    # An extra has it, and without that nobody asks.
    exp = import_module("sqlglot.expressions") if find_spec("sqlglot") is not None else None

_ROW: Final = "razao_row"
_POSTGRES: Final = "postgres"


class UnreadableStatementError(HaltedError):
    """A statement of a stage of which it cannot be told which rows it reads."""


class Telling(NamedTuple):
    """A statement that gives the rows which another one read of a table."""

    table: str
    statement: str


@cache
def rows_behind(statement: str) -> tuple[Telling, ...]:
    """Return, for each table that a question reads, the statement that gives the rows it read.

    Each takes the question's own values.

    >>> rows_behind("SELECT size FROM s.root WHERE size < %s")[0].statement
    'SELECT CAST(ROW_TO_JSON(root.*) AS TEXT) AS razao_row FROM s.root WHERE size < %s'

    Raises:
        UnreadableStatementError: it is of a form that nobody taught this module.

    """
    sqlglot: Any = import_module("sqlglot")
    try:
        whole: exp.Expr = sqlglot.parse_one(statement, read=_POSTGRES)
    except sqlglot.ParseError as error:
        raise UnreadableStatementError(f"{statement}: {error}") from error
    # Of these an answer may change where rows are left out that it does not show.
    if not isinstance(whole, exp.Select) or whole.find(exp.Exists, exp.Having, exp.SetOperation):
        raise UnreadableStatementError(f"it cannot be told which rows are read by {statement}")
    tables = list(whole.find_all(exp.Table))
    return tuple(
        Telling(table.name, _telling(whole, number)) for number, table in enumerate(tables)
    )


def _telling(whole: exp.Select, number: int) -> str:
    """Return the statement that gives the rows of the table of this number."""
    told = whole.copy()
    table = list(told.find_all(exp.Table))[number]
    row = f"ROW_TO_JSON({table.alias_or_name}.*)::TEXT AS {_ROW}"  # a column may have its name
    inner = table.find_ancestor(exp.Select)
    assert isinstance(inner, exp.Select)
    if inner is told:
        _give_rows(told, row)
    else:
        inner.select(row, copy=False)
        _give_rows(told, _ROW)
    return told.sql(_POSTGRES)


def _give_rows(select: exp.Select, row: str) -> None:
    """Let a SELECT give rows in the place of what it made of them."""
    given = select.expressions
    only = given[0].unalias() if len(given) == 1 else None
    grouped = select.args.get("group") is not None
    if isinstance(only, exp.Max) and not grouped:
        select.order_by(f"{only.this.sql(_POSTGRES)} DESC NULLS LAST", append=False, copy=False)
        select.limit(1, copy=False)
    elif select.args.get("limit") is None and not _is_distinct_on(select):
        select.set("order", None)
    select.set("group", None)
    if not _is_distinct_on(select):
        select.set("distinct", None)
    select.select(row, append=False, copy=False)


def _is_distinct_on(select: exp.Select) -> bool:
    distinct = select.args.get("distinct")
    return distinct is not None and distinct.args.get("on") is not None
