"""Who may ask what, and who is let in."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from api.errors import NameTakenError, NoSuchKeyError
from api.requests.auth import ACCESS
from api.services.api_keys import Gate, Keeper, Role
from tests.api.conftest import POOL, Site
from tests.fixtures.casino import Casino
from tests.helpers.each import each

ROUND = "RA-01/2026-11-20/2"
EVERYBODY = {None, *Role}
READERS = {Role.INSPECTOR, Role.FINANCE, Role.DISPUTE}
OF_PLAY = {*READERS, Role.FLOOR}

# Method, address, and who is let in: written out once more, so that the table in the code cannot
# change by accident.
OPERATIONS = {
    "submitEvents": ("POST", "/v1/events", {Role.SOURCE}),
    "getReceipt": ("GET", "/v1/receipts/mesa-ra", {Role.SOURCE}),
    "depositTexts": ("POST", "/v1/texts", {Role.SOURCE}),
    "getText": ("GET", f"/v1/texts/{'0' * 64}", {Role.INSPECTOR, Role.DISPUTE}),
    "listEvents": ("GET", "/v1/events", READERS),
    "getEvent": ("GET", "/v1/events/mesa-ra/5", OF_PLAY),
    "listRounds": ("GET", "/v1/rounds", OF_PLAY),
    "getRound": ("GET", f"/v1/rounds/{ROUND}", OF_PLAY),
    "listRoundEvents": ("GET", f"/v1/rounds/{ROUND}/events", OF_PLAY),
    "listPools": ("GET", "/v1/pools", READERS),
    "getPool": ("GET", f"/v1/pools/{POOL}", READERS),
    "listPoolPostings": ("GET", f"/v1/pools/{POOL}/postings", READERS),
    "getPoolStatement": ("GET", f"/v1/pools/{POOL}/statement", READERS),
    "exportPoolStatementPdf": ("GET", f"/v1/pools/{POOL}/statement/pdf", READERS),
    "exportPoolAwardPdf": ("GET", f"/v1/pools/{POOL}/awards/pdf", READERS),
    "listPoolAwards": ("GET", f"/v1/pools/{POOL}/awards", READERS),
    "getPoolReconciliation": ("GET", f"/v1/pools/{POOL}/reconciliation", READERS),
    "getTrialBalance": ("GET", "/v1/trial-balance", READERS),
    "listMachines": ("GET", "/v1/machines", OF_PLAY),
    "listMachineCounters": ("GET", "/v1/machines/MQ-01/counters", OF_PLAY),
    "getMachinePlay": ("GET", "/v1/machines/MQ-01/plays/mq-01:5", OF_PLAY),
    "exportContadores": ("GET", "/v1/exports/contadores", READERS),
    "exportContadoresByDenomination": (
        "GET",
        "/v1/exports/contadores-by-denomination",
        READERS,
    ),
    "exportMeterVariance": ("GET", "/v1/exports/meter-variance", READERS),
    "exportTickets": ("GET", "/v1/exports/tickets", READERS),
    "exportHandPays": ("GET", "/v1/exports/hand-pays", READERS),
    "exportMachineBoxes": ("GET", "/v1/exports/machine-boxes", READERS),
    "listTables": ("GET", "/v1/accounts/tables", READERS),
    "exportTablesPdf": ("GET", "/v1/accounts/tables/pdf?day=2026-11-20", READERS),
    "listChips": ("GET", "/v1/accounts/chips", READERS),
    "listTax": ("GET", "/v1/accounts/tax", READERS),
    "exportTaxPdf": ("GET", "/v1/accounts/tax/pdf", READERS),
    "exportJournalPdf": ("GET", "/v1/accounts/journal/pdf", READERS),
    "exportOwedPdf": ("GET", "/v1/accounts/owed/pdf", READERS),
    "exportFindingsPdf": ("GET", "/v1/findings/pdf", READERS),
    "exportDisputePdf": ("GET", "/v1/disputes/D-1/pdf", READERS),
    "exportDisputeLetterPdf": ("GET", "/v1/disputes/D-1/letter/pdf", READERS),
    "listFindings": ("GET", "/v1/findings", OF_PLAY),
    "getFinding": ("GET", f"/v1/findings/{'0' * 24}", OF_PLAY),
    "listDisputes": ("GET", "/v1/disputes", OF_PLAY),
    "getDispute": ("GET", "/v1/disputes/D-1", OF_PLAY),
    "listFacts": ("GET", f"/v1/rounds/{ROUND}/facts", READERS),
    "replayWhatIf": ("GET", f"/v1/rounds/{ROUND}/what-if?fact=numero&value=7", READERS),
    "listParameters": ("GET", "/v1/parameters", {*OF_PLAY, Role.ADMIN}),
    "listSources": ("GET", "/v1/sources", {*READERS, Role.ADMIN}),
    "listReadings": ("GET", "/v1/readings", {Role.INSPECTOR, Role.DISPUTE}),
    "getRetention": ("GET", "/v1/retention?month=2026-11", {*READERS, Role.ADMIN}),
    "draftAct": ("POST", "/v1/acts/prepare", {*OF_PLAY, Role.ADMIN}),
    "recordAct": ("POST", "/v1/acts", {*OF_PLAY, Role.ADMIN}),
    "getVerification": ("GET", "/v1/verification", {*OF_PLAY, Role.ADMIN}),
    "startVerification": ("POST", "/v1/verification?begin=no", {*READERS, Role.ADMIN}),
    "listRules": ("GET", "/v1/rules?chapter=RA", {*OF_PLAY, Role.ADMIN}),
    "getRule": ("GET", "/v1/rules/RA%20R35", {*OF_PLAY, Role.ADMIN}),
    "listSessions": ("GET", "/v1/sessions", {*OF_PLAY, Role.ADMIN}),
    "revokeSession": ("DELETE", "/v1/sessions/none", {*OF_PLAY, Role.ADMIN}),
    "listKeys": ("GET", "/v1/keys", {*OF_PLAY, Role.ADMIN}),
    "getClosing": ("GET", "/v1/accounts/closing?month=2026-11", READERS),
    "listHolds": ("GET", "/v1/accounts/holds?day=2026-11-20", READERS),
    "searchLedger": ("GET", "/v1/search?q=RA-01", OF_PLAY),
    "exportHistory": ("GET", "/v1/exports/history", READERS),
    "exportRounds": ("GET", "/v1/exports/rounds", READERS),
    "exportFindings": ("GET", "/v1/exports/findings", READERS),
    "exportSchedule": ("GET", "/v1/exports/schedule", READERS),
    "exportSources": ("GET", "/v1/exports/sources", READERS),
    "exportClosing": ("GET", "/v1/exports/closing", READERS),
    "exportHolds": ("GET", "/v1/exports/holds", READERS),
    "exportRetention": ("GET", "/v1/exports/retention", READERS),
    "exportAdoptions": ("GET", "/v1/exports/adoptions", READERS),
    "exportMeterReadings": ("GET", "/v1/exports/meter-readings", READERS),
    "exportMachineVoids": ("GET", "/v1/exports/machine-voids", READERS),
    "exportParameters": ("GET", "/v1/exports/parameters", READERS),
    "exportReadings": ("GET", "/v1/exports/readings", {Role.INSPECTOR, Role.DISPUTE}),
    "exportCorrections": ("GET", "/v1/exports/corrections", READERS),
    "exportEquipment": ("GET", "/v1/exports/equipment", READERS),
    "exportLateEvents": ("GET", "/v1/exports/late-events", READERS),
    "exportDisputes": ("GET", "/v1/exports/disputes", READERS),
    "exportBingoSessions": ("GET", "/v1/exports/bingo-sessions", READERS),
    "exportActas": ("GET", "/v1/exports/actas", READERS),
    "listJobs": ("GET", "/v1/jobs", READERS),
    "getJob": ("GET", f"/v1/jobs/{'0' * 16}", READERS),
    "cancelJob": ("DELETE", f"/v1/jobs/{'0' * 16}", READERS),
    "listReports": ("GET", "/v1/reports", READERS),
    "saveReport": ("POST", "/v1/reports?title=x&export=findings", READERS),
    "runReport": ("POST", f"/v1/reports/{'0' * 16}/run", READERS),
    "removeReport": ("DELETE", f"/v1/reports/{'0' * 16}", READERS),
    "listSubscriptions": ("GET", "/v1/subscriptions", READERS),
    "saveSubscription": (
        "POST",
        "/v1/subscriptions?title=x&destination=https://example.org/",
        READERS,
    ),
    "trySubscription": ("POST", f"/v1/subscriptions/{'0' * 16}/try", READERS),
    "removeSubscription": ("DELETE", f"/v1/subscriptions/{'0' * 16}", READERS),
    "exportJob": ("GET", f"/v1/jobs/{'0' * 16}/file", READERS),
    "exportEventBundle": ("GET", "/v1/bundles/event/mesa-ra/5", READERS),
    "exportRoundBundle": ("GET", f"/v1/bundles/round/{ROUND}", READERS),
    "exportActaBundle": ("GET", "/v1/bundles/acta/SALA-1/S-1", READERS),
    "exportPoolBundle": ("GET", f"/v1/bundles/pool/{POOL}/2026-11-20", READERS),
    "exportRoundPaper": ("GET", f"/v1/bundles/round/{ROUND}/pdf", READERS),
    "exportActaPaper": ("GET", "/v1/bundles/acta/SALA-1/S-1/pdf", READERS),
    "exportPoolPaper": ("GET", f"/v1/bundles/pool/{POOL}/2026-11-20/pdf", READERS),
    "exportDisputeBundle": ("GET", "/v1/bundles/dispute/D-1", READERS),
    "exportDisputePaper": ("GET", "/v1/bundles/dispute/D-1/pdf", READERS),
    "exportDayBundle": ("GET", "/v1/bundles/day/RA-01/2026-11-20", READERS),
    "listActas": ("GET", "/v1/actas", READERS),
    "getActa": ("GET", "/v1/actas/S-1", READERS),
    "exportActaPdf": ("GET", "/v1/actas/S-1/pdf", READERS),
    "getGate": ("GET", "/v1/bingo/SALA-1/gate", {*READERS, Role.SOURCE}),
    "askGate": ("POST", "/v1/bingo/SALA-1/gate", {Role.SOURCE}),
    "exportTableDays": ("GET", "/v1/exports/table-days", READERS),
    "exportChips": ("GET", "/v1/exports/chips", READERS),
    "exportSettlements": ("GET", "/v1/exports/settlements", READERS),
    "exportDebts": ("GET", "/v1/exports/debts", READERS),
    "exportRevenue": ("GET", "/v1/exports/revenue", READERS),
    "exportRevenueDays": ("GET", "/v1/exports/revenue-days", READERS),
    "exportTax": ("GET", "/v1/exports/tax", READERS),
    "exportPostings": ("GET", "/v1/exports/postings", READERS),
    "exportPoolStatements": ("GET", "/v1/exports/pool-statements", READERS),
    "exportLiabilities": ("GET", "/v1/exports/liabilities", READERS),
    "exportJackpotAwards": ("GET", "/v1/exports/jackpot-awards", READERS),
    "exportPoolReadings": ("GET", "/v1/exports/pool-readings", READERS),
    "exportTrialBalance": ("GET", "/v1/exports/trial-balance", READERS),
    "exportPostingDays": ("GET", "/v1/exports/posting-days", READERS),
    "exportGeneralLedger": ("GET", "/v1/exports/general-ledger", READERS),
    "exportOwed": ("GET", "/v1/exports/owed", READERS),
    "exportDaily": ("GET", "/v1/accounts/daily?day=2026-11-20", READERS),
    "exportMonth": ("GET", "/v1/accounts/papers?month=1999-01", READERS),
    "getDailySchema": ("GET", "/v1/accounts/daily/schema", EVERYBODY),
    "replayRecords": ("POST", "/v1/replay", READERS),
    "listCodes": ("GET", "/v1/codes", {*OF_PLAY, Role.ADMIN}),
    "getMetrics": ("GET", "/metrics", {Role.ADMIN}),
    "getCheckpoint": ("GET", "/checkpoint", EVERYBODY),
    "getStamps": ("GET", "/stamps", EVERYBODY),
    "getTile": ("GET", "/tile/0/000.p/9", EVERYBODY),
    "getEntries": ("GET", "/tile/entries/000.p/9", {Role.INSPECTOR, Role.DISPUTE}),
    "getEventProof": ("GET", "/v1/events/mesa/1/proof", OF_PLAY),
    "getSchema": ("GET", "/v1/schema", EVERYBODY),
    "getKind": ("GET", "/v1/schema/bet-placed/1", EVERYBODY),
    "getSchemaChanges": ("GET", "/v1/schema/changes", EVERYBODY),
    "getAsyncApi": ("GET", "/v1/asyncapi", EVERYBODY),
    "getHealth": ("GET", "/health", EVERYBODY),
}


@each("operation", OPERATIONS, share=12)
@each("role", [None, *Role])
def test_each_route_lets_in_these_roles_and_no_other(
    evening: Site, operation: str, role: Role | None
) -> None:
    """Route × role: without a key 401, with another role's 403, else an answer of the route."""
    method, address, allowed = OPERATIONS[operation]
    # A body that says nothing is refused, but not for the role.
    if method == "POST":
        answer = evening.post(address, b"\n", role)
    else:
        answer = evening.client.request(method, address, headers=evening.headers(role))
    if role in allowed:
        assert answer.status_code in (200, 404, 422)
    else:
        assert answer.status_code == (401 if role is None else 403)
        assert answer.json()["code"] == ("unauthenticated" if role is None else "forbidden")


