"""How messages about findings leave this house, as its settings say."""

from importlib.metadata import version
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from api.services.people.notices.destinations import Bounds, bounds_of
from api.services.people.notices.mail import Post, is_mailbox
from api.services.people.notices.service import Posting
from ops.errors import MisuseError
from ops.outside.registrar.custody import credential
from ops.settings import Settings

_FOLDER: Final = "webhooks"
_CREDENTIAL: Final = "smtp.password"
_PORTS: Final = {"smtps": 465, "smtp": 587}


def posting_of(settings: Settings, home: Path, origin: str) -> Posting:
    """Return how people are told of a ledger's findings elsewhere."""
    return Posting(
        bounds=bounds_in(settings),
        console=settings.console,
        secrets=home / _FOLDER / origin,
        agent=f"razao/{version('razao')}",
        post=post_in(settings),
    )


def post_in(settings: Settings) -> Post | None:
    """Return the server by which letters leave; None where the house names none.

    Raises:
        MisuseError: it is named otherwise than it can be, or its password cannot be read.

    """
    if not settings.smtp:
        return None
    parts = urlsplit(settings.smtp)
    try:
        port = parts.port
    except ValueError:
        port = None
    if parts.scheme not in _PORTS or not parts.hostname or parts.password is not None:
        raise MisuseError(
            "RAZAO_SMTP: expected smtps://user@host:465 or smtp://user@host:587, without a password"
        )
    if not is_mailbox(settings.smtp_from):
        raise MisuseError(f"RAZAO_SMTP_FROM: expected a mailbox, got {settings.smtp_from!r}")
    return Post(
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        sender=settings.smtp_from,
        user=parts.username,
        password=None if parts.username is None else _password(settings),
        tls="from the first byte" if parts.scheme == "smtps" else "by STARTTLS",
    )


def _password(settings: Settings) -> str:
    file = settings.smtp_password or credential(_CREDENTIAL)
    if file is None:
        raise MisuseError(
            f"RAZAO_SMTP: expected its password as the credential {_CREDENTIAL} or in the file of "
            "RAZAO_SMTP_PASSWORD, got neither"
        )
    try:
        return file.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise MisuseError(f"RAZAO_SMTP_PASSWORD {file}: {error}") from error


def bounds_in(settings: Settings) -> Bounds:
    """Return the machines to which messages may go.

    Raises:
        MisuseError: they are named otherwise than as hosts and networks.

    """
    try:
        return bounds_of(settings.notice_hosts, production=settings.production)
    except ValueError as error:
        raise MisuseError(f"RAZAO_NOTICE_HOSTS: {error}") from error
