"""The program's bill of materials: which distributions it runs on, as CycloneDX 1.6.

It is read off what is installed, once a process, and is the same bytes as long as that is the same:
no time and no random number stand in it. Each distribution has the SHA-256 of its list of files
(``RECORD``), which has the hash of each of them; the program has the hash of its files as they lie
here, and of the wheel it came from, where whoever installed it kept that.
"""

import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

PROGRAM: Final = "razao"
PACKAGES: Final = ("api", "ledger", "ops", "projections")
_OF_THE_PROGRAM: Final = frozenset({".py", ".sql", ".toml", ".json"})


class _Archive(msgspec.Struct):
    hash: str = ""
    hashes: dict[str, str] = {}


class _DirectUrl(msgspec.Struct):
    """Whence a distribution was installed, as far as pip and uv say it (PEP 610)."""

    archive_info: _Archive = msgspec.field(default_factory=_Archive)


@cache
def files_hash() -> str:
    """Return one SHA-256 of all the program's files, names and bytes."""
    digest = sha256()
    root = Path(__file__).parents[2]
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in _OF_THE_PROGRAM and path.is_file():
                name = path.relative_to(root).as_posix().encode()
                digest.update(len(name).to_bytes(4, "big") + name)
                digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@cache
def wheel_hash() -> str | None:
    """Return the SHA-256 of the wheel that the program came from; None where nobody kept it."""
    with suppress(metadata.PackageNotFoundError):
        return _wheel_of(metadata.distribution(PROGRAM))
    return None


@cache
def bill() -> bytes:
    """Return the bill of materials, JSON in a fixed order."""
    found = _needed()
    told: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _program(found[PROGRAM].told if PROGRAM in found else None)},
        "components": [_component(found[name].told) for name in sorted(found) if name != PROGRAM],
        "dependencies": [
            {
                "ref": _ref(one.told),
                "dependsOn": sorted({_ref(found[name].told) for name in one.wants & found.keys()}),
            }
            for _, one in sorted(found.items())
        ],
    }
    return msgspec.json.encode(told)


class _Needed(NamedTuple):
    """A distribution that the program needs, and what it asks for itself."""

    told: metadata.Distribution
    extras: set[str]
    wants: set[str]


def _needed() -> Mapping[str, _Needed]:
    """Return the installed distributions that the program asks for, and those that they ask for."""
    installed: dict[str, metadata.Distribution] = {}
    for one in metadata.distributions():
        installed.setdefault(canonicalize_name(one.metadata["Name"]), one)
    found: dict[str, _Needed] = {}
    waiting: deque[tuple[str, frozenset[str]]] = deque([(PROGRAM, frozenset())])
    while waiting:
        name, extras = waiting.popleft()
        if name not in installed or (name in found and extras <= found[name].extras):
            continue
        needed = found.setdefault(name, _Needed(installed[name], set(), set()))
        needed.extras.update(extras)
        wanted = list(_asked(needed.told, None if name == PROGRAM else needed.extras))
        needed.wants.update(each for each, _ in wanted)
        waiting.extend(wanted)
    return found


def _asked(
    one: metadata.Distribution, extras: Collection[str] | None
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the names that a distribution asks for here with these extras (None: all), and theirs.

    What is for another system, or another version of Python, is not asked for.
    """
    of = {"", *(one.metadata.get_all("Provides-Extra") or () if extras is None else extras)}
    for said in one.requires or ():
        try:
            wanted = Requirement(said)
        except InvalidRequirement:
            continue  # nobody who installs understood it either
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": each}) for each in of):
            yield canonicalize_name(wanted.name), frozenset(wanted.extras)


def _ref(one: metadata.Distribution) -> str:
    return f"pkg:pypi/{canonicalize_name(one.metadata['Name'])}@{one.version}"


def _program(one: metadata.Distribution | None) -> Mapping[str, Any]:
    properties = [{"name": "razao:files:sha256", "value": files_hash()}]
    if one is None:
        return {"type": "application", "name": PROGRAM, "properties": properties}
    wheel = _wheel_of(one)
    return {
        "type": "application",
        "bom-ref": _ref(one),
        "name": PROGRAM,
        "version": one.version,
        "purl": _ref(one),
        **({} if wheel is None else {"hashes": [{"alg": "SHA-256", "content": wheel}]}),
        "properties": properties,
    }


def _component(one: metadata.Distribution) -> Mapping[str, Any]:
    record = one.read_text("RECORD")
    listed = [] if record is None else [_property("razao:record:sha256", record)]
    return {
        "type": "library",
        "bom-ref": _ref(one),
        "name": one.metadata["Name"],
        "version": one.version,
        "purl": _ref(one),
        **({"properties": listed} if listed else {}),
    }


def _property(name: str, text: str) -> Mapping[str, str]:
    return {"name": name, "value": sha256(text.encode()).hexdigest()}


def _wheel_of(one: metadata.Distribution) -> str | None:
    said = one.read_text("direct_url.json")
    with suppress(msgspec.DecodeError):
        told = msgspec.json.decode(said or "{}", type=_DirectUrl).archive_info
        found = told.hashes.get("sha256") or told.hash.removeprefix("sha256=")
        return found if re.fullmatch(r"[0-9a-f]{64}", found) else None
    return None
