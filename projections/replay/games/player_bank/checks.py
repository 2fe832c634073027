"""Faults of a jogada against a player's bank: dice, deal, turns, capital, bets.

No game's rule: each gives the numbers it cites and the codes its faults stand under (``Law``).
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.player_bank.jogada import (
    ASSOCIADO,
    ATRAS,
    CASA,
    MUDOU,
    NOT_FLAT,
    RECUSOU,
    TOMOU,
    betting_ended,
    dealt_to,
    fault_of,
    from_place,
    joined_late,
    named_by_dice,
    own_place,
    place_of,
    shaken,
)
from projections.replay.games.player_bank.payments import money_faults
from projections.replay.games.player_bank.settling import BankRound
from projections.replay.kit.bets import is_after, repeated_numbers
from projections.replay.kit.coups import no_online, stake_faults, when
from projections.replay.kit.dice import counts, dice_faults, null_faults, shown
from projections.replay.settlement import Found, Settlement, money_text

GANHA: Final = "ganha"
PERDE: Final = "perde"


def bank_faults(jogada: BankRound, settlement: Settlement) -> list[Found]:
    """Return every fault that does not lie in the amount of a payment."""
    record, law = jogada.record, jogada.law
    found = [
        *no_online(record),
        *check_dice(jogada),
        *check_first(jogada),
        *check_void(jogada),
        *check_capital(jogada),
        *check_turn(jogada),
        *check_refusal(jogada),
        *check_kept(jogada),
        *check_opening(jogada),
    ]
    if record.has("cards"):
        found += check_deal(jogada)
        found += check_hands(jogada)
    if record.has("bets"):
        found += check_bets(jogada)
        found += check_associates(jogada)
    found += repeated_numbers(record.bets)
    if record.banqueiro and record.banqueiro not in jogada.places:
        found.append(fault_of("RES-IMPOSS", law.pieces, "banqueiro", "", record.banqueiro))
    found += check_announced(jogada)
    if record.has("payouts"):
        found += money_faults(jogada, settlement)
    return found


# --- dice and deal -------------------------------------------------------------------------------


def check_dice(jogada: BankRound) -> Iterator[Found]:
    """Faults of the dice: impossible faces, another thrower, a second throw without a reason."""
    record, law = jogada.record, jogada.law
    yield from dice_faults(record.dados, jogada.rules.dice, law.pieces)
    yield from null_faults(record.dados, jogada.rules.dice, NOT_FLAT, law.flat)
    decided = False
    known = record.banqueiro in jogada.places
    for number, throw in enumerate(record.dados, 1):
        by = place_of(record, "", throw.by)
        if known and by not in (None, record.banqueiro):
            yield fault_of(
                law.deal_code, law.flat, f"lancador {number}", record.banqueiro, throw.by
            )
        if decided:
            yield fault_of(law.deal_code, law.flat, f"repetido {number}", "", shown(throw.dados))
        decided = decided or counts(throw, jogada.rules.dice, NOT_FLAT)
    if record.dados and not decided and (record.dealt() or record.aberturas) and not jogada.void:
        last = record.dados[-1]
        recorded = f"{last.nulo or ''} {shown(last.dados)}".strip()
        yield fault_of(law.deal_code, law.flat, "mal assentes", "novo lançamento", recorded)


def check_first(jogada: BankRound) -> Iterator[Found]:
    """Compare the place that received first with the place that the dice name."""
    record, law = jogada.record, jogada.law
    due = named_by_dice(record, jogada.rules)
    if due is None:
        return
    received = dealt_to(record)[:1] if record.has("cards") else []
    for wrong in dict.fromkeys((record.primeiro_lugar, *received)):
        if wrong is not None and wrong != due:
            yield fault_of(law.deal_code, law.first, "primeiro lugar", due, wrong, seat=wrong)


def check_deal(jogada: BankRound) -> Iterator[Found]:
    """To every place its number, all of a place's at once, anticlockwise.

    A wrong number that was declared void was put right.
    """
    record, law, hands = jogada.record, jogada.law, jogada.hands
    if record.void is not None or record.banqueiro not in jogada.places:
        return
    wrong = hands.wrong_number()
    if wrong:
        told = ", ".join(f"{place}: {count}" for place, count in sorted(wrong.items()))
        yield fault_of(law.deal_code, law.number, "numero", hands.size, told)
        return
    order = dealt_to(record)
    if not order:
        return
    turns = order[:: hands.size]
    if order != [place for place in turns for _ in range(hands.size)]:
        recorded = "-".join(map(str, order))
        yield fault_of(law.deal_code, law.number, "seguidas", hands.size, recorded)
    elif turns != [*from_place(jogada.places, turns[0] or 0)]:
        due = "-".join(map(str, from_place(jogada.places, turns[0] or 0)))
        yield fault_of(law.deal_code, law.order, "sentido", due, "-".join(map(str, turns)))


def check_hands(jogada: BankRound) -> Iterator[Found]:
    """Another card opened than was dealt there cannot be."""
    for place in jogada.hands.contradicted():
        dealt = [card or "?" for card in jogada.hands.dealt.get(place, ())]
        yield fault_of(
            "RES-IMPOSS",
            jogada.law.pieces,
            "abertura",
            " ".join(dealt),
            " ".join(jogada.hands.opened[place]),
            seat=place,
        )


def check_opening(jogada: BankRound) -> Iterator[Found]:
    """Find a banker's hand opened before all had seen theirs, or, by some laws, opened last."""
    record, law = jogada.record, jogada.law
    banker = record.banqueiro
    own = [one for one in record.aberturas if place_of(record, "", one.seat) == banker]
    if not own:
        return
    for seen in record.vistas:
        if place_of(record, "", seen.seat) != banker and is_after(seen, own[0]):
            yield fault_of(
                law.deal_code, law.opening, "vista", when(own[0]), when(seen), seat=seen.seat
            )
    if not law.banker_first:
        return
    for other in record.aberturas:
        if place_of(record, "", other.seat) != banker and is_after(own[0], other):
            yield fault_of(
                law.deal_code, law.opening, "abertura", when(own[0]), when(other), seat=other.seat
            )


