"""From events to the record of a coup of roleta americana."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Chips as PlacedChips
from ledger.events.base import Payload
from ledger.events.outcomes import Announcement, BallLanded, BallLaunched, ErrorNoted
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetReconstructed,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    CoupNulled,
    Marking,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlaceRequested, PlayerLeft, PlayerSeated, PlayerSessionEnded
from ledger.events.tables import (
    ChipValueAssigned,
    ColourAssigned,
    ColourReturned,
    EquipmentChanged,
    StaffChanged,
    TableClosed,
    TableOpened,
)
from projections.base.event import JudgedRound
from projections.gather.wheels.roleta_americana import gather
from projections.replay.games.wheels.roulette.roleta_americana import (
    Anterior,
    BolaLancada,
    BolaReposta,
    BolaTrocada,
    CorAtribuida,
    GolpeNulo,
    Marca,
    Reconstituida,
    Resultado,
    RoletaAmericanaRecord,
)
from projections.replay.kit.bets import Bet, BetChange, Chips, Limit, Moment, Shift
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "roleta_americana"
PLENO = BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=500)


def test_a_whole_coup() -> None:
    """Each event of a coup stands in the record, with its time and its place in the chain."""
    log = Log(GAME, roda="americana38", cores=6)
    log.play(
        RoundOpened(mode="shared"),
        BetsOpened(),
        PLENO,
        BetPlaced(bet=2, seat=2, player="p2", chance="par", amount=1000),
        BallLaunched(by="c1", direction="left"),
        BetsClosed(by="call"),
        BallLanded(number="00", colour="verde"),
        Payout(seat=1, bets=(1,), amount=17_500, stake_returned=500),
    )
    record = log.gather()
    assert record == RoletaAmericanaRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        mode="shared",
        records=RECORDS,
        payments=(Payment(seat=1, bets=(1,), amount=17_500, stake_returned=500),),
        roda="americana38",
        cores=6,
        bola_trocada=BolaTrocada(at=instant(1)),
        apostas_abertas=Moment(at=instant(3), seq=3),
        bets=(
            Bet(bet=1, seat=1, tipo="pleno", selecao="17", valor=500, at=instant(4), seq=4),
            Bet(bet=2, seat=2, player="p2", tipo="par", valor=1000, at=instant(5), seq=5),
        ),
        bola_lancada=(BolaLancada(sentido="esquerda", by="c1", at=instant(6), seq=6),),
        nada_mais=Moment(at=instant(7), seq=7),
        resultado=Resultado(numero="00", cor="verde", at=instant(8), seq=8),
    )


def test_limits_are_those_of_the_options() -> None:
    """R21: minimum, maximum and multiple of each chance, as far as the table sets them."""
    log = Log(
        GAME,
        minimos={"pleno": 100, "par": 500},
        maximos={"pleno": 3000, "coluna": 36_000},
        multiplos={"par": 500},
    )
    assert log.gather().limites == {
        "pleno": Limit(minimum=100, maximum=3000),
        "par": Limit(minimum=500, multiple=500),
        "coluna": Limit(maximum=36_000),
    }


def test_the_plate_is_text_whatever_the_option_held() -> None:
    """R3: numbers are texts in the record, since 0 and 00 are two; a list may hold integers."""
    assert Log(GAME, prato=(0, "00", 1)).gather().prato == ("0", "00", "1")


def test_options_of_another_kind_count_as_not_said() -> None:
    """Options are an open map: a number as wheel or a word as limits is no reason to stop."""
    log = Log(GAME, roda=7, prato="0-1", cores="seis", minimos=(1, 2), maximos={"par": "x"})
    assert log.gather() == Log(GAME).gather()


def test_changes_stand_beside_the_bets() -> None:
    """R16: whether a change came in time is replay's business, so each keeps its own place."""
    log = Log(GAME)
    log.play(PLENO, BetChanged(bet=1, selection="18", amount=600), BetWithdrawn(bet=1))
    record = log.gather()
    assert [bet.valor for bet in record.bets] == [500]
    assert record.alteracoes == (
        BetChange(bet=1, selecao="18", valor=600, at=instant(4), seq=4),
        BetChange(bet=1, retirada=True, at=instant(5), seq=5),
    )


