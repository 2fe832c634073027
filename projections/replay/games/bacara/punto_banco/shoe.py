"""Faults of the packs and the shoe: what they can hold, cuts, burned cards, the last coup."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from projections.replay.games.bacara.points import POINTS
from projections.replay.games.bacara.punto_banco.record import PuntoBancoRecord
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.kit.bets import is_after
from projections.replay.kit.coups.window import when
from projections.replay.kit.shoe import Burned, Shoe, impossible
from projections.replay.settlement import Found

OPENING: Final = "opening"
COUP: Final = "coup"


def check_shoe(
    record: PuntoBancoRecord,
    shoe: Shoe,
    rules: PuntoBancoRules,
    cites: Cites,
    found: list[Found],
) -> None:
    """R3, R15-R17, R24: the packs, what they can have held, cuts, burned cards, the last coup."""
    due = rules.decks_shuffler if shoe.shuffler else rules.decks.get(record.mesa)
    if shoe.shuffles or shoe.decks != due:
        check_decks(record, shoe, rules, cites, found)
    check_cards(record, shoe, cites, found)
    told = shoe.cuts or shoe.shuffles or shoe.cut_card_before
    if told and not shoe.shuffler and record.has("shuffles"):
        check_cuts(shoe, rules, cites, found)
    if record.cartas and record.primeiro is not None and record.has("burns"):
        check_burns(record, shoe, rules, cites, found)


def check_decks(
    record: PuntoBancoRecord,
    shoe: Shoe,
    rules: PuntoBancoRules,
    cites: Cites,
    found: list[Found],
) -> None:
    """R3, R15 b: the packs that the table has, and those that were shuffled."""
    decks = decks_due(record, shoe, rules)
    said = [shuffle.decks for shuffle in shoe.shuffles[-1:] if shuffle.decks is not None]
    found.extend(
        Found(
            code="PB-DECK",
            rule=cites.rule("R15 b" if shoe.shuffler else "R3"),
            expected=" / ".join(map(str, decks)),
            recorded=str(count),
            facts={"mesa": record.mesa, "shuffler": shoe.shuffler},
        )
        for count in dict.fromkeys((shoe.decks, *said))
        if count not in decks
    )


def decks_due(record: PuntoBancoRecord, shoe: Shoe, rules: PuntoBancoRules) -> tuple[int, ...]:
    """Return the numbers of packs allowed: the table's, or of any table where none is named."""
    if shoe.shuffler:
        return (rules.decks_shuffler,)
    due = rules.decks.get(record.mesa)
    return tuple(rules.decks.values()) if due is None else (due,)


def check_cards(record: PuntoBancoRecord, shoe: Shoe, cites: Cites, found: list[Found]) -> None:
    """R3: no card that the packs do not hold, or do not hold so often."""
    cards: list[str | None] = [one.card for one in record.cartas]
    if shoe.burned:
        cards.extend(one.card for one in _burned_now(record, shoe) if one.card is not None)
    out, decks = shoe.out, shoe.decks
    if decks >= len(cards) and not out and _KNOWN.issuperset(cards):
        return  # so few cannot repeat one too often
    found.extend(structs.replace(one, rule=cites.rule("R3")) for one in impossible(cards, shoe))


def _burned_now(record: PuntoBancoRecord, shoe: Shoe) -> list[Burned]:
    """Return the burned cards that ``out`` does not count: of a new shoe, or since the call."""
    since = shoe.shuffles[-1] if shoe.shuffles else record.nada_mais
    return [one for one in shoe.burned if since is not None and is_after(one, since)]


_KNOWN: Final = frozenset((*POINTS, None))


def check_cuts(shoe: Shoe, rules: PuntoBancoRules, cites: Cites, found: list[Found]) -> None:
    """R16, R17: the carta-aviso before the last twelve, and no coup after the one it came in."""
    behind = str(rules.behind_cut_card)
    last = shoe.shuffles[-1] if shoe.shuffles else None
    # Packs that were replaced before they were played need no cut, and theirs is not these packs'.
    cuts = [cut for cut in shoe.cuts if last is None or not is_after(last, cut)]
    found.extend(
        _of_shoe(cites, "R16", behind, str(cut.cut_card), "carta_aviso")
        for cut in cuts
        if cut.cut_card is not None and cut.cut_card != rules.behind_cut_card
    )
    if shoe.shuffles and not cuts:
        found.append(_of_shoe(cites, "R16", behind, "", "corte"))
    if shoe.cut_card_before:
        found.append(_of_shoe(cites, "R17", "baralhar e cortar", "", "ultimo_lance"))


def check_burns(
    record: PuntoBancoRecord,
    shoe: Shoe,
    rules: PuntoBancoRules,
    cites: Cites,
    found: list[Found],
) -> None:
    """R16, R24: eight cards out of a new shoe; one before every coup but the first, after R22."""
    since = shoe.shuffles[-1] if shoe.shuffles and not shoe.shuffler else None
    burned = [one for one in shoe.burned if since is None or not is_after(since, one)]
    due_first = rules.opening_burn if record.primeiro and not shoe.shuffler else 0
    due_coup = 0 if record.primeiro else rules.coup_burn
    first = _count(burned, OPENING)
    unsaid = _count(burned, None)
    fill = min(unsaid, max(due_first - first, 0))
    first += fill
    coup = _count(burned, COUP) + unsaid - fill
    if first != due_first:
        found.append(_of_shoe(cites, "R16", str(due_first), str(first), "queima_inicial"))
    if coup != due_coup:
        found.append(_of_shoe(cites, "R24", str(due_coup), str(coup), "queima"))
        return
    call = record.nada_mais
    if call is not None and due_coup:
        found.extend(
            _of_shoe(cites, "R24", f"> {when(call)}", when(one), "queima_cedo")
            for one in burned
            if one.cause in (COUP, None) and is_after(call, one)
        )


def _count(burned: Sequence[Burned], cause: str | None) -> int:
    """Return how many cards were burned for a cause before the first card of the coup."""
    return sum(one.count for one in burned if one.cause == cause and not one.after)


def _of_shoe(cites: Cites, rule: str, expected: str, recorded: str, fact: str) -> Found:
    return Found(
        code="PB-SHOE",
        rule=cites.rule(rule),
        expected=expected,
        recorded=recorded,
        facts={"fact": fact},
    )


def check_packs(record: PuntoBancoRecord, cites: Cites, found: list[Found]) -> None:
    """R3: where one card is bad, all packs are replaced."""
    if not record.has("equipment"):
        return
    decks = record.sabot.decks if record.sabot is not None else 0
    for one in record.trocas:
        few = one.baralhos is not None and one.baralhos < decks
        if one.cartas or few:
            found.append(
                Found(
                    code="EQ-BAD",
                    rule=cites.rule("R3"),
                    expected=str(decks or ""),
                    recorded=" ".join(one.cartas) or str(one.baralhos),
                    facts={"reason": one.razao or ""},
                )
            )
