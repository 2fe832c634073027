"""The shapes of what proves: a verification, the law's rules, sessions and API keys."""

from typing import Annotated, Final, Literal

from pydantic import Field

from api.answers.schemas import Answer, Moment, Position, Standing
from projections.replay.game import Status

NEXT: Final = "Address of the next page, also in the header `Link`; null after the last."


class Running(Answer):
    """How far a verification is that runs."""

    done: int
    of: int


class Altered(Answer):
    """A part of the log, or of what stands beside it, that is not as it was recorded."""

    position: Position | None
    source: str | None
    seq: int | None
    kind: Annotated[str, Field(examples=["envelope", "signature", "missing", "figures"])]
    detail: Annotated[str, Field(description="What was expected, what is there.")]


class Verification(Standing):
    """The newest verification of the whole log by this service."""

    state: Annotated[
        Literal["not yet", "intact", "altered", "not all read"],
        Field(
            description="not yet: nobody verified since the service began; not all read: events "
            "that left for an archive could not be reached, and nothing else is wrong."
        ),
    ]
    last: Annotated[Position, Field(description="Of the newest event; what is after `size` waits.")]
    size: Annotated[int | None, Field(description="Up to which event it was verified.")]
    root: Annotated[str | None, Field(description="RFC 6962 root over these events, in hex.")]
    events: int | None
    signatures: int | None
    checked: Annotated[Moment | None, Field(description="When the verification ended.")]
    seconds: float | None
    running: Annotated[Running | None, Field(description="Null while none runs.")]
    failed: Annotated[str | None, Field(description="Why the last attempt came to no end.")]
    problems: Annotated[int, Field(ge=0, description="How many; the first 100 are named.")]
    items: list[Altered]


class RuleLine(Answer):
    """A rule of the law by its name."""

    name: Annotated[str, Field(examples=["RA R35"])]
    chapter: Annotated[str, Field(examples=["RA"])]
    number: Annotated[str, Field(examples=["R35"])]
    said: Annotated[str, Field(examples=["Roleta americana, regra 35"])]
    status: Annotated[
        Status, Field(description="What the program does with it; the best of its games.")
    ]


class RuleList(Answer):
    """The rules in the law's own order."""

    items: list[RuleLine]


class RuleAccount(Answer):
    """The account that a game, or several in the same words, give of a rule."""

    games: list[str]
    status: Status
    where: Annotated[str, Field(description="In which code it is judged, or why it is not.")]


class RuleWhole(RuleLine):
    """A rule in the law's own words."""

    words: Annotated[str, Field(description="Portuguese; paragraphs parted by line ends.")]
    decisive: Annotated[list[str], Field(description="The parts of its words that decide.")]
    source: Annotated[str, Field(description="Where the law has it.")]
    ours: Annotated[bool, Field(description="Whether its words are this project's decision.")]
    accounts: list[RuleAccount]
    codes: Annotated[list[str], Field(description="Codes of findings that cite it.")]


class SessionRow(Answer):
    """A session at the console that lets somebody in now."""

    id: str
    name: str
    role: str
    casinos: Annotated[list[str] | None, Field(description="Null: every one.")]
    key: Annotated[str | None, Field(description="How the key begins by which it was opened.")]
    by_provider: bool
    address: Annotated[str | None, Field(description="From where it was opened.")]
    begun: Moment
    used: Moment


class SessionList(Answer):
    """The sessions that whoever asks may see: his own, and an overseer those of his casinos."""

    next: Annotated[str | None, Field(description=NEXT)] = None

    items: list[SessionRow]


class KeyRow(Answer):
    """An API key, without what lets in."""

    prefix: Annotated[str, Field(description="How it begins.")]
    name: str
    role: str
    sources: list[str]
    casinos: Annotated[list[str] | None, Field(description="Null: every one.")]
    state: Literal["living", "expired", "revoked"]
    issued: Moment
    expires: Moment | None
    revoked: Moment | None
    used: Annotated[Moment | None, Field(description="When it last let in, to the minute.")]


class KeyList(Answer):
    """The API keys that whoever asks may see, the newest first."""

    next: Annotated[str | None, Field(description=NEXT)] = None

    items: list[KeyRow]
