"""Audits of one evening, hundreds of times over."""

from collections.abc import Iterator
from functools import cache

import pytest

from ledger.signed import segments, signing


@pytest.fixture(autouse=True, scope="module")
def remembered() -> Iterator[None]:
    """Ask once whether a signature fits: the answer to the same question is always the same."""
    once = cache(signing.fits)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(segments, "fits", once)
        yield
