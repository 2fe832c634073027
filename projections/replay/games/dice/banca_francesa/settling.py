"""Settles each bet of banca francesa: the throw that decides, lines, null and void."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from ledger.money import Minor
from projections.replay.games.dice.banca_francesa.record import (
    DICE,
    LINED,
    NAME,
    NULL_GROUNDS,
    SPOTS,
    SUMS,
    Alteracao,
    Aposta,
    BancaFrancesaRecord,
    BancaFrancesaRules,
)
from projections.replay.games.dice.banca_francesa.throws import (
    close_rule,
    deciding,
    is_abafo,
    too_late_faults,
    windows_of,
)
from projections.replay.kit.bets import Limit, who
from projections.replay.kit.coups.voids import void_bad
from projections.replay.kit.dice import Throw, dice_faults, null_faults, shown
from projections.replay.kit.throws import (
    Course,
    ThrowBet,
    apply,
    impossible_bet,
    late_faults,
)
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Phrase, Settlement, Step

# --- what is said ----------------------------------------------------------------------------

_CAME_PT, _CAME_EN = "Saiu {dados} = {total}, {chance}: ", "{dados} = {total} came, {chance}: "
WINS: Final = Phrase(
    pt=_CAME_PT + "a aposta ganha {vezes} × {stake:m} = {prize:m}; {returned:m} são do jogador.",
    en=_CAME_EN + "the bet wins {vezes} × {stake:m} = {prize:m}; {returned:m} are the player's.",
)
LOSES: Final = Phrase(
    pt=_CAME_PT + "{aposta} não ganha; perdem-se {stake:m}.",
    en=_CAME_EN + "{aposta} does not win; {stake:m} are lost.",
)
ABAFO: Final = Phrase(
    pt=_CAME_PT + "o cavalinho mexeu nos dados antes do anúncio: {aposta} não perde e ficam"
    " {returned:m}.",
    en=_CAME_EN + "the thrower touched the dice before the announcement: {aposta} does not lose"
    " and {returned:m} stay.",
)
ON_THE_LINE: Final = Phrase(
    pt="Na linha, {fichas:m} em fichas: de {contam:m} joga metade, {stake:m}; o resto é do"
    " jogador.",
    en="On the line, {fichas:m} in chips: of {contam:m} half plays, {stake:m}; the rest is the"
    " player's.",
)
LATE: Final = Phrase(
    pt="Feita depois de fechadas as apostas do lançamento que decidiu: não vale e voltam"
    " {stake:m}.",
    en="Placed after the bets of the deciding throw were closed: it does not stand and {stake:m}"
    " go back.",
)
IMPOSSIBLE: Final = Phrase(
    pt="Não há a chance «{aposta}» nesta banca: não vale e voltam {stake:m}.",
    en="There is no chance “{aposta}” at this table: it does not stand and {stake:m} go back.",
)
UNDECIDED: Final = Phrase(
    pt="Nenhum lançamento deu uma chance: nada se decidiu e {stake:m} continuam na banca.",
    en="No throw made a spot win: nothing is decided and {stake:m} stay on the table.",
)
NETWORK: Final = Phrase(
    pt="A falha foi da rede ou do equipamento do jogador: a jogada não é nula e {stake:m} esperam"
    " a chance.",
    en="The player's network or equipment failed: the round is not void and {stake:m} wait.",
)
VOID: Final = Phrase(
    pt="Jogada anulada, sem chance validamente assinalada: voltam {stake:m}.",
    en="Round void, no winning spot validly shown: {stake:m} go back.",
)


class Fate(Struct, frozen=True, gc=False):
    """The fate of a stake."""

    outcome: Outcome
    rules: tuple[str, ...]
    why: tuple[Step, ...]
    times: int = 0
    """The prize, in stakes."""

    @property
    def back(self) -> bool:
        """Whether the stake goes back, or stays the player's."""
        return self.outcome not in (Outcome.PERDE, Outcome.PENDENTE)


def _fate(
    outcome: Outcome,
    phrase: Phrase,
    *rules: str,
    times: int = 0,
    values: Mapping[str, object] | None = None,
) -> Fate:
    return Fate(outcome, rules, (Step(phrase, values or {}, rules[-1]),), times)


