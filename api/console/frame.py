"""A page of the console: who asks, in which language, over which view, and its answer.

A page's function takes a :data:`Page`, asks its view and answers with a template. Everything that
goes wrong within it becomes a page, too: :class:`PageRoute` sees to that.
"""

import html
import logging
import re
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache, partial
from gettext import NullTranslations
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import quote, urlsplit

import psycopg
from fastapi import Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from fastapi.routing import APIRoute
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from psycopg_pool import PoolTimeout

from api.console.contents import CONTENTS, GROUPS, OFFICES, ROLES, Entry
from api.console.language import formats
from api.console.language.words import LANGUAGES, Language, language_of, translations
from api.console.language.words import mark as _
from api.console.standing import Facts, Strip, strip_of
from api.documents.words.pools import pool_words
from api.documents.words.zones import zone_word
from api.errors import ProblemError, ReadingBarredError
from api.requests.addresses import Addresses, links_of, without
from api.requests.auth import ACCESS, OF_PLAY, PEOPLE, PURPOSES, READERS, session_of, subject_of
from api.requests.floor import event_is_of_the_floor, is_of_the_floor
from api.requests.parameters import check_parameters
from api.requests.reach import check_reach, names_a_place_elsewhere
from api.services.api_keys import OF_THE_AUTHORITY, Role
from api.services.deps import Reads, View, Working, working
from api.services.people.sessions import Session
from ledger.events.jackpots import PoolOpened
from ledger.text.amounts import amount_text, figure_text
from ledger.text.times import in_zone
from ledger.text.visible import visible_page
from projections.base.errors import HaltedError
from projections.base.times import zone_named
from projections.reads.basis.document_origin import Origin, origin_at
from projections.reads.basis.known_names import states_of, unknown_names
from projections.reads.basis.scope import ELSEWHERE
from projections.reads.basis.unproved import Unproved, unproved
from projections.reads.files.export_counts import ROWS_LARGE, ROWS_MAX, rows_of
from projections.reads.floor.house import (
    Currencies,
    House,
    currencies_of,
    house_of,
    newest_of_others,
)
from projections.reads.floor.voices import waits_since
from projections.reads.log.persons import PersonsSource, sources_of
from projections.replay.rulebook.citation import citation_text
from projections.stages.authority.memory.trust import Trust

is_round: Final = re.compile(
    r"([A-Za-z0-9][A-Za-z0-9._:-]{0,63})/(\d{4}-\d\d-\d\d)/([1-9]\d{0,8})"
).fullmatch
KEPT: Final = _("Nothing is half done; your text is kept in this form.")
UNANSWERED: Final = _("No answer came.")
WHOLE: Final = _(
    "It stands whole in the record, or nothing of it; the same is never recorded twice."
)
FORM_HEADER: Final = "x-razao-form"
"""In which a script of this console sends its form's token."""
LANGUAGE_COOKIE: Final = "razao_lang"
THEME_COOKIE: Final = "razao_theme"
THEMES: Final = ("light", "dark")
_FOLDER: Final = Path(__file__).parent
_LOGGER = logging.getLogger(__name__)
_ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of every page: nothing inline, nothing from elsewhere, nothing left in a cache."""
ROLE_WORDS: Final[Mapping[Role, str]] = {
    Role.INSPECTOR: _("Inspection"),
    Role.FINANCE: _("Finance"),
    Role.DISPUTE: _("Disputes"),
    Role.FLOOR: _("Floor"),
    Role.ADMIN: _("Administration"),
}
OF_ROLES: Final[Mapping[frozenset[Role], str]] = {
    READERS: _("This page is for inspection, finance and disputes."),
    OF_PLAY: _("This page is for inspection, finance, disputes and the floor."),
    OFFICES: _("This page is for inspection, finance, disputes and administration."),
    OF_THE_AUTHORITY: _("This page is for inspection and disputes."),
    frozenset((Role.ADMIN,)): _("This page is for administration."),
}


class SignInError(Exception):
    """Somebody asks for a page before signing in."""


class NotForRoleError(Exception):
    """Somebody asks for a page that the table of contents does not give to the role."""


class NothingSuchError(Exception):
    """Somebody asks for a thing that the ledger has not: what was asked for, and what is near."""

    def __init__(self, said: str, near: str = "", back: str = "/", goes: str = "") -> None:
        """Keep the words, and where one goes from there; ``goes`` says it, else it is back."""
        super().__init__(said)
        self.said = said
        self.near = near
        self.back = back
        self.goes = goes


@cache
def environment(language: Language) -> Environment:
    """Return the templates in a language; everything they are given is escaped."""
    made = Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["ext.i18n.trimmed"] = True
    words = translations(language)
    made.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined]
    made.globals["ngettext"] = _counted_in(words)
    filters: dict[str, Any] = {
        "money": _money,
        "figure": _figure,
        "signed": _signed,
        "whole": formats.whole,
        "percent": partial(formats.percent, language=language),
        "share": partial(formats.share, language=language),
        "day": formats.day,
        "long_day": partial(formats.long_day, language=language),
        "segment": _segment,
        "path": _path,
    }
    made.filters.update(filters)
    return made


def _counted_in(words: NullTranslations) -> Callable[..., str]:
    """Return ``ngettext`` of the templates: its number is written like any other."""

    def ngettext(one: str, several: str, num: int, **values: Any) -> str:
        said = {"num": formats.whole(num), **values}
        return Markup(words.ngettext(one, several, num)) % said  # noqa: S704 - our own messages

    return ngettext


@pass_context
def _money(context: Context, units: int | None, currency: str | None = None) -> str:
    """Write an amount; in the page's currency where it has none of its own."""
    return context["page"].money(units, currency)


