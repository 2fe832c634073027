"""The sentences on a bet at craps, in both languages."""

from collections.abc import Mapping
from typing import Final

from projections.replay.games.dice.craps.record import CONTRA, FAVOR, HARDWAY, Aposta, number_of
from projections.replay.settlement import Phrase

_PT, _EN = "{n}.º lançamento, {dados} = {total}: ", "Throw {n}, {dados} = {total}: "
WINS: Final = Phrase(
    pt=_PT + "{aposta} ganha {vezes} × {stake:m} = {prize:m}; a aposta, {returned:m}, é do"
    " jogador.",
    en=_EN + "{bet_en} wins {vezes} × {stake:m} = {prize:m}; the stake, {returned:m}, is the"
    " player's.",
)
WINS_NUMBER: Final = Phrase(
    pt=_PT + "com o número {numero}, {aposta} ganha {vezes} × {stake:m} = {prize:m}; a aposta,"
    " {returned:m}, é do jogador.",
    en=_EN + "on the number {numero}, {bet_en} wins {vezes} × {stake:m} = {prize:m}; the stake,"
    " {returned:m}, is the player's.",
)
LOSES: Final = Phrase(
    pt=_PT + "{aposta} não ganha; perdem-se {stake:m}.",
    en=_EN + "{bet_en} does not win; {stake:m} are lost.",
)
LOSES_NUMBER: Final = Phrase(
    pt=_PT + "com o número {numero}, {aposta} perde; perdem-se {stake:m}.",
    en=_EN + "on the number {numero}, {bet_en} loses; {stake:m} are lost.",
)
BARRED: Final = Phrase(
    pt=_PT + "é o «bar»: {aposta} não ganha nem perde e voltam {returned:m}.",
    en=_EN + "that is the bar: {bet_en} neither wins nor loses and {returned:m} go back.",
)
BASE_GONE: Final = Phrase(
    pt="A aposta {base} foi decidida sem ter número: as odds caem com ela e voltam {returned:m}.",
    en="Bet {base} was decided without a number: the odds fall with it and {returned:m} go back.",
)
NO_BASE: Final = Phrase(
    pt="Não há aposta simples por decidir em que as odds assentem: não valem e voltam"
    " {returned:m}.",
    en="There is no undecided line bet for the odds to lean on: they do not stand and"
    " {returned:m} go back.",
)
TOO_LATE: Final = Phrase(
    pt="Feita depois do primeiro lançamento da série, que a decide: não vale e voltam"
    " {returned:m}.",
    en="Placed after the first throw of the series, which decides it: it does not stand and"
    " {returned:m} go back.",
)
LATE: Final = Phrase(
    pt="Feita depois de fechadas as apostas do último lançamento: não vale e voltam {returned:m}.",
    en="Placed after the bets of the last throw were closed: it does not stand and {returned:m}"
    " go back.",
)
IMPOSSIBLE: Final = Phrase(
    pt="«{tipo} {selecao}» não existe nesta mesa: não vale e voltam {returned:m}.",
    en="“{tipo} {selecao}” does not exist at this table: it does not stand and {returned:m} go"
    " back.",
)
UNDECIDED: Final = Phrase(
    pt="Nenhum lançamento a decidiu: {stake:m} continuam na mesa.",
    en="No throw decided it: {stake:m} stay on the table.",
)
NETWORK: Final = Phrase(
    pt="A falha foi da rede ou do equipamento do jogador: a jogada não é nula e {stake:m} esperam"
    " o lançamento.",
    en="The player's network or equipment failed: the round is not void and {stake:m} wait for"
    " the throw.",
)
VOID: Final = Phrase(
    pt="Jogada anulada antes de decidida a aposta: voltam {returned:m}.",
    en="Round void before the bet was decided: {returned:m} go back.",
)

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "pass_line": ("o pass-line", "the pass line"),
    "dont_pass_line": ("o don't pass-line", "the don't pass line"),
    "come": ("o come", "come"),
    "dont_come": ("o don't come", "don't come"),
    "odds": ("a aposta odds", "the odds bet"),
    "big_6": ("o big 6", "big 6"),
    "big_8": ("o big 8", "big 8"),
    "under_seven": ("under seven", "under seven"),
    "over_seven": ("over seven", "over seven"),
    "craps": ("craps", "craps"),
    "field": ("o field", "the field"),
}
_PAIRS: Final = {
    4: ("o par de duques", "hard 4"),
    6: ("o par de ternos", "hard 6"),
    8: ("o par de quadras", "hard 8"),
    10: ("o par de quinas", "hard 10"),
}


def named(bet: Aposta) -> dict[str, str]:
    """Return the name of a bet, in both languages."""
    number = number_of(bet)
    if bet.tipo == HARDWAY and number is not None:
        pt, en = _PAIRS[number]
    elif bet.tipo == FAVOR:
        pt, en = f"o {number} a favor", f"{number} before seven"
    elif bet.tipo == CONTRA:
        pt, en = f"o {number} contra", f"seven before {number}"
    elif bet.tipo.startswith("total_"):
        total = bet.tipo.removeprefix("total_")
        pt, en = f"o total {total}", f"total {total}"
    else:
        pt, en = _NAMES.get(bet.tipo, (bet.tipo, bet.tipo))
    return {"aposta": pt, "bet_en": en}
