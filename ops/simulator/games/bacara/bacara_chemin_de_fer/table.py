"""The course of a table of bacará chemin de fer: the bank passes from player to player.

What is due is computed here from the rules' own words (R9, R18 to R36, R62 to R123), apart from
replay, so that agreement of the two means something.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload, Value
from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    CardsCollected,
    CutCardDrawn,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
)
from ledger.events.rounds import (
    BancoCalled,
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    Collection,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsRedeemed, ChipsSold, EquipmentChanged, TableOpened
from ops.simulator.games.bacara.bacara_chemin_de_fer.bank import Bank
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import (
    FREE,
    MINIMUM,
    NATURAL,
    PLACES,
    STANDING,
    Coup,
    Player,
    Stake,
    banker_must,
    cagnotte,
    compared,
)
from ops.simulator.games.bacara.bacara_chemin_de_fer.remedies import REMEDIED, with_error
from ops.simulator.kit.cards import bacara_points, shuffled
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table
from ops.simulator.parties.terminal import Said, instant

DECKS: Final = 6
BEHIND: Final = 7
"""Cards behind the carta-aviso (R45)."""
BOUGHT: Final = 50_000
TRIES: Final = 2_000
"""How often cards and bets are drawn for a fault; most come within twenty."""
TURNS: Final = (("ponto", 0), ("banca", 0), ("ponto", 1), ("banca", 1))
"""Who gets each card of the deal, and which of his it is (R66)."""
EXTRA: Final = {"102d": ("banca", 2), "102g": ("ponto", 2)}
"""The card too many of an error of the deal."""


class CheminDeFerTable(Table):
    """A table of bacará chemin de fer, its players, its shoe and its bank."""

    GAME: ClassVar[str] = "bacara_chemin_de_fer"
    BANKED: ClassVar[bool] = False

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.players: dict[int, Player] = {}
        self._came = 0
        self.cards: list[str] = []
        """The shoe; the next card is the last."""
        self._aviso = False
        """Whether the carta-aviso is out."""
        self.keep_shoe = False
        """Whether play goes on from a shoe that is over."""
        self.missing = 0
        """Players who were sent away, and are to be replaced."""
        self.coups = 0
        """Coups of the day so far."""
        self._number = 0
        self.bank = Bank(self.players, self.rng)

    @override
    def hours(self, rounds: int) -> timedelta:
        return timedelta(hours=2, minutes=3 * rounds)

    @override
    def opening(self) -> TableOpened:
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "minimo": MINIMUM,
                "minimo_banca": self.bank.LEAST,
                "base_leilao": self.bank.LEAST,
                "lance": self.bank.STEP,
                "cagnotte_bp": 500,
                "lugares": PLACES,
                "baralhos": DECKS,
            },
            currency=CURRENCY,
            records=RECORDS,
            seats=PLACES,
            count=self.float,
            counted_by=self.counters,
            closes=instant(self.closes),
        )

    @override
    def open(self) -> Telling:
        yield from super().open()
        for seat in sorted(self.rng.sample(range(1, PLACES + 1), 6)):
            yield from self.arrive(seat)
        for seat in (STANDING, STANDING + 1):
            yield from self.arrive(seat)
        yield from self.new_shoe()
        self.bank.new_day()

    @override
    def close(self) -> Telling:
        for seat in sorted(self.players):
            yield from self.leave(seat)
        yield from super().close()

    @override
    def between(self) -> Telling:
        yield from super().between()
        free = [seat for seat in range(1, PLACES + 1) if seat not in self.players]
        if free and self.rng.randrange(15) == 0:
            yield from self.arrive(self.rng.choice(free))
        idle = [seat for seat in self.seated if seat not in self.bank.people]
        if len(self.seated) > 6 and idle and self.rng.randrange(15) == 0:
            yield from self.leave(self.rng.choice(idle))

    @property
    def aviso_out(self) -> bool:
        """Whether the shoe is over."""
        return self._aviso

    def play_on(self) -> None:
        """Let the aviso come out, and the next coup be dealt all the same."""
        self._aviso = self.keep_shoe = True

    def next_round(self, name: str) -> str:
        """Return the id of the coup after the one of that name."""
        head, _, number = name.rpartition("/")
        return f"{head}/{int(number) + 1}"

    @property
    def seated(self) -> list[int]:
        """The occupied seats."""
        return [seat for seat in sorted(self.players) if seat < STANDING]

    @property
    def newcomer(self) -> str:
        """The pseudonym of who comes next."""
        return f"{self.badge}-j{self._came + 1}"

    def arrive(self, seat: int) -> Telling:
        """Let somebody take a place, and buy chips."""
        self.players[seat] = Player(seat, self.newcomer)
        self._came += 1
        yield self.say(
            PlayerSeated(seat=seat, player=self.players[seat].name, via="list"), after=(1, 10)
        )
        yield from self.buy(self.players[seat], BOUGHT)

    def buy(self, player: Player, needed: int) -> Telling:
        """Let a player buy chips until he has what he is going to put down."""
        if player.purse < needed:
            amount = -(-(needed - player.purse) // BOUGHT) * BOUGHT
            player.purse += amount
            yield self.say(
                ChipsSold(amount=amount, means="cash", seat=player.seat, player=player.name),
                after=(3, 8),
            )

    def leave(self, seat: int) -> Telling:
        """Let somebody go."""
        player = self.players.pop(seat)
        if player.purse > 0:
            yield self.say(
                ChipsRedeemed(amount=player.purse, means="chips", seat=seat, player=player.name),
                after=(3, 8),
            )
        yield self.say(PlayerLeft(seat=seat, player=player.name, cause="own"))

    # --- the shoe ------------------------------------------------------------------------------

    def new_shoe(self, coup: Coup | None = None) -> Telling:
        """Shuffle six decks before a coup, cut, put the aviso in, and burn (R40 to R45)."""
        coup = coup or Coup("", [])
        self.cards = shuffled(self.rng, DECKS)
        self._aviso = False
        if self.rng.randrange(3) == 0:
            yield self.say(
                EquipmentChanged(item="deck", id="baralhos", reason="rounds", count=DECKS)
            )
        by = self.seated[0] if self.rng.randrange(4) == 0 else None
        if by is not None:
            shuffle = DeckShuffled(method="hand", decks=DECKS, shown=True, by=by)
            yield self.say(shuffle, after=(60, 90))
        last = DeckShuffled(method="hand", decks=DECKS, shown=True, by=None)
        yield self.say(self.instead("last-shuffle", coup, last), after=(120, 240))
        side = self.instead("side", coup, 0) or self.rng.randint(20, 150)
        behind = self.instead("behind", coup, BEHIND)
        yield self.say(DeckCut(by=self.rng.choice(self.seated), side=side, cut_card=behind))
        yield from self.instead("burn", coup, self._burn(coup))

    def _burn(self, coup: Coup) -> Telling:
        """Burn the first card, and as many more as it counts (R45)."""
        first = self.cards.pop()
        count = bacara_points([first]) or (10 if first[0] == "T" else self.rng.choice((0, 10)))
        count = self.instead("burned", coup, count)
        yield self.say(CardBurned(card=first, cause="opening"))
        if count:
            yield self.say(CardBurned(count=count, cause="opening"))
            del self.cards[-count:]

    def take(self, name: str) -> Telling:
        """Show the aviso where it lies before the next card."""
        if len(self.cards) == BEHIND and not self._aviso:
            self._aviso = True
            yield self.say(CutCardDrawn(), name)

    # --- a coup --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        self.coups = number
        name = self.round_id(number)
        coming = Coup(name, [], fault=self.take_fault())
        yield from self.at("before", coming)
        over, self.keep_shoe = self._aviso and not self.keep_shoe, False
        yield from self.instead("shoe", coming, self.new_shoe(coming) if over else iter(()))
        acts = self._bank_acts(coming)
        yield from self.buy(self.players[self.bank.banker], self.bank.own_stake)
        if self.rng.randrange(2):
            for act in acts:
                yield self.say(act)
            acts = []
        coup = self._draw(name, coming.fault)
        for one in coup.stakes:
            yield from self.buy(one.player, one.amount)
            one.player.purse -= one.amount
        yield self.say(RoundOpened(banker=self.bank.banker), name)
        for act in acts:
            yield self.say(act, name)
        yield from self._bets(coup)
        yield from self._deal(coup)
        yield from self.instead("settle", coup, self._settle(coup))
        yield self.say(RoundClosed(), name)
        yield from self.at("after", coup)
        self.bank.ends(coup)

    def _bank_acts(self, coming: Coup) -> list[Payload]:
        """Let the bank be taken, kept or passed before a coup; return the acts that say so."""
        self.bank.begin()
        wrongly: list[Payload] | None = self.instead("bank", coming, None)
        return self.bank.next(plain=coming.fault is None) if wrongly is None else wrongly

    def _draw(self, name: str, fault: str | None) -> Coup:
        """Return a coup in which the fault can be made; where none comes, it waits for another."""
        lying, shoe = self.cards, list(self.cards)
        for _ in range(TRIES):
            self.cards = list(shoe)
            coup = Coup(name, [], fault=fault)
            self._stakes(coup)
            self.cover(coup)
            self.give_cards(coup)
            self._cards(coup)
            if fault is None or self.WRONGS[fault].fits(self, coup):
                return coup
            self.rng.shuffle(shoe)
        assert fault is not None
        self.put_off(fault)
        self.cards = lying
        return self._draw(name, None)

    def note(self, coup: Coup, code: str, **more: Any) -> None:
        """Plant a finding of the coup's fault; ``more`` are fields of ``Planted``."""
        assert coup.fault is not None
        self.plant(coup.fault, code, coup.name, **more)

    # --- bets ----------------------------------------------------------------------------------

    def _pontos(self) -> list[Player]:
        barred = self.bank.people
        return [one for seat, one in sorted(self.players.items()) if seat not in barred]

    def _stakes(self, coup: Coup) -> None:
        """Let a player make bancô, or several bet until the bank is reached (R18 to R33)."""
        bank, pontos = self.bank, self._pontos()
        whim = self.rng.randrange(12) if coup.fault is None else 11
        free = [one for one in pontos if one.seat != bank.tied_passer]
        suivi = [one for one in free if one.seat == bank.lost_banco]
        if suivi and self.rng.randrange(2) and coup.fault is None:
            self._banco(coup, suivi[0], "suivi")
        elif whim in (0, 1):
            caller = self.rng.choice(free)
            form = "seul" if caller.seat == bank.with_table else "banco"
            farther = [one for one in free if self.rank(one.seat) > self.rank(caller.seat)]
            if farther and self.rng.randrange(2):
                coup.calls.append((farther[0].seat, "banco", None))
            self._banco(coup, caller, form)
        else:
            if whim == 2 and bank.capital >= 2 * MINIMUM:  # one in twelve
                callers = [one for one in free if one.seat != bank.with_table]
                half = -(-bank.capital // (2 * MINIMUM)) * MINIMUM
                if callers and half <= bank.capital:
                    one = Stake(self.rng.choice(callers), half, form="com_a_mesa")
                    coup.stakes.append(one)
                    pontos = [other for other in pontos if other is not one.player]
            self._free(coup, pontos)

    def _banco(self, coup: Coup, caller: Player, form: str) -> None:
        coup.banco = Stake(caller, self.bank.capital, form=form)
        coup.stakes.append(coup.banco)
        others = [one for one in self._pontos() if one is not caller]
        if self.rng.randrange(3) == 0 and others:
            coup.stakes.insert(0, Stake(others[0], MINIMUM))

    def _free(self, coup: Coup, pontos: Sequence[Player]) -> None:
        for player in pontos:
            if self.rng.randrange(4) == 0:
                continue
            amount = MINIMUM * self.rng.choice((1, 1, 2, 3, 4, 6))
            line = self.rng.randrange(10) == 0
            coup.stakes.append(Stake(player, amount * (2 if line else 1), line=line))
        if coup.fault is not None and len(coup.stakes) < 3:  # some to go wrong with
            coup.stakes = [Stake(player, 2 * MINIMUM) for player in pontos[:3]]

    def rank(self, seat: int) -> tuple[int, int]:
        """Return a place in the order of right, from the banker's right (R21, R22, R36)."""
        return self.bank.rank(seat, self.bank.banker)

    def cover(self, coup: Coup) -> None:
        """Cover each bet with the bank as far as it goes: bancô first, then in order of right."""
        left = self.bank.capital
        first = [one for one in coup.stakes if one.form != "ponto" and not one.void]
        rest = [one for one in coup.stakes if one.form == "ponto" and not one.void]
        rest.sort(key=lambda one: self.rank(one.player.seat))
        for one in coup.stakes:
            one.covered = 0
        for one in first if coup.banco is not None else [*first, *rest]:
            one.covered = min(one.plays, left)
            left -= one.covered

    def give_cards(self, coup: Coup) -> None:
        """Give the ponto's cards to bancô, else to the highest seated bet (R28, R35, R36)."""
        called = [one for one in coup.stakes if one.form != "ponto" and not one.void]
        if called:
            coup.holder = called[0].player
            return
        totals: dict[int, int] = {}
        for one in coup.stakes:
            if one.player.seat < STANDING and one.covered:
                totals[one.player.seat] = totals.get(one.player.seat, 0) + one.covered
        best = min(totals, key=lambda seat: (-totals[seat], self.rank(seat)), default=None)
        coup.holder = self.players[best] if best is not None else None
        if coup.holder is None and coup.stakes:
            coup.holder = coup.stakes[0].player

    def _bets(self, coup: Coup) -> Telling:
        """Tell the bets and calls; the pagador takes off what overflows (R10 to R33)."""
        name = coup.name
        self._number = 0
        for one in coup.stakes:
            yield self.put(coup, one)
            if one.form != "ponto":
                for seat, call, bet in coup.calls:
                    yield self.say(BancoCalled(seat=seat, call=call, bet=bet), name)
                call = BancoCalled(seat=one.player.seat, call=one.form, bet=one.number)
                yield self.say(call, name)
        yield from self.at("laid", coup)
        for cut in self.instead("cuts", coup, list(self._cuts(coup))):
            yield self.say(cut, name)
        yield self.say(BetsClosed(by="call"), name, after=(1, 4))
        yield from self.at("closed", coup)

    def _cuts(self, coup: Coup) -> Iterator[Payload]:
        """Return the bets that go back, or are cut, because the bank does not cover them (R33)."""
        for one in coup.stakes:
            if one.void:
                continue
            if not one.covered:
                yield BetWithdrawn(bet=one.number, cause="not_covered")
            elif one.covered < one.plays:
                amount = one.covered * (2 if one.line else 1)
                yield BetChanged(bet=one.number, amount=amount, cause="cut")

    def put(self, coup: Coup, one: Stake) -> Said:
        """Lay a bet under the coup's next number."""
        self._number += 1
        one.number = self._number
        return self.say(
            BetPlaced(
                bet=one.number,
                seat=one.player.seat,
                player=one.player.name,
                chance=one.form,
                amount=one.amount,
                line=one.line,
                means=one.means,
            ),
            coup.name,
        )

    # --- cards ---------------------------------------------------------------------------------

    def _cards(self, coup: Coup) -> None:
        """Deal and decide (R66 to R73, R114 to R120)."""
        shoe = list(self.cards)
        if coup.fault is None and len(shoe) > 20 and self.rng.randrange(40) == 0:
            coup.exposed = shoe.pop()
        ponto, banca = [shoe.pop()], [shoe.pop()]
        ponto.append(shoe.pop())
        banca.append(shoe.pop())
        mine, his = bacara_points(ponto), bacara_points(banca)
        single = coup.banco is not None
        false = single and self.rng.randrange(8) == 0
        if mine >= NATURAL:
            coup.said = str(mine)
        elif mine == FREE or false:
            coup.said = self.rng.choice(("carta", "nao"))
        else:
            coup.said = "carta" if mine < FREE else "nao"
        third = None
        if coup.said == "carta" and his < NATURAL:
            ponto.append(shoe.pop())
            third = bacara_points(ponto[2:])
        if his < NATURAL and mine < NATURAL:
            must = banker_must(his, third)
            if must == "F" or (single and his > 0 and self.rng.randrange(8) == 0):
                must = self.rng.choice(("T", "R"))
            if must == "T":
                banca.append(shoe.pop())
        coup.hands = {"ponto": ponto, "banca": banca}
        if coup.fault is None and not single and self.rng.randrange(20) == 0:
            left = self.cards[: len(self.cards) - 4 - bool(coup.exposed)]
            before = coup.said, coup.hands
            if with_error(coup, self.rng.choice(REMEDIED), left, self.rng):
                return
            coup.said, coup.hands = before
        coup.result = compared(bacara_points(ponto), bacara_points(banca))

    def _deal(self, coup: Coup) -> Telling:
        """Tell the cards and the words (R66 to R72)."""
        name, hands = coup.name, coup.hands
        seat = coup.holder.seat if coup.holder is not None else None
        if coup.exposed:
            yield from self.take(name)
            self.cards.pop()
            yield self.say(CardExposed(card=coup.exposed, of="deck", by="shoe"), name)
            yield self.say(CardBurned(card=coup.exposed, cause="remedy"), name)
        extra = EXTRA.get(coup.error)
        turns = self.instead("turns", coup, TURNS)
        for side, at in turns if extra is None else (*turns, extra):
            yield from self._card(coup, side, hands[side][at], seat)
        if coup.error:
            facts: dict[str, Value] = {"recuperadas": False} if coup.error == "102i" else {}
            yield self.say(ErrorNoted(error=coup.error, by="banker", facts=facts), name)
        what = "abate" if coup.said in ("8", "9") else coup.said
        said = coup.said if what == "abate" else None
        if what:
            yield self.say(Announcement(what=what, said=said, seat=seat, by="ponto"), name)
        if coup.error == "103d":
            yield self.say(Announcement(what="nao", seat=seat, by="ponto"), name)
        for side in ("ponto", "banca"):
            for card in hands[side][3 if extra is not None and extra[0] == side else 2 :]:
                yield from self._card(coup, side, card, seat)

    def _card(self, coup: Coup, side: str, card: str, seat: int | None) -> Telling:
        yield from self.take(coup.name)
        self.cards.pop()
        yield self.say(
            CardDealt(to=side, seat=seat if side == "ponto" else None, card=card), coup.name
        )

    # --- money ---------------------------------------------------------------------------------

    def _settle(self, coup: Coup) -> Telling:
        """Pay or take in the order of right; then the cagnotte, and the rest of a lost bank."""
        name = coup.name
        if coup.fault is None and self.rng.randrange(60) == 0:
            yield from self._give_back(coup)
        lost = [one for one in coup.stakes if one.covered and coup.result == "ganha"]
        if lost:
            taken = Collection(
                amount=sum(one.covered for one in lost),
                bets=tuple(one.number for one in lost),
                to=self.bank.banker,
            )
            yield self.say(taken, name, after=(2, 5))
        for payout in self._payouts(coup):
            yield self.say(payout, name, after=(1, 4))
        for one in coup.stakes:
            one.player.purse += sum(one.due(coup.result))
        yield from self._cagnotte(coup)
        if coup.result == "perde":
            rests = self.instead("rest", coup, self.bank.rest(coup.covered))
            for seat, rest in rests.items():
                if rest:
                    yield self.say(Payout(seat=seat, amount=0, stake_returned=rest), name)
        yield self.say(CardsCollected(into="discard", by="pagador"), name)
        yield from self.at("collected", coup)

    def _give_back(self, coup: Coup) -> Telling:
        """Annul a coup whose deal nobody can rebuild: the stakes go back (R102 c)."""
        coup.result = "devolvida"
        error = ErrorNoted(error="102c", by="pagador", facts={"reconstituida": False})
        yield self.say(error, coup.name)
        yield self.say(RoundVoided(cause="102c", rule="CF R102 c"), coup.name)

    def in_order(self, coup: Coup) -> list[Stake]:
        """Return the stakes in the order of right (R122)."""
        return sorted(coup.stakes, key=lambda one: self.rank(one.player.seat))

    def _payouts(self, coup: Coup) -> Iterator[Payout]:
        """Return the payments of the bets, in the order of right (R122)."""
        stakes = self.instead("order", coup, self.in_order(coup))
        result = self.instead("result", coup, coup.result)
        for one in stakes:
            prize, back = one.due(result)
            paid = Payout(
                seat=one.player.seat, amount=prize, bets=(one.number,), stake_returned=back
            )
            if one is coup.target:
                paid = self.instead("payout", coup, paid)
            if paid.amount or paid.stake_returned:
                yield paid

    def _cagnotte(self, coup: Coup) -> Telling:
        """Take the casino's 5 % of the banker's gain (R123)."""
        won = coup.result == "ganha"
        if won and coup.covered:
            coup.apart = coup.fault is None and self.rng.randrange(8) == 0
        fee = self.instead("fee", coup, cagnotte(coup.covered) if won else 0)
        if fee:
            taken = Commission(
                amount=fee,
                seat=self.bank.banker,
                mode="cagnotte",
                base=coup.covered,
                apart=coup.apart,
            )
            yield self.say(taken, coup.name)
