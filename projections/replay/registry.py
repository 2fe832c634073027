"""Which games there are, and how a record finds its game and its rules."""

from collections.abc import Mapping
from typing import Any, Final, Union

import msgspec

from projections.replay.game import Game
from projections.replay.games import bingo, mah_jong, maquinas
from projections.replay.games.bacara import (
    bacara_chemin_de_fer,
    bacara_ponto_e_banca,
    bacara_ponto_e_banca_macau,
)
from projections.replay.games.dice import banca_francesa, craps, cussec
from projections.replay.games.house_cards import (
    blackjack,
    desafio_ao_casino,
    poquer_sem_descarte,
    stud_poker,
)
from projections.replay.games.player_bank import mahjong_pai_kao, poquer_3_cartas
from projections.replay.games.poker import (
    poquer_holdem,
    poquer_macau_5_cartas,
    poquer_omaha,
    poquer_sintetico,
)
from projections.replay.games.wheels import boule, roda_da_sorte
from projections.replay.games.wheels.roulette import roleta_americana, roleta_francesa
from projections.replay.left_open.amounts import add_up, unjudged
from projections.replay.left_open.unread import left_open
from projections.replay.profiles import PROFILES
from projections.replay.record import Record
from projections.replay.settlement import Found, Settlement
from projections.replay.verify import verify as verify_round

GAMES: Final[Mapping[str, Game]] = {
    game.name: game
    for game in (
        craps.GAME,
        bacara_chemin_de_fer.GAME,
        bacara_ponto_e_banca.GAME,
        bacara_ponto_e_banca_macau.GAME,
        banca_francesa.GAME,
        bingo.GAME,
        blackjack.GAME,
        boule.GAME,
        cussec.GAME,
        desafio_ao_casino.GAME,
        mah_jong.GAME,
        mahjong_pai_kao.GAME,
        maquinas.GAME,
        poquer_3_cartas.GAME,
        poquer_holdem.GAME,
        poquer_macau_5_cartas.GAME,
        poquer_omaha.GAME,
        poquer_sem_descarte.GAME,
        poquer_sintetico.GAME,
        roda_da_sorte.GAME,
        roleta_americana.GAME,
        roleta_francesa.GAME,
        stud_poker.GAME,
    )
}
"""Every modalidade by its name; written out, so that nothing is found by magic."""
_BY_RECORD: Final[Mapping[type[Record], Game]] = {game.record: game for game in GAMES.values()}


class UnknownGameError(ValueError):
    """The game, or the profile for it, is not one this version knows."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A round judged: what is due and what is wrong."""

    record: Record
    settlement: Settlement
    found: tuple[Found, ...]
    aside: Mapping[int | None, int] = {}
    """Of commissions that were paid besides, what stands in ``Game.aside``."""

    @property
    def not_compared(self) -> tuple[str, ...]:
        """The facts that the table does not record and no verdict compares: payouts, or none."""
        return () if self.record.has("payouts") else ("payouts",)


def game_of(record: Record) -> Game:
    """Return the game whose record this is."""
    return _BY_RECORD[type(record)]


def rules_of(game: Game, profile: str) -> Any:
    """Return the profile's values for a game.

    Raises:
        UnknownGameError: naming what exists.

    """
    try:
        games = PROFILES[profile]
    except KeyError:
        known = ", ".join(PROFILES)
        raise UnknownGameError(f"profile: expected one of {known}, got {profile!r}") from None
    try:
        return games[game.name]
    except KeyError:
        known = ", ".join(games)
        raise UnknownGameError(
            f"game: profile {profile} has {known or 'no game'}, got {game.name!r}"
        ) from None


def judge(record: Record) -> Verdict:
    """Settle a round and compare it with what was paid.

    Raises:
        UnknownGameError: if its profile does not have the game.

    """
    game = _BY_RECORD[type(record)]
    try:
        rules = PROFILES[record.profile][game.name]
    except KeyError:
        rules = rules_of(game, record.profile)
    quick = game.quick
    clean = None if quick is None or record.unread else quick(record, rules)
    if clean is not None:
        return Verdict(record=record, settlement=clean, found=())
    settlement: Settlement = game.settle(record, rules)
    found = verify_round(game, record, rules, settlement)
    settlement = left_open(record, settlement)
    if not add_up(record, settlement):
        record, settlement, found = unjudged(record, settlement, found)
        return Verdict(record=record, settlement=settlement, found=found)
    aside: Mapping[int | None, int] = {} if game.aside is None else game.aside(record, settlement)
    return Verdict(record=record, settlement=settlement, found=found, aside=aside)


def record_type() -> Any:
    """Return the union of all games' records, told apart by the field ``game``."""
    return Union[tuple(game.record for game in GAMES.values())]  # noqa: UP007 - made at run time


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of the records, one definition a game, told apart by ``game``."""
    (schema,), definitions = msgspec.json.schema_components(
        [record_type()], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Records that replay settles",
        **schema,
        "$defs": definitions,
    }


def decode_record(data: bytes | str) -> Record:
    """Return the record that JSON text says.

    Raises:
        msgspec.DecodeError: naming the field that is not as expected.

    """
    return _decoder().decode(data)


_decoders: list[msgspec.json.Decoder[Any]] = []


def _decoder() -> msgspec.json.Decoder[Any]:
    if not _decoders:
        _decoders.append(msgspec.json.Decoder(record_type()))
    return _decoders[0]
