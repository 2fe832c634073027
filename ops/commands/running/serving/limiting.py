"""How often somebody may ask the service, and which proxies it believes, as settings say."""

from collections.abc import Sequence

from api.services.people.limits import Limits, Network, networks, read_limits
from ops.settings import InvalidSettingError, Settings


def limits_of(settings: Settings) -> Limits:
    """Return the limits of a service.

    Raises:
        InvalidSettingError: RAZAO_LIMITS names none.

    """
    try:
        return read_limits(settings.limits)
    except ValueError:
        raise InvalidSettingError(
            "RAZAO_LIMITS",
            f"{', '.join(Limits.__struct_fields__)}, each as caller=50/500: a second, in a burst",
            repr(settings.limits),
        ) from None


def proxies_of(settings: Settings) -> Sequence[Network]:
    """Return the proxies that a service believes.

    Raises:
        InvalidSettingError: RAZAO_PROXIES names none.

    """
    try:
        return networks(settings.proxies.split(","))
    except ValueError:
        raise InvalidSettingError(
            "RAZAO_PROXIES", "addresses or networks, commas between them", repr(settings.proxies)
        ) from None
