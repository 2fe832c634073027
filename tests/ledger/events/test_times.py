"""A time or a day that a payload claims is one, or the door refuses it; what is recorded stays."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.audit.auditor import audit_database
from ledger.door.admission import admit
from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.catalogue.entries import GOLDEN
from ledger.events.catalogue.schema import json_schema
from ledger.events.claims import TIMED
from ledger.events.jackpots import AwardSignalled
from ledger.events.registry import Heartbeat, ParameterSet
from ledger.events.reviews import TaxDeclared
from ledger.signed.canonical import decode
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain
from projections.base.times import after
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import AT, DAY, ORIGIN, Casino, older_door
from tests.helpers.each import each
from tests.helpers.strategies import days, instants

SIGNER = KeySigner.generate()
NO_INSTANTS = {
    "month 13": "2026-13-20T22:00:00.000000Z",
    "day 45": "2026-11-45T22:00:00.000000Z",
    "month and day": "2026-13-45T22:00:00.000000Z",
    "day 0": "2026-11-00T22:00:00.000000Z",
    "31 November": "2026-11-31T22:00:00.000000Z",
    "29 February of no leap year": "2026-02-29T22:00:00.000000Z",
    "year 0": "0000-11-20T22:00:00.000000Z",
    "hour 24": "2026-11-20T24:00:00.000000Z",
    "minute 60": "2026-11-20T22:60:00.000000Z",
    "leap second": "2026-12-31T23:59:60.000000Z",
    "no zone": "2026-11-20T22:00:00.0000000",
    "another zone": "2026-11-20T22:00:00.0+01:00",
    "small z": "2026-11-20T22:00:00.000000z",
    "blank for T": "2026-11-20 22:00:00.000000Z",
    "comma": "2026-11-20T22:00:00,000000Z",
    "day of a week": "2026-W47-5T22:00:00.000000Z",
    "Arabic digits": "٢٠٢٦-11-20T22:00:00.000000Z",
    "newline at the end": "2026-11-20T22:00:00.00000Z\n",
    "words": "ha uma semana mais ou menos",
}
NO_DAYS = {
    "month 13": "2026-13-01",
    "30 February": "2026-02-30",
    "29 February of no leap year": "2100-02-29",
    "year 0": "0000-01-01",
    "day of a week": "2026-W47-5",
    "day of a year": "2026-324-1",
    "the other way round": "20-11-2026",
    "slashes": "2026/11/20",
    "Arabic digits": "٢٠٢٦-11-20",
    "full-width digits": "\uff12\uff10\uff12\uff16-11-20",
    "sign": "+026-11-20",
    "blank": " 026-11-20",
}


def fault(payload: Payload) -> str | None:
    """Return why the door would refuse an event that says this."""
    said = admit(SourceChain(ORIGIN, "s", SIGNER).say(payload, AT), ORIGIN, blinded=True).unfit
    return None if said is None else f"{said.code}: {said}"


@each("word", NO_INSTANTS.values())
def test_a_time_that_is_none_is_malformed_and_the_door_says_where(word: str) -> None:
    """A term's end that no clock shows: the field by its name in the bytes, what, and instead."""
    change = ParameterSet(scope="*", name="minimos", value=5, since=word)
    assert fault(change) == (
        "malformed: s:1: parameter-set/1 payload.from: "
        f"expected a time in UTC as 2026-11-20T22:15:31.123456Z, got {word!r}"
    )


@each("word", NO_DAYS.values())
def test_a_day_that_is_none_is_malformed_and_the_door_says_where(word: str) -> None:
    """Tax of days that no calendar has is declared to nobody; the second day is looked at too."""
    told = TaxDeclared(tax_name="iej", first=DAY, last=word, base=0, tax=0)
    assert fault(told) == (
        f"malformed: s:1: tax-declared/1 payload.last: expected a day as 2026-11-20, got {word!r}"
    )


@pytest.mark.parametrize(
    "word", ["2028-02-29T23:59:59.999999Z", "0001-01-01T00:00:00.000000Z", None]
)
def test_a_time_of_the_calendar_and_no_time_at_all_are_taken(word: str | None) -> None:
    """A leap day, the calendar's first moment, and an optional field that is absent."""
    assert fault(AwardSignalled(award="s:1", pool="J", shown=word or AT)) is None
    assert fault(ParameterSet(scope="*", name="n", value=1, since=AT, notified=word)) is None