def test_the_matrix_names_every_route(evening: Site) -> None:
    """Every documented operation stands in the table of the code, and in the one above."""
    document = evening.client.get("/openapi.json").json()
    operations = {
        (one["operationId"], method.upper(), path)
        for path, methods in document["paths"].items()
        for method, one in methods.items()
    }
    assert {name for name, _, _ in operations} == set(ACCESS) == set(OPERATIONS)


def test_an_admin_sees_no_hand_and_sends_no_play() -> None:
    """An admin's routes hold neither rounds nor events, findings, pools or submissions."""
    assert {name for name, roles in ACCESS.items() if roles and Role.ADMIN in roles} == {
        "listCodes",
        "getMetrics",
        "listParameters",
        "listSources",
        "getRetention",
        *("getVerification", "startVerification", "listRules", "getRule"),
        *("listSessions", "revokeSession", "listKeys", "draftAct", "recordAct"),
    }


def test_who_may_not_is_told_who_may(evening: Site) -> None:
    """A refusal names the operation, the roles that may and the one that asked."""
    answer = evening.get("/v1/rounds", Role.ADMIN).json()
    assert answer["detail"] == (
        "listRounds is for dispute, finance, floor, inspector; this key is admin"
    )


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "Bearer",
        "Bearer x",
        "Bearer razao_000000000000_" + "A" * 43,
        "Bearer razao_000000000000_" + "é" * 43,
        "Basic cmF6YW86cmF6YW8=",
    ],
)
def test_what_is_no_key_lets_nobody_in(evening: Site, sent: str) -> None:
    """No header, another scheme, a malformed key or one never issued: 401, and how to ask."""
    answer = evening.client.get("/v1/pools", headers={"Authorization": sent.encode("latin-1")})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="razao"'