def test_a_late_bet_that_was_taken_off_was_given_back() -> None:
    """R16: the late bet stays a fact, and its withdrawal is the return that is due for it."""
    log = Log(GAME)
    log.play(BetsClosed(), PLENO, BetWithdrawn(bet=1, cause="late"))
    record = log.gather()
    assert record.alteracoes == ()
    assert record.payments == (Payment(seat=1, bets=(1,), amount=0, stake_returned=500),)


def test_who_sits_there_is_whose_bet_it_is() -> None:
    """R21: limits are the player's, so a bet that names none is his who had the seat then."""
    log = Log(GAME)
    log.place_event(PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=2, player="rui"))
    log.play(PLENO)
    log.place_event(PlayerLeft(seat=1), PlayerSeated(seat=1, player="eva"))
    log.play(BetPlaced(bet=2, seat=1, chance="par", amount=1))
    assert [bet.player for bet in log.gather().bets] == ["ana", "eva"]


def test_colours_are_those_held_when_the_bets_were_closed() -> None:
    """R22, R24: a colour given back before the call is free; one given out after it plays later."""
    log = Log(GAME)
    log.place_event(
        PlayerSeated(seat=2, player="rui"),
        ColourAssigned(colour="azul", seat=1, player="ana", value=100),
        ColourAssigned(colour="verde", player="rui"),
        ChipValueAssigned(colour="verde", value=250),
    )
    log.play(BetsOpened())
    log.place_event(ColourReturned(colour="azul", seat=1, cause="left"))
    log.place_event(ColourAssigned(colour="azul", seat=3, value=50))
    log.play(BetsClosed())
    log.place_event(ColourReturned(colour="verde"))
    assert log.gather().cores_atribuidas == (
        CorAtribuida(cor="verde", seat=2, player="rui", valor=250),
        CorAtribuida(cor="azul", seat=3, valor=50),
    )


def test_one_colour_with_two_players_stays_with_both() -> None:
    """R22: the record shows the fault, it does not mend it."""
    log = Log(GAME)
    log.place_event(
        ColourAssigned(colour="azul", seat=1, value=100),
        ColourAssigned(colour="azul", seat=2, value=100),
        ColourAssigned(colour="azul", seat=2),
    )
    assert [one.seat for one in log.gather().cores_atribuidas] == [1, 2]


def test_chips_of_the_players_colour_tell_the_bets_colour() -> None:
    """R26: chips of the value that the display shows for a player's colour are of that colour."""
    log = Log(GAME)
    log.place_event(ColourAssigned(colour="azul", seat=1, value=100))
    placed = msgspec.structs.replace(PLENO, chips=PlacedChips(count=5, value=100))
    face = msgspec.structs.replace(placed, bet=2, chips=PlacedChips(count=1, value=500))
    log.play(placed, face, msgspec.structs.replace(placed, bet=3, seat=2), PLENO)
    bets = log.gather().bets
    assert [bet.cor for bet in bets] == ["azul", None, None, None]
    assert bets[0].chips == Chips(count=5, value=100)


def test_a_colour_without_a_value_is_found_whatever_its_chips_are_said_to_be() -> None:
    """R26: before he begins the player names its value, and the display shows it."""

    def verdict(*before: Payload) -> list[tuple[str, str]]:
        log = Log(GAME)
        log.place_event(*before)
        placed = msgspec.structs.replace(PLENO, chips=PlacedChips(count=5, value=100))
        log.play(placed, BetsClosed(), BallLaunched(), BallLanded(number=1, colour="encarnado"))
        return [(one.code, one.rule) for one in judge(log.gather()).found]

    given = ColourAssigned(colour="azul", seat=1)
    assert verdict(given) == [("RA-COLOR", "RA R26")]
    assert verdict(given, ChipValueAssigned(colour="azul", value=100)) == []
    assert verdict(ColourAssigned(colour="azul", seat=1, value=100)) == []
    assert verdict(ColourAssigned(colour="azul", seat=2)) == []  # who plays with face value alone
    assert verdict(given, ColourReturned(colour="azul", seat=1)) == []


