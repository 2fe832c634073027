"""Acts as they stand: what became of one whose answer was lost, and what a source said last.

A person who lost the connection is told whether his act is in the record, and who writes the same
once more is told that it is there already, before he signs.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from api.console import sentences
from api.console.frame import Frame
from api.console.language.words import mark as _
from ledger.events.base import Payload
from ledger.events.personal import text_fields
from projections.reads.log.persons import PersonsSource
from projections.reads.log.told import Told, told_of

LAST: Final = 5
"""Acts of a person that the list of acts shows as his last."""
_BACK: Final = 20
"""Events of a source, of which none may say the same unnoticed."""


def said_last(page: Frame, mine: Sequence[PersonsSource]) -> list[tuple[Told, str]]:
    """Return the newest acts of a person's sources, the last one first, in words."""
    found = [
        one for source in mine if source.seq for one in _newest(page, source.name, source.seq, LAST)
    ]
    found.sort(key=lambda one: one.position, reverse=True)
    return [(one, sentences.sentence_of(page, one)) for one in found[:LAST]]


def _newest(page: Frame, source: str, seq: int, count: int) -> list[Told]:
    with page.view.whole() as whole:
        return told_of(whole, source, max(1, seq - count + 1), seq)


def said_before(
    page: Frame,
    source: PersonsSource,
    kind: str,
    payload: Payload,
    body: Mapping[str, str | None],
) -> str:
    """Return in words where a source said the very same before; empty where it did not.

    A text is written under new chance each time: two acts that differ in nothing else are the same.
    """
    apart = text_fields(kind)
    plain = _without(msgspec.json.decode(msgspec.json.encode(payload)), apart)
    same = [
        one
        for one in (_newest(page, source.name, source.seq, _BACK) if source.seq else ())
        if one.kind == kind
        and _without(one.payload, apart) == plain
        and {name: (one.body or {}).get(name) for name in body} == dict(body)
    ]
    if not same:
        return ""
    return page.say(
        _("The same is in the record already: %(name)s, %(at)s. Signed again it is said twice."),
        name=same[-1].name,
        at=page.moment(same[-1].at) if same[-1].at else "—",
    )


def _without(plain: Mapping[str, Any], apart: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name not in apart}


def whereabouts(page: Frame, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return whether an act of a person's own source is in the record, in words."""
    source, seq = str(sent.get("source", "")), sent.get("seq")
    found = next((one for one in page.own_sources() if one.name == source), None)
    told: list[Told] = []
    if found is not None and type(seq) is int and 1 <= seq <= found.seq:
        with page.view.whole() as whole:
            told = told_of(whole, source, seq, seq)
    if not told or told[0].link != sent.get("link"):
        return {
            "outcome": "absent",
            "title": page.say(_("It is not in the record: nothing was done.")),
            "said": page.say(_("The same may be sent again, or dropped.")),
        }
    return {
        "outcome": "recorded",
        "title": page.say(
            _("Recorded: event %(position)s of the record."), position=told[0].position
        ),
        "said": page.say(_("It stands whole, once.")),
        "event": f"/eventos/{source}/{seq}",
    }
