"""Whatever a page shows can be asked of the API: a new page without a route is red here."""

import re
from pathlib import Path
from typing import Final

import projections
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
    "showActas": ("listActas",),
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
    "showReports": ("listJobs", "getJob", "listReports", "listSubscriptions"),
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
        "keepSubscription",
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

TABLES: Final = {
    # the floor and what was played
    "history": ("listEvents", "exportHistory"),
    "casino": ("listEvents",),
    "closed_day": ("getClosing", "exportClosing"),
    "open_day": ("getClosing", "exportClosing"),
    "late": ("exportLateEvents",),
    "scheduled": ("exportSchedule",),
    "speaker": ("listSources", "exportSources"),
    "round": ("listRounds",),
    "verdict": ("listRounds", "exportRounds"),
    "due": ("getRound",),
    "finding": ("listFindings", "exportFindings"),
    # law in force, and who was let do what
    "parameter": ("listParameters", "exportParameters"),
    "adoption": ("exportAdoptions",),
    "act": ("exportCorrections",),
    "trust": ("listSources",),
    # bingo
    "session": ("listActas", "exportBingoSessions"),
    "acta": ("getActa", "exportActas"),
    "room": ("getGate",),
    "gate": ("getGate",),
    # machines
    "machine": ("listMachines",),
    "machine_day": ("listMachineCounters", "exportContadoresByDenomination"),
    "machine_close": ("exportContadores",),
    "meter_reading": ("exportMeterReadings",),
    "meter_variance": ("exportMeterVariance",),
    "machine_void": ("exportMachineVoids",),
    "machine_drop": ("exportMachineBoxes",),
    "ticket": ("exportTickets",),
    "hand_pay": ("exportHandPays",),
    # accounts
    "table_day": ("listTables", "exportTableDays"),
    "table_state": ("listTables",),
    "chip_move": ("listChips", "exportChips"),
    "revenue": ("exportRevenue", "exportRevenueDays"),
    "tax_declared": ("listTax", "exportTax"),
    "home": ("exportGeneralLedger",),
    "settlement": ("exportSettlements", "getDispute"),
    # prizes
    "pool": ("listPools", "getPool"),
    "posting": ("listPoolPostings", "exportPostings"),
    "pool_day": ("getPoolStatement", "exportPoolStatements"),
    "pool_reading": ("exportPoolReadings", "getPoolReconciliation"),
    "award": ("listPoolAwards", "exportJackpotAwards"),
    "cover_day": ("getPoolReconciliation", "exportPoolStatements"),
    # cases and texts
    "dispute": ("listDisputes", "getDispute", "exportDisputes"),
    "text_use": ("getText", "getRetention"),
    "text_erasure": ("getText",),
    # how far everything goes
    "halted": ("getHealth",),
    "unfolded": ("getHealth",),
}
"""Each table of the projections that tells something, to the operations that tell it."""
MEMORIES: Final = {
    "what a round still waits for": (
        *("unpaid", "round_debt", "late_round", "lasting", "standing", "terms", "corrected"),
        *("carried_until", "shown", "judged_with", "chance"),
    ),
    "which currency, clock or place holds, for the next event": (
        *("currency", "clock", "floor_clock", "place", "matrix_in_force", "role"),
    ),
    "what has not been agreed or matched yet": (
        *("agreed", "refused", "hand", "post", "kept", "known", "early_refusal", "early_slips"),
        *("slip_number", "declared_float", "meter_context", "machine_corrected"),
        *("machine_session", "award_signal"),
    ),
    "the books' own working, whose result the tables of prizes have": (
        *("award_version", "pool_note", "pool_stake", "pool_past", "pool_transfer"),
        *("jackpot_undone", "jackpot_state", "cover_version"),
    ),
    "of the log and the tables as a whole: razao verify compares them": (
        *("stated_root", "stated_figures", "integrity_state", "folded", "set_hash"),
    ),
}
"""Tables that a stage keeps for itself: what each is, and which."""


def test_every_table_of_the_projections_has_a_route_or_a_reason() -> None:
    """A new table is told by an operation that exists, or is some stage's memory; none is both."""
    made = {
        found
        for path in Path(projections.__path__[0]).rglob("*.sql")
        for found in _created(path.read_text())
    }
    remembered = [one for some in MEMORIES.values() for one in some]
    assert made == set(TABLES) | set(remembered)
    assert len(remembered) == len(set(remembered)) == len(made) - len(TABLES)
    assert {one for some in TABLES.values() for one in some} <= set(ACCESS)


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


_created = re.compile(r"CREATE (?:UNLOGGED )?TABLE \{s\}\.(\w+)").findall


def _may(operation: str, role: Role) -> bool:
    roles = ACCESS[operation]
    return roles is None or role in roles
