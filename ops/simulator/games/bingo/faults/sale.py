"""Faults of a bingo room's offer and sale: what is done, and what must be found of it.

Each function makes something else of one step of a jogada.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import structs

from ops.simulator.games.bingo.cards import ROWS, WIDTH, Edition, Symbol, make
from ops.simulator.games.bingo.jogada import FIGURE, Jogada, Lot, Offer, Sale, Series
from ops.simulator.games.bingo.play import Play
from ops.simulator.games.bingo.sale import LIMIT, SPARE
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.terminal import Said

SMALL: Final = 90
UNAPPROVED: Final = 777
LEAST: Final = 40
"""So many cards must have gone before, that a second series can be sold."""


def own(jogada: Jogada) -> list[Sale]:
    """Return the sales that are the jogada's own."""
    return [sale for sale in jogada.sales if not sale.inherited]


def some(room: Play, jogada: Jogada) -> Sale:
    """Return a sale, but not the first."""
    return room.rng.choice(own(jogada)[1:])


# --- order, start, second series -----------------------------------------------------------------


def skip(room: Play, jogada: Jogada, _: Any) -> bool:
    """Leave three cards out in the middle (R36)."""
    sales, series = own(jogada), room.series[f"E{jogada.variant}"]
    lot = jogada.lots[0]
    if len(jogada.lots) > 1 or lot.edition is not series.edition:
        return False  # of an edition of its own the room's numbering does not go on
    if sales[-1].last + 3 > lot.edition.size:
        return False
    cut = room.rng.randrange(1, len(sales))
    for sale in sales[cut:]:
        sale.first, sale.last = sale.first + 3, sale.last + 3
    series.next += 3
    room.plant("order-skipped", "BI-ORDER", jogada.name)
    return True


