"""The bingo room: the card that was called at its ball, the last balls, the panel."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from api.console.drawings.felt import Called, listed, mapped
from api.console.drawings.pieces import Box, Cell, Drawing, Round
from api.console.drawings.scene import Scene, Stage
from api.console.drawings.words import CHANCES

SHAPES: Final[Mapping[int, tuple[int, int]]] = {90: (3, 9), 80: (4, 4), 75: (5, 5), 30: (3, 3)}
"""Rows and columns of a card, by variant."""
LAST: Final = 5


def bingo(scene: Scene) -> Drawing:
    """Draw a jogada of bingo: never all cards, the one called or winning at this step."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    variant = _variant(scene)
    called = felt.calls[-1] if felt.calls else None
    card = _card_of(scene, called)
    if called is not None and card:
        _card(stage, card, variant, called, 20, 24)
    else:
        _all_numbers(stage, variant, 20, 24)
    _call_words(stage, called, 20, 236)
    _balls(stage, 520)
    _panel(stage, 20, 290)
    stage.status(260, 300)
    last = felt.balls[-1] if felt.balls else words("nenhuma", "none")
    said = words(
        f"Bingo {variant}: {len(felt.balls)} bolas, a última {last}",
        f"Bingo {variant}: {len(felt.balls)} balls, the last {last}",
    )
    if called is not None and called.card is not None:
        said += f"; {words.of(CHANCES, called.shape)}, {called.series or ''} {called.card}"
    return stage.done(358, said + ".")


def _variant(scene: Scene) -> int:
    told = scene.extra.get("variante")
    return told if isinstance(told, int) and told in SHAPES else 90


def _card_of(scene: Scene, called: Called | None) -> Sequence[str]:
    """Return the boxes of a called card, row by row; empty where the edition is not known."""
    if called is None:
        return ()
    cards = mapped(scene.extra.get("cartoes"))
    return [str(one) for one in listed(cards.get((called.series, called.card)))]


def _won(stage: Stage, called: Called, card: Sequence[str], columns: int) -> set[int]:
    """Return the boxes that win by the balls drawn: the first full row, or all for bingo."""
    drawn = set(stage.felt.balls)
    rows = [range(at, min(at + columns, len(card))) for at in range(0, len(card), columns)]
    if called.shape == "bingo":
        return {at for at, one in enumerate(card) if one != "0" and one in drawn}
    for row in rows:
        numbers = [at for at in row if card[at] != "0"]
        if numbers and all(card[at] in drawn for at in numbers):
            return set(numbers)
    return set()


