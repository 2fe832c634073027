"""Names, roles and bindings, as the commands about keys take them."""

from collections.abc import Sequence

from ledger.ids import is_name
from ledger.roles import Binding, RegistrarSide, Role, role_named
from ops.errors import MisuseError


def binding_of(
    source: str,
    role: str,
    casino: str | None,
    places: Sequence[str] | None,
    pools: Sequence[str] | None,
    person: str | None,
    side: str | None,
) -> Binding:
    """Return the binding of a source, as options tell it.

    Raises:
        MisuseError: the role is none, or is not bound so.

    """
    binding = Binding(
        role=_role("--role", role),
        casino=casino,
        places=tuple(places or ()),
        pools=tuple(pools or ()),
        person=person,
        side=_side(side),
    )
    if binding.person is not None and binding.person_of(source) is None:
        raise MisuseError(f"--person: role {binding.role} is a device's, got {binding.person!r}")
    fault = binding.fault(source)
    if fault is not None:
        raise MisuseError(f"{source}: {fault}")
    return binding


def _role(option: str, word: str) -> Role:
    try:
        return role_named(word)
    except ValueError as error:
        raise MisuseError(f"{option}: {error}") from None


def _side(word: str | None) -> RegistrarSide | None:
    if word is None or word == "house" or word == "authority":  # noqa: PLR1714 - narrows the type
        return word
    raise MisuseError(f"--side: expected house or authority, got {word!r}")


def check_name(what: str, value: str) -> None:
    """Refuse a name that no source and no ledger can have.

    Raises:
        MisuseError: it is none.

    """
    if not is_name(value):
        raise MisuseError(
            f"{what}: expected letters, digits and . _ : -, at most 64, got {value!r}"
        )
