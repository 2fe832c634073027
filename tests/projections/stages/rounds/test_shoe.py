"""A shoe lasts for several coups: what left it before is known when the next is judged."""

from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import CardBurned, CardDealt, DeckShuffled
from ledger.events.reviews import Correction
from ledger.events.rounds import BetsClosed, BetsOpened, RoundClosed, RoundOpened
from ledger.events.seats import PlayerSeated
from ledger.events.tables import TableOpened
from projections.reads.queries import judge_round
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import DAY, Casino

PLACE = "PB-01"
TABLE = "mesa-pb"


class Shoe:
    """A table of ponto e banca that deals one pack, coup after coup."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self.number = 0
        self.at_table(
            TableOpened(
                profile="cv-2017@1",
                game="bacara_ponto_e_banca",
                options={"baralhos": 1},
                currency="CVE",
                records=("cards",),
            )
        )

    def at_table(self, payload: Payload) -> Any:
        """Tell what happens between coups."""
        return self.casino.say(TABLE, payload, place=PLACE)

    def coup(self, *cards: str) -> list[Any]:
        """Deal a coup; return the receipts of its cards."""
        self.number += 1
        name = f"{PLACE}/{DAY}/{self.number}"
        receipts: list[Any] = []
        for payload in (RoundOpened(), BetsOpened(), BetsClosed()):
            self.casino.say(TABLE, payload, round_id=name)
        for to, card in zip(("ponto", "banca", "ponto", "banca"), cards, strict=False):
            receipts.append(self.casino.say(TABLE, CardDealt(to=to, card=card), round_id=name))
        self.casino.say(TABLE, RoundClosed(), round_id=name)
        return receipts

    def impossible(self) -> list[tuple[int, str]]:
        """Return the coups with a card that the pack cannot have held, and the card."""
        rows = self.casino.rows(
            "SELECT round, recorded FROM {s}.finding WHERE known_until IS NULL "
            "AND code = 'RES-IMPOSS' AND starts_with(expected, '1 x') ORDER BY round"
        )
        return [(int(row["round"].rsplit("/")[-1]), row["recorded"]) for row in rows]


@pytest.fixture
def shoe(casino: Casino) -> Shoe:
    return Shoe(casino)


NATURALS = (("9h", "2c", "Td", "6s"), ("8h", "3c", "Jd", "5s"), ("9h", "4c", "Qd", "3s"))
"""Coups that end after four cards; the third has the nine of hearts again."""


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
def test_a_card_that_left_the_shoe_does_not_come_again(shoe: Shoe, page: int) -> None:
    """Two coups later the same card of one pack is impossible, live and rebuilt alike."""
    for cards in NATURALS:
        shoe.coup(*cards)
        shoe.casino.project(page=page)
    assert shoe.impossible() == [(3, "9h")]
    with Runner(shoe.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(shoe.casino.conninfo) == digests


def test_a_shuffle_between_coups_begins_anew(shoe: Shoe) -> None:
    """After it every card may come again."""
    shoe.coup(*NATURALS[0])
    shoe.at_table(DeckShuffled(method="hand", decks=1))
    shoe.coup(*NATURALS[2])
    shoe.casino.project()
    assert shoe.impossible() == []


def test_a_card_burned_between_coups_has_left_it_too(shoe: Shoe) -> None:
    """Seen when it was burned, and dealt afterwards."""
    shoe.coup(*NATURALS[0])
    shoe.at_table(CardBurned(card="8h", cause="coup"))
    shoe.coup(*NATURALS[1])
    shoe.casino.project()
    assert shoe.impossible() == [(2, "8h")]


@pytest.mark.recorded
def test_what_was_said_of_a_coup_is_said_of_it_for_ever_as_known_then(shoe: Shoe) -> None:
    """The first coup's cards are corrected twice, and carried on: each position has its own."""
    names = [f"{PLACE}/{DAY}/{number}" for number in (1, 2, 3)]
    told: dict[int, list[Any]] = {}

    def look() -> None:
        shoe.casino.project()
        position = shoe.casino.rows("SELECT max(position) AS last FROM {s}.history")[0]["last"]
        told[position] = [judge_round(shoe.casino.conninfo, name) for name in names]

    first = shoe.coup(*NATURALS[0])
    look()
    for cards in NATURALS[1:]:
        shoe.coup(*cards)
        look()
    for card in ("7h", "6h"):
        correction = shoe.casino.say(
            "fiscal",
            Correction(
                target=f"{first[0].source}:{first[0].first}",
                link=first[0].link,
                replacement={"to": "ponto", "card": card},
                reason="erro_de_registo",
            ),
        )
        shoe.casino.approve("chefe", correction)
        look()
    shoe.at_table(PlayerSeated(seat=1))
    shoe.casino.project()
    assert len({str(found) for found in told.values()}) == len(told), "each says something else"
    for position, found in told.items():
        then = [judge_round(shoe.casino.conninfo, name, position) for name in names]
        assert then == found, position
    assert [judge_round(shoe.casino.conninfo, name, 1) for name in names] == [None] * 3


@pytest.mark.recorded
def test_a_corrected_card_judges_every_later_coup_of_the_shoe_again(shoe: Shoe) -> None:
    """The first coup's nine was another: the third coup's is possible after all."""
    first = shoe.coup(*NATURALS[0])[0]
    shoe.coup(*NATURALS[1])
    shoe.coup(*NATURALS[2])
    shoe.casino.project()
    assert shoe.impossible() == [(3, "9h")]
    correction = shoe.casino.say(
        "chefe",
        Correction(
            target=f"{first.source}:{first.first}",
            link=first.link,
            replacement={"to": "ponto", "card": "9s"},
            reason="leitura",
        ),
    )
    shoe.casino.approve("fiscal", correction)
    shoe.casino.project()
    assert shoe.impossible() == []
    with Runner(shoe.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(shoe.casino.conninfo) == digests