def check_void(jogada: BankRound) -> Iterator[Found]:
    """Void only for a wrong number dealt or a set that is not whole, and then always."""
    record = jogada.record
    if record.void is not None and not jogada.ground:
        yield Found(
            code="VOID-BAD",
            rule=jogada.law.number,
            recorded=record.void.cause,
            amount=sum(stake.bet.valor for stake in jogada.stakes),
        )
    if record.void is None and jogada.ground:
        yield Found(code="VOID-MISS", rule=jogada.ground, expected="jogada anulada")


# --- the bank ------------------------------------------------------------------------------------


def check_capital(jogada: BankRound) -> Iterator[Found]:
    """Find capital that was not on the table before the dice, or was moved after them."""
    record, law = jogada.record, jogada.law
    if record.has("bets") and (record.capital is None or record.capital <= 0):
        recorded = "" if record.capital is None else money_text(record.capital)
        yield fault_of(
            law.bank_code, law.capital, "capital", "> 0.00", recorded, seat=record.banqueiro
        )
    began = shaken(record)
    if began is None:
        return
    for act in record.actos:
        if act.seat == record.banqueiro and act.valor is not None and is_after(act, began):
            yield fault_of(
                law.bank_code,
                law.capital,
                "depois dos dados",
                when(began),
                f"{when(act)} {money_text(act.valor)}",
                seat=act.seat,
            )
    for one in record.associacoes:
        if joined_late(one, began):
            yield fault_of(
                law.bank_code,
                {CASA: law.house, ATRAS: law.behind}.get(one.papel, law.associate),
                "depois dos dados",
                when(began),
                f"{when(one)} {money_text(one.valor)}",
                seat=one.seat,
                amount=one.valor,
            )


def check_turn(jogada: BankRound) -> Iterator[Found]:
    """Two jogadas running at the most, unless all the others agree."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    if before is None or before.banqueiro != record.banqueiro:
        return
    running = before.seguidas + 1
    if running <= jogada.rules.turns:
        return
    taken = [one for one in record.actos if one.acto == TOMOU and one.seat == record.banqueiro]
    agreed = {*(taken[-1].acordo if taken and taken[-1].acordo else before.acordo)}
    others = (
        {*record.sentados}
        if record.sentados is not None
        else {own_place(stake.bet) for stake in jogada.stakes if not stake.late}
    )
    missing = others - {record.banqueiro} - agreed
    if missing or (record.sentados is None and not agreed):
        recorded = f"{running}; acordo: {', '.join(map(str, sorted(agreed)))}"
        yield fault_of(
            law.bank_code,
            law.turn,
            "seguidas",
            f"<= {jogada.rules.turns}",
            recorded,
            seat=record.banqueiro,
        )


def check_refusal(jogada: BankRound) -> Iterator[Found]:
    """Find a refused bank that skipped a place, or passed to a player without a bet last time."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    refused = [one.seat for one in record.actos if one.acto == RECUSOU]
    banker = record.banqueiro
    if before is None or before.apostaram is None or not refused:
        return
    if banker == before.banqueiro or banker in refused or banker not in jogada.places:
        return
    if banker not in before.apostaram:
        told = ", ".join(map(str, sorted(before.apostaram)))
        yield fault_of(law.bank_code, law.refused, "sem aposta", told, banker, seat=banker)
        return
    path = from_place(jogada.places, refused[-1])[1:]
    for place in path[: path.index(banker)] if banker in path else ():
        seated = record.sentados is None or place in record.sentados
        if (
            seated
            and place in before.apostaram
            and place not in refused
            and place != before.banqueiro
        ):
            yield fault_of(law.bank_code, law.refused, "lugar", place, banker, seat=banker)
            return


