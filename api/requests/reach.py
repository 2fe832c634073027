"""The things that addresses name, and whether each is of the reader's casinos.

Most of an answer is asked through the reader's own view, which has no row of another house. Some
things are judged again, or proved, with all that was said: of these the address alone decides, so
it is looked at first. A thing of another house is answered like one that there never was.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, LiteralString

from fastapi import Request

from api.errors import ProblemError, ReadingBarredError
from api.requests.floor import event_is_of_the_floor, is_seq
from api.services.api_keys import OF_THE_AUTHORITY, Caller, Role
from api.services.deps import View, open_view, working
from ledger.events.registry import AccessRecorded
from projections.reads.basis.known_names import unknown_names
from projections.reads.basis.scope import Reach
from projections.running.runner import LIVE

Check = Callable[[View, Reach, str], bool]


def _of(name: str) -> Check:
    """Return the check that a name stands among those of the house."""
    return lambda _view, reach, said: said in getattr(reach, name)


def _seen(question: LiteralString) -> Check:
    """Return the check that the reader's own view has a row."""

    def check(view: View, _reach: Reach, said: str) -> bool:
        asked = question.replace("{s}", LIVE)
        return view.connection.execute(asked.encode(), {"said": said}).fetchone() is not None

    return check


def _round(_view: View, reach: Reach, said: str) -> bool:
    return said.rsplit("/", 2)[0] in reach.places


def _event(view: View, _reach: Reach, said: str) -> bool:
    source, _, seq = said.rpartition(":")
    return is_seq(seq) and view.stored(source, int(seq)) is not None


_NEUTRAL: Final[Check] = lambda _view, _reach, _said: True  # noqa: E731 - a line of the table

WHOLE: Final = frozenset(("getEntries",))
"""Operations that tell of the log as a whole: for who reads every casino."""
_KINDS: Final = ("kind", "especie")
"""A kind of event, as the API's questions and the pages' name it."""
JOINING: Final = frozenset(("exportPoolBundle", "exportPoolPaper"))
"""Operations that prove a pool by all that went into it, whichever house's."""

OF_PATHS: Final[Mapping[str, Check]] = {
    "place": _of("places"),
    "room": _of("places"),
    "machine": _of("places"),
    "pool": _of("pools"),
    "dispute": _of("cases"),
    "round_id": _round,
    "play": _event,
    "event": _event,
    "finding_id": _seen("SELECT FROM {s}.finding WHERE id = %(said)s LIMIT 1"),
    "session": _seen("SELECT FROM {s}.session WHERE session = %(said)s LIMIT 1"),
    "commitment": _seen("SELECT FROM {s}.text_use WHERE commitment = %(said)s LIMIT 1"),
    # An event is named by both, and looked at together.
    "source": _NEUTRAL,
    "seq": _NEUTRAL,
    # Of the vocabulary, the rules and the calendar, which are everybody's.
    **dict.fromkeys(
        ("name", "version", "day", "value", "path", "prepared", "job", "report", "subscription"),
        _NEUTRAL,
    ),
}
"""Each part of an address that differs, to whether it is of the house."""
OF_QUESTIONS: Final[Mapping[str, Check]] = {
    "jogada": _round,
    "maquina": _of("places"),
    "disputa": _of("cases"),
    "dispute": _of("cases"),
    "target": _event,
    "finding": OF_PATHS["finding_id"],
    "award": _seen("SELECT FROM {s}.award WHERE award = %(said)s LIMIT 1"),
}
"""What stands after the question mark and is judged again; all else only chooses among rows."""


