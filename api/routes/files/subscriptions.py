"""Findings that people have told elsewhere: subscribed to, tried, let go."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request

from api.answers.problems import WITH_KEY, documented
from api.answers.shapes.notices import NewSubscription, Subscription, SubscriptionList
from api.errors import ProblemError
from api.requests.auth import Authorised
from api.routes.files.reports import Title, owner_of
from api.services.api_keys import Caller
from api.services.deps import working
from api.services.people.notices.destinations import URL_LENGTH_MAX, DestinationError
from api.services.people.notices.subscriptions import Severity, Wish, chosen_of, way_to
from api.services.people.notices.subscriptions import Subscription as Kept
from api.services.people.reports import TooManyError

router: Final = APIRouter(tags=["findings"])
SubscriptionPath = Annotated[
    str,
    Path(
        pattern=r"^[0-9a-f]{16}$",
        description="The subscription's id.",
        examples=["0f3a5c7e9b1d2f40"],
    ),
]


@router.get(
    "/v1/subscriptions",
    operation_id="listSubscriptions",
    summary="One's own subscriptions to findings",
    response_model=SubscriptionList,
    responses=documented(*WITH_KEY),
)
def list_subscriptions(caller: Authorised, request: Request) -> SubscriptionList:
    """Return the findings that this person has told elsewhere, and whether that goes well."""
    found = working(request).notices.table.of(owner_of(request, caller))
    return SubscriptionList.model_validate({"items": [_told(one) for one in found]})


@router.post(
    "/v1/subscriptions",
    operation_id="saveSubscription",
    summary="Have findings told elsewhere",
    response_model=NewSubscription,
    responses=documented(*WITH_KEY, "invalid-request", "busy"),
)
def save_subscription(
    caller: Authorised,
    request: Request,
    title: Title,
    destination: Annotated[
        str,
        Query(
            min_length=3,
            max_length=URL_LENGTH_MAX,
            description="An address of https that takes Standard Webhooks, or a mailbox.",
            examples=["https://example.org/razao"],
        ),
    ],
    casino: Annotated[str | None, Query(max_length=80, description="Of this casino alone.")] = None,
    severity: Annotated[Severity, Query(description="The least severe.")] = "information",
    code: Annotated[str, Query(max_length=40, description="How their codes begin.")] = "",
    game: Annotated[
        str | None, Query(max_length=80, description="Of rounds of this game alone.")
    ] = None,
    lang: Annotated[Literal["pt", "en"], Query(description="Of the titles.")] = "pt",
) -> NewSubscription:
    """Have this person told of findings from now on, with the rights that he has each time."""
    try:
        chosen = chosen_of(casino, severity, code, game)
        if chosen.scope_in(caller.sight) is None:
            raise ProblemError("forbidden", f"casino: {casino} is not of this key's casinos")
        wish = Wish(
            title=title,
            way=way_to(destination),
            destination=destination,
            chosen=chosen,
            language=lang,
        )
        owner = owner_of(request, caller)
        id_, secret = working(request).notices.save(owner, wish, caller.scope)
    except (ValueError, DestinationError) as error:
        raise ProblemError("invalid-request", str(error)) from error
    except TooManyError as error:
        raise ProblemError("busy", str(error)) from error
    told = _told(_one(request, caller, id_))
    return NewSubscription.model_validate({**told, "secret": secret or None})


@router.post(
    "/v1/subscriptions/{subscription}/try",
    operation_id="trySubscription",
    summary="Send a message that tries a destination",
    response_model=Subscription,
    responses=documented(*WITH_KEY, "not-found"),
)
def try_subscription(
    caller: Authorised, request: Request, subscription: SubscriptionPath
) -> Subscription:
    """Have a destination tried at once; the list then says whether it took the message.

    One that was given up is told of findings again once it takes this.
    """
    if not working(request).notices.try_now(owner_of(request, caller), subscription):
        raise _no_such(subscription)
    return Subscription.model_validate(_told(_one(request, caller, subscription)))


@router.delete(
    "/v1/subscriptions/{subscription}",
    operation_id="removeSubscription",
    summary="Have findings told no more",
    response_model=Subscription,
    responses=documented(*WITH_KEY, "not-found"),
)
def remove_subscription(
    caller: Authorised, request: Request, subscription: SubscriptionPath
) -> Subscription:
    """Forget a subscription of this person, with its secret and all that waits."""
    told = _told(_one(request, caller, subscription))
    working(request).notices.remove(owner_of(request, caller), subscription)
    return Subscription.model_validate(told)


def _no_such(subscription: str) -> ProblemError:
    return ProblemError("not-found", f"this person has no subscription {subscription}")


def _one(request: Request, caller: Caller, id_: str) -> Kept:
    found = working(request).notices.table.of(owner_of(request, caller))
    one = next((one for one in found if one.id == id_), None)
    if one is None:
        raise _no_such(id_)
    return one


def _told(one: Kept) -> dict[str, Any]:
    names = ("id", "title", "way", "destination", "saved", "since", "state", "waiting", "told")
    chosen = one.chosen
    return {
        **{name: getattr(one, name) for name in (*names, "failing", "reason")},
        "casino": chosen.casino,
        "severity": chosen.severity,
        "code": chosen.code,
        "game": chosen.game,
        "lang": one.language,
    }