class Laid(Struct, frozen=True, gc=False):
    """A bet as it lay when the dice decided."""

    bet: Aposta
    late: bool
    """Whether it came too late for the throw that decided."""
    contam: Minor = 0
    """Of its chips on a line, what the step leaves to count (R8)."""
    stake: Minor = 0
    """What plays."""


def bets_at(
    record: BancaFrancesaRecord, rules: BancaFrancesaRules, number: int | None
) -> list[Laid]:
    """Return the bets as they lay at a throw, changes in time applied; at the end where it is None.

    Players place, change and take back as they like until the throw that decides (R13).
    """
    course = Course(record.bets, record.alteracoes, windows_of(record))
    end = course.last() if number is None else number
    for throw in range(1, course.last() + 1):
        for standing, change in course.changes(throw):
            # A bet that did not come in time may still be taken off.
            if throw <= end or (change.retirada and standing.entry > end):
                apply(standing, change)
                if isinstance(change, Alteracao) and change.risco is not None:
                    standing.bet = structs.replace(standing.bet, risco=change.risco)
    laid = [
        Laid(_aposta(one.bet), late=one.entry > end) for one in course.standing if not one.withdrawn
    ]
    return in_play(laid, record, rules)


def _aposta(bet: ThrowBet) -> Aposta:
    assert isinstance(bet, Aposta), "a record of this game holds no other bets"
    return bet


