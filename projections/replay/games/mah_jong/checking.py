"""The faults of a game: material, order, declared wins, money that went another way than due."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.mah_jong.money import (
    Liquidada,
    commission_of,
    shares,
    units_of,
)
from projections.replay.games.mah_jong.record import COMPRA, MahJongRecord
from projections.replay.games.mah_jong.rules import MahJongRules
from projections.replay.games.mah_jong.settling import Acerto, settled
from projections.replay.kit.cards import shown_by
from projections.replay.kit.tiles import WINDS, impossible_tiles, pieces_in
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Outcome, Settlement, money_text

FACES: Final = range(1, 7)
PREMIO: Final = "prize"


def verify(record: MahJongRecord, rules: MahJongRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of a game, the payments to players apart."""
    done = settled(record, rules)
    found = [
        *_material(done),
        *_pieces(done),
        *_wall(done),
        *_declared(done),
        *_frame(done, settlement),
        *_bets(record),
    ]
    if record.has("payouts"):
        found += _commissions(done)
        if record.cobrancas or record.has("collections"):
            found += _collections(done, rules)
    return tuple(found)


# --- material --------------------------------------------------------------------------------


def _material(done: Acerto) -> Iterator[Found]:
    """Return the faults of players, dice and pieces counted (R3-R5, R46-R48)."""
    record, variant = done.record, done.variant
    cites = variant.cites
    players, (least, most) = record.lugares, variant.players
    if len(set(players)) != len(players) or not least <= len(players) <= most:
        yield Found(
            code="MJ-SET",
            rule=f"MJ {cites.players}",
            expected=str(least) if least == most else f"{least}-{most}",
            recorded=str(len(set(players))),
            facts={"fact": "jogadores"},
        )
    if record.dados and len(record.dados) != variant.dice:
        yield Found(
            code="MJ-SET",
            rule=f"MJ {cites.dice}",
            expected=str(variant.dice),
            recorded=str(len(record.dados)),
            facts={"fact": "dados"},
        )
    if any(face not in FACES for face in record.dados):
        yield Found(
            code="RES-IMPOSS",
            recorded=", ".join(map(str, record.dados)),
            facts={"fact": "dados"},
        )
    if record.vento is not None and record.vento not in WINDS:
        yield Found(code="RES-IMPOSS", recorded=record.vento, facts={"fact": "vento"})
    total = pieces_in(variant.stock)
    counts = [record.pedras, len(record.muralha) or None]
    wrong = [count for count in counts if count is not None and count != total]
    if wrong:
        yield Found(
            code="MJ-SET",
            rule=f"MJ {cites.pieces}",
            expected=str(total),
            recorded=str(wrong[0]),
            facts={"fact": "pedras"},
        )


def _pieces(done: Acerto) -> Iterator[Found]:
    """Return pieces that the set does not have, or not so often, wherever they show."""
    record, stock = done.record, done.variant.stock
    drawn = [one.pedra for one in record.lances if one.tipo == COMPRA]
    wrong = {
        *impossible_tiles(record.muralha, stock),
        *impossible_tiles(drawn, stock),
        *impossible_tiles(_in_sight(done), stock),
        *(tile for tile in _named(record) if tile not in stock),
    }
    for tile in sorted(wrong):
        yield Found(code="RES-IMPOSS", recorded=tile, facts={"fact": "pedra"})


def _named(record: MahJongRecord) -> Iterator[str]:
    """Yield every piece that an act or a hand names."""
    for lance in record.lances:
        if lance.pedra is not None:
            yield lance.pedra
        yield from lance.pedras
    for shown in record.mostradas:
        yield from shown.pedras


def _in_sight(done: Acerto) -> list[str]:
    """Return every piece that is seen at the end, each once."""
    play = done.decided.play
    seen = list(play.discarded)
    for opened in play.opened.values():
        seen += [tile for one in opened for tile in one.pedras]
    declared = {one.seat: one for one in play.declared}
    for seat, tiles in shown_by((one.seat, one.pedras) for one in done.record.mostradas).items():
        if seat not in declared:
            seen += tiles
    taken = 0
    for one in declared.values():
        closed = list(one.closed or ())
        if one.de is not None and one.pedra in closed and taken:
            closed.remove(one.pedra)  # several showed a hand with the one piece
        taken += one.de is not None
        seen += closed
        robbed = one.de is not None and one.discard is None
        of_kong = [set_.pedras for set_ in play.opened.get(one.de or 0, ())]
        if robbed and taken == 1 and (one.pedra,) * 4 in of_kong and one.pedra in seen:
            seen.remove(one.pedra)  # it lies in the k'óng, too
    return seen


