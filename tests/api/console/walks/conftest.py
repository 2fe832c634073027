"""Debian's own browser for the walks; what asks for it is collected where one can be driven."""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

collect_ignore = [] if find_spec("playwright") else ["shots/make.py"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Run the browser."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield made
        made.close()
