"""Whole tables as files: one route a table, each with the filters that its table takes."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from inspect import Parameter, Signature
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from api.answers.parquet import NoParquetError, check_parquet
from api.answers.problems import READING, documented
from api.answers.sheets import MEDIA_TYPES, SUFFIXES, Format, Sheet, written
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Exporter, export_operation
from api.requests.preferring import ASYNC, Preferred
from api.routes.files.jobs import ACCEPTED, begun
from api.services.deps import Reads, View, working
from api.services.people.prepared import Order
from projections.reads.files.export_counts import ROWS_LARGE, rows_of
from projections.reads.files.exports import EXPORTS, Export, opened

router: Final = APIRouter(tags=["exports"])

Form = Annotated[
    Format,
    Query(alias="format", description="`csv-pt` and `xlsx-pt` are for people, in Portuguese."),
]
FILTERS: Final[Mapping[str, Any]] = {
    "place": p.Place,
    "kind": p.Kind,
    "source": p.SourceName,
    "player": p.Player,
    "day": p.Day,
    "from": p.DayFrom,
    "to": p.DayTo,
    "casino": p.CasinoOf,
    "game": p.Game,
    "since": p.Since,
    "until": p.Until,
    "code": p.Code,
    "severity": p.Severity,
    "state": p.State,
    "round": p.RoundOf,
    "pool": p.PoolOf,
    "category": p.Category,
}
"""A filter's name to its type in addresses."""
_KEYWORDS: Final[Mapping[str, str]] = {"from": "first", "to": "last"}
"""What no argument of Python can be called, and its other end."""
_JSON: Final[Mapping[str, Any]] = {
    "type": "object",
    "required": ["export", "filters", "log_position", "log_head", "rows", "count"],
    "properties": {
        "rows": {"type": "array", "items": {"type": "object"}},
        "count": {"type": "integer", "minimum": 0},
    },
    "additionalProperties": {"type": "string"},
}
_FILES: Final = {
    media.partition(";")[0]: {
        "schema": _JSON if form == "json" else {"type": "string", "format": "binary"}
    }
    for form, media in MEDIA_TYPES.items()
}


def _refuse_without_parquet() -> None:
    try:
        check_parquet()
    except NoParquetError as error:
        raise ProblemError("invalid-request", f"format: {error}") from error


def _is_large(view: View, name: str, filters: Mapping[str, Any]) -> bool:
    """Tell whether an export has more rows now than a reader waits for."""
    return rows_of(view.connection, name, filters, most=ROWS_LARGE) > ROWS_LARGE


def _route(export: Export) -> Callable[..., Response]:
    """Return the handler of one table; its signature has the table's filters."""

    def export_table(
        caller: Exporter,
        request: Request,
        view: Reads,
        form: Form,
        prefer: Preferred,
        **given: Any,
    ) -> Response:
        known = given.pop("known", None)
        named = {_KEYWORDS.get(name, name): name for name in export.filters}
        filters = {named[name]: value for name, value in given.items() if value is not None}
        if form == "parquet":
            _refuse_without_parquet()
        view.standing()  # where nothing is projected, this says so before the answer begins
        if prefer == ASYNC or (prefer is None and _is_large(view, export.name, filters)):
            of = Order(what="export", name=export.name, form=form, filters=filters, known=known)
            return begun(request, caller, of, preferred=prefer == ASYNC)
        services = working(request).services

        def pieces() -> Iterator[bytes]:
            whole = view.beyond(services.conninfo)
            with opened(view.connection, export, filters, known, whole=whole) as reading:
                now = datetime.now(UTC)
                by, version = caller.name, services.version
                sheet = Sheet(opened=reading, generated=now, by=by, version=version)
                yield from written(sheet, form)

        return StreamingResponse(
            pieces(),
            media_type=MEDIA_TYPES[form],
            headers={
                "Content-Disposition": f'attachment; filename="{export.name}.{SUFFIXES[form]}"'
            },
        )

    def keyword(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
        return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    taken = [keyword(_KEYWORDS.get(name, name), FILTERS[name], None) for name in export.filters]
    if export.takes_known:
        taken.append(keyword("known", p.Known, None))
    export_table.__signature__ = Signature(  # type: ignore[attr-defined] # read by inspect
        [
            keyword("caller", Exporter),
            keyword("request", Request),
            keyword("view", Reads),
            keyword("form", Form, "csv"),
            keyword("prefer", Preferred),
            *taken,
        ]
    )
    return export_table


for one in EXPORTS.values():
    router.add_api_route(
        f"/v1/exports/{one.name}",
        _route(one),
        operation_id=export_operation(one.name),
        summary=one.title["en"],
        description=(
            "Stream every row that the filters leave, with the filters, the count and the head of "
            "the log in the file. Beyond "
            f"{ROWS_LARGE:,} rows it becomes a job (202) unless `Prefer: wait` asks for the stream."
            + (f" Kept as it stands now; {one.instead}." if one.instead else "")
        ),
        response_class=StreamingResponse,
        responses={
            200: {"description": "The file, streamed; it says its own count.", "content": _FILES},
            **ACCEPTED,
            **documented(*READING, "busy"),
        },
    )
