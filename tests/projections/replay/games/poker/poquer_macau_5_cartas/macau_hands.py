"""Jogadas of Macau five-card poker told in a few words, and played at random."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.poker.poquer_macau_5_cartas import (
    Cobrada,
    Jogador,
    Lance,
    MacauRecord,
    Queimada,
    settle,
)
from projections.replay.kit.cards import DECK
from projections.replay.profiles.macau_1985 import POQUER_MACAU_5_CARTAS as RULES
from projections.replay.record import Payment
from projections.replay.registry import judge
from projections.replay.settlement import Found, Settlement

ENTRY = 10_000
CAPITAL = 1_000_000
FORTY = tuple(card for card in DECK if card[0] not in "234")
HANDS = {
    1: "As 7d Ks Qs Js",  # on the way to naipe real; ace high
    2: "Qd 8c 9d 8d 7h",  # a pair of eights
    3: "Jc 6c 8h 7s 6h",  # a pair of sixes
    4: "Tc 5d 6s 5h 5s",  # three fives
}
"""First open, chave, then three open. Speaking: 1-2-3-4 in three lanços, then 1-4-2-3."""
OPENED = "1 apostar 5000, 2 aceitar 5000, 3 aceitar 5000, 4 aceitar 5000"
PASSED = "1 passar, 2 passar, 3 passar, 4 passar"
LAST_PASSED = "1 passar, 4 passar, 2 passar, 3 passar"
CHECKED = f"{OPENED} | {PASSED} | {PASSED} | {LAST_PASSED}"
"""Four enter with 100.00 and bet 50.00: bolo 400 - 100 + 200 = 500.00, commission 20.00."""


def acts(text: str) -> tuple[Lance, ...]:
    """Read ``seat word chips``, commas between acts, bars between lanços."""
    made: list[Lance] = []
    for lanco, turn in enumerate(text.split("|"), 1):
        for act in filter(None, map(str.strip, turn.split(","))):
            seat, word, *chips = act.split()
            added = int(chips[0]) if chips else 0
            made.append(Lance(seat=int(seat), accao=word, added=added, lanco=lanco))
    return tuple(made)


def entries(seats: Sequence[int], entry: int = ENTRY) -> tuple[Lance, ...]:
    """Have everybody enter."""
    return tuple(Lance(seat=seat, accao="entrada", added=entry) for seat in seats)


def jogadores(hands: dict[int, str] | None = None, **changes: Any) -> tuple[Jogador, ...]:
    """Seat players from the dealer's right; ``changes`` gives fields by seat."""
    return tuple(
        Jogador(
            **{
                "seat": seat,
                "capital": CAPITAL,
                "cartas": tuple(None if card == "-" else card for card in cards.split()),
                **{field: by_seat[seat] for field, by_seat in changes.items() if seat in by_seat},
            }
        )
        for seat, cards in (hands or HANDS).items()
    )


def jogada(text: str = CHECKED, **fields: Any) -> MacauRecord:
    """Return a jogada with the entries, and with commissions and payments as they are due.

    Cards beyond the lanços told are not dealt, unless ``dealt`` says to how many.
    """
    count = fields.pop("dealt", text.count("|") + 2)
    players = fields.pop("jogadores", None) or jogadores()
    lances = entries([one.seat for one in players], fields.get("entrada", ENTRY)) + acts(text)
    record = MacauRecord(
        **{
            "entrada": ENTRY,
            "jogadores": tuple(structs.replace(one, cartas=one.cartas[:count]) for one in players),
            "lances": lances,
            "queimadas": (Queimada(),),
            **fields,
        }
    )
    if "comissoes" not in fields:
        record = structs.replace(record, comissoes=charged(record))
    return record if "payments" in fields else structs.replace(record, payments=paid(record))


def charged(record: MacauRecord) -> tuple[Cobrada, ...]:
    """Return the commissions that are due, as a house without fault takes them."""
    return tuple(
        Cobrada(
            valor=one.amount,
            modo="inicial" if one.rules == ("M5 A8",) else "bolo",
            seat=one.seat or None,
        )
        for one in settle(record, RULES).commissions
    )


def paid(record: MacauRecord) -> tuple[Payment, ...]:
    """Return the payments that are due, as a dealer without fault makes them."""
    return tuple(
        Payment(seat=line.seat, amount=line.prize, returned=line.returned)
        for line in settle(record, RULES).lines
        if line.due
    )


def dues(record: MacauRecord) -> dict[int, int]:
    """Return what each seat must get."""
    return {line.seat: line.due for line in settle(record, RULES).lines if line.due}


def found(record: MacauRecord) -> tuple[Found, ...]:
    """Return every fault, each with a code that exists and a rule."""
    every = judge(record).found
    assert all(one.code in CODES and one.rule for one in every)
    return every


def codes(record: MacauRecord) -> list[tuple[str, int | None]]:
    """Return the faults, each with its seat."""
    return [(one.code, one.seat) for one in found(record)]


