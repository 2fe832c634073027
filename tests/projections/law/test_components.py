"""The bill of materials: valid CycloneDX, of what the program runs on, and told by bundles."""

import json
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from projections.law.components import bill, files_hash, wheel_hash
from tests.fixtures.command import razao


def told() -> dict[str, Any]:
    """Return the bill of materials of this very process."""
    return json.loads(bill())


def test_it_is_valid_cyclonedx() -> None:
    """By the published schema of version 1.6, in its strict form; which knows what is none."""
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    assert validator.validate_str(bill().decode()) is None
    assert validator.validate_str(bill().decode().replace('"library"', '"shelf"')) is not None


def test_it_names_what_the_program_runs_on_and_no_tool_of_its_makers() -> None:
    """Each distribution with its version and the hash of its list of files, extras too."""
    found = {one["purl"]: one for one in told()["components"]}
    for name in ("cryptography", "psycopg", "psycopg-binary", "uvloop", "starlette"):
        one = found[f"pkg:pypi/{name}@{metadata.version(name)}"]
        record = metadata.distribution(name).read_text("RECORD")
        assert record is not None
        assert one["properties"] == [
            {"name": "razao:record:sha256", "value": sha256(record.encode()).hexdigest()}
        ]
    assert not any(one["name"] in ("pytest", "ruff", "hypothesis") for one in found.values())
    edges = {one["ref"]: one["dependsOn"] for one in told()["dependencies"]}
    assert edges.keys() == {*found, told()["metadata"]["component"]["bom-ref"]}
    assert all(each in found for one in edges.values() for each in one)


def test_the_program_has_the_hash_of_its_wheel_where_whoever_installed_it_kept_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As pip writes it down, in both spellings; of a folder of sources there is none."""
    assert wheel_hash() is None
    folder = tmp_path / "razao-9.9.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: razao\nVersion: 9.9\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    hashed = "ab" * 32
    for archive in ({"hashes": {"sha256": hashed}}, {"hash": f"sha256={hashed}"}):
        said = {"url": "file:///razao-9.9-py3-none-any.whl", "archive_info": archive}
        (folder / "direct_url.json").write_text(json.dumps(said))
        for one in (wheel_hash, bill):
            one.cache_clear()
        assert wheel_hash() == hashed
        assert told()["metadata"]["component"]["hashes"] == [{"alg": "SHA-256", "content": hashed}]
    for one in (wheel_hash, bill):
        one.cache_clear()


def test_a_line_of_what_is_asked_for_is_read_as_installers_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any spelling and extra; what is for other systems, and what nobody understands, is none."""
    folder = tmp_path / "razao-9.9.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: razao\nVersion: 9.9\nProvides-Extra: more\n"
        "Requires-Dist: Typing.Extensions (>=4)\n"
        "Requires-Dist: psycopg[binary]>=3; python_version > '3' and extra == \"more\"\n"
        "Requires-Dist: structlog; sys_platform == 'nowhere'\n"
        "Requires-Dist: msgspec; extra == 'another'\n"
        "Requires-Dist: rich ;; what\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    bill.cache_clear()
    edges = {one["ref"]: one["dependsOn"] for one in told()["dependencies"]}
    bill.cache_clear()
    assert [one.partition("@")[0] for one in edges["pkg:pypi/razao@9.9"]] == [
        "pkg:pypi/psycopg",
        "pkg:pypi/typing-extensions",
    ]
    assert any(one.startswith("pkg:pypi/psycopg-binary@") for one in edges)


def test_the_command_prints_the_same_bytes(tmp_path: Path) -> None:
    """`razao rules version --sbom` is what a bundle has, to be held beside it."""
    done = razao("", tmp_path, "rules", "version", "--sbom")
    assert (done.returncode, done.stdout.encode()) == (0, bill())
    assert files_hash() in done.stdout
