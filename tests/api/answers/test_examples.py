"""The examples of the OpenAPI document: one of each JSON answer, as its schema has it."""

from typing import Any

import jsonschema
import msgspec

from api.answers.examples import MEDIA, bodies, examples
from api.routes.cases.acts import Draft, SignedAct
from api.services.api_keys import Role
from ledger.events import KINDS
from ledger.signed.canonical import decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, segment_fits
from tests.api.conftest import Site


def operations(document: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    """Return each operation that answers with JSON: its id, its address and its answer's schema."""
    return {
        operation["operationId"]: (path, answer)
        for path, methods in document["paths"].items()
        for operation in methods.values()
        if (answer := operation["responses"].get("200", {}).get("content", {}).get(MEDIA))
    }


def test_every_json_answer_has_an_example_that_its_schema_allows(evening: Site) -> None:
    """No operation without one, none of an operation that is gone, and each of them valid."""
    document = evening.client.get("/openapi.json").json()
    asked = operations(document)
    assert set(examples()) == set(asked)
    for name, (_, answer) in asked.items():
        schema = {**answer["schema"], "components": document["components"]}
        jsonschema.validate(answer["example"], schema, cls=jsonschema.Draft202012Validator)
        assert answer["example"] == examples()[name]


def test_every_body_has_an_example_that_the_service_takes(evening: Site) -> None:
    """A record is judged without a fault, a text kept, a segment's signature fits its bytes."""
    document = evening.client.get("/openapi.json").json()
    asked = {
        operation["operationId"]: content["example"]
        for methods in document["paths"].values()
        for operation in methods.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    }
    assert asked == bodies()
    judged = evening.post("/v1/replay", asked["replayRecords"].encode(), Role.INSPECTOR)
    assert judged.status_code == 200
    (found,) = judged.json()["findings"]
    assert found["code"] == "RA-PAY"
    assert evening.post("/v1/texts", asked["depositTexts"].encode()).status_code == 200
    act = msgspec.json.decode(asked["recordAct"], type=SignedAct)
    draft = msgspec.json.decode(asked["draftAct"], type=Draft)
    said = decode(act.envelope)
    assert (said.kind, said.source, said.day) == (draft.kind, draft.source, draft.day)
    assert said.payload == msgspec.convert(draft.payload, KINDS[draft.kind])
    of_act = Segment(key=act.key, signature=act.signature, envelopes=(act.envelope,))
    for segment in (msgspec.json.decode(asked["submitEvents"], type=Segment), of_act):
        event = decode(segment.envelopes[0])
        signed = Signed.of(event.origin, event.source, segment.key)
        links = [link_of(one) for one in segment.envelopes]
        assert segment_fits(signed, segment.signature, event.seq, event.previous, links)