def in_play(
    laid: Sequence[Laid], record: BancaFrancesaRecord, rules: BancaFrancesaRules
) -> list[Laid]:
    """Return the bets with what of each plays: on a line half, of full multiples only (R8, R10).

    One player's chips on one line are one value: what exceeds its last multiple comes off what he
    placed last. Outside twice the limits no multiple is asked, and half of the chips plays.
    """
    if not any(one.bet.risco for one in laid):
        return [structs.replace(one, stake=max(one.bet.valor, 0)) for one in laid]
    step = step_of(record, rules)
    excess: dict[tuple[str | int, str, bool], Minor] = {}
    for key, total in line_totals(laid).items():
        limit = record.limites.get(key[1], Limit())
        inside = total >= 2 * limit.minimum and (not limit.maximum or total <= 2 * limit.maximum)
        excess[key] = total % step if inside and step > 0 else 0
    done: list[Laid] = []
    for one in reversed(laid):
        value = max(one.bet.valor, 0)
        if not one.bet.risco:
            done.append(structs.replace(one, stake=value))
            continue
        key = (who(one.bet), one.bet.tipo, one.late)
        out = min(excess.get(key, 0), value)
        excess[key] = excess.get(key, 0) - out
        done.append(structs.replace(one, contam=value - out, stake=(value - out) // 2))
    done.reverse()
    return done


def step_of(record: BancaFrancesaRecord, rules: BancaFrancesaRules) -> Minor:
    """Return the step of bets on the line (R8); 0 where there is none."""
    own = record.multiplo_risco
    return rules.multiplo_risco if own is None else max(own, 0)


def line_totals(laid: Sequence[Laid]) -> dict[tuple[str | int, str, bool], Minor]:
    """Return each player's chips on each line; those that came late apart."""
    totals: dict[tuple[str | int, str, bool], Minor] = {}
    for one in laid:
        if one.bet.risco and one.bet.tipo in LINED:
            key = (who(one.bet), one.bet.tipo, one.late)
            totals[key] = totals.get(key, 0) + max(one.bet.valor, 0)
    return totals


# --- settling --------------------------------------------------------------------------------


def settle(record: BancaFrancesaRecord, rules: BancaFrancesaRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    found = dice_faults(record.lancamentos, DICE, "BF R5 a")
    found += null_faults(record.lancamentos, DICE, NULL_GROUNDS, "BF R22")
    number = deciding(record)
    same: Fate | None = None
    fates: Mapping[str, Fate] = {}
    if number is not None:
        fates = fates_of(record, rules, record.lancamentos[number - 1], number)
    else:
        same = _fate(Outcome.PENDENTE, UNDECIDED, "BF R13")
    if record.void is not None:
        same = decide_void(record, number, found) or same
    found += late_faults(record.bets, record.alteracoes, windows_of(record), close_rule(record))
    if number is not None:
        found += too_late_faults(record, number)
    too_late = _fate(Outcome.DEVOLVIDA, LATE, close_rule(record))
    lines: list[Line] = []
    for laid in bets_at(record, rules, number):
        bet = laid.bet
        if impossible(bet):
            rule = "BF R7" if bet.risco and bet.tipo in SPOTS else "BF R6"
            found.append(impossible_bet(bet, rule))
            fate = _fate(Outcome.DEVOLVIDA, IMPOSSIBLE, rule, values={"aposta": what(bet)})
        elif laid.late:
            fate = too_late
        else:
            fate = same if same is not None else fates[bet.tipo]
        lines.append(line_of(laid, fate))
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        void=same is not None and same.outcome is Outcome.DEVOLVIDA,
        result={} if number is None else result_of(record.lancamentos[number - 1], number),
        found=tuple(found),
    )


def what(bet: Aposta) -> str:
    """Return the name of a bet: its spot, and whether the bet lies on the line."""
    name = f"{bet.tipo} {bet.selecao}".strip()
    return f"{name} (risco)" if bet.risco else name


def impossible(bet: Aposta) -> bool:
    """Tell whether the cloth has no such bet: another spot, a selection, ases on a line (R7)."""
    return bet.tipo not in SPOTS or bool(bet.selecao) or (bet.risco and bet.tipo not in LINED)


def result_of(throw: Throw, number: int) -> Mapping[str, object]:
    """Return the outcome in the game's own words."""
    return {
        "dados": list(throw.dados),
        "soma": throw.total,
        "chance": SUMS[throw.total],
        "lancamento": number,
    }


def fates_of(
    record: BancaFrancesaRecord, rules: BancaFrancesaRules, throw: Throw, number: int
) -> Mapping[str, Fate]:
    """Return the fate of each spot by the deciding throw (R20 d, R23, R26)."""
    chance = SUMS[throw.total]
    times = rules.pays[chance]
    touched = is_abafo(record, number)
    came = {"dados": shown(throw.dados), "total": throw.total, "chance": chance, "vezes": times}
    fates: dict[str, Fate] = {}
    for spot in SPOTS:
        values = {**came, "aposta": spot}
        if spot == chance:
            fates[spot] = _fate(Outcome.GANHA, WINS, "BF R26", times=times, values=values)
        elif touched:
            fates[spot] = _fate(Outcome.NULA, ABAFO, "BF R20 d", values=values)
        else:
            fates[spot] = _fate(Outcome.PERDE, LOSES, "BF R14", values=values)
    return fates


def line_of(laid: Laid, fate: Fate) -> Line:
    """Return the line of a bet. All odds are whole: only half of an odd stake is rounded down."""
    bet, stake = laid.bet, laid.stake
    rules, why = fate.rules, fate.why
    if bet.risco and bet.tipo in LINED:
        values = {"fichas": max(bet.valor, 0), "contam": laid.contam}
        rules = ("BF R8", *rules)
        why = (Step(ON_THE_LINE, values, "BF R8"), *why)
    elif fate.outcome is Outcome.DEVOLVIDA:
        stake = max(bet.valor, 0)  # chips on a line that is none: all of them
    return Line(
        seat=bet.seat,
        bet=bet.bet,
        outcome=fate.outcome,
        stake=stake,
        prize=fate.times * stake,
        returned=stake if fate.back else 0,
        rules=rules,
        why=why,
    )


def decide_void(record: BancaFrancesaRecord, number: int | None, found: list[Found]) -> Fate | None:
    """Return the fate of all bets of a round declared void; None where its dice stand.

    R36: void only if the spot was not validly shown; R37: never for the player's network; at a
    table in the room a null throw is repeated, and no rule voids the round.
    """
    assert record.void is not None
    cause = record.void.cause
    online = record.mode != PHYSICAL
    if online and record.void.side == "player":
        found.append(
            Found(code="VOID-NET", rule="BF R37", recorded=cause, facts={"side": "player"})
        )
        return None if number is not None else _fate(Outcome.PENDENTE, NETWORK, "BF R37")
    rule = "BF R36" if online else "BF R22"
    if number is not None:
        throw = record.lancamentos[number - 1]
        expected = f"{shown(throw.dados)} {SUMS[throw.total]}"
        found.append(void_bad(rule, expected=expected, recorded=cause))
        return None
    if not online and not any(throw.nulo is not None for throw in record.lancamentos):
        found.append(void_bad(rule, expected="", recorded=cause))
    rules = ("BF R36", "BF R38") if online else ("BF R22",)
    return _fate(Outcome.DEVOLVIDA, VOID, *rules)
