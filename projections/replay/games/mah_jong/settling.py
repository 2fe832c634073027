"""Settles the payments and receipts of every player, and says why."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from ledger.money import Minor
from projections.replay.games.mah_jong.hand.fan import RULE_OF, SIMPLIFIED_RULE_OF, Value
from projections.replay.games.mah_jong.liability import Obrigacao, liable
from projections.replay.games.mah_jong.money import Liquidada, Parcela, liquidate
from projections.replay.games.mah_jong.record import NAME, MahJongRecord
from projections.replay.games.mah_jong.rules import GRADES, MahJongRules, Variant
from projections.replay.games.mah_jong.true_and_false_wins import Decisao, decide
from projections.replay.games.mah_jong.words import (
    BEARS,
    CAPPED,
    COMMISSION,
    DRAWN,
    FALSE,
    FINE,
    GRADE,
    GRADE_WORDS,
    HAND_MISSING,
    NO_BETS,
    PAYS,
    PIECE_MISSING,
    REASONS,
    SHORT,
    SIGHT_MISSING,
    SPARED,
    UNDECIDED,
    UNITS_MISSING,
    VOID,
    WIND_MISSING,
    WON,
    Fans,
    Hand,
    Word,
)
from projections.replay.kit.memo import once
from projections.replay.settlement import Commission, Found, Line, Outcome, Settlement, Step

ROWS: Final = 4


class Acerto(Struct, frozen=True, kw_only=True):
    """A game settled, with all that led there."""

    record: MahJongRecord
    variant: Variant
    decided: Decisao
    bearer: Obrigacao | None
    found: tuple[Found, ...]
    """Rulings that the record contradicts."""
    money: Liquidada | None
    """None where the record does not give the amounts."""
    unseen: bool = False
    """Whether who bears the loss hangs on a piece that nobody can read."""


@once
def settled(record: MahJongRecord, rules: MahJongRules) -> Acerto:
    """Return how a game ends and what passes between its players."""
    variant = rules.of(record.variante)
    decided = decide(record, variant)
    shown = liable(record, variant, decided)
    money = liquidate(record, rules, variant, decided, shown.bearer)
    return Acerto(
        record=record,
        variant=variant,
        decided=decided,
        bearer=shown.bearer,
        found=shown.found,
        money=None if shown.open else money,
        unseen=shown.open,
    )


def settle(record: MahJongRecord, rules: MahJongRules) -> Settlement:
    """Return the payments and receipts of every player.

    A player's line is his gain (``prize``, net of the commission) or his loss (``stake``): what
    the losers pay is what the winner and the house receive.
    """
    done = settled(record, rules)
    decided = done.decided
    void = record.void is not None and not decided.judged
    if void:
        lines = _nothing(done, Step(VOID, {"cause": record.void.cause if record.void else ""}))
    elif done.money is None:
        lines = _undecided(done)
    elif not decided.judged:
        lines = _nothing(done, Step(DRAWN, {}, f"MJ {done.variant.cites.bank}"))
    else:
        lines = _moved(done, done.money)
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=(*lines, *_bets_back(record)),
        commissions=_commissions(done),
        void=void,
        result={"anulada": True} if void else _result(done),
        found=(*decided.play.found, *done.found),
    )


# --- lines -----------------------------------------------------------------------------------


def _nothing(done: Acerto, why: Step) -> list[Line]:
    return [
        Line(
            seat=seat,
            outcome=Outcome.NULA,
            stake=0,
            rules=(why.rule,) if why.rule else (),
            why=(why,),
        )
        for seat in done.decided.play.places
    ]


def _undecided(done: Acerto) -> list[Line]:
    why = Step(UNDECIDED, {"what": _missing(done)})
    return [
        Line(seat=seat, outcome=Outcome.PENDENTE, stake=0, why=(why,))
        for seat in done.decided.play.places
    ]


def _missing(done: Acerto) -> Word:
    """Return the sentence that names the fact missing in the record."""
    decided = done.decided
    if done.unseen:
        return SIGHT_MISSING
    if not decided.open:
        return UNITS_MISSING
    if decided.winner is None:
        return HAND_MISSING
    return WIND_MISSING if done.variant.claims else PIECE_MISSING


def _moved(done: Acerto, money: Liquidada) -> list[Line]:
    """Return the gains and losses, place by place."""
    lines: list[Line] = []
    for seat in done.decided.play.places:
        of_seat = [*_of_win(done, money, seat), *_of_fines(done, money, seat)]
        lines += of_seat or _nothing_for(done, seat)
    return lines


def _nothing_for(done: Acerto, seat: int) -> list[Line]:
    """Return the line of a player who neither pays nor receives."""
    cite = done.variant.cites.pay
    return [Line(seat=seat, outcome=Outcome.NULA, stake=0, rules=(f"MJ {cite}",))]


def _of_win(done: Acerto, money: Liquidada, seat: int) -> list[Line]:
    """Return a player's line from the win."""
    won = done.decided.winner
    if won is None or won.value is None:
        return []
    rules = _rules_of(done, won.value)
    if seat == won.declared.seat:
        gross = sum(one.amount for one in money.premio)
        return [
            Line(
                seat=seat,
                outcome=Outcome.GANHA,
                stake=0,
                prize=gross - money.comissao,
                rules=rules,
                why=(*_why_won(done, won.value, seat, money.premio), *_why_net(done, money, gross)),
            )
        ]
    (mine,) = [one for one in money.premio if one.payer == seat]
    outcome = Outcome.PERDE if mine.amount else Outcome.NULA
    why = _why_pays(done, mine)
    return [Line(seat=seat, outcome=outcome, stake=mine.amount, rules=rules, why=why)]


