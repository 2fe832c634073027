"""Pesquisa: one box that says what it took the text for."""

from collections.abc import Callable, Mapping
from typing import Annotated, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Response

from api.console import sentences
from api.console.frame import Frame, Page, PageRoute
from api.console.language.words import mark as _
from projections.reads.basis.game_names import games_in
from projections.reads.search import Hit, search

router: Final = APIRouter(route_class=PageRoute)

Text = Annotated[str, Query(alias="q", max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
KINDS: Final = {
    "position": _("position in the record"),
    "event": _("event"),
    "finding": _("finding"),
    "round": _("round"),
    "amount": _("amount of a finding"),
    "place": _("table or room"),
    "machine": _("machine"),
    "pool": _("jackpot"),
    "session": _("session of bingo"),
    "dispute": _("dispute"),
    "source": _("source"),
    "ticket": _("ticket"),
    "player": _("player’s pseudonym"),
    "code": _("code of a finding"),
}


@router.get("/pesquisa", operation_id="showSearch")
def show_search(page: Page, text: Text = "") -> Response:
    """Show the things that a text names, kind by kind, or the places looked through in vain."""
    found = search(page.view.connection, text)
    groups = {
        kind: of
        for kind, hits in found.groups().items()
        if (of := [hit for hit in hits if _is_offered(page, hit)])
    }
    return page.answer(
        "search.html",
        text=text,
        understood=[page.say(KINDS[kind]) for kind in found.understood],
        groups=[
            (
                page.say(KINDS[kind]),
                [(_words(page, hit), _address(page, hit), _more(page, hit)) for hit in hits],
            )
            for kind, hits in groups.items()
        ],
        count=sum(map(len, groups.values())),
    )


def _is_offered(page: Frame, hit: Hit) -> bool:
    """Tell whether whoever asks may read what was found: else it is as if it were not."""
    if hit.kind in ("event", "position") and not page.sees(hit.more, hit.name):
        return False
    address = _address(page, hit)
    return address is None or page.offers(address)


def _words(page: Frame, hit: Hit) -> str:
    if hit.kind == "round":
        return page.round_words(hit.name)
    if hit.kind in ("finding", "amount", "code"):
        return sentences.finding_title(page, hit.name if hit.kind == "code" else hit.more)
    return hit.name


def _more(page: Frame, hit: Hit) -> str:
    match hit.kind:
        case "event" | "position":
            return page.say(sentences.kind_words(hit.more))
        case "place" | "round":
            return games_in(page.language).get(hit.more, hit.more)
        case "finding" | "amount":
            return f"{hit.place or ''} {hit.more}".strip()
        case "code":
            return hit.name
        case "session" | "player" | "machine":
            return hit.more
        case _:
            return ""


def _address(page: Frame, hit: Hit) -> str | None:
    """Return the page of a hit; None where it has none yet."""
    if hit.kind in ("event", "position"):
        source, _colon, seq = hit.name.rpartition(":")
        return f"/eventos/{quote(source, safe='')}/{seq}"
    if hit.kind == "round":
        return f"/jogadas/{quote(hit.name)}"
    if hit.kind == "place" and not page.has("showEvents"):
        return f"/mesas/{quote(hit.name, safe='')}"
    make = _ADDRESSES.get(hit.kind)
    return None if make is None else make(hit)


_ADDRESSES: Final[Mapping[str, Callable[[Hit], str]]] = {
    "finding": lambda hit: f"/constatacoes/{hit.name}?estado=all",
    "amount": lambda hit: f"/constatacoes/{hit.name}?estado=all",
    "code": lambda hit: f"/constatacoes?{urlencode({'codigo': hit.name, 'estado': 'all'})}",
    "place": lambda hit: f"/eventos?{urlencode({'lugar': hit.name})}",
    "machine": lambda hit: f"/contadores/{quote(hit.name, safe='')}",
    "session": lambda hit: f"/actas/{quote(hit.more, safe='')}/{quote(hit.name)}",
    "pool": lambda hit: f"/premios/{quote(hit.name)}",
    "dispute": lambda hit: f"/disputas/{quote(hit.name, safe='')}",
    "ticket": lambda hit: f"/disputas/nova?{urlencode({'bilhete': hit.name})}",
    "source": lambda hit: f"/eventos?{urlencode({'fonte': hit.name})}",
    "player": lambda hit: f"/eventos?{urlencode({'jogador': hit.name})}",
}
"""Kind of a hit to the address of its page."""
