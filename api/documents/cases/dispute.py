"""The papers of a dispute: its decision with all that it rests on, and the letter to the player.

The letter holds nobody's data but the complainant's: of each round his own seat's sums, and no
sentence of replay, which may speak of other hands; no source, no badge, no other seat.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from api.documents.document import (
    ZONE,
    Block,
    Document,
    Fields,
    Grid,
    Heading,
    Language,
    Note,
    Rows,
    Teller,
    broken,
)
from api.documents.words.results import changed_text, with_cards
from ledger.events.reviews import Appeal, DisputeAnswered, DisputeDecided, EvidenceAttached
from projections.reads.disputes.case_file import CaseFile
from projections.reads.disputes.window import Admissibility
from projections.reads.floor.round_again import RoundAgain
from projections.reads.log.told import Told
from projections.replay.record import paid_by_seat
from projections.replay.registry import Verdict
from projections.replay.settlement import Outcome, describe
from projections.stages.reviews.reviews import Dispute

Two = tuple[str, str]
_SUBJECTS: Final[Mapping[str, Two]] = {
    "round": ("uma jogada", "a round"),
    "machine": ("uma máquina", "a machine"),
    "ticket": ("um bilhete", "a ticket"),
    "jogada": ("uma jogada de bingo", "a jogada of bingo"),
    "award": ("um prémio acumulado", "a jackpot's prize"),
    "session": ("uma sessão", "a session"),
}
_CAME: Final[Mapping[str, Two]] = {
    "free": ("nenhuma regra fixa prazo", "no rule sets a term"),
    "in time": ("no prazo da regra", "within the rule's term"),
    "late": ("depois do prazo da regra", "after the rule's term"),
    "unknown": ("não se pode dizer", "cannot be told"),
}
_REASONS: Final[Mapping[str, Two]] = {
    "goodwill": ("cortesia da casa", "goodwill"),
    "mistake": ("engano", "mistake"),
    "engano": ("engano", "mistake"),
    "avaria": ("avaria", "breakdown"),
    "regra-aplicada": ("regra aplicada de outro modo", "the rule was applied otherwise"),
}
"""Reasons that are told by a code; any other stands as it was said."""
_WORDS: Final[Mapping[str, Two]] = {
    "accepted": ("aceita", "accepted"),
    "partly": ("aceita em parte", "accepted in part"),
    "rejected": ("rejeitada", "rejected"),
    "upheld": ("dá razão ao jogador", "the player is right"),
    "settled": ("acordo", "settled by agreement"),
    "withdrawn": ("retirada", "withdrawn"),
    "player": ("do jogador", "by the player"),
    "casino": ("do casino", "by the casino"),
    "authority": ("da Autoridade", "by the Authority"),
}


HYPOTHESIS: Final = "hipotese"
"""How the word of a hypothesis begins that a case keeps as evidence."""


class Case(Struct, frozen=True, kw_only=True):
    """A case with its rounds settled again, and whether it is heard."""

    file: CaseFile
    rounds: tuple[RoundAgain, ...]
    heard: Admissibility
    currency: str
    casino: str | None = None
    """Whose table or machine it is about; None where nothing says so."""


class Sums(Struct, frozen=True, kw_only=True):
    """A seat's money in a round; None where it is not known, or not recorded."""

    stake: int
    due: int | None
    paid: int | None


def decision_document(case: Case, language: Language, zone: str = ZONE) -> Document:
    """Return a case as a paper: claim, replay, answer, decision and reason, appeal, payment."""
    tell = Teller(language, zone, case.currency)
    file = case.file
    blocks: list[Block] = [_claim(case, tell)]
    for again in case.rounds:
        blocks += _replayed(case, again, tell)
    blocks += [
        _said(tell.of("Resposta do casino", "The casino's answer"), file, DisputeAnswered, tell),
        _said(tell.of("Decisão", "Decision"), file, DisputeDecided, tell),
        _said(tell.of("Recurso", "Appeal"), file, Appeal, tell),
        *_payment(file, tell),
        _evidence(file, tell),
        Note(_unknown(case, tell)),
    ]
    return _paper(case, blocks, tell.of("Auto da disputa", "Record of a dispute"), "pdf", tell)


