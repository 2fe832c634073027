"""The catalogue: every kind told whole, its example valid, and other programs read it."""

import msgspec
import pytest
from jsonschema import Draft202012Validator

from ledger.events import KINDS
from ledger.events.catalogue.entries import catalogue, example_of
from ledger.signed.canonical import decode, encode
from projections.authority.catalogue import asyncapi, whole_kind
from projections.authority.matrix import row_of


@pytest.fixture(scope="module")
def document() -> dict[str, object]:
    """Make the AsyncAPI document, as it travels."""
    return msgspec.json.decode(msgspec.json.encode(asyncapi("1.2.3")))


def test_each_kind_is_told_whole() -> None:
    """Meaning, each field's meaning, the version that brought it: nothing is left to guess."""
    assert set(catalogue()) == set(KINDS)
    for kind, entry in catalogue().items():
        assert entry.meaning.endswith((".", ")")), kind
        assert all(field.meaning for field in entry.fields), kind
        assert entry.since, kind
        assert row_of(kind) is not None, kind


def test_money_is_said_to_be_minor_units() -> None:
    """Each field that the ledger takes as an amount says what it is counted in."""
    stake = {field.name: field for field in catalogue()["bet-placed/1"].fields}["amount"]
    assert (stake.type, stake.unit) == ("integer", "minor units of the currency")
    side = {field.name: field for field in catalogue()["link-lost/1"].fields}["side"]
    assert side.words == ("operator", "player", "unknown")


def test_each_example_is_an_envelope_of_its_kind() -> None:
    """To the byte: what the catalogue shows is what the door takes, and its schema agrees."""
    for kind in KINDS:
        data = example_of(kind)
        envelope = decode(data)
        assert (envelope.kind, encode(envelope)) == (kind, data)
        whole = msgspec.json.decode(msgspec.json.encode(whole_kind(kind)))
        Draft202012Validator(whole["schema"]).validate(whole["example"]["payload"])


def test_a_rule_that_a_kind_serves_is_named() -> None:
    """Wherever its description names the law."""
    assert catalogue()["link-restored/1"].rules == ("MAQ R36",)
    assert set(catalogue()["bet-placed/1"].rules) >= {"BF R8", "CF R17"}


def test_every_reference_of_the_document_leads_somewhere(document: dict[str, object]) -> None:
    """Channels to messages, messages to schemas, schemas to each other."""
    refs = _refs(document)
    assert len(refs) > len(KINDS)
    for ref in refs:
        at: object = document
        for step in ref.removeprefix("#/").split("/"):
            assert isinstance(at, dict), ref
            at = at[step]


def test_each_message_takes_its_own_example(document: dict[str, object]) -> None:
    """A generator of clients that reads the document accepts what devices send."""
    messages = document["components"]["messages"]  # type: ignore[index]
    assert len(messages) == len(KINDS)
    for name, message in messages.items():
        schema = {**message["payload"], "components": document["components"]}
        Draft202012Validator(schema).validate(message["examples"][0]["payload"])
        assert message["name"].replace("/", ".") == name
        assert message["x-said-by"]["by"]


def _refs(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return [*own, *(ref for one in value.values() for ref in _refs(one))]
    return [ref for one in value for ref in _refs(one)] if isinstance(value, list) else []
