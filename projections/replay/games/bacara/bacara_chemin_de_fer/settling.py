"""Settles every stake of a coup: the pontos', the banker's, the associate's, the house's.

Rules: CF R17-R20, R33, R62, R114-R123. The pontos win 1 to 1 from the banker; a tie is null; what
the banker wins is less the cagnotte, his credit rounded down to the cent. The banker's line has the
whole bank as its stake: what is due of it is what the bank holds after the coup.
"""

from typing import Final

from msgspec import Struct

from projections.replay.games.bacara.bacara_chemin_de_fer import words
from projections.replay.games.bacara.bacara_chemin_de_fer.covering import (
    BY_ASSOCIATE,
    BY_BANKER,
    LATE,
    NOT_POSITIVE,
    UNKNOWN,
    Covering,
    Stake,
    bank_of,
    cover,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.drawing import (
    IGUALDADE,
    SIDES,
    Played,
    play,
    points_of,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    DEVOLVIDA,
    GANHA,
    NAME,
    NULA,
    PERDE,
    PONTO,
    CheminDeFerRecord,
    Resultado,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.games.bacara.points import BANCA
from projections.replay.settlement import (
    Commission,
    Found,
    Line,
    Outcome,
    Settlement,
    Step,
    money_text,
)

WHOLE: Final = 10_000
REFUSED: Final = {
    LATE: ("BET-LATE", "CF R14"),
    UNKNOWN: ("REG-RULE", "CF R10"),
    BY_BANKER: ("CF-BANK", "CF R47"),
    BY_ASSOCIATE: ("CF-PASS", "CF R62"),
    NOT_POSITIVE: ("CF-BANK", "CF R19"),
}
"""The fault of a bet that does not stand, and its rule."""


class Gain(Struct, frozen=True, kw_only=True, gc=False):
    """The bank's winnings, and the house's share of them."""

    cobertas: int
    credito: int
    """Of the gain, the banker's, where the cagnotte is taken from it."""
    cagnotte: int
    fora: bool

    @property
    def prize(self) -> int:
        """The amount by which the bank grows (R123)."""
        return self.cobertas if self.fora else self.credito


def gain_of(cobertas: int, bp: int, *, fora: bool) -> Gain:
    """Share the banker's winnings between him and the cagnotte, his credit rounded down.

    >>> gain_of(101, 500, fora=False).credito, gain_of(101, 500, fora=False).cagnotte
    (95, 6)
    """
    share = min(max(bp, 0), WHOLE)
    credito = cobertas * (WHOLE - share) // WHOLE
    return Gain(cobertas=cobertas, credito=credito, cagnotte=cobertas - credito, fora=fora)


def settle(record: CheminDeFerRecord, rules: CheminDeFerRules) -> Settlement:
    """Return the settlement of every stake."""
    covering = cover(record)
    played = play(record, rules, single=covering.banco.single)
    return settlement_of(record, covering, played)


def result_of(played: Played) -> Resultado | None:
    """Return the banker's result; None where nothing is decided."""
    if played.nulo:
        return DEVOLVIDA
    if played.vencedor == IGUALDADE:
        return NULA
    if played.vencedor is None:
        return None
    return GANHA if played.vencedor == BANCA else PERDE


def settlement_of(record: CheminDeFerRecord, covering: Covering, played: Played) -> Settlement:
    """Return the settlement of stakes under an outcome of the cards."""
    gain = gain_of(covering.cobertas, record.cagnotte_bp, fora=record.cagnotte_por_fora)
    result = result_of(played)
    lines = [_line(record, stake, played, result) for stake in covering.stakes]
    lines += _bank_lines(record, gain, played, result)
    commissions: tuple[Commission, ...] = ()
    if result == GANHA and gain.cagnotte:
        commissions = (_commission(record, gain),)
    words_of_result = {
        "vencedor": played.vencedor,
        "ponto": played.ponto,
        "banca": played.banca,
        "banco": covering.banco.forma or None,
        "cartas": covering.cartas,
        "cobertas": covering.cobertas,
        "cagnotte": gain.cagnotte if result == GANHA else 0,
    }
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        commissions=commissions,
        void=result == DEVOLVIDA,
        result={name: value for name, value in words_of_result.items() if value is not None},
        found=(*played.found, *_refused(covering)),
    )


def _refused(covering: Covering) -> list[Found]:
    found: list[Found] = []
    for stake in covering.stakes:
        if not stake.refused:
            continue
        code, rule = REFUSED[stake.refused]
        found.append(
            Found(
                code=code,
                rule=rule,
                seat=stake.bet.seat,
                bet=stake.bet.bet,
                recorded=stake.bet.tipo if stake.refused == UNKNOWN else "",
                amount=stake.bet.valor,
                facts={"fact": stake.refused},
            )
        )
    return found


# --- the pontos ----------------------------------------------------------------------------------


def _line(
    record: CheminDeFerRecord, stake: Stake, played: Played, result: Resultado | None
) -> Line:
    """Return the settlement line of a ponto's bet."""
    bet = stake.bet
    how, rules = _share(record, stake)
    if result == DEVOLVIDA or not stake.coberta:
        if not stake.coberta and result != DEVOLVIDA:
            why = how
        else:
            why = (Step(words.ANNULLED, {}, played.nulo),)
            rules = (played.nulo,)
        return Line(
            seat=bet.seat,
            bet=bet.bet,
            outcome=Outcome.DEVOLVIDA,
            stake=bet.valor,
            returned=bet.valor,
            rules=rules,
            why=why,
        )
    outcome, prize, returned, said, rule = _fate(stake, result)
    return Line(
        seat=bet.seat,
        bet=bet.bet,
        outcome=outcome,
        stake=bet.valor,
        prize=prize,
        returned=returned,
        rules=tuple(dict.fromkeys((*rules, *played.rules, *rule))),
        why=(*how, *played.steps, *said),
    )


def _fate(
    stake: Stake, result: Resultado | None
) -> tuple[Outcome, int, int, tuple[Step, ...], tuple[str, ...]]:
    whole = stake.bet.valor
    if result == PERDE:
        said = (Step(words.BET_WINS, {}, "CF R121"),)
        return Outcome.GANHA, stake.coberta, whole, said, ("CF R121",)
    if result == GANHA:
        said = (Step(words.BET_LOSES, {"coberta": stake.coberta}, "CF R120"),)
        return Outcome.PERDE, 0, whole - stake.coberta, said, ("CF R120",)
    if result == NULA:
        said = (Step(words.BET_NULL, {}, "CF R77"),)
        return Outcome.NULA, 0, whole, said, ("CF R77", "CF R114")
    return Outcome.PENDENTE, 0, 0, (), ()


def _share(record: CheminDeFerRecord, stake: Stake) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """Say which part of a bet is in play, and why."""
    bet = stake.bet
    if stake.refused:
        late = stake.refused == LATE
        rule = REFUSED[stake.refused][1]
        return (Step(words.LATE if late else words.REFUSED, {}, rule),), (rule,)
    steps: list[Step] = []
    rules: list[str] = []
    if bet.linha:
        values = {"valor": bet.valor, "joga": stake.joga}
        steps.append(Step(words.HALF, values, "CF R17"))
        rules.append("CF R17")
    capital = bank_of(record)
    if stake.coberta == stake.joga:
        values = {"capital": capital, "coberta": stake.coberta}
        steps.append(Step(words.COVERED, values, "CF R18"))
    elif stake.coberta:
        values = {
            "capital": capital,
            "coberta": stake.coberta,
            "excesso": stake.joga - stake.coberta,
        }
        steps.append(Step(words.CUT, values, "CF R33"))
        rules.append("CF R33")
    else:
        steps.append(Step(words.NOT_COVERED, {"capital": capital}, "CF R18, R33"))
        rules.append("CF R33")
    return tuple(steps), tuple(rules)


# --- the bank ------------------------------------------------------------------------------------


def _bank_lines(
    record: CheminDeFerRecord, gain: Gain, played: Played, result: Resultado | None
) -> list[Line]:
    """Return the banker's line, and his associate's."""
    capital = bank_of(record)
    if not capital:
        return []
    if record.associado is None:
        return [_bank_line(record.banqueiro, capital, gain, played, result, shared=0)]
    half = capital // 2
    return [
        _bank_line(record.banqueiro, capital - half, gain, played, result, shared=1),
        _bank_line(record.associado, half, gain, played, result, shared=2),
    ]


def _part(amount: int, shared: int) -> int:
    """Return a partner's part of the bank's result; the associate's (2) is rounded down (R62)."""
    half = amount // 2
    return (amount, amount - half, half)[shared]


def _bank_line(
    seat: int, stake: int, gain: Gain, played: Played, result: Resultado | None, *, shared: int
) -> Line:
    prize, returned = 0, stake
    values = {"cobertas": gain.cobertas, "cagnotte": gain.cagnotte}
    rules = played.rules
    if result == DEVOLVIDA:
        outcome, said = Outcome.DEVOLVIDA, Step(words.ANNULLED, {}, played.nulo)
        rules = (played.nulo,)
    elif result is None:
        outcome, returned, said = Outcome.PENDENTE, 0, None
    elif result == NULA:
        outcome, said = Outcome.NULA, Step(words.BANK_NULL, {}, "CF R77")
    elif not gain.cobertas:
        outcome, said = Outcome.NULA, Step(words.BANK_UNCOVERED, {}, "CF R18, R33")
    elif result == GANHA:
        prize = _part(gain.prize, shared)
        phrase = words.BANK_WINS_APART if gain.fora else words.BANK_WINS
        outcome, said = Outcome.GANHA, Step(phrase, values, "CF R123")
        rules = (*rules, "CF R123")
    else:
        returned = stake - _part(gain.cobertas, shared)
        outcome, said = Outcome.PERDE, Step(words.BANK_LOSES, values, "CF R121")
        rules = (*rules, "CF R121")
    why = played.steps if result != DEVOLVIDA else ()
    if shared and outcome in (Outcome.GANHA, Outcome.PERDE):
        why = (*why, Step(words.SHARED, {}, "CF R62"))
        rules = (*rules, "CF R62")
    return Line(
        seat=seat,
        outcome=outcome,
        stake=stake,
        prize=prize,
        returned=returned,
        rules=tuple(dict.fromkeys(rules)),
        why=why if said is None else (*why, said),
        stays=outcome is not Outcome.PERDE,  # R108 a: a bank that lost is at its end
    )


def _commission(record: CheminDeFerRecord, gain: Gain) -> Commission:
    values = {"bp": record.cagnotte_bp, "cobertas": gain.cobertas, "credito": gain.credito}
    return Commission(
        seat=record.banqueiro,
        amount=gain.cagnotte,
        rules=("CF R123",),
        why=(Step(words.CAGNOTTE, values, "CF R123"),),
    )


def plain_outcome(record: CheminDeFerRecord) -> Played:
    """Return the outcome of the cards as they lay, with no error remedied and no coup rebuilt.

    Only to tell whether a wrong payment is that of a remedy that was not applied.
    """
    hands = {
        side: points_of([card.card for card in record.cards if SIDES.get(card.to) == side])
        for side in (PONTO, BANCA)
    }
    ponto, banca = hands[PONTO], hands[BANCA]
    if ponto is None or banca is None or not record.cards:
        return Played()
    winner = IGUALDADE if ponto == banca else PONTO if ponto > banca else BANCA
    return Played(vencedor=winner, ponto=ponto, banca=banca)


def said_amount(amount: int | None) -> str:
    """Return an amount as a finding says it; nothing where none is recorded."""
    return "" if amount is None else money_text(amount)
