"""Regras em vigor: parameters on a day with their acts, rules of games, matrix of authority."""

from datetime import date
from functools import partial
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Query, Response

from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language import formats
from api.console.language.vocabulary import kind_words
from api.console.language.words import mark as _
from api.console.pages.proof.sources import ROLE_NAMES
from projections.authority.matrix import ROWS, VERSION
from projections.reads.basis.rules_in_force import in_force, matrix_since
from projections.replay.profiles import IN_FORCE
from projections.replay.rulebook.book import chapters
from projections.replay.rulebook.table import counted

router: Final = APIRouter(route_class=PageRoute)

DayOf = Annotated[str | None, Query(alias="dia", pattern=r"^(\d{4}-\d\d-\d\d)?$")]


@router.get("/regras", operation_id="showRules")
def show_rules(page: Page, day: DayOf = None) -> Response:
    """Show the parameters in force on a day, how the code stands to each rule, who may say what."""
    chosen = _day(page, day)
    found = in_force(page.view.connection, chosen)
    return page.answer(
        "reference/rules.html",
        chosen=chosen,
        profiles=[(name, _since(name)) for name in page.origin.profiles],
        found=found,
        value=partial(_value, page),
        chapters=[(chapters()[code], counts) for code, counts in counted().items()],
        matrix=[
            (
                ", ".join(page.say(kind_words(kind)) for kind in row.kinds),
                ", ".join(
                    page.say(ROLE_NAMES[role]) if role in ROLE_NAMES else str(role)
                    for role in row.cells
                ),
                bool(row.needs or row.registrars or row.rule),
            )
            for row in ROWS
        ],
        version=VERSION,
        since=matrix_since(page.view.connection),
    )


def _since(profile: str) -> date | None:
    """Return the day from which a profile holds; None where its text has none."""
    held = IN_FORCE.get(profile)
    return None if held is None else held.since


def _value(page: Frame, name: str, value: Any) -> str:
    """Return a parameter's value as people write it; money and shares by their names."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, int):
        if name.endswith("_ppm"):
            return formats.percent(value, page.language)
        return formats.whole(value)
    if isinstance(value, dict):
        named = cast("dict[str, Any]", value)
        return " · ".join(f"{key} {_value(page, name, one)}" for key, one in named.items())
    return str(value)


def _day(page: Frame, said: str | None) -> date:
    if said:
        try:
            return date.fromisoformat(said)
        except ValueError:
            raise NothingSuchError(
                page.say(_("%(day)s is no day."), day=said), "", "/regras"
            ) from None
    return page.house.day or date.fromisoformat(page.origin.at[:10] or "2000-01-01")
