"""The vocabulary carries every fact that the rules pages name, and every finding's evidence.

``vocabulary.toml`` is the map: each event word and replay field of a rules page, and each finding
code that events can decide, with the kinds and fields that carry it.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import msgspec
import pytest
from hypothesis import given
from msgspec import Struct
from msgspec.inspect import (
    AnyType,
    DictType,
    FloatType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
)

from ledger.events import FAMILIES, KINDS, Payload, kinds_of
from ledger.events.base import Chips
from ledger.events.catalogue.schema import field_docs, json_schema, structs
from ledger.events.reviews import InspectionNoted
from ledger.events.rounds import BetPlaced
from ledger.ids import NO_LINK, PlaceId, RoundId, SourceId
from ledger.signed.canonical import Envelope, encode
from projections.running.pipeline import all_stages
from tests.helpers.each import each
from tests.helpers.strategies import envelopes

ROOT = Path(__file__).resolve().parents[3]
MAP: dict[str, Any] = tomllib.loads((Path(__file__).parent / "vocabulary.toml").read_text("utf-8"))
SHARED = ROOT.parent / "shared"
ENVELOPE_PARTS = {
    "header": {"origin", "source", "seq", "previous", "kind"},
    "body": {"at", "day", "place", "round"},
}
LATEST = {name.rpartition("/")[0]: kind for name, kind in KINDS.items()}

needs_pages = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the pages of the project are not beside this checkout"
)
each_structure = each("struct", structs(), ids=lambda struct: struct.__name__)


def references() -> Iterator[tuple[str, str]]:
    """Yield every reference of the map, with the key that it stands under."""
    for section in ("events", "fields"):
        for page, words in MAP[section].items():
            for word, refs in words.items():
                yield from ((f"{section}.{page}.{word}", ref) for ref in refs)
    for code, refs in MAP["findings"].items():
        yield from ((code, ref) for ref in refs)
    yield from (("manual", ref) for ref in MAP["manual"]["carried_by"])


def resolve(reference: str) -> bool:
    """Tell whether a reference names something that exists."""
    path, _, word = reference.partition("=")
    name, *fields = path.split(".")
    if name in ENVELOPE_PARTS:
        return len(fields) == 1 and fields[0] in ENVELOPE_PARTS[name] and not word
    if name not in LATEST:
        return False
    described: Type | None = msgspec.inspect.type_info(LATEST[name])
    for field in fields:
        assert described is not None
        struct = find_struct(described)
        described = next((one.type for one in struct.fields if one.name == field), None)
        if described is None:
            return False
    return not word or takes(described, word)


def find_struct(described: Type) -> StructType:
    """Return the structure within an optional, a list, or itself."""
    match described:
        case StructType():
            return described
        case VarTupleType(item_type=item):
            return find_struct(item)
        case UnionType(types=types):
            return next(find_struct(one) for one in types if not isinstance(one, NoneType))
        case _:
            raise AssertionError(described)


def takes(described: Type, word: str) -> bool:
    """Tell whether a field may hold a word."""
    match described:
        case StrType(max_length=most):
            return most is None or len(word) <= most
        case LiteralType(values=values):
            return word in values
        case UnionType(types=types):
            return any(takes(one, word) for one in types)
        case _:
            return False


def test_every_reference_of_the_map_exists() -> None:
    """Design, Events: each fact that a rules page or a finding needs has a kind and a field."""
    missing = [f"{key}: {ref}" for key, ref in references() if not resolve(ref)]
    assert not missing


def test_no_key_of_the_map_is_empty_or_repeats_a_reference() -> None:
    """A fact is mapped once: TOML refuses a key twice, and no key names a field twice."""
    by_key: dict[str, list[str]] = {}
    for key, reference in references():
        by_key.setdefault(key, []).append(reference)
    repeated = [key for key, refs in by_key.items() if len(refs) != len(set(refs))]
    sections = [*MAP["events"].values(), *MAP["fields"].values(), MAP["findings"]]
    empty = [key for section in sections for key, refs in section.items() if not refs]
    assert not repeated
    assert not empty


def test_a_code_is_decided_by_events_or_by_a_person_and_never_by_both() -> None:
    """Regulatory 4: a manual code is raised by an inspection event; the fold never does."""
    manual = MAP["manual"]["codes"]
    assert len(manual) == len(set(manual))
    assert not set(manual) & set(MAP["findings"])
    assert InspectionNoted(code=manual[0]).code == manual[0]


def test_only_bingo_and_machines_may_lack_something() -> None:
    """The families of the first games are complete; what is listed as later is of the other two."""
    pages = {"acta_de_bingo", "bingo", "contadores", "maquinas"}
    for key in MAP["later"]:
        assert key in pages or key.startswith(("BI-", "MQ-"))


def finding_codes(text: str) -> dict[str, bool]:
    """Return the codes of regulatory.md 4.0 to 4.12, and whether the whole row is manual."""
    chapter = text[text.index("### 4.0") : text.index("## 5. ")]
    codes: dict[str, bool] = {}
    for row in re.findall(
        r"^\| ([A-Z][A-Z0-9]+(?:-[A-Z0-9-]+)?(?: / [A-Z0-9-]+)*) \|(.*)$", chapter, re.MULTILINE
    ):
        for code in row[0].split(" / "):
            codes[code] = "· manual" in row[1]
    return codes


@needs_pages
def test_no_finding_code_of_the_pages_is_missing() -> None:
    """Regulatory 4.0 to 4.12: each code has its events, or is one that only a person sees."""
    codes = finding_codes((SHARED / "regulatory.md").read_text("utf-8"))
    assert len(codes) > 250
    mapped = set(MAP["findings"]) | set(MAP["later"])
    manual = set(MAP["manual"]["codes"])
    assert set(codes) - mapped - manual == set()
    assert (mapped | manual) - set(codes) - set(MAP["events"]) == set()
    # BO-DIR shares its row with BO-BELL; the manual half is named in the text.
    assert {code for code, whole in codes.items() if whole} == manual - {"BO-DIR"}


def event_words(page: str) -> set[str]:
    """Return the words of several parts that a page uses where it lists its events."""
    parts = re.findall(
        r"^## (?:Events|Sequence)[^\n]*\n(.*?)(?=^#|^Replay|\Z)", page, re.DOTALL | re.MULTILINE
    )
    parts += re.findall(
        r"^Sequence[^:\n]*: (.*?)(?=\n\n|\n[A-Z#]|\Z)", page, re.DOTALL | re.MULTILINE
    )
    text = re.sub(r"\([^)]*\)|\{[^}]*\}", "", "\n".join(parts))
    return set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", text))


@needs_pages
def test_every_page_and_every_word_of_its_event_list_is_mapped() -> None:
    """Rules pages: what stands under "Events and replay" or "Sequence" is in the map."""
    pages = {path.stem: path.read_text("utf-8") for path in (SHARED / "rules").glob("*.md")}
    assert set(MAP["events"]) == set(pages)
    assert set(MAP["fields"]) == set(pages)
    assert sum(len(event_words(text)) for text in pages.values()) > 60
    for name, text in pages.items():
        known = set(MAP["events"][name]) | set(MAP["fields"][name]) | set(pages)
        assert event_words(text) - known == set(), name


def test_names_are_unique_and_well_formed() -> None:
    """A kind's name is its own, fits the header, and its class has the same words."""
    kinds = [kind for family in FAMILIES.values() for kind in family]
    assert len(KINDS) == len(kinds) == len({kind.__name__ for kind in kinds})
    for name, kind in KINDS.items():
        assert re.fullmatch(r"[a-z][a-z0-9-]{0,59}/[1-9][0-9]{0,3}", name)
        words, version = name.rpartition("/")[0].split("-"), name.rpartition("/")[2]
        named = "".join(word.capitalize() for word in words)
        assert kind.__name__ == named + ("" if version == "1" else version)
        assert issubclass(kind, Payload)


