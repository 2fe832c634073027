"""Forms of acts, made from the vocabulary: a field of a kind is a field of its form.

What people write in their own words has a field whose text never comes here: the browser commits to
it, and the commitment alone is prepared. What was typed becomes the kind's own payload, or a fault
that names the field.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from api.console.frame import Frame
from api.console.language import formats
from api.console.language.acts import BODY, CHOICES, LABELS
from api.console.language.vocabulary import FACTS
from api.console.language.words import mark as _
from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.catalogue.schema import field_types
from ledger.events.personal import text_fields
from ledger.ids import is_name, is_round
from ledger.signed.canonical import instant
from ledger.text.amounts import exponent_of
from ledger.text.times import is_day
from projections.authority.matrix import row_of
from projections.reads.basis.value_words import value_in

TEXT: Final = "text"
"""How a field is typed whose text stands outside of the event, under the commitment in it."""
HOW: Final[Mapping[str, str]] = {
    "Minor": "money",
    "Residue": "whole",
    "Count": "whole",
    "Positive": "whole",
    "Integer": "whole",
    "Ppm": "whole",
    "Seat": "whole",
    "bool": "yes",
    "Day": "day",
    "Instant": "instant",
    "Code": "code",
    "Currency": "code",
    "Name": "name",
    "PoolName": "name",
    "Player": "name",
    "Badge": "name",
    "EventName": "name",
    "RoundName": "name",
    "LinkHex": "hash",
    "Commitment": "hash",
    "Value": "value",
    "Figures": "figures",
}
"""The type's name in the vocabulary, to how the field is typed and shown."""
OFFERED: Final[tuple[str, ...]] = (
    "finding-acknowledged/1",
    "finding-explained/1",
    "finding-decided/2",
    "inspection-noted/1",
    "approval/1",
    "dispute-opened/1",
    "dispute-answered/1",
    "evidence-attached/1",
    "dispute-decided/1",
    "appeal/1",
    "settlement-paid/1",
    "parameter-set/1",
    "gaming-day-closed/1",
    "tax-declared/1",
    "cover-declared/1",
    "cover-moved/1",
    "opening-declared/1",
    "pool-opened/1",
    "pool-member-added/1",
    "pool-member-removed/1",
    "base-funded/1",
    "pool-adjusted/1",
    "pool-transferred/1",
    "pool-extinguished/1",
    "award-verified/1",
    "award-refused/1",
    "charity-paid/1",
    "inter-casino-settled/1",
    "machine-interdicted/1",
    "machine-released/1",
    "machine-enrolled/1",
    "machine-reconfigured/1",
    "meters-read/1",
    "ram-cleared/1",
    "display-read/1",
    "drop-counted/1",
    "cagnotte-box-counted/1",
    "ticket-paid/1",
    "hand-paid/1",
    "award-paid/1",
    "pool-reset/1",
    "claim/1",
    "claim-decided/1",
    "liability-ruled/1",
    "complaint/1",
    "complaint-decided/1",
    "breakdown/1",
    "incident/1",
    "player-session-restricted/1",
    "place-scheduled/1",
    "place-withdrawn/1",
    "text-erased/1",
    "correction/1",
)
"""Kinds that have a form, in the order of the list."""
ELSEWHERE: Final[Mapping[str, str]] = {
    "casino-registered": "registrars sign where their keys are: razao registrars",
    "source-enrolled": "registrars sign where their keys are: razao keys approve",
    "registrars-changed": "registrars sign where their keys are: razao registrars",
    "registrars-recovered": "the Authority's sealed key signs, at no console",
    "log-key-replaced": "registrars sign where their keys are: razao keys",
    "access-granted": "registrars sign where their keys are: razao keys api",
    "access-withdrawn": "registrars sign where their keys are: razao keys api-revoke",
    "rules-adopted": "registrars sign where their keys are: razao rules adopt",
    "key-rotated": "the old key signs for the new one, where both are: razao keys rotate",
    "key-revoked": "a lost key cannot sign; registrars revoke it: razao keys revoke",
    "heartbeat": "devices say it by themselves",
    "checkpoint-sealed": "a witness's program says it: razao watch",
    "verification-done": "a verifier's program says it, with the root it saw",
    "report-issued": "the service says it of each file that leaves",
    "machine-homologated": "plans and sheets are structures: razao sign signs a file with them",
    "concession-ended": "beneficiaries are structures: razao sign signs a file with them",
    "cards-delivered": "spans of cards are structures: razao sign signs a file with them",
}
"""Kinds that people say and that have no form here, and why: in the words of who runs the house."""
_CODE: Final = re.compile(r"[^\s\x00-\x1f\x7f]{1,80}").fullmatch
_HASH: Final = re.compile(r"[0-9a-f]{64}").fullmatch
_WHOLE: Final = re.compile(r"-?\d{1,15}").fullmatch
_FIGURE: Final = re.compile(r"(\S{1,80})\s+(-?\d{1,15})").fullmatch