def _card(
    stage: Stage, card: Sequence[str], variant: int, called: Called, x: float, y: float
) -> None:
    rows, columns = SHAPES[variant]
    w, h = min(52.0, 468 / columns), min(60.0, 180 / rows)
    stage.add(Box(x - 6, y - 6, w * columns + 12, h * rows + 12, "ivory", 8))
    won = _won(stage, called, card, columns) if called.valid is not False else set[int]()
    drawn = set(stage.felt.balls)
    for at, number in enumerate(card[: rows * columns]):
        left, top = x + w * (at % columns), y + h * (at // columns)
        if number == "0":
            stage.add(Cell(left, top, w, h, style="empty"))
            continue
        style = "won" if at in won else "called" if number in drawn else "ivory"
        size = 18 if len(number) < 3 else 13
        stage.add(Cell(left, top, w, h, number[:7], style=style, size=size))


def _all_numbers(stage: Stage, variant: int, x: float, y: float) -> None:
    """Draw the panel of numbers, those called tinted."""
    drawn = set(stage.felt.balls)
    if variant == 30:
        numbers = stage.felt.balls or ["—"]
    else:
        numbers = [str(number) for number in range(1, variant + 1)]
    columns = 15 if variant != 30 else 8
    w = 480 / columns
    for at, number in enumerate(numbers[:90]):
        style = "called" if number in drawn else "ivory"
        stage.add(
            Cell(
                x + w * (at % columns),
                y + 31 * (at // columns),
                w,
                31,
                number[:7],
                style=style,
                size=13,
            )
        )
    last = stage.felt.balls[-1] if stage.felt.balls else None
    if last in numbers:
        at = numbers.index(last)
        stage.add(Box(x + w * (at % columns), y + 31 * (at // columns), w, 31, "frame gold", 2))


def _call_words(stage: Stage, called: Called | None, x: float, y: float) -> None:
    felt, words = stage.felt, stage.words
    if called is not None and called.card is not None:
        what = words.of(CHANCES, called.shape)
        text = words(
            f"cartão {called.series or ''} {called.card}: {what}",
            f"card {called.series or ''} {called.card}: {what}",
        )
        stage.label(x, y, text, "b", "start", 16)
        states = {
            None: words("por verificar", "not verified yet"),
            True: words("vale", "holds"),
            False: words("não vale", "does not hold"),
        }
        stage.label(480, y, states[called.valid], "d" if called.valid is False else "g", "end", 15)
    count = words.numbers(
        felt.sold, ("cartão vendido", "card sold"), ("cartões vendidos", "cards sold")
    )
    text = f"{count}, {words.money(felt.collected)}"
    stage.label(x, y + 24, text, "q", "start", 14)


def _balls(stage: Stage, x: float) -> None:
    felt, words = stage.felt, stage.words
    stage.label(x, 28, words("últimas bolas", "last balls"), "q", "start")
    if not felt.balls:
        stage.add(Round(x + 50, 84, 38, "dash"))
        return
    for at, number in enumerate(reversed(felt.balls[-LAST:])):
        first = at == 0
        r = 38 if first else 24
        cx, cy = (
            (x + 40, 82) if first else (x + 112 + 54 * ((at - 1) % 2), 58 + 54 * ((at - 1) // 2))
        )
        stage.add(Round(cx, cy, r, "goldball" if first else "ball"))
        size = (28 if first else 18) if len(number) < 3 else 13
        stage.label(cx, cy + size * 0.35, number[:7], "ball-ink", size=size)
    count = words.ordinal(len(felt.balls)).replace("º", "ª")
    stage.label(x + 40, 142, words(f"{count} bola", f"{count} ball"), "b")


def _panel(stage: Stage, x: float, y: float) -> None:
    """Draw the panel beside: price, cards, prizes, accumulator."""
    felt, words = stage.felt, stage.words
    names = {
        "preco": ("preço", "price"),
        "cartoes": ("cartões", "cards"),
        "acumulado": ("acumulado", "accumulator"),
    }
    told = [
        (key, value)
        for key, value in felt.panel.items()
        if value and (key in names or key in CHANCES)
    ][:6]
    if not told:
        stage.label(x, y + 20, words("painel por mostrar", "panel not shown yet"), "q", "start")
        return
    w = 680 / len(told)
    for at, (key, value) in enumerate(told):
        text = str(value) if key == "cartoes" else words.money(value)
        said = words(*names[key]) if key in names else words.of(CHANCES, key)
        stage.add(Cell(x + w * at, y, w, 52, text, said[:16], "well", size=15))


def extra_of(felt_options: Mapping[str, Any], record: Any) -> dict[str, Any]:
    """Return a jogada's variant, and the boxes of the cards called, by series and card."""
    variant = getattr(record, "variante", 90)
    editions = {one.edicao: one for one in getattr(record, "edicoes", ())}
    series: dict[str, str] = {
        act.serie: act.edicao for act in getattr(record, "actos", ()) if hasattr(act, "edicao")
    }
    cards: dict[tuple[Any, Any], Sequence[str]] = {}
    wanted = {
        (act.serie, act.cartao)
        for act in getattr(record, "actos", ())
        if hasattr(act, "cartao") and getattr(act, "serie", None) is not None
    }
    for name, number in wanted:
        edition = editions.get(series.get(name, ""))
        boxes = None if edition is None or number is None else _boxes(edition, number)
        if boxes is not None:
            cards[name, number] = boxes
    return {"variante": variant, "cartoes": cards, "options": felt_options}


def _boxes(edition: Any, number: int) -> Sequence[str] | None:
    for part in edition.partes:
        if part.primeiro <= number < part.primeiro + len(part.cartoes):
            return [str(one) for one in part.cartoes[number - part.primeiro]]
    return None
