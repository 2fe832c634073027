"""Faults of a bingo room's draw, claims and prizes: what is done, and what must be found of it."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import structs

from ledger.events.bingo import PrizePaid
from ops.simulator.games.bingo.cards import NEVER, Symbol, complete_at
from ops.simulator.games.bingo.jogada import OFFERS, Call, Jogada, Key, Offer, Prize, Stop
from ops.simulator.games.bingo.play import Play
from ops.simulator.games.bingo.prizes import LINHA
from ops.simulator.games.bingo.room import tax_on
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.terminal import Said


def main_ball(jogada: Jogada) -> int:
    """Return with how many balls the bingo came."""
    return jogada.won[jogada.offer.main][0]


def of(jogada: Jogada, name: str) -> list[Prize]:
    """Return the amount due for a prize, the accumulator left out."""
    return [one for one in jogada.due if one.name == name and one.pool is None]


# --- which draws fit -----------------------------------------------------------------------------


def usual(jogada: Jogada) -> bool:
    """Tell whether the accumulator is not won, and the linha by others before the bingo."""
    main = jogada.won.get(jogada.offer.main)
    if main is None or (jogada.limit is not None and main[0] <= jogada.limit):
        return False
    return LINHA not in jogada.offer.names or jogada.won.get(LINHA, main)[0] < main[0]


def one_bingo(jogada: Jogada) -> bool:
    """Tell whether one card has the bingo."""
    return usual(jogada) and len(jogada.won[jogada.offer.main][1]) == 1


def unclaimed(jogada: Jogada) -> bool:
    """Tell whether one card has the bingo, and nobody claimed the linha."""
    main = jogada.won.get(jogada.offer.main)
    late = main is not None and (jogada.limit is None or main[0] > jogada.limit)
    return main is not None and late and len(main[1]) == 1 and LINHA not in jogada.won


def two_bingos(jogada: Jogada) -> bool:
    """Tell whether two cards or more have the bingo."""
    return usual(jogada) and len(jogada.won[jogada.offer.main][1]) > 1


def one_linha(jogada: Jogada) -> bool:
    """Tell whether one card has the linha, some balls before the bingo, and another later."""
    if not usual(jogada) or LINHA not in jogada.won or len(jogada.won[LINHA][1]) > 1:
        return False
    return main_ball(jogada) - jogada.won[LINHA][0] > 5  # noqa: PLR2004 - balls between


def pooled(jogada: Jogada) -> bool:
    """Tell whether the accumulator is won by one card, and the linha is another's."""
    main = jogada.won.get(jogada.offer.main)
    return main is not None and jogada.limit is not None and main[0] <= jogada.limit


# --- the draw ------------------------------------------------------------------------------------


def _balls(jogada: Jogada) -> list[int]:
    """Return where in the acts balls stand, from the third ball to the last before the bingo."""
    places = [index for index, act in enumerate(jogada.acts) if not isinstance(act, Stop)]
    return places[2:-1]


def repeated_ball(room: Play, jogada: Jogada, _: Any) -> bool:
    """Draw a number that came before (R21)."""
    at = room.rng.choice(_balls(jogada))
    first = next(act for act in jogada.acts if not isinstance(act, Stop))
    jogada.acts.insert(at, first)
    room.plant("ball-repeated", "BI-DRAW", jogada.name, facts={"fact": "repetida"})
    return True


def alien_ball(room: Play, jogada: Jogada, _: Any) -> bool:
    """Draw a number that no ball of the set bears (R21)."""
    jogada.acts.insert(room.rng.choice(_balls(jogada)), jogada.variant + 5)
    room.plant("ball-alien", "BI-DRAW", jogada.name, facts={"fact": "inexistente"})
    return True


def wrong_index(room: Play, jogada: Jogada, said: Any) -> Any:
    """Count a ball wrongly (R42)."""
    if jogada.drawn != 7:  # noqa: PLR2004 - some ball
        return said
    room.plant("ball-miscounted", "BI-DRAW", jogada.name, facts={"fact": "indice"})
    return structs.replace(said, index=said.index + 1)