def check_kept(jogada: BankRound) -> Iterator[Found]:
    """Find a banker who goes on with less on the table than his capital and winnings."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    began = shaken(record)
    goes_on = before is not None and before.banqueiro == record.banqueiro
    lay = [before.fica] if goes_on and before is not None and before.fica is not None else []
    lay += [
        act.valor
        for act in record.actos
        if act.acto in (TOMOU, MUDOU)
        and act.seat == record.banqueiro
        and act.valor is not None
        and not (began is not None and is_after(act, began))
    ]
    least = max(lay, default=None)
    if least is None or record.capital is None or record.capital >= least:
        return
    yield fault_of(
        law.bank_code,
        law.kept,
        "reduzido",
        money_text(least),
        money_text(record.capital),
        seat=record.banqueiro,
        amount=record.capital - least,
    )


def check_associates(jogada: BankRound) -> Iterator[Found]:
    """Who entrusted capital to the banker bets nowhere else; a bet at his place bars nothing."""
    record, law = jogada.record, jogada.law
    began = shaken(record)
    joined = [
        one for one in record.associacoes if one.papel == ASSOCIADO and not joined_late(one, began)
    ]
    for stake in jogada.stakes:
        bet = stake.bet
        his = any(
            one.player == bet.player
            if one.player is not None and bet.player is not None
            else one.seat == own_place(bet)
            for one in joined
        )
        if his and stake.stands and not stake.behind:
            yield Found(
                code=law.bank_code,
                rule=law.associate,
                seat=bet.seat,
                bet=bet.bet,
                expected=str(record.banqueiro),
                recorded=str(bet.seat),
                amount=bet.valor,
                facts={"fact": "associado"},
            )


# --- bets ----------------------------------------------------------------------------------------


def check_bets(jogada: BankRound) -> Iterator[Found]:
    """Bets late or changed late, below nothing, outside the table's limits."""
    record, law = jogada.record, jogada.law
    closed = betting_ended(record)
    for stake in jogada.stakes:
        if stake.late:
            yield Found(
                code="BET-LATE",
                rule=law.close,
                seat=stake.bet.seat,
                bet=stake.bet.bet,
                expected=when(closed),
                recorded=when(stake.bet),
                amount=stake.bet.valor,
            )
    late = {stake.bet.bet for stake in jogada.stakes if stake.late}
    seats = {bet.bet: bet.seat for bet in reversed(record.bets)}
    for change in jogada.late_changes:
        if not (change.retirada and change.bet in late):
            yield Found(
                code="BET-LATE",
                rule=law.close,
                seat=seats.get(change.bet),
                bet=change.bet,
                expected=when(closed),
                recorded=when(change),
                amount=change.valor,
                facts={"fact": "retirada" if change.retirada else "alteracao"},
            )
    standing = [stake.bet for stake in jogada.stakes if not stake.late and not stake.impossible]
    yield from stake_faults(standing, record.limites, lambda bet: str(bet.seat))


def check_announced(jogada: BankRound) -> Iterator[Found]:
    """Find results said aloud that the hands do not give."""
    for said in jogada.record.resultados:
        judged = jogada.judged.get(said.seat)
        if judged is None or judged.wins is None or said.seat == jogada.record.banqueiro:
            continue
        due = GANHA if judged.wins else PERDE
        if said.resultado in (GANHA, PERDE) and said.resultado != due:
            yield fault_of(
                jogada.law.rank_code,
                judged.rules[-1],
                "resultado",
                due,
                said.resultado,
                seat=said.seat,
            )
