"""Events, findings and places in words, in the language of the page."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, cast

from api.console.frame import Frame
from api.console.language import formats
from api.console.language.vocabulary import AMOUNTS, FACTS, kind_words
from api.console.language.words import mark as _
from ledger.text.amounts import with_amounts
from ledger.text.near import near_names
from ledger.text.rounds import with_rounds
from ledger.text.times import with_moments
from projections.reads.basis.value_words import value_in
from projections.reads.cases import Case, Group
from projections.reads.floor.morning import places_known
from projections.reads.log.told import Told
from projections.replay.codes import CODES, title_of

_is_money: Final = re.compile(r"-?\d{1,15}\.\d\d").fullmatch
_is_instant: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z").fullmatch
is_event: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9._:-]{0,63}):([1-9]\d{0,15})").fullmatch
GROUP_WORDS: Final[Mapping[Group, str]] = {
    Group.ROUNDS: _("Rounds with money in question"),
    Group.THINGS: _("Tables, machines and jackpots"),
    Group.PROCEDURE: _("Procedure"),
    Group.RECORD: _("Record and clocks"),
}
CHOICES: Final = frozenset({"role", "reason", "position", "decision", "means", "subject"})
"""Facts whose single words are of a list; what has more words is a person's own, and stays."""


def sentence_of(page: Frame, event: Told) -> str:
    """Return an event in words: what, how much, for which seat."""
    what = page.say(kind_words(event.kind))
    currency = event.currency or page.currencies.of(event.place)
    returned = event.payload.get("stake_returned")
    if event.kind.startswith("payout/") and event.amount is not None and event.seat:
        said = page.say(
            _("Payment of %(amount)s to seat %(seat)s"),
            amount=page.money(event.amount, currency),
            seat=event.seat,
        )
        if isinstance(returned, int) and returned:
            more = page.say(_("bet of %(amount)s returned"), amount=page.money(returned, currency))
            return f"{said}; {more}"
        return said
    return _with(page, what, page.money(event.amount, currency), event.seat)


def row_sentence(page: Frame, row: Mapping[str, Any]) -> str:
    """Return a row of the history in words."""
    currency = row["currency"] or page.currencies.of(row["place"])
    what, amount = page.say(kind_words(row["kind"])), page.money(row["amount"], currency)
    return _with(page, what, amount, row["seat"])


def _with(page: Frame, what: str, amount: str, seat: int | None) -> str:
    more = [] if amount == formats.UNKNOWN else [amount]
    if seat:
        more.append(page.say(_("seat %(seat)s"), seat=seat))
    elif seat == 0 and amount == formats.UNKNOWN:
        more.append(page.say(_("the bank")))
    return f"{what}: {', '.join(more)}" if more else what


def finding_title(page: Frame, code: str) -> str:
    """Return a code's title, in the language of the page."""
    return title_of(code, page.language)


def finding_text(page: Frame, code: str) -> str:
    """Return the sentence of a code, in the language of the page; of an unknown code, the code."""
    found = CODES.get(code)
    if found is None:
        return code
    return found.pt if page.language == "pt" else found.en


def case_place(page: Frame, case: Case) -> str:
    """Return where a case happened and when, with its code: the small line of the inbox."""
    where = page.round_words(case.round) if case.round else case.place or page.say(_("the record"))
    parts = [where]
    if case.at is not None:
        parts.append(page.hour(case.at)[:5])
    parts.append(case.code)
    if len(case.seats) > 1:
        parts.append(page.say(_("%(count)s seats"), count=len(case.seats)))
    elif len(case.ids) > 1:
        parts.append(page.say(_("%(count)s findings"), count=len(case.ids)))
    return " · ".join(parts)


def value_words(page: Frame, text: str, currency: str | None = None) -> str:
    """Return the expected or recorded value of a finding in the page's words, money and hours."""
    if _is_money(text):
        return page.money(int(text.replace(".", "")), currency)
    if _is_instant(text):
        return page.hour(datetime.fromisoformat(text), precise=True)
    said = with_moments(value_in(text, page.language), page.moment)
    amounts = with_amounts(said, lambda units: page.money(units, currency))
    return with_rounds(amounts, page.round_words)


def places_near(page: Frame, place: str) -> str:
    """Return the places of the casino whose names are near a mistyped one, in words."""
    known = list(places_known(page.view.connection))
    return page.there_are(near_names(place, known), len(known))


def facts_of(page: Frame, event: Told) -> tuple[list[tuple[str, str]], int]:
    """Return the facts of an event that have words, and how many stand in its bytes only."""
    found: list[tuple[str, str]] = []
    left = 0
    currency = event.currency or page.currencies.of(event.place)
    for name, value in event.payload.items():
        if name not in FACTS:
            left += 1
            continue
        found.append((page.say(FACTS[name]), _fact(page, name, value, currency)))
    return found, left


def _fact(page: Frame, name: str, value: Any, currency: str) -> str:
    if isinstance(value, bool):
        return page.say(_("yes")) if value else page.say(_("no"))
    if isinstance(value, int):
        return page.money(value, currency) if name in AMOUNTS else formats.whole(value)
    if isinstance(value, list):
        return ", ".join(_fact(page, name, one, currency) for one in cast("list[Any]", value))
    if isinstance(value, dict):
        named = cast("dict[str, Any]", value)
        if named.keys() == {"count", "value"} and all(
            isinstance(one, int) for one in named.values()
        ):
            return f"{formats.whole(named['count'])} × {page.money(named['value'], currency)}"
        words = {key: page.say(FACTS[key]) if key in FACTS else key for key in named}
        return " · ".join(
            f"{words[key]} {_fact(page, key, one, currency)}" for key, one in named.items()
        )
    text = str(value)
    if name in CHOICES and " " not in text:
        text = value_in(text, page.language)
    return page.moment(datetime.fromisoformat(text)) if _is_instant(text) else text
