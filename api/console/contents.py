"""Every page of the console: one table of address, group, icon and the roles that may read it."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from api.console.language.words import mark as _
from api.requests.auth import OF_PLAY, PEOPLE, READERS
from api.services.api_keys import OF_THE_AUTHORITY, Role

OFFICES: Final = READERS | {Role.ADMIN}
"""Everybody who does not work the floor."""


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
        roles=OF_PLAY,
        letter="c",
    ),
    Entry(
        operation="showDisputes",
        address="/disputas",
        title=_("Dispute cases"),
        group=DECIDE,
        icon="scales",
        roles=OF_PLAY,
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
        roles=OF_PLAY,
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
        roles=OF_PLAY,
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
        roles=OFFICES,
    ),
    Entry(
        operation="showReadings",
        address="/leituras",
        title=_("Who read what"),
        group=PROOF,
        icon="eye",
        roles=OF_THE_AUTHORITY,
    ),
    Entry(
        operation="showRetention",
        address="/conservacao",
        title=_("Retention"),
        group=PROOF,
        icon="clock",
        roles=OFFICES,
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
        roles=OFFICES,
    ),
)
"""The navigation, in its order."""

GROUPS: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.INSPECTOR: (DECIDE, FLOOR, MONEY, PROOF, REFERENCE),
    Role.FINANCE: (MONEY, DECIDE, FLOOR, PROOF, REFERENCE),
    Role.DISPUTE: (DECIDE, FLOOR, MONEY, PROOF, REFERENCE),
    Role.FLOOR: (DECIDE, FLOOR, MONEY, REFERENCE, PROOF),
    Role.ADMIN: (PROOF, REFERENCE, DECIDE, FLOOR, MONEY),
}
"""A role's own group first."""

ROLES: Final[Mapping[str, frozenset[Role]]] = {
    **{entry.operation: entry.roles for entry in CONTENTS},
    "showEvent": OF_PLAY,
    "showText": frozenset((Role.INSPECTOR, Role.DISPUTE)),
    "showFinding": OF_PLAY,
    "showClaim": OF_PLAY,
    "showDispute": OF_PLAY,
    "showWhatIf": READERS,
    "showActa": READERS,
    "showMachine": OF_PLAY,
    "showPool": READERS,
    "showTable": OF_PLAY,
    "showSearch": OF_PLAY,
    "showMachinePlay": OF_PLAY,
    "showMenu": PEOPLE,
    "followLedger": PEOPLE,
    "showReplay": OF_PLAY,
    "showRule": PEOPLE,
    "showKind": PEOPLE,
    "verify": OFFICES,
    "prepareReport": READERS,
    "cancelReport": READERS,
    "keepReport": READERS,
    "keepSubscription": READERS,
    "exportPrepared": READERS,
    "endSession": PEOPLE,
    "showAct": PEOPLE,
    "prepareAct": PEOPLE,
    "traceAct": PEOPLE,
    "deliverAct": PEOPLE,
}
"""Operation id of each page to the roles that may read it; no page answers without a row."""
