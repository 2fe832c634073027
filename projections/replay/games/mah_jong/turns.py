"""The game act by act, up to the win: whose turn it was, who took which piece, who declared.

Faults of order are kept beside the facts: what was done is followed as it was done.
"""

from collections import Counter
from typing import Any, Final, Literal

from msgspec import Struct, structs

from projections.replay.games.mah_jong.hand import KONG as KONG_SET
from projections.replay.games.mah_jong.hand import Conjunto, winning
from projections.replay.games.mah_jong.record import (
    CHI,
    COMPRA,
    DESCARTE,
    GANHO,
    KONG,
    KONG_FECHADO,
    PONG,
    VIU_PEDRAS,
    Lance,
    MahJongRecord,
)
from projections.replay.games.mah_jong.rules import Variant
from projections.replay.games.mah_jong.table import (
    Aberto,
    Declaracao,
    Descartada,
    Jogador,
    from_hand,
    laid,
    pong_of,
)
from projections.replay.kit.tiles import pieces_in
from projections.replay.settlement import Found

CLAIMS: Final = (CHI, PONG, KONG, KONG_FECHADO, GANHO)
ALIKE: Final = 4
SIZE: Final = {CHI: 3, PONG: 3, KONG: 4, KONG_FECHADO: 4}
"""How many pieces the set of a claim has."""

Phase = Literal["discard", "claim", "replace"]
"""The actor must discard; his discard may be taken, or the next draws; he must draw for a k'óng."""


class Play(Struct, frozen=True, kw_only=True):
    """A game as it was played."""

    places: tuple[int, ...]
    """The seats in the order of play, each once."""
    declared: tuple[Declaracao, ...]
    """Those who declared a win on the same piece; the game ends there."""
    found: tuple[Found, ...]
    drawn: int
    """Pieces taken from the wall, the deal included."""
    left: int
    """Pieces that remain in it."""
    opened: dict[int, tuple[Aberto, ...]]
    discarded: tuple[str, ...]
    """The discards that nobody took."""
    after: int
    """Draws and discards recorded after the game had ended."""
    unread: bool = False
    """Whether nobody can read one of the acts: it may have been a set, or a win."""
    contested: bool = False
    """Whether what nobody can read stands beside the declared win: another act, which may have
    been a win on the same piece, or the k'óng that was robbed."""


def played(record: MahJongRecord, variant: Variant) -> Play:
    """Follow the record's acts in their order."""
    walk = _Walk(record, variant)
    ended = walk.run()
    later = record.lances[ended:]
    return Play(
        places=walk.places,
        declared=tuple(walk.declared),
        found=tuple(walk.found),
        drawn=walk.drawn,
        left=max(0, walk.total - walk.drawn),
        opened={seat: tuple(one.opened) for seat, one in walk.players.items()},
        discarded=tuple(walk.discarded),
        after=sum(one.tipo in (COMPRA, DESCARTE) for one in later),
        unread=walk.unread,
        contested=walk.contested,
    )