def only(record: MacauRecord) -> Found:
    """Return the one fault."""
    (one,) = found(record)
    return one


# --- an independent table ------------------------------------------------------------------------

ORDER = "5678910JQKA"
RANKS = "56789TJQKA"
RUNS_OF_FOUR = ["A567", "5678", "6789", "789T", "89TJ", "9TJQ", "TJQK", "JQKA"]
RUNS_OF_FIVE = ["A5678", *(RANKS[at : at + 5] for at in range(6))]
SUITS = "dchs"


def shown(  # noqa: C901, PLR0911 - one line a combination
    cards: Sequence[str],
) -> tuple[Any, ...]:
    """Rank open cards for speaking as a dealer reads A10 from the page, by looking words up."""
    last = cards[-1]
    ranks = [card[0] for card in cards]
    suits = {card[1] for card in cards}

    def high(rank: str) -> tuple[int, int]:
        held = [SUITS.index(card[1]) for card in cards if card[0] == rank]
        return RANKS.index(rank), max(held)

    if len(cards) == 4:
        run = next((run for run in RUNS_OF_FOUR if set(run) == set(ranks)), "")
        ordered = sorted((RANKS.index(rank) for rank in ranks), reverse=True)
        top = RANKS[ordered[0]]
        if len(suits) == 1 and set(ranks) <= set("TJQKA"):
            return 9, high(top)
        if len(suits) == 1 and run:
            return 8, high(run[-1])
        if len(set(ranks)) == 1:
            return 7, high(top)
        if len(suits) == 1:
            return 6, ordered, high(top)
        if run:
            return 5, high(run[-1])
    trios = [rank for rank in RANKS if ranks.count(rank) == 3]
    if trios:
        return 4, high(trios[0])
    pairs = [rank for rank in reversed(RANKS) if ranks.count(rank) == 2]
    if len(cards) == 4 and len(pairs) == 2:
        return 3, RANKS.index(pairs[0]), RANKS.index(pairs[1]), high(pairs[0])[1]
    if last[0] in pairs:
        return 2, high(last[0])
    return 1, (RANKS.index(last[0]), SUITS.index(last[1]))


def rank(cards: Sequence[str]) -> tuple[int, ...]:  # noqa: PLR0911 - one line a combination
    """Rank five cards as A5 says, by another way than the product."""
    ranks = [card[0] for card in cards]
    counts = sorted(((ranks.count(one), RANKS.index(one)) for one in set(ranks)), reverse=True)
    shape = [count for count, _ in counts]
    order = [place for _, place in counts]
    flush = len({card[1] for card in cards}) == 1
    run = next((at for at, run in enumerate(RUNS_OF_FIVE) if set(run) == set(ranks)), None)
    if run is not None and flush:
        return (10,) if run == len(RUNS_OF_FIVE) - 1 else (9, run)
    if shape == [4, 1]:
        return 8, order[0]
    if shape == [3, 2]:
        return 7, order[0]
    if flush:
        return 6, *order
    if run is not None:
        return 5, run
    if shape == [3, 1, 1]:
        return 4, order[0]
    return {4: 2, 3: 3, 5: 1}[len(shape)], *order


