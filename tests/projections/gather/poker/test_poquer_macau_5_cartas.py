"""From events to the record of a jogada of Macau five-card poker."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetPlaced,
    Commission,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    TurnGiven,
)
from ledger.events.seats import PlayerAway, PlayerLeft, PlayerSeated, StackDeclared
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.base.event import Event
from projections.gather.poker.poquer_macau_5_cartas import carried_after, gather
from projections.replay.games.poker.poquer_macau_5_cartas import (
    Cobrada,
    Corte,
    Desfalcado,
    Direito,
    Lance,
    MacauRecord,
    Mostrada,
    Mudanca,
    Queimada,
    Revelada,
)
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of
from tests.projections.replay.games.poker.poquer_macau_5_cartas.macau_hands import HANDS

GAME = "poquer_macau_5_cartas"
OPENING = TableOpened(
    profile="mo-1985@1",
    game=GAME,
    options={"entrada": 10_000},
    currency="MOP",
    records=RECORDS,
)


def log(**options: Any) -> Log:
    """Open a table with an entry of 100.00."""
    return Log(
        GAME, opening=msgspec.structs.replace(OPENING, options={"entrada": 10_000} | options)
    )


def enter(*seats: int, amount: int = 10_000) -> list[Payload]:
    """Have seats pay the entry."""
    return [
        BetPlaced(bet=at, seat=seat, chance="entrada", amount=amount)
        for at, seat in enumerate(seats, 1)
    ]


def deal(index: int, *seats: int) -> list[Payload]:
    """Deal to each seat its card of the usual hands, by index from 0."""
    return [
        CardDealt(to="seat", seat=seat, card=HANDS[seat].split()[index], open=index != 1)
        for seat in seats
    ]


def says(text: str) -> list[Payload]:
    """Read ``seat word chips``, commas between acts."""
    made: list[Payload] = []
    for act in text.split(","):
        seat, word, *chips = act.split()
        made.append(Decision(seat=int(seat), action=word, added=int(chips[0]) if chips else 0))
    return made


def whole_jogada() -> list[Payload]:
    """Tell a jogada of four, passed to the end, which seat 4 wins with three fives."""
    four = (1, 2, 3, 4)
    return [
        RoundOpened(seats=four),
        *enter(*four),
        Commission(amount=10_000, mode="initial"),
        CardBurned(),
        *deal(0, *four),
        *deal(1, *four),
        TurnGiven(seat=1, street=1),
        *says("1 apostar 5000, 2 aceitar 5000, 3 aceitar 5000, 4 aceitar 5000"),
        *deal(2, *four),
        *says("1 passar, 2 passar, 3 passar, 4 passar"),
        *deal(3, *four),
        *says("1 passar, 2 passar, 3 passar, 4 passar"),
        *deal(4, *four),
        *says("1 passar, 4 passar, 2 passar, 3 passar"),
        HandShown(seat=2, cards=("8c",)),
        Commission(amount=2_000, mode="prize"),
        Payout(seat=4, amount=48_000, pot=0),
    ]


def test_a_whole_jogada() -> None:
    """A10: the record says all that the events said, and nothing is wrong with it."""
    told = log()
    told.play(*whole_jogada())
    record = told.gather()
    assert [one.seat for one in record.jogadores] == [1, 2, 3, 4]
    assert record.jogadores[1].cartas == ("Qd", "8c", "9d", "8d", "7h")
    assert record.dadas == (1, 2, 3, 4) * 5
    assert [lance.lanco for lance in record.lances] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [
        4
    ] * 4
    assert record.direitos == (Direito(seat=1, lanco=1, lances=4),)
    assert record.mostradas == (Mostrada(seat=2, cartas=("8c",)),)
    assert record.queimadas == (Queimada(),)
    assert record.comissoes == (
        Cobrada(valor=10_000, modo="inicial"),
        Cobrada(valor=2_000, dadas=20),
    )
    assert record.entrada == 10_000
    assert judge(record).found == ()


def test_the_tables_options() -> None:
    """A8: who bears the initial commission; A10 b: the table's least bet."""
    told = log(comissao_inicial="jogador", aposta_minima=500)
    told.play(*enter(1, 2))
    record = told.gather()
    assert (record.comissao_inicial, record.aposta_minima) == ("jogador", 500)
    other = log(comissao_inicial="ninguem", entrada="cem")
    other.play(*enter(1, 2))
    assert (other.gather().comissao_inicial, other.gather().entrada) == ("jogada", 0)


