"""The bank of a player, in póquer de 3 cartas: dice, deal, turns and capital on their edges."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.player_bank.jogada import (
    ASSOCIADO,
    ATRAS,
    CASA,
    Abertura,
    Acto,
    Anterior,
    Anunciado,
    Associacao,
    Vista,
)
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.dice import Throw
from projections.replay.record import Void
from tests.helpers.each import each
from tests.projections.replay.games.player_bank.player_bank_table import (
    deal,
    faults,
    on,
    paid_exactly,
    settled,
    told,
)
from tests.projections.replay.games.player_bank.poquer_3_cartas_table import (
    HANDS,
    SEVEN,
    SHORT,
    jogada,
    with_hands,
)


def facts(record: Any) -> list[tuple[str, str, object]]:
    """Return code, rule and fact of a jogada paid exactly."""
    return [(one.code, one.rule, one.facts.get("fact")) for one in faults(paid_exactly(record))]


# --- dice and deal -------------------------------------------------------------------------------

LEANING = Throw(dados=(1, 2, 3, 1), nulo="leaning", by=3)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"dados": (LEANING, SEVEN)}, []),
        ({"dados": (SEVEN, SEVEN)}, ["repetido 2"]),
        ({"dados": (SEVEN, LEANING)}, ["repetido 2"]),
        ({"dados": (SEVEN, LEANING, SEVEN)}, ["repetido 2", "repetido 3"]),
        ({"dados": (LEANING,), "primeiro_lugar": None}, ["mal_assentes"]),
        ({"dados": ()}, []),  # nobody recorded them
    ],
)
def test_dice_that_lean_are_thrown_again_and_no_others(
    more: dict[str, Any], said: list[str]
) -> None:
    """R16: again until they lie flat; the one that does decides, and nothing after it."""
    found = facts(jogada(on(1, 4), **more))
    assert [fact for code, _, fact in found if code == "P3-DEAL"] == said


def test_dice_that_never_lay_flat_matter_where_cards_were_opened_or_dealt() -> None:
    """R16: nothing dealt, nothing wrong yet; hands that were opened had been dealt."""
    leaning: dict[str, Any] = {"dados": (LEANING,), "primeiro_lugar": None}
    opened = with_hands(on(1, 4), hands=HANDS, **leaning)
    assert "mal_assentes" in [fact for _, _, fact in facts(opened)]
    undealt = with_hands(on(1, 4), hands={}, **leaning)
    assert "mal_assentes" not in [fact for _, _, fact in facts(undealt)]
    void = jogada(on(1, 4), cartas=SHORT, void=Void(cause="numero_errado"), **leaning)
    assert facts(void) == []


def test_the_place_that_received_first_is_of_the_cards_only_where_they_are_recorded() -> None:
    """R15: the dice name 1; the cards went to 2 first, and nobody said which place did."""
    wrong = jogada(on(1, 4), cartas=deal(HANDS, first=2), primeiro_lugar=None)
    assert ("P3-DEAL", "P3 R15", "primeiro_lugar") in facts(wrong)
    apart = structs.replace(wrong, records=("bets", "payouts"))
    assert facts(apart) == []


def test_a_wrong_number_is_told_once_and_the_order_is_not() -> None:
    """R21: one card lacks; that the rest stand in another order follows from it."""
    found = facts(jogada(on(1, 4), cartas=SHORT))
    assert [fact for code, _, fact in found if code == "P3-DEAL"] == ["numero"]


def test_the_players_see_theirs_before_the_banker_opens() -> None:
    """R27: what place 4 saw after it is P3-DEAL; the banker's own look is nothing."""
    opened = Abertura(seat=3, cartas=tuple(HANDS[3].split()), seq=10)
    other = Abertura(seat=4, cartas=tuple(HANDS[4].split()), seq=2)
    for seat, seq, fault in ((4, 11, True), (4, 9, False), (3, 11, False)):
        record = jogada(on(1, 4), aberturas=(other, opened), vistas=(Vista(seat=seat, seq=seq),))
        assert (facts(record) == [("P3-DEAL", "P3 R27", "vista")]) is fault
    # Nobody recorded when the banker opened his.
    alone = jogada(on(1, 4), aberturas=(other,), vistas=(Vista(seat=4, seq=11),))
    assert facts(alone) == []


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ([0, 1, 2], False),  # one after another
        ([0, (0, 1)], False),  # one, and then two of them
        ([0], False),  # the others were known already
        (["2c"], True),
        ([0, 1, "2c"], True),
        ([(0, 1, 2), 0], False),
    ],
)
def test_a_hand_may_be_opened_card_by_card(cards: list[Any], *, wrong: bool) -> None:
    """R27: each card turned by itself is one of those dealt; another one cannot be."""
    own = HANDS[4].split()
    shows = [
        tuple(
            own[at] if isinstance(at, int) else at
            for at in (one if isinstance(one, tuple) else (one,))
        )
        for one in cards
    ]
    opened = tuple(Abertura(seat=4, cartas=made) for made in shows)
    plain = jogada(on(1, 4))
    record = structs.replace(plain, aberturas=opened)
    assert ("RES-IMPOSS" in [code for code, _, _ in facts(record)]) is wrong
    if not wrong:
        assert settled(record).lines == settled(plain).lines
    hidden = tuple(
        structs.replace(one, card=None) if one.seat == 4 else one for one in plain.cartas
    )
    if len({card for made in shows for card in made}) == len(own) and not wrong:
        closed = structs.replace(record, cartas=hidden)
        assert settled(closed).lines == settled(plain).lines


