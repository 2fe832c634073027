"""Faults of complaints admitted or refused against the rule (BJ R38)."""

from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.kit.bets import is_after
from projections.replay.settlement import Found


def check_complaints(record: BlackjackRecord, found: list[Found]) -> None:
    """R38: a complaint is heard until the cards are in the shuffler, and not afterwards."""
    mark = record.no_baralhador
    shuffler = record.sabot is not None and record.sabot.shuffler
    for claim in record.reclamacoes if shuffler else ():
        after = mark is not None and is_after(claim, mark)
        # Whether it came before can be told only where both moments are known.
        before = mark is None or is_after(mark, claim)
        if (after and claim.admitida) or (before and claim.admitida is False):
            found.append(
                Found(
                    code="BJ-CLAIM",
                    rule="BJ R38",
                    seat=claim.seat,
                    expected="recusada" if after else "admitida",
                    recorded="admitida" if after else "recusada",
                    facts={"at": claim.at or ""},
                )
            )
