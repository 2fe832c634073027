"""Faults of a coup, beside those that its cards show, and the right names of wrong payments."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from projections.replay.games.bacara.bacara_chemin_de_fer.covering import (
    Covering,
    Stake,
    bank_of,
    bettor,
    cards_given_to,
    cover,
    rank,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.nulling import errors_of, null_rule
from projections.replay.games.bacara.bacara_chemin_de_fer.passing import (
    bank_minimum,
    passing_faults,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    COM_A_MESA,
    CheminDeFerRecord,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.games.bacara.bacara_chemin_de_fer.settling import (
    plain_outcome,
    said_amount,
    settlement_of,
)
from projections.replay.games.bacara.points import POINTS
from projections.replay.kit.bets import instant, is_after, paid_to_another, repeated_numbers
from projections.replay.kit.cards import RANK_OF
from projections.replay.kit.shoe import impossible
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text

VERBAL: Final = "verbal"
LAWFUL_MEANS: Final = frozenset({None, "chips", "cash", "notes"})
"""Casino chips and legal notes (R15)."""
OPENING: Final = frozenset({None, "opening"})
"""Causes of the burn that opens a shoe (R45)."""
TEN_OR_NONE: Final = (0, 10)
"""What may be burned after a figure: nothing by R37 b, ten by custom (DECISION of the page)."""
TURNS: Final = ("ponto", "banca", "ponto", "banca")
DEAL_CHANGED: Final = frozenset({"102d", "102g", "102i", "102l", "104a", "104c"})


def verify(
    record: CheminDeFerRecord, rules: CheminDeFerRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return every fault that does not lie in the cards' play or in a payment's amount."""
    covering = cover(record)
    found = [
        *_check_mode(record),
        *_check_bank(record, covering),
        *_check_bets(record, covering),
        *_check_banco(record, covering),
        *_check_hand(record, covering),
        *_check_seats(record, rules),
        *_check_shoe(record, rules),
        *_check_deal(record),
        *_check_void(record, rules, settlement),
        *_check_cagnotte(record, settlement),
        *_check_close(record, rules),
        *_check_claims(record),
        *passing_faults(record, rules),
    ]
    if record.has("payouts"):
        found += _check_order(record, settlement)
        found += paid_to_another(settlement, record.payments)
    return tuple(found)


def _check_mode(record: CheminDeFerRecord) -> list[Found]:
    """ONL-NONE: the game has no online variant."""
    if record.mode == PHYSICAL:
        return []
    return [Found(code="ONL-NONE", expected=PHYSICAL, recorded=record.mode)]


# --- the bank and the bets -----------------------------------------------------------------------


def _bank_fault(
    rule: str,
    expected: str,
    recorded: str,
    amount: int | None = None,
    *,
    seat: int | None = None,
    bet: int | None = None,
) -> Found:
    return Found(
        code="CF-BANK",
        rule=rule,
        seat=seat,
        bet=bet,
        expected=expected,
        recorded=recorded,
        amount=amount,
        facts={"fact": rule},
    )


def _check_bank(record: CheminDeFerRecord, covering: Covering) -> list[Found]:
    """CF-BANK of the whole: R7 a bank below the minimum, R33 more laid than it holds."""
    found: list[Found] = []
    least = bank_minimum(record)
    if record.capital < least:
        found.append(
            _bank_fault(
                "CF R7",
                money_text(least),
                money_text(record.capital),
                seat=record.banqueiro,
                amount=record.capital - least,
            )
        )
    if covering.excesso and record.has("bets"):
        bank = bank_of(record)
        found.append(
            _bank_fault(
                "CF R33",
                money_text(bank),
                money_text(bank + covering.excesso),
                amount=covering.excesso,
            )
        )
    return found


