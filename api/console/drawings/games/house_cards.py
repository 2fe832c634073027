"""The tables of cards against the house: blackjack, desafio, póquer sem descarte, stud."""

from math import pi, sin
from typing import Final

from api.console.drawings.felt import BANK, DISCARD, SEAT, Dealt, Felt, Stake, mapped
from api.console.drawings.pieces import GOLD, Box, Drawing, Round, Shape
from api.console.drawings.points import total_of
from api.console.drawings.scene import Scene, Stage, bank, own
from projections.reads.basis.game_names import COMBINATIONS
from projections.replay.games.house_cards.blackjack.counting import bank_points, key_of
from projections.replay.settlement import Outcome

FEW: Final = 7


def arc_places(
    felt: Felt, least: int, width: float, top: float, depth: float
) -> dict[int, tuple[float, float]]:
    """Return where each seat stands on an arc below the bank."""
    seats = felt.places()
    most = max([least, *(seat for seat in seats if seat <= 2 * FEW)])
    shown = list(range(1, most + 1)) + sorted(seat for seat in seats if seat > 2 * FEW)[:4]
    count = max(2, len(shown))
    edge = 56
    return {
        seat: (
            edge + (width - 2 * edge) * at / (count - 1),
            top + depth * sin(pi * at / (count - 1)),
        )
        for at, seat in enumerate(shown)
    }


def _lugares(felt: Felt, default: int) -> int:
    told = felt.options.get("lugares")
    return min(told, 9) if isinstance(told, int) and told > 1 else default


# --- blackjack -----------------------------------------------------------------------------------


