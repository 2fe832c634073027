"""Settles each stake of a hand of sintético (S1, S7, S9-S13, S16, S18)."""

from typing import Final

from msgspec import structs

from projections.replay.games.poker.betting.record import DESISTIR, LEAVING, REPOSTO, seated
from projections.replay.games.poker.hand.pots import settle_hand, stakes_back
from projections.replay.games.poker.hand.showdown import Ranking, decided
from projections.replay.games.poker.hand.stakes import Staked, put_out
from projections.replay.games.poker.poquer_sintetico import ranking
from projections.replay.games.poker.poquer_sintetico.betting import COMMON, SinteticoBetting
from projections.replay.games.poker.poquer_sintetico.record import (
    ADVANCES,
    ANTE_UNKNOWN,
    ESTARDILHO,
    NAME,
    SinteticoRecord,
)
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules
from projections.replay.games.poker.poquer_sintetico.voiding import GROUNDS, ground_of
from projections.replay.settlement import Outcome, Phrase, Settlement, Step

NO_ANTE: Final = Phrase(
    "não fez a aposta inicial, que teria de fazer para participar: perde {stake:m} que pôs no pote",
    "did not put in the ante, without which nobody takes part: loses the {stake:m} put in the pot",
)
LEFT_ADVANCE: Final = Phrase(
    "anunciou e desinteressou-se da jogada: perde o que avançou e o mais que pôs, {stake:m}",
    "announced and then gave up: loses the advance and all else put into the pot, {stake:m}",
)
ANTE_BACK: Final = Phrase(
    "{amount:m} além da aposta inicial, que é o valor mínimo: voltam a quem os pôs",
    "{amount:m} beyond the ante, which is the minimum: they go back to their player",
)


def settle(record: SinteticoRecord, rules: SinteticoRules) -> Settlement:
    """Return the line of each seat's stake."""
    return settle_by(record, rules, RANKING)


def settle_by(record: SinteticoRecord, rules: SinteticoRules, by: Ranking) -> Settlement:
    """Return the line of each seat's stake, if hands compare so."""
    record = seated(record)
    betting = SinteticoBetting(record, rules)
    betting.follow()
    put = staked_by(betting, record, rules)
    over = beyond_ante(betting)
    if record.void is not None or record.errors or record.dealt or _odd(record):
        ground = ground_of(record, rules)
        if ground is not None or is_void(record, rules):
            cause = ground.cause if ground else (record.void.cause if record.void else "")
            rule = rules.cites.void_online if record.online else rules.cites.void
            settlement = stakes_back(NAME, record, put, cause, ground.rule if ground else rule)
            return _with_back(settlement, over, rules)
        kept = tuple(error for error in record.errors if error.error not in GROUNDS)
        record = structs.replace(record, void=None, errors=kept)
    if len(record.board) > COMMON:
        record = structs.replace(record, board=record.board[:COMMON])  # a sixth is ignored (S17)

    def known(_hand: SinteticoRecord, _rules: SinteticoRules) -> Staked:
        return put

    settlement = settle_hand(NAME, record, rules, by._replace(staked=known))
    if betting.lost:
        told = {**settlement.result, "turnos_perdidos": betting.lost}  # S17
        settlement = structs.replace(settlement, result=told)
    return _with_back(settlement, over, rules)


def _odd(record: SinteticoRecord) -> bool:
    return any(player.cards and len(player.cards) != ranking.OWN for player in record.players)


def is_void(record: SinteticoRecord, rules: SinteticoRules) -> bool:
    """Tell whether stakes go back though S16 and R66 name no ground.

    At a table a void was declared; online only where nobody can tell who won (S85, S86).
    """
    if record.void is None:
        return False
    if not record.online:
        return True
    return record.void.side != "player" and not decided(record, rules, RANKING)


def staked(record: SinteticoRecord, rules: SinteticoRules) -> Staked:
    """Add up what each put in, and who is out."""
    betting = SinteticoBetting(record, rules)
    betting.follow()
    return staked_by(betting, record, rules)


