"""Repetição: a round, or a machine's jogada, step by step, declared beside recalculated."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Response
from markupsafe import Markup

from api.console.drawings.findings import Divergence
from api.console.drawings.pieces import FULL
from api.console.drawings.render import svg
from api.console.drawings.ribbon import ribbon_of
from api.console.drawings.steps import Told, of_closed, of_play, state_of
from api.console.drawings.told import marked
from api.console.drawings.told.money import Money, money_of
from api.console.drawings.words import Words
from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language.words import mark as _
from api.console.sentences import places_near
from projections.gather.maquinas import sheet_for
from projections.reads.basis.game_names import games_in
from projections.reads.floor.round_again import round_again
from projections.reads.machines.plays import told_again
from projections.replay.codes import title_of
from projections.replay.settlement import Outcome

router: Final = APIRouter(route_class=PageRoute)
BEFORE: Final = 9
"""Steps before the present one that the log shows unasked."""
Step = Annotated[int | None, Query(ge=1, le=100_000, description="Number of the step shown.")]
Whole = Annotated[str | None, Query(pattern="^(sim)$", description="Show every step.")]


@router.get("/jogadas/{round_id:path}", operation_id="showReplay")
def show_round(
    page: Page,
    round_id: Annotated[str, Path(max_length=120)],
    passo: Step = None,
    todos: Whole = None,
) -> Response:
    """Show a closed round at a step: the drawn table, the log, the money with why, the rule."""
    conninfo = page.work.services.conninfo
    again = round_again(conninfo, round_id)
    if again is None:
        known = page.view.queries.round(round_id)
        if known is None:
            raise _no_round(page, round_id)
        title = page.say(_("This round is still open."))
        return page.state(title, page.say(_("It is replayed when it closes.")), status=404)
    page.currency = page.currencies.of(again.closed.place)
    told = of_closed(again.closed, again.verdict, language=page.language, currency=page.currency)
    closed = again.closed
    words = Words(page.language, page.currency)
    hand = closed.game in {"poquer_holdem", "poquer_omaha", "poquer_sintetico"}
    name = words("mão", "hand") if hand else words("jogada", "round")
    return _answer(
        page,
        told,
        passo,
        todos,
        unproved=again.unproved,
        place=closed.place,
        day=closed.day,
        name=f"{name} {closed.number}",
        address=f"/jogadas/{round_id}",
        bundle=f"round/{round_id}",
    )


def _no_round(page: Frame, round_id: str) -> NothingSuchError:
    """Say that there is no such round, and which places there are, or the events of its place."""
    said = page.say(_("There is no round %(round)s."), round=round_id)
    place = round_id.partition("/")[0]
    if page.view.queries.last_of(place, None) is None:
        return NothingSuchError(said, places_near(page, place), "/eventos")
    return NothingSuchError(said, back=f"/eventos?lugar={quote(place, safe='')}")


@router.get("/jogadas-de-maquina/{event:path}", operation_id="showMachinePlay")
def show_machine_play(
    page: Page,
    event: Annotated[str, Path(max_length=120)],
    passo: Step = None,
    todos: Whole = None,
) -> Response:
    """Show a machine's jogada: the window, the credits, what the pay table gives."""
    found = told_again(page.work.services.conninfo, event)
    if found is None:
        raise NothingSuchError(page.say(_("There is no play %(event)s."), event=event))
    again, play, homologated = found
    page.currency = page.currencies.of(again.machine)
    told = of_play(
        play,
        again.verdict,
        language=page.language,
        currency=page.currency,
        extra={"folha": sheet_for(homologated, play.payload)},
    )
    words = Words(page.language, page.currency)
    return _answer(
        page,
        told,
        passo,
        todos,
        unproved=again.not_proved_since,
        place=play.place or "",
        day=play.day or "",
        name=words("jogada", "play") + f" {play.seq}",
        address=f"/jogadas-de-maquina/{event}",
        bundle=f"event/{'/'.join(event.rsplit(':', 1))}",
    )


