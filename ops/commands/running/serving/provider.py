"""The login provider by which people come in, as ``RAZAO_OIDC`` names it."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from api.services.people.oidc import Provider, ProviderConfig, ProviderConfigError, read_config
from ops.errors import MisuseError
from ops.settings import Settings

SECRET_BYTES_MAX: Final = 4_096
KEYS_ALONE: Final = (
    "people come in with API keys alone: RAZAO_OIDC names no login provider, so who leaves the "
    "house comes in until his key is revoked"
)


def provider_of(settings: Settings) -> Provider | None:
    """Return the login provider; None where the house has none.

    Raises:
        MisuseError: it is configured otherwise than it can be, or the extra is not installed.

    """
    path = settings.oidc
    if path is None:
        return None
    try:
        config = read_config(path)
    except ProviderConfigError as error:
        raise MisuseError(f"RAZAO_OIDC {path}: {error}") from error
    if find_spec("authlib") is None or find_spec("joserfc") is None:
        raise MisuseError("RAZAO_OIDC: expected the extra `oidc`, as in `uv sync --extra oidc`")
    from api.services.people.provider import OidcProvider  # noqa: PLC0415 - of an extra

    return OidcProvider(config, _secret_of(path, config))


def told_of(provider: Provider | None) -> str:
    """Return the sentence with which the service says how people come in."""
    if provider is None:
        return KEYS_ALONE
    groups = len(provider.config.grants)
    return (
        f"people come in by {provider.config.issuer} ({groups} of its groups have a role here), "
        "and with API keys"
    )


def _secret_of(path: Path, config: ProviderConfig) -> str | None:
    """Read the client's secret; a relative address stands beside the configuration.

    Raises:
        MisuseError: it cannot be read, or is none.

    """
    if config.secret_file is None:
        return None
    file = path.parent / config.secret_file
    try:
        secret = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise MisuseError(f"RAZAO_OIDC {path}: secret_file: {error}") from error
    if not secret or len(secret) > SECRET_BYTES_MAX:
        raise MisuseError(f"RAZAO_OIDC {path}: secret_file: expected a secret, got nothing of one")
    return secret