def blackjack(scene: Scene) -> Drawing:
    """Draw blackjack: the arc of seats, the bank, the shoe."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    stage.add(Shape("M30 40C30 480 690 480 690 40", "line"))
    _blackjack_bank(stage)
    decks = felt.options.get("baralhos")
    shoe = words("sabot", "shoe")
    if isinstance(decks, int):
        shoe += f", {decks} " + words("baralhos", "decks")
    stage.shoe(634, 18, shoe)
    put_away = felt.at(DISCARD)
    if put_away:
        stage.hand(24, 18, put_away[:3], w=28, fan=18)
        stage.label(24, 76, words("de parte", "aside"), "q", "start", 12)
    stage.label(
        360,
        148,
        words(
            "Blackjack paga 3 por 2 · A banca fica em 17",
            "Blackjack pays 3 to 2 · The bank stands on 17",
        ),
        "l",
        size=15,
    )
    for seat, (x, y) in arc_places(felt, _lugares(felt, 7), 720, 204, 96).items():
        _blackjack_seat(stage, seat, x, y)
    stage.status(178)
    return stage.done(404, _blackjack_sentence(stage))


def _blackjack_bank(stage: Stage) -> None:
    felt, words = stage.felt, stage.words
    cards = bank(felt)
    end = stage.hand(300, 18, cards, w=48, fan=50 if len(cards) < 4 else 30)
    x = max(end, 398) + 20
    stage.label(x, 42, words("Banca", "Bank"), "b", "start", 15)
    if not cards:
        stage.add(Box(300, 18, 48, 68, "dash", 5), Box(350, 18, 48, 68, "dash", 5))
        return
    seen = [one for one in cards if one.card is not None]
    key = key_of([one.card for one in seen])
    total = bank_points(key) if key >= 0 and seen else None
    hidden = len(seen) < len(cards)
    said = "?" if total is None else str(total)
    if not hidden and total is not None and total > 21:
        text = words(f"{said}, passa", f"{said}, bust")
    else:
        text = (
            words(f"mostra {said}", f"shows {said}")
            if hidden
            else words(f"soma {said}", f"total {said}")
        )
    stage.label(x, 64, text, "q", "start", 15)


def _hands_of(felt: Felt, seat: int) -> list[tuple[int, list[Dealt]]]:
    return sorted(
        (hand, cards) for (who, at, hand), cards in felt.hands.items() if (who, at) == (SEAT, seat)
    )


def _blackjack_seat(stage: Stage, seat: int, x: float, y: float) -> None:
    felt, words = stage.felt, stage.words
    hands = _hands_of(felt, seat)
    stakes = [one for one in felt.stakes() if one.seat == seat]
    if not hands and not stakes:
        stage.add(Round(x, y + 30, 16, "dash"))
        stage.label(x, y + 62, words.seat(seat), "q", size=12)
        return
    stage.seat_frame(seat, x - 49, y - 44, 98, 138)
    _blackjack_stakes(stage, stakes, seat, x, y)
    room = 92 / max(1, len(hands))
    for at, (hand, cards) in enumerate(hands):
        w = 40.0 if len(hands) == 1 else max(22.0, min(26.0, room - 6))
        fan = min(26.0, (room - 4 - w) / max(1, len(cards) - 1))
        left = x - 46 + room * at + (room - stage.hand_width(len(cards), w, fan)) / 2
        stage.hand(left, y, cards, w=w, fan=fan)
        _total_pill(stage, seat, hand, cards, x - 46 + room * (at + 0.5), y, room)


def _total_pill(
    stage: Stage, seat: int, hand: int, cards: list[Dealt], x: float, y: float, room: float
) -> None:
    if not cards:
        return
    words, total = stage.words, total_of(cards)
    choice = stage.felt.decisions.get((seat, hand))
    text, style = ("?" if total is None else str(total)), ""
    if total is not None and total > 21:
        text, style = words(f"{total} · passa", f"{total} · bust"), "bad"
    elif choice == "desiste":
        text = words(f"{text} · desiste", f"{text} · surrenders")
    elif total == 21 and len(cards) == 2:
        text = "21 · BJ" if room > 60 else "BJ"
    if stage.scene.outcome(seat) is Outcome.GANHA and not style:
        style = "won"
    stage.pill(x, y + 68, text, style, min(92, room - 2))


def _blackjack_stakes(stage: Stage, stakes: list[Stake], seat: int, x: float, y: float) -> None:
    words = stage.words
    main = [one for one in stakes if one.chance in {"principal", "duplica", "desdobra"}]
    behind = [one for one in stakes if one.chance == "complementar"]
    other = [one for one in stakes if one not in main and one not in behind]
    stage.chip(x - 30, y - 22, main, r=15)
    stage.label(x - 11, y - 24, words.seat(seat), "b", "start", 12)
    for at, stake in enumerate(behind[:2]):
        stage.chip(x + 36 - 8 * at, y - 8, [stake], r=11)
    if other:
        said = words.chance(other[0].chance)
        stage.label(x - 11, y - 9, f"{said[:9]} {words.chip(other[0].amount)}", "q", "start", 12)


def _blackjack_sentence(stage: Stage) -> str:
    felt, words = stage.felt, stage.words
    none = words("sem cartas", "no cards")
    cards = ", ".join(words.card(one.card) for one in bank(felt)) or none
    parts = [words(f"Mesa de blackjack; banca: {cards}", f"Blackjack table; bank: {cards}")]
    for seat in felt.places():
        total = total_of(own(felt, seat))
        if total is not None:
            parts.append(words(f"{words.seat(seat)}, {total}", f"{words.seat(seat)}, {total}"))
    return "; ".join(parts) + "."


# --- desafio ao casino ---------------------------------------------------------------------------


def desafio_ao_casino(scene: Scene) -> Drawing:
    """Draw desafio: the bank's card above, one a seat; on challenge burnt backs, second cards."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    stage.label(360, 28, words("Banca", "Bank"), "b", size=15)
    cards = bank(felt)
    if not cards:
        stage.add(Box(336, 38, 48, 68, "dash", 5))
    for at, one in enumerate(cards[:3]):
        stage.card(336 + 104 * at, 38, one, "", 48)
        if at:
            _burnt(stage, 336 + 104 * at - 50, 46)
    stage.label(40, 30, words("A carta mais alta ganha", "The higher card wins"), "l", "start", 15)
    if felt.burned:
        stage.label(
            40,
            54,
            words.numbers(
                felt.burned, ("carta queimada", "card burnt"), ("cartas queimadas", "cards burnt")
            ),
            "q",
            "start",
        )
    seats = [seat for seat in felt.places() if seat][:FEW]
    step = 696 / max(1, len(seats))
    for at, seat in enumerate(seats):
        _challenger(stage, seat, 12 + step * at, min(step, 168))
    stage.status(134)
    stage.shoe(640, 18, words("sabot", "shoe"))
    said = "; ".join(
        f"{words.seat(seat)}: {words.card(own(felt, seat)[0].card)}"
        for seat in seats
        if own(felt, seat)
    )
    text = words.card(cards[0].card) if cards else words("sem carta", "no card")
    return stage.done(344, words(f"Desafio, banca: {text}. {said}", f"War, bank: {text}. {said}"))


