"""The types of what stands in addresses: what a caller may write there, and how it is documented.

Nothing reaches the database that its types cannot hold, and a text never holds the character NUL.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import AfterValidator, WithJsonSchema

from api.requests.period import Period
from api.services.deps import Reads, View, working
from ledger.money import INTEGER_MAX
from projections.reads.basis.as_known import NotKnownError, moment_of, position_known
from projections.reads.files.exports import EXPORTS

LIMIT_DEFAULT: Final = 100
LIMIT_MAX: Final = 500
_INT4_MAX: Final = 2**31 - 1
NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"
_TEXT: Final = r"^[^\x00]{1,80}$"
SIGNED: Final = r"^[^\x00]{1,64}$"
"""A name within a payload: whatever a key signed, but for the character that no text holds."""
ROUND: Final = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}/[0-9]{4}-[0-9]{2}-[0-9]{2}/[1-9][0-9]{0,8}$"
_instant_parts: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d):(\d\d)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
).fullmatch
_is_day: Final = re.compile(r"\d{4}-\d\d-\d\d").fullmatch


def _instant(text: str) -> str:
    """Return an RFC 3339 time in UTC, as the database takes it.

    >>> _instant("2016-12-31T23:59:60-01:00")
    '2017-01-01T00:59:59+00:00'
    >>> _instant("9999-12-31T23:30:00-01:00")
    'infinity'
    """
    parts = _instant_parts(text)
    if parts is None:
        raise ValueError("expected an RFC 3339 time with its zone, such as 2026-11-20T22:15:00Z")
    day, minute, second, decimals, zone = parts.groups(default="")
    if day.startswith("0000"):
        return "-infinity"  # the year before 1, which Python's calendar does not have
    # Neither knows leap seconds, and the database keeps six decimals.
    second = "59" if second == "60" else second
    fraction = f"{decimals[:7]:0<7}" if decimals else ""
    moment = datetime.fromisoformat(f"{day}T{minute}:{second}{fraction}{zone.upper()}")
    try:
        return moment.astimezone(UTC).isoformat()
    except OverflowError:
        return "infinity" if moment.year > 1 else "-infinity"


def _day(text: str) -> str:
    """Refuse a word that is no day."""
    if not _is_day(text):
        raise ValueError("expected a day such as 2026-11-20")
    return date.fromisoformat(text).isoformat()


def _text(description: str, example: str) -> Any:
    return Query(description=description, pattern=_TEXT, examples=[example])


Limit = Annotated[int, Query(ge=1, le=LIMIT_MAX, description="At most so many rows.")]
Said = Annotated[
    str | None,
    Query(
        alias="known",
        description="As it was known at this position of the log, which must be judged already; "
        "before this time, by the ticks of the service's clock; or when this day ended by the "
        "clocks of the casinos. Without it, as it is known now.",
        examples=["88", "2026-11-20", "2026-11-21T10:00:00Z"],
    ),
    WithJsonSchema(
        {
            "oneOf": [
                {"type": "integer", "minimum": 0, "maximum": INTEGER_MAX},
                {"type": "string", "format": "date"},
                {"type": "string", "format": "date-time"},
            ]
        }
    ),
]


def _position_known(view: Reads, said: Said = None) -> int | None:
    """Return the position that ``known`` means; what lies beyond the log nobody knows yet."""
    return None if said is None else position_said(view, said)


def position_said(view: View, said: str) -> int:
    """Return the position that somebody means by a position, a time or a day.

    Raises:
        RequestValidationError: it is none, or lies beyond the log.

    """
    try:
        return position_known(view.connection, moment_of(said))
    except NotKnownError as error:
        told = {"loc": ("query", "known"), "msg": str(error), "type": "known"}
        raise RequestValidationError([told]) from None


Known = Annotated[int | None, Depends(_position_known)]
PositionAfter = Annotated[
    int, Query(ge=0, le=INTEGER_MAX, description="The position of the last row seen.")
]

Place = Annotated[str | None, _text("A table, machine or room.", "BJ-04")]
Game = Annotated[str | None, _text("A game, as its rules name it.", "roleta_americana")]
Kind = Annotated[str | None, _text("A kind of event, with its version.", "payout/1")]
SourceName = Annotated[str | None, _text("Who said it.", "mesa-bj-04")]
Player = Annotated[str | None, _text("A player's pseudonym.", "p-7731")]
Seat = Annotated[int | None, Query(ge=0, le=_INT4_MAX, description="A seat at the table.")]
RoundNumber = Annotated[
    int | None, Query(ge=1, le=_INT4_MAX, description="A round's number at its place and day.")
]
Day = Annotated[
    str | None,
    AfterValidator(lambda text: None if text is None else _day(text)),
    WithJsonSchema({"type": "string", "format": "date"}),
    Query(description="The gaming day as the source claimed it.", examples=["2026-11-20"]),
]
OneDay = Annotated[
    str,
    AfterValidator(_day),
    WithJsonSchema({"type": "string", "format": "date"}),
    Query(description="The gaming day.", examples=["2026-11-20"]),
]
OneMonth = Annotated[
    str,
    Query(
        pattern=r"^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$",
        description="The month.",
        examples=["2026-11"],
    ),
]
Moment = Annotated[
    str | None,
    AfterValidator(lambda text: None if text is None else _instant(text)),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
DayFrom = Annotated[
    str | None,
    AfterValidator(lambda text: None if text is None else _day(text)),
    WithJsonSchema({"type": "string", "format": "date"}),
    Query(alias="from", description="From this gaming day.", examples=["2026-11-20"]),
]
DayTo = Annotated[
    str | None,
    AfterValidator(lambda text: None if text is None else _day(text)),
    WithJsonSchema({"type": "string", "format": "date"}),
    Query(alias="to", description="To this gaming day.", examples=["2026-11-20"]),
]


def _span(first: DayFrom = None, last: DayTo = None) -> Period:
    return Period(first=first, last=last)


Span = Annotated[Period, Depends(_span)]
"""The gaming days from ``from`` to ``to``."""
Since = Annotated[
    Moment, Query(description="Not before this time.", examples=["2026-11-20T22:00:00Z"])
]
Until = Annotated[Moment, Query(description="Before this time.", examples=["2026-11-21T04:00:00Z"])]
Amount = Annotated[
    int | None,
    Query(ge=-INTEGER_MAX, le=INTEGER_MAX, description="Minor units of the place's currency."),
]
State = Annotated[str | None, _text("The state it is in.", "differs")]
Code = Annotated[str | None, _text("A code of `GET /v1/codes`.", "PAY-DIFF")]
Severity = Annotated[str | None, _text("critical, ordinary or information.", "critical")]
PoolOf = Annotated[str | None, _text("A pool's name.", "JP-1")]
CasinoOf = Annotated[str | None, _text("A casino of this ledger; `*` is none of them.", "casino-1")]
Booked = Annotated[
    bool, Query(description="Each day as the revenue booked it, without the counts beside.")
]
Category = Annotated[str | None, _text("mesas, cagnotte, bingo or maquinas.", "mesas")]
RoundOf = Annotated[
    str | None,
    Query(pattern=ROUND, description="A round's id.", examples=["BJ-04/2026-11-20/17"]),
]

SourcePath = Annotated[
    str, Path(pattern=NAME, description="The source that said it.", examples=["mesa-bj-04"])
]
DayPath = Annotated[
    str,
    AfterValidator(_day),
    WithJsonSchema({"type": "string", "format": "date"}),
    Path(description="The gaming day.", examples=["2026-11-20"]),
]
SeqPath = Annotated[
    int, Path(ge=1, le=INTEGER_MAX, description="Its number in the source's chain.")
]
RoundPath = Annotated[
    str,
    Path(
        pattern=ROUND,
        description="The round's id: place, gaming day, number.",
        examples=["BJ-04/2026-11-20/17"],
    ),
]
PoolPath = Annotated[
    str,
    Path(pattern=SIGNED, description="The pool's name.", examples=["JP-1"]),
]
CommitmentPath = Annotated[
    str,
    Path(
        pattern=r"^[0-9a-f]{64}$", description="What an event says of a text.", examples=["0" * 64]
    ),
]
FindingPath = Annotated[
    str,
    Path(pattern=r"^[0-9a-f]{24}$", description="The finding's id.", examples=["0" * 24]),
]


def after_pair(first: str, second: str, pattern: str, example: str) -> Any:
    """Return the type of a cursor that is two values of the last row seen, with a comma between."""
    return Query(
        pattern=pattern,
        description=f"`{first},{second}` of the last row seen.",
        examples=[example],
    )


def pair_of(after: str | None, nothing: tuple[int, str]) -> tuple[int, str]:
    """Return the two values of a cursor."""
    if after is None:
        return nothing
    first, _, second = after.partition(",")
    return int(first), second


_POSITION: Final = r"(0|[1-9][0-9]{0,14})"
AfterFinding = Annotated[
    str | None,
    after_pair("known_from", "id", rf"^{_POSITION},[0-9a-f]{{24}}$", f"88,{'0' * 24}"),
]
AfterRound = Annotated[
    str | None,
    after_pair("known_from", "round", rf"^{_POSITION},{ROUND[1:]}", "88,BJ-04/2026-11-20/17"),
]
AfterPosting = Annotated[
    str | None, after_pair("position", "line", rf"^{_POSITION},(0|[1-9][0-9]{{0,8}})$", "88,0")
]


_SPANS: Final[tuple[tuple[str, str, Callable[[str], str | int]], ...]] = (
    ("from", "to", _day),
    ("since", "until", _instant),
    ("amount_min", "amount_max", int),
)
"""Parameters that are the two ends of a span, wherever an address takes both."""


def _spans_the_wrong_way(given: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Find spans that end before they begin; an end that is malformed is told of elsewhere."""
    for begin, end, read in _SPANS:
        if begin in given and end in given:
            with suppress(ValueError):
                if read(given[begin]) > read(given[end]):  # type: ignore[operator] # one kind
                    message = f"expected not after `{end}`, which is {given[end][:80]}"
                    yield {"loc": ("query", begin), "msg": message, "type": "span"}


