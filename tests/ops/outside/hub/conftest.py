"""The hub's tests share two sealed ranges of a small night."""

from tests.fixtures.sealed import touched, two_ranges

__all__ = ["touched", "two_ranges"]
