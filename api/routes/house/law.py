"""The law in force on a day: parameters with their acts, sources with their keys."""

from datetime import UTC, date, datetime
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Query

from api.answers.problems import READING, documented
from api.answers.shapes.house import ParameterPage, SourcePage
from api.requests import parameters as p
from api.requests.auth import Reader
from api.services.deps import Pages, Reads, View
from projections.base.parameter_book import Setting
from projections.reads.basis.rules_in_force import in_force
from projections.reads.floor.house import house_of
from projections.reads.log.sources import SourceLine, sources

router: Final = APIRouter(tags=["house"])

Named = Annotated[
    str | None,
    Query(
        pattern=r"^[^\x00]{1,80}$",
        description="Only this parameter.",
        examples=["imposto_especial_ppm"],
    ),
]
Scope = Annotated[
    str | None,
    Query(
        pattern=r"^[^\x00]{1,80}$",
        description="Only of this casino, game or place; `*` is everywhere.",
        examples=["casino-1"],
    ),
]
AfterParameter = Annotated[
    str | None,
    Query(
        pattern=r"^[^,\x00]{1,600},[^,\x00]{1,600},[^,\x00]{1,40}$",
        description="`name,scope,since` of the last row seen, the first two as addresses have "
        "them.",
        examples=["imposto_especial_ppm,casino-1,2026-01-01T00:00:00.000000Z"],
    ),
]
AfterSource = Annotated[
    str,
    Query(pattern=p.NAME, description="The last source seen.", examples=["mesa-bj-04"]),
]


@router.get(
    "/v1/parameters",
    operation_id="listParameters",
    summary="Parameters in force on a day, with their acts",
    response_model=ParameterPage,
    responses=documented(*READING),
)
def list_parameters(
    _: Reader,
    view: Reads,
    pages: Pages,
    day: p.Day = None,
    name: Named = None,
    scope: Scope = None,
    after: AfterParameter = None,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> ParameterPage:
    """Return the parameters in force at the end of a day, and those announced for later.

    Without a day, on the newest gaming day that anything was said of.
    """
    chosen = _day(view, day)
    found = in_force(view.connection, chosen)
    rows = [("in force", one) for one in found.now] + [("announced", one) for one in found.later]
    rows = [
        (state, one)
        for state, one in sorted(rows, key=lambda row: _cursor(row[1]))
        if name in (None, one.name)
        and scope in (None, one.scope)
        and (after is None or _cursor(one) > after)
    ][:limit]
    last = _cursor(rows[-1][1]) if rows else ""
    return ParameterPage.model_validate(
        {
            **view.standing(),
            "day": chosen,
            "replaced": found.ended,
            "items": [_row(state, one) for state, one in rows],
            "next": pages.next(rows, limit, last),
        }
    )


def _day(view: View, said: str | None) -> date:
    if said is not None:
        return date.fromisoformat(said)
    return house_of(view.connection).day or datetime.now(UTC).date()


def _cursor(one: Setting) -> str:
    """Return a setting's key, of which no part has a comma."""
    return f"{quote(one.name, safe='')},{quote(one.scope, safe='')},{one.since}"


def _row(state: str, one: Setting) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in ("name", "scope", "value", "since", "known")}
    return {**told, "state": state, "act": one.act, "source": one.act.rpartition(":")[0]}


@router.get(
    "/v1/sources",
    operation_id="listSources",
    summary="Sources and their keys",
    response_model=SourcePage,
    responses=documented(*READING),
)
def list_sources(
    _: Reader,
    view: Reads,
    pages: Pages,
    after: AfterSource = "",
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> SourcePage:
    """Return who may sign, with which key since where, and when each last spoke."""
    reach = view.reach
    with view.whole() as whole:
        total, rows = sources(
            whole, among=None if reach is None else reach.sources, after=after, limit=limit
        )
    last = rows[-1].name if rows else ""
    return SourcePage.model_validate(
        {
            **view.standing(),
            "total": total,
            "items": [_source(one) for one in rows],
            "next": pages.next(rows, limit, last),
        }
    )


def _source(one: SourceLine) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in one.__struct_fields__}
    return {**told, "source": told.pop("name")}
