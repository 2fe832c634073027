"""Whole tables as files."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import StreamingResponse

from api import parameters as p
from api.auth import Exporter
from api.deps import Reads, working
from api.errors import ProblemError
from api.problems import READING, documented
from api.sheets import MEDIA_TYPES, SUFFIXES, Format, Sheet, written
from projections.exports import EXPORTS, opened

router: Final = APIRouter(tags=["exports"])
_FILES: Final = {
    media.partition(";")[0]: {"schema": {"type": "string", "format": "binary"}}
    for media in MEDIA_TYPES.values()
}
_NAMES: Final = "`" + "`, `".join(EXPORTS) + "`"


@router.get(
    "/v1/exports/{name}",
    operation_id="exportTable",
    summary="A whole table as a file",
    response_class=StreamingResponse,
    responses={
        200: {"description": "The file, streamed; it says its own count.", "content": _FILES},
        **documented(*READING, "not-found"),
    },
)
def export_table(
    caller: Exporter,
    request: Request,
    view: Reads,
    name: Annotated[str, Path(description=f"One of {_NAMES}.", examples=["findings"])],
    form: Annotated[
        Format, Query(alias="format", description="`csv-pt` is for spreadsheets in Portuguese.")
    ] = "csv",
    place: p.Place = None,
    kind: p.Kind = None,
    source: p.SourceName = None,
    player: p.Player = None,
    day: p.Day = None,
    since: p.Since = None,
    until: p.Until = None,
    code: p.Code = None,
    severity: p.Severity = None,
    state: p.State = None,
    round: p.RoundOf = None,  # noqa: A002 - the filter's name
    pool: p.PoolOf = None,
    category: p.Category = None,
    known: p.Known = None,
) -> StreamingResponse:
    """Stream every row of a table that the filters leave, with filters, count and log head.

    Each table takes some of the filters; one that it does not take is refused.
    """
    export = EXPORTS.get(name)
    if export is None:
        raise ProblemError("not-found", f"no export {name}; there are {', '.join(EXPORTS)}")
    given = {
        "place": place,
        "kind": kind,
        "source": source,
        "player": player,
        "day": day,
        "since": since,
        "until": until,
        "code": code,
        "severity": severity,
        "state": state,
        "round": round,
        "pool": pool,
        "category": category,
    }
    filters = {what: value for what, value in given.items() if value is not None}
    wrong = [what for what in filters if what not in export.filters]
    if known is not None and not export.versions:
        wrong.append("known")
    if wrong:
        taken = ", ".join((*export.filters, *(("known",) if export.versions else ())))
        raise ProblemError("invalid-request", f"{name} takes {taken}; not {', '.join(wrong)}")
    view.standing()  # where nothing is projected, this says so before the answer begins
    version = working(request).services.version

    def pieces() -> Iterator[bytes]:
        with opened(view.connection, export, filters, known) as reading:
            now = datetime.now(UTC)
            sheet = Sheet(opened=reading, generated=now, by=caller.name, version=version)
            yield from written(sheet, form)

    return StreamingResponse(
        pieces(),
        media_type=MEDIA_TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="{name}.{SUFFIXES[form]}"'},
    )