def _answer(
    page: Frame,
    told: Told,
    passo: int | None,
    todos: str | None,
    *,
    unproved: int | None,
    **place: str,
) -> Response:
    count = len(told.steps)
    now = min(passo or told.first or count, count)
    drawing = told.drawing(now)
    words = Words(page.language, page.currency)
    felt = told.felt(count)
    money = None if told.verdict is None else money_of(told.verdict, felt, words)
    values: dict[str, Any] = {
        "told": told,
        "now": now,
        "step": told.steps[now - 1],
        "count": count,
        "words": words,
        "game": games_in(page.language).get(told.game, told.game),
        "table": Markup(svg(drawing)),  # noqa: S704 - made by templates that escape
        "drawing": drawing,
        "wide": drawing.width == FULL,
        "ribbon": ribbon_of(told, now, drawing.width),
        "money": money,
        "state": state_of(told) if unproved is None else "unproved",
        "unproved": unproved,
        "unjudged": partial(_unjudged, page, told),
        "pair": _pair(page, told, money, words),
        "lead": next(iter(told.divergences), None),
        "groups": _groups(told.divergences),
        "title_of": partial(_title, words),
        "first_shown": 1 if todos else max(1, now - BEFORE),
        "last_shown": count if todos else now,
        "card": partial(marked.card, words),
        "sentence": partial(marked.sentence, words),
        "fact": partial(marked.fact, words, _hour(page)),
        "hour": partial(_hour_of, page),
        "began": told.steps[0].at,
        "ended": told.steps[-1].at,
        "seats": len([seat for seat in felt.places() if seat]),
        **place,
    }
    return page.answer("floor/replay.html", **values)


def _unjudged(page: Frame, told: Told) -> str:
    """Return why a round cannot be recalculated: what its record does not tell."""
    if told.verdict is None:
        return page.say(_("this version has no rules of this game."))
    for line in told.verdict.settlement.lines:
        if line.outcome is Outcome.PENDENTE and line.why:
            why = line.why[0].text(page.language, line)
            return why[:1].lower() + why[1:]
    return page.say(_("the record does not tell all that the rules need."))


def _hour_of(page: Frame, at: str) -> str:
    return page.hour(datetime.fromisoformat(at))


def _hour(page: Frame) -> marked.Hour:
    return lambda moment: page.hour(moment, precise=True)


def _groups(told: Iterable[Divergence]) -> list[list[Divergence]]:
    """Return divergences of one code together, in the order of their first steps."""
    found: dict[str, list[Divergence]] = {}
    for one in told:
        found.setdefault(one.found.code, []).append(one)
    return list(found.values())


def _title(words: Words, one: Divergence) -> str:
    return title_of(one.found.code, words.language)


def _pair(page: Frame, told: Told, money: Money | None, words: Words) -> tuple[Any, ...]:
    """Return declared and recalculated: the sums, or what the first divergence is about."""
    names = (page.say(_("Declared")), page.say(_("Recalculated")))
    lead = next((one for one in told.divergences if not one.informs), None)
    of_money = money is not None and money.known and money.difference
    if lead is None or of_money:
        if money is None:
            return ()
        due = words.money(money.due) if money.known else "\u2014"
        seats = sum(1 for one in money.seats if one.paid)
        under = words.numbers(seats, ("lugar", "seat"), ("lugares", "seats"))
        return (
            (names[0], words.money(money.paid), under)
            if money.paid is not None
            else (names[0], "\u2014", ""),
            (names[1], due, page.say(_("by the rules"))),
        )
    found = lead.found
    if not found.expected and not found.recorded:
        return ()
    facts = [marked.fact(words, _hour(page), text) for text in (found.recorded, found.expected)]
    return ((names[0], facts[0], ""), (names[1], facts[1], ""))
