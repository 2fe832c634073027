"""The fate of each stake of a coup: won, lost, given back or undecided, by which rule, and why."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from msgspec import Struct

from projections.replay.kit.bets import Bet
from projections.replay.settlement import Found, Line, Outcome, Phrase, Step


class Fate(Struct, frozen=True, gc=False):
    """The fate of a stake."""

    outcome: Outcome
    rules: tuple[str, ...]
    why: tuple[Step, ...]
    times: int = 0
    """The prize, in stakes."""
    back: bool = False
    """Whether the stake goes back, or stays the player's."""


Fates = Mapping[str, Mapping[str, Fate]]
"""Of each ``tipo``, by selection."""

WINS: Final = Phrase(
    pt="{saiu}: {aposta} ganha {vezes} × {stake:m} = {prize:m}; a aposta, {returned:m}, é do"
    " jogador.",
    en="{came}: {bet_en} wins {vezes} × {stake:m} = {prize:m}; the stake, {returned:m}, is the"
    " player's.",
)
LOSES: Final = Phrase(
    pt="{saiu}: {aposta} não ganha; perdem-se {stake:m}.",
    en="{came}: {bet_en} does not win; {stake:m} are lost.",
)
LATE: Final = Phrase(
    pt="Feita depois de fechadas as apostas: não vale e voltam {stake:m}.",
    en="Placed after the bets were closed: it does not stand and {stake:m} go back.",
)
IMPOSSIBLE: Final = Phrase(
    pt="«{tipo} {selecao}» não existe nesta mesa: não vale e voltam {stake:m}.",
    en="“{tipo} {selecao}” does not exist at this table: it does not stand and {stake:m} go back.",
)
NOT_REPEATED: Final = Phrase(
    pt="O golpe foi nulo e não foi repetido: nada se decidiu.",
    en="The coup was null and was not repeated: nothing is decided.",
)
NO_OUTCOME: Final = Phrase(
    pt="Não há resultado que o material do jogo possa dar: nada se decidiu.",
    en="There is no outcome that the game's material can give: nothing is decided.",
)
NETWORK: Final = Phrase(
    pt="A falha foi da rede ou do equipamento do jogador: a jogada não é nula e espera o"
    " resultado.",
    en="The player's network or equipment failed: the round is not void and waits for its outcome.",
)
VOID: Final = Phrase(
    pt="Jogada anulada, sem resultado validamente assinalado: voltam {stake:m}.",
    en="Round void, no outcome validly shown: {stake:m} go back.",
)


def wins(times: int, values: Mapping[str, object], *rules: str) -> Fate:
    """Return the fate of a bet that wins a multiple of its stake, and keeps the stake."""
    step = Step(WINS, {**values, "vezes": times}, rules[0])
    return Fate(Outcome.GANHA, rules, (step,), times=times, back=True)


def loses(values: Mapping[str, object], *rules: str, phrase: Phrase = LOSES) -> Fate:
    """Return the fate of a bet that loses."""
    return Fate(Outcome.PERDE, rules, (Step(phrase, values, rules[0]),))


def given_back(phrase: Phrase, *rules: str, values: Mapping[str, object] | None = None) -> Fate:
    """Return the fate of a bet that does not stand, or of all bets of a void round."""
    return Fate(Outcome.DEVOLVIDA, rules, (Step(phrase, values or {}, rules[-1]),), back=True)


def undecided(phrase: Phrase, rule: str, **values: object) -> Fate:
    """Return the fate of all bets where nothing is decided."""
    return Fate(Outcome.PENDENTE, (rule,), (Step(phrase, values, rule),))


def cannot_be(bet: Bet, rule: str, found: list[Found]) -> Fate:
    """Note a bet that the cloth cannot have, and return its fate: the stake goes back.

    RES-IMPOSS, as for a card that no deck holds: no rule of play was another than the one in force.
    """
    found.append(
        Found(
            code="RES-IMPOSS",
            rule=rule,
            seat=bet.seat,
            bet=bet.bet,
            recorded=f"{bet.tipo} {bet.selecao}".strip(),
            amount=bet.valor,
            facts={"fact": "aposta"},
        )
    )
    return given_back(IMPOSSIBLE, rule, values={"tipo": bet.tipo, "selecao": bet.selecao})


def line_of(bet: Bet, fate: Fate) -> Line:
    """Return the line of a bet. All odds here are whole, so nothing is ever rounded."""
    stake = max(bet.valor, 0)
    return Line(
        seat=bet.seat,
        bet=bet.bet,
        outcome=fate.outcome,
        stake=bet.valor,
        prize=fate.times * stake,
        returned=stake if fate.back else 0,
        rules=fate.rules,
        why=fate.why,
    )


def ordinary_lines(bets: Sequence[Bet], last: int | None, fates: Fates) -> list[Line] | None:
    """Return the lines of a coup in which every bet is plain and came before ``last``'s place.

    None where one is not, which leaves them all to the long road. Written for speed: nearly all
    coups are settled here.
    """
    lines: list[Line] = []
    try:
        for bet in bets:
            stake = bet.valor
            if stake <= 0 or (last is not None and ((seq := bet.seq) is None or seq > last)):
                return None
            fate = fates[bet.tipo][bet.selecao]
            lines.append(
                Line(
                    seat=bet.seat,
                    bet=bet.bet,
                    outcome=fate.outcome,
                    stake=stake,
                    prize=fate.times * stake,
                    returned=stake if fate.back else 0,
                    rules=fate.rules,
                    why=fate.why,
                )
            )
    except KeyError:  # a bet that is not spelt as the cloth spells it
        return None
    return lines


def settled_lines(
    bets: Sequence[Bet],
    late: Collection[int],
    same: Fate | None,
    own: Callable[[Bet], Fate],
    too_late: Fate,
) -> tuple[Line, ...]:
    """Return every bet's line.

    ``late`` has the bets, by identity, that came after the close; ``same`` is the fate of all that
    stand, where no outcome decides each by itself.
    """
    lines: list[Line] = []
    for bet in bets:
        if id(bet) in late:
            fate = too_late
        else:
            fate = own(bet)
            if same is not None and fate.outcome is not Outcome.DEVOLVIDA:
                fate = same
        lines.append(line_of(bet, fate))
    return tuple(lines)