def _complete(jogada: Jogada, prize: str, balls: Sequence[Symbol]) -> set[Key]:
    order = {number: index for index, number in enumerate(balls, 1)}
    sets = jogada.offer.kinds(prize), jogada.offer.figure
    return {
        (series, number)
        for series, number in jogada.in_play()
        if complete_at(jogada.edition(series).sets(*sets)[number - 1], order) < NEVER
    }


def _differs(jogada: Jogada, said: Sequence[Symbol]) -> bool:
    """Tell whether the numbers said would have given other cards the prizes."""
    return any(
        _complete(jogada, prize, jogada.order[:ball]) != _complete(jogada, prize, said[:ball])
        for prize, (ball, _) in jogada.won.items()
    )


def misannounce(room: Play, jogada: Jogada, _: Any) -> bool:
    """Say another number than came: where it changes nothing, and where it does (R57)."""
    end, harmful = main_ball(jogada), jogada.fault == "annulment-missed"
    if any(not isinstance(one, int) for one in jogada.order):
        return False
    for _try in range(60):
        at = room.rng.randrange(end)
        instead = room.rng.choice(jogada.order[end:])
        said = [*jogada.order[:at], instead, *jogada.order[at + 1 : end]]
        if _differs(jogada, said) is harmful:
            jogada.facts["said"] = at + 1, instead
            facts = {"bola": at + 1, "fact": "anuncio"}
            room.plant(jogada.fault or "", "BI-DRAW", jogada.name, facts=facts)
            if harmful:
                total = jogada.total
                room.plant("annulment-missed", "BI-ANNUL", jogada.name, due=0, paid=total)
            return True
    return False


def say_wrongly(room: Play, jogada: Jogada, said: Any) -> Any:
    """Announce another ball than the one drawn."""
    del room
    at, instead = jogada.facts["said"]
    return structs.replace(said, announced=instead) if jogada.drawn == at else said


def unasked(room: Play, jogada: Jogada, _: Any) -> bool:
    """Go on without the second question (R46)."""
    for act in jogada.acts:
        if isinstance(act, Stop) and any(call.valid for call in act.calls):
            act.asked = False
            room.plant("question-left-out", "BI-PAUSE", jogada.name)
            return True
    return False


def no_pause(room: Play, jogada: Jogada, told: list[Said]) -> list[Said]:
    """Draw a ball between the claims and their verification (R43)."""
    if jogada.facts.get("drawn-on"):
        return told
    jogada.facts["drawn-on"] = True
    at = next(i for i, act in enumerate(jogada.acts) if isinstance(act, Stop))
    number = jogada.acts.pop(at + 1)
    assert not isinstance(number, Stop)
    room.plant("drawn-on", "BI-PAUSE", jogada.name)
    return [*told, room.ball(jogada, number)]


def after_bingo(room: Play, jogada: Jogada, _: Any) -> bool:
    """Draw another ball after the bingo (R44)."""
    jogada.acts.append(jogada.order[main_ball(jogada)])
    room.plant("ball-after-bingo", "BI-END", jogada.name)
    return True


def without_bingo(room: Play, jogada: Jogada, _: Any) -> bool:
    """End without a bingo, and without annulling (R44)."""
    while isinstance(jogada.acts[-1], Stop):
        jogada.acts.pop()
    jogada.won.pop(jogada.offer.main)
    room.plant("ended-without-bingo", "BI-END", jogada.name, facts={"fact": "sem_bingo"})
    return True


# --- claims --------------------------------------------------------------------------------------


def late_claim(room: Play, jogada: Jogada, _: Any) -> bool:
    """Accept and pay a linha that is claimed when it has been decided (R47)."""
    del room
    ball, (winner,) = jogada.won[LINHA]
    later = [
        card
        for when, card in jogada.completions(LINHA)
        if when <= ball + 3 and card != winner and card not in jogada.won[jogada.offer.main][1]
    ]
    at = next(i for i, act in enumerate(jogada.acts) if act == jogada.order[ball + 3])
    if not later or any(isinstance(act, Stop) for act in jogada.acts[at : at + 2]):
        return False
    jogada.acts.insert(at + 1, Stop([Call(LINHA, later[0])]))
    jogada.facts["extra"] = later[0]
    return True


