"""From events to the record of a jogada, and jogadas through all stages on a real database."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Interval, Payload
from ledger.events.bingo import (
    BallDrawn,
    BingoClaimed,
    BingoSessionClosed,
    BingoSessionOpened,
    CardsRefunded,
    CardsSold,
    ClaimVerified,
    EditionRegistered,
    JogadaAnnulled,
    JogadaResumed,
    JogadaSuspended,
    OneToGoAlerted,
    PoolCondition,
    PrizePaid,
    PrizesPaid,
    SaleClosed,
    SeriesOnSale,
)
from ledger.events.jackpots import (
    AwardPaid,
    DisplayRead,
    JackpotIncrement,
    JackpotWon,
)
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import TableOpened
from projections.base.event import ClosedRound
from projections.gather.bingo.jogada import carried_after, gather
from projections.replay.codes import CODES
from projections.replay.games.bingo import BingoRecord, number_of
from projections.replay.games.bingo.facts import (
    Aviso,
    Bola,
    Entrega,
    Fecho,
    Incremento,
    Intervalo,
    Painel,
    Pedido,
    Retoma,
    Serie,
    Sessao,
    Suspensao,
    Venda,
    Verificacao,
)
from projections.replay.games.bingo.prizes import Plano
from projections.replay.kit.bets import Moment
from projections.replay.record import Void
from projections.replay.registry import judge
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import DAY, Casino
from tests.helpers.casino import RECORDS, Log, instant
from tests.helpers.strategies import payloads, payloads_of
from tests.projections.replay.games.bingo.bingo_room import edition, numbers, of, row

CARDS = edition().partes[0].cartoes
OPENED = RoundOpened(session="S1")


def registered(**others: Any) -> tuple[EditionRegistered, EditionRegistered]:
    """Return the tests' edition of 90 cards in two parts."""
    shared: dict[str, Any] = {
        "edition": "E1", "variant": 90, "size": 90, "parts": 2, "act": "AR 7", **others,
    }  # fmt: skip
    return (
        EditionRegistered(part=1, first=1, cards=CARDS[:50], **shared),
        EditionRegistered(part=2, first=51, cards=CARDS[50:], **shared),
    )


def session(**others: Any) -> BingoSessionOpened:
    given: dict[str, Any] = {
        "session": "S1", "variant": 90, "mode": "physical", "equipment_checked": True, **others,
    }  # fmt: skip
    return BingoSessionOpened(**given)


def sale(first: int = 1, last: int = 10, **others: Any) -> tuple[Payload, ...]:
    """Return a sale of cards at 10.00; ``double`` sells both halves."""
    count = last - first + 1
    double = bool(others.get("double"))
    return (
        SeriesOnSale(series="A", edition="E1", cards=91 - first, price=1_000, double=double),
        CardsSold(
            series="A", first=first, last=last, amount=count * 1_000 * (1 + double),
            means="cash", double=double,
        ),
    )  # fmt: skip


def close(first: int, last: int, cards: int) -> SaleClosed:
    return SaleClosed(
        sold=(Interval(series="A", first=first, last=last),),
        recalled=(Interval(series="A", first=last + 1, last=90),),
        cards=cards,
        collected=cards * 1_000,
        linha=cards * 200,
        bingo=cards * 600,
    )


def drawn(*given_: Any) -> tuple[BallDrawn, ...]:
    return tuple(BallDrawn(number=number, index=index) for index, number in enumerate(given_, 1))


def test_a_panel_shows_the_last_figures_once_the_sale_is_closed() -> None:
    """R29, R40: read while cards are sold, only the price is settled; after an award, no value."""
    log = Log("bingo")
    shown = {"preco": 1_000, "cartoes": 4, "linha": 800, "bingo": 2_400, "acumulado": 5}
    log.place_event(*registered(), session())
    log.play(OPENED, *sale(1, 4), DisplayRead(panel=shown), close(1, 4, 4))
    log.play(DisplayRead(panel=shown), JackpotWon(pool="BG", amount=5, series="A", card_number=3))
    log.play(DisplayRead(panel=shown))
    record: BingoRecord = log.gather()
    assert record.paineis == (
        Painel(preco=1_000), Painel(**shown), Painel(**{**shown, "acumulado": None})
    )  # fmt: skip


FIRST_ROW = row(edition(), 3)
ALL = [*FIRST_ROW, *(one for one in numbers(of(edition(), 3)) if one not in FIRST_ROW)]


