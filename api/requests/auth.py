"""Who may ask what: one table, route × role, and the types by which routes get their caller.

A route asks for its caller by one of the types at the end; which roles it lets in stands in
:data:`ACCESS` under its operation id and nowhere else. `create_app` refuses a route without a row.

An admin runs the service and sees no play: neither hands nor money. A source sends, and asks for
its last receipt. The three who read see the same today: each of their answers has to be taken back
to the events and the rule, whether it is an account, a verdict or a complaint; but who read what is
told to the Authority's side alone. Whoever works the floor sees what is played and found there, and
neither books nor files (:mod:`api.requests.reach` has which events).
"""

import re
from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param

from api.errors import ProblemError
from api.requests.parameters import check_parameters
from api.requests.reach import check_reach
from api.services.api_keys import MARK, OF_THE_AUTHORITY, Caller, Role
from api.services.deps import working
from api.services.people.prepared import Order
from api.services.people.sessions import COOKIE as SESSION_COOKIE
from api.services.people.sessions import Session
from projections.reads.basis.scope import NO_CASINO, Scope
from projections.reads.files.exports import EXPORTS

READERS: Final = frozenset((Role.INSPECTOR, Role.FINANCE, Role.DISPUTE))
OF_PLAY: Final = READERS | {Role.FLOOR}
"""Who sees what is played: rounds, tables, machines, findings and cases."""
PEOPLE: Final = OF_PLAY | {Role.ADMIN}
EVERYBODY: Final = None
"""Needs no key."""


def export_operation(name: str) -> str:
    """Return the operation id of an export.

    >>> export_operation("trial-balance")
    'exportTrialBalance'
    """
    return "export" + "".join(map(str.capitalize, name.split("-")))


ACCESS: Final[Mapping[str, frozenset[Role] | None]] = {
    "submitEvents": frozenset((Role.SOURCE,)),
    "getReceipt": frozenset((Role.SOURCE,)),
    "depositTexts": frozenset((Role.SOURCE,)),
    "getText": OF_THE_AUTHORITY,
    "listEvents": READERS,
    "getEvent": OF_PLAY,
    "listRounds": OF_PLAY,
    "getRound": OF_PLAY,
    "listRoundEvents": OF_PLAY,
    "listPools": READERS,
    "getPool": READERS,
    "listPoolPostings": READERS,
    "getPoolStatement": READERS,
    "exportPoolStatementPdf": READERS,
    "listPoolAwards": READERS,
    "exportPoolAwardPdf": READERS,
    "getPoolReconciliation": READERS,
    "getTrialBalance": READERS,
    "listMachines": OF_PLAY,
    "listMachineCounters": OF_PLAY,
    "getMachinePlay": OF_PLAY,
    "listTables": READERS,
    "exportTablesPdf": READERS,
    "listChips": READERS,
    "listTax": READERS,
    "exportTaxPdf": READERS,
    "exportJournalPdf": READERS,
    "exportOwedPdf": READERS,
    "exportDaily": READERS,
    "getDailySchema": EVERYBODY,
    "exportMonth": READERS,
    "listFindings": OF_PLAY,
    "exportFindingsPdf": READERS,
    "exportDisputePdf": READERS,
    "exportDisputeLetterPdf": READERS,
    "getFinding": OF_PLAY,
    "listDisputes": OF_PLAY,
    "getDispute": OF_PLAY,
    "listFacts": READERS,
    "replayWhatIf": READERS,
    "listParameters": PEOPLE,
    "listSources": READERS | {Role.ADMIN},
    "listReadings": OF_THE_AUTHORITY,
    "getRetention": READERS | {Role.ADMIN},
    "draftAct": PEOPLE,
    "recordAct": PEOPLE,
    "getVerification": PEOPLE,
    "startVerification": READERS | {Role.ADMIN},
    "listRules": PEOPLE,
    "getRule": PEOPLE,
    "listSessions": PEOPLE,
    "revokeSession": PEOPLE,
    "listKeys": PEOPLE,
    "getClosing": READERS,
    "listHolds": READERS,
    "searchLedger": OF_PLAY,
    "replayRecords": READERS,
    **{export_operation(name): READERS for name in EXPORTS},
    export_operation("readings"): OF_THE_AUTHORITY,
    "listJobs": READERS,
    "getJob": READERS,
    "cancelJob": READERS,
    "listReports": READERS,
    "saveReport": READERS,
    "runReport": READERS,
    "removeReport": READERS,
    "listSubscriptions": READERS,
    "saveSubscription": READERS,
    "trySubscription": READERS,
    "removeSubscription": READERS,
    "exportJob": READERS,
    "exportEventBundle": READERS,
    "exportRoundBundle": READERS,
    "exportActaBundle": READERS,
    "exportPoolBundle": READERS,
    "exportDayBundle": READERS,
    "exportDisputeBundle": READERS,
    "exportDisputePaper": READERS,
    "exportRoundPaper": READERS,
    "exportActaPaper": READERS,
    "exportPoolPaper": READERS,
    "listActas": READERS,
    "getActa": READERS,
    "exportActaPdf": READERS,
    "getGate": READERS | {Role.SOURCE},
    "askGate": frozenset((Role.SOURCE,)),
    "listCodes": PEOPLE,
    "getMetrics": frozenset((Role.ADMIN,)),
    "getCheckpoint": EVERYBODY,
    "getStamps": EVERYBODY,
    "getTile": EVERYBODY,
    "getEntries": OF_THE_AUTHORITY,
    "getEventProof": OF_PLAY,
    "getSchema": EVERYBODY,
    "getKind": EVERYBODY,
    "getAsyncApi": EVERYBODY,
    "getSchemaChanges": EVERYBODY,
    "getHealth": EVERYBODY,
}
"""Operation id to the roles that may call it."""


