"""The state of verification, and the law's own words."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request

from api.answers.problems import READING, WITH_KEY, documented
from api.answers.shapes.proof import RuleLine, RuleList, RuleWhole, Verification
from api.errors import ProblemError
from api.requests.auth import Authorised, Reader
from api.services.deps import Reads, View, working
from api.services.proofs import Proofs
from ledger.text.near import unknown_text
from projections.replay.codes import CODES
from projections.replay.rulebook.book import chapters, rule_book
from projections.replay.rulebook.citation import cited
from projections.replay.rulebook.table import Row, rule_table

PROBLEMS_SHOWN: Final = 100

router: Final = APIRouter(tags=["house"])

ChapterName = Annotated[
    str | None,
    Query(max_length=20, description="Only of this chapter of the law.", examples=["RA"]),
]
RuleName = Annotated[
    str, Path(max_length=60, description="A rule, as findings cite it.", examples=["RA R35"])
]


@router.get(
    "/v1/verification",
    operation_id="getVerification",
    summary="What the newest verification of the log found",
    response_model=Verification,
    responses=documented(*READING),
)
def get_verification(_: Reader, request: Request, view: Reads) -> Verification:
    """Return the newest verification by this service, and how far one is that runs.

    It proves what this service says and no more: `razao verify` recomputes the same elsewhere.
    """
    return Verification.model_validate(_verified(working(request).proofs, view))


@router.post(
    "/v1/verification",
    operation_id="startVerification",
    summary="Begin a verification of the whole log",
    status_code=202,
    response_model=Verification,
    responses=documented(*WITH_KEY),
)
def start_verification(_: Authorised, request: Request, view: Reads) -> Verification:
    """Begin a verification, unless one runs: two who ask at once get one."""
    proofs = working(request).proofs
    proofs.start()
    return Verification.model_validate(_verified(proofs, view))


def _verified(proofs: Proofs, view: View) -> dict[str, Any]:
    checked, running = proofs.last, proofs.progress
    report = None if checked is None else checked.report
    problems = [] if report is None else report.problems
    state = "not yet"
    if report is not None:
        whole = "intact" if report.clean else "not all read"
        state = "altered" if problems else whole
    return {
        **view.standing(),
        "state": state,
        "last": view.last_position(),
        "checked": None if checked is None else checked.at,
        "seconds": None if checked is None else checked.seconds,
        "events": None if report is None else report.events,
        "signatures": None if report is None else report.signatures,
        "size": None if report is None else report.size,
        "root": None if report is None else report.root,
        "running": None if running is None else {"done": running[0], "of": running[1]},
        "failed": proofs.failed,
        "problems": len(problems),
        "items": [
            {name: getattr(one, name) for name in ("position", "source", "seq", "kind", "detail")}
            for one in problems[:PROBLEMS_SHOWN]
        ],
    }


@router.get(
    "/v1/rules",
    operation_id="listRules",
    summary="Every rule of the law, and how the program stands to it",
    response_model=RuleList,
    responses=documented(*READING, "not-found"),
)
def list_rules(_: Reader, chapter: ChapterName = None) -> RuleList:
    """Return the rules in the order of the law, in one answer: they are files of the program."""
    if chapter is not None and chapter not in chapters():
        raise ProblemError("not-found", f"chapter: {unknown_text(chapter, chapters())}")
    rows = [one for one in rule_table().values() if chapter in (None, one.rule.chapter.code)]
    return RuleList(items=[RuleLine.model_validate(_line(one)) for one in rows])


@router.get(
    "/v1/rules/{name}",
    operation_id="getRule",
    summary="A rule in the law's own words",
    response_model=RuleWhole,
    responses=documented(*READING, "not-found"),
)
def get_rule(_: Reader, name: RuleName) -> RuleWhole:
    """Return a rule's words, those that decide, who judges it how, and the codes that cite it."""
    row = rule_table().get(name)
    if row is None:
        raise ProblemError("not-found", f"rule: {unknown_text(name, rule_book())}")
    return RuleWhole.model_validate(
        {
            **_line(row),
            "words": row.rule.words,
            "decisive": row.rule.decisive,
            "source": row.rule.chapter.source,
            "ours": row.rule.chapter.ours,
            "accounts": [
                {"games": one.games, "status": one.status, "where": one.where}
                for one in row.accounts
            ],
            "codes": [one.code for one in CODES.values() if name in cited(one.rule).rules],
        }
    )


def _line(row: Row) -> dict[str, Any]:
    rule = row.rule
    return {
        "name": rule.name,
        "chapter": rule.chapter.code,
        "number": rule.number,
        "said": rule.spoken("pt"),
        "status": row.status,
    }
