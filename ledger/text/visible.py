"""Text as people may be shown it: no character in it moves, hides or turns what stands around it.

A key may sign any character but NUL. An escape sequence clears a terminal or writes a line that
looks like one of the program's, a right-to-left mark turns an amount's digits round, a line break
lets one value look like two. Files and answers for programs have the text as it was signed.
"""

import re
from typing import Final

_HIDDEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Controls of C0 and C1, breaks of lines, marks of direction, characters of no width, and halves of
a character. Joiners stand: emoji and some scripts are made with them."""


def visible(text: str) -> str:
    r"""Return a text whose characters that nobody sees are spelt as escapes, on one line.

    >>> visible("mesa 4")
    'mesa 4'
    >>> print(visible("\x1b[2J\u202e12"), visible("a\nb"))
    \x1b[2J\u202e12 a\nb
    """
    return _HIDDEN.sub(_escape, text)


def visible_page(text: str) -> str:
    """Return a page's text with the same escapes; its own breaks of lines stand."""
    return "\n".join(map(visible, text.split("\n")))


def _escape(found: re.Match[str]) -> str:
    return repr(found[0])[1:-1] if found[0] != "\xad" else r"\xad"
