"""A record with one fact changed: both settlements, the difference by seat, or where it stops.

A pure function of a record and a change. A changed card out of a shoe leaves the later cards where
they fell, or moves them by one. It stops, and nothing more is reckoned, where a later decision
would no longer be the one that was taken (whoever took it had seen something else), where the rules
would then have wanted other cards or acts than the recorded ones, and where the fact cannot be.
Stakes and decisions of the others are taken as they were; recorded payments are never read.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, cast

import msgspec
from msgspec import Struct

from projections.replay.asked.facts import Path, Plain, plain_of, put_at, told_again, value_at
from projections.replay.asked.seen import decisions_of
from projections.replay.kit.bets import Moment, is_after
from projections.replay.record import Record
from projections.replay.registry import decode_record, game_of, judge, rules_of
from projections.replay.settlement import Found, Outcome, Settlement

SIZE_MAX: Final = 200_000
"""Bytes of a record of which a what-if is asked: fifty times an ordinary one."""
DRAWS: Final = "pede"
"""The decision that a card answers."""
_DEALT: Final = ("cartas", "cards")
_DERIVED: Final = ("resultados", "combinacoes", "chance_anunciada")
"""What a table says of its own result: in a what-if nobody said it."""

Following = Literal["stay", "shift"]
Why = Literal["decision", "rule", "impossible"]


class Change(Struct, frozen=True, kw_only=True):
    """One fact of a record, and what it would have been."""

    path: Path
    value: Any = None
    """Of the fact's own type; None takes the element of the list away, of which it is a part."""
    following: Following = "stay"
    """Of a card out of a shoe, whether the later cards stay where they fell or move by one."""


class Stop(Struct, frozen=True, kw_only=True):
    """Where a what-if ends, and nothing more can be reckoned."""

    why: Why
    path: Path = ()
    """Of a decision that would no longer be the one taken."""
    seat: int | None = None
    found: Found | None = None
    """What the rules would have wanted, as replay finds it."""


class SeatSums(Struct, frozen=True, kw_only=True):
    """A seat's stakes and what is due to it, as it was and as it would have been."""

    seat: int
    staked: int
    stake: int
    """In the hypothesis."""
    real: int | None
    """None where the rules could not say."""
    hypothesis: int | None

    @property
    def difference(self) -> int | None:
        """The difference due in the hypothesis; None where either sum is not known."""
        return None if self.real is None or self.hypothesis is None else self.hypothesis - self.real


class WhatIf(Struct, frozen=True, kw_only=True):
    """A hypothesis: the record with its one fact changed, both settlements, the seats' sums."""

    record: Record
    real: Settlement
    hypothesis: Settlement | None
    """None where it stops."""
    stop: Stop | None
    seats: tuple[SeatSums, ...]
    notes: tuple[Found, ...] = ()
    """What replay would find besides, and that keeps nothing from being reckoned."""


class WhatIfError(ValueError):
    """A change that is none: the path, what was expected, what was there."""


def shifts(record: Record, path: Path) -> bool:
    """Tell whether a fact is a card out of a shoe, or the wish for one: later cards may move."""
    plain = plain_of(record)
    if len(path) > 1 and path[0] in _DEALT and isinstance(path[1], int):
        return _is_dealt(plain, str(path[0]))
    return path[:1] == ("decisoes",) and _answer(plain, path) is not None


def what_if(record: Record, change: Change) -> WhatIf:
    """Return both settlements of a record and the same with one fact changed.

    Raises:
        WhatIfError: the path names no fact, or the value is none of its type.

    """
    other = changed(record, change)
    real = judge(record).settlement
    if other == record:
        return WhatIf(
            record=record, real=real, hypothesis=real, stop=None, seats=_seats(real, real)
        )
    tried = _as_nobody_declared(other)
    stop, notes = _stopped(record, tried, other, change)
    settled = None if stop is not None else judge(tried).settlement
    return WhatIf(
        record=other,
        real=real,
        hypothesis=settled,
        stop=stop,
        seats=_seats(real, settled),
        notes=notes,
    )


