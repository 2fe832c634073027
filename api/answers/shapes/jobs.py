"""The shapes of files that are made while one goes on; as ``schemas`` has the rest."""

from typing import Annotated, Literal

from pydantic import Field

from api.answers.schemas import Answer, Moment


class Job(Answer):
    """A file that is being made for a key, with its progress."""

    id: Annotated[str, Field(examples=["0f3a5c7e9b1d2f40"])]
    address: Annotated[str, Field(examples=["/v1/jobs/0f3a5c7e9b1d2f40"])]
    what: Literal["export", "month"]
    name: Annotated[str, Field(description="The export, or the month.", examples=["history"])]
    format: str
    filters: dict[str, str | int]
    state: Literal["waiting", "making", "ready", "failed", "cancelled"]
    reason: Annotated[
        Literal["", "interrupted", "no-room", "too-large", "error"],
        Field(
            description="Why it failed. `interrupted`: the service ended three times while it was "
            "being made; ask again for less."
        ),
    ]
    done: Annotated[int, Field(description="Bytes of an export, papers of a month.")]
    of: Annotated[int, Field(description="0 where nobody knows yet.")]
    part: Annotated[str, Field(description="The paper that is being made.")]
    asked: Moment
    ended: Moment | None
    expires: Annotated[Moment | None, Field(description="When it goes, once it ended.")]
    size: Annotated[int, Field(description="Bytes, when it is ready.")]
    sha256: Annotated[str, Field(description="In hex, when it is ready.")]
    file: Annotated[
        str | None,
        Field(
            description="Where it is taken; null until it is ready.",
            examples=["/v1/jobs/0f3a5c7e9b1d2f40/file"],
        ),
    ]


class JobList(Answer):
    """The files that a key asked for, newest first: at most 24, each for a day after it ended."""

    items: list[Job]
