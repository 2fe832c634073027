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
MEDIA: Final = "application/json"


def examples() -> Mapping[str, Any]:
    """Return the example of each operation by its id."""
    return _read()["answers"]


def bodies() -> Mapping[str, str]:
    """Return the example of each operation's body by its id: one line of it."""
    return {
        name: f"{msgspec.json.encode(body).decode()}\n" for name, body in _read()["bodies"].items()
    }


@cache
def _read() -> Mapping[str, dict[str, Any]]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, Any]])


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
