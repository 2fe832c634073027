"""Uma regra, um capítulo: the law's own words, who judges them, the findings that cite them."""

import re
from functools import partial
from typing import Final

from fastapi import APIRouter, Response

from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language.law import quoted
from api.console.language.words import mark as _
from ledger.text.near import near_names
from projections.reads.basis.game_names import games_in
from projections.replay.codes import CODES, title_of
from projections.replay.game import Status
from projections.replay.rulebook.book import Chapter, chapters, rule_book
from projections.replay.rulebook.citation import cited
from projections.replay.rulebook.table import Row, rule_table

router: Final = APIRouter(route_class=PageRoute)

STATUS_WORDS: Final[dict[Status, tuple[str, str, str]]] = {
    "implemented": ("ok", "check", _("Reckoned")),
    "watched": ("info", "eye", _("Watched")),
    "not-checkable": ("", "dot", _("Not to be seen in the record")),
    "missing": ("bad", "alert", _("To be built")),
}
"""Of each status its tone, its icon and its words."""
_CODE: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*\b")


@router.get("/regras/{name}", operation_id="showRule")
def show_rule(page: Page, name: str) -> Response:
    """Show a rule in its own words, or the rules of a chapter."""
    if name in chapters():
        return _chapter(page, chapters()[name])
    row = rule_table().get(name)
    if row is None:
        near = ", ".join(near_names(name, (*chapters(), *rule_book())))
        raise NothingSuchError(
            page.say(_("There is no rule %(name)s."), name=name),
            page.say(_("For example: %(names)s."), names=near),
            "/regras",
        )
    names = list(rule_book())
    at = names.index(name)
    beside = (names[at - 1] if at else None, names[at + 1] if at + 1 < len(names) else None)
    return page.answer(
        "reference/rule.html",
        row=row,
        law_of=quoted(row.rule, page.language, whole=True),
        accounts=[
            (
                ", ".join(games_in(page.language).get(game, game) for game in account.games),
                STATUS_WORDS[account.status],
                [code for code in _CODE.findall(account.where) if code in CODES],
            )
            for account in row.accounts
        ],
        citing=_citing(page, row),
        title=partial(_title, page),
        beside=beside,
    )


def _title(page: Frame, code: str) -> str:
    return title_of(code, page.language)


def _citing(page: Frame, row: Row) -> list[tuple[str, str]]:
    """Return the codes that cite a rule, with their titles."""
    return [
        (code.code, title_of(code.code, page.language))
        for code in CODES.values()
        if row.rule.name in cited(code.rule).rules
    ]


def _chapter(page: Frame, chapter: Chapter) -> Response:
    rows = [row for row in rule_table().values() if row.rule.chapter == chapter]
    return page.answer(
        "reference/chapter.html",
        chapter=chapter,
        rows=[(row, STATUS_WORDS[row.status]) for row in rows],
    )
