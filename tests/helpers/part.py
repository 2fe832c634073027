"""A part of many cases in the suite, all of them in what only `.ci/run` waits for."""

import os
from collections.abc import Iterable
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

EVERY: Final = os.environ.get("RAZAO_HYPOTHESIS") == "full"


def part_of(cases: Iterable[T], share: int, seed: str) -> list[T]:
    """Return one in so many cases, the same in every run; with RAZAO_HYPOTHESIS=full all."""
    every = list(cases)
    return every if EVERY else Random(seed).sample(every, -(-len(every) // share))
