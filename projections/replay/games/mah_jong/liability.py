"""Who bears the loss of the other two (R36-R41, R44-R45; R73-R74, R77).

What lies on the table decides R36, R37 and R38, ruling or none. The others lean on what a player
held, and the fiscal's ruling stands unless the record shows that it cannot.
"""

from typing import Final

from msgspec import Struct

from projections.replay.games.mah_jong.hand import groups_of, waits
from projections.replay.games.mah_jong.record import MahJongRecord, Responsavel
from projections.replay.games.mah_jong.rules import Variant
from projections.replay.games.mah_jong.table import Declaracao, Descartada
from projections.replay.games.mah_jong.true_and_false_wins import Decisao, Julgada
from projections.replay.kit.tiles import FAT_CHOI, HONOURS, TRUNFOS, WINDS
from projections.replay.settlement import Found

SETS_IN_SIGHT: Final = 3
RULES: Final = ("R36", "R37", "R38", "R39", "R40", "R41")
RULES_SIMPLIFIED: Final = ("R73", "R74")
DISCARD_RULES: Final = frozenset({*RULES, *RULES_SIMPLIFIED} - {"R37"})


class Obrigacao(Struct, frozen=True, gc=False):
    """Who bears the others' loss, and by which rule."""

    seat: int
    rule: str


class Apurado(Struct, frozen=True, gc=False):
    """The player liable for the others' loss, as far as a game's record shows him."""

    bearer: Obrigacao | None = None
    found: tuple[Found, ...] = ()
    """Rulings that the record contradicts."""
    open: bool = False
    """Whether it hangs on a piece on the table that nobody can read."""


def liable(record: MahJongRecord, variant: Variant, decided: Decisao) -> Apurado:
    """Return the players who bear the others' loss, and the rulings that the record contradicts."""
    won = decided.winner
    rulings = record.responsaveis
    if won is None or won.value is None:
        if decided.open:
            return Apurado()
        return Apurado(found=tuple(_contradicted(one, "sem vencedor") for one in rulings))
    shown = _by_the_table(record, variant, decided, won)
    found: list[Found] = []
    standing: list[Obrigacao] = []
    for ruling in rulings:
        rule = rule_of(ruling)
        said = Obrigacao(ruling.seat, rule)
        if said == shown or (
            ruling.seat in decided.play.places and _may_be(record, variant, won, said)
        ):
            standing.append(said)
        else:
            found.append(_contradicted(ruling, "" if shown is None else str(shown.seat)))
    if shown is not None and _exemption_hangs(record, variant, won):
        return Apurado(standing[0] if standing else None, tuple(found), open=not standing)
    if shown is not None:
        if not standing and not record.cobrancas:
            found.append(
                Found(
                    code="MJ-LIAB",
                    rule=f"MJ {shown.rule}",
                    seat=shown.seat,
                    expected=str(shown.seat),
                    facts={"fact": "sem_decisao"},
                )
            )
        return Apurado(shown, tuple(found))
    return Apurado(standing[0] if standing else None, tuple(found))


def rule_of(ruling: Responsavel) -> str:
    """Return a ruling's rule without the section's code.

    >>> rule_of(Responsavel(seat=2, rule="MJ R36"))
    'R36'
    """
    return ruling.rule.strip().rpartition(" ")[2]


def _contradicted(ruling: Responsavel, expected: str) -> Found:
    return Found(
        code="MJ-LIAB",
        rule=f"MJ {rule_of(ruling)}",
        seat=ruling.seat,
        expected=expected,
        recorded=str(ruling.seat),
        facts={"fact": "decisao"},
    )


def exempt(variant: Variant, won: Julgada, *, sight_known: bool) -> str | None:
    """Return the rule by which a discard obliges nobody (R44, R45, R77), or None."""
    discard = won.declared.discard
    names = won.value.names if won.value is not None else ()
    if variant.claims and ("cheng_iu" in names or "chun_chu" in names):
        return "R44"
    kinds = HONOURS if variant.claims else (FAT_CHOI,)
    if discard is None or not sight_known or discard.unseen:
        return None
    pedra = discard.pedra or won.declared.pedra
    if pedra in kinds and pedra not in discard.in_sight:
        return "R45" if variant.claims else "R77"
    return None


def _exemption_hangs(record: MahJongRecord, variant: Variant, won: Julgada) -> bool:
    """Tell whether a piece that nobody can read decides if the discard obliges anybody."""
    discard = won.declared.discard
    if discard is None or not discard.unseen or not record.has("cards"):
        return False
    pedra = discard.pedra or won.declared.pedra
    kinds = HONOURS if variant.claims else (FAT_CHOI,)
    return pedra is None or (pedra in kinds and pedra not in discard.in_sight)