@pass_context
def _figure(context: Context, units: int | None, currency: str | None) -> str:
    """Write an amount beside words that name its currency."""
    return formats.money(units, currency or "", context["page"].language)


@pass_context
def _signed(context: Context, units: int | None, currency: str | None = None) -> str:
    """Write a difference, likewise."""
    return context["page"].money(units, currency, signed=True)


def _segment(value: object) -> str:
    """Write a value as one segment of an address."""
    return quote(str(value), safe="")


def _path(value: object) -> str:
    """Write a value as several segments of an address."""
    return quote(str(value), safe="/")


class Frame:
    """A page before it is answered."""

    def __init__(self, request: Request, session: Session | None, view: View | None) -> None:
        """Begin a page; without a view it says only what needs no ledger."""
        self.request = request
        self.session = session
        self.language: Language = language_of(request.cookies.get(LANGUAGE_COOKIE))
        self._view = view
        self.house = House()
        self.origin = Origin(position=0, link="", at="", profiles=())
        self.strip: Strip | None = None
        self.unproved = Unproved()
        self.zone: tzinfo = UTC
        self.currencies = Currencies(casinos={}, places={})
        self.currency = ""
        """Of every amount that names no other; nothing where the casinos have several."""
        if view is not None:
            self._read(view)

    @property
    def view(self) -> View:
        """The ledger and its projections at the moment of this page."""
        assert self._view is not None, "a page that reads has a view"
        return self._view

    @property
    def work(self) -> Working:
        """The state of the app."""
        return working(self.request)

    @property
    def caller(self) -> str:
        """The person who asks, by the name of his key."""
        return "" if self.session is None else self.session.caller.name

    @property
    def role(self) -> Role | None:
        """The role of whoever asks."""
        return None if self.session is None else self.session.caller.role

    def money(self, units: int | None, currency: str | None = None, *, signed: bool = False) -> str:
        """Write an amount; with its currency where it is another than the page's foot names."""
        if not currency or currency == self.currency:
            return figure_text(units, self.currency, self.language, signed=signed)
        return amount_text(units, currency, self.language, signed=signed)

    def citation(self, rule: str) -> str:
        """Write the rules, laws and practices that a finding cites."""
        return citation_text(rule, self.language)

    def say(self, message: str, **values: object) -> str:
        """Return a marked message in the page's language."""
        text = translations(self.language).gettext(message)
        return text % values if values else text

    def ngettext(self, one: str, several: str, num: int) -> str:
        """Return a marked message about so many of something in the page's language."""
        text = translations(self.language).ngettext(one, several, num)
        return text % {"num": formats.whole(num)}

    def there_are(self, names: Sequence[str], known: int) -> str:
        """Return a sentence with names, as examples unless they are all; nothing of none."""
        if not names:
            return ""
        if len(names) < known:
            return self.say(_("For example: %(names)s."), names=", ".join(names))
        message = _("There is %(names)s.") if len(names) == 1 else _("There are: %(names)s.")
        return self.say(message, names=", ".join(names))

    def has(self, operation: str) -> bool:
        """Tell whether there is such a page and this role may read it."""
        return self.role in ROLES.get(operation, ())

    @property
    def reads_books(self) -> bool:
        """Whether this role sees takings, counts and tax, and not only what is played."""
        return self.role in READERS

    def sees(self, kind: str, name: str) -> bool:
        """Tell whether this role reads an event, of this kind and name."""
        if self.role is not Role.FLOOR:
            return True
        return is_of_the_floor(kind) and event_is_of_the_floor(self.view, name)

    def offers(self, address: str) -> bool:
        """Tell whether this role may follow a link; those to elsewhere everybody may."""
        if self.role is None or self.reads_books:
            return True
        known: Addresses = self.request.app.state.addresses
        operation = known.operation_of(address) or ""
        roles = ROLES.get(operation) or ACCESS.get(operation)
        return roles is None or self.role in roles

    def rows(self, export: str, **filters: object) -> int:
        """Return how many rows an export has with these filters."""
        return rows_of(self.view.connection, export, filters)

    rows_large: Final = ROWS_LARGE
    rows_counted_max: Final = ROWS_MAX

    def members(self, names: Sequence[str]) -> list[str]:
        """Return whose a prize is: one's own places, and that there are other houses."""
        return [
            self.say(_("other houses")) if one == ELSEWHERE else one
            for one in self.view.members(names)
        ]

    def jackpot(self, terms: PoolOpened) -> str:
        """Return a jackpot's title: its game or level, and the places whose stakes feed it."""
        return pool_words(terms, self.members(terms.members), self.language)

    def trust(self) -> Trust:
        """Return the keyring of the whole ledger."""
        return self.view.trust()

    def own_sources(self) -> list[PersonsSource]:
        """Return the sources of whoever asks, by the keyring of the whole ledger."""
        with self.view.whole() as whole:
            return sources_of(whole, self.caller)

    def round_words(self, round_id: str) -> str:
        """Return a round's id in words: its place and number."""
        parts = is_round(round_id)
        if parts is None:
            return round_id
        return self.say(_("%(place)s, round %(number)s"), place=parts[1], number=parts[3])

    def hour(self, moment: datetime | None, *, precise: bool = False) -> str:
        """Write a time of day by the casino's clocks."""
        return formats.hour(moment, self.zone, precise=self.language if precise else None)

    def utc(self, moment: datetime) -> str:
        """Write a time of day by UTC, as exactly as events are placed."""
        return formats.hour(moment, UTC, precise=self.language)

    def clock(self, said: str) -> str:
        """Write the time of day of an instant as an event spells it."""
        return self.hour(datetime.fromisoformat(said))

    def told(self, said: str) -> str:
        """Write the day and time of an instant as an event spells it."""
        return self.moment(datetime.fromisoformat(said))

    def date(self, moment: datetime) -> str:
        """Write the day of a time by the casino's clocks, which is not always its gaming day."""
        return formats.day(in_zone(moment, self.zone).date())

    def moment(self, moment: datetime | None) -> str:
        """Write a day and a time by the casino's clocks."""
        return formats.moment(moment, self.zone)

    def answer(self, template: str, status: int = 200, **values: Any) -> Response:
        """Answer with a template; it sees this frame as ``page``."""
        text = environment(self.language).get_template(template).render(page=self, **values)
        if not self.reads_books:
            barred = {one for one in links_of(text) if not self.offers(html.unescape(one))}
            text = without(text, barred)
        return HTMLResponse(visible_page(text), status, dict(HEADERS))

    def state(self, title: str, said: str = "", *, status: int, **values: Any) -> Response:
        """Answer that there is nothing to show, and why, in words already translated."""
        given: dict[str, Any] = {"sign": "", "number": "", "links": ()}
        return self.answer("state.html", status, title=title, said=said, **{**given, **values})

    # ------------------------------------------------------------- what the base template asks for

    def navigation(self) -> list[tuple[str, list[Entry]]]:
        """Return the pages this role may read, group by group, its own first."""
        if self.role is None:
            return []
        mine = [entry for entry in CONTENTS if self.role in entry.roles]
        groups = ("", *GROUPS[self.role])
        found = [(group, [one for one in mine if one.group == group]) for group in groups]
        return [(group, entries) for group, entries in found if entries]

    def count_of(self, entry: Entry) -> int:
        """Return the number that stands beside an entry of the navigation; 0 shows none."""
        return {
            "showFindings": self.house.open_findings,
            "showDisputes": self.house.open_disputes,
        }.get(entry.operation, 0)

    def is_here(self, entry: Entry) -> bool:
        """Tell whether the page stands below an entry of the navigation."""
        path = self.request.url.path
        return path == entry.address or (
            entry.address != "/" and path.startswith(f"{entry.address}/")
        )

    def switch(self, kind: str, value: str) -> str:
        """Return the address that changes language or theme and comes back here."""
        here = self.request.url.path
        if self.request.url.query:
            here = f"{here}?{self.request.url.query}"
        return f"/{kind}/{value}?para={quote(here, safe='')}"

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages of the switch."""
        return LANGUAGES

    @property
    def theme(self) -> str | None:
        """The theme that was chosen; None follows the device."""
        said = self.request.cookies.get(THEME_COOKIE)
        return said if said in THEMES else None

    @property
    def who(self) -> str:
        """The name of whoever asks."""
        if self.session is None or self.session.demonstration:
            return self.say(_("Demonstration"))
        return self.session.caller.name

    @property
    def role_word(self) -> str:
        """The role of whoever asks, in words."""
        return "" if self.role is None else self.say(ROLE_WORDS[self.role])

    @property
    def zone_word(self) -> str:
        """The zone of this page's hours, with its distance from UTC."""
        offset = datetime.now(self.zone).utcoffset()
        hours = 0 if offset is None else round(offset.total_seconds() / 3600)
        sign = "\u2212" if hours < 0 else "+"
        name = zone_word(self.zone, self.language)
        return f"{name} (UTC{f'{sign}{abs(hours)}' if hours else ''})" if self.origin.zone else name

    def _read(self, view: View) -> None:
        standing = view.queries.halted()
        self.origin = origin_at(view.connection)
        self.house = house_of(view.connection)
        self.currencies = currencies_of(view.connection)
        self.currency = self.currencies.own
        self.unproved = unproved(view.connection)
        zone = None if self.origin.zone is None else zone_named(self.origin.zone)
        self.zone = zone or UTC
        checked = self.work.proofs.last
        since = 0 if checked is None else checked.report.size
        last = view.last_position()
        self.strip = strip_of(
            Facts(
                position=self.origin.position,
                last=last,
                behind=self._behind(view) if self.origin.position < last else None,
                stopped=None if standing is None else standing["position"],
                checked=checked,
                others_since=checked is not None
                and newest_of_others(view.connection, since) is not None,
                unproved=self.unproved,
            ),
            self.zone,
        )

    def _behind(self, view: View) -> float | None:
        """Return how many seconds the first event that this page lacks waits; None if unknown."""
        since = waits_since(view.connection, self.origin.position)
        return None if since is None else (datetime.now(UTC) - since).total_seconds()


