"""An example of each JSON answer, for the OpenAPI document: what a played evening answered.

``tests/api/answers/test_examples.py`` holds each against the document's own schema.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

FILE: Final = Path(__file__).with_suffix(".json")
MEDIA: Final = "application/json"


@cache
def examples() -> Mapping[str, Any]:
    """Return the example of each operation by its id."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Any])


def with_examples(document: dict[str, Any]) -> None:
    """Put each operation's example beside the schema of its answer."""
    told = examples()
    for path in document["paths"].values():
        for operation in path.values():
            answer = operation["responses"].get("200", {}).get("content", {}).get(MEDIA)
            if answer is not None and operation["operationId"] in told:
                answer["example"] = told[operation["operationId"]]