class Field(Struct, frozen=True, kw_only=True):
    """A field of a form."""

    name: str
    """As the bytes spell it."""
    label: str
    how: str
    required: bool
    several: bool = False
    choices: tuple[tuple[str, str], ...] = ()


class FormError(Exception):
    """Something that was typed is none of what its field takes: in words, with the field."""

    def __init__(self, field: str, said: str) -> None:
        """Name the field and the fault."""
        super().__init__(said)
        self.field = field
        self.said = said


def kind_of(name: str) -> str | None:
    """Return the kind of a form by its name without version; None where it has no form."""
    return next((one for one in OFFERED if one.partition("/")[0] == name), None)


def fields_of(page: Frame, kind: str) -> list[Field]:
    """Return the fields of a kind's form: those of the body first, those apart left out."""
    name = kind.partition("/")[0]
    body = [
        Field(name=one, label=page.say(LABELS[one]), how=how, required=required)
        for one, how, required in BODY.get(name, BODY[""])
    ]
    return [*body, *payload_fields(page, kind)]


def payload_fields(page: Frame, kind: str) -> list[Field]:
    """Return the fields of a kind's payload that a form can hold."""
    return [_worded(page, kind.partition("/")[0], one) for one in _plain_fields(kind)]


@cache
def _plain_fields(kind: str) -> tuple[Field, ...]:
    struct = KINDS[kind]
    types = field_types(struct)
    found: list[Field] = []
    apart = text_fields(kind)
    for one in msgspec.structs.fields(struct):
        names = types[one.name]
        how = next((HOW[name] for name in names if name in HOW), None)
        if how is None:
            continue
        found.append(
            Field(
                name=one.encode_name,
                label="",
                how=TEXT if one.name in apart else how,
                required=one.required,
                several="tuple" in names,
            )
        )
    return tuple(sorted(found, key=lambda field: field.how == TEXT))


def _worded(page: Frame, name: str, field: Field) -> Field:
    told = CHOICES.get((name, field.name)) or CHOICES.get(("", field.name)) or ()
    label = (
        LABELS.get(f"{name}.{field.name}")
        or LABELS.get(field.name)
        or FACTS.get(field.name, field.name)
    )
    return msgspec.structs.replace(
        field,
        label=page.say(label),
        how="choice" if told else field.how,
        choices=tuple((one, choice_words(page, one)) for one in told),
    )


def choice_words(page: Frame, word: str) -> str:
    """Return a word of a closed list in the page's language."""
    known = LABELS.get(f"={word}")
    return page.say(known) if known else value_in(word, page.language)


# --- what was typed -----------------------------------------------------------------------------


def payload_of(page: Frame, kind: str, typed: Mapping[str, str]) -> Payload:
    """Return the payload that was typed.

    Raises:
        FormError: naming the field, what it takes, and what was there.

    """
    plain: dict[str, Any] = {}
    currency = typed.get("currency", "").strip() or page.currency
    for field in payload_fields(page, kind):
        text = typed.get(field.name, "").strip()
        if text:
            plain[field.name] = _value(page, field, text, currency)
        elif field.required:
            raise FormError(
                field.name,
                page.say(
                    _(
                        "%(field)s: nothing is written.",
                    ),
                    field=field.label,
                ),
            )
    try:
        return msgspec.convert(plain, KINDS[kind], strict=True)
    except msgspec.ValidationError as error:
        raise FormError("", str(error)) from None


BODY_NAMES: Final = frozenset({"day", "place", "round"})
"""Fields that stand in the body beside the payload."""