def pointed(schema: Any) -> Iterator[str]:
    """Yield the form of every time and day that a schema holds, however deep."""
    if isinstance(schema, dict):
        if schema.get("format") in {"date", "date-time"}:
            assert schema["pattern"].startswith("^[0-9]{4}-")
            yield schema["format"]
        for one in schema.values():
            yield from pointed(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from pointed(one)


def test_the_door_looks_at_every_time_and_day_of_the_vocabulary() -> None:
    """No part within a payload holds one that the door would not see; the schema tells the form."""
    definitions = json_schema()["$defs"]
    told = {name: sorted(pointed(definitions[kind.__name__])) for name, kind in KINDS.items()}
    assert {name: forms for name, forms in told.items() if forms} == {
        name: sorted(form for _, form in fields) for name, fields in TIMED.items()
    }
    parts = definitions.keys() - {kind.__name__ for kind in KINDS.values()}
    assert not [name for name in parts if list(pointed(definitions[name]))]
    assert "bet-placed/1" not in TIMED
    assert "play/1" not in TIMED


def parses(word: str) -> bool:
    """Tell whether the projections can reckon with a time, and spell it as it was."""
    try:
        return after(word, 0) == word
    except ValueError:
        return False


def is_of_the_calendar(word: str) -> bool:
    try:
        return date.fromisoformat(word).isoformat() == word
    except ValueError:
        return False


@st.composite
def nearly(draw: st.DrawFn, words: st.SearchStrategy[str], size: int) -> str:
    """Give words, some with other characters in one or two places."""
    word = list(draw(words))
    for _ in range(draw(st.integers(0, 2))):
        letter = st.sampled_from("0123456789-:.TZ +٣\n") | st.characters(exclude_categories=["Cs"])
        word[draw(st.integers(0, size - 1))] = draw(letter)
    return "".join(word)


FIGURES = r"[0-9]{4}-[01][0-9]-[0-3][0-9]"
CLOCKS = rf"{FIGURES}T[0-2][0-9](:[0-6][0-9]){{2}}\.[0-9]{{6}}Z"


@given(nearly(instants() | st.from_regex(CLOCKS, fullmatch=True), 27))
def test_a_time_is_taken_exactly_where_the_projections_can_reckon_with_it(word: str) -> None:
    """One form: accepted at the door is parsed and spelt the same by ``times``, and no other is."""
    if len(word) == 27:
        assert (fault(AwardSignalled(award="s:1", pool="J", shown=word)) is None) == parses(word)


@given(nearly(days() | st.from_regex(FIGURES, fullmatch=True), 10))
def test_a_day_is_taken_exactly_where_the_calendar_has_it(word: str) -> None:
    """One form: accepted at the door is a date that is spelt the same again, and no other is."""
    if len(word) == 10:
        told = TaxDeclared(tax_name="iej", first=word, last=word, base=0, tax=0)
        assert (fault(told) is None) == is_of_the_calendar(word)


def of_no_time(kind: str, instant: str, day: str) -> Payload:
    """Return a casino's payload of a kind in which no time and no day is one."""
    (path, *_) = sorted(GOLDEN.glob(f"{kind.replace('/', '.')}*.txt"))
    words = {"date": day, "date-time": instant}
    said = decode(path.read_bytes()).payload
    return msgspec.structs.replace(said, **{name: words[form] for name, form in TIMED[kind]})


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("instant", "day"),
    [(NO_INSTANTS["month and day"], NO_DAYS["30 February"]), (NO_INSTANTS["words"], "2026-W47-5")],
)
def test_what_an_older_door_took_is_read_folded_and_received_again(
    casino: Casino, instant: str, day: str
) -> None:
    """Every kind with a time, none of which is one: no stage stops, live or anew; all is proved.

    The receipt is the one he had; what is new is refused, and the chain goes on behind it.
    """
    chain = casino.source("financas")
    with older_door():
        for kind in TIMED:
            said = casino.say("financas", of_no_time(kind, instant, day), place="BJ-01")
            casino.approve("direccao", said)
        segment = chain.say(of_no_time("place-scheduled/1", instant, day), AT, place="BJ-02")
        (first,) = casino.door.submit([segment])
    assert first.outcome == "recorded"
    (again,) = casino.door.submit([segment])
    assert (again.outcome, again.receipt) == ("repeated", first.receipt)
    new = SourceChain(ORIGIN, "financas", chain.signer, seq=chain.seq, link=chain.link)
    (refused,) = casino.door.submit([new.say(of_no_time("report-issued/1", instant, day), AT)])
    assert refused.outcome == "malformed"
    assert "payload.first: expected a day" in refused.detail
    casino.say("financas", Heartbeat())
    casino.tick()
    casino.project(page=7)
    assert casino.rows("SELECT count(*) FROM {s}.history WHERE place = 'BJ-01'") == [
        {"count": len(TIMED)}
    ]
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests
    assert audit_database(casino.superuser).clean