def changed(record: Record, change: Change) -> Record:
    """Return a record with one fact changed, and nothing else but what the fact takes with it.

    Raises:
        WhatIfError: the path names no fact, or the value is none of its type.

    """
    plain = plain_of(record)
    name = ".".join(map(str, change.path))
    try:
        was = value_at(plain, change.path)
    except LookupError:
        raise WhatIfError(f"{name}: expected a fact of the record, got none there") from None
    if isinstance(was, dict | list):
        raise WhatIfError(f"{name}: expected a single fact, got several")
    if change.value is None:
        _take_away(plain, change)
    elif type(change.value) is not type(was):
        kind = type(was).__name__
        raise WhatIfError(f"{name}: expected {kind}, got {change.value!r}")
    else:
        _put(plain, change, was)
    try:
        data = msgspec.json.encode(plain)
        if len(data) > SIZE_MAX:
            raise WhatIfError(f"{name}: the record has {len(data)} bytes, at most {SIZE_MAX}")
        return decode_record(data)
    except msgspec.MsgspecError as error:
        raise WhatIfError(f"{name}: {error}") from None


# --- the change -----------------------------------------------------------------------------------


def _put(plain: Plain, change: Change, was: Any) -> None:
    """Put a value where another stood; a wish that is none any more loses its card."""
    answer = _answer(plain, change.path) if was == DRAWS and change.value != DRAWS else None
    if answer is not None:
        _take_card(plain, answer, change.following)
    path = change.path
    if change.following == "shift" and len(path) > 2 and _is_dealt(plain, str(path[0])):  # noqa: PLR2004 - list, place, field
        cards = plain[str(path[0])]
        values = [one.get("card") for one in cards]
        at = cast("int", path[1])
        for one, value in zip(cards[at + 1 :], values[at:], strict=False):
            one["card"] = value
    put_at(plain, path, change.value)


def _take_away(plain: Plain, change: Change) -> None:
    """Take the element of a list away of which the fact is a part."""
    places = [n for n, step in enumerate(change.path) if isinstance(step, int)]
    if not places:
        name = ".".join(map(str, change.path))
        raise WhatIfError(f"{name}: expected a value, for it stands in no list")
    at = places[-1]
    field, place = change.path[:at], cast("int", change.path[at])
    if at == 1 and _is_dealt(plain, str(field[0])):
        _take_card(plain, (str(field[0]), place), change.following)
        return
    answer = _answer(plain, change.path)
    if answer is not None:
        _take_card(plain, answer, change.following)
    del value_at(plain, field)[place]


def _take_card(plain: Plain, card: tuple[str, int], following: Following) -> None:
    """Take a card out of the deal; the later ones stay, or each comes one place earlier."""
    field, at = card
    cards = plain[field]
    if following == "shift":
        values = [one.get("card") for one in cards]
        for one, value in zip(cards[at + 1 :], values[at:], strict=False):
            one["card"] = value
    del cards[at]


def _is_dealt(plain: Plain, field: str) -> bool:
    """Tell whether a field holds cards out of a shoe in the order of the deal."""
    cards = plain.get(field)
    return (
        field in _DEALT
        and isinstance(cards, list)
        and bool(cast("list[Any]", cards))
        and all(isinstance(one, dict) and "to" in one for one in cast("list[Any]", cards))
    )


def _answer(plain: Plain, path: Path) -> tuple[str, int] | None:
    """Return the card that answered a wish for one: the hand's first one after it."""
    if len(path) < 2 or path[0] != "decisoes" or not isinstance(path[1], int):  # noqa: PLR2004 - list and place
        return None
    wishes: list[Plain] = plain.get("decisoes") or []
    if path[1] >= len(wishes) or wishes[path[1]].get("decisao") != DRAWS:
        return None
    wish = wishes[path[1]]
    cards: list[Plain] = plain.get("cartas") or []
    own = [at for at, one in enumerate(cards) if one.get("to") == "seat" and _same(one, wish)]
    after = [at for at in own if is_after(_moment(cards[at]), _moment(wish))]
    if after:
        return "cartas", after[0]
    earlier = sum(_same(one, wish) and one.get("decisao") == DRAWS for one in wishes[: path[1]])
    split = any(one.get("decisao") == "desdobra" for one in wishes)
    unknown = wish.get("seq") is None and wish.get("at") is None and not split
    place = 2 + earlier
    return ("cartas", own[place]) if unknown and place < len(own) else None


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return (one.get("seat"), one.get("hand", 1)) == (other.get("seat"), other.get("hand", 1))