def body_of(page: Frame, kind: str, typed: Mapping[str, str]) -> dict[str, str | None]:
    """Return day, place and round as they were typed.

    Raises:
        FormError: one is none.

    """
    found: dict[str, str | None] = {"day": None, "place": None, "round": None}
    for field in fields_of(page, kind):
        if field.name not in BODY_NAMES:
            continue
        text = typed.get(field.name, "").strip()
        if text:
            fits = {"day": is_day, "place": is_name, "round": is_round}[field.name]
            if not fits(text):
                raise _wrong(page, field, text)
            found[field.name] = text
        elif field.required:
            raise FormError(
                field.name, page.say(_("%(field)s: nothing is written."), field=field.label)
            )
    return found


def _value(page: Frame, field: Field, text: str, currency: str) -> Any:
    if field.how == "figures":
        return _figures(page, field, text.splitlines())
    if field.several:
        return tuple(_one(page, field, one, currency) for one in text.split())
    return _one(page, field, text, currency)


def _one(page: Frame, field: Field, text: str, currency: str) -> Any:
    if field.how == "money":
        return _money(page, field, text, currency)
    if field.how == "instant":
        return _instant(page, field, text)
    words = {word for word, _said in field.choices} or None
    fits = text in words if words is not None else _FITS[field.how](text)
    if not fits:
        raise _wrong(page, field, text)
    return _MADE.get(field.how, str)(text)


def _money(page: Frame, field: Field, text: str, currency: str) -> int:
    """Return an amount in minor units; so many decimals as the currency has, or none."""
    units = minor_of(text, currency)
    if units is None:
        raise _wrong(page, field, text)
    return units


def example_of(page: Frame) -> str:
    """Return the words for an amount as people type it, in the page's language and currency."""
    amount = formats.typed(123_450, page.currency, page.language)
    return page.say(_("an amount such as %(amount)s"), amount=amount)


def minor_of(text: str, currency: str) -> int | None:
    """Return an amount as people write it in minor units; None of what is no amount."""
    decimals = exponent_of(currency)
    plain = re.sub(r"[\s\u00a0]", "", text).replace("\u2212", "-")
    found = re.fullmatch(rf"(-?)(\d{{1,13}})(?:[.,$](\d{{{decimals}}}))?", plain)
    if found is None:
        return None
    sign, whole, part = found.groups()
    units = int(whole + (part or "0" * decimals))
    return -units if sign else units


def _instant(page: Frame, field: Field, text: str) -> str:
    """Return an instant; without an offset it is by the casino's clocks."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise _wrong(page, field, text) from None
    local = moment if moment.tzinfo is not None else moment.replace(tzinfo=page.zone)
    return instant(local.astimezone(UTC))


def _yes(text: str) -> bool:
    return text == "yes"


def _scalar(text: str) -> int | bool | str:
    if _WHOLE(text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


_FITS: Final[Mapping[str, Callable[[str], object]]] = {
    "whole": _WHOLE,
    "yes": ("yes", "no").__contains__,
    "day": is_day,
    "hash": _HASH,
    TEXT: _HASH,
    "code": _CODE,
    "name": _CODE,
    "value": bool,
}
"""How a field is typed, to whether a text fits there."""
_MADE: Final[Mapping[str, Callable[[str], Any]]] = {"whole": int, "yes": _yes, "value": _scalar}


def _figures(page: Frame, field: Field, lines: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines:
        if line.strip():
            parts = _FIGURE(line.strip())
            if parts is None:
                raise _wrong(page, field, line)
            found[parts[1]] = int(parts[2])
    return found


_EXPECTED: Final[Mapping[str, str]] = {
    "whole": _("a whole number"),
    "yes": _("yes or no"),
    "day": _("a day such as 2026-11-20"),
    "instant": _("a day and hour such as 2026-11-20 22:15"),
    "hash": _("64 digits of a hash"),
    "choice": _("one of the list"),
    "code": _("one word without spaces"),
    "name": _("one name without spaces"),
    "figures": _("a name and a whole number a line"),
}


def _wrong(page: Frame, field: Field, text: str) -> FormError:
    expected = (
        example_of(page)
        if field.how == "money"
        else page.say(_EXPECTED.get(field.how, _EXPECTED["name"]))
    )
    return FormError(
        field.name,
        page.say(
            _("%(field)s: expected %(expected)s, got “%(text)s”."),
            field=field.label,
            expected=expected,
            text="…" if field.how == TEXT else text[:80],
        ),
    )


assert all(row_of(kind) is not None for kind in OFFERED), "each act has its row in the matrix"