def test_a_whole_jogada() -> None:
    """Each event of a jogada stands in the record, in the order of the room's chain."""
    log = Log("bingo", precos=(1_000,), taxa_premio_ppm=100_000, duplos_autorizados=False)
    log.place_event(*registered(), session(pools=(PoolCondition(pool="BG", balls=40),)))
    log.play(OPENED, *sale(), close(1, 10, 10), *drawn(*FIRST_ROW))
    claim = log.play(BingoClaimed(shape="linha", series="A", card=3))
    log.play(
        ClaimVerified(claim=claim.name, valid=True, second_question=True),
        JogadaSuspended(cause="avaria", side="operator"),
        JogadaResumed(manual=True),
        OneToGoAlerted(series="A", card=3, shape="bingo"),
        JackpotIncrement(pool="BG", amount=24),
        DisplayRead(panel={"preco": 1_000, "cards": 10, "outra": 5}),
    )
    log.play(PrizesPaid(prizes=(PrizePaid(series="A", card=3, shape="linha", amount=2_000, tax=200,
                                          means="cash"),)))  # fmt: skip
    record: BingoRecord = log.gather()
    seq = iter(range(6, 40))  # the opening, both parts, the session and round-opened came before
    moments: list[dict[str, Any]] = [{"at": instant(n), "seq": n} for n in seq]
    assert record.actos == (
        Serie(serie="A", edicao="E1", cartoes=90, preco=1_000, **moments[0]),
        Venda(serie="A", primeiro=1, ultimo=10, valor=10_000, **moments[1]),
        Fecho(
            vendidos=(Intervalo(serie="A", primeiro=1, ultimo=10),),
            recolhidos=(Intervalo(serie="A", primeiro=11, ultimo=90),),
            cartoes=10, recolhido=10_000, linha=2_000, bingo=6_000, **moments[2],
        ),
        *(Bola(numero=one, indice=at, **moments[2 + at]) for at, one in enumerate(FIRST_ROW, 1)),
        Pedido(forma="linha", pedido=claim.name, serie="A", cartao=3, **moments[8]),
        Verificacao(pedido=claim.name, valido=True, segunda_pergunta=True, **moments[9]),
        Suspensao(causa="avaria", lado="operator", **moments[10]),
        Retoma(manual=True, **moments[11]),
        Aviso(serie="A", cartao=3, forma="bingo", **moments[12]),
    )  # fmt: skip
    assert record.edicoes[0].partes[1].primeiro == 51
    assert record.edicoes[0].autorizada is True
    assert record.sessao == Sessao(sessao="S1", bolas={"BG": 40}, autorizada=False)
    assert (record.precos, record.taxa_premio, record.duplos) == ((1_000,), 100_000, False)
    assert record.incrementos == (Incremento(pool="BG", valor=24),)
    assert record.paineis == (Painel(preco=1_000, cartoes=10),)
    assert record.payments == (
        Entrega(
            amount=2_000, serie="A", cartao=3, forma="linha", imposto=200,
            bets=(number_of(0, 0, 3),), **moments[15],
        ),
    )  # fmt: skip
    assert record.fechada == Moment(**moments[16])
    assert record.records == RECORDS
    assert [one.code for one in judge(record).found] == ["BI-END"]


def test_the_edition_is_put_together_once() -> None:
    """An edition is large: every jogada of an opening has the same object."""
    log = Log("bingo")
    log.place_event(*registered())
    log.play(OPENED, *sale())
    closed = log.closed()
    first, other = gather(closed, {}), gather(closed, {})
    assert first.edicoes[0] is other.edicoes[0]
    assert first == other


def test_what_was_registered_after_the_opening_is_not_known() -> None:
    """A part that comes while the jogada runs is the next one's."""
    log = Log("bingo")
    log.play(OPENED, *sale())
    log.place_event(*registered())
    assert log.gather().edicoes == ()


def test_the_session_that_is_open() -> None:
    """By its name, or the last not closed; told again with other numbers, that is kept."""
    log = Log("bingo")
    log.place_event(
        session(session="S0", variant=75),
        session(pools=(PoolCondition(pool="BG", balls=40),), act="AR 1"),
        session(pools=(PoolCondition(pool="BG", balls=33),), act="AR 1"),
        session(session="S2", variant=80),
        BingoSessionClosed(session="S2"),
    )
    log.play(OPENED)
    record = log.gather()
    assert record.variante == 90
    assert record.sessao == Sessao(
        sessao="S1", bolas={"BG": 40}, bolas_depois={"BG": 33}, autorizada=True
    )
    log = Log("bingo", variante=30)
    log.play(RoundOpened())
    assert (log.gather().variante, log.gather().sessao) == (30, None)