def _burnt(stage: Stage, x: float, y: float) -> None:
    for at in range(3):
        stage.back(x + 9 * at, y, 22)


def _challenger(stage: Stage, seat: int, x: float, w: float) -> None:
    felt, words = stage.felt, stage.words
    won = stage.scene.outcome(seat)
    stakes = [one for one in felt.stakes() if one.seat == seat]
    stage.seat_frame(seat, x + 2, 148, w - 4, 176)
    cards = own(felt, seat)
    for at, one in enumerate(cards[:2]):
        stage.card(x + 12 + 78 * at, 158, one, GOLD if won is Outcome.GANHA else "", 46)
        if at:
            _burnt(stage, x + 58, 168)
    stage.label(x + 12, 248, words.seat(seat), "b", "start", 14)
    said = felt.decisions.get((seat, 1))
    if said is not None:
        stage.label(x + 12, 266, words.action(said), "q", "start")
    elif won is not None and cards:
        text = {Outcome.GANHA: words("ganha", "wins"), Outcome.PERDE: words("perde", "loses")}
        stage.label(x + 12, 266, text.get(won, ""), "g" if won is Outcome.GANHA else "q", "start")
    for at, stake in enumerate(stakes[:3]):
        stage.chip(x + 28 + 36 * at, 296, [stake], r=15)
    ties = [one for one in stakes if one.chance == "empate"]
    if ties:
        stage.label(x + 12, 320, words("com empate", "with tie"), "q", "start", 12)


# --- póquer sem descarte, stud -------------------------------------------------------------------


def poquer_sem_descarte(scene: Scene) -> Drawing:
    """Draw póquer sem descarte: five cards each, the bank's fifth open, the choice in a pill."""
    note = scene.result.get("banca_joga")
    return _five_cards(
        scene,
        note,
        ("inicial", "vou", "segunda"),
        ("acumulado", "jackpot"),
        ("a banca não vai a jogo", "the bank does not play"),
    )


def stud_poker(scene: Scene) -> Drawing:
    """Draw stud: three spots a seat; the note across the pagador's hand where he does not open."""
    note = scene.result.get("pagador_abre")
    return _five_cards(
        scene,
        note,
        ("inicial", "adicional"),
        ("progressivo",),
        ("o pagador não abre", "the dealer does not open"),
    )