def _session(request: Request) -> Session:
    """Admit a person who signed in and whose role the table of contents names for this page."""
    work = working(request)
    operation = str(request.scope["route"].operation_id)
    session = session_of(request)
    if session is None:
        raise SignInError
    caller = session.caller
    if caller.role not in ROLES[operation]:
        work.reads.note(caller.name, "refused", subject_of(request))
        raise NotForRoleError(operation)
    check_parameters(request)
    check_reach(request, caller)
    if request.method == "GET":
        purpose = next((said for begins, said in PURPOSES if operation.startswith(begins)), "page")
        work.reads.note(caller.name, purpose, subject_of(request))
    return session


Signed = Annotated[Session, Depends(_session)]
"""A person who may read this page: the reading is written down."""


def _page(request: Request, session: Signed, view: Reads) -> Frame:
    page = Frame(request, session, view)
    _refuse_unknown_names(page)
    return page


ALL: Final = "all"
"""Of a filter by state: every state."""
_NAMED: Final = {
    "lugar": ("place", _("There is no place %(name)s.")),
    "especie": ("kind", _("There is no kind of event %(name)s.")),
    "fonte": ("source", _("There is no source %(name)s.")),
    "jogador": ("player", _("There is no player %(name)s.")),
    "codigo": ("code", _("There is no finding code %(name)s.")),
    "gravidade": ("severity", _("There is no severity %(name)s.")),
    "estado": ("state", _("There is no state %(name)s.")),
}
"""A filter's name on pages, to its sort, and the words when it names nothing."""


