"""The tables of poker among players: hold'em, Omaha, sintético, Macau's five cards."""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import cos, pi, sin
from typing import Final

from api.console.drawings.felt import BOARD, SEAT, Dealt, Felt, listed, mapped
from api.console.drawings.pieces import Box, Drawing, Shape
from api.console.drawings.scene import Scene, Stage, known, own
from projections.reads.basis.game_names import COMBINATIONS
from projections.replay.games.poker.poquer_sintetico import ranking as sintetico
from projections.replay.games.poker.ranking import value_of
from projections.replay.kit.cards import RANK_OF

COMMON: Final = 5
HAND: Final = 5
FOLDS: Final = frozenset({"desistir", "desistencia"})
CENTRE: Final = (360.0, 206.0)


def _total_pot(felt: Felt) -> int:
    stakes = {one.bet for one in felt.bets.values()}
    put = sum(one.amount for one in felt.bets.values())
    added = sum(felt.added.values())
    of_decisions = sum(
        one.amount for one in felt.bets.values() if one.chance in set(felt.decisions.values())
    )
    return put + added - (of_decisions if stakes else 0)


def _of_seat(felt: Felt, seat: int) -> int:
    laid = sum(
        one.amount
        for one in felt.bets.values()
        if one.seat == seat and one.chance != felt.decisions.get((seat, 1))
    )
    return laid + felt.added.get(seat, 0)


def best_of(board: Sequence[str], hole: Sequence[str], game: str) -> tuple[str, ...]:
    """Return the five cards that count: of hold'em any, of Omaha and sintético two own."""
    if len(board) < 3 or any(card not in RANK_OF for card in (*board, *hole)):
        return ()
    value: Callable[[Sequence[str]], int] = value_of
    if game == "poquer_holdem":
        every = combinations((*board, *hole), HAND)
    else:
        every = (
            (*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)
        )
        if game == "poquer_sintetico":
            value = sintetico.value_of
    try:
        return max(every, key=value, default=())
    except (KeyError, IndexError):
        return ()  # cards that this game's deck has not


def _winners(scene: Scene) -> list[int]:
    return [one for one in listed(scene.result.get("vencedores")) if isinstance(one, int)]


def poquer_holdem(scene: Scene) -> Drawing:
    """Draw hold'em: the oval, the board, the best five of seven in gold at the showdown."""
    return _community(scene, 2)


def poquer_omaha(scene: Scene) -> Drawing:
    """Draw Omaha: four cards a seat; the frame on two of the hand and three of the board."""
    return _community(scene, 4)


def poquer_sintetico(scene: Scene) -> Drawing:
    """Draw sintético: 28 cards, common cards opened one by one, its own order of hands."""
    return _community(scene, 2)


def _community(scene: Scene, own_cards: int) -> Drawing:
    stage = Stage(scene)
    felt = stage.felt
    x, y = CENTRE
    stage.add(
        Shape(f"M{x - 236} {y}a236 98 0 1 0 472 0a236 98 0 1 0-472 0Z", "inlay"),
        Shape(f"M{x - 236} {y}a236 98 0 1 0 472 0a236 98 0 1 0-472 0Z", "rail"),
        Shape(f"M{x - 206} {y}a206 80 0 1 0 412 0a206 80 0 1 0-412 0Z", "line"),
    )
    winners = _winners(scene) if felt.paid or felt.closed or felt.shown else []
    gold = _gold(stage, winners)
    _board(stage, gold)
    _pots(stage)
    seats = _in_order(felt)
    for at, seat in enumerate(seats):
        angle = 2 * pi * at / max(1, len(seats)) - pi / 2 + pi / max(2, len(seats))
        sx, sy = x + 302 * cos(angle), y + 160 * sin(angle)
        _player(stage, seat, sx, sy, own_cards, gold, winners)
    stage.status(398)
    if felt.game == "poquer_sintetico":
        _order_of_hands(stage)
    return stage.done(416, _community_sentence(stage, winners))


def _in_order(felt: Felt) -> list[int]:
    return [seat for seat in felt.places() if seat][:12]


