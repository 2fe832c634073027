"""Many cases of one fact in one test: collected once, and told apart where they fail.

Where there are dozens, pytest's own ``parametrize`` takes longer to collect and report them than
they take to run. It is still what to use where each case needs a fixture of its own.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]


def each(
    names: str | Sequence[str],
    cases: Iterable[Any],
    ids: Callable[[Any], str] = str,
    share: int = 1,
) -> Callable[[Test], Test]:
    """Run a test for each case in turn, as ``parametrize`` would; every one that fails is told.

    Of a ``share`` the suite tries one case in so many, and what only `.ci/run` waits for all.
    """
    given = [names] if isinstance(names, str) else list(names)
    told = [(case,) if isinstance(names, str) else tuple(case) for case in cases]
    some = {"some": told[::share], "all": told}

    def decorate(test: Test) -> Test:
        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name not in given]
        nested = "subtests" in signature.parameters

        @functools.wraps(test)
        def every(*args: Any, subtests: pytest.Subtests, **fixtures: Any) -> None:
            if nested:
                fixtures["subtests"] = subtests
            for values in some[fixtures.pop("cases")] if share > 1 else told:
                with subtests.test(", ".join(map(ids, values))):
                    test(*args, **dict(zip(given, values, strict=True)), **fixtures)

        if not nested:
            keyword = inspect.Parameter.KEYWORD_ONLY
            others.append(inspect.Parameter("subtests", keyword, annotation=pytest.Subtests))
        if share > 1:
            others.insert(0, inspect.Parameter("cases", inspect.Parameter.POSITIONAL_OR_KEYWORD))
        every.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        if share == 1:
            return every
        deep = pytest.param("all", marks=pytest.mark.deep)
        return pytest.mark.parametrize("cases", ["some", deep])(every)

    return decorate