def _refuse_unknown_names(page: Frame) -> None:
    """Refuse a filter that names nothing, with the near names.

    Raises:
        NothingSuchError: the page says so.

    """
    query = page.request.query_params
    given = {_NAMED[name][0]: value for name, value in query.items() if name in _NAMED and value}
    if given.get("state") == ALL:
        del given["state"]
    of = states_of(str(page.request.scope["route"].operation_id))
    for one in unknown_names(page.view.connection, given, of):
        said = next(words for sort, words in _NAMED.values() if sort == one.filter)
        raise NothingSuchError(
            page.say(said, name=one.name),
            page.there_are(one.near, len(one.known)),
            page.request.url.path,
        )


Page = Annotated[Frame, Depends(_page)]
"""A page that reads the ledger, in one view."""


def safe_target(said: str | None) -> str:
    """Return an address of this console; anything else is the first page.

    >>> safe_target("/eventos?day=2026-11-20"), safe_target("//elsewhere"), safe_target(None)
    ('/eventos?day=2026-11-20', '/', '/')
    """
    if not said or not said.startswith("/") or said.startswith(("//", "/\\")):
        return "/"
    return said if said.isprintable() and "\\" not in said else "/"


def is_from_here(request: Request) -> bool:
    """Tell whether the browser says that the form stood on a page of this host."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


class PageRoute(APIRoute):
    """A route whose refusals and failures are pages, in the reader's language.

    What another site's page sends changes nothing here, whatever it brings.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler that answers with a page, whatever happens."""
        answer = super().get_route_handler()

        async def answering(request: Request) -> Response:
            if request.method not in _READING and not is_from_here(request):
                return _from_elsewhere(public(request))
            try:
                return await answer(request)
            except Exception as error:  # noqa: BLE001 - a page says so, and the log has the rest
                return failed(request, error)

        return answering


