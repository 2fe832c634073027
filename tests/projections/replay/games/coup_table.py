"""What the tests of banked games share: one coup's table, and facts that no table records."""

from collections.abc import Callable
from typing import Any, Final

from hypothesis import strategies as st
from msgspec import convert, structs

from projections.replay.codes import CODES
from projections.replay.kit.bets import Bet, BetChange, Chips, Limit, Moment
from projections.replay.record import ErrorNoted, Payment, Record, Void
from projections.replay.registry import GAMES, Verdict, judge, rules_of
from projections.replay.settlement import Found, Line, Outcome, Settlement, describe

GANHA, PERDE, NULA, DEVOLVIDA, PENDENTE = (
    Outcome.GANHA,
    Outcome.PERDE,
    Outcome.NULA,
    Outcome.DEVOLVIDA,
    Outcome.PENDENTE,
)


def bet(number: int, tipo: str, selecao: str = "", valor: int = 100, **more: Any) -> Bet:
    """Return a bet of seat 1."""
    fields = {"bet": number, "seat": 1, "tipo": tipo, "selecao": selecao, "valor": valor}
    return convert({**fields, **more}, Bet)


def at(clock: str) -> str:
    """Return a time of the evening."""
    return f"2026-11-20T{clock}.000000Z"


def pay(number: int, amount: int, returned: int = 0, seat: int = 1) -> Payment:
    """Return a payment of one bet."""
    return Payment(seat=seat, bets=(number,), amount=amount, stake_returned=returned)


def settled(record: Record) -> Settlement:
    """Settle by the profile's rules."""
    game = GAMES[str(type(record).__struct_config__.tag)]
    return game.settle(record, rules_of(game, record.profile))


def nets(record: Record) -> list[int]:
    """Return what each line brings the player: credited less staked."""
    return [line.due - line.stake for line in settled(record).lines]


def outcomes(record: Record) -> list[Outcome]:
    """Return what became of each stake."""
    return [line.outcome for line in settled(record).lines]


def paid_exactly(record: Any, rank: Callable[[Line], Any] = lambda _: 0) -> Any:
    """Return the record with each bet paid what is due, in the order of ``rank``."""
    payments = tuple(
        pay(line.bet or 0, line.prize, line.returned, line.seat)
        for line in sorted(settled(record).lines, key=rank)
        if line.due
    )
    return structs.replace(record, payments=payments)


def found(record: Record) -> list[Found]:
    """Return the faults of a round whose bets were paid exactly."""
    return list(judge(paid_exactly(record)).found)


def codes(record: Record) -> list[str]:
    """Return the codes of a round whose bets were paid exactly."""
    return [one.code for one in found(record)]


def told(record: Record) -> list[tuple[str, str]]:
    """Return codes and rules of a round as it was paid."""
    return [(one.code, one.rule) for one in judge(record).found]


def blamed(record: Any, *payments: Payment) -> list[tuple[str, str]]:
    """Return codes and rules of a round paid so."""
    return told(structs.replace(record, payments=payments))


def judged_in_words(record: Record) -> Verdict:
    """Judge, say all of it in words, and see that no code is unknown or a person's."""
    verdict = judge(record)
    describe(verdict.settlement)
    assert {one.code for one in verdict.found} <= set(CODES)
    assert not any(CODES[one.code].manual for one in verdict.found)
    return verdict


def judged_without_harm(record: Record) -> None:
    """Judge so, and see that no line gives back more than its stake, or takes a prize."""
    for line in judged_in_words(record).settlement.lines:
        assert 0 <= line.returned <= max(line.stake, 0)
        assert line.prize >= 0
        assert line.outcome is not PENDENTE or line.due == 0


def kept_and_paid(record: Record) -> None:
    """See that every stake is lost, waiting, or the player's; and prizes only where one wins."""
    for line in settled(record).lines:
        if line.outcome in (DEVOLVIDA, NULA):
            assert (line.prize, line.returned) == (0, line.stake)
        elif line.outcome is GANHA:
            assert line.prize > 0
            assert line.returned == line.stake
        else:
            assert line.prize == 0
            assert line.returned < line.stake


# --- facts of any sort ---------------------------------------------------------------------------

TIMES: Final = st.sampled_from([None, at("20:00:00"), at("21:30:00"), "2026-11-20", "nunca", ""])
PLACES: Final = st.none() | st.integers(1, 9)
AMOUNTS: Final = st.integers(-5, 1000)
SEATS: Final = st.integers(0, 3)
NAMES: Final = st.sampled_from([None, "ana", "rui"])
CHIPS: Final = st.none() | st.builds(Chips, count=st.integers(-2, 200).map(abs), value=AMOUNTS)
SIDES: Final = st.sampled_from(["operator", "player", "unknown"])
MOMENTS: Final = st.none() | st.builds(Moment, at=TIMES, seq=PLACES)


def few(kind: type[Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Return up to three facts of a kind, each with or without time and place."""
    placed = {"at": TIMES, "seq": PLACES} if "seq" in kind.__struct_fields__ else {}
    return st.lists(st.builds(kind, **placed, **fields), max_size=3).map(tuple)


def strange_payments(
    seats: st.SearchStrategy[int],
    bets: st.SearchStrategy[int],
    amounts: st.SearchStrategy[int],
    most: int,
) -> st.SearchStrategy[tuple[Payment, ...]]:
    """Return payments of any amounts, each of up to two bets."""
    payment = st.builds(
        Payment,
        seat=seats,
        amount=amounts,
        stake_returned=amounts,
        bets=st.lists(bets, max_size=2).map(tuple),
    )
    return st.lists(payment, max_size=most).map(tuple)


def shared(words: st.SearchStrategy[str], texts: st.SearchStrategy[str]) -> dict[str, Any]:
    """Return strategies of the fields that the banked games share."""
    return {
        "mode": st.sampled_from(["physical", "shared", "exclusive", "demo", ""]),
        "records": st.none() | st.just(("bets", "payouts", "cards", "decisions")),
        "payments": strange_payments(SEATS, st.integers(0, 5), AMOUNTS, most=4),
        "void": st.none() | st.builds(Void, cause=words, side=SIDES),
        "errors": st.lists(st.builds(ErrorNoted, error=words), max_size=2).map(tuple),
        "limites": st.dictionaries(
            words, st.builds(Limit, minimum=AMOUNTS, maximum=AMOUNTS, multiple=AMOUNTS), max_size=3
        ),
        "bets": few(
            Bet,
            bet=st.integers(0, 5),
            seat=SEATS,
            tipo=words,
            valor=AMOUNTS,
            selecao=texts,
            player=NAMES,
            chips=CHIPS,
        ),
        "alteracoes": few(
            BetChange,
            bet=st.integers(0, 5),
            retirada=st.booleans(),
            tipo=st.none() | words,
            selecao=st.none() | texts,
            valor=st.none() | AMOUNTS,
        ),
        "apostas_abertas": MOMENTS,
    }