def letter_document(case: Case, language: Language, zone: str = ZONE) -> Document:
    """Return the letter to the complainant: his claim, his sums, the answer and the decision."""
    tell = Teller(language, zone, case.currency)
    file, dispute = case.file, case.file.case
    blocks: list[Block] = [_claim(case, tell)]
    if dispute.seat is None:
        blocks.append(
            Note(
                tell.of(
                    "O processo não diz o lugar: as quantias da jogada não se mostram aqui.",
                    "The case names no seat: the round's sums are not shown here.",
                )
            )
        )
    elif case.rounds:
        blocks.append(_own_sums(case, dispute.seat, tell))
    answer = next((one for one in reversed(file.of(DisputeAnswered)) if file.stands(one)), None)
    decision = next((one for one in reversed(file.of(DisputeDecided)) if file.stands(one)), None)
    blocks += [
        _word(tell.of("Resposta do casino", "The casino's answer"), answer, tell),
        _word(tell.of("Decisão", "Decision"), decision, tell),
        *(_payment(file, tell) if decision is not None else []),
        Note(
            tell.of(
                "Pode recorrer da decisão: decide o recurso outra pessoa, nunca quem decidiu. "
                "O que escreveu está guardado à parte e pode ser apagado a seu pedido, findo o "
                "processo.",
                "You may appeal against the decision: somebody else decides the appeal, never who "
                "decided. What you wrote is kept apart and can be erased at your wish once the "
                "case is over.",
            )
        ),
    ]
    return _paper(
        case,
        blocks,
        tell.of("Carta ao reclamante", "Letter to the complainant"),
        "letter/pdf",
        tell,
    )


def _paper(case: Case, blocks: list[Block], title: str, end: str, tell: Teller) -> Document:
    dispute = case.file.case
    return Document(
        title=title,
        subject=dispute.dispute,
        period=tell.rounds(one.closed.round for one in case.rounds)
        if case.rounds
        else dispute.machine or "—",
        events=len(case.file.words) + sum(len(one.closed.events) for one in case.rounds),
        blocks=[one for one in blocks if not isinstance(one, Grid) or one.rows],
        command=f"GET /v1/disputes/{dispute.dispute}/{end}?lang={tell.language}",
        language=tell.language,
        casino=case.casino,
    )


# --- parts ----------------------------------------------------------------------------------------


def _two(words: Mapping[str, Two], word: str, tell: Teller) -> str:
    found = words.get(word)
    return word if found is None else tell.of(*found)


def _subject(dispute: Dispute, tell: Teller) -> list[tuple[str, str]]:
    """Name the rounds, the machine and the ticket of a case, those that there are."""
    named = (
        (tell.of("Jogadas", "Rounds"), tell.rounds(dispute.rounds) if dispute.rounds else ""),
        (tell.of("Máquina", "Machine"), dispute.machine or ""),
        (tell.of("Bilhete", "Ticket"), dispute.ticket or ""),
    )
    return [(name, said) for name, said in named if said]


def _claim(case: Case, tell: Teller) -> Fields:
    dispute, heard = case.file.case, case.heard
    term = _two(_CAME, heard.came, tell)
    if heard.rule:
        term = f"{term} ({heard.rule})"
    if heard.until:
        term = f"{term}, {tell.time(heard.until)}"
    opened = next((one for one in case.file.words if one.position == dispute.opened), None)
    return Fields(
        [
            (tell.of("Processo", "Case"), dispute.dispute),
            (tell.of("Sobre", "About"), _two(_SUBJECTS, dispute.subject, tell)),
            *_subject(dispute, tell),
            (
                tell.of("Reclamante (pseudónimo)", "Complainant (pseudonym)"),
                dispute.complainant or "—",
            ),
            (tell.of("Lugar", "Seat"), "—" if dispute.seat is None else str(dispute.seat)),
            (tell.of("Pede", "Asks for"), tell.money(dispute.amount)),
            (tell.of("Moeda", "Currency"), case.currency or "—"),
            (tell.of("Aberto", "Opened"), _when(opened, tell)),
            (tell.of("Admissibilidade", "Admissible"), term),
            (tell.of("Resposta até", "Answer due"), tell.time(dispute.due)),
        ]
    )