def _wall(done: Acerto) -> Iterator[Found]:
    """Return the first draw that is not the wall's next piece, where a machine piled it."""
    record = done.record
    if not record.muralha or len(record.muralha) != pieces_in(done.variant.stock):
        return
    draws = [(at, one) for at, one in enumerate(record.lances) if one.tipo == COMPRA]
    front, back = 0, len(record.muralha) - 1
    if done.decided.play.drawn > len(draws):
        front = done.decided.play.drawn - len(draws)
    for at, draw in draws:
        if front > back:
            return
        expected = record.muralha[back if draw.substituicao else front]
        if draw.substituicao:
            back -= 1
        else:
            front += 1
        if draw.pedra is not None and draw.pedra != expected:
            yield Found(
                code="RES-IMPOSS",
                seat=draw.seat,
                expected=expected,
                recorded=draw.pedra,
                facts={"fact": "muralha", "lance": at + 1},
            )
            return


# --- what was declared, and how the game stands ----------------------------------------------


def _declared(done: Acerto) -> Iterator[Found]:
    """Return the faults of false wins, wins not shown, and play that went on after a win."""
    decided, cites = done.decided, done.variant.cites
    for false in decided.false:
        yield Found(
            code="MJ-WIN",
            rule=f"MJ {false.rule}",
            seat=false.declared.seat,
            expected=f"conjuntos: {done.variant.sets}, pares: 1",
            recorded=" ".join(false.declared.closed or ()),
            facts={"fact": false.reason},
        )
    if decided.open and decided.winner is None and done.record.has("cards"):
        for one in decided.judged:
            if one.state == "desconhecido":
                yield Found(
                    code="MJ-WIN",
                    rule=f"MJ {cites.win}",
                    seat=one.declared.seat,
                    recorded=" ".join(one.declared.closed or ()),
                    facts={"fact": one.reason or "sem_pedras"},
                )
    if decided.false and decided.winner is None and decided.play.after:
        yield Found(
            code="MJ-FALSE",
            rule=f"MJ {cites.null}",
            seat=decided.false[0].declared.seat,
            recorded=str(decided.play.after),
            facts={"fact": "continuou"},
        )


def _frame(done: Acerto, settlement: Settlement) -> Iterator[Found]:
    """Return online play, a void without a ground, a table of units that cannot be."""
    record = done.record
    if record.mode != PHYSICAL:
        yield Found(code="ONL-NONE", recorded=record.mode)
    if record.void is not None:
        grounds = (
            done.decided.false
            or any(one.code in ("RES-IMPOSS", "MJ-SET") for one in settlement.found)
            or any(True for _ in _material(done))
            or any(True for _ in _pieces(done))
        )
        if done.decided.winner is not None or not grounds:
            yield Found(code="VOID-BAD", rule=record.void.rule, recorded=record.void.cause)
    if record.unidades and units_of(record, done.variant) is None:
        yield Found(
            code="REG-RULE",
            rule=f"MJ {done.variant.cites.pay}",
            recorded=", ".join(map(money_text, record.unidades)),
            facts={"fact": "unidades"},
        )


def _bets(record: MahJongRecord) -> list[Found]:
    """Return every stake: mah-jong has no chances to bet on."""
    return [
        Found(
            code="REG-RULE",
            seat=bet.seat,
            bet=bet.bet,
            recorded=bet.tipo,
            amount=bet.valor,
            facts={"fact": "aposta"},
        )
        for bet in record.bets
    ]


# --- money -----------------------------------------------------------------------------------


def _commissions(done: Acerto) -> list[Found]:
    """Return the fault of a commission that is not the table's (R31, R69)."""
    if done.money is None and done.decided.judged:
        return []
    due = done.money.comissao if done.money is not None else 0
    taken = sum(one.valor for one in done.record.comissoes)
    recorded = done.record.comissoes or done.record.has("commissions")
    modes = [one.mode for one in done.record.comissoes if one.mode not in (None, PREMIO)]
    if not recorded or (taken == due and not modes):
        return []
    won = done.decided.winner
    return [
        Found(
            code="MJ-COM",
            rule=f"MJ {done.variant.cites.commission}",
            seat=None if won is None else won.declared.seat,
            expected=money_text(due),
            recorded=money_text(taken),
            amount=taken - due,
            facts={"modes": modes} if modes else {},
        )
    ]


def _collections(done: Acerto, rules: MahJongRules) -> list[Found]:
    """Return, seat by seat, what was taken and was not due, or due and not taken."""
    if done.money is None:
        return []
    parcels = (*done.money.premio, *done.money.indemnizacoes)
    due: Counter[int] = Counter()
    for one in parcels:
        due[one.payer] += one.amount
    taken: Counter[int] = Counter()
    receivers = {one.to for one in parcels if one.amount}
    found: list[Found] = []
    for one in done.record.cobrancas:
        taken[one.seat] += one.valor
        if one.to is not None and one.to not in receivers and one.valor:
            found.append(
                Found(
                    code="PAY-DIFF",
                    seat=one.seat,
                    expected=", ".join(map(str, sorted(receivers))),
                    recorded=str(one.to),
                    amount=one.valor,
                    facts={"fact": "destino"},
                )
            )
    for seat in sorted({*due, *taken}):
        if due[seat] != taken[seat]:
            code, rule = _collection_code(done, rules, seat, taken)
            found.append(
                Found(
                    code=code,
                    rule=rule,
                    seat=seat,
                    expected=money_text(due[seat]),
                    recorded=money_text(taken[seat]),
                    amount=taken[seat] - due[seat],
                    facts={"fact": "cobranca"},
                )
            )
    return found


