"""Coups of roleta francesa, as its tests lay them out."""

from typing import Any, Final

from msgspec import convert, structs

from projections.replay.games.wheels.roulette.record import Resultado
from projections.replay.games.wheels.roulette.roleta_francesa import RoletaFrancesaRecord, settle
from projections.replay.games.wheels.roulette.wheels import PLATES
from projections.replay.kit.bets import Bet, Chips
from projections.replay.profiles.cabo_verde_2017 import ROLETA_FRANCESA as RULES
from projections.replay.record import Payment
from projections.replay.registry import judge
from projections.replay.settlement import Found, Line, Outcome, Settlement

GANHA, PERDE, DEVOLVIDA, PENDENTE = (
    Outcome.GANHA,
    Outcome.PERDE,
    Outcome.DEVOLVIDA,
    Outcome.PENDENTE,
)
PLATE: Final = PLATES["francesa37"]
SHARED: Final = "shared"


def bet(
    number: int,
    tipo: str,
    selecao: str = "",
    valor: int = 100,
    chips: int | Chips | None = None,
    seat: int = 1,
    **more: str | int | None,
) -> Bet:
    """Return a bet; so many chips, where a number is given, make it up."""
    made_up = Chips(count=chips, value=valor // chips) if isinstance(chips, int) else chips
    fields = {"bet": number, "seat": seat, "tipo": tipo, "selecao": selecao, "valor": valor}
    return convert({**fields, "chips": made_up, **more}, Bet)


def coup(numero: str | None, *bets: Bet, **more: Any) -> RoletaFrancesaRecord:
    """Return the record of a coup that ended on a number."""
    result = Resultado(numero=numero) if numero is not None else None
    return RoletaFrancesaRecord(**{"resultado": result, "bets": bets, **more})


def online(numero: str | None, *bets: Bet, **more: Any) -> RoletaFrancesaRecord:
    """Return the record of a coup at a shared table online."""
    return coup(numero, *bets, **{"mode": SHARED, **more})


def settled(record: RoletaFrancesaRecord) -> Settlement:
    """Settle by the rules of Cape Verde."""
    return settle(record, RULES)


def only_line(numero: str, *bet_of: Any, **more: Any) -> Line:
    """Return the line of an online coup's single bet."""
    (line,) = settled(online(numero, bet(1, *bet_of, **more))).lines
    return line


def at(clock: str) -> str:
    """Return a time of the evening."""
    return f"2026-11-20T{clock}.000000Z"


ORDER: Final = ["coluna", "duzia", "simples", "linha", "rua", "quadro", "cavalo", "pleno"]
"""R26, written out here a second time."""
SIMPLE: Final = ("par", "impar", "menor", "maior", "encarnado", "preto")


def rank(record: RoletaFrancesaRecord, line: Line) -> int:
    """Return the place of a line's chance in R26."""
    tipo = next(bet.tipo for bet in record.bets if bet.bet == line.bet)
    tipo = "simples" if tipo in SIMPLE else tipo
    return ORDER.index(tipo) if tipo in ORDER else 99


def paid_exactly(record: RoletaFrancesaRecord) -> RoletaFrancesaRecord:
    """Return the record with each bet paid what is due, in the order of R26."""
    payments = tuple(
        Payment(
            seat=line.seat, bets=(line.bet or 0,), amount=line.prize, stake_returned=line.returned
        )
        for line in sorted(settled(record).lines, key=lambda line: rank(record, line))
        if line.due
    )
    return structs.replace(record, payments=payments)


def found(record: RoletaFrancesaRecord) -> list[Found]:
    """Return the faults of a coup whose bets were paid exactly."""
    return list(judge(paid_exactly(record)).found)


def codes(record: RoletaFrancesaRecord) -> list[str]:
    """Return the codes of a coup whose bets were paid exactly."""
    return [one.code for one in found(record)]


def cited(record: RoletaFrancesaRecord) -> list[tuple[str, str]]:
    """Return codes with the rules they cite."""
    return [(one.code, one.rule) for one in found(record)]