def _not_as_known(path: str) -> str:
    """Name the exports that tell a past figure, for a table that keeps only the present."""
    export = EXPORTS.get(path.removeprefix("/v1/exports/"))
    return export.instead if export is not None else ""


def check_parameters(request: Request) -> None:
    """Refuse a parameter that this address does not take, or takes once, or a span turned round.

    A mistyped filter that was passed over would answer another question than the one asked; and
    what is between two ends of which the second comes first is nothing, which reads like an answer.
    """
    route = request.scope["route"]
    known = working(request).parameters[route.operation_id]
    names = [name for name, _ in request.query_params.multi_items()]
    errors: list[dict[str, Any]] = []
    for name in dict.fromkeys(names):
        if name not in known:
            message = f"no such parameter here; known: {', '.join(sorted(known)) or 'none'}"
            if name == "known" and (instead := _not_as_known(route.path)):
                message = f"kept as it stands now; {instead}"
            errors.append({"loc": ("query", name[:80]), "msg": message, "type": "unknown"})
        elif names.count(name) > 1:
            errors.append({"loc": ("query", name), "msg": "expected once", "type": "repeated"})
    errors.extend(_spans_the_wrong_way(request.query_params))
    if errors:
        raise RequestValidationError(errors)


OnlyKnown: Final = Depends(check_parameters)
"""For routes that want no key; for the others it comes after the key."""