def _when(word: Told | None, tell: Teller) -> str:
    return tell.time(None if word is None or word.at is None else word.at.isoformat())


def sums_of(verdict: Verdict) -> dict[int, Sums]:
    """Return the money of a round by seat: staked, due by the rules, paid as recorded."""
    found: dict[int, tuple[int, int | None]] = {}
    for line in verdict.settlement.lines:
        stake, due = found.get(line.seat, (0, 0))
        if due is not None:
            due = None if line.outcome is Outcome.PENDENTE else due + line.due
        found[line.seat] = stake + line.stake, due
    for award in verdict.settlement.awards:
        stake, due = found.get(award.seat, (0, 0))
        found[award.seat] = stake, None if due is None else due + award.amount
    paid = paid_by_seat(verdict.record.payments)
    for payment in verdict.record.payments:
        if payment.award is not None:
            paid[payment.seat] = paid.get(payment.seat, 0) + payment.total
    told = not verdict.not_compared
    return {
        seat: Sums(
            stake=found.get(seat, (0, 0))[0],
            due=found.get(seat, (0, 0))[1],
            paid=paid.get(seat, 0) if told else None,
        )
        for seat in sorted({*found, *paid})
    }


def _columns(tell: Teller, first: Two) -> list[Any]:
    return [
        tell.column(*first, wide=1),
        tell.figures("Apostado", "Staked"),
        tell.figures("Devido pelas regras", "Due by the rules"),
        tell.figures("Pago", "Paid"),
        tell.figures("Diferença", "Difference"),
    ]


def _row(name: str, one: Sums, tell: Teller) -> list[Any]:
    difference = None if one.due is None or one.paid is None else one.paid - one.due
    return [
        name,
        tell.money(one.stake),
        tell.money(one.due),
        tell.money(one.paid),
        tell.off(difference),
    ]


def _replayed(case: Case, again: RoundAgain, tell: Teller) -> list[Block]:
    """Return a round in dispute: money by seat, and why what is due to the one in dispute is."""
    title = tell.of("Repetição: ", "Replay: ") + tell.round(again.closed.round)
    verdict = again.verdict
    if verdict is None:
        said = tell.of(
            "Não se pode recalcular: o registo não diz tudo o que as regras pedem.",
            "It cannot be recalculated: the record does not tell all that the rules need.",
        )
        return [Heading(title), Note(said)]
    if again.unproved is not None:
        said = tell.of(
            f"Não provada desde o evento {again.unproved}: nada nela é dado por errado.",
            f"Not proved since event {again.unproved}: nothing in it is said to be wrong.",
        )
        return [Heading(title), Note(said)]
    sums = sums_of(verdict)
    seat = case.file.case.seat
    blocks: list[Block] = [
        Grid(
            title=title,
            columns=_columns(tell, ("Lugar", "Seat")),
            rows=[_row(str(at), one, tell) for at, one in sums.items()],
        )
    ]
    lines = describe(verdict.settlement)["lines"]
    whys = [
        with_cards(tell.amounts(why), tell)
        for line in lines
        if line["seat"] == seat
        for why in line["why"][tell.language]
    ]
    if whys:
        name = tell.of(f"Lugar {seat}, porquê", f"Seat {seat}, why")
        blocks.append(Fields([(name, " ".join(whys))]))
    return blocks


def _own_sums(case: Case, seat: int, tell: Teller) -> Grid:
    rows: Rows = []
    for again in case.rounds:
        nothing = Sums(stake=0, due=None, paid=None)
        known = again.verdict is not None and again.unproved is None
        own = sums_of(again.verdict).get(seat, nothing) if known and again.verdict else nothing
        rows.append(_row(tell.round(again.closed.round), own, tell))
    return Grid(
        title=tell.of("O seu lugar", "Your seat"),
        columns=_columns(tell, ("Jogada", "Round")),
        rows=rows,
    )