def may_take(role: Role, order: Order) -> bool:
    """Tell whether a role takes a file away, as if it asked for the file itself."""
    name = "exportMonth" if order.what == "month" else export_operation(order.name)
    return role in (ACCESS.get(name) or ())


PURPOSES: Final = (
    ("list", "query"),
    ("search", "query"),
    ("replay", "replay"),
    ("export", "export"),
)
"""How an operation's id begins, and what its reading is called; any other is a ``page``."""

LIVE: Final = "x-razao-live"
"""Of a request by which an open page follows the ledger, while nobody need sit before it."""
STREAM: Final = "followLedger"
"""The operation that lasts as long as its reader stays."""

bearer: Final = HTTPBearer(
    scheme_name="apiKey",
    bearerFormat=f"{MARK}_…",
    description="An API key, as `razao keys api NAME --role ROLE` printed it once.",
    auto_error=False,
)


def roles_text(operation: str) -> str:
    """Return the roles that may call an operation, for its documentation."""
    roles = ACCESS[operation]
    if roles is None:
        return "Needs no key."
    return f"Roles: {', '.join(sorted(roles))}."


def operation_of(request: Request) -> str:
    """Return the operation id of the route that answers a request; nothing where none does."""
    return str(getattr(request.scope.get("route"), "operation_id", ""))


