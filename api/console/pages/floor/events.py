"""Eventos: the history in words, by filters that stand in the address; and one event whole."""

from typing import Annotated, Any, Final, cast
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Response

from api.console import sentences
from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language import formats
from api.console.language.words import mark as _
from api.console.pages.decide.entitled import row_name
from api.requests import parameters as p
from api.requests.auth import sees_all
from api.services.log import OpenLog
from ledger.errors import BrokenProofError, MalformedError
from ledger.events.machines import Play
from ledger.events.personal import text_fields
from ledger.signed.canonical import decode_header
from ledger.signed.chain import link_of
from ledger.signed.merkle import check_inclusion
from projections.authority.corrections import NEVER
from projections.reads.cases import open_cases
from projections.reads.log.told import Told, told_at, told_of
from projections.reads.queries import HistoryFilter
from projections.stages.accounts.queries import AccountQueries

ROWS: Final = 100
AROUND: Final = 3
"""Events of a round shown before and after one of it."""

router: Final = APIRouter(route_class=PageRoute)

_Word = r"^[^\x00-\x1f\x7f]{1,80}$"
Place = Annotated[str | None, Query(alias="lugar", pattern=_Word)]
Kind = Annotated[str | None, Query(alias="especie", pattern=_Word)]
SourceOf = Annotated[str | None, Query(alias="fonte", pattern=_Word)]
Player = Annotated[str | None, Query(alias="jogador", pattern=_Word)]
RoundOf = Annotated[int | None, Query(alias="jogada", ge=1, le=2**31 - 1)]
DayOf = Annotated[str | None, Query(alias="dia", pattern=r"^\d{4}-\d\d-\d\d$")]
After = Annotated[int, Query(alias="depois", ge=0, le=2**53 - 1)]