def _collection_code(
    done: Acerto, rules: MahJongRules, seat: int, taken: Counter[int]
) -> tuple[str, str]:
    """Return the code and rule of a wrong collection."""
    cites = done.variant.cites
    decided, money = done.decided, done.money
    assert money is not None
    if any(one.payer == seat for one in money.indemnizacoes) or (
        decided.false and decided.winner is None
    ):
        return "MJ-FALSE", f"MJ {cites.indemnity}"
    if done.bearer is not None:
        return "MJ-LIAB", f"MJ {done.bearer.rule}"
    full = sum(one.full for one in money.premio)
    alone = [one for one, amount in taken.items() if amount]
    if len(money.premio) > 1 and len(alone) == 1 and full and taken[alone[0]] == full:
        return "MJ-LIAB", ""
    own = {one.payer: one for one in money.premio}
    mine = own.get(seat)
    if mine is not None and mine.amount != mine.full and taken[seat] == mine.full:
        return "MJ-CAP", f"MJ {cites.cap}"
    if mine is not None and taken[seat] in _other_counts(done, rules, seat):
        return "MJ-FAN", f"MJ {cites.pay}"
    return ("PAY-DIFF" if taken[seat] else "PAY-NONE"), f"MJ {cites.pay}"


def _other_counts(done: Acerto, rules: MahJongRules, seat: int | None) -> set[Minor]:
    """Return what one loser, or all, would pay by another grade, or without the right double."""
    units = units_of(done.record, done.variant)
    won = done.decided.winner
    if units is None or won is None:
        return set()
    amounts: set[Minor] = set()
    for unit in units[: done.variant.ceiling + 1]:
        for factor in (1, rules.banker_factor):
            parcels = shares(done.decided, won.declared.seat, unit, factor, None)
            if seat is None:
                amounts.add(sum(one.full for one in parcels))
            else:
                amounts |= {unit, unit * rules.banker_factor}
    return amounts - {0}


def relabel(
    record: MahJongRecord, rules: MahJongRules, settlement: Settlement, found: Found
) -> Found | None:
    """Give a wrong payment to a player its right name; None where nothing tells what was due."""
    if found.facts.get("bets") or found.seat is None or "pool" in found.facts:
        return found
    if any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return None
    named = _payment_code(settled(record, rules), rules, found)
    if named is None:
        return found
    return structs.replace(found, code=named[0], rule=f"MJ {named[1]}")


def _payment_code(done: Acerto, rules: MahJongRules, found: Found) -> tuple[str, str] | None:
    """Return the code and rule of a wrong payment; None where the cross-cutting one stands."""
    decided, money, cites = done.decided, done.money, done.variant.cites
    won, paid = decided.winner, _paid(done.record)
    rivals = {one.declared.seat for one in decided.judged[1:]}
    if won is None or money is None:
        return ("MJ-FALSE", cites.indemnity) if decided.false else None
    winner = won.declared.seat
    if found.seat in rivals - {winner} or (
        # Another was given the piece, and the payment that went to him says so.
        found.seat == winner and not paid[winner] and any(paid[one] for one in rivals)
    ):
        return "MJ-PRIO", cites.nearest
    if found.seat != winner:
        return ("MJ-FALSE", cites.indemnity) if decided.false else None
    return _prize_code(done, rules, money, paid[winner])


def _prize_code(
    done: Acerto, rules: MahJongRules, money: Liquidada, amount: Minor
) -> tuple[str, str] | None:
    """Return the code and rule of a wrong payment to the winner."""
    cites, table = done.variant.cites, done.record.comissao
    gross = sum(one.amount for one in money.premio)
    full = sum(one.full for one in money.premio)
    if amount > gross and amount in (full, full - commission_of(full, table)):
        return "MJ-CAP", cites.cap
    if amount == gross and money.comissao:
        return "MJ-COM", cites.commission
    others = _other_counts(done, rules, None)
    others |= {one - commission_of(one, table) for one in others}
    return ("MJ-FAN", cites.pay) if amount in others else None


def _paid(record: MahJongRecord) -> defaultdict[int | None, Minor]:
    """Return what each seat was paid as a whole."""
    paid: defaultdict[int | None, Minor] = defaultdict(int)
    for one in record.payments:
        if not one.bets and one.award is None:
            paid[one.seat] += one.total
    return paid