# --- whose bank it is ----------------------------------------------------------------------------


def running(*acts: Acto, agreed: tuple[int, ...] = (), **more: Any) -> Any:
    """Return the third jogada that the player of place 3 runs; 4 and 6 play."""
    before = Anterior(banqueiro=3, seguidas=2, acordo=agreed)
    return jogada(on(1, 4), on(2, 6), anterior=before, actos=acts, **more)


def took(seat: int, *agreed: int) -> Acto:
    """Return a bank taken with the agreement of some."""
    return Acto(acto="tomou", seat=seat, acordo=agreed)


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        (running(), True),
        (running(took(3, 4, 6)), False),
        (running(took(3, 4)), True),
        (running(took(3), agreed=(4, 6)), False),  # they had agreed before
        (running(took(3, 4, 6), took(3, 4)), True),  # the last word counts
        (running(took(3, 4), took(3, 4, 6)), False),
        (running(took(5, 4, 6)), True),  # to another's bank
        (running(Acto(acto="mudou", seat=3, acordo=(4, 6), valor=20_000)), True),
        (running(took(3, 4, 6), sentados=(3, 4, 6)), False),
        (running(took(3, 4, 6), sentados=(3, 4, 6, 8)), True),  # 8 sits there and did not
        (running(sentados=(3,)), False),  # nobody else is there
    ],
)
def test_a_third_jogada_running_needs_everybody(record: Any, *, fault: bool) -> None:
    """R13: not more than two, unless all the other players agree."""
    found = [one for one in facts(record) if one[1] == "P3 R13"]
    assert bool(found) is fault


def test_who_bet_too_late_is_not_asked() -> None:
    """R13, R18: the bet of 6 came after the dice and plays nothing."""
    record = running(took(3, 4), dados_agitados=Moment(seq=5))
    bets = (on(1, 4, seq=1), on(2, 6, seq=9))
    found = facts(structs.replace(record, bets=bets))
    assert [code for code, _, _ in found] == ["BET-LATE"]


def refused(*seats: int, bettors: tuple[int, ...], last: int = 8, **more: Any) -> Any:
    """Return a jogada of the banker at 3 after some had refused the bank."""
    acts = tuple(Acto(acto="recusou", seat=seat) for seat in seats)
    before = Anterior(banqueiro=last, apostaram=bettors)
    return jogada(on(1, 4), actos=acts, anterior=before, **more)