def _moment(one: Mapping[str, Any]) -> Moment:
    return Moment(at=one.get("at"), seq=one.get("seq"))


def _as_nobody_declared(record: Record) -> Record:
    """Return a record without what the table itself said of its result."""
    plain = plain_of(record)
    for field in (*_DERIVED, *told_again(plain)):
        plain.pop(field, None)
    told = plain.get("resultado")
    for one in cast("list[Any]", told) if isinstance(told, list) else [told]:
        if isinstance(one, dict):
            cast("Plain", one).pop("cor", None)
    try:
        return decode_record(msgspec.json.encode(plain))
    except msgspec.MsgspecError:
        return record


# --- where it stops -------------------------------------------------------------------------------


def _stopped(
    record: Record, tried: Record, other: Record, change: Change
) -> tuple[Stop | None, tuple[Found, ...]]:
    """Return where a hypothesis ends, if it does, and what replay would find besides."""
    new = _new_faults(record, tried)
    impossible = next((one for one in new if one.code == "RES-IMPOSS"), None)
    if impossible is not None:
        return Stop(why="impossible", seat=impossible.seat, found=impossible), ()
    stop = _other_decision(record, other, change)
    if stop is not None:
        return stop, ()
    wanted = next((one for one in new if one.amount is None and not _is_of_stakes(one)), None)
    if wanted is not None:
        return Stop(why="rule", seat=wanted.seat, found=wanted), ()
    return None, tuple(new)


def _is_of_stakes(found: Found) -> bool:
    """Tell whether a fault is of a stake against the table's limits: it is settled all the same."""
    return found.code.startswith("BET-")


def _other_decision(record: Record, other: Record, change: Change) -> Stop | None:
    """Return the first decision before which something else lay than when it was taken."""
    before = {one.path: one for one in decisions_of(plain_of(record))}
    removed = change.path[:2] if change.value is None else ()
    for one in decisions_of(plain_of(other)):
        was = before.get(_path_before(one.path, removed))
        if was is not None and was.seen != one.seen and change.path[: len(was.path)] != was.path:
            return Stop(why="decision", path=was.path, seat=was.seat)
    return None


def _path_before(path: Path, removed: Path) -> Path:
    """Return where a decision stood before another of its list was taken away."""
    if len(removed) < 2 or path[0] != removed[0]:  # noqa: PLR2004 - list and place
        return path
    at = cast("int", path[1])
    return (path[0], at + (at >= cast("int", removed[1])), *path[2:])


def _new_faults(record: Record, tried: Record) -> list[Found]:
    """Return the faults of play, payments apart, that the record as it was had not."""
    known = {_key(one) for one in _faults(_as_nobody_declared(record))}
    return [one for one in _faults(tried) if _key(one) not in known]


def _faults(record: Record) -> list[Found]:
    game = game_of(record)
    rules = rules_of(game, record.profile)
    settlement = game.settle(record, rules)
    return [*settlement.found, *game.verify(record, rules, settlement)]


def _key(one: Found) -> tuple[Any, ...]:
    return one.code, one.seat, one.bet, one.expected, one.recorded, str(one.facts.get("fact", ""))


# --- sums -----------------------------------------------------------------------------------------


def _seats(real: Settlement, hypothesis: Settlement | None) -> tuple[SeatSums, ...]:
    sums = _sums(real)
    others = {} if hypothesis is None else _sums(hypothesis)
    nothing = (0, 0)
    return tuple(
        SeatSums(
            seat=seat,
            staked=sums.get(seat, nothing)[0],
            stake=others.get(seat, nothing)[0],
            real=sums.get(seat, nothing)[1],
            hypothesis=None if hypothesis is None else others.get(seat, nothing)[1],
        )
        for seat in sorted({*sums, *others})
    )


def _sums(settlement: Settlement) -> dict[int, tuple[int, int | None]]:
    """Return the stakes of each seat and what is due to it, prizes of jackpots with it."""
    found: dict[int, tuple[int, int | None]] = {}
    for line in settlement.lines:
        stake, due = found.get(line.seat, (0, 0))
        if due is not None:
            due = None if line.outcome is Outcome.PENDENTE else due + line.due
        found[line.seat] = stake + line.stake, due
    for award in settlement.awards:
        stake, due = found.get(award.seat, (0, 0))
        found[award.seat] = stake, None if due is None else due + award.amount
    return found
