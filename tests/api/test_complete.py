"""Whatever a page shows can be asked of the API: a new page without a route is red here."""

from typing import Final

from api.console.contents import ROLES
from api.requests.auth import ACCESS
from api.services.api_keys import Role

ROUTES: Final = {
    "showFindings": ("listFindings",),
    "showFinding": ("getFinding",),
    "showDisputes": ("listDisputes",),
    "showDispute": ("getDispute",),
    "showWhatIf": ("listFacts", "replayWhatIf"),
    "showEvents": ("listEvents",),
    "showEvent": ("getEvent", "getEventProof", "exportEventBundle"),
    "showText": ("getText",),
    "showTables": ("listTables", "listHolds", "listRounds"),
    "showTable": ("listTables", "listHolds", "listRounds"),
    "showReplay": ("getRound", "listRoundEvents"),
    "showActa": ("getActa",),
    "showActas": ("exportActas", "exportBingoSessions"),
    "showPools": ("listPools",),
    "showPool": ("getPool", "listPoolPostings", "getPoolStatement", "listPoolAwards"),
    "showReconciliation": ("getPoolReconciliation",),
    "showCounters": ("listMachines", "exportContadores", "exportMeterVariance"),
    "showMachine": ("listMachineCounters",),
    "showMachinePlay": ("getMachinePlay",),
    "showClosing": ("getClosing", "exportMonth"),
    "showSources": ("listSources",),
    "showReadings": ("listReadings",),
    "showRetention": ("getRetention",),
    "showRules": ("listParameters",),
    "showRule": ("listRules", "getRule"),
    "showVerification": ("getVerification",),
    "showAccess": ("listSessions", "listKeys"),
    "showCatalogue": ("getSchema", "getSchemaChanges", "listCodes"),
    "showKind": ("getKind",),
    "showState": ("getHealth", "getMetrics"),
    "showSearch": ("searchLedger",),
    "showReports": ("listJobs", "getJob", "listReports"),
    "exportPrepared": ("exportJob",),
}
"""Each page that reads, to the operations that tell what it shows."""
APART: Final = {
    "showHome": "what other pages have, chosen for a role",
    "showMenu": "the table of contents",
    "showClaim": "a form: its admissibility stands in the case that it opens",
    "showKey": "of the browser's own key",
    "showActs": "forms; acts are prepared by draftAct and recorded by recordAct",
    "showAct": "a form, likewise",
    "followLedger": "a stream for open pages",
}
"""Pages without a route of their own, each with the reason."""
NO_READING: Final = {
    *(
        "verify",
        "prepareReport",
        "cancelReport",
        "keepReport",
        "endSession",
        "prepareAct",
        "traceAct",
        "deliverAct",
    ),
}
"""What a page's form sends."""
NARROWER: Final = {
    "showEvent": "the floor takes no bundle away",
    "showTables": "the floor is shown no money there",
    "showTable": "the floor is shown no money there",
    "showCounters": "the floor is shown no takings there",
    "showState": "the roles of a page; health needs no key",
}
"""Pages that some roles see in part, so that not all of their routes are for those."""


def test_every_page_that_reads_has_a_route_or_a_reason() -> None:
    """No page is forgotten, none is told of twice, and each operation exists."""
    assert set(ROUTES) | set(APART) | NO_READING == set(ROLES)
    assert not set(ROUTES) & set(APART)
    assert {one for some in ROUTES.values() for one in some} <= set(ACCESS)


def test_who_may_open_a_page_may_ask_its_routes() -> None:
    """Each role of a page has at least one of its routes, and all of them unless told why."""
    for page, operations in ROUTES.items():
        for role in ROLES[page]:
            may = [_may(one, role) for one in operations]
            assert any(may), (page, role)
            assert all(may) or page in NARROWER, (page, role, operations)


def _may(operation: str, role: Role) -> bool:
    roles = ACCESS[operation]
    return roles is None or role in roles