@each(
    ("record", "fact"),
    [
        (refused(1, bettors=(1, 3)), None),  # 2 had not bet
        (refused(1, bettors=(1, 2, 3)), "lugar"),
        (refused(1, 2, bettors=(1, 2, 3)), None),
        (refused(2, 1, bettors=(1, 2, 3)), None),  # 2 had refused before
        (refused(1, bettors=(1, 2, 3), last=2), None),  # 2 had it just before
        (refused(1, bettors=(1, 2, 3), sentados=(1, 3, 4)), None),  # 2 is not there
        (refused(1, bettors=(1, 2, 3), sentados=(1, 2, 3, 4)), "lugar"),
        (refused(1, bettors=(1, 2)), "sem_aposta"),
        (refused(1, bettors=(1, 2), last=3), None),  # it stayed where it was
        (refused(1, 3, bettors=(1, 2)), None),  # he had refused, then took it
        (refused(bettors=(1, 2)), None),  # nobody refused
        (refused(4, bettors=(3, 4, 7)), "lugar"),  # round the table, past 8 and 1
        (refused(6, bettors=(3, 7, 8), last=4), "lugar"),  # past 7 and 8: one fault
    ],
)
def test_a_refused_bank_goes_to_the_nearest_who_had_bet(record: Any, fact: str | None) -> None:
    """R14: anticlockwise from who refused it."""
    found = [one for one in facts(record) if one[1] == "P3 R14"]
    assert found == ([] if fact is None else [("P3-BANK", "P3 R14", fact)])


def test_a_finding_of_the_bank_names_the_places_in_their_order() -> None:
    """R13, R14: who agreed, who had bet, and the first place that was passed over."""

    def said(record: Any, rule: str) -> list[tuple[Any, Any]]:
        return [(one.expected, one.recorded) for one in faults(record) if one.rule == rule]

    assert said(running(took(3, 8, 1)), "P3 R13") == [("<= 2", "3; acordo: 1, 8")]
    assert said(refused(1, bettors=(2, 1)), "P3 R14") == [("1, 2", "3")]
    assert said(refused(6, bettors=(3, 7, 8), last=4), "P3 R14") == [("7", "3")]


def test_a_bank_at_no_place_is_told_once() -> None:
    """R2: place 9 is none; to whom it should have gone is not asked besides."""
    found = facts(structs.replace(refused(1, bettors=(1, 2)), banqueiro=9))
    assert "P3 R14" not in [rule for _, rule, _ in found]


# --- capital -------------------------------------------------------------------------------------

DICE = Moment(seq=5)


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        (Acto(acto="mudou", seat=3, valor=20_000, seq=9), ["depois_dos_dados"]),
        (Acto(acto="mudou", seat=4, valor=20_000, seq=9), []),  # another's
        (Acto(acto="recusou", seat=3, seq=9), []),  # no chips
        (Acto(acto="mudou", seat=3, valor=10_001, seq=4), ["reduzido"]),
        (Acto(acto="mudou", seat=3, valor=10_000, seq=4), []),
        (Acto(acto="mudou", seat=4, valor=20_000, seq=4), []),
        (Acto(acto="x", seat=3, valor=20_000, seq=4), []),
    ],
)
def test_chips_of_the_bank_before_and_after_the_dice(act: Acto, fault: list[str]) -> None:
    """R17, R19: the 100.00 lay there when they were shaken; more before is less now."""
    record = jogada(on(1, 4, seq=1), actos=(act,), dados_agitados=DICE)
    assert [fact for _, _, fact in facts(record)] == fault


@pytest.mark.parametrize(
    ("before", "fault"),
    [
        (Anterior(banqueiro=3, fica=10_000), False),
        (Anterior(banqueiro=3, fica=10_001), True),
        (Anterior(banqueiro=3), False),  # nobody said what was left
        (Anterior(banqueiro=4, fica=10_001), False),  # another's
    ],
)
def test_who_goes_on_keeps_what_he_has(before: Anterior, *, fault: bool) -> None:
    """R19: what he had and won stays on the table."""
    record = jogada(on(1, 4), anterior=before)
    assert told(record) == ([("P3-BANK", "P3 R19")] if fault else [])


def test_a_capital_that_nobody_recorded_was_not_reduced() -> None:
    """R17, R19: that it is not there is one fault, not two."""
    record = jogada(on(1, 4), capital=None, anterior=Anterior(banqueiro=3, fica=5_000))
    assert [(code, rule) for code, rule, _ in facts(record)] == [("P3-BANK", "P3 R17")]
    unseen = structs.replace(record, records=("cards", "payouts"), bets=())
    assert facts(unseen) == []


