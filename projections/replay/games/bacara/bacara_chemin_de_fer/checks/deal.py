"""Faults of the order of the deal, and claims heard too late (CF R66, R102 k)."""

from typing import Final

from projections.replay.games.bacara.bacara_chemin_de_fer.nulling import errors_of
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.kit.bets import is_after
from projections.replay.settlement import Found

TURNS: Final = ("ponto", "banca", "ponto", "banca")
DEAL_CHANGED: Final = frozenset({"102d", "102g", "102i", "102l", "104a", "104c"})


def check_deal(record: CheminDeFerRecord) -> list[Found]:
    """CF-ERR R66: ponto, banker, ponto, banker, unless an error of the deal was noted."""
    from_shoe = [card.to for card in record.cards][: len(TURNS)]
    names = {"seat": "ponto", "bank": "banca", "banker": "banca"}
    order = tuple(names.get(to, to) for to in from_shoe)
    noted = errors_of(record).keys() & DEAL_CHANGED
    if len(order) < len(TURNS) or order == TURNS or noted or not record.has("cards") or record.void:
        return []
    return [
        Found(
            code="CF-ERR",
            rule="CF R66",
            expected=" ".join(TURNS),
            recorded=" ".join(order),
            facts={"fact": "CF R66"},
        )
    ]


def check_claims(record: CheminDeFerRecord) -> list[Found]:
    """CF-ERR R102 k: no claim is heard once bets are settled and cards discarded."""
    end = record.concluido
    if end is None:
        return []
    return [
        Found(
            code="CF-ERR",
            rule="CF R102 k",
            seat=claim.seat,
            expected="reclamação não admitida",
            recorded="admitida",
            facts={"fact": "CF R102 k", "seq": claim.seq, "at": claim.at},
        )
        for claim in record.reclamacoes
        if claim.admitida and is_after(claim, end)
    ]
