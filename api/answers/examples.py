"""An example of each JSON answer and of each body, for the OpenAPI document.

Answers are those of a played evening; a body is one line that the service takes.

``tests/api/answers/test_examples.py`` holds each against the document's own schema.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

FILE: Final = Path(__file__).with_suffix(".json")
BODIES: Final = FILE.with_name("bodies.json")
MEDIA: Final = "application/json"


@cache
def examples() -> Mapping[str, Any]:
    """Return the example of each operation by its id."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Any])


@cache
def bodies() -> Mapping[str, str]:
    """Return the example of each operation's body by its id: one line of it."""
    told = msgspec.json.decode(BODIES.read_bytes(), type=dict[str, Any])
    return {name: f"{msgspec.json.encode(body).decode()}\n" for name, body in told.items()}


def with_examples(document: dict[str, Any]) -> None:
    """Put each operation's examples beside the schemas of its body and of its answer."""
    told, sent = examples(), bodies()
    for path in document["paths"].values():
        for operation in path.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                content["example"] = sent[operation["operationId"]]
            answer = operation["responses"].get("200", {}).get("content", {}).get(MEDIA)
            if answer is not None and operation["operationId"] in told:
                answer["example"] = told[operation["operationId"]]