@pytest.mark.parametrize(
    ("partner", "fault"),
    [
        (Associacao(papel=ASSOCIADO, valor=500, seat=4), True),
        (Associacao(papel=ASSOCIADO, valor=500, seat=8), False),
        (Associacao(papel=ATRAS, valor=500, seat=4), False),
        (Associacao(papel=CASA, valor=500), False),
        (Associacao(papel=ASSOCIADO, valor=500, seat=8, player="ana"), True),
        (Associacao(papel=ASSOCIADO, valor=500, seat=4, player="rui"), False),
    ],
)
def test_who_entrusted_his_capital_bets_nowhere_else(partner: Associacao, *, fault: bool) -> None:
    """R20: ana bets at place 4; by her name where it is known, else by her place."""
    record = jogada(on(1, 4, player="ana"), associacoes=(partner,))
    assert told(record) == ([("P3-BANK", "P3 R20")] if fault else [])


def test_what_did_not_count_is_no_bet_of_an_associate() -> None:
    """R18, R20: his bet was late, or his capital was; each is told by itself."""
    partner = Associacao(papel=ASSOCIADO, valor=500, seat=4, seq=1)
    late_bet = jogada(on(1, 4, seq=9), associacoes=(partner,), dados_agitados=DICE)
    assert [code for code, _ in told(late_bet)] == ["BET-LATE"]
    late = structs.replace(partner, seq=9)
    record = jogada(on(1, 4, seq=1), associacoes=(late,), dados_agitados=DICE)
    assert [fact for _, _, fact in facts(record)] == ["depois_dos_dados"]


# --- bets and results ----------------------------------------------------------------------------


def test_a_late_bet_taken_off_again_is_told_once() -> None:
    """R18: the bet came after the dice; that it went back is no second fault."""
    off = BetChange(bet=1, retirada=True, seq=10)
    record = jogada(on(1, 4, seq=9), alteracoes=(off,), dados_agitados=DICE)
    assert [(code, fact) for code, _, fact in facts(record)] == [("BET-LATE", None)]
    early = jogada(on(1, 4, seq=1), alteracoes=(off,), dados_agitados=DICE)
    assert [(code, fact) for code, _, fact in facts(early)] == [("BET-LATE", "retirada")]
    more = BetChange(bet=1, valor=2_000, seq=10)
    raised = jogada(on(1, 4, seq=1), alteracoes=(more,), dados_agitados=DICE)
    assert [(code, fact) for code, _, fact in facts(raised)] == [("BET-LATE", "alteracao")]


def test_limits_are_of_bets_that_are_in_play() -> None:
    """R18, R25: 5.00 below a minimum of 10.00; late, or where no bet can lie, that is the fault."""
    limits = {"lugar": Limit(minimum=1_000), "x": Limit(minimum=1_000)}
    low = jogada(on(1, 4, 500, seq=1), limites=limits, dados_agitados=DICE)
    assert [code for code, _ in told(low)] == ["BET-MIN"]
    late = jogada(on(1, 4, 500, seq=9), limites=limits, dados_agitados=DICE)
    assert [code for code, _ in told(late)] == ["BET-LATE"]
    nowhere = jogada(on(1, 4, 500, tipo="x"), limites=limits)
    assert {code for code, _ in told(nowhere)} == {"RES-IMPOSS"}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((9, "ganha"), []),  # no place
        ((3, "perde"), []),  # the banker's own
        ((4, "x"), []),  # no result
        ((4, "perde"), [("P3-RANK", "P3 R9")]),
        ((6, "ganha"), [("P3-RANK", "P3 R8")]),
    ],
)
def test_one_wrong_word_hides_no_other(
    said: tuple[int, str], expected: list[tuple[str, str]]
) -> None:
    """R7-R9: what follows in the list is compared, too: that 5 lost is wrong."""
    seat, word = said
    words = (Anunciado(seat=seat, resultado=word), Anunciado(seat=5, resultado="perde"))
    assert told(jogada(on(1, 4), resultados=words)) == [*expected, ("P3-RANK", "P3 R8")]


def test_of_a_hand_that_was_not_opened_nothing_is_said() -> None:
    """R7: nobody knows whether what was announced is right."""
    words = (Anunciado(seat=4, resultado="perde"),)
    record = with_hands(on(1, 4), hands={3: HANDS[3]}, resultados=words)
    assert "P3-RANK" not in [code for code, _ in told(record)]
