"""Disputas: the cases, one case as far as it has come, and the claim with which one begins."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response
from msgspec import Struct

from api.console.drawings.steps import of_closed, state_of
from api.console.drawings.told.money import Money, money_of
from api.console.drawings.words import Words
from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language.disputes import (
    ABOUT,
    ACTS,
    APART,
    CAME,
    DECISIONS,
    NOT_NOW,
    PARTS,
    STEPS,
    SUBJECTS,
)
from api.console.language.law import ground_of
from api.console.language.words import mark as _
from api.console.pages.decide.acts import act_form
from api.console.pages.decide.entitled import Entitled, entitled
from api.console.pages.decide.what_if import address_kept
from api.requests.parameters import SIGNED
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    EvidenceAttached,
)
from ledger.signed.canonical import instant as spelt
from ledger.text.times import is_instant
from projections.base.event import ClosedRound
from projections.base.times import DAY_SECONDS, after
from projections.reads.basis.rules_in_force import matrix_since
from projections.reads.disputes.case_file import (
    CaseFile,
    CaseLine,
    case_file,
    case_lines,
    cases_of_round,
    course_of,
    next_name,
)
from projections.reads.disputes.window import MACHINE_RULE, Admissibility, admissibility, heard_of
from projections.reads.floor.round_again import RoundAgain, round_again
from projections.reads.log.persons import PersonsSource
from projections.reads.log.told import Told
from projections.reads.texts import Standing, now_of, parameter, standings

ANSWER_DAYS: Final = "dispute_answer_days"
ROUNDS_SHOWN: Final = 4
"""Rounds of a case that its page replays; the others are links."""

router: Final = APIRouter(route_class=PageRoute)

Of = Annotated[str, Path(pattern=SIGNED)]
Round = Annotated[str | None, Query(alias="jogada", max_length=120)]
Named = Annotated[str | None, Query(pattern=SIGNED)]
Seat = Annotated[int | None, Query(alias="lugar", ge=0, le=10_000)]
Instant = Annotated[str | None, Query(max_length=40)]


@router.get("/disputas", operation_id="showDisputes")
def show_disputes(page: Page) -> Response:
    """Show the cases, those to decide by their deadline before those that are decided."""
    cases = case_lines(page.view.connection)
    return page.answer(
        "decide/disputes.html",
        cases=cases,
        open_cases=[one for one in cases if one.state != "decided"],
        about=partial(_about, page),
        state_of=partial(_line_state, page),
    )


def _about(page: Frame, case: CaseLine) -> str:
    return case.ticket or case.machine or page.say(SUBJECTS.get(case.subject, case.subject))


def _line_state(page: Frame, case: CaseLine) -> tuple[str, str, str]:
    return _case_state(page, case.state, overdue=case.overdue)


def _case_state(page: Frame, state: str, *, overdue: bool) -> tuple[str, str, str]:
    """Return the tone, icon and exact words of a case's state."""
    if overdue and state == "open":
        return "bad", "clock", page.say(_("Answer overdue"))
    return {
        "open": ("warn", "clock", page.say(_("Waiting for the casino"))),
        "answered": ("info", "dot", page.say(_("Answered, to be decided"))),
        "decided": ("ok", "check", page.say(_("Decided"))),
        "appealed": ("warn", "clock", page.say(_("Under appeal"))),
    }[state]


# --- the claim ------------------------------------------------------------------------------------


