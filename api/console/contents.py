"""Every page of the console: one table of address, group, icon and the roles that may read it."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from api.console.language.words import mark as _
from api.requests.auth import PEOPLE, READERS
from api.services.api_keys import Role

OFFICE: Final = frozenset((Role.ADMIN,))
TRAIL: Final = frozenset((Role.INSPECTOR, Role.ADMIN))
"""Who sees who read what: whoever inspects, and not only whoever runs the service."""


class Entry(Struct, frozen=True, kw_only=True):
    """A page that stands in the navigation."""

    operation: str
    address: str
    title: str
    group: str
    icon: str
    roles: frozenset[Role] = READERS
    letter: str | None = None
    """After ``g`` on the keyboard."""


DECIDE: Final = _("To decide")
FLOOR: Final = _("Floor")
MONEY: Final = _("Money")
PROOF: Final = _("Proof")
REFERENCE: Final = _("Reference")

CONTENTS: Final[tuple[Entry, ...]] = (
    Entry(
        operation="showHome",
        address="/",
        title=_("Home"),
        group="",
        icon="home",
        roles=PEOPLE,
        letter="i",
    ),
    Entry(
        operation="showFindings",
        address="/constatacoes",
        title=_("Findings"),
        group=DECIDE,
        icon="flag",
        letter="c",
    ),
    Entry(
        operation="showDisputes",
        address="/disputas",
        title=_("Dispute cases"),
        group=DECIDE,
        icon="scales",
        letter="d",
    ),
    Entry(
        operation="showActs",
        address="/atos",
        title=_("Acts"),
        group=DECIDE,
        icon="pen",
        roles=PEOPLE,
        letter="a",
    ),
    Entry(
        operation="showKey",
        address="/chave",
        title=_("My key"),
        group=DECIDE,
        icon="key",
        roles=PEOPLE,
    ),
    Entry(
        operation="showEvents",
        address="/eventos",
        title=_("Events"),
        group=FLOOR,
        icon="lines",
        letter="e",
    ),
    Entry(
        operation="showTables",
        address="/mesas",
        title=_("Game and table"),
        group=FLOOR,
        icon="table",
    ),
    Entry(
        operation="showActas",
        address="/actas",
        title=_("Actas of bingo"),
        group=FLOOR,
        icon="paper",
    ),
    Entry(
        operation="showPools",
        address="/premios",
        title=_("Prizes"),
        group=MONEY,
        icon="coin",
        letter="p",
    ),
    Entry(
        operation="showCounters",
        address="/contadores",
        title=_("Contadores"),
        group=MONEY,
        icon="gauge",
        letter="m",
    ),
    Entry(
        operation="showReconciliation",
        address="/reconciliacao",
        title=_("Reconciliation"),
        group=MONEY,
        icon="check",
    ),
    Entry(
        operation="showClosing",
        address="/fecho",
        title=_("Closing"),
        group=MONEY,
        icon="lock",
        letter="f",
    ),
    Entry(
        operation="showVerification",
        address="/verificacao",
        title=_("Verification"),
        group=PROOF,
        icon="shield",
        roles=PEOPLE,
        letter="v",
    ),
    Entry(
        operation="showSources",
        address="/fontes",
        title=_("Sources and keys"),
        group=PROOF,
        icon="key",
        roles=PEOPLE,
    ),
    Entry(
        operation="showReadings",
        address="/leituras",
        title=_("Who read what"),
        group=PROOF,
        icon="eye",
        roles=TRAIL,
    ),
    Entry(
        operation="showRetention",
        address="/conservacao",
        title=_("Retention"),
        group=PROOF,
        icon="clock",
        roles=PEOPLE,
    ),
    Entry(
        operation="showAccess",
        address="/acessos",
        title=_("Sessions and API keys"),
        group=PROOF,
        icon="out",
        roles=PEOPLE,
    ),
    Entry(
        operation="showReports",
        address="/relatorios",
        title=_("Reports"),
        group=REFERENCE,
        icon="report",
    ),
    Entry(
        operation="showRules",
        address="/regras",
        title=_("Rules in force"),
        group=REFERENCE,
        icon="book",
        roles=PEOPLE,
    ),
    Entry(
        operation="showCatalogue",
        address="/catalogo",
        title=_("Catalogue"),
        group=REFERENCE,
        icon="lines",
        roles=PEOPLE,
    ),
    Entry(
        operation="showState",
        address="/estado",
        title=_("State of the service"),
        group=REFERENCE,
        icon="pulse",
        roles=PEOPLE,
    ),
)
"""The navigation, in its order."""

GROUPS: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.INSPECTOR: (DECIDE, FLOOR, MONEY, PROOF, REFERENCE),
    Role.FINANCE: (MONEY, DECIDE, FLOOR, PROOF, REFERENCE),
    Role.DISPUTE: (DECIDE, FLOOR, MONEY, PROOF, REFERENCE),
    Role.ADMIN: (PROOF, REFERENCE, DECIDE, FLOOR, MONEY),
}
"""A role's own group first."""

ROLES: Final[Mapping[str, frozenset[Role]]] = {
    **{entry.operation: entry.roles for entry in CONTENTS},
    "showEvent": READERS,
    "showText": frozenset((Role.INSPECTOR, Role.DISPUTE)),
    "showFinding": READERS,
    "showClaim": READERS,
    "showDispute": READERS,
    "showWhatIf": READERS,
    "showActa": READERS,
    "showMachine": READERS,
    "showPool": READERS,
    "showTable": READERS,
    "showSearch": READERS,
    "showMachinePlay": READERS,
    "showMenu": PEOPLE,
    "followLedger": PEOPLE,
    "showReplay": READERS,
    "showRule": PEOPLE,
    "showKind": PEOPLE,
    "verify": PEOPLE,
    "prepareReport": READERS,
    "exportPrepared": READERS,
    "endSession": PEOPLE,
    "showAct": PEOPLE,
    "prepareAct": PEOPLE,
    "traceAct": PEOPLE,
    "deliverAct": PEOPLE,
}
"""Operation id of each page to the roles that may read it; no page answers without a row."""