def _check_bets(record: CheminDeFerRecord, covering: Covering) -> list[Found]:
    """CF-BANK R15, R19; CREDIT; BET-LATE of changes; RES-IMPOSS of a number used twice."""
    if not record.has("bets"):
        return []
    found = repeated_numbers(record.bets)
    for stake in covering.stakes:
        bet = stake.bet
        if stake.refused:
            continue
        # Who makes bancô stakes what the bank does, whatever that is (R18).
        whole = _whole_bank(record, stake)
        if (
            record.minimo > 0
            and not whole
            and (stake.joga < record.minimo or stake.joga % record.minimo)
        ):
            expected = f"n x {money_text(record.minimo)}"
            found.append(
                _bank_fault("CF R19", expected, money_text(stake.joga), seat=bet.seat, bet=bet.bet)
            )
        if bet.meio == VERBAL:
            found.append(
                _bank_fault("CF R15", "fichas", VERBAL, bet.valor, seat=bet.seat, bet=bet.bet)
            )
        elif bet.meio not in LAWFUL_MEANS:
            found.append(
                Found(
                    code="CREDIT",
                    rule="CF R15",
                    expected="fichas",
                    recorded=bet.meio or "",
                    seat=bet.seat,
                    bet=bet.bet,
                    amount=bet.valor,
                )
            )
    found += [
        Found(
            code="BET-LATE",
            rule="CF R13, R14",
            bet=change.bet,
            recorded="retirada" if change.retirada else said_amount(change.valor),
            facts={"fact": "alteracao", "seq": change.seq, "at": change.at},
        )
        for change in covering.late
    ]
    return found


def _whole_bank(record: CheminDeFerRecord, stake: Stake) -> bool:
    """Tell whether a stake is of bancô alone and equals the capital that the bank has in play."""
    bet = stake.bet
    called = any(
        one.forma != COM_A_MESA and (one.seat == bettor(bet) or one.bet == bet.bet)
        for one in record.pedidos
    )
    return called and stake.joga == bank_of(record)


# --- bancô and the cards -------------------------------------------------------------------------


def _check_banco(record: CheminDeFerRecord, covering: Covering) -> list[Found]:
    """CF-BANCO: the bancô was another's by right (R21-R32), or was not the bank's size (R18)."""
    found: list[Found] = []
    given = cards_given_to(record) if record.has("cards") else None
    made = covering.banco
    prior = covering.prior
    if given is not None:
        unjust = next((one for one in covering.refused if one.pedido.seat == given), None)
        right = made.seat if prior is None else prior.seat
        if right is not None and given != right:
            rule = unjust.rule if unjust is not None else "CF R21-R31"
            found.append(_banco_fault(rule, right, given))
        elif right is None and unjust is not None and given != covering.cartas:
            found.append(_banco_fault(unjust.rule, covering.cartas, given))
    elif prior is not None and made.seat is not None and prior.seat != made.seat:
        found.append(_banco_fault("CF R21-R31", prior.seat, made.seat))
    laid = sum(
        stake.joga
        for stake in covering.stakes
        if not stake.refused and bettor(stake.bet) == made.seat
    )
    if made.single and 0 < laid < bank_of(record) and record.has("bets"):
        found.append(
            Found(
                code="CF-BANCO",
                rule="CF R18",
                seat=made.seat,
                expected=money_text(bank_of(record)),
                recorded=money_text(laid),
                amount=laid - bank_of(record),
                facts={"fact": "CF R18"},
            )
        )
    return found


def _banco_fault(rule: str, expected: int | None, recorded: int) -> Found:
    return Found(
        code="CF-BANCO",
        rule=rule,
        seat=recorded,
        expected="" if expected is None else str(expected),
        recorded=str(recorded),
        facts={"fact": rule},
    )


def _check_hand(record: CheminDeFerRecord, covering: Covering) -> list[Found]:
    """CF-HAND: without bancô the cards are the highest seated bet's, who knows the rules."""
    given = cards_given_to(record)
    if not record.has("cards") or not record.has("bets"):
        return []
    if given is None or covering.prior is not None or covering.banco.seat is not None:
        return []
    if covering.cartas is None or given == covering.cartas:
        return []
    if any(one.pedido.seat == given for one in covering.refused):
        return []  # CF-BANCO tells it
    slow = errors_of(record).get("103e")
    if slow is not None and slow.seat == given:
        return []  # the pagador may take the cards from him, and need not
    rule = "CF R100" if given in record.desconhecem else "CF R35, R36"
    return [
        Found(
            code="CF-HAND",
            rule=rule,
            seat=given,
            expected=str(covering.cartas),
            recorded=str(given),
        )
    ]


