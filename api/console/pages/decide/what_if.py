"""E se…: one fact of a round changed in the page, both settlements beside each other, or its end.

A hypothesis is never recorded as play. Its address says the round, the fact and its value, so it
may be asked again; kept in a case, it is a piece of evidence by the hash of all that it says.
"""

from hashlib import sha256
from typing import Annotated, Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Path, Query, Response
from msgspec import Struct

from api.console.drawings.told.money import Why, why_of
from api.console.drawings.words import Words
from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language.disputes import FOLLOWING, SORTS, STOPS, WORDS_OF_A_STOP
from api.console.language.words import mark as _
from api.console.pages.decide.entitled import Entitled, entitled
from api.console.pages.decide.forms import FormError, example_of, minor_of
from api.documents.cases.dispute import HYPOTHESIS
from api.requests.parameters import SIGNED
from projections.reads.basis.game_names import games_in
from projections.reads.basis.value_words import value_in
from projections.reads.disputes.hypothesis import Unasked, whole_of, why_unasked
from projections.reads.floor.round_again import RoundAgain, round_again
from projections.replay.asked.facts import Fact, facts_of
from projections.replay.asked.what_if import (
    Change,
    SeatSums,
    WhatIf,
    WhatIfError,
    shifts,
    what_if,
)
from projections.replay.codes import title_of
from projections.replay.kit.cards import DECK
from projections.replay.record import Record

FACTS_MAX: Final = 400
"""Facts that the page offers; a jogada of bingo has as many balls and cards as that."""
MEDIA_MAX: Final = 80
"""Letters of the word by which a case's evidence says what it is."""

router: Final = APIRouter(route_class=PageRoute)

Named = Annotated[str | None, Query(alias="facto", pattern=r"^[A-Za-z0-9_.-]{1,120}$")]
Value = Annotated[str | None, Query(alias="valor", max_length=80)]
Cards = Annotated[str, Query(alias="cartas", pattern="^(stay|shift)$")]
Taken = Annotated[str | None, Query(alias="tirar", pattern="^sim$")]
Of = Annotated[str | None, Query(alias="disputa", pattern=SIGNED)]


class Row(Struct, frozen=True, kw_only=True):
    """A seat's sums in the hypothesis, with why where they changed."""

    sums: SeatSums
    name: str
    why: tuple[Why, ...]


@router.get("/hipotese/{round_id:path}", operation_id="showWhatIf")
def show_what_if(
    page: Page,
    round_id: Annotated[str, Path(max_length=120)],
    name: Named = None,
    value: Value = None,
    cards: Cards = "stay",
    taken: Taken = None,
    dispute: Of = None,
) -> Response:
    """Show a round's facts, the one that is changed, and what would have been due."""
    again, record = _record_of(page, round_id)
    page.currency = page.currencies.of(again.closed.place)
    words = Words(page.language, page.currency)
    facts = facts_of(record)
    fact = next((one for one in facts if one.name == name), None)
    if name is not None and fact is None:
        raise NothingSuchError(
            page.say(_("This round has no such fact.")), back=f"/hipotese/{round_id}"
        )
    found: WhatIf | None = None
    fault = ""
    if fact is not None and (taken is not None or value is not None):
        try:
            wanted = None if taken is not None else _typed(page, fact, value or "")
            change = Change(path=fact.path, value=wanted, following=cards)  # pyright: ignore[reportArgumentType] # the pattern allows these two
            found = what_if(record, change)
        except FormError as error:
            fault = error.said
        except WhatIfError:
            fault = page.say(_("Replay knows no such value for this fact."))
    return page.answer(
        "decide/what_if.html",
        round_id=round_id,
        dispute=dispute,
        place=again.closed.place,
        game=games_in(page.language).get(again.closed.game or "", again.closed.game or ""),
        unproved=again.unproved,
        facts=[(one, _fact_words(page, words, one)) for one in facts[:FACTS_MAX]],
        more=max(0, len(facts) - FACTS_MAX),
        fact=fact,
        said=None if fact is None else _fact_words(page, words, fact),
        typed="" if fact is None else _as_typed(words, fact, value),
        choices=_choices(words, fact),
        may_shift=fact is not None and shifts(record, fact.path),
        in_list=fact is not None and any(isinstance(one, int) for one in fact.path),
        cards=cards,
        taken=taken,
        following={one: page.say(said) for one, said in FOLLOWING.items()},
        found=found,
        fault=fault,
        instead=_instead(page, words, fact, value, taken) if fact is not None else "",
        rows=[] if found is None else _rows(words, found),
        stop=None if found is None else _stop_words(page, words, found),
        notes=[] if found is None else [title_of(one.code, page.language) for one in found.notes],
        keep=None if found is None else _keep(page, round_id, dispute, found),
    )