def test_another_secret_with_a_known_prefix_lets_nobody_in(evening: Site) -> None:
    """The prefix finds a key; only its whole secret opens."""
    key = evening.keys[Role.INSPECTOR]
    other = key[:-1] + ("A" if key[-1] != "A" else "B")
    answer = evening.client.get("/v1/pools", headers={"Authorization": f"Bearer {other}"})
    assert answer.status_code == 401


def test_a_revoked_key_lets_nobody_in_from_that_moment(site: Site) -> None:
    """Nothing remembers a key between two requests."""
    assert site.get("/v1/codes").status_code == 200
    with Keeper(site.casino.conninfo) as keeper:
        keeper.revoke("inspector-1")
    assert site.get("/v1/codes").status_code == 401


def test_a_name_belongs_to_one_living_key(casino: Casino) -> None:
    """The access log knows people by it; when the key is revoked, the name may have another."""
    with Keeper(casino.conninfo) as keeper, Gate(casino.conninfo) as gate:
        first = keeper.issue("ana", Role.INSPECTOR)
        with pytest.raises(NameTakenError):
            keeper.issue("ana", Role.FINANCE)
        keeper.revoke("ana")
        with pytest.raises(NoSuchKeyError):
            keeper.revoke("ana")
        second = keeper.issue("ana", Role.DISPUTE)
        assert gate.caller(first) is None
        caller = gate.caller(second)
        assert caller is not None
        assert (caller.name, caller.role) == ("ana", Role.DISPUTE)
        assert [key.revoked is None for key in keeper.issued()] == [False, True]


