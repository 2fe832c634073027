"""The archive's tests share two sealed ranges of a small night, and ledgers that they may leave."""

from tests.fixtures.sealed import touched, two, two_ranges

__all__ = ["touched", "two", "two_ranges"]