@router.get("/eventos", operation_id="showEvents")
def show_events(
    page: Page,
    place: Place = None,
    kind: Kind = None,
    source: SourceOf = None,
    player: Player = None,
    round_number: RoundOf = None,
    day: DayOf = None,
    after: After = 0,
) -> Response:
    """Show events in the order of the log, a hundred a page."""
    given = {
        "lugar": place,
        "especie": kind,
        "fonte": source,
        "jogador": player,
        "jogada": round_number,
        "dia": day,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    wanted = HistoryFilter(
        place=place, kind=kind, source=source, player=player, round=round_number, day=day
    )
    rows = page.view.queries.history(wanted, after=after, limit=ROWS)
    last = page.view.queries.last_of(place, source)
    names = page.view.names([row["position"] for row in rows])
    more = {**chosen, "depois": rows[-1]["position"]} if len(rows) == ROWS else None
    return page.answer(
        "floor/events.html",
        rows=rows,
        names=names,
        chosen=chosen,
        words=_filter_words(page, chosen),
        without={name: _address({k: v for k, v in chosen.items() if k != name}) for name in chosen},
        nothing=_nothing(page, place, day, of_table=not rows and _is_table(page, place)),
        more=None if more is None else _address(more),
        first=_address(chosen) if after else None,
        say=sentences,
        export=urlencode({_API[name]: value for name, value in chosen.items()}),
        last=last,
    )


_API: Final = {
    "lugar": "place",
    "especie": "kind",
    "fonte": "source",
    "jogador": "player",
    "jogada": "round",
    "dia": "day",
}
"""A filter's name on the page, to its name in the export."""


def _is_table(page: Frame, place: str | None) -> bool:
    return place is not None and bool(
        AccountQueries(page.view.connection).tables(place=place, limit=1)
    )


def _nothing(page: Frame, place: str | None, day: str | None, *, of_table: bool) -> str:
    """Return the sentence that says where and when there is no event."""
    values = {"place": place, "day": None if day is None else formats.day(day)}
    if place is None:
        return page.say(_("No event on %(day)s."), **values) if day else page.say(_("No event."))
    if day is None:
        said = _("No event at table %(place)s.") if of_table else _("No event at %(place)s.")
    elif of_table:
        said = _("No event on %(day)s at table %(place)s.")
    else:
        said = _("No event on %(day)s at %(place)s.")
    return page.say(said, **values)


def _address(chosen: dict[str, Any]) -> str:
    return f"/eventos?{urlencode(chosen)}" if chosen else "/eventos"


def _filter_words(page: Frame, chosen: dict[str, Any]) -> dict[str, str]:
    words = {
        "lugar": _("place %(value)s"),
        "especie": _("kind: %(value)s"),
        "fonte": _("source %(value)s"),
        "jogador": _("player %(value)s"),
        "jogada": _("round %(value)s"),
        "dia": _("gaming day %(value)s"),
    }
    said: dict[str, str] = {}
    for name, value in chosen.items():
        shown = value
        if name == "especie":
            shown = page.say(sentences.kind_words(value))
        elif name == "dia":
            shown = "-".join(reversed(value.split("-")))
        said[name] = page.say(words[name], value=shown)
    return said


@router.get("/eventos/{source}/{seq}", operation_id="showEvent")
def show_event(page: Page, source: p.SourcePath, seq: p.SeqPath) -> Response:
    """Show one event: in words, with what led to it and followed, its bytes and its chain."""
    row = page.view.stored(source, seq)
    if row is None:
        raise NothingSuchError(
            page.say(_("There is no event %(name)s."), name=f"{source}:{seq}"),
            _near(page, source),
            "/eventos",
        )
    envelope = bytes(row["envelope"])
    (event,) = told_at(page.view.connection, [row["position"]])
    chain = told_of(page.view.connection, source, max(1, seq - 1), seq + 1)
    facts, left = sentences.facts_of(page, event)
    signature = row["signature"]
    return page.answer(
        "floor/event.html",
        event=event,
        is_play=event.kind == Play.KIND,
        may_correct=row_name(event.kind) not in NEVER,
        facts=facts,
        texts=[one for field in text_fields(event.kind) if (one := event.payload.get(field))],
        left=left,
        chain=chain,
        story=_story(page, event),
        named=_named(page, event),
        cases=_cases(page, event),
        header=_header(envelope),
        body=envelope.partition(b"\n\n")[2].decode("utf-8", "backslashreplace"),
        intact=link_of(envelope) == row["link"],
        fits=_fits(chain, seq, envelope),
        signature=None if signature is None else bytes(signature).hex(),
        checked=page.work.proofs.last,
        inclusion=_inclusion(page, event.position, envelope),
        say=sentences,
    )


def _inclusion(page: Frame, position: int, envelope: bytes) -> dict[str, Any] | None:
    """Return an event's proof under a signed checkpoint, worked out from its very bytes.

    None before a checkpoint covers the event.
    """
    try:
        log = OpenLog(page.view.connection)
        proved = log.proved(position)
        if proved is None:
            return None
        checkpoint = proved.signed.checkpoint
        check_inclusion(
            link_of(envelope), position - 1, checkpoint.size, proved.hashes, checkpoint.root
        )
    except BrokenProofError:
        return {"holds": False}
    return {
        "holds": True,
        "size": checkpoint.size,
        "root": checkpoint.root.hex(),
        "hashes": [one.hex() for one in proved.hashes],
        "shown": log.blinded() or sees_all(page.request),
        "cosigners": proved.cosigners,
    }


def _near(page: Frame, source: str) -> str:
    last = page.view.queries.last_of(None, source)
    if last is None:
        return page.say(_("No event of a source %(source)s is recorded."), source=source)
    names = page.view.names([last["position"]])
    return page.say(
        _("The newest of %(source)s is %(name)s."), source=source, name=names[last["position"]]
    )


def _header(envelope: bytes) -> list[tuple[str, str]]:
    """Return the named lines of an envelope's head, as they were signed."""
    try:
        header = decode_header(envelope)
    except MalformedError:
        return []
    return [
        (_("format"), header.format),
        (_("record"), header.origin),
        (_("source"), header.source),
        (_("number"), str(header.seq)),
        (_("previous"), header.previous.hex()),
        (_("kind"), header.kind),
        *([] if header.blind is None else [(_("blind"), header.blind.hex())]),
    ]


def _fits(chain: list[Told], seq: int, envelope: bytes) -> bool | None:
    """Tell whether an event cites the link of the event before it; None for a source's first."""
    before = next((one for one in chain if one.seq == seq - 1), None)
    if before is None:
        return None
    try:
        return decode_header(envelope).previous.hex() == before.link
    except MalformedError:
        return False


def _story(page: Frame, event: Told) -> list[Told]:
    """Return the events of the round around this one: its bets, its neighbours, its end."""
    if event.round_id is None:
        return []
    found = page.view.queries.round(event.round_id)
    if found is None:
        return []
    events = told_at(page.view.connection, found["positions"])
    here = next((n for n, one in enumerate(events) if one.position == event.position), None)
    if here is None:
        return []
    bets = _bets_of(event)
    wanted = {0, len(events) - 1, *range(max(0, here - AROUND), here + AROUND + 1)}
    return [
        one
        for number, one in enumerate(events)
        if number in wanted or (bets & _bets_of(one) and one.kind.startswith(("bet-", "payout/")))
    ]


def _bets_of(event: Told) -> set[int]:
    """Return the numbers of the bets that an event is about."""
    given: Any = event.payload.get("bets", event.payload.get("bet"))
    several = cast("list[Any]", given) if isinstance(given, list) else [given]
    return {one for one in several if isinstance(one, int)}


def _named(page: Frame, event: Told) -> list[Told]:
    """Return the events that this one names: what it approves, corrects, answers."""
    names = [
        parts
        for value in event.payload.values()
        if isinstance(value, str) and (parts := sentences.is_event(value)) is not None
    ]
    return [
        one
        for parts in names
        for one in told_of(page.view.connection, parts[1], int(parts[2]), int(parts[2]))
    ]


def _cases(page: Frame, event: Told) -> list[Any]:
    """Return the cases that rest on an event."""
    if event.round_id is not None:
        _total, cases = open_cases(page.view.connection, state=None, round_id=event.round_id)
    elif event.place is not None:
        _total, cases = open_cases(page.view.connection, state=None, place=event.place)
    else:
        return []
    found = page.view.queries.resting_on(
        event.position, [one for case in cases for one in case.ids]
    )
    return [case for case in cases if found & set(case.ids)]