def swap(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell two intervals in the wrong order (R36)."""
    if len(jogada.lots) > 1:
        return False
    before = len(jogada.sales) - len(own(jogada))
    at = room.rng.randrange(before + 1, len(jogada.sales) - 1)
    sales = jogada.sales
    sales[at], sales[at + 1] = sales[at + 1], sales[at]
    room.plant("order-swapped", "BI-ORDER", jogada.name)
    room.plant("order-swapped", "BI-ORDER", jogada.name)
    return True


def begin_late(room: Play, jogada: Jogada, _: Any) -> bool:
    """Begin seven cards too far (R37)."""
    lot, series = jogada.lots[0], room.series[f"E{jogada.variant}"]
    sales = own(jogada)
    if len(jogada.lots) > 1 or lot.edition is not series.edition:
        return False
    if sales[-1].last + 7 > lot.edition.size:
        return False
    for sale in sales:
        sale.first, sale.last = sale.first + 7, sale.last + 7
    lot.first, lot.cards = lot.first + 7, lot.cards - 7
    series.next += 7
    room.plant("start-late", "BI-START", jogada.name, facts={"series": lot.series})
    return True


def _second(room: Play, jogada: Jogada, *, exhaust: bool = True) -> tuple[Series, Lot, Lot] | None:
    """Sell a first series, to its end or not, and offer a second of which nothing is sold yet."""
    series = room.series[f"E{jogada.variant}"]
    # What was chosen before is sold anew.
    first = jogada.lots[0]
    if first.edition is not series.edition or first.first <= LEAST:
        return None
    del jogada.lots[1:]
    if first.series != series.name:
        series.turn()
    jogada.sales = [sale for sale in jogada.sales if sale.inherited]
    at, end = first.first, first.first + (first.cards if exhaust else min(20, first.cards - 10))
    if end <= at:
        return None
    while at < end:
        last = min(at + 11, end - 1)
        jogada.sales.append(_sale(room, first, at, last))
        at = last + 1
    series.next = end
    second = Lot(
        series=series.names[1 - series.print],
        edition=series.edition,
        price=jogada.price,
        first=1,
        cards=first.first - 1,
        second=True,
    )
    jogada.lots.append(second)
    first.limit = None
    return series, first, second


def _sale(room: Play, lot: Lot, first: int, last: int) -> Sale:
    sale = Sale(lot, first, last, f"{room.badge}-j{room.rng.randrange(60)}")
    sale.amount = sale.face
    return sale


def _sell_second(room: Play, jogada: Jogada, series: Series, second: Lot, *spans: Any) -> None:
    for first, last in spans:
        jogada.sales.append(_sale(room, second, first, last))
    series.turn()
    series.next = jogada.sales[-1].last + 1


def second_early(room: Play, jogada: Jogada, _: Any) -> bool:
    """Begin the second series before the first is exhausted, and go back to the first (R38)."""
    made = _second(room, jogada, exhaust=False)
    if made is None:
        return False
    series, first, second = made
    following = series.next
    jogada.sales.append(_sale(room, second, 1, 8))
    jogada.sales.append(_sale(room, first, following, following + 3))
    series.next = following + 4
    second.cards = min(second.cards, 30)
    # The second print is gone on with no more: the next time it begins with card 1.
    room.plant("second-early", "BI-2SER", jogada.name, facts={"fact": "antes"})
    room.plant("second-early", "BI-2SER", jogada.name, facts={"fact": "retomada"})
    return True


def second_price(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell the second series at another price (R38 a)."""
    made = _second(room, jogada)
    if made is None:
        return False
    series, first, second = made
    second.price = 500 if first.price != 500 else 200  # noqa: PLR2004 - approved prices
    _sell_second(room, jogada, series, second, (1, 6), (7, 10))
    room.plant("second-price", "BI-2SER", jogada.name, facts={"fact": "preco"})
    return True


def second_start(room: Play, jogada: Jogada, _: Any) -> bool:
    """Begin the second series with its third card (R38 b)."""
    made = _second(room, jogada)
    if made is None:
        return False
    series, _first, second = made
    _sell_second(room, jogada, series, second, (3, 6), (7, 10))
    room.plant("second-start", "BI-2SER", jogada.name, facts={"fact": "inicio"})
    return True


def second_over(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell the second series past the card with which the first began (R38 c)."""
    made = _second(room, jogada)
    if made is None:
        return False
    series, first, second = made
    second.cards = first.first + 1
    _sell_second(room, jogada, series, second, (1, first.first - 1), (first.first, first.first + 1))
    room.plant("second-over", "BI-2SER", jogada.name, facts={"fact": "limite"})
    for number in (first.first, first.first + 1):
        room.plant("second-over", "BI-DUP", jogada.name, facts={"cartao": number})
    return True


# --- cards sold twice, alien, late ---------------------------------------------------------------


def sold_twice(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell cards that were sold before; their price goes back (R38 c)."""
    last = own(jogada)[-1].lot
    sale = room.rng.choice([one for one in own(jogada) if one.lot is last])
    jogada.facts["again"] = Sale(sale.lot, sale.first, sale.last, f"{room.badge}-j61")
    jogada.facts["again"].amount = sale.face
    room.plant("card-sold-twice", "BI-DUP", jogada.name, due=0, paid=sale.face)
    return True


def alien(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell cards that the series does not have; their price goes back (R36)."""
    lot = own(jogada)[-1].lot
    if len(jogada.lots) > 1:
        return False
    sale = _sale(room, lot, lot.edition.size + 5, lot.edition.size + 6)
    jogada.facts["again"] = sale
    room.plant("card-alien", "BI-ORDER", jogada.name, facts={"fact": "inexistente"})
    return True


def tell_again(room: Play, jogada: Jogada, told: list[Said]) -> list[Said]:
    """Tell the further sale, and give its price back."""
    sale = jogada.facts["again"]
    return [
        *told,
        room.say(room.sold(sale), jogada.name),
        room.say(room.refund(sale, sale.amount, "inexistente"), jogada.name),
    ]


def late_sale(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell cards after the close (R40); whether the price goes back the fault's name says."""
    lot = own(jogada)[-1].lot
    first = own(jogada)[-1].last + 1
    if first + 1 > lot.first + lot.cards - 1:
        return False
    jogada.facts["late"] = _sale(room, lot, first, first + 1)
    return True


def tell_late(room: Play, jogada: Jogada, told: list[Said]) -> list[Said]:
    """Tell the late sale."""
    sale, fault = jogada.facts["late"], jogada.fault or ""
    room.plant(fault, "BI-RECALL", jogada.name, due=0, paid=sale.face)
    told = [*told, room.say(room.sold(sale), jogada.name)]
    if fault == "late-sale":
        return [*told, room.say(room.refund(sale, sale.amount, "late"), jogada.name)]
    room.plant(fault, "PAY-NONE", jogada.name, due=sale.face, paid=0)
    return told


# --- prices and means ----------------------------------------------------------------------------


def unapproved(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell at a face value that is not approved (R17)."""
    for lot in jogada.lots:
        lot.price = UNAPPROVED
    for sale in own(jogada):
        sale.amount = sale.face * (2 if sale.double else 1)
    jogada.price = UNAPPROVED
    for lot in jogada.lots:
        room.plant("price-unapproved", "BI-PRICE", jogada.name, facts={"serie": lot.series})
    return True


def under_price(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell cards for less than their face."""
    sale = some(room, jogada)
    sale.amount -= 100
    room.plant("price-under", "BI-PRICE", jogada.name, due=sale.face, paid=sale.amount)
    return True


def over_price(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell cards for more than their face, and keep it."""
    sale = some(room, jogada)
    sale.amount += 100
    room.plant("price-over", "BI-PRICE", jogada.name, due=sale.face, paid=sale.amount)
    room.plant("price-over", "PAY-NONE", jogada.name, due=100, paid=0)
    return True


def by_card(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell for something that is not cash (R39)."""
    sale = some(room, jogada)
    sale.means = "credit" if jogada.fault == "sold-on-credit" else "card"
    room.plant(jogada.fault or "", "BI-CASH", jogada.name, due=0, paid=sale.amount)
    return True


def over_limit(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell a player more cards than were announced as the most (R35)."""
    lot = jogada.lots[0]
    if len(jogada.lots) > 1:
        return False  # a second series has a limit of its own, or none
    bought: dict[str, int] = {}
    for sale in own(jogada):
        bought[sale.player] = bought.get(sale.player, 0) + len(sale.numbers)
    most = max(bought.values())
    if most > LIMIT or most == 1:
        return False
    lot.limit = most - 1
    for player, count in bought.items():
        if count == most:
            facts = {"jogador": player}
            room.plant("limit-exceeded", "BI-LIMIT", jogada.name, facts=facts)
    return True


def cancelled(room: Play, jogada: Jogada, told: list[Said]) -> list[Said]:
    """Give a price back because the buyer asks for it (R41)."""
    sale = some(room, jogada)
    room.plant("cancelled", "BI-CANCEL", jogada.name, due=0, paid=sale.face)
    return [*told, room.say(room.refund(sale, sale.face, "cancelled"), jogada.name)]


def single_as_double(room: Play, jogada: Jogada, _: Any) -> bool:
    """Sell single cards for two jogadas (R15); the next goes on with the same print, rightly."""
    lot, sold = jogada.lots[0], own(jogada)
    if len(jogada.lots) > 1 or jogada.last or lot.edition.size - sold[-1].last < SPARE:
        return False
    if min(room.faults, default=room.occasion + 2) <= room.occasion + 1:
        return False
    sale = some(room, jogada)
    sale.double, sale.amount = True, 2 * sale.face
    room.plant("single-as-double", "BI-DOUBLE", jogada.name, due=0, paid=sale.amount)
    return True


# --- what is announced ---------------------------------------------------------------------------


def wrong_cards(room: Play, jogada: Jogada, said: Any) -> Any:
    """Announce one card more than was sold (R40)."""
    room.plant("announced-cards", "BI-ANN", jogada.name, facts={"fact": "cartoes"})
    return structs.replace(said, cards=said.cards + 1)


def wrong_sum(room: Play, jogada: Jogada, said: Any) -> Any:
    """Announce another sum than was collected (R40)."""
    due = jogada.total
    room.plant("announced-sum", "BI-ANN", jogada.name, due=due, paid=due + 1_000)
    return structs.replace(said, collected=due + 1_000)


def wrong_interval(room: Play, jogada: Jogada, said: Any) -> Any:
    """Announce an interval that ends a card too early (R40)."""
    room.plant("announced-interval", "BI-ANN", jogada.name, facts={"fact": "intervalos"})
    last = structs.replace(said.sold[-1], last=said.sold[-1].last - 1)
    return structs.replace(said, sold=(*said.sold[:-1], last))


def wrong_recall(room: Play, jogada: Jogada, said: Any) -> Any:
    """Recall fewer cards than were left (R40)."""
    if not said.recalled:
        room.put_off(jogada.fault or "")
        return said
    room.plant("recalled-short", "BI-RECALL", jogada.name)
    last = said.recalled[-1]
    rest = (structs.replace(last, last=last.last - 1),) if last.last > last.first else ()
    return structs.replace(said, recalled=(*said.recalled[:-1], *rest))


def wrong_bingo(room: Play, jogada: Jogada, said: Any) -> Any:
    """Announce another prize for the bingo (R7, R40)."""
    change = room.rng.choice((-100, -1, 1, 1_000))
    room.plant("announced-bingo", "BI-PCT", jogada.name, due=said.bingo, paid=said.bingo + change)
    return structs.replace(said, bingo=said.bingo + change)


def wrong_pool(room: Play, jogada: Jogada, said: Any) -> Any:
    """Announce another value of the accumulator (R10, R40 b)."""
    due = jogada.pooled
    room.plant("announced-pool", "BI-3PCT", jogada.name, due=due, paid=due - 7)
    return structs.replace(said, pools={room.pool.name: due - 7})


def no_closing(room: Play, jogada: Jogada, told: list[Said]) -> list[Said]:
    """Do not announce the close of sale; what follows takes its place in the chain (R40)."""
    del told
    room.plant("close-unannounced", "BI-ANN", jogada.name, facts={"fact": "fecho"})
    return []


def wrong_panel(room: Play, jogada: Jogada, panel: dict[str, int]) -> dict[str, int]:
    """Show something else on the panel (R29)."""
    name = room.rng.choice(sorted(panel))
    room.plant("panel-wrong", "BI-PANEL", jogada.name, facts={"campo": name})
    return {**panel, name: panel[name] + 10}


def wrong_increment(room: Play, jogada: Jogada, said: Any) -> Any:
    """Let the device add another sum (R10)."""
    due = said.amount
    room.plant("increment-wrong", "BI-3PCT", jogada.name, due=due, paid=due + 3)
    return structs.replace(said, amount=due + 3)


# --- shapes --------------------------------------------------------------------------------------


def bad_offer(room: Play, jogada: Jogada, said: Any) -> Any:
    """Offer prizes that the variant does not have, or not together (R67, R73, R74, R84)."""
    words = {
        90: ("linha", "coluna", "bingo"),
        80: ("linha", "quatro_cantos", "bingo"),
        75: ("figura", "quatro_cantos"),
        30: ("linha", "quatro_cantos", "bingo"),
    }[jogada.variant]
    room.plant("offer-unlawful", "BI-SHAPE", jogada.name, facts={"fact": "oferta"})
    return structs.replace(said, shapes=words)


BAD_OFFERS: Final = {
    90: Offer(("linha", "bingo"), ("horizontal",)),
    80: Offer(("linha", "bingo"), ("horizontal", "vertical", "diagonal")),
    75: Offer(("figura", "quatro_cantos"), (), FIGURE),
    30: Offer(("linha", "quatro_cantos", "bingo"), ("horizontal", "vertical", "diagonal")),
}
"""What the unlawful offers mean, as far as they mean anything."""


# --- editions ------------------------------------------------------------------------------------


def bad_edition(room: Play, jogada: Jogada, _: Any) -> bool:
    """Put an edition on sale that must not be: its geometry, a repeated line, its act, its size."""
    fault = jogada.fault or ""
    cards = make(room.rng, jogada.variant, SMALL)
    name = f"X{room.occasion}"
    edition = Edition(name, jogada.variant, cards)
    if fault == "edition-geometry":
        first = list(cards[9])
        filled = [box for box, number in enumerate(first) if number != 0]
        first[filled[0]], first[filled[-1]] = first[filled[-1]], first[filled[0]]
        cards[9] = tuple(first)
        room.plant(fault, "BI-GEOM", jogada.name)
    elif fault == "edition-line-twice":
        first = cards[19]
        width = len(first) // ROWS[jogada.variant]
        joined = ((at, (*first[:width], *cards[at][width:])) for at in range(20, len(cards)))
        fit = next((one for one in joined if _well_made(one[1], width)), None)
        if fit is None:
            return False
        cards[fit[0]] = fit[1]
        room.plant(fault, "BI-DUP", jogada.name)
    elif fault == "edition-unauthorised":
        edition.act = None
        room.plant(fault, "BI-SIZE", jogada.name)
    else:
        room.plant(fault, "BI-SIZE", jogada.name)
    jogada.facts["edition"] = edition
    sell_all_of(room, jogada, edition)
    return True


def _well_made(card: Sequence[Symbol], width: int) -> bool:
    """Tell whether no number occurs twice, and of nine columns each has one or two (R14)."""
    numbers = [box for box in card if box != 0]
    columns = [sum(box != 0 for box in card[at::width]) for at in range(width)]
    of_ninety = width != WIDTH[90] or all(count in (1, 2) for count in columns)
    return of_ninety and len(set(numbers)) == len(numbers)


def sell_all_of(room: Play, jogada: Jogada, edition: Edition) -> None:
    """Sell fifty cards of an edition instead of what was chosen."""
    series = room.series[f"E{jogada.variant}"]
    first = jogada.lots[0]
    symbols = room.series["S30"]
    mine = symbols if first.edition is symbols.edition else series
    # What was to be sold is left for the next jogada.
    if mine.name != first.series:
        mine.turn()
    mine.next = first.first
    lot = Lot(f"{edition.name}-A", edition, jogada.price, 1, 60)
    jogada.lots = [lot]
    jogada.sales = [sale for sale in jogada.sales if sale.inherited]
    jogada.sales += [_sale(room, lot, at, at + 9) for at in range(1, 51, 10)]


def offer_unlawful(room: Play, jogada: Jogada, _: Any) -> None:
    """Offer shapes that no mode of the variant has."""
    jogada.offer = BAD_OFFERS[room.variant]


def only_the_first(room: Play, jogada: Jogada, _: Any) -> int:
    """Return how many cards of an edition are registered."""
    del room, jogada
    return 1


def not_last(room: Play, jogada: Jogada) -> bool:
    """Tell whether another jogada of the session comes."""
    del room
    return not jogada.last


def not_of_thirty(room: Play, jogada: Jogada) -> bool:
    """Tell whether the room has the variant in one edition: there are two of bingo 30."""
    del jogada
    return room.variant != 30  # noqa: PLR2004 - the variant


SALE: Final = {
    "order-skipped": Wrong(instead={"prepare": skip}),
    "order-swapped": Wrong(instead={"prepare": swap}),
    "start-late": Wrong(instead={"prepare": begin_late}),
    "second-early": Wrong(instead={"prepare": second_early}),
    "second-price": Wrong(instead={"prepare": second_price}),
    "second-start": Wrong(instead={"prepare": second_start}),
    "second-over": Wrong(fits=not_of_thirty, instead={"prepare": second_over}),
    "card-sold-twice": Wrong(instead={"prepare": sold_twice, "sold": tell_again}),
    "card-alien": Wrong(instead={"prepare": alien, "sold": tell_again}),
    "late-sale": Wrong(instead={"prepare": late_sale, "closed": tell_late}),
    "late-sale-kept": Wrong(instead={"prepare": late_sale, "closed": tell_late}),
    "price-unapproved": Wrong(instead={"prepare": unapproved}),
    "price-under": Wrong(instead={"prepare": under_price}),
    "price-over": Wrong(instead={"prepare": over_price}),
    "sold-by-card": Wrong(instead={"prepare": by_card}),
    "sold-on-credit": Wrong(instead={"prepare": by_card}),
    "limit-exceeded": Wrong(instead={"prepare": over_limit}),
    "cancelled": Wrong(instead={"sold": cancelled}),
    "single-as-double": Wrong(fits=not_last, instead={"prepare": single_as_double}),
    "announced-cards": Wrong(instead={"closing": wrong_cards}),
    "announced-sum": Wrong(instead={"closing": wrong_sum}),
    "announced-interval": Wrong(instead={"closing": wrong_interval}),
    "recalled-short": Wrong(instead={"closing": wrong_recall}),
    "announced-bingo": Wrong(instead={"closing": wrong_bingo}),
    "announced-pool": Wrong(instead={"closing": wrong_pool}),
    "close-unannounced": Wrong(instead={"close": no_closing}),
    "panel-wrong": Wrong(instead={"panel": wrong_panel}),
    "increment-wrong": Wrong(instead={"increment": wrong_increment}),
    "offer-unlawful": Wrong(instead={"offer": bad_offer, "begun": offer_unlawful}),
    "edition-geometry": Wrong(instead={"prepare": bad_edition}),
    "edition-line-twice": Wrong(instead={"prepare": bad_edition}),
    "edition-unauthorised": Wrong(instead={"prepare": bad_edition}),
    "edition-short": Wrong(instead={"prepare": bad_edition, "registered": only_the_first}),
}
"""Every fault of the offer and the sale."""