def _gold(stage: Stage, winners: Sequence[int]) -> tuple[str, ...]:
    felt = stage.felt
    board = known(felt.at(BOARD))
    for seat in winners:
        hole = known(own(felt, seat))
        if len(winners) >= 1 and hole and ((SEAT, seat) in felt.shown or felt.closed):
            return best_of(board, hole, felt.game)
    return ()


def _board(stage: Stage, gold: Sequence[str]) -> None:
    felt, words = stage.felt, stage.words
    x, y = CENTRE
    left = x - 2.5 * 54 + 24
    cards = felt.at(BOARD)
    stage.hand(left, y - 44, cards[:6], w=48, fan=54, gold=gold)
    for at in range(len(cards), COMMON):
        stage.add(Box(left + 54 * at, y - 44, 48, 68, "dash", 5))
    if felt.burned:
        for at in range(min(felt.burned, 3)):
            stage.back(left - 58 + 6 * at, y - 38 + 3 * at, 30)
        stage.label(left - 36, y + 32, words("queimadas", "burnt"), "q", size=12)


def _pots(stage: Stage) -> None:
    felt, words = stage.felt, stage.words
    x, y = CENTRE
    pot = _total_pot(felt)
    if pot:
        stage.pot(
            x - 96, y + 52, pot, words(f"pote, {words.money(pot)}", f"pot, {words.money(pot)}")
        )
        stage.label(x - 72, y + 50, words("pote ", "pot ") + words.money(pot), "b", "start", 15)
        paid = sum(felt.paid.values())
        if paid:
            text = words("entregue ", "handed over ") + words.money(paid)
            stage.label(x - 72, y + 68, text, "q", "start")
    if felt.commission or felt.paid:
        red = stage.scene.marks.whole
        stage.add(Box(x + 64, y + 36, 116, 34, "seat-red" if red else "well", 5))
        stage.label(x + 122, y + 50, "cagnotte", "q", size=12)
        stage.label(x + 122, y + 65, words.money(felt.commission), "d" if red else "b")


def _player(
    stage: Stage,
    seat: int,
    x: float,
    y: float,
    own_cards: int,
    gold: Sequence[str],
    winners: Sequence[int],
) -> None:
    felt, words = stage.felt, stage.words
    cards = own(felt, seat)
    w = 34 if own_cards == 2 else 28
    fan = w + 3 if own_cards == 2 else 22
    said = felt.decisions.get((seat, 1), "")
    folded = said in FOLDS
    width = stage.hand_width(max(2, len(cards)), w, fan)
    tall = w * 62 / 44
    top = y - tall / 2 - 12
    frame = max(width + 14, 92)
    if seat in stage.scene.marks.seats:
        stage.add(Box(x - frame / 2, top - 6, frame, tall + 46, "seat-red", 8))
    elif seat in winners:
        stage.add(Box(x - frame / 2, top - 6, frame, tall + 46, "seat-gold", 8))
    elif seat == felt.turn and not felt.closed and not felt.paid and not folded:
        stage.add(Box(x - frame / 2, top - 6, frame, tall + 46, "seat-turn", 8))
    counted = gold if seat in winners[:1] else ()
    stage.hand(
        x - stage.hand_width(len(cards), w, fan) / 2,
        top,
        cards,
        w=w,
        fan=fan,
        closed=True,
        gold=counted,
        faint=folded,
    )
    mao = words(" · mão", " · dealer") if seat == felt.mao else ""
    stage.label(x, top + tall + 16, words.seat(seat) + mao, "b", size=13)
    stage.label(
        x, top + tall + 32, _under(stage, seat, said), "g" if seat in winners else "q", size=12
    )


def _under(stage: Stage, seat: int, said: str) -> str:
    felt, words = stage.felt, stage.words
    word = mapped(stage.scene.result.get("combinacoes")).get(seat)
    if isinstance(word, str) and ((SEAT, seat) in felt.shown or felt.closed):
        return words.of(COMBINATIONS, word)
    put = _of_seat(felt, seat)
    parts = [words.action(said)] if said else []
    if put:
        parts.append(words.money(put))
    return " · ".join(parts)