def test_who_plays_where_the_opening_does_not_say() -> None:
    """A10 a: from the dealer's right, anticlockwise; places are numbered clockwise."""
    told = log()
    told.place_event(*(PlayerSeated(seat=seat) for seat in (2, 5, 6, 7)))
    told.place_event(PlayerAway(seat=6), PlayerLeft(seat=7))
    told.play(RoundOpened())
    assert [one.seat for one in told.gather().jogadores] == [5, 2]
    entered = log()
    entered.place_event(*(PlayerSeated(seat=seat) for seat in (1, 3, 5, 7)))
    entered.play(RoundOpened(dealer=4), *enter(1, 3, 7))
    assert [one.seat for one in entered.gather().jogadores] == [3, 1, 7]


def test_how_long_each_took() -> None:
    """A11 b: from the event that gave him his turn; a warning gives nobody a turn."""
    told = log()
    told.play(RoundOpened(seats=(1, 2)), *enter(1, 2), *deal(0, 1, 2), *deal(1, 1, 2))
    told.play(Decision(seat=1, action="apostar", added=5_000))
    event = told.play(Decision(seat=2, action="desistir"))
    late = msgspec.structs.replace(event, at=instant(event.position + 130))
    told.events[-1] = late
    assert [lance.segundos for lance in told.gather().lances] == [None, None, 1, 131]
    bare = Log(GAME, opening=msgspec.structs.replace(OPENING, records=("bets", "decisions")))
    bare.play(*enter(1, 2), Decision(seat=1, action="apostar", added=5_000))
    assert {lance.segundos for lance in bare.gather().lances} == {None}


def test_a_chave_exposed() -> None:
    """A11 d: of ``key``, or hidden of a seat; an error noted says the same; open cards do not.

    Of a word that nobody knows the card tells which it was.
    """
    told = log()
    told.play(
        RoundOpened(seats=(1, 2, 3)),
        *enter(1, 2, 3),
        CardExposed(of="key", seat=1, by="dealer"),
        CardExposed(of="seat", seat=2, index=2, by="player"),
        CardExposed(of="seat", seat=2, index=1),
        CardExposed(of="?", seat=1, index=1),
        CardExposed(of="deck", seat=1, card="Tc"),
        ErrorNoted(error="A11d", seat=3),
    )
    record = told.gather()
    assert record.reveladas == (
        Revelada(seat=1, by="dealer", lances=3),
        Revelada(seat=2, by="player", lances=3),
        Revelada(seat=3, by="deal", lances=3),
    )
    assert [error.error for error in record.errors] == ["A11d"]


def test_lancos_by_the_right_to_speak_where_cards_are_not_recorded() -> None:
    """A10 b-d: the lanço is that of the last turn given."""
    told = log()
    told.play(
        RoundOpened(seats=(1, 2)),
        *enter(1, 2),
        TurnGiven(seat=1, street=1),
        *says("1 apostar 100, 2 aceitar 100"),
        TurnGiven(seat=2, street=2),
        *says("2 apostar 100"),
        Announcement(what="capital_desfalcado", seat=2),
    )
    record = told.gather()
    assert [lance.lanco for lance in record.lances] == [0, 0, 1, 1, 2]
    assert record.desfalcados == (Desfalcado(seat=2, lances=5),)