def _caller(
    request: Request,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Caller:
    """Admit the holder of a living key whose role the table names."""
    work = working(request)
    caller = _asking(request)
    if caller is None or (given is None and request.method != "GET"):
        what = "no API key was sent" if given is None else "the API key is none, or was revoked"
        raise ProblemError("unauthenticated", f"{what}; send Authorization: Bearer {MARK}_…")
    operation = operation_of(request)
    roles = ACCESS[operation]
    assert roles is not None, f"{operation} needs no key, so it must not ask for a caller"
    if caller.role not in roles:
        work.reads.note(caller.name, "refused", subject_of(request))
        allowed = ", ".join(sorted(roles))
        raise ProblemError("forbidden", f"{operation} is for {allowed}; this key is {caller.role}")
    check_parameters(request)
    check_reach(request, caller)
    return caller


def _asking(request: Request) -> Caller | None:
    """Return who asks, by his key or by his session at the console; asked once a request.

    A cookie only ever reads, for the files to which the console links: whoever lets somebody do
    more by it asks for the form's token, too.
    """
    if not hasattr(request.state, "caller"):
        scheme, credentials = get_authorization_scheme_param(request.headers.get("Authorization"))
        if scheme.lower() == "bearer":
            request.state.caller = working(request).services.gate.caller(credentials)
        else:
            session = session_of(request)
            request.state.caller = None if session is None else session.caller
    found: Caller | None = request.state.caller
    return found


def session_of(request: Request) -> Session | None:
    """Return the session of whoever came in at the console; looked for once a request."""
    if not hasattr(request.state, "session"):
        cookie = request.cookies.get(SESSION_COOKIE)
        waking = LIVE not in request.headers and operation_of(request) != STREAM
        request.state.session = working(request).sessions.find(cookie, waking=waking)
    found: Session | None = request.state.session
    return found


def scope_of(request: Request) -> Scope:
    """Return of which casinos whoever asks may read; of none whoever needs no key."""
    caller = _asking(request)
    return NO_CASINO if caller is None else caller.sight


def sees_all(request: Request) -> bool:
    """Tell whether no event is kept from who asks, where an answer is sometimes everybody's."""
    caller = _asking(request)
    return caller is not None and caller.sees_all


def is_known(request: Request) -> bool:
    """Tell whether a key or a session came with a request, where an answer is often everybody's."""
    return _asking(request) is not None


Authorised = Annotated[Caller, Depends(_caller)]
"""A caller whose role may do this; nothing is written down."""


def _reader(request: Request, caller: Authorised) -> Caller:
    """Admit a person who reads, and write the reading down."""
    operation = operation_of(request)
    purpose = next((said for begins, said in PURPOSES if operation.startswith(begins)), "page")
    working(request).reads.note(caller.name, purpose, subject_of(request))
    return caller


def _exporter(request: Request, caller: Annotated[Caller, Depends(_reader)]) -> Caller:
    """Admit a person who takes a file away, after the reading is recorded."""
    working(request).reads.flush(everything=True)
    return caller


def subject_of(request: Request) -> str:
    """Return the request's address in ASCII, as an event can hold it for ever.

    What somebody typed may be a person's name: of a search nothing is told, and of any other value
    only what could be an id.
    """
    raw: bytes = request.scope["raw_path"]
    path = raw.partition(b"?")[0].decode("ascii", "backslashreplace")
    parts = "/".join(_blotted(one) for one in path.split("/"))
    pairs = [
        f"{_blotted(name)}={BLOT if name in SEARCHES else _blotted(value)}"
        for name, value in request.query_params.multi_items()
    ]
    return f"{parts}?{'&'.join(pairs)}" if pairs else parts


SEARCHES: Final = frozenset({"q"})
"""Parameters into which people type whatever they look for."""
BLOT: Final = "*"
_could_be_an_id: Final = re.compile(
    r"[A-Za-z0-9._:,+-]{0,100}(?:/[A-Za-z0-9._:,+-]{0,100}){0,3}"
).fullmatch


def _blotted(word: str) -> str:
    """Return a word of an address, or a blot where no id is spelt so.

    >>> _blotted("RA-01/2026-11-20/7"), _blotted("Etelvina Zambujal"), _blotted("%C3%89tel")
    ('RA-01/2026-11-20/7', '*', '*')
    """
    return word if _could_be_an_id(word) else BLOT


Person = Authorised
"""Somebody who acts by a key of his own, which is not here."""
Source = Authorised
"""A device, service or person that submits."""
Admin = Authorised
"""Somebody who runs the service."""
Reader = Annotated[Caller, Depends(_reader)]
"""Somebody who reads what others did: his reading is an event, too."""
Exporter = Annotated[Caller, Depends(_exporter)]
"""Somebody who takes a whole table away."""
