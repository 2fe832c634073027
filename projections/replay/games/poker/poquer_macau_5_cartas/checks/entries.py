"""Faults of entries: unlawful, another, none, late, not in chips (M5 A6)."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.poquer_macau_5_cartas.facts import entrada_de
from projections.replay.games.poker.poquer_macau_5_cartas.record import ENTRADA, MacauRecord
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.settlement import Found, money_text

CHIPS: Final = frozenset({"", "chips", "fichas"})


def entry_faults(record: MacauRecord, rules: MacauRules) -> Iterator[Found]:
    """Find an unlawful entry, players who paid another or none, late, or not in chips."""
    if record.entrada and record.entrada not in rules.mesas:
        yield Found(
            code="REG-RULE",
            rule="M5 A6",
            expected=" / ".join(money_text(entry) for entry in rules.mesas),
            recorded=money_text(record.entrada),
            facts={"fact": "entrada"},
        )
    due, paid = entrada_de(record), Counter[int]()
    for lance in record.lances:
        if lance.meios not in CHIPS:
            yield Found(
                code="CREDIT",
                rule="M5 A7",
                seat=lance.seat,
                recorded=lance.meios,
                amount=lance.added,
                facts={"lanco": lance.lanco, "accao": lance.accao},
            )
        if lance.accao == ENTRADA:
            paid[lance.seat] += lance.added
            if lance.lanco:
                yield Found(
                    code="BET-LATE",
                    rule="M5 A10 a",
                    seat=lance.seat,
                    recorded=money_text(lance.added),
                    amount=lance.added,
                )
    for jogador in record.jogadores:
        seat, chips = jogador.seat, paid[jogador.seat]
        if chips != due:
            yield Found(
                code="BET-MIN" if chips < due else "BET-MAX",
                rule="M5 A6, A10 a",
                seat=seat,
                expected=money_text(due),
                recorded=money_text(chips),
                amount=abs(due - chips),
                facts={"entrada": True},
            )