def _order_of_hands(stage: Stage) -> None:
    words = stage.words
    text = words(
        "28 cartas, do 8 ao ás; duas suas e três comuns",
        "28 cards, eight to ace; two own, three common",
    )
    stage.label(12, 18, text, "l", "start", 13)


def _community_sentence(stage: Stage, winners: Sequence[int]) -> str:
    felt, words = stage.felt, stage.words
    board = ", ".join(words.card(one.card) for one in felt.at(BOARD))
    parts = [
        words(f"Comuns: {board}", f"Board: {board}")
        if board
        else words("Sem cartas comuns", "No common cards")
    ]
    for seat in _in_order(felt):
        seen = [one for one in own(felt, seat) if one.open or felt.closed]
        if seen:
            parts.append(f"{words.seat(seat)}: " + ", ".join(words.card(c.card) for c in seen))
    if winners:
        names = ", ".join(map(words.seat, winners))
        parts.append(words(f"ganha {names}", f"{names} wins"))
    return "; ".join(parts) + "."


# --- Macau's five cards --------------------------------------------------------------------------


def poquer_macau_5_cartas(scene: Scene) -> Drawing:
    """Draw Macau's poker: a row a seat, a column a lanço; the key closed until shown."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    seats = _in_order(felt)
    winners = _winners(scene) if felt.paid or felt.closed or felt.shown else []
    heads = (("1.ª", "1st"), ("chave", "key"), ("3.ª", "3rd"), ("4.ª", "4th"), ("5.ª", "5th"))
    for at, head in enumerate(heads):
        stage.label(148 + 56 * at, 24, words(*head), "q", size=12)
    stage.label(452, 24, words("no bolo", "in the pot"), "q", size=12)
    stage.label(572, 24, words("disse", "said"), "q", "end", 12)
    for at, seat in enumerate(seats):
        _row(stage, seat, 34 + 74 * at, winners)
    height = 34 + 74 * max(2, len(seats))
    _heap(stage, 596, 44)
    stage.status(height + 8)
    return stage.done(height + 24, _community_sentence(stage, winners))


def _row(stage: Stage, seat: int, y: float, winners: Sequence[int]) -> None:
    felt, words = stage.felt, stage.words
    cards: list[Dealt] = own(felt, seat)
    said = felt.decisions.get((seat, 1), "")
    folded = said in FOLDS
    if seat in stage.scene.marks.seats:
        stage.add(Box(8, y, 572, 70, "seat-red", 8))
    elif seat in winners:
        stage.add(Box(8, y, 572, 70, "seat-gold", 8))
    elif seat == felt.turn and not felt.closed and not felt.paid and not folded:
        stage.add(Box(8, y, 572, 70, "seat-turn", 8))
    stage.label(20, y + 30, words.seat(seat), "b", "start", 14)
    word = mapped(stage.scene.result.get("combinacoes")).get(seat)
    if isinstance(word, str) and ((SEAT, seat) in felt.shown or felt.closed):
        stage.label(
            20, y + 50, words.of(COMBINATIONS, word), "g" if seat in winners else "q", "start", 12
        )
    stage.hand(126, y + 4, cards[:6], w=43, fan=56, closed=True, faint=folded)
    put = _of_seat(felt, seat)
    stage.label(478, y + 40, words.money(put), "", "end", 14)
    stage.label(572, y + 40, words.action(said) if said else "", "q", "end")


def _heap(stage: Stage, x: float, y: float) -> None:
    felt, words = stage.felt, stage.words
    pot = _total_pot(felt)
    stage.add(Box(x, y - 8, 114, 126, "inlay", 12))
    stage.label(x + 57, y + 16, words("o bolo", "the pot"), "q")
    stage.pot(x + 57, y + 44, pot, words("o bolo", "the pot"), 20)
    stage.label(x + 57, y + 84, words.money(pot), "b", size=15)
    if felt.commission:
        text = words("comissão ", "commission ") + words.money(felt.commission)
        stage.label(x + 57, y + 104, text, "q", size=12)
