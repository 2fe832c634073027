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


class Report(Answer):
    """A report that a person saved: what it is of, when it is made by itself, and its files."""

    id: Annotated[str, Field(examples=["0f3a5c7e9b1d2f40"])]
    title: Annotated[str, Field(examples=["Receita de ontem"])]
    export: Annotated[str, Field(description="The export, or `month`.", examples=["revenue-days"])]
    format: str
    filters: dict[str, str | int]
    span: Annotated[
        Literal["all", "yesterday", "last-week", "this-month", "last-month"],
        Field(description="Its days, told by the day on which it is made."),
    ]
    every: Literal["never", "daily", "weekly", "monthly"]
    hour: Annotated[int, Field(ge=0, le=23, description="By the casino's clock.")]
    weekday: Annotated[int, Field(ge=1, le=7, description="Of a weekly one; 1 is Monday.")]
    monthday: Annotated[int, Field(ge=1, le=28, description="Of a monthly one.")]
    due: Annotated[Moment | None, Field(description="When it is made next by itself.")]
    ran: Annotated[Moment | None, Field(description="The hour that it was last made for.")]
    told: Annotated[
        Literal["", "made", "full", "no-right"],
        Field(
            description="What became of that. `full`: too many files were under way, it is tried "
            "again; `no-right`: its owner may take no files now."
        ),
    ]
    files: Annotated[
        list[str],
        Field(description="Its jobs, newest first.", examples=[["/v1/jobs/0f3a5c7e9b1d2f40"]]),
    ]


class ReportList(Answer):
    """The reports that a person saved, by title."""

    items: list[Report]
