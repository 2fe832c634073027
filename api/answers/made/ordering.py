"""The file that a saved report is: which export or papers, and of which days it can be."""

from collections.abc import Mapping
from typing import Final, Literal

from api.answers.parquet import NoParquetError, check_parquet
from api.errors import ProblemError
from api.services.people.prepared import Order
from api.services.people.schedules import Span
from projections.reads.files.exports import EXPORTS

MONTH: Final = "month"
"""What is asked for where all papers of a month are."""


def order_of(
    export: str, form: str, language: Literal["pt", "en"], filters: Mapping[str, str | int]
) -> Order:
    """Return the file that a saved report is, but for its days.

    Raises:
        ProblemError: there is no such export, or it takes no such filter.

    """
    if export == MONTH:
        casino = filters.get("casino")
        named = None if casino is None else str(casino)
        return Order(what="month", name="", form="zip", language=language, casino=named)
    found = EXPORTS.get(export)
    if found is None:
        raise ProblemError(
            "invalid-request",
            f"export: expected {MONTH} or one of: {', '.join(EXPORTS)}; got {export}",
        )
    unknown = sorted(set(filters) - set(found.filters))
    if unknown:
        raise ProblemError("invalid-request", f"{unknown[0]}: {export} takes no such filter")
    if form == "parquet":
        try:
            check_parquet()
        except NoParquetError as error:
            raise ProblemError("invalid-request", f"format: {error}") from error
    return Order(what="export", name=export, form=form, language=language, filters=filters)


def checked_span(order: Order, span: Span) -> Span:
    """Return the days of a saved report, as its file can be of them.

    Raises:
        ProblemError: papers are of a month, and some tables of no days.

    """
    if order.what == "month" and span not in ("this-month", "last-month"):
        raise ProblemError("invalid-request", "span: papers are of this-month or last-month")
    if order.what == "export" and span != "all" and "from" not in EXPORTS[order.name].filters:
        raise ProblemError("invalid-request", f"span: {order.name} is of no days; expected all")
    return span