def _record_of(page: Frame, round_id: str) -> tuple[RoundAgain, Record]:
    """Return a closed round and its record as it is judged.

    Raises:
        NothingSuchError: there is none, it cannot be judged, or it is too long to be asked.

    """
    again = round_again(page.work.services.conninfo, round_id)
    if again is None:
        said = page.say(_("There is no closed round %(round)s."), round=round_id)
        raise NothingSuchError(said, back="/mesas")
    why = why_unasked(again)
    if why is not None:
        raise NothingSuchError(page.say(_UNASKED[why]), back=f"/jogadas/{round_id}")
    assert again.verdict is not None, "a round that can be asked was settled"
    return again, again.verdict.record


_UNASKED: Final[dict[Unasked, str]] = {
    "not replayed": _("This round cannot be replayed: nothing can be asked of it."),
    "too long": _("This round is too long to be asked otherwise."),
}


# --- words of a fact ------------------------------------------------------------------------------


def _fact_words(page: Frame, words: Words, fact: Fact) -> str:
    """Return a fact as people read it: whose, what, which, and what it says."""
    seat = "" if fact.seat is None else words.seat(fact.seat)
    number = next((one + 1 for one in reversed(fact.path) if isinstance(one, int)), None)
    sort = page.say(SORTS[fact.sort])
    what = sort if number is None else f"{sort} {number}"
    place = seat or words.of(_HANDS, fact.to or str(fact.path[0]))
    return f"{place}, {what}: {_value_words(words, fact, fact.value)}"


_HANDS: Final = {
    "bank": ("banca", "bank"),
    "ponto": ("ponto", "ponto"),
    "discard": ("canto de descarte", "discards"),
    "board": ("cartas comuns", "common cards"),
    "banca": ("banca", "bank"),
    "pagador": ("pagador", "pagador"),
    "cartas": ("cartas", "cards"),
    "cards": ("cartas", "cards"),
    "resultado": ("resultado", "result"),
    "lancamentos": ("lançamentos", "throws"),
    "rotacao": ("roda", "wheel"),
    "actos": ("jogada", "jogada"),
    "paragens": ("rolos", "reels"),
    "aposta": ("jogada", "play"),
}


def _value_words(words: Words, fact: Fact, value: Any) -> str:
    if fact.sort == "card" and value in DECK:
        return words.card(str(value))
    if fact.sort == "stake" and isinstance(value, int):
        return words.money(value)
    if fact.sort == "decision":
        return words.action(str(value))
    return value_in(str(value), words.language)  # pyright: ignore[reportArgumentType] # pt or en


def _choices(words: Words, fact: Fact | None) -> list[tuple[str, str]]:
    """Return the values that may be chosen of a list: the cards of a pack; else they are typed."""
    if fact is None or fact.sort != "card" or fact.value not in DECK:
        return []
    return [(card, words.card(card)) for card in DECK]


def _as_typed(words: Words, fact: Fact, value: str | None) -> str:
    if value is not None:
        return value
    if fact.sort == "stake" and isinstance(fact.value, int):
        return words.money(fact.value)
    return str(fact.value)


