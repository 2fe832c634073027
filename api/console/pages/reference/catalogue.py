"""Catálogo: each kind of event as somebody needs it who builds or approves a device."""

from typing import Final

from fastapi import APIRouter, Response

from api.console.frame import NothingSuchError, Page, PageRoute
from api.console.language.vocabulary import KINDS, kind_words
from api.console.language.words import mark as _
from api.console.pages.proof.sources import ROLE_NAMES
from ledger.events.catalogue.changes import changes
from ledger.events.catalogue.entries import Entry, Field, catalogue
from ledger.text.near import near_names
from projections.authority.speakers import Speakers, speakers_of

router: Final = APIRouter(route_class=PageRoute)

TYPES: Final = {
    "integer": _("whole number"),
    "text": _("text"),
    "true or false": _("yes or no"),
    "word": _("word of a list"),
    "object": _("table of names and values"),
}
"""Of a type, what it is called; a structure has its own name."""
UNITS: Final = {
    "minor units of the currency": _("minor units of the currency"),
    "parts per million": _("parts per million"),
    "gaming day, YYYY-MM-DD": _("gaming day, YYYY-MM-DD"),
    "UTC, six decimals": _("UTC, six decimals"),
    "64 hexadecimal digits, lower case": _("64 hexadecimal digits, lower case"),
    "place/gaming day/number": _("place/gaming day/number"),
    "seconds": _("seconds"),
    "minutes": _("minutes"),
    "hours": _("hours"),
    "days": _("days"),
}
ABOUT: Final = {
    "its own places": _("its own places"),
    "rounds at its own places": _("rounds at its own places"),
    "its pools": _("its pools"),
    "its casino": _("its casino"),
    "anything of the ledger": _("anything of the ledger"),
    "itself": _("itself"),
    "the service's own": _("the service’s own"),
}
_LIST: Final = "list of "


@router.get("/catalogo", operation_id="showCatalogue")
def show_catalogue(page: Page) -> Response:
    """Show every kind that a source may say, by name."""
    found = [one for one in catalogue().values() if one.newest]
    rows = sorted((page.say(kind_words(one.kind)), one) for one in found)
    *later, first = changes()
    return page.answer(
        "reference/catalogue.html",
        rows=rows,
        older=len(catalogue()) - len(found),
        later=[
            (one, [(page.say(kind_words(new.kind)), new) for new in one.kinds]) for one in later
        ],
        first=first,
    )


@router.get("/catalogo/{name}/{version}", operation_id="showKind")
def show_kind(page: Page, name: str, version: str) -> Response:
    """Show a kind: its meaning, its fields, who says it, an example."""
    entry = catalogue().get(f"{name}/{version}")
    if entry is None:
        near = ", ".join(near_names(name, KINDS))
        raise NothingSuchError(
            page.say(_("There is no kind %(name)s."), name=f"{name}/{version}"),
            page.say(_("For example: %(names)s."), names=near),
            "/catalogo",
        )
    said = speakers_of(entry.kind)
    return page.answer(
        "reference/kind.html",
        entry=entry,
        title=page.say(kind_words(entry.kind)),
        fields=[(field, _type(page, field), _unit(page, field)) for field in entry.fields],
        said=said,
        by=_by(page, said),
        versions=_versions(entry),
    )


def _type(page: Page, field: Field) -> str:
    """Return a field's type in the page's language."""
    depth = field.type.count(_LIST)
    inner = field.type.replace(_LIST, "")
    words = " / ".join(
        page.say(TYPES[one]) if one in TYPES else one for one in inner.split(" or ") if one
    )
    if inner in TYPES:
        words = page.say(TYPES[inner])
    return page.say(_("list of %(what)s"), what=words) if depth else words


def _unit(page: Page, field: Field) -> str:
    return page.say(UNITS[field.unit]) if field.unit in UNITS else field.unit


def _by(page: Page, said: Speakers | None) -> list[tuple[str, str, str | None]]:
    """Return who may say it: role, about what, on which condition."""
    if said is None:
        return []
    return [
        (
            page.say(ROLE_NAMES[one.role]) if one.role in ROLE_NAMES else str(one.role),
            ", ".join(page.say(ABOUT[what]) for what in one.about),
            one.condition,
        )
        for one in said.by
    ]


def _versions(entry: Entry) -> list[int]:
    """Return the versions of a kind."""
    return [one.version for one in catalogue().values() if one.name == entry.name]