_READING: Final = frozenset(("GET", "HEAD"))


def _from_elsewhere(page: Frame) -> Response:
    title = page.say(_("This came from a page of another site."))
    said = page.say(_("Nothing was changed. Open the page here, and send it from there."))
    return page.state(title, said, status=403, sign="lock")


def failed(request: Request, error: Exception) -> Response:
    """Return the page of what went wrong."""
    if isinstance(error, SignInError):
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"/entrar?para={quote(here, safe='')}", 303, dict(HEADERS))
    page = public(request)
    if isinstance(error, (NothingSuchError, ProblemError)) and _is_elsewhere(request):
        return page.state(
            page.say(_("This place belongs to another casino.")), status=403, sign="lock"
        )
    answer = next((made for kinds, made in _PAGES if isinstance(error, kinds)), _broken)
    return answer(page, error)


def _is_elsewhere(request: Request) -> bool:
    """Tell whether an address names a place of a casino that its reader is not for.

    It is written down that he asked.
    """
    session = session_of(request)
    if session is None or not names_a_place_elsewhere(request, session.caller):
        return False
    working(request).reads.note(session.caller.name, "refused", subject_of(request))
    return True


def _forbidden(page: Frame, error: Exception) -> Response:
    title = page.say(OF_ROLES.get(ROLES[str(error)], _("This page is for other roles.")))
    said = page.say(
        _("You came in as %(role)s. The request was recorded."), role=page.role_word.lower()
    )
    return page.state(title, said, status=403, sign="lock")


def _nothing_such(page: Frame, error: Exception) -> Response:
    assert isinstance(error, NothingSuchError)
    links = ((error.back, error.goes or page.say(_("Back"))),)
    return page.state(error.said, error.near, status=404, links=links)