def test_a_session_that_ends_after_the_last_coup_is_judged_when_the_table_closes() -> None:
    """R56-R58: with the last coup; nothing is amiss where it ended by its player's will."""

    def found(*after: Payload) -> list[str]:
        log = Log(GAME)
        for number in (1, 2):
            log.round = f"{log.place}/{DAY}/{number}"
            log.play(RoundOpened(mode="shared"), BallLaunched())
            log.play(BallLanded(number=1, colour="encarnado"), RoundClosed())
        log.place_event(*after)
        known = {one.closed.number: one.verdict.found for one in judged(log.events)[0]}
        assert not [one for one in known[1] if one.code.startswith("ONL-")]
        return [one.code for one in known[2] if one.code.startswith("ONL-")]

    own = PlayerSessionEnded(player="a", session="s1", by="player", cause="own", rounds=2)
    other = PlayerSessionEnded(player="b", session="s2", by="operator", cause="winning", rounds=2)
    assert found(own, TableClosed()) == []
    assert found(TableClosed(), own) == []
    assert found(own, other, TableClosed()) == ["ONL-EXCL"]
    assert found(TableClosed(), other, own) == ["ONL-EXCL"]


def test_staff_and_ball_are_those_of_the_last_launch() -> None:
    """R32, R34: who came, or which ball was brought, after the ball rested had no part in it."""
    log = Log(GAME)
    log.place_event(
        StaffChanged(post="pagador", person="c1"),
        StaffChanged(post="fiscal", person="f1"),
        StaffChanged(post="chefe_de_banca", person="x"),
        StaffChanged(post="chefe_de_banca", replaced="x"),
        EquipmentChanged(item="ball", id="b1", reason="opening"),
        EquipmentChanged(item="ball", id="b2", reason="hourly", announced=True),
        EquipmentChanged(item="display", id="d1"),
        StaffChanged(post="fiscal", person="f1"),
    )
    log.play(BallLaunched(), BallLanded(number=1))
    log.place_event(
        StaffChanged(post="pagador", person="c2", replaced="c1"),
        EquipmentChanged(item="ball", id="b1", reason="hourly"),
    )
    record = log.gather()
    assert record.pessoal == (
        Shift(person="c1", role="pagador", since=instant(2)),
        Shift(person="f1", role="fiscal", since=instant(3)),
    )
    assert record.bola_trocada == BolaTrocada(at=instant(7), anunciada=True, seq=7)


def test_only_the_hourly_change_of_the_ball_is_to_be_said_aloud() -> None:
    """R32 asks for the announcement of the hourly change; R33 asks for none of a substitution."""
    for reason, aloud in (("hourly", False), (None, False), ("lost", True), ("opening", True)):
        log = Log(GAME)
        log.place_event(EquipmentChanged(item="ball", id="b2", reason=reason))
        assert log.gather().bola_trocada.anunciada is aloud


def test_a_null_coup_is_repeated() -> None:
    """R35: after the call the ball lies on the previous number; then it is launched again."""
    log = Log(GAME)
    log.play(
        BallLaunched(direction="right"),
        BetsClosed(),
        CoupNulled(cause="objeto", rule="RA R35", previous_result="8"),
        BallLanded(number=8),
        BallLaunched(direction="right"),
        BallLanded(number=23, colour="encarnado"),
        Announcement(what="marcador"),
    )
    record = log.gather()
    assert record.golpe_nulo == (
        GolpeNulo(causa="objeto", rule="RA R35", previous="8", at=instant(5), seq=5),
    )
    assert record.bola_reposta == (BolaReposta(numero="8", at=instant(6), seq=6),)
    assert [ball.sentido for ball in record.bola_lancada] == ["direita", "direita"]
    assert record.resultado == Resultado(numero="23", cor="encarnado", at=instant(8), seq=8)


def test_a_null_call_after_the_ball_rested_keeps_the_number() -> None:
    """R35 ends when the ball rests: the number that stood then is in the record."""
    log = Log(GAME)
    log.play(BallLaunched(), BallLanded(number=5), CoupNulled(cause="fichas"))
    record = log.gather()
    assert (record.golpe_nulo[0].anulado, record.resultado) == ("5", None)