class _Walk:
    """The table while the acts are followed."""

    def __init__(self, record: MahJongRecord, variant: Variant) -> None:
        self.record = record
        self.variant = variant
        self.cites = variant.cites
        # Beyond as many as the set has hands for, nobody has any to play with: those are strangers.
        most = pieces_in(variant.stock) // variant.hand
        self.places = tuple(dict.fromkeys(record.lugares))[:most]
        self.players = {seat: Jogador() for seat in self.places}
        self.lances = tuple(_legible(one, variant) for one in record.lances)
        self.strict = record.has("cards") and any(
            one.tipo in (COMPRA, DESCARTE) for one in self.lances
        )
        """Whether the acts are recorded, so that what is missing did not happen."""
        self.found: list[Found] = []
        self.declared: list[Declaracao] = []
        self.total = pieces_in(variant.stock)
        self.drawn = 0
        self.discarded: list[str] = []
        self.discards = 0
        self.claims = 0
        self.in_sight: set[str] = set()
        self.actor: int | None = self.places[0] if self.places else None
        self.phase: Phase = "discard"
        self.pending: Descartada | None = None
        self.last_draw: Lance | None = None
        self.kongs = 0
        """Successive kongs of the actor since he drew, claimed or discarded."""
        self.lost = False
        """Whether an act that nobody can read left open whose turn it is."""
        self.unread = False
        """Whether there was such an act."""
        self.contested = False
        """Whether one stands beside the declared win."""
        self.unseen = False
        """Whether a piece lies on the table that nobody can read."""
        self.robbable: tuple[int, str | None, bool | None] | None = None
        """The last act was this seat's k'óng of this piece; whether it is open, where known."""
        for error in record.errors:
            if error.error == VIU_PEDRAS and error.seat in self.players:
                self.players[error.seat].saw = True

    def run(self) -> int:
        """Follow every act; return where the game ended."""
        at = self.deal()
        while at < len(self.lances) and not self.declared:
            lance = self.lances[at]
            if lance.seat not in self.players:
                self.fault("MJ-SET", self.cites.players, at, "lugar", seat=lance.seat)
                at += 1
                continue
            match lance.tipo:
                case "compra":
                    self.draw(at, lance)
                case "descarte":
                    self.discard(at, lance)
                case _ if lance.tipo not in CLAIMS:
                    self.unreadable(at, lance)
                case _ if lance.de is None and lance.tipo in (KONG, KONG_FECHADO):
                    self.own_kong(at, lance)
                case _:
                    at = self.claim(at)
                    continue
            at += 1
        return at

    def unreadable(self, at: int, lance: Lance) -> None:
        """Pass over an act whose word nobody knows: a set may have been laid, or a win declared."""
        self.fault("RES-IMPOSS", "", at, "lance", seat=lance.seat, recorded=lance.tipo)
        player = self.players[lance.seat]
        player.held = None
        wrong = player.opened[-1] if player.opened else None
        if wrong is not None and wrong.conjunto is None and not player.draws:
            wrong.unknown = True  # it may have been corrected
        player.opened.append(
            Aberto(pedras=(), conjunto=None, pedra=None, de=lance.de, unknown=True)
        )
        self.lost = self.unread = self.unseen = True
        self.last_draw, self.robbable, self.pending = None, None, None
        self.actor, self.phase = lance.seat, "discard"

    def fault(
        self, code: str, rule: str, at: int, fact: str, *, seat: int, **said: str | int | None
    ) -> None:
        """Keep a fault of the act ``at``."""
        facts: dict[str, Any] = {"fact": fact, "lance": at + 1}
        expected, recorded = said.get("expected"), said.get("recorded")
        self.found.append(
            Found(
                code=code,
                rule=f"MJ {rule}" if rule else "",
                seat=seat,
                expected="" if expected is None else str(expected),
                recorded="" if recorded is None else str(recorded),
                facts=facts,
            )
        )

    def out_of_turn(self, at: int, lance: Lance, expected: str, rule: str = "") -> None:
        """Keep the fault of a player who took or discarded a piece out of turn."""
        if self.strict and not self.lost:
            self.fault(
                "MJ-PRIO",
                rule or self.cites.turn,
                at,
                "vez",
                seat=lance.seat,
                expected=expected,
                recorded=f"{lance.tipo} {lance.seat}",
            )

    def right_of(self, seat: int | None) -> int | None:
        """Return the seat that plays after a seat: the seat at its right."""
        if seat not in self.places:
            return None
        return self.places[(self.places.index(seat) + 1) % len(self.places)]

    # --- the deal ------------------------------------------------------------------------------

    def deal(self) -> int:
        """Take the first draws as the deal if all are recorded; return where play begins."""
        variant, places = self.variant, self.places
        whole = variant.hand * len(places) + 1
        leading = 0
        for lance in self.lances:
            if lance.tipo != COMPRA or lance.substituicao:
                break
            leading += 1
        self.drawn = whole if places else 0
        for place, player in enumerate(self.players.values()):
            player.count = variant.hand + (place == 0)
        if not places or leading < whole:
            return 0
        order = [
            seat for _ in range(variant.rounds) for seat in places for _ in range(variant.at_once)
        ]
        for place, seat in enumerate(places):
            order += [seat] * variant.after[place > 0]
        dealt = self.lances[:whole]
        for seat, player in self.players.items():
            got = [lance.pedra for lance in dealt if lance.seat == seat]
            player.count = len(got)
            player.held = None if None in got else [one for one in got if one is not None]
            due = order.count(seat)
            if len(got) != due:
                self.fault(
                    "MJ-SET",
                    self.cites.deal,
                    0,
                    "distribuicao",
                    seat=seat,
                    expected=due,
                    recorded=len(got),
                )
        wrong = next((at for at, one in enumerate(dealt) if one.seat != order[at]), None)
        if wrong is not None:
            self.out_of_turn(wrong, dealt[wrong], f"compra {order[wrong]}", self.cites.deal)
        return whole

    # --- acts ----------------------------------------------------------------------------------

    def draw(self, at: int, lance: Lance) -> None:
        """Follow a draw."""
        if self.phase == "replace":
            if lance.seat != self.actor or not lance.substituicao:
                self.out_of_turn(at, lance, f"substituicao {self.actor}", self.cites.replacement)
        elif lance.substituicao:
            self.out_of_turn(at, lance, "k_ong", self.cites.replacement)
        elif self.phase != "claim" or lance.seat != self.right_of(self.actor):
            expected = (
                f"descarte {self.actor}"
                if self.phase == "discard"
                else f"compra {self.right_of(self.actor)}"
            )
            rule = self.cites.turn if self.discards else self.cites.first
            self.out_of_turn(at, lance, expected, rule)
        player = self.players[lance.seat]
        player.remember()
        player.take(lance.pedra)
        player.draws += 1
        self.leave_discard()
        self.drawn += 1
        if self.drawn == self.total + 1:
            self.fault(
                "MJ-SET",
                self.cites.pieces,
                at,
                "muralha",
                seat=lance.seat,
                expected=self.total,
                recorded=self.drawn,
            )
        if not lance.substituicao:
            self.kongs = 0
        self.last_draw, self.robbable = lance, None
        self.actor, self.phase, self.lost = lance.seat, "discard", False

    def leave_discard(self) -> None:
        """Count the last discard among those that nobody took."""
        if self.pending is not None and self.pending.pedra:
            self.discarded.append(self.pending.pedra)
        self.pending = None

    def discard(self, at: int, lance: Lance) -> None:
        """Follow a discard."""
        player, tile = self.players[lance.seat], lance.pedra or ""
        if self.phase != "discard" or lance.seat != self.actor:
            rule = self.cites.turn if self.discards else self.cites.first
            self.out_of_turn(at, lance, f"{self.phase} {self.actor}", rule)
        self.leave_discard()
        held = None if player.held is None else tuple(player.held)
        before, opened = player.before
        lacking = player.give((tile,)) if tile else player.lose()
        if lacking:
            self.fault("RES-IMPOSS", "", at, "mao", seat=lance.seat, recorded=", ".join(lacking))
        self.pending = Descartada(
            seat=lance.seat,
            pedra=tile,
            in_sight=frozenset(self.in_sight),
            unseen=self.unseen,
            first=not self.discards and lance.seat == self.places[0],
            before_draw=before,
            before_discard=held,
            after=None if player.held is None else tuple(player.held),
            opened_before=opened,
            opened=len(player.opened),
        )
        if tile:
            self.in_sight.add(tile)
        else:
            self.unseen = True
        self.discards += 1
        self.kongs, self.last_draw, self.robbable = 0, None, None
        self.actor, self.phase, self.lost = lance.seat, "claim", False

    def own_kong(self, at: int, lance: Lance) -> None:
        """Follow a k'óng with a piece he drew: closed, or onto an open p'ông (R24, R25)."""
        if not lance.feito:
            return
        player = self.players[lance.seat]
        if self.phase != "discard" or lance.seat != self.actor:
            self.out_of_turn(at, lance, f"{self.phase} {self.actor}", self.cites.kong)
        self.may_kong(at, lance, player)
        tiles: tuple[str, ...] = lance.pedras
        if not tiles and lance.pedra is not None:
            tiles = (lance.pedra,) * ALIKE
        tile = tiles[0] if len(set(tiles)) == 1 and len(tiles) in (1, ALIKE) else None
        pong = pong_of(player.opened, tile)
        given: tuple[str, ...] = tiles
        if pong is not None and tile is not None:
            pong.conjunto, pong.pedras = Conjunto(KONG_SET, tile, aberto=True), (tile,) * ALIKE
            given = (tile,)
        else:
            whole = (tile,) * ALIKE if tile is not None else tiles
            given = whole
            player.opened.append(
                Aberto(
                    pedras=whole,
                    conjunto=None if tile is None else Conjunto(KONG_SET, tile),
                    pedra=None,
                    de=None,
                    unknown=not tiles,
                )
            )
        lacking = player.give(given)
        if lacking:
            self.fault("RES-IMPOSS", "", at, "mao", seat=lance.seat, recorded=", ".join(lacking))
        drew = self.last_draw
        successive = (
            self.kongs > 0
            and pong is None
            and drew is not None
            and drew.substituicao
            and drew.pedra in (None, tile)
        )
        is_open = pong is not None if tiles else None
        self.after_kong(lance.seat, tile, is_open=is_open, successive=successive)

    def may_kong(self, at: int, lance: Lance, player: Jogador) -> None:
        """Keep the fault of a k'óng made by a player who saw another's pieces."""
        if player.saw:
            self.fault("MJ-PRIO", self.cites.seen, at, "viu_pedras", seat=lance.seat)

    def after_kong(
        self, seat: int, tile: str | None, *, is_open: bool | None, successive: bool
    ) -> None:
        """Await the replacement piece; of unread pieces nobody knows whether the set is open."""
        if is_open and tile is not None:
            self.in_sight.add(tile)
        self.kongs = self.kongs + 1 if successive else 1
        self.claims += 1
        self.robbable = seat, tile, is_open
        self.actor, self.phase = seat, "replace"

    # --- claims on another's piece -------------------------------------------------------------

    def claim(self, at: int) -> int:
        """Follow the claims on a piece; return where the acts go on."""
        first = self.of_whom(self.lances[at])
        end = at
        while end < len(self.lances) and _same_piece(self.of_whom(self.lances[end]), first):
            end += 1
        group = [
            (place, lance)
            for place, lance in enumerate(map(self.of_whom, self.lances[at:end]), at)
            if lance.seat in self.players
        ]
        for _, lance in group:
            if lance.tipo == PONG and not lance.feito and self.variant.claims:
                self.players[lance.seat].gave_up_pong = True
        made = [(place, lance) for place, lance in group if lance.feito]
        wins = {lance.seat: (place, lance) for place, lance in made if lance.tipo == GANHO}
        if wins:
            beside = self.lances[end].tipo if end < len(self.lances) else COMPRA
            self.contested = self.lost or beside not in (COMPRA, DESCARTE, *CLAIMS)
            self.declared += [self.declare(place, lance) for place, lance in wins.values()]
            return end
        takers = {lance.seat: (place, lance) for place, lance in made}
        if takers:
            self.take_set(*self.taker(takers, end))
        return end

    def of_whom(self, lance: Lance) -> Lance:
        """Return a claim as of the discard that lies there, where it names nobody who plays."""
        pending = self.pending
        named = lance.de in self.places or (lance.de is None and lance.tipo not in (CHI, PONG))
        if pending is None or named or lance.tipo not in CLAIMS:
            return lance
        return structs.replace(lance, de=pending.seat)

    def taker(self, takers: dict[int, tuple[int, Lance]], end: int) -> tuple[int, Lance]:
        """Return the claim carried out where several players claimed a piece."""
        best = max(takers.values(), key=lambda one: one[1].tipo != CHI)
        acted = self.lances[end].seat if end < len(self.lances) else best[1].seat
        took = takers.get(acted, best)
        if (took[1].tipo == CHI) and best[1].tipo != CHI:
            self.fault(
                "MJ-PRIO",
                "R22",
                took[0],
                "ch_i",
                seat=took[1].seat,
                expected=f"{best[1].tipo} {best[1].seat}",
                recorded=f"ch_i {took[1].seat}",
            )
        return took

    def take_set(self, at: int, lance: Lance) -> None:
        """Follow a ch'i, p'ông or k'óng made with another's discard."""
        player, pending = self.players[lance.seat], self.pending
        if self.corrects(at, lance, player):
            return
        right = pending is not None and pending.seat == lance.de and lance.seat != lance.de
        if not right:
            rule = self.cites.taken_back if lance.seat == lance.de else self.cites.turn
            self.out_of_turn(at, lance, f"{self.phase} {self.actor}", rule)
        elif lance.tipo == CHI and lance.seat != self.right_of(lance.de):
            self.fault(
                "MJ-PRIO",
                "R21",
                at,
                "ch_i",
                seat=lance.seat,
                expected=self.right_of(lance.de),
                recorded=lance.seat,
            )
        barred = lance.tipo != KONG and not self.variant.claims
        if barred:
            self.fault("MJ-WIN", "R62", at, lance.tipo, seat=lance.seat)
        taken = (pending.pedra or None) if pending is not None and right else lance.pedra
        pong = pong_of(player.opened, taken) if lance.tipo == KONG else None
        player.remember()
        if lance.tipo == KONG:
            self.may_kong(at, lance, player)
        if pong is not None and taken is not None:
            pong.conjunto, pong.pedras = Conjunto(KONG_SET, taken, aberto=True), (taken,) * ALIKE
        else:
            self.lay(at, lance, player, laid(lance, taken, barred=barred))
        if right:
            self.pending = None
        self.claims += 1
        self.last_draw, self.kongs, self.robbable = None, 0, None
        self.actor, self.phase = lance.seat, "discard"
        if lance.tipo == KONG:
            self.after_kong(lance.seat, taken, is_open=True, successive=False)

    def lay(self, at: int, lance: Lance, player: Jogador, opened: Aberto) -> None:
        """Lay a set on the table; its pieces leave the hand, except the piece taken."""
        player.opened.append(opened)
        player.draws = 0
        self.in_sight.update(opened.pedras)
        if opened.unknown:
            player.held, self.unseen = None, True
        lacking = player.give(from_hand(opened))
        if lacking:
            self.fault("RES-IMPOSS", "", at, "mao", seat=lance.seat, recorded=", ".join(lacking))

    def corrects(self, at: int, lance: Lance, player: Jogador) -> bool:
        """Correct a wrong ch'i or p'ông; tell whether the act is a correction, even late (R42)."""
        wrong = player.opened[-1] if player.opened else None
        if (
            wrong is None
            or wrong.conjunto is not None
            or wrong.unknown
            or wrong.de != lance.de
            or lance.tipo == KONG
            or wrong.pedra not in lance.pedras
        ):
            return False
        pending = self.pending
        if pending is not None and pending.seat == lance.de and pending.pedra in lance.pedras:
            return False
        if player.draws:
            self.out_of_turn(at, lance, "antes da compra", "R42")
            return True
        for tile in from_hand(wrong):
            player.take(tile)
        player.opened.pop()
        self.lay(at, lance, player, laid(lance, wrong.pedra, barred=wrong.barred))
        return True

    # --- the win -------------------------------------------------------------------------------

    def declare(self, at: int, lance: Lance) -> Declaracao:
        """Return a declaration of a win with all that decides it; keep its faults."""
        player = self.players[lance.seat]
        pedra = self.winning_piece(at, lance)
        discard = self.discard_won(lance)
        self.check_turn_to_win(at, lance, discard)
        return Declaracao(
            seat=lance.seat,
            pedra=pedra,
            de=lance.de,
            closed=self.closed_of(at, lance, player, pedra),
            counted=player.count + (lance.de is not None) if self.strict else None,
            opened=tuple(player.opened),
            robbed=self.is_robbed(at, lance),
            replacements=self.replacements(lance),
            last=self.is_last(at, lance),
            first_hand=self.is_first_hand(lance),
            first_discard=self.is_first_discard(lance, discard),
            gave_up_pong=player.gave_up_pong,
            discard=discard,
            draws_since_set=player.draws,
        )

    def winning_piece(self, at: int, lance: Lance) -> str | None:
        """Return the winning piece; keep the fault of a declaration that names another."""
        logged = self.piece_won(lance)
        if logged is None:
            return lance.pedra
        if lance.pedra not in (None, logged):
            self.fault(
                "RES-IMPOSS",
                "",
                at,
                "pedra_do_ganho",
                seat=lance.seat,
                expected=logged,
                recorded=lance.pedra,
            )
        return logged

    def discard_won(self, lance: Lance) -> Descartada | None:
        """Return the discard on which a win is declared; None for a piece drawn or robbed."""
        pending = self.pending
        if lance.de is None or lance.roubo or pending is None or pending.seat != lance.de:
            return None
        return pending

    def check_turn_to_win(self, at: int, lance: Lance, discard: Descartada | None) -> None:
        """Keep the fault of a win on no lying discard, on his own, or drawn out of turn."""
        if lance.de is None:
            if self.phase != "discard" or self.actor != lance.seat:
                self.out_of_turn(at, lance, f"{self.phase} {self.actor}")
        elif not lance.roubo and (discard is None or lance.de == lance.seat):
            rule = self.cites.taken_back if lance.de == lance.seat else self.cites.turn
            self.out_of_turn(at, lance, f"descarte {lance.de}", rule)

    def is_first_hand(self, lance: Lance) -> bool:
        """Tell whether the banker wins with the pieces dealt to him, before any act (R29 a)."""
        untouched = not self.discards and not self.claims and self.last_draw is None
        return (
            untouched
            and lance.de is None
            and lance.seat == self.places[0]
            and self.record.has("cards")
        )

    def is_first_discard(self, lance: Lance, discard: Descartada | None) -> bool:
        """Tell whether another, with no open set, wins on the banker's first discard (R29 b)."""
        return (
            discard is not None
            and discard.first
            and lance.seat != self.places[0]
            and not self.players[lance.seat].opened
            and self.record.has("cards")
        )

    def piece_won(self, lance: Lance) -> str | None:
        """Return the winning piece that the acts before the declaration name."""
        if lance.roubo:
            robbed = self.robbable
            return robbed[1] if robbed is not None and robbed[0] == lance.de else None
        if lance.de is not None:
            pending = self.pending
            return (pending.pedra or None) if pending and pending.seat == lance.de else None
        drew = self.last_draw
        return drew.pedra if drew is not None and drew.seat == lance.seat else None

    def closed_of(
        self, at: int, lance: Lance, player: Jogador, pedra: str | None
    ) -> tuple[str, ...] | None:
        """Return the closed pieces with the winning one: those shown, or else those known."""
        drawn = lance.de is None
        held = player.held
        known = None
        if held is not None and (drawn or pedra is not None):
            known = (*held,) if drawn or pedra is None else (*held, pedra)
        shown = next(
            (one.pedras for one in reversed(self.record.mostradas) if one.seat == lance.seat), None
        )
        whole = 3 * (self.variant.sets - len(player.opened)) + 2
        if shown is not None and not all(one in self.variant.stock for one in shown):
            return known  # a piece that nobody can read is no reading of the hand
        if shown is None or (known is not None and Counter(shown) < Counter(known)):
            return known
        hand = shown
        if len(shown) == whole - 1 and pedra is not None:
            with_it = (*shown, pedra)
            if pedra not in shown or winning(with_it, len(player.opened), self.variant.sets):
                hand = with_it  # otherwise it lies there, and another was not told
        impossible = known is not None and sorted(hand) != sorted(known)
        if impossible or (pedra is not None and len(hand) == whole and pedra not in hand):
            self.fault(
                "RES-IMPOSS",
                "",
                at,
                "mao",
                seat=lance.seat,
                expected=" ".join(sorted(known)) if known is not None else pedra,
                recorded=" ".join(hand),
            )
        return tuple(hand)

    def is_robbed(self, at: int, lance: Lance) -> bool:
        """Tell whether the win takes the piece of an open k'óng; a closed k'óng is safe."""
        if not lance.roubo or lance.de is None:
            return False
        robbed = self.robbable
        if robbed is None or robbed[0] != lance.de:
            self.out_of_turn(at, lance, f"k_ong {lance.de}")
            return not self.strict
        if robbed[2] is None:
            self.contested = True
            return True
        if not robbed[2]:
            self.fault(
                "MJ-PRIO",
                "R28 d" if self.variant.claims else "R67 a",
                at,
                "k_ong_fechado",
                seat=lance.seat,
            )
        return robbed[2]

    def replacements(self, lance: Lance) -> int:
        """Return how many successive kongs led to the piece drawn."""
        drew = self.last_draw
        if lance.de is not None or drew is None or not drew.substituicao:
            return 0
        return 0 if self.players[lance.seat].saw else max(1, self.kongs)

    def is_last(self, at: int, lance: Lance) -> bool:
        """Tell whether the win is with the last piece of the wall."""
        drew = self.last_draw
        if lance.de is not None or drew is None:
            return False
        out_of_order = any(one.facts.get("fact") == "vez" for one in self.found)
        if not self.strict or out_of_order:
            return drew.ultima
        last = self.drawn == self.total
        if drew.ultima and not last:
            self.fault(
                "RES-IMPOSS",
                "",
                at,
                "ultima",
                seat=lance.seat,
                expected=self.total,
                recorded=self.drawn,
            )
        return last


def _same_piece(lance: Lance, first: Lance) -> bool:
    """Tell whether two acts claim the same piece: never two that are named and differ."""
    if lance.tipo not in CLAIMS or lance.roubo != first.roubo or lance.de != first.de:
        return False
    named = {one.pedra for one in (lance, first)} - {None}
    return lance is first or (first.de is not None and len(named) < 2)


def _legible(lance: Lance, variant: Variant) -> Lance:
    """Return an act without the pieces that the set does not have: nobody knows what they were.

    A set of fewer pieces than its kind has was not told whole.
    """
    stock = variant.stock
    pedra = lance.pedra if lance.pedra in stock else None
    pedras = lance.pedras
    if not all(one in stock for one in pedras) or 1 < len(pedras) < SIZE.get(lance.tipo, 0):
        pedras = ()
    if pedra == lance.pedra and pedras == lance.pedras:
        return lance
    return structs.replace(lance, pedra=pedra, pedras=pedras)
