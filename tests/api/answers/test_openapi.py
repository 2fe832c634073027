"""What is documented is what is there, and the other way round."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.python.asgi import shutdown_lifespans
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
)

from api.answers.problems import MEDIA_TYPE, OUTCOMES, PROBLEMS
from api.requests.auth import ACCESS
from api.requests.parameters import _spans_the_wrong_way
from ledger.money import INTEGER_MAX
from projections.reads.basis.known_names import FILTERS
from tests.api.conftest import Site, app_over
from tests.api.requests.test_access import OPERATIONS

EXAMPLES = (4, 40)
"""Of each operation, in every run and in the deep tier."""
PDF = 4
"""So many times fewer are tried that may set a document, which takes a tenth of a second."""
LINES = "application/x-ndjson"
ANYWHERE = {"no-such-route", "method-not-allowed"}
"""Problems of no operation: they stand in the introduction."""


EXPORT = "exportFindings"
ASKED = [
    name
    for name, (_, address, _) in OPERATIONS.items()
    if name == EXPORT or not address.startswith("/v1/exports/")
    if name != "startVerification"
]
"""Every operation, and of the exports, which one function makes, one for all.

A verification, which takes nothing that can be made up, would outlive the app that began it.
"""


ONE_LINE = {"draftAct", "recordAct"}
"""Operations that take one line: whatever is wrong with it is wrong with the request."""
TOGETHER = {"saveReport", "saveSubscription"}
"""Operations whose parameters are right together, or by what is known here: a table without days
has no span, and messages go to no machine of the house."""
CLOSED_BY_THE_OLDER_FORMAT = "getTile"
"""Open to all, but for a log of older envelopes, whose links can be guessed from its tiles."""


@schemathesis.serializer(LINES, "text/plain", "application/schema+json")
def lines(_context: Any, value: Any) -> bytes:
    """Send lines as they were made up."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


@schemathesis.deserializer(LINES)
def text(_context: Any, response: Any) -> str:
    """Take lines for the text that the document says they are."""
    return response.content.decode()


@pytest.fixture(scope="session")
def document(evening: Site) -> dict[str, Any]:
    """Give the OpenAPI document as it is served."""
    return evening.client.get("/openapi.json").json()