def test_without_launches_the_number_after_a_null_coup_is_the_result() -> None:
    """A table that sends no launches shows one number after the call: the one that decides."""
    log = Log(GAME)
    log.play(CoupNulled(cause="fichas"), BallLanded(number=5))
    record = log.gather()
    assert (record.resultado.numero, record.bola_reposta) == ("5", ())


def test_a_second_number_is_no_result() -> None:
    """R36: the ball rested once; a number sent after it does not replace the first."""
    log = Log(GAME)
    log.play(BallLaunched(), BallLanded(number=5), BallLanded(number=6))
    assert log.gather().resultado.numero == "5"


def test_the_first_calls_count() -> None:
    """R15, R16: bets are open from the first call, and nothing is taken after the first closing."""
    log = Log(GAME)
    log.play(BetsOpened(), Announcement(what="nada_mais"), BetsOpened(), BetsClosed())
    record = log.gather()
    assert (record.apostas_abertas.seq, record.nada_mais.seq) == (3, 4)


def test_what_another_source_says_has_no_place_in_the_chain() -> None:
    """Numbers of two chains cannot be compared: such a fact keeps its time only."""
    log = Log(GAME)
    log.play(PLENO)
    log.place_event(EquipmentChanged(item="ball", id="b2"), source="sala")
    assert log.gather().bola_trocada == BolaTrocada(at=instant(4), anunciada=False)


def test_rebuilt_marks_keep_both_accounts() -> None:
    """R40: what the technical means show, and what the player says."""
    log = Log(GAME)
    log.play(
        BetReconstructed(
            bet=4,
            seat=2,
            player="rui",
            claimed=Marking(chance="pleno", selection="8", amount=300),
            recorded=Marking(chance="par", amount=200),
            taken="recorded",
        )
    )
    assert log.gather().reconstituidas == (
        Reconstituida(
            bet=4,
            seat=2,
            player="rui",
            tecnico=Marca(tipo="par", valor=200),
            jogador=Marca(tipo="pleno", selecao="8", valor=300),
        ),
    )


def test_void_and_errors_come_with_the_heading() -> None:
    """R53: a void keeps its cause and whose system failed; errors keep seat and time."""
    log = Log(GAME)
    log.play(ErrorNoted(error="pagamento", seat=2), RoundVoided(cause="sistema", side="operator"))
    record = log.gather()
    assert (record.void.cause, record.void.side) == ("sistema", "operator")
    assert (record.errors[0].error, record.errors[0].at) == ("pagamento", instant(3))


def test_payments_after_the_close_count() -> None:
    """A late payout belongs to its round: the record is gathered again with it."""
    log = Log(GAME)
    log.play(PLENO, RoundClosed(), Payout(seat=1, bets=(1,), amount=1))
    assert log.gather().payments == (Payment(seat=1, bets=(1,), amount=1),)


KINDS = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetReconstructed,
    BetsOpened,
    BetsClosed,
    BallLaunched,
    BallLanded,
    CoupNulled,
    RoundVoided,
    Payout,
    ErrorNoted,
    *tables.KINDS,
)


@settings(max_examples=100, deadline=None)
@given(
    opening=payloads_of(TableOpened),
    before=st.lists(payloads(*tables.KINDS), max_size=4),
    played=st.lists(payloads(*KINDS) | payloads(), max_size=12),
)
def test_any_events_give_a_record(
    opening: TableOpened, before: list[Payload], played: list[Payload]
) -> None:
    """What makes no sense is recorded, gathered and judged; nothing of it stops the pipeline."""
    opening = msgspec.structs.replace(opening, game=GAME, profile="cv-2017@1")
    log = Log(GAME, opening=opening)
    for payload in before:
        log.place_event(payload)
    log.play(*(one for one in played if not isinstance(one, (RoundOpened, RoundClosed))))
    record = gather(log.closed(), opening.options)
    assert len(record.bets) == sum(isinstance(one, BetPlaced) for one in played)
    judge(record)


# --- the coup before ------------------------------------------------------------------------------


def coup(log: Log, number: int, *payloads: Payload, closed: bool = True) -> None:
    """Play a round of the table, after those before it."""
    log.round = f"{log.place}/{DAY}/{number}"
    log.play(RoundOpened(), *payloads)
    if closed:
        log.play(RoundClosed())