def test_capital_before_the_jogada_and_changes_within() -> None:
    """A6: what is declared before the first entry is the capital; after it only what was added."""
    told = log()
    told.place_event(
        PlayerSeated(seat=1, player="ana"),
        StackDeclared(seat=1, amount=500_000, why="start"),
        PlayerSeated(seat=2),
        StackDeclared(seat=2, amount=700_000, why="start"),
        PlayerSeated(seat=3),
    )
    told.play(
        RoundOpened(seats=(1, 2, 3)),
        StackDeclared(seat=3, amount=600_000, why="start"),
        *enter(1, 2, 3),
        StackDeclared(seat=1, amount=540_000, why="capital", added=50_000),
        StackDeclared(seat=2, amount=600_000, why="withdrawal"),
        StackDeclared(seat=3, amount=590_000, why="count"),
        Payout(seat=1, amount=1),
        StackDeclared(seat=1, amount=540_001, why="count"),
    )
    found = {one.seat: one for one in told.gather().jogadores}
    assert {seat: one.capital for seat, one in found.items()} == {
        1: 500_000,
        2: 700_000,
        3: 600_000,
    }
    # Seat 2 had 6,900.00 after the entry and then 6,000.00.
    assert {seat: one.acrescentado for seat, one in found.items()} == {1: 50_000, 2: -90_000, 3: 0}
    assert found[1].player == "ana"
    assert all(one.iniciou for one in found.values())


def test_a_player_who_moved_during_the_jogada() -> None:
    """A3: he sits at one place when it begins and at another before it ends."""
    told = log()
    told.place_event(PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=2, player="rui"))
    told.play(RoundOpened(seats=(1, 2)), *enter(1, 2))
    told.place_event(PlayerSeated(seat=5, player="ana"), PlayerSeated(seat=6, player="eva"))
    told.play(RoundClosed())
    told.place_event(PlayerSeated(seat=7, player="rui"))
    assert told.gather().mudancas == (Mudanca(de=1, para=5),)


def test_cuts_shuffles_and_the_card_put_aside() -> None:
    """A2: what was done with the deck before the jogada, at the table or within the round."""
    told = log()
    told.place_event(EquipmentChanged(item="deck", id="D-1"), DeckShuffled(method="hand", decks=1))
    told.place_event(DeckCut(by=2, side=12), DeckCut(by=1, side=7))
    told.play(RoundOpened(seats=(1, 2)), *enter(1, 2), CardDealt(to="discard", card="9h"))
    record = told.gather()
    assert record.cortes == (Corte(by=2, cartas=12), Corte(by=1, cartas=7))
    assert (record.baralhos, record.baralho_jogadas) == (1, 1)
    assert record.queimadas == (Queimada(carta="9h"),)


# --- from jogada to jogada -----------------------------------------------------------------------


def evening(*steps: list[Payload] | Payload, opening: TableOpened = OPENING) -> list[Event]:
    """Return the events of an evening: lists are jogadas, what stands alone happens between."""
    events: list[Event] = []
    number = 0

    def say(payload: Payload, round_id: str | None) -> None:
        position = len(events) + 1
        events.append(
            Event(
                position=position,
                source="mesa",
                seq=position,
                kind=payload.KIND,
                at=instant(position),
                day=DAY,
                place="T-01",
                round=round_id,
                payload=payload,
            )
        )

    say(opening, None)
    for step in steps:
        if isinstance(step, list):
            number += 1
            for payload in (*step, RoundClosed()):
                say(payload, f"T-01/{DAY}/{number}")
        else:
            say(step, None)
    return events


def records(*steps: list[Payload] | Payload) -> list[MacauRecord]:
    """Return the records of an evening's jogadas, through the stages that carry them on."""
    rounds, _ = judged(evening(*steps))
    found = [one.verdict.record for one in rounds]
    assert all(isinstance(one, MacauRecord) for one in found)
    return [msgspec.convert(msgspec.to_builtins(one), MacauRecord) for one in found]


def seated(*capitals: int) -> list[Payload]:
    """Seat players from 1 on, each with a capital."""
    made: list[Payload] = []
    for seat, amount in enumerate(capitals, 1):
        made += [
            PlayerSeated(seat=seat, player=f"p{seat}"),
            StackDeclared(seat=seat, amount=amount, why="start"),
        ]
    return made


