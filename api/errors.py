"""The errors of the API, before they become answers.

``ApiError``
├── ``ProblemError``            — the caller gets this problem: its code, and what was there
│   └── ``ReadingBarredError``  — he asks who read what, and is not of the Authority's side
├── ``NameTakenError``          — a living API key bears this name
└── ``NoSuchKeyError``          — no living API key bears this name
"""

from collections.abc import Mapping


class ApiError(Exception):
    """The base of every error about a request or its caller."""


class ProblemError(ApiError):
    """The caller gets a problem as his answer."""

    def __init__(
        self, code: str, detail: str = "", *, headers: Mapping[str, str] | None = None
    ) -> None:
        """Answer with a code of ``api.answers.problems.PROBLEMS``."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})


class ReadingBarredError(ProblemError):
    """Somebody who is not of the Authority's side asks who read what."""


class NameTakenError(ApiError):
    """A living API key bears this name."""


class NoSuchKeyError(ApiError):
    """No living API key bears this name."""
