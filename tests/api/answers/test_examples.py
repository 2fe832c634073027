"""The examples of the OpenAPI document: one of each JSON answer, as its schema has it."""

from typing import Any

import jsonschema

from api.answers.examples import MEDIA, examples
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