def _rules_of(done: Acerto, value: Value) -> tuple[str, ...]:
    """Return the rules that decide a win's money, the scale's first."""
    cites = done.variant.cites
    names = RULE_OF if done.variant.claims else SIMPLIFIED_RULE_OF
    said = [names[name] for name in value.names] or [cites.win]
    said.append(cites.pay)
    if done.bearer is not None:
        said.append(done.bearer.rule)
    if done.money is not None and done.money.capped:
        said.append(cites.cap)
    return tuple(dict.fromkeys(f"MJ {rule}" for rule in said))


def _why_won(done: Acerto, value: Value, seat: int, parcels: Iterable[Parcela]) -> Iterable[Step]:
    """Explain a win: the hand, its grade, what each owes."""
    cites = done.variant.cites
    names = RULE_OF if done.variant.claims else SIMPLIFIED_RULE_OF
    rules = ", ".join(dict.fromkeys(f"MJ {names[name]}" for name in value.names))
    hand = Hand(value.sets if value.cut.sets or value.sets else (), value.cut.pair)
    units = [one.unit for one in parcels]
    yield Step(WON, {"seat": seat, "hand": hand}, f"MJ {cites.win}")
    yield Step(
        GRADE,
        {
            "grade": GRADE_WORDS[value.grade],
            "fans": Fans(value.names),
            "unit": units[0] if units else 0,
        },
        rules,
    )
    for one in parcels:
        yield from _why_pays(done, one)


def _why_pays(done: Acerto, one: Parcela) -> tuple[Step, ...]:
    """Explain a loser's payment to the winner."""
    cites, bearer = done.variant.cites, done.bearer
    if bearer is not None and bearer.seat != one.payer:
        return (Step(SPARED, {"bearer": bearer.seat}, f"MJ {bearer.rule}"),)
    values: dict[str, Any] = {"payer": one.payer, "amount": one.full}
    if bearer is not None:
        step = Step(BEARS, values, f"MJ {bearer.rule}")
    else:
        step = Step(PAYS, {**values, "unit": one.unit, "factor": one.factor}, f"MJ {cites.pay}")
    if one.amount == one.full:
        return (step,)
    short = Step(SHORT, {"full": one.full, "amount": one.amount}, f"MJ {cites.cap}")
    return (step, short)


def _why_net(done: Acerto, money: Liquidada, gross: Minor) -> Iterable[Step]:
    """Explain the winner's cap and the commission."""
    cites = done.variant.cites
    if money.capped:
        yield Step(CAPPED, {"gross": gross}, f"MJ {cites.cap}")
    if money.comissao:
        yield Step(
            COMMISSION, {"gross": gross, "commission": money.comissao}, f"MJ {cites.commission}"
        )