def _check_seats(record: CheminDeFerRecord, rules: CheminDeFerRules) -> list[Found]:
    """CF-MIN4: four seated at least (R48)."""
    seated = record.sentados
    if seated is None or len(set(seated)) >= rules.minimum_seated:
        return []
    return [
        Found(
            code="CF-MIN4",
            rule="CF R48",
            expected=str(rules.minimum_seated),
            recorded=str(len(set(seated))),
        )
    ]


# --- the shoe ------------------------------------------------------------------------------------


def _shoe_fault(rule: str, expected: object, recorded: object) -> Found:
    return Found(
        code="CF-SHOE",
        rule=rule,
        expected=str(expected),
        recorded=str(recorded),
        facts={"fact": rule},
    )


def _check_shoe(record: CheminDeFerRecord, rules: CheminDeFerRules) -> list[Found]:
    """CF-SHOE: shuffle, cut, aviso, burn (R42, R45, R51); RES-IMPOSS; EQ-BAD of a single card."""
    shoe = record.shoe
    found: list[Found] = []
    cards = [card.card for card in record.cards]
    cards += [burned.card for burned in shoe.burned]
    if record.has("cards"):
        found += impossible(cards, shoe)
    if record.has("shuffles"):
        if shoe.shuffles and shoe.shuffles[-1].by is not None:
            found.append(_shoe_fault("CF R42", "pagador", shoe.shuffles[-1].by))
        for cut in shoe.cuts[-1:]:
            if cut.side is not None and cut.side < rules.cut_minimum:
                found.append(_shoe_fault("CF R45", rules.cut_minimum, cut.side))
            if cut.cut_card is not None and cut.cut_card != rules.behind_aviso:
                found.append(_shoe_fault("CF R45 aviso", rules.behind_aviso, cut.cut_card))
    if record.has("burns"):
        found += _check_burn(record)
    if shoe.cut_card_before and not shoe.fresh:
        found.append(_shoe_fault("CF R51", "novo sabot", "mesmo sabot"))
    if record.has("equipment"):
        found += [
            Found(
                code="EQ-BAD",
                rule="CF R4",
                expected="o baralho inteiro",
                recorded=" ".join(one.cartas),
            )
            for one in record.trocas
            if one.cartas
        ]
    return found


def _check_burn(record: CheminDeFerRecord) -> list[Found]:
    """R45: of a new shoe one card is burned, and then as many as it is worth."""
    shoe = record.shoe
    if not shoe.fresh:
        return []
    opening = [one for one in shoe.burned if one.cause in OPENING and one.after == 0]
    total = sum(one.count for one in opening)
    if not opening:
        return [_shoe_fault("CF R45 queimadas", "1 + valor", 0)]
    first = opening[0].card
    if first is None or first not in RANK_OF:
        return []
    figure = RANK_OF[first] in (11, 12, 13)
    value = POINTS[first] or 10
    allowed = TEN_OR_NONE if figure else (value,)
    if total - 1 in allowed:
        return []
    return [_shoe_fault("CF R45 queimadas", f"1 + {allowed[-1]}", total)]


def _check_deal(record: CheminDeFerRecord) -> list[Found]:
    """CF-ERR R66: ponto, banker, ponto, banker, unless an error of the deal was noted."""
    from_shoe = [card.to for card in record.cards][: len(TURNS)]
    names = {"seat": "ponto", "bank": "banca", "banker": "banca"}
    order = tuple(names.get(to, to) for to in from_shoe)
    noted = errors_of(record).keys() & DEAL_CHANGED
    if len(order) < len(TURNS) or order == TURNS or noted or not record.has("cards") or record.void:
        return []
    return [
        Found(
            code="CF-ERR",
            rule="CF R66",
            expected=" ".join(TURNS),
            recorded=" ".join(order),
            facts={"fact": "CF R66"},
        )
    ]


# --- void, cagnotte, closing, claims -------------------------------------------------------------


def _check_void(
    record: CheminDeFerRecord, rules: CheminDeFerRules, settlement: Settlement
) -> list[Found]:
    """VOID-BAD, VOID-MISS: a coup is annulled on a ground of the rules, and then always."""
    rule = null_rule(record, rules)
    if record.void is not None and not rule:
        return [
            Found(
                code="VOID-BAD",
                rule="CF R76, R102 c, R104 c, d",
                recorded=record.void.cause,
                amount=sum(line.stake for line in settlement.lines if line.bet is not None),
            )
        ]
    if record.void is None and rule:
        return [Found(code="VOID-MISS", rule=rule, expected="golpe anulado")]
    return []