def heads_up(bet: int, pot: int) -> list[Payload]:
    """Tell a jogada of two in which 1 bets, 2 calls and then gives up: 1 gets ``pot``."""
    return [
        RoundOpened(seats=(1, 2)),
        *enter(1, 2),
        Commission(amount=10_000, mode="initial"),
        CardBurned(),
        *deal(0, 1, 2),
        *deal(1, 1, 2),
        *says(f"1 apostar {bet}, 2 aceitar {bet}"),
        *deal(2, 1, 2),
        *says("1 apostar 1, 2 desistir"),
        Commission(amount=(10_000 + 2 * bet) * 4 // 100, mode="prize"),
        Payout(seat=1, amount=pot, returned=1),
    ]


def test_capital_is_carried_from_jogada_to_jogada() -> None:
    """A6: 2 begins with 5,000.00, loses 4,100.00 and falls below 1,000.00: he must restore it.

    Bolo 200.00 - 100.00 + 2 x 4,000.00 = 8,100.00, less 324.00: 7,776.00 and 0.01 to seat 1.
    """
    first = heads_up(400_000, 777_600)
    one, two = records(*seated(900_000, 500_000), first, heads_up(100, 9_792))
    assert judge(one).found == ()
    assert [player.iniciou for player in one.jogadores] == [True, True]
    winner, loser = two.jogadores
    assert (winner.capital, winner.capital_antes) == (900_000 - 410_000 + 777_600,) * 2
    assert (winner.baixou, winner.iniciou) == (900_000 - 410_001, False)
    assert (loser.capital, loser.capital_antes, loser.baixou) == (90_000, 90_000, 90_000)
    assert [(fault.code, fault.seat, fault.expected) for fault in judge(two).found] == [
        ("M5-CAP", 2, "5000.00")
    ]


def test_a_capital_is_not_followed_where_chips_move_unrecorded() -> None:
    """A6: a table that does not record decisions can blame nobody; what is declared is known."""
    opening = msgspec.structs.replace(OPENING, records=("bets", "cards", "payouts"))
    again = StackDeclared(seat=2, amount=80_000, why="count")
    steps = [*seated(900_000, 500_000), heads_up(400_000, 777_600), again, heads_up(100, 9_792)]
    rounds, _ = judged(evening(*steps, opening=opening))
    record = rounds[1].verdict.record
    assert isinstance(record, MacauRecord)
    assert [(one.capital, one.capital_antes, one.baixou) for one in record.jogadores] == [
        (None, None, None),
        (80_000, None, None),
    ]


def test_a_capital_restored_and_one_withdrawn() -> None:
    """A6: 2 puts 4,100.00 to his 900.00 between two jogadas; 1 takes 1,000.00 off, and may not."""
    restored = StackDeclared(seat=2, amount=500_000, why="capital_reposto", added=410_000)
    taken = StackDeclared(seat=1, amount=1_167_600, why="withdrawal")
    first = heads_up(400_000, 777_600)
    _, two = records(*seated(900_000, 500_000), first, restored, taken, heads_up(100, 9_792))
    assert [one.capital for one in two.jogadores] == [1_167_600, 500_000]
    assert [(fault.code, fault.seat, fault.amount) for fault in judge(two).found] == [
        ("M5-CAP", 1, -100_000)
    ]


def test_who_comes_to_the_place_of_another_begins_anew() -> None:
    """A6: the next at the place has his own capital, and nothing to restore."""
    first = heads_up(400_000, 777_600)
    new = [
        PlayerLeft(seat=2),
        PlayerSeated(seat=2, player="novo"),
        StackDeclared(seat=2, amount=500_000, why="start"),
    ]
    _, two = records(*seated(900_000, 500_000), first, *new, heads_up(100, 9_792))
    assert two.jogadores[1].iniciou
    assert two.jogadores[1].baixou is None
    assert judge(two).found == ()


def test_the_deck_serves_ten_jogadas() -> None:
    """A2: the eleventh from the same deck is told, and a deck brought in begins again."""
    jogada = heads_up(100, 9_792)
    ten: list[list[Payload]] = [jogada] * 10
    start = [EquipmentChanged(item="deck", id="D-1"), *seated(900_000, 900_000)]
    over = records(*start, *ten, jogada)
    assert [one.baralho_jogadas for one in over] == list(range(1, 12))
    assert [len(judge(one).found) for one in over] == [0] * 10 + [1]
    assert judge(over[-1]).found[0].code == "M5-DECK"
    fresh = EquipmentChanged(item="deck", id="D-2", replaced="D-1", reason="rounds")
    assert [one.baralho_jogadas for one in records(*start, *ten, fresh, jogada)][-1] == 1


def test_a_jogada_without_effect_lowers_nobodys_capital() -> None:
    """A6: nobody played it; the stakes went back, and whoever began has still to begin."""
    void: list[Payload] = [
        RoundOpened(seats=(1, 2)),
        *enter(1, 2),
        RoundVoided(cause="baralho_incompleto"),
        Payout(seat=1, amount=0, returned=10_000),
        Payout(seat=2, amount=0, returned=10_000),
    ]
    one, two = records(*seated(900_000, 500_000), void, heads_up(100, 9_792))
    assert judge(one).found == ()
    assert [(each.capital, each.baixou, each.iniciou) for each in two.jogadores] == [
        (900_000, None, True),
        (500_000, None, True),
    ]
    assert judge(two).found == ()


def test_the_initial_commission_of_a_player_is_out_of_his_capital() -> None:
    """A8: 5,000.00 less 100.00 entry and 100.00 commission, for the next jogada."""
    opening = msgspec.structs.replace(
        OPENING, options={"entrada": 10_000, "comissao_inicial": "jogador"}
    )
    jogada: list[Payload] = [
        RoundOpened(seats=(1, 2)),
        Commission(amount=10_000, mode="initial", seat=1),
        Commission(amount=10_000, mode="initial", seat=2),
        *enter(1, 2),
        CardBurned(),
        *deal(0, 1, 2),
        *deal(1, 1, 2),
        *says("1 apostar 100, 2 desistir"),
        Commission(amount=800, mode="prize"),
        Payout(seat=1, amount=19_200, returned=100),
    ]
    rounds, _ = judged(evening(*seated(900_000, 500_000), jogada, jogada, opening=opening))
    first, second = (one.verdict for one in rounds)
    assert first.found == second.found == ()
    assert isinstance(second.record, MacauRecord)
    assert [one.capital for one in second.record.jogadores] == [899_200, 480_000]


@settings(max_examples=60, deadline=None)
@given(
    opening=payloads_of(TableOpened),
    before=st.lists(payloads(PlayerSeated, PlayerAway, StackDeclared, DeckCut), max_size=5),
    played=st.lists(
        payloads(Decision, BetPlaced, CardDealt, CardBurned, HandShown, Commission, TurnGiven)
        | payloads(),
        max_size=12,
    ),
)
def test_any_events_give_a_record(
    opening: TableOpened, before: list[Payload], played: list[Payload]
) -> None:
    """What makes no sense is recorded, gathered, judged and carried on; nothing stops."""
    opening = msgspec.structs.replace(opening, game=GAME, profile="mo-1985@1")
    told = Log(GAME, opening=opening)
    for payload in before:
        told.place_event(payload)
    told.play(*(one for one in played if not isinstance(one, (RoundOpened, RoundClosed))))
    closed = told.closed()
    record = gather(closed, opening.options)
    judge(record)
    carried = carried_after(closed, opening.options, closed.closed + 1)
    again = msgspec.structs.replace(closed, carried=carried)
    assert isinstance(gather(again, opening.options), MacauRecord)


def test_a_lance_is_what_a_decision_says() -> None:
    """A7, A10: the words as they were said, and with what an entry was paid."""
    told = log()
    told.play(
        RoundOpened(seats=(1, 2)),
        BetPlaced(bet=1, seat=1, chance="entrada", amount=10_000, means="cash"),
        Decision(seat=2, action="entrada", added=10_000),
        *deal(0, 1, 2),
        Decision(seat=1, action="jogar", added=7),
    )
    assert told.gather().lances == (
        Lance(seat=1, accao="entrada", added=10_000, meios="cash"),
        Lance(seat=2, accao="entrada", added=10_000),
        Lance(seat=1, accao="jogar", added=7, lanco=1, segundos=1),
    )