def _said(title: str, file: CaseFile, kind: type[Any], tell: Teller) -> Grid:
    """Return every word of a kind, each with who said it and whether it stands."""
    return Grid(
        title=title,
        columns=[
            tell.column("Palavra", "Word", wide=1),
            tell.figures("Quantia", "Amount"),
            tell.column("Fundamento", "Reason"),
            tell.column("Quando", "When"),
            tell.figures("Posição", "Position"),
            tell.column("Vale", "Stands"),
        ],
        rows=[
            [
                _choice(one, tell),
                tell.money(one.payload.get("amount")),
                _reason(one, tell),
                _when(one, tell),
                str(one.position),
                tell.of("sim", "yes") if file.stands(one) else tell.of("não", "no"),
            ]
            for one in file.of(kind)
        ],
    )


def _choice(word: Told, tell: Teller) -> str:
    told = word.payload
    return _two(_WORDS, told.get("position") or told.get("decision") or told.get("by") or "—", tell)


def _reason(word: Told, tell: Teller) -> str:
    """Return the reason's word, and that more of it is written apart."""
    apart = tell.of("escrito à parte", "written apart") if word.payload.get("text") else ""
    code = word.payload.get("reason") or ""
    reason = _two(_REASONS, code, tell) if code in _REASONS else re.sub("[-_]", " ", code)
    return "; ".join(one for one in (reason, apart) if one) or "—"


def _word(title: str, word: Told | None, tell: Teller) -> Fields:
    if word is None:
        return Fields([(title, tell.of("ainda nenhuma", "none yet"))])
    amount = word.payload.get("amount")
    rows = [
        (title, _choice(word, tell)),
        (tell.of("Quantia", "Amount"), tell.money(amount)),
        (tell.of("Fundamento", "Reason"), _reason(word, tell)),
        (tell.of("Quando", "When"), _when(word, tell)),
    ]
    return Fields(rows)


def _payment(file: CaseFile, tell: Teller) -> list[Block]:
    if file.case.state != "decided":
        return []
    return [
        Fields(
            [
                (tell.of("Dado pela decisão", "Awarded"), tell.money(file.case.paid or 0)),
                (tell.of("Pago desde então", "Paid since"), tell.money(file.settled)),
                (tell.of("Por pagar", "To pay"), tell.money(file.owed)),
            ]
        )
    ]


def _evidence(file: CaseFile, tell: Teller) -> Grid:
    return Grid(
        title=tell.of("Provas juntas", "Evidence attached"),
        columns=[
            tell.column("O que é", "What it is"),
            tell.column("Resumo (SHA-256)", "Hash (SHA-256)", wide=1),
            tell.figures("Posição", "Position"),
        ],
        rows=[
            [
                _what(one, tell),
                broken(one.payload.get("hash") or "—"),
                str(one.position),
            ]
            for one in file.of(EvidenceAttached)
        ],
    )


def _what(evidence: Told, tell: Teller) -> str:
    """Return the words for a piece of evidence; of a hypothesis that it is one, and its fact."""
    media = str(evidence.payload.get("media") or "—")
    begins, _colon, asked = media.partition(":")
    if begins != HYPOTHESIS:
        return broken(media)
    said = broken(changed_text(asked, tell))
    return tell.of(f"Hipótese, e não facto: {said}", f"Hypothesis, and no fact: {said}")


def _unknown(case: Case, tell: Teller) -> str:
    """Return in a sentence the facts that could not be established."""
    missing = [name for name in case.file.case.rounds if name not in _known(case)]
    if missing:
        names = tell.rounds(missing)
        return tell.of(
            f"Não se pôde apurar: o registo não tem terminada {names}.",
            f"Not established: the record has no closed {names}.",
        )
    return tell.of(
        "A repetição é de quanto o registo diz; o que ninguém registou não se apurou.",
        "Replay is of all that the record tells; what nobody recorded was not established.",
    )


def _known(case: Case) -> set[str]:
    return {one.closed.round for one in case.rounds if one.verdict is not None}
