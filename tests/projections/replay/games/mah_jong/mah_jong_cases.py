"""Pieces and games in few letters, for the tests of mah-jong."""

from typing import Any

from projections.replay.games.mah_jong import (
    Capital,
    Cobranca,
    Lance,
    MahJongRecord,
    Mostrada,
    settle,
)
from projections.replay.kit.tiles import MAH_JONG
from projections.replay.profiles.cabo_verde_2017 import MAH_JONG as RULES
from projections.replay.record import Payment
from projections.replay.registry import judge
from projections.replay.settlement import Found

GROUPS = {"b": "bambu", "n": "numero", "c": "circulo"}
HONOURS = {
    "E": "este",
    "S": "sul",
    "O": "oeste",
    "N": "norte",
    "R": "encarnada",
    "B": "branca",
    "V": "verde",
}
CONV, SIMP = RULES.convencional, RULES.simplificado
UNITS = (100, 200, 400)
KAI_VU = ("b111", "n456", "c789", "b67", "n99")
"""Thirteen pieces that wait for b5 (and b8), and are worth kai vu with it, whoever holds them."""


def pieces(*words: str) -> tuple[str, ...]:
    """Return pieces from words: ``b123`` three bambus, ``EEE`` three Este, ``R`` encarnada.

    >>> pieces("b12", "E")
    ('bambu-1', 'bambu-2', 'este')
    """
    found: list[str] = []
    for word in words:
        if word[0] in GROUPS:
            found += [f"{GROUPS[word[0]]}-{digit}" for digit in word[1:]]
        else:
            found += [HONOURS[letter] for letter in word]
    return tuple(found)


def piece(word: str) -> str:
    """Return one piece."""
    (found,) = pieces(word)
    return found


def buys(seat: int, word: str | None = None, **more: Any) -> Lance:
    """Return a draw."""
    return Lance(seat=seat, tipo="compra", pedra=None if word is None else piece(word), **more)


def drops(seat: int, word: str) -> Lance:
    """Return a discard."""
    return Lance(seat=seat, tipo="descarte", pedra=piece(word))


def lays(seat: int, tipo: str, *words: str, de: int | None = None, **more: Any) -> Lance:
    """Return a claim of a set."""
    return Lance(seat=seat, tipo=tipo, pedras=pieces(*words), de=de, **more)


def wins(seat: int, de: int | None = None, word: str | None = None, **more: Any) -> Lance:
    """Return a declared win."""
    return Lance(
        seat=seat, tipo="ganho", de=de, pedra=None if word is None else piece(word), **more
    )


def shows(seat: int, *words: str) -> Mostrada:
    """Return a hand laid open."""
    return Mostrada(seat=seat, pedras=pieces(*words))


def capital(**amounts: int) -> tuple[Capital, ...]:
    """Return capitals by seat: ``p1=500``."""
    return tuple(Capital(seat=int(name[1:]), valor=valor) for name, valor in amounts.items())


def game(*lances: Lance, **fields: Any) -> MahJongRecord:
    """Return a conventional game of seats 1 to 4, Este to Norte, in the roda Este.

    Collections and payments are not recorded unless they are named.
    """
    known: dict[str, Any] = {
        "lugares": (1, 2, 3, 4),
        "vento": "este",
        "unidades": UNITS,
        "lances": lances,
        "records": ("cards",),
    }
    return MahJongRecord(**{**known, **fields})


def small(*lances: Lance, **fields: Any) -> MahJongRecord:
    """Return a simplified game of three players."""
    return game(
        *lances, **{"variante": "simplificado", "lugares": (1, 2, 3), "vento": None, **fields}
    )


def turn(seat: int, word: str) -> tuple[Lance, Lance]:
    """Return a draw that nobody saw and the discard after it."""
    return buys(seat), drops(seat, word)


def deal(*hands: tuple[str, ...]) -> tuple[Lance, ...]:
    """Return the draws of a conventional deal: 4 three times round, then 2 and 1 (R11, R12)."""
    left = [list(pieces(*hand)) for hand in hands]
    draws: list[Lance] = []
    for counts in ((4,) * 4, (4,) * 4, (4,) * 4, (2, 1, 1, 1)):
        for at, count in enumerate(counts):
            draws += [
                Lance(seat=at + 1, tipo="compra", pedra=left[at].pop(0)) for _ in range(count)
            ]
    assert not any(left)
    return tuple(draws)


BY_3_FROM_2 = (drops(1, "N"), *turn(2, "b5"), wins(3, 2))
"""Este discards Norte, Sul a five of bambus; Oeste wins with it."""
SHOWN = (shows(3, *KAI_VU),)
MONEY = ("cards", "payouts", "collections", "commissions")
"""What a table records that records the money, too."""


def moved(record: MahJongRecord) -> dict[int, int]:
    """Return what each seat gains or loses."""
    settlement = settle(record, RULES)
    balance = dict.fromkeys(record.lugares, 0)
    for line in settlement.lines:
        if line.bet is None:
            balance[line.seat] += line.prize - line.stake
    return balance


def found(record: MahJongRecord) -> tuple[Found, ...]:
    """Return every fault."""
    return judge(record).found


def codes(record: MahJongRecord) -> list[str]:
    """Return the codes of every fault, in order."""
    return [one.code for one in found(record)]


def facts(record: MahJongRecord) -> list[tuple[str, str, object]]:
    """Return code, rule and fact of every fault."""
    return [(one.code, one.rule, one.facts.get("fact")) for one in found(record)]


def result(record: MahJongRecord) -> dict[str, Any]:
    """Return the game's result in its own words."""
    return dict(settle(record, RULES).result)


def paid(**amounts: int) -> tuple[Payment, ...]:
    """Return payments by seat: ``p3=400``."""
    return tuple(Payment(seat=int(name[1:]), amount=amount) for name, amount in amounts.items())


def taken(**amounts: int) -> tuple[Cobranca, ...]:
    """Return collections by seat: ``p1=200``."""
    return tuple(Cobranca(seat=int(name[1:]), valor=valor) for name, valor in amounts.items())


def kai_vu(**fields: Any) -> MahJongRecord:
    """Return the game that Oeste wins by kai vu from Sul."""
    return game(*BY_3_FROM_2, **{"mostradas": SHOWN, **fields})


WRONG = ("b111", "n456", "c789", "b67", "n98")
"""Thirteen pieces that do not win with b5."""
ESTE = ("b123", "n456", "c456", "RR", "S", "b9", "n1")
SUL = ("b4456", "n3378", "c1", "EE", "VV")
OESTE = ("c2345", "c888", "n111", "BB", "N")
NORTE = ("b77788", "n2255", "c66", "OO")
WALL = tuple(tile for tile in MAH_JONG for _ in range(4))


def won_by_oeste(**fields: Any) -> MahJongRecord:
    """Return Oeste's kai vu at a table that records all money; paid rightly unless said."""
    right: dict[str, Any] = {
        "payments": paid(p3=400),
        "cobrancas": taken(p1=200, p2=100, p4=100),
        "records": MONEY,
    }
    return kai_vu(**{**right, **fields})


def named(record: MahJongRecord) -> list[tuple[str, str, int | None, int | None]]:
    """Return code, rule, seat and amount of every fault."""
    return [(one.code, one.rule, one.seat, one.amount) for one in found(record)]
