"""Faults of a tie: who may choose, and how a challenge is dealt (DC R12-R14)."""

from collections.abc import Iterator

from projections.replay.games.house_cards.desafio_ao_casino.record import DESAFIAR, PERDER_METADE
from projections.replay.games.house_cards.desafio_ao_casino.settling import NO_DUEL, Round
from projections.replay.settlement import Found, money_text


def check_options(jogada: Round) -> Iterator[Found]:
    """R12: who ties and did not bet on it loses half or challenges; nobody else may."""
    record = jogada.record
    if record.has("decisions"):
        for seat in sorted(jogada.stakes):
            chosen = jogada.chose(seat)
            if jogada.may_choose(seat) and chosen not in (PERDER_METADE, DESAFIAR):
                yield _option(seat, f"{PERDER_METADE}, {DESAFIAR}", chosen or "")
    for seat, option in jogada.options.items():
        # Without both cards nobody can tell whether there was a tie.
        if jogada.first(seat) is not None and not jogada.may_choose(seat):
            yield _option(seat, "", option.opcao)


def _option(seat: int, expected: str, recorded: str) -> Found:
    return Found(code="DC-TIE", rule="DC R12", seat=seat, expected=expected, recorded=recorded)


def check_challenges(jogada: Round) -> Iterator[Found]:
    """R13, R14: the stake doubled, three cards burned before each of two cards."""
    record = jogada.record
    for seat in sorted(jogada.stakes):
        if not jogada.challenges(seat):
            continue
        due, added = jogada.stakes[seat], jogada.added_by(seat)
        if added and added != due:
            yield Found(
                code="DC-WAR",
                rule="DC R13",
                seat=seat,
                expected=money_text(due),
                recorded=money_text(added),
                amount=added - due,
                facts={"fact": "valor"},
            )
        duel = jogada.deal.duels.get(seat, NO_DUEL)
        places = (("DC R13", "jogador", duel.card_at), ("DC R14", "banca", duel.bank_at))
        for rule, whose, at in places:
            if at is None:
                if record.has("cards"):
                    yield _duel(rule, seat, "carta", whose, "1", "0")
            elif record.has("burns"):
                burned = sum(one.count for one in record.shoe.burned if one.after == at)
                if burned != jogada.rules.burned:
                    yield _duel(rule, seat, "queima", whose, str(jogada.rules.burned), str(burned))


def _duel(rule: str, seat: int, fact: str, whose: str, expected: str, recorded: str) -> Found:
    return Found(
        code="DC-WAR",
        rule=rule,
        seat=seat,
        expected=expected,
        recorded=recorded,
        facts={"fact": fact, "de": whose},
    )