def _made_good(betting: SinteticoBetting, record: SinteticoRecord) -> dict[int, int]:
    """Return by seat the missed bets made good: of a seat where nobody sits by its acts alone."""
    loose = {betting.players[at].seat: chips for at, chips in betting.dead.items()}
    sitting = {player.seat for player in betting.players}
    for action in record.actions:
        if action.action == REPOSTO and action.seat not in sitting and action.added > 0:
            loose[action.seat] = loose.get(action.seat, 0) + action.added
    return loose


def staked_by(betting: SinteticoBetting, record: SinteticoRecord, rules: SinteticoRules) -> Staked:
    """Add up what each put in, as the betting found it.

    Where nobody can tell who put in the ante, antes are in the pot and nobody's stake (S18). What
    of an ante is more than the minimum is no part of it.
    """
    bets = betting.put_in()
    loose = _made_good(betting, record)
    for seat, chips in beyond_ante(betting).items():
        _take(bets, seat, chips)
    if any(one.error in ANTE_UNKNOWN for one in record.errors):
        least = record.minimum
        for place, paid in betting.antes.items():
            seat = betting.players[place].seat
            ante = min(paid, least) if least else paid
            if ante > 0:
                _take(bets, seat, ante)
                loose[seat] = loose.get(seat, 0) + ante
    leaving = [action for action in record.actions if action.action in LEAVING]
    out = {action.seat for action in leaving}
    last = leaving[-1].seat if leaving and leaving[-1].action == DESISTIR else 0
    lost = put_out(record, rules, out)
    if lost:
        last = 0
    for seat in _without_ante(betting, record):
        out.add(seat)
        lost[seat] = NO_ANTE, rules.cites.late_ante
    if last in lost:
        last = 0
    for seat, rule in _left_advance(record, rules).items():
        lost.setdefault(seat, (LEFT_ADVANCE, rule))
    return Staked(bets, loose, betting.gone_back(), out, last, lost)


def _left_advance(record: SinteticoRecord, rules: SinteticoRules) -> dict[int, str]:
    """Return by what rule who announced and then gave up loses the advance (S13 a, b)."""
    left = {act.seat for act in record.actions if act.action == DESISTIR and not act.common}
    cites = rules.cites
    return {
        act.seat: cites.estardilho if act.action == ESTARDILHO else cites.restardilho
        for act in record.actions
        if act.action in ADVANCES and act.seat in left
    }


def _take(bets: dict[int, int], seat: int, chips: int) -> None:
    bets[seat] = bets.get(seat, 0) - chips
    if not bets[seat]:
        del bets[seat]


def _without_ante(betting: SinteticoBetting, record: SinteticoRecord) -> list[int]:
    """Return the seats without an ante, which take no part even if they bet (S18)."""
    paid = {betting.players[at].seat for at, chips in betting.antes.items() if chips}
    known = not any(one.error in ANTE_UNKNOWN for one in record.errors)
    if not (paid and known and record.has("bets")):
        return []
    return [one.seat for one in record.players if one.seat not in paid and not one.absent]


def beyond_ante(betting: SinteticoBetting) -> dict[int, int]:
    """Return by seat what was put in as ante beyond the minimum (S7)."""
    least = betting.hand.minimum
    if not least:
        return {}
    return {
        betting.players[place].seat: paid - least
        for place, paid in betting.antes.items()
        if paid > least
    }


def _with_back(settlement: Settlement, over: dict[int, int], rules: SinteticoRules) -> Settlement:
    """Return a settlement in which what antes were too high goes back too."""
    if not over:
        return settlement
    pending = any(line.outcome is Outcome.PENDENTE for line in settlement.lines)
    lines = [
        structs.replace(
            line,
            stake=line.stake + over[line.seat],
            returned=line.returned if pending else line.returned + over[line.seat],
            rules=(*line.rules, rules.cites.ante),
            why=(*line.why, Step(ANTE_BACK, {"amount": over[line.seat]}, rules.cites.ante)),
        )
        if line.seat in over
        else line
        for line in settlement.lines
    ]
    return structs.replace(settlement, lines=tuple(lines))


RANKING: Final = Ranking(
    own_cards=ranking.OWN,
    values=ranking.values_of,
    name=ranking.Combination,
    word=ranking.word_of,
    betting=SinteticoBetting,
    staked=staked,
    stakes_first=True,
)