def _five_cards(
    scene: Scene,
    plays: object,
    stakes: tuple[str, ...],
    spots: tuple[str, ...],
    note: tuple[str, str],
) -> Drawing:
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    stage.add(Shape("M24 30C24 470 696 470 696 30", "line"))
    cards = bank(felt)
    stage.hand(232, 26, cards, w=48, closed=True)
    for at in range(len(cards), 5):
        stage.add(Box(232 + 52 * at, 26, 48, 68, "dash", 5))
    stage.label(224, 48, words("Banca", "Bank"), "b", "end", 15)
    held = scene.result.get("banca") or scene.result.get("pagador")
    if isinstance(held, str) and (felt.shown.get((BANK, 0)) or felt.closed):
        stage.label(224, 68, words.of(COMBINATIONS, held), "q", "end")
        if plays is False:
            stage.add(Box(262, 48, 196, 26, "plaque", 4))
            stage.label(360, 66, words(*note), "plaque-ink")
    pool = _pool_spot(stage, spots)
    if felt.burned:
        stage.back(640, 30, 30)
        burnt = words("queimada", "burnt")
        stage.label(655, 90, burnt, "q", size=12)
    for seat, (x, y) in arc_places(felt, 1, 720, 152, 64).items():
        _poker_seat(stage, seat, x, y, stakes, spots)
    stage.status(122)
    said = _hands_said(stage)
    return stage.done(372, f"{said}{pool}")


def _pool_spot(stage: Stage, spots: tuple[str, ...]) -> str:
    total = sum(one.amount for one in stage.felt.stakes() if one.chance in spots)
    words = stage.words
    if not total:
        return ""
    stage.label(24, 20, words("acumulado", "jackpot"), "q", "start", 12)
    stage.label(24, 38, words.money(total), "g", "start", 14)
    return words(f" Acumulado: {words.money(total)}.", f" Jackpot: {words.money(total)}.")


def _poker_seat(
    stage: Stage, seat: int, x: float, y: float, names: tuple[str, ...], spots: tuple[str, ...]
) -> None:
    felt, words = stage.felt, stage.words
    stakes = [one for one in felt.stakes() if one.seat == seat]
    cards = own(felt, seat)
    if not cards and not stakes:
        stage.add(Round(x, y + 40, 14, "dash"))
        stage.label(x, y + 72, words.seat(seat), "q", size=12)
        return
    choice = felt.decisions.get((seat, 1))
    out = choice in {"passo", "desistencia"}
    won = stage.scene.outcome(seat)
    stage.seat_frame(seat, x - 49, y - 4, 98, 156)
    fan = min(17.0, (96 - 32) / max(1, len(cards) - 1))
    stage.hand(
        x - stage.hand_width(len(cards), 32, fan) / 2,
        y + 8,
        cards,
        w=32,
        fan=fan,
        closed=True,
        faint=out and not felt.closed,
    )
    stage.label(x, y + 68, words.seat(seat), "b", size=13)
    if choice is not None:
        text = {
            "passo": words("passo", "pass"),
            "vou": words("vou", "call"),
            "desistencia": words("desiste", "folds"),
            "adicional": words("vai a jogo", "plays"),
        }.get(choice, words.action(choice))
        style = "won" if won is Outcome.GANHA else ""
        stage.pill(x, y + 73, text, style, 84)
    main = [one for one in stakes if one.chance in names]
    for at, one in enumerate(main[:2]):
        stage.chip(x - 26 + 32 * at, y + 112, [one], r=14)
    jackpot = [one for one in stakes if one.chance in spots]
    if jackpot:
        stage.add(Round(x + 38, y + 112, 7, "goldball"))
    word = mapped(stage.scene.result.get("maos")).get(seat)
    if isinstance(word, str):
        stage.label(x, y + 145, words.of(COMBINATIONS, word)[:15], "q", size=12)


def _hands_said(stage: Stage) -> str:
    felt, words = stage.felt, stage.words
    parts: list[str] = []
    cards = [one for one in bank(felt) if one.open or felt.closed]
    if cards:
        said = ", ".join(words.card(one.card) for one in cards)
        parts.append(words(f"Banca: {said}", f"Bank: {said}"))
    for seat in felt.places():
        seen = [one for one in own(felt, seat) if one.open or felt.closed]
        if seen:
            parts.append(f"{words.seat(seat)}: " + ", ".join(words.card(c.card) for c in seen))
    return "; ".join(parts) + "." if parts else words("Cartas por abrir.", "Cards not open yet.")