def test_a_later_version_is_read_wherever_the_first_is() -> None:
    """A stage that folds a kind folds its later versions: they are asked for together."""
    for name, kind in KINDS.items():
        earlier = [one for one in KINDS.values() if one in kind.__mro__]
        assert all(name in kinds_of(one) for one in earlier)
        assert len(earlier) == int(name.rpartition("/")[2])
    for stage in all_stages():
        kinds = stage.kinds or frozenset()
        assert kinds == kinds_of(*(KINDS[one] for one in kinds)), stage.name


@each_structure
def test_every_structure_is_strict_and_explained(struct: type[Struct]) -> None:
    """Frozen, no unknown fields, defaults left out; a docstring, and a meaning for each field."""
    config = struct.__struct_config__
    assert config.frozen
    assert config.forbid_unknown_fields
    assert config.omit_defaults
    assert not config.gc
    assert (struct.__doc__ or "").strip().endswith(".") or "\n" in (struct.__doc__ or "")
    assert set(field_docs(struct)) == set(struct.__struct_fields__)


@each_structure
def test_a_default_has_one_spelling(struct: type[Struct]) -> None:
    """A field written out with its default is encoded without it: so the door refuses the bytes."""
    for field in msgspec.structs.fields(struct):
        if field.required:
            continue
        made = field.default_factory
        default: Any = field.default if made is msgspec.NODEFAULT else made()
        alone = msgspec.defstruct("Alone", [("it", field.type, default)], omit_defaults=True)
        written = msgspec.json.encode({"it": default})
        assert msgspec.json.encode(msgspec.json.decode(written, type=alone)) == b"{}", field.name