@router.get("/disputas/nova", operation_id="showClaim")
def show_claim(
    page: Page,
    round_id: Round = None,
    seat: Seat = None,
    machine: Annotated[Named, Query(alias="maquina")] = None,
    since: Annotated[Instant, Query(alias="segundo")] = None,
    ticket: Annotated[Named, Query(alias="bilhete")] = None,
) -> Response:
    """Show whether and until when a claim is heard, and the form that opens its case."""
    now = spelt(datetime.now(UTC))
    given: dict[str, str] = {
        "dispute": next_name(page.view.connection, datetime.now(page.zone).year)
    }
    heard: Admissibility | None = None
    before: Sequence[tuple[str, str]] = ()
    if round_id is not None:
        again = _round_of(page, round_id)
        heard = admissibility(again.closed, (), now)
        before = cases_of_round(page.view.connection, round_id)
        bingo = again.closed.game == "bingo"
        given |= {"subject": "jogada" if bingo else "round", "rounds": round_id}
        if seat is not None:
            given["seat"] = str(seat)
        page.currency = page.currencies.of(again.closed.place)
    elif machine is not None:
        given |= {"subject": "machine", "machine": machine} | _second(since)
        heard = Admissibility(came="free", rule=MACHINE_RULE, at=now)
    elif ticket is not None:
        given |= {"subject": "ticket", "ticket": ticket}
        heard = Admissibility(came="free", rule=MACHINE_RULE, at=now)
    about = round_id or machine or ticket
    return page.answer(
        "decide/claim.html",
        act=act_form(page, DisputeOpened.KIND, given),
        about=page.round_words(round_id) if round_id else about,
        back=f"/jogadas/{round_id}" if round_id else None,
        heard=heard,
        came=None if heard is None else page.say(CAME[heard.came]),
        ruling=None if heard is None or not heard.rule else ground_of(heard.rule, page.language),
        limits=_limits(page, heard),
        before=[(one, _case_state(page, state, overdue=False)) for one, state in before],
        days=_answer_days(page),
    )


def _second(since: str | None) -> dict[str, str]:
    """Return the time span of a machine's case that begins and ends with one second."""
    if since is None or not is_instant(since):
        return {}
    return {"since": since, "until": since}


def _round_of(page: Frame, round_id: str) -> RoundAgain:
    again = round_again(page.work.services.conninfo, round_id)
    if again is None:
        said = page.say(_("There is no closed round %(round)s."), round=round_id)
        raise NothingSuchError(said, back="/mesas")
    return again


def _limits(page: Frame, heard: Admissibility | None) -> str:
    """Return the claims of which alone a rule's window is, in words."""
    return page.say(ABOUT[heard.rule]) if heard is not None and heard.rule in ABOUT else ""


def _answer_days(page: Frame) -> tuple[int, str] | None:
    """Return the days within which the casino answers, and until when if it were opened now."""
    now = now_of(page.view.connection)
    days = parameter(page.view.connection, ANSWER_DAYS, now)
    if type(days) is not int:
        return None
    return days, page.told(after(spelt(datetime.now(UTC)), days * DAY_SECONDS))


# --- a case ---------------------------------------------------------------------------------------


class Said(Struct, frozen=True, kw_only=True):
    """A word of a case as its page shows it."""

    word: Told
    stands: bool
    choice: str
    """Position, decision or side, in words."""
    amount: int | None
    reason: str | None
    text: Standing | None
    """What the record tells of a text: its words stand apart; None where none was written."""


class Replayed(Struct, frozen=True, kw_only=True):
    """A round in dispute with its money by seat, declared beside recalculated."""

    round: str
    state: str
    money: Money | None
    closed: ClosedRound


@router.get("/disputas/{dispute:path}", operation_id="showDispute")
def show_dispute(page: Page, dispute: Of) -> Response:
    """Show a case: what is claimed, what replay says, answer, decision, appeal, payment, papers."""
    found = case_file(page.view.connection, dispute)
    if found is None:
        said = page.say(_("There is no dispute %(dispute)s."), dispute=dispute)
        raise NothingSuchError(said, back="/disputas")
    case = found.case
    place = case.machine or (case.rounds[0].rsplit("/", 2)[0] if case.rounds else None)
    page.currency = page.currencies.of(place)
    replayed = [one for name in case.rounds[:ROUNDS_SHOWN] if (one := _replayed(page, name))]
    heard = heard_of(page.view.connection, found, [one.closed for one in replayed])
    opened, *_more = [*found.of(DisputeOpened), None]
    return page.answer(
        "decide/dispute.html",
        file=found,
        case=case,
        place=place,
        subject=page.say(SUBJECTS.get(case.subject, case.subject)),
        state=_case_state(page, case.state, overdue=case.overdue),
        steps=_track(page, found, heard),
        opened=None if opened is None else _said(page, found, opened),
        answers=[_said(page, found, one) for one in found.of(DisputeAnswered)],
        decisions=[_said(page, found, one) for one in found.of(DisputeDecided)],
        appeals=[_said(page, found, one) for one in found.of(Appeal)],
        evidence=[(one, _kept(found, dispute, one)) for one in found.of(EvidenceAttached)],
        rounds=replayed,
        more_rounds=case.rounds[ROUNDS_SHOWN:],
        heard=heard,
        came=page.say(CAME[heard.came]),
        limits=_limits(page, heard),
        ruling=ground_of(heard.rule, page.language) if heard.rule else None,
        acts=_acts(page, found),
        parts={one: page.say(words) for one, words in PARTS.items()},
        lines=found.paid,
    )