def before(log: Log) -> dict[str, Anterior | None]:
    """Return what each coup's record says of the coup before it."""
    records = {one.closed.round[-1]: one.verdict.record for one in judged(log.events)[0]}
    assert all(isinstance(record, RoletaAmericanaRecord) for record in records.values())
    return {number: getattr(record, "anterior", None) for number, record in records.items()}


def test_the_coup_before_is_the_last_one_closed() -> None:
    """R15, R30, R34, R35: its number, last launch and last payment; nothing before the first."""
    log = Log(GAME)
    coup(
        log,
        1,
        PLENO,
        BallLaunched(by="c1"),
        BallLanded(number=17),
        Payout(seat=1, bets=(1,), amount=17_500, stake_returned=500),
    )
    coup(log, 2, BallLaunched(by="c1"), BallLanded(number=5))
    coup(log, 3)
    coup(log, 4)
    assert before(log) == {
        "1": None,
        "2": Anterior(numero="17", pagamentos_fim=Moment(at=instant(6), seq=6), lancada=instant(4)),
        "3": Anterior(numero="5", lancada=instant(9)),
        "4": None,
    }


def test_the_number_of_the_coup_before_is_the_one_that_decided() -> None:
    """R35: where the ball was put back is no result; a number it rested on before stands."""
    log = Log(GAME)
    coup(
        log,
        1,
        BallLaunched(),
        CoupNulled(cause="fichas"),
        BallLanded(number=3),
        BallLaunched(),
        BallLanded(number=8),
    )
    coup(log, 2, BallLaunched(), BallLanded(number=9), CoupNulled(cause="fichas"))
    coup(log, 3)
    assert before(log)["2"] == Anterior(numero="8", lancada=instant(6))
    assert before(log)["3"] == Anterior(numero="9", lancada=instant(10))


def test_a_coup_that_was_not_closed_when_this_one_opened_is_not_before_it() -> None:
    """Rounds of one table may interleave; a table opened anew has no coup before."""
    log = Log(GAME)
    coup(log, 1, BallLanded(number=1))
    coup(log, 2, BallLanded(number=2), closed=False)
    coup(log, 3, BallLanded(number=3))
    log.round = f"{log.place}/{DAY}/2"
    log.play(RoundClosed())
    coup(log, 4)
    log.place_event(log.table.payload)
    coup(log, 5)
    numbers = {name: one.numero if one else None for name, one in before(log).items()}
    assert numbers == {"1": None, "2": "1", "3": "1", "4": "2", "5": None}


def test_what_is_wrong_with_a_coup_beside_the_one_before() -> None:
    """R15, R30, R35: paid while the next one was open; the ball put back on another number."""
    log = Log(GAME)
    pay = Payout(seat=1, bets=(1,), amount=17_500, stake_returned=500)
    coup(log, 1, PLENO, BetsClosed(), BallLanded(number=17))
    coup(log, 2, BetsOpened(), BallLaunched(), closed=False)
    log.round = f"{log.place}/{DAY}/1"
    log.play(pay)
    log.round = f"{log.place}/{DAY}/2"
    log.play(
        CoupNulled(cause="fichas", previous_result="18"),
        BallLanded(number=17),
        BallLaunched(),
        BallLanded(number=4),
        RoundClosed(),
    )
    log.round = f"{log.place}/{DAY}/1"
    log.play(pay)  # after the next coup it is no longer this one's opening that it shows early
    coup(log, 3)
    verdicts, _ = judged(log.events)
    found = {
        (one.closed.round[-1], fault.code, fault.rule)
        for one in verdicts
        for fault in one.verdict.found
        if one.closed.round[-1] != "1"
    }
    assert found == {
        ("2", "BET-EARLY", "RA R15"),
        ("2", "BET-EARLY", "RA R30"),
        ("2", "RA-NUL", "RA R35"),
    }


def test_late_bets_of_one_number_are_given_back_one_by_one() -> None:
    """R16: two bets of one number, both late and both taken off: both went back."""
    log = Log(GAME)
    other = BetPlaced(bet=1, seat=2, chance="par", amount=700)
    log.play(BetsClosed(), PLENO, other, BetWithdrawn(bet=1), BetWithdrawn(bet=1))
    record = log.gather()
    assert record.alteracoes == ()
    assert sorted(one.stake_returned for one in record.payments) == [500, 700]


