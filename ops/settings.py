"""Razão's settings from the environment: one frozen object, read once and handed on.

A variable that cannot be understood is an :class:`InvalidSettingError`, which names the variable,
what was expected and what was there. It is no ``ValueError``, because pydantic would wrap it in a
page of its own prose.
"""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from pydantic import (
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from ops.errors import MisuseError

_PREFIX = "RAZAO_"
_EXPECTED = {
    "home": "a folder, or a path where one can be made",
    "database_url": "a libpq URL, such as postgresql://user@host/database",
    "owner_url": "a libpq URL, such as postgresql://owner@host/database",
    "backup_url": "a libpq URL, such as postgresql://copy@host/database",
    "readings_url": "a libpq URL, such as postgresql://user@host/own",
    "production": "true or false",
    "keys": f"folders with keys, {os.pathsep!r} between them",
    "checkpoints": "a folder, or a path where one can be made",
    "backups": "a folder, or a path where one can be made",
    "text_keys": "a folder, or a path where one can be made",
    "policy": "a file with a policy",
    "stamps": "a file of time-stamping authorities",
    "oidc": "a file with a login provider's configuration",
    "papers_key": "a key's file, or the pkcs11: address of a key in a token",
    "papers_certificate": "a file with certificates in PEM",
    "smtp_password": "a file with a password",
    "log": "text or json",
    "console": "an address such as https://razao.casa.cv",
}
_SECRET = {"database_url", "owner_url", "backup_url", "readings_url"}


class Form(StrEnum):
    """The form of a log's lines."""

    TEXT = "text"
    """For a terminal."""
    JSON = "json"
    """For a journal: one object a line."""


class InvalidSettingError(MisuseError):
    """A setting from the environment cannot be used."""

    code = "invalid-setting"

    def __init__(self, variable: str, expected: str, got: str) -> None:
        super().__init__(f"{variable}: expected {expected}; got {got}")
        self.variable = variable
        self.expected = expected
        self.got = got


class Settings(BaseSettings):
    """The settings of one process; an empty variable counts as unset."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX, env_ignore_empty=True, frozen=True, validate_default=True
    )

    home: Path = Path("~/.razao")
    """RAZAO_HOME: where the embedded server, the keys and the caches of this installation live."""
    database_url: str | None = Field(default=None, repr=False)
    """RAZAO_DATABASE_URL: a PostgreSQL of your own, by a login that owns nothing in it; without it
    Razão runs the embedded one."""
    owner_url: str | None = Field(default=None, repr=False)
    """RAZAO_OWNER_URL: the same database by its owner, for `razao db migrate` and `razao db grant`
    alone; the service never has it."""
    production: bool = False
    """RAZAO_PRODUCTION: refuses the embedded server, which is for demonstrations."""

    keys: Annotated[tuple[Path, ...], NoDecode] = ()
    """RAZAO_KEYS: more folders in which keys stand as ``<source>.key``, such as a registrar's stick
    or systemd's credentials; they are read and never written."""

    checkpoints: Path | None = None
    """RAZAO_CHECKPOINTS: the folder for the last signed checkpoint, outside the database: on a disk
    that no restored backup takes back; by default ``checkpoints`` in RAZAO_HOME."""

    backups: Path | None = None
    """RAZAO_BACKUPS: the folder where backups of the database arrive; `razao doctor` and the
    service's figures tell their age."""

    backup_url: str | None = Field(default=None, repr=False)
    """RAZAO_BACKUP_URL: the database by a login that reads all of it; by default its owner's."""

    readings_url: str | None = Field(default=None, repr=False)
    """RAZAO_READINGS_URL: the database of a ledger of one's own, in which a service over a replica
    says who read what."""

    text_keys: Path | None = None
    """RAZAO_TEXT_KEYS: the folder for the keys of erasable texts, outside the database and its
    backups: who destroys a key destroys every copy of its text; by default ``text-keys`` in
    RAZAO_HOME."""

    log: Form | None = None
    """RAZAO_LOG: whether `razao serve` logs as ``text`` or ``json``; by default as JSON in
    production."""

    policy: Path | None = None
    """RAZAO_POLICY: a policy (C2SP tlog-policy) with the witnesses that the service asks to cosign
    its checkpoints, and how many of them are enough."""

    stamps: Path | None = None
    """RAZAO_STAMPS: a file of time-stamping authorities, each a line ``authority <name> <address>
    <certificates in PEM>``; needs the extra ``stamps``."""

    oidc: Path | None = None
    """RAZAO_OIDC: a login provider (OpenID Connect) by which people come in beside keys, in TOML:
    which one, and what its groups are here; needs the extra ``oidc``."""

    limits: str = ""
    """RAZAO_LIMITS: how often somebody may ask, as ``<limit>=<a second>/<in a burst>`` with commas
    between: ``door`` a device's key where it sends, ``caller`` any other key or session,
    ``address`` an address, ``log`` an address that reads checkpoints and tiles, ``stranger`` an
    address whose keys let nobody in."""

    proxies: str = "127.0.0.1,::1"
    """RAZAO_PROXIES: addresses or networks of proxies before the service, which are believed where
    they say for whom they ask (``X-Forwarded-For``)."""

    console: str = ""
    """RAZAO_CONSOLE: the address at which people reach the console, for links in messages."""

    notice_hosts: str = ""
    """RAZAO_NOTICE_HOSTS: hosts and networks of the house's own to which people may have findings
    told, with commas between; without it only public addresses."""

    smtp: str = ""
    """RAZAO_SMTP: the server by which letters about findings leave, always by TLS: as
    ``smtps://user@host:465``, or ``smtp://user@host:587`` with STARTTLS. The user's password comes
    as the credential ``smtp.password`` of systemd, or in the file of RAZAO_SMTP_PASSWORD."""

    smtp_from: str = ""
    """RAZAO_SMTP_FROM: the mailbox as whose they leave."""

    smtp_password: Path | None = None
    """RAZAO_SMTP_PASSWORD: a file with the password of the server's user."""

    papers_key: str | None = None
    """RAZAO_PAPERS_KEY: the key that signs papers (PAdES), by its file or the ``pkcs11:`` address
    of a token; needs the extra ``sign``. Its passphrase comes as a credential of systemd."""

    papers_certificate: Path | None = None
    """RAZAO_PAPERS_CERTIFICATE: that key's certificate and those above it, in PEM; without it the
    key certifies itself."""

    @field_validator("policy", "stamps", "oidc", "papers_certificate", "smtp_password")
    @classmethod
    def _is_file(cls, path: Path | None) -> Path | None:
        if path is None:
            return None
        path = path.expanduser().absolute()
        if not path.is_file():
            raise ValueError
        return path

    @field_validator("console")
    @classmethod
    def _is_address(cls, address: str) -> str:
        parts = urlsplit(address)
        if address and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise ValueError
        return address.rstrip("/")

    @field_validator("home", "checkpoints", "backups", "text_keys")
    @classmethod
    def _made_absolute(cls, folder: Path | None) -> Path | None:
        # A server outlives the process that started it, and with it that process's working folder.
        if folder is None:
            return None
        folder = folder.expanduser().absolute()
        if folder.exists() and not folder.is_dir():
            raise ValueError
        return folder

    @field_validator("keys", mode="before")
    @classmethod
    def _parted(cls, folders: object) -> object:
        if not isinstance(folders, str):
            return folders
        return tuple(Path(folder) for folder in folders.split(os.pathsep) if folder)

    @field_validator("keys")
    @classmethod
    def _are_folders(cls, folders: tuple[Path, ...]) -> tuple[Path, ...]:
        # One that is not there now may be a stick that nobody has put in: whoever needs its key
        # says where it was looked for.
        made = tuple(folder.expanduser().absolute() for folder in folders)
        if any(folder.exists() and not folder.is_dir() for folder in made):
            raise ValueError
        return made

    @field_validator("database_url", "owner_url", "backup_url", "readings_url")
    @classmethod
    def _understood_by_libpq(cls, url: str | None) -> str | None:
        if url is not None:
            try:
                conninfo_to_dict(url)
            except ProgrammingError as error:
                raise ValueError from error
        return url

    @model_validator(mode="wrap")
    @classmethod
    def _explain(cls, values: Any, handler: ModelWrapValidatorHandler["Settings"]) -> "Settings":
        try:
            return handler(values)
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0])
            # A URL carries a password, and messages end up in logs.
            got = "something else" if name in _SECRET else repr(str(first["input"]))
            raise InvalidSettingError(
                f"{_PREFIX}{name.upper()}", _EXPECTED.get(name, "no such setting"), got
            ) from None