def _kept(found: CaseFile, dispute: str, evidence: Told) -> str | None:
    """Return where a hypothesis that the case keeps is asked again; None of other evidence."""
    media = evidence.payload.get("media")
    if not found.case.rounds or not isinstance(media, str):
        return None
    return address_kept(found.case.rounds[0], dispute, media)


def _replayed(page: Frame, round_id: str) -> Replayed | None:
    """Return a round of the case settled again; None where the ledger has no such closed round."""
    again = round_again(page.work.services.conninfo, round_id)
    if again is None:
        return None
    told = of_closed(again.closed, again.verdict, language=page.language, currency=page.currency)
    words = Words(page.language, page.currency)
    money = (
        None
        if again.verdict is None
        else money_of(again.verdict, told.felt(len(told.steps)), words)
    )
    return Replayed(
        round=round_id,
        state=state_of(told) if again.unproved is None else "unproved",
        money=money,
        closed=again.closed,
    )


def _said(page: Frame, found: CaseFile, word: Told) -> Said:
    payload = word.payload
    choice = payload.get("position") or payload.get("decision") or payload.get("by") or ""
    commitment = payload.get("text")
    amount = payload.get("amount")
    return Said(
        word=word,
        stands=found.stands(word),
        choice=page.say(DECISIONS.get(choice, choice)) if choice else "",
        amount=amount if isinstance(amount, int) else None,
        reason=payload.get("reason"),
        text=standings(page.view.connection, commitment).get(commitment)
        if isinstance(commitment, str)
        else None,
    )


def _track(page: Frame, found: CaseFile, heard: Admissibility) -> list[tuple[str, str, str]]:
    """Return the way of a case: each step in words, its date or deadline, done, now or to come."""
    case = found.case
    due = page.say(_("until %(moment)s"), moment=page.told(case.due)) if case.due else ""
    dates = {
        "opened": _date(page, found, case.opened),
        "admitted": page.say(CAME[heard.came]),
        "answered": _date(page, found, case.answered) or due,
        "decided": _date(page, found, case.decided) if case.state == "decided" else "",
        "appeal": _date(page, found, found.appeal) or page.say(_("by another person")),
        "paid": _paid_words(page, found),
    }
    return [
        (
            page.say(STEPS[one.step]),
            dates[one.step],
            "" if one.state == "to come" else one.state,
        )
        for one in course_of(found, heard=heard.came != "unknown")
    ]


def _paid_words(page: Frame, found: CaseFile) -> str:
    if found.owed > 0:
        return page.say(_("%(amount)s to pay"), amount=page.money(found.owed))
    if found.paid:
        return page.money(found.settled)
    return page.say(_("nothing to pay")) if found.case.state == "decided" else ""


def _date(page: Frame, found: CaseFile, position: int | None) -> str:
    at = next((one.at for one in found.words if one.position == position), None)
    return "" if position is None or at is None else page.moment(at)


def _own_parts(page: Frame, found: CaseFile, own: Sequence[PersonsSource]) -> set[str]:
    """Return the parts that whoever asks had in a case; none where no matrix parts them."""
    if matrix_since(page.view.connection) is None:
        return set()
    names = {one.name for one in own}
    return {one.kind.partition("/")[0] for one in found.words if one.source in names}


def _acts(page: Frame, found: CaseFile) -> list[tuple[Entitled, str, str]]:
    """Return the acts of a case: whose each is, its words, and why it is not for now."""
    state, owed, own = found.case.state, found.owed, page.own_sources()
    mine = _own_parts(page, found, own)
    now: Mapping[str, bool] = {
        "dispute-answered": state != "decided",
        "dispute-decided": state != "decided",
        "appeal": state == "decided",
        "settlement-paid": owed > 0,
        "evidence-attached": state != "decided",
    }
    return [
        (
            entitled(page, f"{kind}/1", own),
            page.say(words),
            page.say(NOT_NOW[kind])
            if not now[kind]
            else page.say(_("You had another part in this case: it is for another person."))
            if mine & APART.get(kind, frozenset())
            else "",
        )
        for kind, words in ACTS
    ]