@pytest.fixture(scope="session")
def schema(evening: Site) -> Iterator[Any]:
    """Read the document once, of an app of its own, and end it before its ledger ends.

    Schemathesis would keep the app to the end of the process, its threads beside a closed door.
    """
    yield schemathesis.openapi.from_asgi("/openapi.json", app_over(evening.services))
    shutdown_lifespans()


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return every operation by its id."""
    return {
        one["operationId"]: one
        for methods in document["paths"].values()
        for one in methods.values()
    }


def names_nobody_knows(response: Any) -> bool:
    """Tell whether a request was refused for names of its filters, such as a place, and no more."""
    errors = response.json().get("errors", ()) if response.status_code == 422 else ()
    return bool(errors) and all(
        one["where"].removeprefix("query.") in FILTERS
        and one["message"].startswith(("expected one of ", "none is known"))
        for one in errors
    )


def sent(address: str) -> set[str]:
    """Return the names that stand after the question mark of an address.

    >>> sorted(sent("/v1/rounds?place=BJ-04&=&day="))
    ['', 'day', 'place']
    """
    return set(parse_qs(urlsplit(address).query, keep_blank_values=True))


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "examples", [EXAMPLES[0], pytest.param(EXAMPLES[1], marks=pytest.mark.deep)]
)
@pytest.mark.parametrize("operation", ASKED)
def test_nothing_that_can_be_asked_breaks_a_promise(
    evening: Site, schema: Any, operation: str, examples: int
) -> None:
    """Whatever is sent, right or wrong: documented statuses, types and shapes, and never a 500."""
    found = schema.find_operation_by_id(operation)
    roles = ACCESS[operation]
    headers = {} if roles is None else evening.headers(min(roles))

    # A body of lines is a text, and so is everything that can be sent in its place; what is wrong
    # with a line stands in the line's answer.
    excluded = [negative_data_rejection] if "requestBody" in found.definition.raw else []
    if operation in ONE_LINE | TOGETHER:
        excluded.append(positive_data_acceptance)
    last = evening.get("/v1/rounds").json()["position"]

    @settings(
        max_examples=examples // PDF if operation.endswith("Pdf") else examples,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of(
            *(
                found.as_strategy(generation_mode=mode)
                for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
            )
        )
    )
    def run(case: schemathesis.Case) -> None:
        known = (case.query or {}).get("known")
        if type(known) is int and 0 <= known <= INTEGER_MAX:
            case.query["known"] = known % (last + 1)  # a schema cannot say where the log ends
        response = case.call(headers=headers)
        query = case.query or {}
        left_out = list(excluded)
        # A schema cannot say where the log's clock stands, that one parameter is not after
        # another, nor which places and players there are.
        if (
            isinstance(known, str)
            or any(_spans_the_wrong_way({name: str(value) for name, value in query.items()}))
            or names_nobody_knows(response)
        ):
            left_out.append(positive_data_acceptance)
        # An unknown parameter that is an empty list is not sent: what was asked was right. Which
        # are made up depends on the modules that are loaded, so one run in many has such a one.
        if not query.keys() <= sent(response.request.url):
            left_out.append(negative_data_rejection)
        case.validate_response(response, headers=headers, excluded_checks=left_out)

    run()


def test_every_code_is_documented_where_it_can_be_met(document: dict[str, Any]) -> None:
    """In the introduction, in the schema, and with an example in at least one operation."""
    assert document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] == list(
        PROBLEMS
    )
    met: dict[str, int] = {}
    for one in operations(document).values():
        for status, response in one["responses"].items():
            content = response.get("content", {}).get(MEDIA_TYPE, {})
            for code, example in content.get("examples", {}).items():
                assert example["value"]["code"] == code
                assert example["value"]["status"] == int(status) == PROBLEMS[code].status
                assert f"`{code}`" in response["description"]
                met[code] = met.get(code, 0) + 1
    assert set(met) == set(PROBLEMS) - ANYWHERE
    for code, problem in PROBLEMS.items():
        row = f"| `{code}` | {problem.status} | {problem.title} | {problem.remedy} |"
        assert row in document["info"]["description"]


def test_every_outcome_of_a_segment_is_documented(document: dict[str, Any]) -> None:
    """In the introduction with its meaning, and in the schema of a line."""
    for code, meaning in OUTCOMES.items():
        assert f"| `{code}` | {meaning} |" in document["info"]["description"]
    answer = document["components"]["schemas"]["SegmentAnswer"]
    assert answer["properties"]["outcome"]["enum"] == list(OUTCOMES)


def test_every_operation_says_what_it_is_and_for_whom(document: dict[str, Any]) -> None:
    """Id, summary, description, tag, roles, and the key where one is needed."""
    assert document["components"]["securitySchemes"]["apiKey"]["scheme"] == "bearer"
    for name, one in operations(document).items():
        roles = ACCESS[name]
        assert one["summary"]
        assert one["tags"]
        assert ("Needs no key." in one["description"]) == (roles is None)
        assert ("security" in one) == (roles is not None)
        assert one["x-roles"] == sorted(roles or ())
        assert {"422", "500"} <= set(one["responses"])
        refuses = roles is not None or name == CLOSED_BY_THE_OLDER_FORMAT
        assert ({"401", "403"} <= set(one["responses"])) == refuses, name
        for parameter in one.get("parameters", ()):
            assert parameter["description"], (name, parameter["name"])


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    """And nothing of the framework's own shape of errors is left."""

    def references(node: Any) -> set[str]:
        match node:
            case {"$ref": str(reference)}:
                return {reference}
            case dict():
                return set().union(*map(references, node.values()))
            case list():
                return set().union(*map(references, node))
            case _:
                return set()

    there = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references(document) <= there
    assert not any("ValidationError" in name for name in there)
    assert {"Segment", "SegmentAnswer", "Record", "ReplayLine", "Problem"} <= {
        name.rpartition("/")[2] for name in there
    }


def test_the_document_speaks_english(document: dict[str, Any]) -> None:
    """Portuguese belongs to values and to the texts of findings, never to the documentation."""
    texts = [document["info"]["description"]]
    for one in operations(document).values():
        texts += [one["summary"], one["description"]]
    foreign = {" não ", " uma ", " der ", " und ", " nicht "}
    assert not [text for text in texts for word in foreign if word in text]


def test_the_page_of_documentation_is_served(evening: Site) -> None:
    """`/docs` shows the document, without a key: it says nothing of what the ledger holds."""
    response = evening.get("/docs", None)
    assert response.status_code == 200
    assert "/openapi.json" in response.text
