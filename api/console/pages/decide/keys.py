"""A minha chave: the key in this browser, its state in words, and the request for it."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import APIRouter, Response
from msgspec import Struct

from api.console.frame import Frame, Page, PageRoute
from api.console.language.words import mark as _
from api.console.pages.decide.entitled import roles_of
from api.console.pages.proof.sources import ROLE_NAMES
from ledger.events.registry import SourceEnrolled2
from ledger.ids import is_name
from ledger.roles import OF_A_CASINO, Role
from projections.reads.log.persons import PersonsSource

REQUEST_FORMAT: Final = "razao-request/1"
"""Of the file that registrars agree on: ``razao keys approve`` reads it."""
NAME_MAX: Final = 64

router: Final = APIRouter(route_class=PageRoute)


class Offer(Struct, frozen=True, kw_only=True):
    """A source that a person may ask a key for."""

    source: str
    role: str
    casino: str | None
    said: str


@router.get("/chave", operation_id="showKey")
def show_key(page: Page) -> Response:
    """Show the keys of whoever asks: in this browser, in the record, asked for, lost."""
    known = page.own_sources()
    return page.answer(
        "decide/key.html",
        known=known,
        offers=list(_offers(page, known)),
        role_names=ROLE_NAMES,
        words=_words(page, known),
    )


def _offers(page: Frame, known: list[PersonsSource]) -> Iterator[Offer]:
    """Yield the sources that this person may ask for: one for each role and casino."""
    for role in sorted(roles_of(page)):
        casinos = page.house.casinos if role in OF_A_CASINO else (None,)
        for casino in casinos:
            there = [one for one in known if (one.role, one.casino) == (role, casino)]
            old = max(there, key=lambda one: one.living, default=None)
            name = source_name(page.caller, role, casino) if old is None else old.name
            words = page.say(ROLE_NAMES[role])
            if is_name(name):
                said = words if casino is None else f"{words}, {casino}"
                yield Offer(source=name, role=role, casino=casino, said=said)


def source_name(person: str, role: Role, casino: str | None) -> str:
    """Return the name of a person's new source in a role.

    >>> source_name("ana", Role.FINANCE, "praia"), source_name("rui", Role.FLOOR_MANAGER, None)
    ('ana.finance.praia', 'rui.floor-manager')
    """
    parts = (person, role.replace("_", "-"), casino)
    return ".".join(part for part in parts if part)[:NAME_MAX]


def _words(page: Frame, known: list[PersonsSource]) -> dict[str, Any]:
    """Return the names, the record's keys and the sentences that the page's script needs."""
    return {
        "origin": page.work.services.origin,
        "person": page.caller,
        "format": REQUEST_FORMAT,
        "kind": SourceEnrolled2.KIND,
        "known": {
            one.name: {"key": one.key, "living": one.living, "revoked": one.revoked}
            for one in known
        },
        "states": {
            "none": page.say(_("No key in this browser.")),
            "requested": page.say(_("Asked for; registrars have not agreed yet.")),
            "effect": page.say(_("In effect: you may sign here.")),
            "revoked": page.say(_("Revoked: it signs nothing any more.")),
            "replaced": page.say(_("Another key of yours is in effect for this role.")),
        },
        "file": page.say(_("Request as a file")),
        "fingerprint": page.say(_("Fingerprint, to be compared by voice")),
        "insecure": page.say(
            _("This address is not safe enough for a key: open the console over https, or here.")
        ),
        "old": page.say(_("This browser knows no Ed25519: use another, or sign with razao sign.")),
    }