def _check_cagnotte(record: CheminDeFerRecord, settlement: Settlement) -> list[Found]:
    """CF-CAG: the cagnotte takes its share of the banker's winnings, else nothing (R123)."""
    if not record.has("payouts"):
        return []
    if any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return []
    due = sum(one.amount for one in settlement.commissions)
    taken = record.cagnotte or 0
    if due == taken:
        return []
    return [
        Found(
            code="CF-CAG",
            rule="CF R123",
            seat=record.banqueiro,
            expected=money_text(due),
            recorded=said_amount(record.cagnotte),
            amount=taken - due,
        )
    ]


def _check_close(record: CheminDeFerRecord, rules: CheminDeFerRules) -> list[Found]:
    """CF-CLOSE: after closing time only a shoe begun early enough is played out (R105)."""
    closes, began = instant(record.fecha), instant(record.sabot_iniciado)
    coup = instant(record.aberta)
    if closes is None or began is None or coup is None or coup <= closes:
        return []
    if closes - began >= timedelta(minutes=rules.extension_minutes):
        return []
    return [
        Found(
            code="CF-CLOSE",
            rule="CF R105",
            expected=f"{rules.extension_minutes} min",
            recorded=record.sabot_iniciado or "",
        )
    ]


def _check_claims(record: CheminDeFerRecord) -> list[Found]:
    """CF-ERR R102 k: no claim is heard once bets are settled and cards discarded."""
    end = record.concluido
    if end is None:
        return []
    return [
        Found(
            code="CF-ERR",
            rule="CF R102 k",
            seat=claim.seat,
            expected="reclamação não admitida",
            recorded="admitida",
            facts={"fact": "CF R102 k", "seq": claim.seq, "at": claim.at},
        )
        for claim in record.reclamacoes
        if claim.admitida and is_after(claim, end)
    ]


# --- payments ------------------------------------------------------------------------------------


def _check_order(record: CheminDeFerRecord, settlement: Settlement) -> list[Found]:
    """PAY-ORDER: bets are paid in order from the banker's right (R122)."""
    seats = {line.bet: line.seat for line in settlement.lines if line.bet is not None}
    paid = [seats[bet] for payment in record.payments for bet in payment.bets[:1] if bet in seats]
    ordered = sorted(paid, key=lambda seat: rank(record, seat))
    if paid == ordered:
        return []
    return [
        Found(
            code="PAY-ORDER",
            rule="CF R122",
            expected=" ".join(map(str, ordered)),
            recorded=" ".join(map(str, paid)),
        )
    ]


def payment_code(
    record: CheminDeFerRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name CF-ERR a payment that is right but for the remedy that was not applied."""
    del due
    if not record.errors or settlement.void:
        return None
    plain = settlement_of(record, cover(record), plain_outcome(record))
    keys = {(line.seat, line.bet) for line in lines}
    without = sum(line.due for line in plain.lines if (line.seat, line.bet) in keys)
    if not plain.lines or paid != without:
        return None
    rules = [rule for line in lines for rule in line.rules if rule.startswith(_REMEDIED)]
    return ("CF-ERR", ", ".join(dict.fromkeys(rules))) if rules else None


_REMEDIED: Final = ("CF R76", "CF R102", "CF R103", "CF R104", "CF R74", "CF R99")


def relabel(
    record: CheminDeFerRecord, rules: CheminDeFerRules, settlement: Settlement, found: Found
) -> Found | None:
    """Drop the fault of a bank that was left lying, or that only a wrong cagnotte explains.

    What the bank holds lies on the table from coup to coup; where nothing of it was handed over,
    the capital of the next coup tells. A lost bank's rest must go back.
    """
    del rules
    own = [line for line in settlement.lines if line.bet is None and line.seat == found.seat]
    if not own or found.bet is not None or found.facts.get("bets"):
        return found
    handed = [one for one in record.payments if one.seat == found.seat and not one.bets]
    if not handed and all(line.outcome is not Outcome.PERDE for line in own):
        return None
    due = sum(one.amount for one in settlement.commissions)
    taken = 0 if record.cagnotte is None else record.cagnotte
    if taken != due and not record.cagnotte_por_fora and found.amount == due - taken:
        return None
    return found
