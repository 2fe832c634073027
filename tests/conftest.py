"""Fixtures by topic, and Hypothesis profiles."""

import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from tests.helpers.part import EVERY

pytest_plugins = [
    "tests.fixtures.postgres",
    "tests.fixtures.processes",
    "tests.fixtures.casino",
    "tests.fixtures.memory",
    "tests.fixtures.replicas",
    "tests.fixtures.tokens",
]

# Derandomized everywhere: a failure that somebody met is met by everybody. Of the examples that a
# test asks for, every run tries a third, and of what is pure, of which `.ci/run` tries all, a sixth
# (RAZAO_HYPOTHESIS=full); `just test` (quick) tries a twelfth, and search looks further.
PROFILE = os.environ.get("RAZAO_HYPOTHESIS", "suite")
PARTS = {"quick": 12, "suite": 3}
"""The part of the examples that a profile tries."""
PURE = tuple(
    f"tests/{folder}/" for folder in ("projections/replay", "projections/gather", "ledger/signed")
)
"""Where ``.ci/run`` measures branches, with every example: there every run tries half of that."""
settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile(
    "search", settings.get_profile("suite"), derandomize=False, max_examples=2000
)
settings.register_profile("quick", settings.get_profile("suite"))
settings.register_profile("full", settings.get_profile("suite"))
settings.load_profile(PROFILE)

SHARED = Path(__file__).parents[2] / "shared"

gc.disable()  # what is collected stays: to look through it again and again costs a tenth of that


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in docstrings only where there are some: three files have them."""
    found = yield
    if file_path.suffix != ".py" or ">>> " in file_path.read_text(encoding="utf-8"):
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]


@pytest.hookimpl(tryfirst=True)  # before those are chosen that are deep, or are not
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest, so that no worker ends alone; try a part of cases and examples."""
    leave_to_the_deep_tier(items)
    deep = {item.path for item in items if item.get_closest_marker("deep") is not None}
    if unseen := sorted(str(path) for path in deep if not has_deep(path)):
        raise pytest.UsageError(f"deep tests that nothing in the file tells, see DEEP: {unseen}")
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    tests = {item.function: item.nodeid for item in items if isinstance(item, pytest.Function)}
    for test, name in tests.items():
        asked = getattr(test, "_hypothesis_internal_use_settings", None)
        if asked is not None:
            part = PARTS.get(PROFILE, 1) * (
                2 if PROFILE == "suite" and name.startswith(PURE) else 1
            )
            some = max(asked.max_examples // part, 1)
            test._hypothesis_internal_use_settings = settings(asked, max_examples=some)


def leave_to_the_deep_tier(items: list[pytest.Item]) -> None:
    """Of a test that is marked ``one_in(n)`` keep one case in n; where all are tried, keep each."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("one_in") is not None:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for every in () if EVERY else cases.values():
        every.sort(key=lambda item: item.nodeid)
        for number, item in enumerate(every):
            marker = item.get_closest_marker("one_in")
            if marker is not None and number % marker.args[0]:
                item.add_marker("deep")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let no search for garbage look at thousands of collected tests again and again."""
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


DEEP = ("deep", "one_in(", "share=", "HONEST", "FAULTY")
"""One of these stands in each file that has a deep test: the suite refuses another."""


def has_deep(path: Path) -> bool:
    """Tell whether a file may have a deep test."""
    text = path.read_text(encoding="utf-8")
    return any(word in text for word in DEEP)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only the deep tier is asked for, pass by the files that have nothing of it."""
    if config.option.markexpr != "deep" or not collection_path.name.startswith("test_"):
        return None
    return not has_deep(collection_path) or None


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """Give the folder of the law and of real data beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("the folder `shared` with the law and real data is not beside this checkout")
    return SHARED