def test_an_annulment_and_its_refund() -> None:
    """The sum that it says is the refund of all sales; told apart, those are."""
    log = Log("bingo")
    log.play(OPENED, *sale(), CardsSold(series="A", first=11, last=12, amount=2_000, means="cash"))
    event = log.play(
        JogadaAnnulled(cause="avaria", rule="BI R55", refunded=12_000, side="operator")
    )
    record = log.gather()
    assert record.void == Void(cause="avaria", rule="BI R55", side="operator")
    assert (record.anulada, record.devolvido) == (Moment(at=event.at, seq=event.seq), 12_000)
    assert record.payments == (Entrega(stake_returned=12_000, bets=(1, 2), causa="annulled"),)
    log = Log("bingo")
    log.play(OPENED, *sale(), JogadaAnnulled(cause="avaria", rule="BI R55", refunded=10_000))
    back = log.play(
        CardsRefunded(series="A", first=1, last=10, amount=10_000, cause="annulled"), source="caixa"
    )
    assert log.gather().payments == (
        Entrega(
            stake_returned=10_000, serie="A", cartao=1, ultimo=10, causa="annulled", bets=(1,),
            at=back.at,
        ),
    )  # fmt: skip


def test_an_award_is_of_the_card_that_its_claim_names() -> None:
    """award-paid has no card; the jackpot-won it pays has."""
    log = Log("bingo")
    log.play(OPENED, *sale())
    won = log.play(JackpotWon(pool="BG", amount=500, series="A", card_number=7))
    log.play(AwardPaid(award=won.name, pool="BG", amount=500, means="cash"))
    (payment,) = log.gather().payments
    assert (payment.award, payment.serie, payment.cartao) == ("BG", "A", 7)
    assert payment.bets == (number_of(2, 0, 7),)


@pytest.mark.parametrize(
    ("opening", "options", "plano"),
    [
        ({}, {}, None),
        ({}, {"deducao": "linha"}, Plano(deducao="linha", aprovado=True)),
        (
            {"linha_ppm": 220_000, "bingo_ppm": 580_000},
            {"linha_ppm": 220_000, "bingo_ppm": 580_000},
            Plano(linha=220_000, bingo=580_000, aprovado=False),
        ),
        # A parameter is an approved act: it stands in the options and not in the opening.
        (
            {},
            {"linha_ppm": 220_000, "bingo_ppm": 580_000, "pesos_adicionais": {"linha": 2}},
            Plano(linha=220_000, bingo=580_000, pesos={"linha": 2}, aprovado=True),
        ),
        ({}, {"linha_ppm": "x", "deducao": "outra"}, Plano(aprovado=True)),
    ],
)
def test_the_plan(opening: dict[str, Any], options: dict[str, Any], plano: Plano | None) -> None:
    """R7: what the room says of itself is not an approval; an option of another kind is nothing."""
    log = Log("bingo", **opening)
    log.play(OPENED)
    assert gather(log.closed(), options).plano == plano


def with_previous(first: Sequence[Payload], then: Sequence[Payload]) -> BingoRecord:
    """Return the record of a jogada that follows another."""
    before = Log("bingo")
    before.place_event(*registered(double=True))
    before.play(OPENED, *first)
    previous = before.closed()
    assert previous.table is not None
    log = Log("bingo")
    log.place_event(*registered(double=True), *registered(edition="E30", variant=30))
    log.play(OPENED, *then)
    closed = log.closed()
    return gather(
        ClosedRound(**{
            **{name: getattr(closed, name) for name in closed.__struct_fields__},
            "previous": previous.events,
            "carried": carried_after(previous, {}, previous.closed + 1),
        }),
        {},
    )  # fmt: skip


def test_doubles_play_in_the_next_jogada() -> None:
    """R15: cards 1 to 4 of the jogada before, with the second half of their price."""
    single = CardsSold(series="A", first=5, last=5, amount=1_000, means="cash")
    record = with_previous((*sale(1, 4, double=True), single), sale(5, 10))
    assert record.actos[:2] == (
        Serie(serie="A", edicao="E1", cartoes=0, preco=1_000, dupla=True, herdada=True),
        Venda(serie="A", primeiro=1, ultimo=4, valor=4_000, dupla=True, herdada=True),
    )
    assert not any(getattr(act, "herdada", False) for act in record.actos[2:])
    assert judge(record).settlement.result["vendas"] == 10_000


