"""The terminal: values are shown as they are, and never say themselves how they are drawn.

Rich reads ``[bold]`` in a text as a style, and stops at a ``[/b]`` that closes nothing; it makes
pictures of ``:bug:``; and it hands on escape sequences. Names and reasons that a key signed may
hold each of these. So a text has no markup here, and is spelt visibly; styles are said beside it.
"""

import errno
import os
from typing import Any

from rich.console import Console
from rich.text import Text
from typing_extensions import override

from ledger.text.visible import visible


class Screen(Console):
    """Standard output, or standard error, for people."""

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False) -> None:
        """Write to standard output unless told otherwise; ``soft_wrap`` leaves lines whole."""
        super().__init__(
            stderr=stderr, soft_wrap=soft_wrap, markup=False, emoji=False, highlight=False
        )

    @override
    def on_broken_pipe(self) -> None:
        """Raise a broken pipe where the reader of standard output has gone; Rich would hide it."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

    @override
    def render_str(self, text: str, **how: Any) -> Text:
        """Return a text to draw, each of its characters visible."""
        return super().render_str(visible(text), **how)


def styled(*parts: str | tuple[str, str]) -> Text:
    """Return parts in a row, each a text or a text with its style; values may be among them."""
    return Text.assemble(
        *(visible(part) if isinstance(part, str) else (visible(part[0]), part[1]) for part in parts)
    )