def _typed(page: Frame, fact: Fact, text: str) -> Any:
    """Return a typed text as a value of the fact's own type.

    Raises:
        FormError: it is none.

    """
    plain = text.strip()
    if not plain:
        raise FormError("valor", page.say(_("Nothing is written.")))
    if not isinstance(fact.value, int):
        return plain
    number = minor_of(plain, page.currency) if fact.sort == "stake" else whole_of(plain)
    if number is None:
        expected = example_of(page) if fact.sort == "stake" else page.say(_("a whole number"))
        raise FormError(
            "valor",
            page.say(_("Expected %(expected)s, got “%(text)s”."), expected=expected, text=plain),
        )
    return number


def _instead(page: Frame, words: Words, fact: Fact, value: str | None, taken: str | None) -> str:
    """Return the fact's value in the hypothesis, in words."""
    if taken is not None:
        return page.say(_("it was not"))
    if value is None:
        return ""
    try:
        return _value_words(words, fact, _typed(page, fact, value))
    except FormError:
        return value


# --- what came of it ------------------------------------------------------------------------------


def _rows(words: Words, found: WhatIf) -> list[Row]:
    lines = () if found.hypothesis is None else found.hypothesis.lines
    rows: list[Row] = []
    for one in found.seats:
        name = words.seat(one.seat)
        whys = [
            why for line in lines if line.seat == one.seat for why in why_of(line.why, line, words)
        ]
        rows.append(
            Row(
                sums=one,
                name=name[:1].upper() + name[1:],
                why=tuple(whys[:6]) if one.difference else (),
            )
        )
    return rows


def _stop_words(page: Frame, words: Words, found: WhatIf) -> tuple[str, str] | None:
    """Return why a hypothesis ends, and where."""
    stop = found.stop
    if stop is None:
        return None
    said = page.say(WORDS_OF_A_STOP[stop.why])
    if stop.found is not None:
        return page.say(STOPS[stop.why]), f"{said} {title_of(stop.found.code, page.language)}."
    place = "" if stop.seat is None else words.seat(stop.seat)
    number = next((one + 1 for one in stop.path if isinstance(one, int)), 0)
    where = page.say(_("decision %(number)s of the record"), number=number)
    return page.say(STOPS[stop.why]), f"{said} {', '.join(one for one in (place, where) if one)}."


class Kept(Struct, frozen=True, kw_only=True):
    """How a hypothesis is kept in a case: whose act it is, and its address."""

    mine: Entitled
    address: str | None
    """None where its word is too long for the case."""


def _keep(page: Frame, round_id: str, dispute: str | None, found: WhatIf) -> Kept | None:
    if dispute is None:
        return None
    query = page.request.query_params
    media = (
        HYPOTHESIS
        + ":"
        + ";".join(
            f"{one}={query[one]}" for one in ("facto", "valor", "cartas", "tirar") if query.get(one)
        )
    )
    data = bytes_of(round_id, found)
    told = {
        "dispute": dispute,
        "hash": sha256(data).hexdigest(),
        "size": len(data),
        "media": media.replace(" ", ""),
    }
    fits = len(media) <= MEDIA_MAX and media.isprintable()
    return Kept(
        mine=entitled(page, "evidence-attached/1"),
        address=f"/atos/evidence-attached?{urlencode(told)}" if fits else None,
    )


def bytes_of(round_id: str, found: WhatIf) -> bytes:
    """Return a hypothesis whole as bytes: the same of the same record and change."""
    told = {"round": round_id, "record": found.record, "seats": found.seats, "stop": found.stop}
    return msgspec.json.encode(told, order="deterministic")


def address_kept(round_id: str, dispute: str, media: str) -> str | None:
    """Return the address of a hypothesis that a case keeps; None of any other evidence."""
    begins, _colon, said = media.partition(":")
    if begins != HYPOTHESIS:
        return None
    query = {one.partition("=")[0]: one.partition("=")[2] for one in said.split(";") if "=" in one}
    return f"/hipotese/{round_id}?{urlencode({**query, 'disputa': dispute})}"