def test_before_its_session_a_jogada_is_of_its_own_cards_variant() -> None:
    """R91: no session says which; the cards of the jogada before were of bingo 90."""
    thirty = SeriesOnSale(series="T", edition="E30", cards=90, price=1_000)
    record = with_previous(sale(1, 4), (thirty,))
    assert (record.variante, record.anunciada) == (30, False)
    log = Log("bingo")
    log.place_event(session(variant=80), *registered(edition="E30", variant=30))
    log.play(OPENED, thirty)
    assert (log.gather().variante, log.gather().anunciada) == (80, True)


def test_doubles_of_an_annulled_jogada_do_not() -> None:
    """Both halves went back with it."""
    annulled = JogadaAnnulled(cause="avaria", rule="BI R55", refunded=8_000)
    record = with_previous((*sale(1, 4, double=True), annulled), sale(5, 10))
    assert judge(record).settlement.result["vendas"] == 6_000


KINDS = (
    SeriesOnSale, CardsSold, SaleClosed, BallDrawn, BingoClaimed, ClaimVerified, PrizesPaid,
    CardsRefunded, JogadaAnnulled, JogadaSuspended, OneToGoAlerted, AwardPaid, DisplayRead,
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(
    st.lists(payloads(*KINDS), max_size=12),
    st.lists(payloads(EditionRegistered, BingoSessionOpened, BingoSessionClosed), max_size=3),
    payloads_of(TableOpened),
)
def test_any_events_make_a_record_that_can_be_judged(
    said: list[Payload], place: list[Payload], table: TableOpened
) -> None:
    """Whatever a room sent, its options included: a verdict, and every code in it exists."""
    opening = TableOpened(
        profile="cv-2017@1", game="bingo", options=table.options, currency="XTS", records=RECORDS
    )
    log = Log("bingo", opening=opening)
    if place:
        log.place_event(*place)
    log.play(OPENED, *said)
    assert {one.code for one in judge(log.gather()).found} <= set(CODES)


# --- the room in the ledger ----------------------------------------------------------------------

PLACE, ROOM = "BI-01", "sala-bi-01"
TABLE = TableOpened(profile="cv-2017@1", game="bingo", options={}, currency="CVE", records=RECORDS)
OF_SEVERAL = {
    "BI-ACTA-BLOCK", "BI-ACTA-FIELD", "BI-ACTA-SUM", "BI-PASS", "BI-START", "BI-BALLSET",
    "BI-LAST", "BI-DESTROY",
}  # fmt: skip
"""What only several jogadas decide."""


class Room:
    """A bingo room that speaks through the door."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self.jogadas = 0

    def say(self, *payloads: Payload) -> None:
        for payload in payloads:
            self.casino.say(ROOM, payload, place=PLACE)

    def play(self, *payloads: Payload, source: str = ROOM) -> str:
        """Tell something of the jogada that runs; return the last event's name."""
        name = ""
        for payload in payloads:
            receipt = self.casino.say(source, payload, round_id=self.round)
            name = f"{receipt.source}:{receipt.first}"
        return name

    @property
    def round(self) -> str:
        return f"{PLACE}/{DAY}/{self.jogadas}"

    def jogada(self, first: int, *, paid: bool = True, void: bool = False) -> None:
        """Play a jogada of ten cards, of which the third wins linha and bingo."""
        self.jogadas += 1
        last, winner = first + 9, first + 2
        line = row(edition(), winner)
        rest = [one for one in numbers(of(edition(), winner)) if one not in line]
        self.play(OPENED, *sale(first, last), close(first, last, 10))
        if void:
            self.play(JogadaAnnulled(cause="avaria", rule="BI R55", refunded=10_000), RoundClosed())
            return
        self.play(*drawn(*line))
        self.won("linha", winner)
        self.play(*(BallDrawn(number=one, index=at) for at, one in enumerate(rest, 6)))
        self.won("bingo", winner)
        self.play(RoundClosed())
        if paid:
            self.pay(winner)

    def won(self, shape: str, card: int) -> None:
        claim = self.play(BingoClaimed(shape=shape, series="A", card=card))
        self.play(ClaimVerified(claim=claim, valid=True, second_question=True))

    def pay(self, card: int, bingo: int = 6_000) -> None:
        """Pay at the cage, after the jogada has ended."""
        prizes = tuple(
            PrizePaid(series="A", card=card, shape=shape, amount=amount, means="cash")
            for shape, amount in (("linha", 2_000), ("bingo", bingo))
        )
        self.play(PrizesPaid(prizes=prizes), source="caixa")

    def found(self) -> list[tuple[str, str]]:
        """Return round and code of what one jogada decides; the acta is another stage's."""
        rows = self.casino.rows(
            "SELECT round, code FROM {s}.finding WHERE known_until IS NULL ORDER BY round, code"
        )
        return [
            (one["round"].rsplit("/", 1)[-1], one["code"])
            for one in rows
            if one["code"] not in OF_SEVERAL
        ]


@pytest.fixture
def room(casino: Casino) -> Room:
    return Room(casino)


def test_a_session_in_the_room(room: Room) -> None:
    """Three jogadas: right, annulled without a ground, paid too little; and what each earned."""
    room.say(*registered(act=None), TABLE, session())
    room.jogada(1)
    room.jogada(11, void=True)
    room.jogada(21, paid=False)
    room.pay(23, bingo=5_999)
    room.casino.project()
    # That nobody authorised the edition is told once, and makes no jogada differ.
    assert room.found() == [("1", "BI-SIZE"), ("2", "VOID-BAD"), ("3", "BI-PCT")]
    rows = room.casino.rows(
        "SELECT round, category, amount FROM {s}.revenue ORDER BY position, line"
    )
    # 100.00 less prizes of 80.00, whatever was paid; of the annulled one nothing.
    assert [(one["category"], one["amount"]) for one in rows] == [("bingo", 2_000)] * 2
    verdicts = room.casino.rows(
        "SELECT stake, due, paid, state FROM {s}.verdict WHERE known_until IS NULL ORDER BY round"
    )
    assert [tuple(one.values()) for one in verdicts] == [
        (10_000, 8_000, 8_000, "agrees"),
        (10_000, 10_000, 10_000, "differs"),
        (10_000, 8_000, 7_999, "differs"),
    ]


def test_an_annulment_told_later_takes_the_revenue_back(room: Room) -> None:
    """A jogada without a bingo is annulled after its end: V - P is no revenue any more."""
    room.say(TABLE, *registered(), session())
    room.jogadas = 1
    noted = ErrorNoted(error="erro_de_anuncio")
    room.play(OPENED, *sale(), close(1, 10, 10), *drawn(*FIRST_ROW), noted, RoundClosed())
    room.casino.project()
    assert room.found() == [("1", "BI-END")]
    room.play(JogadaAnnulled(cause="anuncio", rule="BI R57", refunded=10_000), source="chefe")
    room.casino.project()
    (total,) = room.casino.rows("SELECT sum(amount) FROM {s}.revenue")
    assert total["sum"] == 0
    assert room.found() == []


def test_editions_last_from_opening_to_opening(room: Room) -> None:
    """Registered once, before the room ever opened; the second day's jogada knows the cards."""
    room.say(*registered())
    room.casino.project()
    room.say(TABLE, session())
    room.jogada(1)
    room.casino.project(page=3)
    room.say(TABLE)
    room.jogada(11)
    room.casino.project(page=3)
    assert room.found() == []
    (row_,) = room.casino.rows("SELECT place, positions FROM {s}.lasting")
    assert (row_["place"], len(row_["positions"])) == (PLACE, 3)


def test_only_the_room_sells_and_draws(room: Room) -> None:
    """A ball that another source sends is nobody's play."""
    room.say(*registered(), TABLE, session())
    room.jogadas = 1
    room.play(OPENED, *sale(), close(1, 10, 10))
    room.play(BallDrawn(number=5, index=1), source="outro")
    room.play(RoundClosed())
    room.casino.project()
    assert ("1", "RND-OWNER") in room.found()
    (verdict,) = room.casino.rows("SELECT stake FROM {s}.verdict")
    assert verdict["stake"] == 10_000


@pytest.mark.recorded
@pytest.mark.parametrize("page", [7])
@pytest.mark.deep
def test_rebuild_gives_the_same_whatever_the_page(room: Room, page: int) -> None:
    """Live, page by page with restarts, and rebuilt in one go: the same digests."""
    room.say(*registered(), TABLE)
    room.casino.project(page=page)
    room.say(session())
    room.jogada(1, paid=False)
    room.casino.project(page=page)
    room.pay(3)
    room.jogada(11, void=True)
    room.say(BingoSessionClosed(session="S1"), TABLE, session())
    room.jogada(21)
    room.casino.project(page=page)
    with Runner(room.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(room.casino.conninfo) == digests