def _by_the_table(
    record: MahJongRecord, variant: Variant, decided: Decisao, won: Julgada
) -> Obrigacao | None:
    """Return the players liable by the sets on the table: R36, R37, R38."""
    declared = won.declared
    sight_known = record.has("cards")
    if not variant.claims or exempt(variant, won, sight_known=sight_known) is not None:
        return None
    for rule in ("R36", "R37", "R38"):
        seat = declared.opened[-1].de if rule == "R37" and declared.opened else declared.de
        if seat not in decided.play.places or seat == declared.seat:
            continue
        said = Obrigacao(seat, rule)
        recorded = declared.discard is not None or rule == "R37"
        honour_sight = rule != "R38" or sight_known
        if recorded and honour_sight and _condition(won, said) is True:
            return said
    return None


def _may_be(record: MahJongRecord, variant: Variant, won: Julgada, said: Obrigacao) -> bool:
    """Tell whether the record does not contradict a ruling."""
    rules = RULES if variant.claims else RULES_SIMPLIFIED
    if said.rule not in rules or said.seat == won.declared.seat:
        return False
    if exempt(variant, won, sight_known=record.has("cards")) is not None:
        return False
    return _condition(won, said) is not False


def _condition(won: Julgada, said: Obrigacao) -> bool | None:
    """Return whether a rule's conditions are met; None where only the fiscal can tell."""
    declared, rule = won.declared, said.rule
    assert won.value is not None
    names = won.value.names
    robbed = declared.robbed or (declared.de is not None and declared.discard is None)
    if rule in DISCARD_RULES and (declared.de != said.seat or declared.robbed):
        return False
    if rule == "R36":
        return "cheng_iat_sek" in names and _in_sight(declared)
    if rule == "R37":
        return "cheng_iat_sek" in names and _fourth(declared, said.seat)
    if rule == "R38":
        return _great(names, declared.pedra)
    discard = declared.discard
    if robbed or discard is None or not discard.pedra:
        return None
    return None if _held_so(rule, discard) else False


def _in_sight(declared: Declaracao) -> bool | None:
    """Return whether three sets of the suit lie open; None where a closed k'óng is the third."""
    of_suit = [one for one in declared.opened if len(groups_of(one.pedras)) == 1]
    if sum(one.de is not None for one in of_suit) >= SETS_IN_SIGHT:
        return True
    return None if len(of_suit) >= SETS_IN_SIGHT else False


def _fourth(declared: Declaracao, seat: int) -> bool | None:
    """Return whether his discard made the fourth open set, and the next draw won."""
    opened = declared.opened
    if not declared.drawn or len(opened) != SETS_IN_SIGHT + 1 or opened[-1].de != seat:
        return False
    if any(one.de is None for one in opened):
        return None
    kind = opened[-1].conjunto
    if kind is not None and kind.tipo == "kong":
        return None
    return declared.draws_since_set == 1


def _great(names: tuple[str, ...], pedra: str | None) -> bool | None:
    """Return whether a trunfo, or a wind, completed the great sets of its kind."""
    trunfos, winds = "tai_sam_un" in names, "tai_sei_hei" in names
    if (trunfos and pedra in TRUNFOS) or (winds and pedra in WINDS):
        return True
    return None if (trunfos or winds) and (pedra is None or pedra in HONOURS) else False


def _held_so(rule: str, discard: Descartada) -> bool:
    """Tell whether the discarder may have held what the rule says, as far as it is known."""
    pedra = discard.pedra
    before, after = discard.before_discard, discard.after
    if rule in ("R39", "R73"):
        kinds = (FAT_CHOI,) if rule == "R73" else HONOURS
        if rule == "R73" and pedra == FAT_CHOI:
            return False
        return after is None or any(tile in kinds for tile in after)
    sets = 1 if rule == "R74" else 4
    waited = None
    if discard.before_draw is not None:
        waited = bool(waits(discard.before_draw, discard.opened_before, sets))
    if rule == "R40":
        return waited is not True and (before is None or _in_a_set(before, pedra))
    if rule == "R41":
        still = after is not None and bool(waits(after, discard.opened, sets))
        return waited is not False and not still
    return waited is not False and (before is None or before.count(pedra) >= SETS_IN_SIGHT)


def _in_a_set(held: tuple[str, ...], pedra: str) -> bool:
    """Tell whether a piece is of three alike, or of a run, among those held."""
    if held.count(pedra) >= SETS_IN_SIGHT:
        return True
    group, _, number = pedra.partition("-")
    if not number.isdigit():
        return False
    at = int(number)
    near = {one for one in range(at - 2, at + 3) if f"{group}-{one}" in held}
    return any({low, low + 1, low + 2} <= near for low in (at - 2, at - 1, at))