def _not_found(page: Frame, error: Exception) -> Response:
    if isinstance(error, ProblemError) and error.code == "forbidden":
        title = page.say(
            _("Who read what is for inspection and disputes.")
            if isinstance(error, ReadingBarredError)
            else _("This event is for inspection, finance and disputes.")
        )
        said = page.say(
            _("You came in as %(role)s. The request was recorded."), role=page.role_word.lower()
        )
        return page.state(title, said, status=403, sign="lock")
    return page.state(page.say(_("There is no such thing.")), status=404)


def _not_understood(page: Frame, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    told = " ".join(_wrong_words(page, one) for one in error.errors())
    title = page.say(_("This address asks for something that cannot be."))
    links = ((page.request.url.path, page.say(_("Without filters"))),)
    return page.state(title, told, status=422, links=links)


_WRONG: Final[Mapping[str, str]] = {
    "known": _("The record does not reach that far."),
    "unknown": _("%(name)s is no filter of this page."),
    "repeated": _("%(name)s stands there twice."),
}
"""What is wrong with a part of an address, by the error's type; any other is not understood."""


def _wrong_words(page: Frame, error: Mapping[str, Any]) -> str:
    """Return the part of an address that was refused, in words, and how a day is written."""
    name = ".".join(map(str, error["loc"][1:]))
    if error["type"] in _WRONG:
        return page.say(_WRONG[error["type"]], name=name)
    given = str(error.get("input", ""))[:60]
    said = page.say(_("%(name)s: “%(given)s” is not understood."), name=name, given=given)
    return " ".join((said, page.say(_("A day is written 2026-11-20.")))) if name == "dia" else said


def _being_built(page: Frame, error: Exception) -> Response:
    _LOGGER.warning("a table is missing: %s", error)
    said = page.say(_("Nothing is summed yet: the books are being built."))
    return page.state(page.say(_("Not yet.")), said, status=503)


def _away(page: Frame, error: Exception) -> Response:
    _LOGGER.warning("the database does not answer: %s", error)
    said = page.say(_("Nothing is lost. Try again in a moment."))
    title = page.say(_("The ledger does not answer at the moment."))
    return page.state(title, said, status=503)


def _altered(page: Frame, error: Exception) -> Response:
    _LOGGER.error("%s: %s", page.request.url.path, error)
    title = page.say(_("Record altered"))
    said = page.say(_("An event that this page rests on is not what was signed."))
    links = (("/verificacao", page.say(_("see the first"))),)
    return page.state(title, said, status=503, sign="alert", links=links)


def _broken(page: Frame, error: Exception) -> Response:
    number = "E-" + "".join(secrets.choice(_ALPHABET) for _one in range(6))
    path = page.request.url.path
    _LOGGER.error("%s %s %s", number, page.request.method, path, exc_info=error)
    if FORM_HEADER in page.request.headers:
        return _not_saved(page, number)
    title = page.say(_("This page could not be shown."))
    said = page.say(_("Nothing was changed. When asking for help, say"))
    return page.state(title, said, status=500, number=number)


def _not_saved(page: Frame, number: str) -> Response:
    """Answer the script of an act: nothing was kept, or nobody knows; with a number to quote."""
    title, said = _("It could not be saved."), KEPT
    if page.request.scope["route"].operation_id == "deliverAct":
        title, said = UNANSWERED, WHOLE
    quote = page.say(_("When asking for help, say %(number)s."), number=number)
    told = {"outcome": "error", "title": page.say(title), "said": f"{page.say(said)} {quote}"}
    return JSONResponse(told, 500, dict(HEADERS))


_PAGES: Final[
    tuple[
        tuple[
            type[Exception] | tuple[type[Exception], ...], Callable[[Frame, Exception], Response]
        ],
        ...,
    ]
] = (
    (NotForRoleError, _forbidden),
    (NothingSuchError, _nothing_such),
    (RequestValidationError, _not_understood),
    (ProblemError, _not_found),
    (HaltedError, _altered),
    ((psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName), _being_built),
    ((psycopg.OperationalError, PoolTimeout), _away),
)
"""What a page says of each refusal and failure; of any other, a number to quote."""


def public(request: Request, *, signed: bool = True) -> Frame:
    """Return a page without a ledger, for whoever has not signed in, or has just left."""
    return Frame(request, session_of(request) if signed else None, None)


assert all(roles <= PEOPLE for roles in ROLES.values()), "a device's key opens no page"