def test_no_field_can_hold_a_float() -> None:
    """Design, principle 6: no float touches money, nor anything else in an event."""

    def floats(described: Type, seen: set[type]) -> Iterator[str]:
        match described:
            case FloatType() | AnyType():
                yield repr(described)
            case StructType(cls=struct, fields=fields) if struct not in seen:
                seen.add(struct)
                for field in fields:
                    yield from floats(field.type, seen)
            case VarTupleType(item_type=item):
                yield from floats(item, seen)
            case DictType(key_type=key, value_type=value):
                yield from floats(key, seen)
                yield from floats(value, seen)
            case UnionType(types=types):
                for one in types:
                    yield from floats(one, seen)
            case _:
                pass

    seen: set[type] = set()
    for kind in KINDS.values():
        assert list(floats(msgspec.inspect.type_info(kind), seen)) == []


def test_officers_acts_awards_and_keys_stand_alone() -> None:
    """Design, Segment: awards, hand payments, acta closes, keys and officers' acts are alone."""
    alone = {name for name, kind in KINDS.items() if kind.ALONE}
    assert alone >= {kind.KIND for kind in FAMILIES["reviews"]}
    assert alone >= {
        "ledger-founded/1",
        "ledger-founded/2",
        "source-enrolled/1",
        "source-enrolled/2",
        "key-rotated/1",
        "key-revoked/1",
        "parameter-set/1",
        "jackpot-won/1",
        "award-verified/1",
        "award-refused/1",
        "award-paid/1",
        "hand-paid/1",
        "acta-completed/1",
        "approval/1",
        "correction/1",
    }
    assert not alone & {kind.KIND for kind in FAMILIES["rounds"] + FAMILIES["outcomes"]}
    assert not alone & {"play/1", "ball-drawn/1", "cards-sold/1", "clock-ticked/1"}


def test_an_ordinary_bet_is_at_most_450_bytes() -> None:
    """Design, Events: the whole envelope, with long names and a bet that fills its usual fields."""
    bet = Envelope(
        origin="casino-santa-maria.cv",
        source=SourceId("mesa-roleta-americana-04"),
        seq=12_345_678,
        previous=NO_LINK,
        kind=BetPlaced.KIND,
        at="2026-11-20T22:15:31.123456Z",
        day="2026-11-20",
        place=PlaceId("RA-04"),
        round=RoundId("RA-04/2026-11-20/1234"),
        payload=BetPlaced(
            bet=123,
            seat=7,
            player="p-7f3a9c21",
            chance="cavalo_de_duzia",
            selection="1-2",
            amount=123_456_789,
            chips=Chips(count=20, value=500_000),
            means="chips",
        ),
    )
    assert len(encode(bet)) <= 450


def test_the_schema_is_valid_and_describes_everything() -> None:
    """Design, Kinds: JSON Schema 2020-12 of all, each with its description."""
    schema = json_schema()
    jsonschema_rs.meta.validate(schema)
    assert [rule["if"]["properties"]["kind"]["const"] for rule in schema["allOf"]] == list(KINDS)
    for kind in KINDS.values():
        definition = schema["$defs"][kind.__name__]
        assert definition["title"] == kind.KIND
        assert definition["description"]
        assert all(one.get("description") for one in definition["properties"].values()), kind.KIND
        assert ("$comment" in definition) == kind.ALONE


VALIDATOR: Any = jsonschema.Draft202012Validator(json_schema())


@given(envelopes())
def test_the_schema_accepts_what_the_ledger_encodes(envelope: Envelope) -> None:
    """A source written from the schema and one written from the code agree on what an event is."""
    raw = encode(envelope).partition(b"\n\n")[2]
    VALIDATOR.validate({"kind": envelope.kind, **msgspec.json.decode(raw)})


@pytest.mark.parametrize(
    "change",
    [
        {"amount": 1.5},
        {"amount": "500"},
        {"chance": None},
        {"chips": None},
        {"unknown": 1},
        {"seat": -1},
        {"bet": 0},
    ],
)
def test_the_schema_refuses_what_the_ledger_refuses(change: dict[str, Any]) -> None:
    """Wrong types, nulls for what is absent, and unknown fields are outside the schema, too."""
    payload = {"bet": 1, "seat": 2, "chance": "grande", "amount": 500}
    body = {"at": "2026-11-20T22:15:31.123456Z", "day": None, "place": None, "round": None}
    good = {"kind": BetPlaced.KIND, **body, "payload": payload}
    assert VALIDATOR.is_valid(good)
    assert not VALIDATOR.is_valid(good | {"payload": payload | change})