def play(  # noqa: C901, PLR0912, PLR0915 - one jogada in one go
    rng: random.Random, *, cents: bool = False
) -> MacauRecord:
    """Play a jogada by the rules and record it; with ``cents``, for a handful of them.

    Written as a table plays: a queue of those who still have to speak, which a bet refills.
    """
    entry = rng.randint(1, 9) if cents else rng.choice([2_000, 10_000])
    seats = rng.sample(range(1, 8), rng.randint(2, 7))
    deck = rng.sample(FORTY, len(FORTY))
    first = deck.pop()
    inicial = rng.choice(["jogada", "jogador", "nenhuma"])
    fee = entry if inicial == "jogador" else 0
    most = [rng.randint(0, 90), 200] if cents else [rng.randint(50, 400) * 100, 10**6]
    capital = {seat: rng.choice(most) + 2 * entry for seat in seats}
    left = dict(capital)
    cards: dict[int, list[str]] = {seat: [deck.pop()] for seat in seats}
    dealt = list(seats)
    lances: list[Lance] = []
    for seat in seats:
        left[seat] -= entry + fee
        lances.append(Lance(seat=seat, accao="entrada", added=entry))
    for seat in seats:
        cards[seat].append(deck.pop())
    dealt += seats
    playing = list(seats)

    def ring(after: int) -> list[int]:
        at = seats.index(after)
        return [seat for seat in seats[at + 1 :] + seats[:at] if seat in playing]

    def by_value(lanco: int) -> list[int]:
        opened = {seat: [cards[seat][0], *cards[seat][2:]][:lanco] for seat in playing}
        return sorted(playing, key=lambda seat: shown(opened[seat]), reverse=True)

    for lanco in (1, 2, 3, 4):
        order = by_value(lanco)
        bet = dict.fromkeys(seats, 0)
        passed: set[int] = set()
        level = before = 0

        def put(seat: int, chips: int, word: str) -> None:
            left[seat] -= chips
            bet[seat] += chips  # noqa: B023 - used within this lanço only
            lances.append(Lance(seat=seat, accao=word, added=chips, lanco=lanco))  # noqa: B023 - used within this lanço only

        queue = list(order)
        while queue and len(playing) > 1:
            seat = queue.pop(0)
            others = [one for one in playing if one != seat and left[one]]
            if seat not in playing or not left[seat]:
                continue
            if not others and bet[seat] >= max(bet.values()):
                continue
            if not level:
                words = ["apostar", "apostar", "desistir"] if lanco == 1 else ["passar", "apostar"]
                word = rng.choice(words)
                if word == "apostar":
                    before = rng.randint(
                        1, left[seat] if rng.random() < 0.2 else left[seat] // 8 + 1
                    )
                    put(seat, before, word)
                    level, queue = bet[seat], ring(seat)
                    continue
            else:
                word = rng.choice(["desistir", "aceitar", "aceitar", "elevar"])
            missing = level - bet[seat]
            if word == "desistir":
                playing.remove(seat)
                lances.append(Lance(seat=seat, accao=word, lanco=lanco))
            elif word == "passar":
                passed.add(seat)
                lances.append(Lance(seat=seat, accao=word, lanco=lanco))
            elif word == "aceitar" or seat in passed or left[seat] <= missing:
                put(seat, min(missing, left[seat]), "aceitar")
            else:
                extra = min(before + rng.choice([0, 0, 1, before]), left[seat] - missing)
                put(seat, missing + extra, rng.choice(["elevar", "redobrar"]))
                before, level, queue = extra, bet[seat], ring(seat)
        if len(playing) == 1:
            break
        if lanco < 4:
            start = next(seat for seat in order if seat in playing)
            for seat in [start, *ring(start)]:
                cards[seat].append(deck.pop())
                dealt.append(seat)
    return MacauRecord(
        entrada=entry,
        comissao_inicial=inicial,  # pyright: ignore[reportArgumentType]
        jogadores=tuple(
            Jogador(seat=seat, capital=capital[seat], cartas=tuple(cards[seat])) for seat in seats
        ),
        lances=tuple(lances),
        dadas=tuple(dealt),
        queimadas=(Queimada(carta=first),),
    )


def put_in(record: MacauRecord) -> Counter[int]:
    """Add up each seat's chips from the acts alone."""
    chips: Counter[int] = Counter()
    for lance in record.lances:
        chips[lance.seat] += max(lance.added, 0)
    return +chips


def by_cents(record: MacauRecord) -> tuple[Counter[int], int]:
    """Divide a jogada cent by cent, before the commission; return also what goes back uncalled."""
    stakes, entered = put_in(record), Counter[int]()
    for lance in record.lances:
        entered[lance.seat] += lance.added if lance.accao == "entrada" else 0
    folded = {lance.seat for lance in record.lances if lance.accao == "desistir"}
    live = [one for one in record.jogadores if one.seat not in folded]
    bets = sorted(stakes[seat] - entered[seat] for seat in stakes)
    over = bets[-1] - bets[-2]
    for seat in stakes:
        if stakes[seat] - entered[seat] == bets[-1] and over:
            stakes[seat] -= over
    pots: dict[tuple[int, ...], int] = {}
    top = max(stakes[one.seat] for one in live)
    for height in range(1, max(stakes.values()) + 1):
        who = tuple(one.seat for one in live if stakes[one.seat] >= min(height, top))
        pots[who] = pots.get(who, 0) + sum(stake >= height for stake in stakes.values())
    if record.comissao_inicial == "jogada":
        pots[next(iter(pots))] -= record.entrada
    due: Counter[int] = Counter()
    for eligible, amount in pots.items():
        winners = list(eligible)
        if len(eligible) > 1:
            best = max(rank([*map(str, one.cartas)]) for one in live if one.seat in eligible)
            winners = [
                one.seat
                for one in live
                if one.seat in eligible and rank([*map(str, one.cartas)]) == best
            ]
        for at, seat in enumerate(winners):
            due[seat] += amount // len(winners) + (at < amount % len(winners))
    return +due, over


def assert_conserved(record: MacauRecord, result: Settlement) -> None:
    """Σ put in = Σ due + what the house took out of the bolo."""
    assert {line.seat: line.stake for line in result.lines if line.stake} == put_in(record)
    assert all(line.prize >= 0 and line.returned >= 0 for line in result.lines)
    if any(line.outcome == "pendente" for line in result.lines):
        assert not any(line.due for line in result.lines)
        return
    apart = record.comissao_inicial == "jogador"
    taken = sum(one.amount for one in result.commissions if one.rules == ("M5 A9",) or not apart)
    due = sum(line.due for line in result.lines)
    assert sum(line.stake for line in result.lines) == due + taken
