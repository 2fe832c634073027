"""Fixtures by topic, and Hypothesis profiles."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.fixtures.postgres", "tests.fixtures.casino", "tests.fixtures.memory"]

# Derandomized everywhere: a failure that somebody met is met by everybody.
# RAZAO_HYPOTHESIS=search looks further.
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
settings.load_profile(os.environ.get("RAZAO_HYPOTHESIS", "suite"))

SHARED = Path(__file__).parents[2] / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest, so that no worker is left with one when the others have done."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Let no search for garbage look at thousands of collected tests again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """Give the folder of the law and of real data beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("the folder `shared` with the law and real data is not beside this checkout")
    return SHARED
