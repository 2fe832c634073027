"""Fixtures by topic, and Hypothesis profiles."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.fixtures.postgres", "tests.fixtures.casino"]

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


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """Give the folder of the law and of real data beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("the folder `shared` with the law and real data is not beside this checkout")
    return SHARED