def test_the_sides_of_two_coups_of_one_ball_are_held_together() -> None:
    """R30: left, left is RA-DIR; a coup that was repeated stands against neither neighbour."""
    log = Log(GAME)
    left, right = BallLaunched(direction="left"), BallLaunched(direction="right")
    coup(log, 1, left, BallLanded(number=1))
    coup(log, 2, left, BallLanded(number=2))
    coup(
        log, 3, right, CoupNulled(cause="fichas", previous_result="2"), right, BallLanded(number=3)
    )
    coup(log, 4, right, BallLanded(number=4))
    coup(log, 5, right, BallLanded(number=5))
    verdicts, _ = judged(log.events)
    wrong = [
        one.closed.round[-1]
        for one in verdicts
        for fault in one.verdict.found
        if fault.code == "RA-DIR"
    ]
    assert wrong == ["2", "5"]


def test_a_colour_is_lost_after_three_coups_to_who_waits_for_one() -> None:
    """R25: found in the fourth coup, once; not of who bets, nor with a colour free, nor unawaited.

    Ana has red and Rui blue, the table has two colours; Eva waits. Ana bets in every coup.
    """
    waits = PlaceRequested(player="eva", wish="colour")
    gone = PlaceRequested(player="eva", wish="colour", withdrawn=True)
    for colours, between, found in (
        (2, {0: (waits,)}, [[], [], [], [2], []]),
        (2, {1: (waits,)}, [[], [], [], [], [2]]),
        (2, {}, [[], [], [], [], []]),
        (3, {0: (waits,)}, [[], [], [], [], []]),
        (2, {0: (waits,), 2: (gone,)}, [[], [], [], [], []]),
        (2, {0: (waits,), 3: (blue_back(), blue())}, [[], [], [], [], []]),
        (2, {0: (waits,), 3: (ColourAssigned(colour="verde", player="eva"),)}, [[]] * 5),
    ):
        log = Log("roleta_americana", cores=colours)
        log.place_event(
            PlayerSeated(seat=1, player="ana"),
            PlayerSeated(seat=2, player="rui"),
            ColourAssigned(colour="vermelho", seat=1, player="ana", value=100),
            blue(),
        )
        for number in range(1, 6):
            if number - 1 in between:
                log.place_event(*between[number - 1])
            bet = BetPlaced(bet=1, seat=1, chance="pleno", selection="7", amount=100)
            coup(log, number, bet, BetsClosed(), BallLanded(number="8"))
        seats = [
            [one.seat for one in each.verdict.found if one.code == "RA-3G"]
            for each in judged_of(log)
        ]
        assert seats == found, (colours, between)


def test_a_void_coup_counts_for_no_holder_and_what_it_tells_is_told_once() -> None:
    """RA R25: of four coups that Rui lets pass the second is void; or the one in which it shows."""
    for void, found in ((2, [[], [], [], [], [2]]), (4, [[], [], [], [2], []])):
        log = Log("roleta_americana", cores=2)
        log.place_event(
            PlayerSeated(seat=1, player="ana"),
            PlayerSeated(seat=2, player="rui"),
            ColourAssigned(colour="vermelho", seat=1, player="ana", value=100),
            blue(),
            PlaceRequested(player="eva", wish="colour"),
        )
        for number in range(1, 6):
            bet = BetPlaced(bet=1, seat=1, chance="pleno", selection="7", amount=100)
            broken = RoundVoided(cause="avaria do cilindro", rule="RA R35")
            end = broken if number == void else BallLanded(number="8")
            coup(log, number, bet, BetsClosed(), end)
        seats = [
            [one.seat for one in each.verdict.found if one.code == "RA-3G"]
            for each in judged_of(log)
        ]
        assert seats == found, void


def blue() -> ColourAssigned:
    """Return that Rui has blue."""
    return ColourAssigned(colour="azul", seat=2, player="rui", value=100)


def blue_back() -> ColourReturned:
    """Return that he gave it back."""
    return ColourReturned(colour="azul", seat=2, player="rui")


def judged_of(log: Log) -> list[JudgedRound]:
    """Judge what was told."""
    return judged(log.events)[0]
