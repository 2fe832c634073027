"""Findings that a person has told elsewhere: on the page of reports, subscribed to and let go."""

from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from api.console.frame import HEADERS, Frame, NothingSuchError, PageRoute, Signed, public
from api.console.language.words import language_of
from api.console.language.words import mark as _
from api.console.pages.entrance import Form
from api.services.api_keys import Caller
from api.services.deps import working
from api.services.people.notices.destinations import DestinationError
from api.services.people.notices.subscriptions import (
    SEVERITIES,
    Chosen,
    Severity,
    Subscription,
    Wish,
    chosen_of,
    way_to,
)
from api.services.people.reports import TITLE_LENGTH_MAX, Owner, TooManyError
from api.services.people.sessions import is_form_of
from projections.reads.basis.game_names import games_in
from projections.replay.registry import GAMES

PAGE: Final = "/relatorios"
ADDRESS: Final = f"{PAGE}/avisos"
TOO_MANY: Final = "3"
"""Of the page's address: that no further subscription was saved."""
LEAST: Final[dict[Severity, str]] = {
    "critical": _("critical ones alone"),
    "ordinary": _("critical and ordinary ones"),
    "information": _("all, information too"),
}
REASONS: Final = {
    "address": _("it is no address to which messages may go"),
    "private": _("it is a machine of an own network, which the operator has not named"),
    "unknown-host": _("nobody knows its host"),
    "no-secret": _("its secret is not here; save it anew"),
    "certificate": _("its certificate is not valid"),
    "mailbox": _("it is not one mailbox"),
    "no-mail": _("this house sends no mail: the operator names no server"),
    "no-tls": _("the house's mail server speaks without TLS"),
    "refused": _("the mailbox is refused"),
    "silent": _("it does not answer in time"),
    "unreachable": _("it is not reached"),
}
"""Why a destination took nothing; all else is the number that it answered."""
router: Final = APIRouter(route_class=PageRoute)


class Shown(NamedTuple):
    """A subscription as its page shows it."""

    one: Subscription
    what: str
    mark: str
    """What is wrong, in a word; empty where all is well."""
    told: str
    secret: str | None


def subscriptions_of(page: Frame) -> list[Shown]:
    """Return the findings that whoever asks for a page has told elsewhere."""
    session, notices = page.session, page.work.notices
    assert session is not None, "a page that reads has a session"
    return [
        Shown(
            one, _what(page, one.chosen), _mark(page, one), _told(page, one), notices.fresh(one.id)
        )
        for one in notices.table.of(Owner.of_session(session))
    ]


def choices(page: Frame) -> dict[str, list[tuple[str, str]]]:
    """Return the severities, games and casinos of one's own that a subscription may be of."""
    session = page.session
    assert session is not None, "a page that reads has a session"
    casinos = sorted(session.caller.scope.casinos or ())
    return {
        "severities": [(one, page.say(LEAST[one])) for one in SEVERITIES],
        "games": sorted(
            ((one, name) for one, name in games_in(page.language).items() if one in GAMES),
            key=lambda one: one[1],
        ),
        "casinos": [(one, one) for one in casinos] if len(casinos) > 1 else [],
    }


@router.post(ADDRESS, operation_id="keepSubscription")
def keep_subscription(session: Signed, request: Request, form: Form) -> Response:
    """Save a subscription of one's own, try its destination, or forget it."""
    told = ""
    if is_form_of(session, form.get("token", "")):
        notices, owner, id_ = (
            working(request).notices,
            Owner.of_session(session),
            form.get("id", ""),
        )
        match form.get("do"):
            case "try":
                notices.try_now(owner, id_)
            case "remove":
                notices.remove(owner, id_)
            case _:
                try:
                    _save(request, session.caller, owner, form)
                except TooManyError:
                    told = f"?cheio={TOO_MANY}"
    return RedirectResponse(f"{PAGE}{told}#avisos", 303, dict(HEADERS))


def _save(request: Request, caller: Caller, owner: Owner, form: dict[str, str]) -> None:
    """Save the subscription that a form asks for, and keep its secret to be shown.

    Raises:
        NothingSuchError: it has no title, there are no such findings, or messages may not go there.
        TooManyError: the person has as many as one may.

    """
    page, notices = public(request), working(request).notices
    title, severity = form.get("title", "").strip()[:TITLE_LENGTH_MAX], form.get("severity", "")
    least: Severity | None = next((one for one in SEVERITIES if one == severity), None)
    failed = page.say(_("The subscription was not saved."))
    try:
        chosen = chosen_of(
            form.get("casino") or None,
            least or SEVERITIES[-1],
            form.get("code", "").strip().upper(),
            form.get("game") or None,
        )
    except ValueError:
        said = page.say(_("No code of a finding begins so, or there is no such game."))
        raise NothingSuchError(failed, said, back=PAGE) from None
    if not title or least is None or chosen.scope_in(caller.sight) is None:
        raise NothingSuchError(failed, back=PAGE)
    destination = form.get("destination", "").strip()
    wish = Wish(
        title=title,
        way=way_to(destination),
        destination=destination,
        chosen=chosen,
        language=language_of(page.language),
    )
    try:
        id_, secret = notices.save(owner, wish, caller.scope)
    except DestinationError as error:
        why = page.say(_("Nothing may be sent there: %(why)s."), why=_reason(page, error.reason))
        raise NothingSuchError(failed, why, back=PAGE) from error
    except ValueError:  # a casino that nobody knows: the page's list offers none
        raise NothingSuchError(failed, back=PAGE) from None
    if secret:
        notices.show(id_, secret)


def _what(page: Frame, chosen: Chosen) -> str:
    parts = [page.say(LEAST[chosen.severity])]
    if chosen.code:
        parts.append(page.say(_("codes that begin with %(code)s"), code=chosen.code))
    if chosen.game is not None:
        parts.append(games_in(page.language)[chosen.game])
    if chosen.casino is not None:
        parts.append(chosen.casino)
    return ", ".join(parts)


def _mark(page: Frame, one: Subscription) -> str:
    words = {
        "no-right": _("told nothing"),
        "gone": _("ended by the destination"),
        "dead": _("given up"),
        "active": _("not taken") if one.failing is not None else "",
    }[one.state]
    return page.say(words) if words else ""


def _told(page: Frame, one: Subscription) -> str:
    parts: list[str] = []
    if one.state == "no-right":
        parts.append(page.say(_("you may read none of it now; sign in again")))
    if one.failing is not None:
        since = page.say(_("takes nothing since %(moment)s"), moment=page.moment(one.failing))
        parts.append(f"{since}: {_reason(page, one.reason)}")
    taken = _("took a message last on %(moment)s") if one.told else _("took no message yet")
    parts.append(page.say(taken, moment=page.moment(one.told)))
    if one.waiting:
        parts.append(page.say(_("messages that wait: %(count)s"), count=one.waiting))
    return " · ".join(parts)


def _reason(page: Frame, reason: str) -> str:
    words = REASONS.get(reason)
    return page.say(words) if words else page.say(_("it answered %(number)s"), number=reason)
