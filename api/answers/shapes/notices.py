"""The shapes of subscriptions: what somebody is told of elsewhere, and how that goes."""

from typing import Annotated, Literal

from pydantic import Field

from api.answers.schemas import Answer, Moment


class Subscription(Answer):
    """Findings that are told to a person's destination."""

    id: Annotated[str, Field(examples=["0f3a5c7e9b1d2f40"])]
    title: str
    way: Annotated[
        Literal["webhook", "mail"],
        Field(description="`webhook`: Standard Webhooks, signed; `mail`: a mailbox."),
    ]
    destination: Annotated[str, Field(examples=["https://example.org/razao"])]
    casino: str | None
    severity: Annotated[
        Literal["critical", "ordinary", "information"],
        Field(description="The least severe that is told."),
    ]
    code: Annotated[str, Field(description="How their codes begin; empty: all.")]
    game: str | None
    lang: Literal["pt", "en"]
    saved: Moment
    since: Annotated[
        int, Field(description="Findings are told that became known after this position.")
    ]
    state: Annotated[
        Literal["active", "no-right", "gone", "dead"],
        Field(
            description="`no-right`: its owner may read none of it now; `gone`: the destination "
            "answered 410; `dead`: it took nothing for three days."
        ),
    ]
    waiting: Annotated[int, Field(description="Messages that were not taken yet.")]
    told: Annotated[Moment | None, Field(description="When a message was last taken.")]
    failing: Annotated[Moment | None, Field(description="Since when none is taken.")]
    reason: Annotated[
        str, Field(description="Why the last was not: a word, or the number that was answered.")
    ]


class NewSubscription(Subscription):
    """A subscription that was saved just now."""

    secret: Annotated[
        str | None,
        Field(
            description="By which its messages are verified; shown this once. Null of a mailbox."
        ),
    ]


class SubscriptionList(Answer):
    """The subscriptions of a person, by title."""

    items: list[Subscription]
