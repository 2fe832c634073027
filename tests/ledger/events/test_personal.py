"""Personal data in the vocabulary: each field that could hold some is classed."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from ledger.events import KINDS
from ledger.events.catalogue.schema import field_types, structs
from ledger.events.personal import ABOUT, TEXTS, uses_of
from ledger.events.reviews import DisputeOpened

PSEUDONYMS: Final = frozenset({"Player", "Badge"})
"""Types of words that stand for a person, and never are his name."""
WORDS: Final = (
    "Name PoolName EventName RoundName Code Currency Card Tile Symbol Day Instant Mode Side Role "
    "RegistrarSide Literal LinkHex SignatureHex MLDSA44KeyHex BetNumber Count Figures Integer "
    "Minor Positive Ppm Residue Seat Small bool int tuple Annotated Meta"
)
OF_THINGS: Final = frozenset(re.findall(r"\w+", WORDS))
"""Types of words that a house or a rule gives to things, of hashes, and of numbers."""
OPEN: Final = {
    "access-recorded.subject": "addresses, of which whatever is no id is blotted out first",
    "access-granted.prefix": "twelve hexadecimal digits, by which a key is found",
    "ball-landed.number": "a slot of a wheel: at most three characters",
    "parameter-set.value": "a rule's words; who sets it needs another's agreement",
    "table-opened.options": "a rule's words",
    "error-noted.facts": "figures and words of the rules, which replay reads",
    "correction.replacement": "the payload of a kind, whose fields are classed here",
}
"""Fields that may hold any words, each with why no person is in it."""
OPEN_TYPES: Final = frozenset({"str", "Value", "Json", "Options"})
NAMED_PERSONS: Final = frozenset({"person", "complainant", "player"})


def fields() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield every field of every kind and of the structures within, with its types' names."""
    kinds = {kind: name.partition("/")[0] for name, kind in KINDS.items()}
    for struct in structs():
        name = kinds.get(struct, struct.__name__)
        for field, types in field_types(struct).items():
            yield f"{name}.{field}", frozenset(types)


def test_every_commitment_has_its_class() -> None:
    """A field that commits to a text is kept for its class's years, and read by its readers.

    The text of an erasure is the erased one's.
    """
    told = {name for name, types in fields() if "Commitment" in types}
    assert told - {"text-erased.text"} == set(TEXTS)


def test_every_field_that_takes_any_words_is_excused() -> None:
    """A new field of text is a commitment, or stands here with why nobody's name is in it."""
    assert {name for name, types in fields() if types & OPEN_TYPES} == set(OPEN)


def test_every_type_of_a_field_is_classed() -> None:
    """A new type of word stands for a person, names a thing, is a text's, or may hold anything."""
    known = PSEUDONYMS | OF_THINGS | OPEN_TYPES | {"Commitment"}
    known |= {struct.__name__ for struct in structs()}  # whose own fields are looked at
    assert {one for _, types in fields() for one in types} <= known


def test_every_field_that_names_a_person_holds_a_pseudonym() -> None:
    """Who reads what a text is about finds it in one of these fields."""
    assert set(ABOUT) == NAMED_PERSONS
    for name, types in fields():
        if name.partition(".")[2] in NAMED_PERSONS:
            assert types & (PSEUDONYMS | {"Name"}), name


def test_an_event_tells_its_texts_with_whom_they_are_about() -> None:
    """The commitment, its class, the pseudonym and the case; without a text nothing."""
    (use,) = uses_of(
        DisputeOpened.KIND,
        DisputeOpened(dispute="d-1", subject="round", complainant="p-7", text="ab" * 32),
    )
    assert msgspec.structs.asdict(use) == {
        "field": "text",
        "commitment": "ab" * 32,
        "text_class": "reclamacao",
        "person": "p-7",
        "dispute": "d-1",
    }
    assert list(uses_of(DisputeOpened.KIND, DisputeOpened(dispute="d-1", subject="round"))) == []