def _of_fines(done: Acerto, money: Liquidada, seat: int) -> list[Line]:
    """Return a player's lines from false wins."""
    cites = done.variant.cites
    lines: list[Line] = []
    for false in done.decided.false:
        guilty = false.declared.seat
        parcels = [one for one in money.indemnizacoes if one.payer == guilty]
        mine = [one for one in parcels if seat in (guilty, one.to)]
        total = sum(one.amount for one in mine)
        paying = seat == guilty
        steps = (
            Step(FALSE, {"seat": guilty, "reason": REASONS[false.reason]}, f"MJ {false.rule}"),
            *(_why_fine(done, one) for one in mine),
        )
        outcome = Outcome.PERDE if paying else Outcome.GANHA
        lines.append(
            Line(
                seat=seat,
                outcome=outcome if total else Outcome.NULA,
                stake=total if paying else 0,
                prize=0 if paying else total,
                rules=tuple(dict.fromkeys((f"MJ {false.rule}", f"MJ {cites.indemnity}"))),
                why=steps,
            )
        )
    return lines


def _why_fine(done: Acerto, one: Parcela) -> Step:
    variant, banker = done.variant, done.decided.banker
    grade = variant.indemnity[one.to != banker]
    if one.payer == banker:
        grade = variant.indemnity_of_banker
    values = {"payer": one.payer, "to": one.to, "amount": one.amount, "grade": GRADE_WORDS[grade]}
    return Step(FINE, values, f"MJ {variant.cites.indemnity}")


def _bets_back(record: MahJongRecord) -> list[Line]:
    """Return every bet to its bettor: mah-jong has none."""
    return [
        Line(
            seat=bet.seat,
            bet=bet.bet,
            outcome=Outcome.DEVOLVIDA,
            stake=bet.valor,
            returned=bet.valor,
            why=(Step(NO_BETS),),
        )
        for bet in record.bets
    ]


def _commissions(done: Acerto) -> tuple[Commission, ...]:
    won, money = done.decided.winner, done.money
    if won is None or money is None or not money.comissao:
        return ()
    gross = sum(one.amount for one in money.premio)
    cite = f"MJ {done.variant.cites.commission}"
    step = Step(
        COMMISSION,
        {"gross": gross, "commission": money.comissao, "prize": gross - money.comissao},
        cite,
    )
    return (Commission(seat=won.declared.seat, amount=money.comissao, rules=(cite,), why=(step,)),)


# --- the result in words ---------------------------------------------------------------------


def _result(done: Acerto) -> dict[str, Any]:
    """Return the winners and their hands, the next banker, and the place where drawing began."""
    decided = done.decided
    result: dict[str, Any] = {}
    won = decided.winner
    if won is not None:
        result["vencedor"] = won.declared.seat
        if won.value is not None:
            result["graduacao"] = GRADES[won.value.grade]
            result["fans"] = list(won.value.names)
    elif not decided.open:
        result["vencedor"] = None
        result["pedras_na_muralha"] = decided.play.left
    if decided.false:
        result["falsos"] = [one.declared.seat for one in decided.false]
    if done.bearer is not None:
        result["responsavel"] = done.bearer.seat
        result["responsavel_por"] = done.bearer.rule
    if decided.next_banker is not None:
        result["banca_seguinte"] = decided.next_banker
    if done.record.dados:
        result["fila"], result["grupo"] = first_group(done.record.dados, done.variant)
    return result


def first_group(dice: Iterable[int], variant: Variant) -> tuple[int, int]:
    """Return the row, from 1 the banker's, and in it the group from which drawing begins.

    The sum is counted over the rows from the banker's, anticlockwise, and so many groups are left
    from the row's right end (R9, R10; R52, R53). Where the row ends the count runs on in the one
    that lies there: its owner sits at the left.
    """
    total = max(0, sum(dice))
    row, group = (total - 1) % ROWS, total
    if group >= variant.row:
        row, group = (row - group // variant.row) % ROWS, group % variant.row
    return row + 1, group + 1
