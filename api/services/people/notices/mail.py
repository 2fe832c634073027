"""Letters about findings: several in one, to a mailbox, by a server that speaks TLS.

A letter has the findings that wait for its mailbox, each a title, where it was found and a link, in
the subscriber's language. Its Message-ID is the first notice's id, so that a letter that is sent
again after a crash is known for the same.
"""

import smtplib
import ssl
from collections.abc import Callable, Sequence
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from typing import Final, Literal

from msgspec import Struct

from api.services.people.notices.messages import link_to, titled
from api.services.people.notices.queue import WITHDRAWN, Notice, Told
from api.services.people.notices.sending import TAKEN, Outcome, failed
from api.services.people.notices.subscriptions import Language

SECONDS_MAX: Final = 20.0
StateWord = Callable[[str, Language], str]
"""Gives the state of a finding in words."""
LETTER_MAX: Final = 50
"""Findings of one letter."""
_SEVERAL: Final = {"pt": "{} constatações", "en": "{} findings"}
_TRIAL: Final = {
    "pt": "Esta mensagem experimenta uma caixa de correio para constatações; não há nada a fazer.",
    "en": "This message tries a mailbox for findings; there is nothing to do.",
}
_WITHDRAWN: Final = {"pt": "retirada", "en": "withdrawn"}
_STATE: Final = {"pt": "estado", "en": "state"}


class Post(Struct, frozen=True, kw_only=True):
    """The server by which letters leave, and as whose."""

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = None
    tls: Literal["from the first byte", "by STARTTLS"] = "by STARTTLS"

    def __repr__(self) -> str:
        """Return the server without its password."""
        return f"Post({self.host}:{self.port})"


def is_mailbox(text: str) -> bool:
    """Tell whether a text is the address of one mailbox.

    >>> is_mailbox("caixa@casa.cv"), is_mailbox("a@b, c@d"), is_mailbox("Ana <a@casa.cv>")
    (True, False, False)
    """
    if not text.isascii() or not text.isprintable() or any(one in text for one in " ,;<>\"'()"):
        return False
    try:
        address = Address(addr_spec=text)
    except (MessageError, ValueError, IndexError):
        return False
    return bool(address.username and "." in address.domain)


def letter_of(
    taken: Sequence[Notice], language: Language, console: str, word_of: StateWord
) -> tuple[str, str]:
    """Return a letter's subject and text about notices."""
    lines = [_line(one.told, language, console, word_of) for one in taken]
    alone = len(taken) == 1
    subject = titled(taken[0].told, language) if alone else _SEVERAL[language].format(len(taken))
    return f"Razão: {subject}", "\n\n".join(lines)


def trial_letter(language: Language) -> tuple[str, str]:
    """Return the subject and text of a letter that tries a mailbox."""
    return "Razão", _TRIAL[language]


def _line(told: Told, language: Language, console: str, word_of: StateWord) -> str:
    where = ", ".join(filter(None, (told.round or told.place, told.code)))
    gone = told.state == WITHDRAWN
    state = _WITHDRAWN[language] if gone else word_of(told.state, language)
    said = f"{_STATE[language]}: {state}"
    return f"{titled(told, language)}\n{where}, {said}\n{link_to(console, told.finding)}"


def send_letter(post: Post | None, to: str, id_: str, letter: tuple[str, str]) -> Outcome:
    """Send a letter under its id; nothing is raised, whatever becomes of it."""
    if post is None:
        return failed("no-mail")
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = post.sender, to, letter[0]
    message["Message-ID"] = f"<{id_}@{post.sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter[1])
    try:
        with _session(post) as server:
            server.send_message(message)
    except (OSError, ValueError) as error:
        return failed(_reason_of(error))
    return TAKEN


def _reason_of(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return str(error.smtp_code)
    return next((word for kinds, word in _REASONS if isinstance(error, kinds)), "unreachable")


_REASONS: Final = (
    (smtplib.SMTPNotSupportedError, "no-tls"),
    ((smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused), "refused"),
    (ssl.SSLError, "certificate"),
    (TimeoutError, "silent"),
)


def _session(post: Post) -> smtplib.SMTP:
    """Return a session with the server, encrypted before anything is said of anybody."""
    context = ssl.create_default_context()
    if post.tls == "from the first byte":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            post.host, post.port, timeout=SECONDS_MAX, context=context
        )
    else:
        server = smtplib.SMTP(post.host, post.port, timeout=SECONDS_MAX)
    try:
        if post.tls == "by STARTTLS":
            server.starttls(context=context)
        if post.user is not None:
            server.login(post.user, post.password or "")
    except BaseException:
        server.close()
        raise
    return server