def test_a_key_is_stored_nowhere(casino: Casino) -> None:
    """The table holds a SHA-256 of it, and the prefix to find that."""
    with Keeper(casino.conninfo) as keeper:
        key = keeper.issue("ana", Role.INSPECTOR)
    prefix, secret = key.split("_", 2)[1:]
    with psycopg.connect(casino.superuser) as connection:
        rows = connection.execute("SELECT api_key::text FROM access.api_key").fetchall()
    assert len(secret) == 43
    assert [prefix in row[0] for row in rows] == [True]
    assert not any(secret in row[0] or secret.encode().hex() in row[0] for row in rows)


@pytest.mark.parametrize(
    ("role", "statement"),
    [
        ("razao_gate", "UPDATE access.api_key SET revoked = now()"),
        ("razao_gate", "DELETE FROM access.api_key"),
        ("razao_gate", "SELECT * FROM ledger.events"),
        ("razao_keykeeper", "SELECT hash FROM access.api_key"),
        ("razao_keykeeper", "UPDATE access.api_key SET role = 'admin'"),
        ("razao_keykeeper", "UPDATE access.api_key SET sources = '{mesa-1}'"),
        ("razao_keykeeper", "DELETE FROM access.api_key"),
        ("razao_keykeeper", "TRUNCATE access.api_key"),
        ("razao_inspector", "SELECT * FROM access.api_key"),
        ("razao_appender", "SELECT * FROM access.api_key"),
        ("razao_projector", "SELECT * FROM access.api_key"),
    ],
)
def test_each_database_role_can_do_its_own_part_only(
    evening: Site, role: str, statement: str
) -> None:
    """The server's role reads keys, the keeper's issues and revokes; the others see nothing."""
    options = f"-c role={role}"
    with psycopg.connect(evening.casino.conninfo, options=options) as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement.encode())
        connection.rollback()


def test_a_revocation_is_not_taken_back(casino: Casino) -> None:
    """Not even by the role that revokes: the key's end stands."""
    with Keeper(casino.conninfo) as keeper:
        keeper.issue("ana", Role.INSPECTOR)
        keeper.revoke("ana")
    with (
        psycopg.connect(casino.conninfo, options="-c role=razao_keykeeper") as connection,
        pytest.raises(psycopg.DatabaseError, match="revoked already"),
    ):
        connection.execute("UPDATE access.api_key SET revoked = %s", (None,))


def test_when_a_key_was_issued_and_revoked_is_kept(casino: Casino) -> None:
    """A key's row says since when and until when it let anybody in."""
    with Keeper(casino.conninfo) as keeper:
        keeper.issue("ana", Role.INSPECTOR)
        keeper.revoke("ana")
        (key,) = keeper.issued()
    assert key.revoked is not None
    assert datetime.now(UTC) - timedelta(minutes=5) < key.issued < key.revoked
