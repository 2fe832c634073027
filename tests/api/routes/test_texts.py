"""Texts over HTTP: handed in before the event, refused without a word repeated."""

import json
from hashlib import sha256
from typing import Any

import pytest

from api.services.api_keys import Role
from tests.api.conftest import Site

SALT = "07" * 32
NAME = "Etelvina Zambujal diz que não recebeu"


def line(salt: Any, text: Any) -> bytes:
    return json.dumps({"salt": salt, "text": text}).encode()


def lines(answer: Any) -> list[dict[str, Any]]:
    return [json.loads(one) for one in answer.content.splitlines()]


def test_a_text_is_handed_in_and_named_by_its_commitment(evening: Site) -> None:
    """The answer is what any SHA-256 makes of salt and text; the same again is the same."""
    expected = sha256(bytes.fromhex(SALT) + NAME.encode()).hexdigest()
    for _ in range(2):
        answer = evening.post("/v1/texts", line(SALT, NAME))
        assert answer.status_code == 200
        assert lines(answer) == [{"outcome": "kept", "commitment": expected}]
    assert evening.services.texts.open(expected).text == NAME


@pytest.mark.parametrize(
    "wrong",
    [line("07", NAME), line("zz" * 32, NAME), line(SALT, ""), line(SALT, 5), line(7, NAME), b"{"],
)
def test_a_line_that_cannot_be_kept_is_named_and_the_others_are(
    evening: Site, wrong: bytes
) -> None:
    """Each line has its answer, and no answer repeats the text."""
    answer = evening.post("/v1/texts", wrong + b"\n" + line("08" * 32, NAME))
    assert answer.status_code == 207
    refused, kept = lines(answer)
    assert refused["outcome"] in {"malformed", "text"}
    assert refused["detail"].startswith("line 1: ")
    assert "Etelvina" not in answer.text
    assert kept["outcome"] == "kept"


def test_who_only_reads_hands_nothing_in(evening: Site) -> None:
    """A text comes from whoever may submit the event that commits to it."""
    for role in set(Role) - {Role.SOURCE}:
        assert evening.post("/v1/texts", line(SALT, NAME), role).status_code == 403
