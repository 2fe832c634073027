"""Which games there are, and what their records look like."""

import json

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from projections.replay.registry import (
    GAMES,
    UnknownGameError,
    decode_record,
    judge,
    record_schema,
)

ROUND = {
    "game": "roleta_americana",
    "resultado": {"numero": "17", "cor": "preto"},
    "bets": [{"bet": 1, "seat": 3, "tipo": "pleno", "selecao": "17", "valor": 100}],
}


def test_every_game_has_a_definition_of_its_own() -> None:
    """The schema tells the games apart by ``game``."""
    schema = record_schema()
    assert set(schema["discriminator"]["mapping"]) == set(GAMES)
    jsonschema_rs.meta.validate(schema)


def test_the_schema_takes_what_replay_takes_and_refuses_what_it_refuses() -> None:
    """A record with a field too many is neither valid nor decoded."""
    validator = Draft202012Validator(record_schema())
    assert validator.is_valid(ROUND)
    assert judge(decode_record(json.dumps(ROUND))).settlement.lines[0].due == 3_600
    wrong = {**ROUND, "colour": "red"}
    assert not validator.is_valid(wrong)
    with pytest.raises(Exception, match="colour"):
        decode_record(json.dumps(wrong))


def test_an_unknown_profile_is_named_with_those_that_exist() -> None:
    """A table bound to a profile of another version cannot be judged by a guess."""
    record = decode_record(json.dumps({**ROUND, "profile": "cv-1999@1"}))
    with pytest.raises(UnknownGameError, match=r"cv-2017@1.*got 'cv-1999@1'"):
        judge(record)