def check_reach(request: Request, caller: Caller) -> None:
    """See that what an address is about is of the caller's casinos.

    Raises:
        ProblemError: it is of another house, or of all of them.

    """
    if caller.role not in OF_THE_AUTHORITY:
        _check_readings(request, caller)
    if caller.role is Role.FLOOR:
        _check_floor(request, caller)
    if caller.scope.casinos is None:
        return
    operation = str(request.scope["route"].operation_id)
    whole = operation in WHOLE
    about = list(_about(request))
    if not (about or whole):
        return
    with open_view(working(request), caller.sight) as view:
        if view.reach is None:
            return
        pool = request.path_params.get("pool")
        if whole or (operation in JOINING and pool in view.reach.shared):
            raise ProblemError("forbidden", "this is for whoever reads every casino")
        for check, said in about:
            if not check(view, view.reach, said):
                raise ProblemError("not-found", "there is no such thing in your casinos")


def _check_readings(request: Request, caller: Caller) -> None:
    """See that an address names no reading, nor their kind: of the rows the database sees to it.

    Raises:
        ReadingBarredError: it tells who read what, to somebody who is not of the Authority's side.

    """
    work = working(request)
    kinds = {request.query_params.get(name) or "" for name in _KINDS}
    barred = next((kind for kind in kinds if _is_reading(kind)), None)
    named = [said for check, said in _about(request) if check is _event]
    if barred is None and named:
        with open_view(work, caller.scope) as view:
            barred = next((said for said in named if _is_reading(_kind_of(view, said))), None)
    if barred is not None:
        work.reads.note(caller.name, "refused", barred)
        raise ReadingBarredError(
            "forbidden",
            f"{barred} tells who read what: it is for {', '.join(sorted(OF_THE_AUTHORITY))}; this "
            f"key is {caller.role}",
        )


def _kind_of(view: View, name: str) -> str:
    source, _, seq = name.rpartition(":")
    stored = view.stored(source, int(seq)) if is_seq(seq) else None
    return "" if stored is None else str(stored["kind"])


def _is_reading(kind: str) -> bool:
    return kind.partition("/")[0] == AccessRecorded.KIND.partition("/")[0]


def names_a_place_elsewhere(request: Request, caller: Caller) -> bool:
    """Tell whether an address names a place that there is, of a casino that its reader is not for.

    Of places alone: that a case, a person or an event is another house's is told to nobody.
    """
    if caller.scope.casinos is None:
        return False
    places = set(_places(request))
    if not places:
        return False
    with open_view(working(request), caller.scope) as view:
        if view.reach is None:
            return False
        foreign = places - set(view.reach.places)
        with view.whole() as whole:
            return any(not [*unknown_names(whole, {"place": one})] for one in foreign)


def _places(request: Request) -> Iterator[str]:
    """Find the places that an address names, those of its rounds among them."""
    told = {**request.query_params, **request.path_params}
    for name in ("place", "room", "machine", "lugar", "maquina"):
        if said := str(told.get(name, "")):
            yield said
    for name in ("round_id", "jogada"):
        if "/" in (said := str(told.get(name, ""))):
            yield said.rsplit("/", 2)[0]


def _check_floor(request: Request, caller: Caller) -> None:
    """See that the events that an address names are the floor's.

    Raises:
        ProblemError: one is of the books, or tells who read what.

    """
    named = [said for check, said in _about(request) if check is _event]
    if not named:
        return
    with open_view(working(request), caller.sight) as view:
        for said in named:
            if not event_is_of_the_floor(view, said):
                working(request).reads.note(caller.name, "refused", said)
                raise ProblemError(
                    "forbidden", f"{said} is for inspector, finance, dispute; this key is floor"
                )


def _about(request: Request) -> Iterator[tuple[Check, str]]:
    """Find the things that an address names."""
    path = {name: str(value) for name, value in request.path_params.items()}
    for name, said in path.items():
        yield OF_PATHS[name], said
    if {"source", "seq"} <= path.keys():
        yield _event, f"{path['source']}:{path['seq']}"
    for name, said in request.query_params.items():
        if said and name in OF_QUESTIONS and not (name == "jogada" and said.isdecimal()):
            yield OF_QUESTIONS[name], said