def pay_extra(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay a further card what the winner gets."""
    fault, card = jogada.fault or "", jogada.facts["extra"]
    (due,) = of(jogada, LINHA)
    code = "BI-LATE" if fault == "late-claim-paid" else "BI-WIN"
    room.plant(fault, code, jogada.name, due=0, paid=due.amount, facts={"cartao": card[1]})
    extra = Prize(LINHA, card, due.amount)
    return [*paid, room.payment(jogada, extra)]


def claim_refused(room: Play, jogada: Jogada, _: Any) -> bool:
    """Refuse a claim that is right, and accept a later one (R49)."""
    del room
    ball, (winner,) = jogada.won[LINHA]
    later = [
        card
        for when, card in jogada.completions(LINHA)
        if when <= ball + 3 and card != winner and card not in jogada.won[jogada.offer.main][1]
    ]
    at = next(i for i, act in enumerate(jogada.acts) if act == jogada.order[ball + 3])
    if not later or any(isinstance(act, Stop) for act in jogada.acts[at : at + 2]):
        return False
    for act in jogada.acts:
        for call in act.calls if isinstance(act, Stop) else ():
            if call.prize == LINHA and call.card == winner:
                call.valid, call.reason = False, "incompleto"
    jogada.acts.insert(at + 1, Stop([Call(LINHA, later[0])]))
    jogada.facts["extra"] = later[0]
    return True


def pay_the_later(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay the later one instead."""
    (due,) = of(jogada, LINHA)
    card = jogada.facts["extra"]
    for code, owed, given, whose in (
        ("BI-WIN", due.amount, 0, due.card),
        ("BI-LATE", 0, due.amount, card),
    ):
        facts = {"cartao": whose[1]}
        room.plant("claim-refused", code, jogada.name, due=owed, paid=given, facts=facts)
    rest = [one for one in paid if one.shape != LINHA]
    return [room.payment(jogada, Prize(LINHA, card, due.amount)), *rest]


def false_claim(room: Play, jogada: Jogada, _: Any) -> bool:
    """Choose a card that has not the linha, to be paid all the same (R49)."""
    ball = main_ball(jogada)
    made = {card for when, card in jogada.completions(LINHA) if when <= ball}
    others = [card for card in jogada.in_play() if card not in made]
    if not others:
        return False
    jogada.facts["extra"] = room.rng.choice(others)
    return True


def pay_instead(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay the prize in the winner's place."""
    (due,) = of(jogada, LINHA)
    card = jogada.facts["extra"]
    for owed, given, whose in ((due.amount, 0, due.card), (0, due.amount, card)):
        facts = {"cartao": whose[1]}
        room.plant("linha-to-another", "BI-WIN", jogada.name, due=owed, paid=given, facts=facts)
    rest = [one for one in paid if one.shape != LINHA]
    return [room.payment(jogada, Prize(LINHA, card, due.amount)), *rest]


def unsold(room: Play, jogada: Jogada, _: Any) -> bool:
    """Choose a card that was not sold (R41)."""
    del room
    lot = jogada.lots[-1]
    last = lot.first + lot.cards - 1
    if (lot.series, last) in jogada.in_play():
        return False
    jogada.facts["extra"] = lot.series, last
    return True


# --- prizes --------------------------------------------------------------------------------------


def _paid(paid: list[PrizePaid], shape: str) -> list[PrizePaid]:
    return [one for one in paid if one.shape == shape and one.pool is None]


def _with(jogada: Jogada, paid: list[PrizePaid], one: PrizePaid, **others: Any) -> list[PrizePaid]:
    """Return the payments with one that is otherwise."""
    changed = structs.replace(one, **others)
    if "amount" in others and "tax" not in others:
        changed = structs.replace(changed, tax=tax_on(changed.amount, jogada.tax))
    return [changed if other is one else other for other in paid]


def overpaid(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay the one winner of the bingo more, or less, than its share of the sales (R7)."""
    fault = jogada.fault or ""
    (one,) = _paid(paid, jogada.offer.main)
    change = room.rng.choice((1, 100, 1_000))
    change = change if fault == "bingo-overpaid" else -change
    room.plant(fault, "BI-PCT", jogada.name, due=one.amount, paid=one.amount + change)
    jogada.short = change < 0
    return _with(jogada, paid, one, amount=one.amount + change)


def uneven(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Divide the bingo unequally (R6)."""
    first, second, *_ = _paid(paid, jogada.offer.main)
    for one, change in ((first, -5), (second, 5)):
        room.plant(
            "shared-unevenly",
            "BI-SHARE",
            jogada.name,
            due=one.amount,
            paid=one.amount + change,
            facts={"cartao": one.card},
        )
        changed = [
            o for o in paid if (o.series, o.card, o.shape) == (one.series, one.card, one.shape)
        ]
        paid = _with(jogada, paid, changed[0], amount=one.amount + change)
    return paid


def unpaid(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Leave the bingo unpaid (R44)."""
    jogada.short = True
    for one in _paid(paid, jogada.offer.main):
        facts = {"cartao": one.card}
        room.plant("bingo-unpaid", "PAY-NONE", jogada.name, due=one.amount, paid=0, facts=facts)
    return [one for one in paid if one.shape != jogada.offer.main]


def line_kept(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Do not give the bingo the linha that nobody claimed (R7)."""
    (line,) = _paid(paid, LINHA)
    (one,) = _paid(paid, jogada.offer.main)
    jogada.short = True
    owed = one.amount + line.amount
    room.plant("unclaimed-linha-kept", "BI-WIN", jogada.name, due=owed, paid=one.amount)
    return [one for one in paid if one.shape != LINHA]


def twice(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay the bingo twice (R50)."""
    (one,) = _paid(paid, jogada.offer.main)
    owed = one.amount
    room.plant("paid-twice", "BI-PAYWHEN", jogada.name, due=owed, paid=2 * owed)
    return [*paid, one]


def without_card(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay without the card (R50)."""
    one = _paid(paid, jogada.offer.main)[0]
    room.plant("paid-without-card", "BI-PAYWHEN", jogada.name, due=0, paid=one.amount)
    return _with(jogada, paid, one, handed_in=False)


def by_cheque(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay by cheque (R8)."""
    one = _paid(paid, jogada.offer.main)[0]
    room.plant("paid-by-cheque", "BI-CASH", jogada.name, due=0, paid=one.amount)
    return _with(jogada, paid, one, means="cheque")


def wrong_tax(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Withhold another tax (R61 g)."""
    one = _paid(paid, jogada.offer.main)[0]
    room.plant("tax-wrong", "BI-TAX", jogada.name, due=one.tax, paid=one.tax - 2)
    return _with(jogada, paid, one, tax=one.tax - 2)


def not_offered(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay for a shape that is not offered (R67)."""
    card = room.rng.choice(jogada.in_play())
    shape = "quatro_cantos" if "quatro_cantos" not in jogada.offer.words else "canto"
    room.plant("paid-not-offered", "BI-SHAPE", jogada.name, due=0, paid=5_000)
    return [*paid, room.payment(jogada, Prize(shape, card, 5_000))]


def pool_to_late(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Give the accumulator to a bingo with too many balls (R9)."""
    one = _paid(paid, jogada.offer.main)[0]
    amount = 10_000
    room.plant("pool-past-balls", "BI-JP-BALLS", jogada.name, due=0, paid=amount)
    extra = Prize(jogada.offer.main, (one.series, one.card), amount, room.pool.name)
    return [*paid, room.payment(jogada, extra)]


def pool_kept(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Do not give the accumulator though the bingo came with few enough balls (R9)."""
    jogada.short = True
    for one in paid:
        if one.pool is not None:
            facts = {"cartao": one.card}
            room.plant("pool-kept", "BI-JP-BALLS", jogada.name, due=one.amount, paid=0, facts=facts)
    return [one for one in paid if one.pool is None]


def pool_short(room: Play, jogada: Jogada, paid: list[PrizePaid]) -> list[PrizePaid]:
    """Pay less of the accumulator than is due."""
    jogada.short = True
    one = next(one for one in paid if one.pool is not None)
    given = one.amount - 1_000
    room.plant("pool-short", "PAY-DIFF", jogada.name, due=one.amount, paid=given)
    return _with(jogada, paid, one, amount=given)


def offer_linha(room: Play, jogada: Jogada, _: Any) -> None:
    """Let the linha be offered."""
    jogada.offer = room.rng.choice(with_linha(room.variant))


def with_linha(variant: int) -> list[Offer]:
    """Return the offers of a variant that have the linha, or all where none has."""
    return [one for one in OFFERS[variant] if one.lines] or list(OFFERS[variant])


def nobody_claims(room: Play, jogada: Jogada, _: Any) -> list[str]:
    """Return for what nobody claims: the linha."""
    del room, jogada
    return [LINHA]


Want = Callable[[Jogada], bool]


def wants(want: Want) -> Callable[[Play, Jogada, Want], Want]:
    """Return a fault that wants balls with which the jogada is as the fault needs."""

    def wanted(room: Play, jogada: Jogada, right: Want) -> Want:
        del room, jogada, right
        return want

    return wanted


PLAY: Final = {
    "ball-repeated": Wrong(instead={"draw": repeated_ball}),
    "ball-alien": Wrong(instead={"draw": alien_ball}),
    "ball-miscounted": Wrong(instead={"ball": wrong_index}),
    "announced-otherwise": Wrong(instead={"draw": misannounce, "ball": say_wrongly}),
    "annulment-missed": Wrong(instead={"draw": misannounce, "ball": say_wrongly}),
    "question-left-out": Wrong(instead={"begun": offer_linha, "draw": unasked}),
    "drawn-on": Wrong(
        instead={"begun": offer_linha, "wanted": wants(one_linha), "claims": no_pause}
    ),
    "ball-after-bingo": Wrong(instead={"draw": after_bingo}),
    "ended-without-bingo": Wrong(instead={"draw": without_bingo}),
    "late-claim-paid": Wrong(
        instead={
            "begun": offer_linha,
            "wanted": wants(one_linha),
            "draw": late_claim,
            "payments": pay_extra,
        }
    ),
    "claim-refused": Wrong(
        instead={
            "begun": offer_linha,
            "wanted": wants(one_linha),
            "draw": claim_refused,
            "payments": pay_the_later,
        }
    ),
    "linha-to-two": Wrong(
        instead={
            "begun": offer_linha,
            "wanted": wants(one_linha),
            "draw": false_claim,
            "payments": pay_extra,
        }
    ),
    "linha-to-another": Wrong(
        instead={
            "begun": offer_linha,
            "wanted": wants(one_linha),
            "draw": false_claim,
            "payments": pay_instead,
        }
    ),
    "linha-to-unsold": Wrong(
        instead={
            "begun": offer_linha,
            "wanted": wants(one_linha),
            "draw": unsold,
            "payments": pay_extra,
        }
    ),
    "bingo-overpaid": Wrong(instead={"wanted": wants(one_bingo), "payments": overpaid}),
    "bingo-underpaid": Wrong(instead={"wanted": wants(one_bingo), "payments": overpaid}),
    "shared-unevenly": Wrong(instead={"wanted": wants(two_bingos), "payments": uneven}),
    "bingo-unpaid": Wrong(instead={"payments": unpaid}),
    "unclaimed-linha-kept": Wrong(
        instead={
            "begun": offer_linha,
            "wanted": wants(unclaimed),
            "silent": nobody_claims,
            "payments": line_kept,
        }
    ),
    "paid-twice": Wrong(instead={"wanted": wants(one_bingo), "payments": twice}),
    "paid-without-card": Wrong(instead={"payments": without_card}),
    "paid-by-cheque": Wrong(instead={"payments": by_cheque}),
    "tax-wrong": Wrong(instead={"payments": wrong_tax}),
    "paid-not-offered": Wrong(instead={"payments": not_offered}),
    "pool-past-balls": Wrong(instead={"payments": pool_to_late}),
    "pool-kept": Wrong(instead={"wanted": wants(pooled), "payments": pool_kept}),
    "pool-short": Wrong(instead={"wanted": wants(pooled), "payments": pool_short}),
}
"""Every fault of the draw, the claims and the prizes."""
