"""What can go wrong at a table of chemin de fer, and what must be found of it."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

from ledger.events.base import Payload
from ledger.events.outcomes import CutCardDrawn
from ledger.events.rounds import (
    BancoCalled,
    BankBid,
    BankChanged,
    BankPassed,
    BankRefused,
    BankShared,
    BetChanged,
    BetWithdrawn,
    Claim,
    ClaimDecided,
    Payout,
    RoundVoided,
)
from ops.simulator.games.bacara.bacara_chemin_de_fer import faults as wrongs
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import (
    Coup,
    Stake,
    banker_must,
    cagnotte,
    with_error,
)
from ops.simulator.kit.cards import bacara_points
from ops.simulator.parties.party import Telling

if TYPE_CHECKING:
    from ops.simulator.games.bacara.bacara_chemin_de_fer.game import BacaraCheminDeFer


class Errors:
    """Does things wrongly where it is asked for, and rightly elsewhere."""

    OF_SHOE: ClassVar[frozenset[str]] = wrongs.SHOES

    def __init__(self, table: "BacaraCheminDeFer") -> None:
        """Sit at a table."""
        self.table = table
        self._gone = 0
        """Who left so that three were seated, and are missed."""

    # --- before a coup -------------------------------------------------------------------------

    def fits(self, fault: str) -> bool:  # noqa: PLR0911 - one a kind of fault
        """Tell whether what was played before lets a fault be made now."""
        bank, table = self.table.bank, self.table
        if fault == wrongs.LATE_SHOE:
            return False  # it is made when the day ends
        if fault == wrongs.PAST_AVISO:
            return not table.last_round and len(table.cards) > wrongs.FEW
        if fault in wrongs.OF_LOST_BANK:
            return bank.result == "perde" and bank.partner is None
        if fault not in wrongs.OF_KEPT_BANK:
            return fault in wrongs.SHOES or len(table.cards) > wrongs.FEW
        if bank.result not in ("ganha", "nula") or bank.partner is not None:
            return False
        if table.aviso_out or bank.capital < 2 * bank.LEAST:
            return False
        return (
            fault not in (wrongs.HALF_EARLY, wrongs.NOT_HALF, wrongs.MISSTATED)
            or self._reduced(fault) is not None
        )

    def _reduced(self, fault: str) -> int | None:
        """Return a capital to which the bank may not be reduced, or may (misstated)."""
        bank = self.table.bank
        if bank.result != "ganha":
            return None
        whole = bank.capital
        odd = bank.wins >= 3 and bank.wins % 2 == 1  # noqa: PLR2004 - R9
        twice = 2 * bank.covered if 0 < bank.covered < bank.played else 0
        if fault == wrongs.MISSTATED:
            fits = bank.LEAST <= twice < whole
            return whole - whole // 2 if odd else twice if fits else None
        wrong = whole - whole // 2 if fault == wrongs.HALF_EARLY else whole * 3 // 5
        if (fault == wrongs.HALF_EARLY and odd) or wrong == twice:
            return None
        return wrong

    def before(self, fault: str | None) -> Telling:
        """Let all but three leave, where that is asked for (R48)."""
        table = self.table
        if fault != wrongs.THREE:
            return
        for seat in table.seated:
            if seat not in table.bank.people and len(table.seated) > 3:  # noqa: PLR2004 - R48
                self._gone += 1
                yield from table.leave(seat)

    def bank(  # noqa: PLR0911 - one a kind of fault
        self, fault: str | None, name: str
    ) -> list[Payload] | None:
        """Return what is done wrongly with the bank; None where nothing is."""
        table, bank = self.table, self.table.bank
        if fault in wrongs.SHOES:
            table.plant(fault or "", "CF-SHOE", name)
        if fault == wrongs.THREE:
            table.plant(wrongs.THREE, "CF-MIN4", name)
            return bank.kept(fault)
        if fault in wrongs.OF_LOST_BANK:
            return self._lost(fault or "", name)
        if fault in wrongs.PASSING:
            return self._passing(fault or "", name)
        if fault in (wrongs.HALF_EARLY, wrongs.NOT_HALF, wrongs.MISSTATED):
            return self._garage(fault or "", name)
        whole = bank.capital
        if fault == wrongs.ADDED:
            bank.capital = whole + 1_000
            bank.own_stake = 1_000
            table.plant(
                wrongs.ADDED, "CF-BANK", name, seat=bank.banker, due=whole, paid=bank.capital
            )
            return [BankChanged(seat=bank.banker, capital=bank.capital)]
        if fault == wrongs.MIDHAND:
            bank.partner = next(seat for seat in bank.order() if seat < wrongs.STANDING)
            bank.capital = 2 * whole
            table.plant(wrongs.MIDHAND, "CF-PASS", name, seat=bank.partner)
            table.plant(
                wrongs.MIDHAND, "CF-BANK", name, seat=bank.banker, due=whole, paid=2 * whole
            )
            shared = BankShared(seat=bank.partner, amount=whole, role="associate")
            return [BankChanged(seat=bank.banker, capital=whole), shared]
        return None

    def _lost(self, fault: str, name: str) -> list[Payload]:
        """Let the wrong one have a lost hand, or the right one wrongly."""
        table, bank = self.table, self.table.bank
        order = [seat for seat in bank.order() if seat < wrongs.STANDING]
        if fault == wrongs.BELOW_MIN:
            low = bank.LEAST - wrongs.MINIMUM
            table.plant(fault, "CF-BANK", name, seat=order[0], due=bank.LEAST, paid=low)
            return bank.takes(order[0], "turn", low)
        if fault == wrongs.PASSED_OVER:
            table.plant(fault, "CF-PASS", name, seat=order[1])
            return bank.takes(order[1], "turn", bank.LEAST)
        if fault == wrongs.KEPT_LOST:
            table.plant(fault, "CF-PASS", name, seat=bank.banker)
            bank.wins = 0
            return bank.takes(bank.banker, "kept", bank.LEAST)
        acts = bank.takes(order[0], "turn", bank.LEAST)
        bank.partner = order[1]
        bank.capital = 2 * bank.LEAST + wrongs.MINIMUM
        table.plant(fault, "CF-PASS", name, seat=order[1])
        amount = bank.LEAST + wrongs.MINIMUM
        return [*acts, BankShared(seat=order[1], amount=amount, role="associate")]

    def _passing(self, fault: str, name: str) -> list[Payload]:
        """Pass a hand on against the rules (R78 to R91)."""
        table, bank = self.table, self.table.bank
        level, old = bank.capital, bank.banker
        order = bank.order()
        if bank.result == "nula":
            bank.tied_passer = old
        passed = BankPassed(seat=old, level=level, cause="own")
        if fault == wrongs.NOT_PASSED:
            bank.tied_passer = 0
            table.plant(fault, "CF-PASS", name, seat=order[0])
            return bank.takes(order[0], "offer", level)
        if fault == wrongs.LEVEL:
            more = level + wrongs.MINIMUM
            table.plant(fault, "CF-PASS", name, seat=order[0], due=level, paid=more)
            return [passed, *bank.takes(order[0], "offer", more)]
        if fault == wrongs.SKIPPED:
            table.plant(fault, "CF-PASS", name, seat=order[1])
            return [passed, *bank.takes(order[1], "offer", level)]
        acts: list[Payload] = [passed, *(BankRefused(seat=seat) for seat in order)]
        least = bank.LEAST
        if fault == wrongs.PASSER_BIDS:
            table.plant(fault, "CF-PASS", name, seat=old)
            bids = [BankBid(seat=old, amount=least + 1_000), BankBid(seat=order[0], amount=least)]
        elif fault == wrongs.LOWER_BID:
            table.plant(fault, "CF-PASS", name, seat=order[0])
            bids = [
                BankBid(seat=order[0], amount=least),
                BankBid(seat=order[1], amount=least + wrongs.MINIMUM),
            ]
        else:
            table.plant(fault, "CF-PASS", name, seat=order[1])
            bids = [
                BankBid(seat=order[1], amount=least - wrongs.MINIMUM),
                BankBid(seat=order[0], amount=least),
            ]
        return [*acts, *bids, *bank.takes(order[0], "auction", least)]

    def _garage(self, fault: str, name: str) -> list[Payload]:
        """Take out of play what may not be taken (R9, R20)."""
        table, bank = self.table, self.table.bank
        whole, wrong = bank.capital, self._reduced(fault)
        assert wrong is not None
        bank.capital = wrong
        if fault != wrongs.MISSTATED:
            table.plant(fault, "CF-GARAGE", name, seat=bank.banker, due=whole, paid=wrong)
            return [bank.changed(whole, "CF R9")]
        said = whole - wrong + 100
        table.plant(fault, "CF-GARAGE", name, seat=bank.banker, due=whole - wrong, paid=said)
        return [BankChanged(seat=bank.banker, capital=wrong, garage=said)]

    # --- a coup in which a fault can be made -----------------------------------------------------

    def prepare(self, coup: Coup, fault: str) -> bool:
        """Tell whether a fault can be made in a coup, and choose at whom."""
        if fault in wrongs.RESULT:
            return self._with_result(coup, fault)
        change = {
            wrongs.OVERFLOW: self._overflows,
            wrongs.ODD_STAKE: self._odd,
            wrongs.VERBAL: self._by_word,
            wrongs.CHEQUE: self._by_word,
            wrongs.BANKER_BETS: self._banker_bets,
            wrongs.MESA_SHORT: self._lower_holds,
            wrongs.WRONG_HAND: self._lower_holds,
            wrongs.BANCO_FAR: self._two_banco,
            wrongs.BANCO_SHORT: self._short_banco,
            wrongs.REMEDY: self._unremedied,
        }.get(fault)
        if change is not None:
            return change(coup)
        cards: dict[str, Callable[[Coup, int, int], bool]] = {
            wrongs.PONTO_DREW: self._ponto_drew,
            wrongs.PONTO_STOOD: self._ponto_stood,
            wrongs.PONTO_SILENT: self._ponto_silent,
            wrongs.TABLE_DREW: self._table_drew,
            wrongs.NATURAL_DREW: self._natural_drew,
        }
        if fault in cards:
            hands = coup.hands
            mine, his = (bacara_points(hands[side][:2]) for side in ("ponto", "banca"))
            return cards[fault](coup, mine, his)
        coup.target = next((one for one in coup.stakes if one.covered), None)
        return coup.target is not None

    def _with_result(self, coup: Coup, fault: str) -> bool:
        bank = self.table.bank
        covered = [one for one in coup.stakes if one.covered]
        if coup.result != wrongs.RESULT[fault] or not covered:
            return False
        coup.target = self.table.rng.choice(covered)
        if fault == wrongs.REST_KEPT:
            return bank.partner is None and bank.capital > coup.covered
        if fault == wrongs.BACKWARDS:
            return len({one.player.seat for one in coup.stakes}) > 1
        return fault not in (wrongs.CAG_SHORT, wrongs.CAG_OVER) or cagnotte(coup.covered) > 1

    def _again(self, coup: Coup) -> None:
        """Cover the bets again, and give the cards to whom they belong now."""
        self.table.cover(coup)
        self.table.give_cards(coup)

    def _overflows(self, coup: Coup) -> bool:
        one = coup.stakes[-1]
        one.line, one.amount = False, -(-self.table.bank.capital // wrongs.MINIMUM) * wrongs.MINIMUM
        self._again(coup)
        return sum(one.plays for one in coup.stakes) > self.table.bank.capital

    def _odd(self, coup: Coup) -> bool:
        coup.target = coup.stakes[0]
        coup.target.line, coup.target.amount = False, wrongs.MINIMUM + 250
        self._again(coup)
        return True

    def _by_word(self, coup: Coup) -> bool:
        coup.target = coup.stakes[0]
        coup.target.means = "verbal" if coup.fault == wrongs.VERBAL else "cheque"
        return True

    def _banker_bets(self, coup: Coup) -> bool:
        banker = self.table.players[self.table.bank.banker]
        coup.target = Stake(banker, wrongs.MINIMUM, void=True)
        coup.stakes.append(coup.target)
        return True

    def _lower_holds(self, coup: Coup) -> bool:
        """Give the cards to one who bets less, for a call that he may not make or for none."""
        right = coup.holder
        lower = [
            one
            for one in coup.stakes
            if one.covered and one.player is not right and one.player.seat < wrongs.STANDING
            if 2 * one.plays < self.table.bank.capital
        ]
        if right is None or not lower or right.seat >= wrongs.STANDING:
            return False
        coup.target = lower[0]
        coup.holder = lower[0].player
        return True

    def _two_banco(self, coup: Coup) -> bool:
        """Let two call bancô, and the farther have the cards."""
        table = self.table
        pontos = sorted({one.player.seat for one in coup.stakes}, key=table.rank)
        pontos = [seat for seat in pontos if seat != table.bank.with_table]
        if len(pontos) < 2:  # noqa: PLR2004 - two must call
            return False
        capital = table.bank.capital
        near, far = (Stake(table.players[seat], capital, form="banco") for seat in pontos[:2])
        coup.stakes, coup.banco = [near, far], near
        self._again(coup)
        coup.target, coup.holder = far, far.player
        return True

    def _short_banco(self, coup: Coup) -> bool:
        table = self.table
        one = coup.stakes[0]
        if one.player.seat == table.bank.with_table:
            return False
        one.line, one.form, one.amount = (
            False,
            "banco",
            table.bank.capital // wrongs.MINIMUM // 2 * wrongs.MINIMUM,
        )
        coup.stakes, coup.banco, coup.target = [one], one, one
        self._again(coup)
        return True

    def _unremedied(self, coup: Coup) -> bool:
        """Let the banker throw the ponto's cards on the floor, and be paid all the same (R102 i).

        One bets on the line, half of which goes back even to who loses.
        """
        mine, his = (bacara_points(coup.hands[side][:2]) for side in ("ponto", "banca"))
        if his <= mine or his == 9 or self.table.bank.partner is not None:  # noqa: PLR2004
            return False
        first = coup.stakes[0]
        first.line, first.amount = True, 2 * wrongs.MINIMUM
        self._again(coup)
        coup.paid_as = "ganha"
        return first.covered > 0 and with_error(coup, "102i", [], self.table.rng)

    # --- cards drawn against the rules -----------------------------------------------------------

    def _ponto_drew(self, coup: Coup, mine: int, his: int) -> bool:
        """Let the ponto draw on 6 or 7: the coup is rebuilt by the table (R67 b, R74)."""
        hands = coup.hands
        if mine not in (6, 7) or his >= wrongs.NATURAL:
            return False
        shoe = self._left(coup)
        card = shoe.pop()
        hands["ponto"], coup.said = [*hands["ponto"][:2], card], "carta"
        hands["banca"] = hands["banca"][:2]
        if banker_must(his, bacara_points([card])) == "T":
            hands["banca"].append(shoe.pop())
        total = his
        if banker_must(his, None) == "T":
            total = (his + bacara_points([card])) % 10
        self.table.decide(coup, mine, total)
        return True

    def _ponto_stood(self, coup: Coup, mine: int, his: int) -> bool:
        """Let the ponto stand below 5; the banker's card is then the ponto's (R67 c, R74)."""
        hands = coup.hands
        if mine >= wrongs.FREE or his >= wrongs.NATURAL or banker_must(his, None) != "T":
            return False
        card = self._left(coup).pop()
        if banker_must(his, bacara_points([card])) == "T":
            return False
        hands["ponto"], coup.said = hands["ponto"][:2], "nao"
        hands["banca"] = [*hands["banca"][:2], card]
        self.table.decide(coup, (mine + bacara_points([card])) % 10, his)
        return True

    def _ponto_silent(self, coup: Coup, mine: int, his: int) -> bool:
        """Let the ponto not show his 8 or 9: he has lost the right to it (R67 a, R103 a)."""
        hands = coup.hands
        if mine < wrongs.NATURAL or his >= wrongs.NATURAL:
            return False
        coup.said = "nao"
        if banker_must(his, None) == "T":
            hands["banca"] = [*hands["banca"][:2], self._left(coup).pop()]
        self.table.decide(coup, mine, bacara_points(hands["banca"]))
        return True

    def _table_drew(self, coup: Coup, mine: int, his: int) -> bool:
        """Let the banker draw where he must stand: his card is burned (R70, R74)."""
        hands = coup.hands
        third = bacara_points(hands["ponto"][2:]) if len(hands["ponto"]) > 2 else None  # noqa: PLR2004
        if mine >= wrongs.NATURAL or his >= wrongs.NATURAL or banker_must(his, third) != "R":
            return False
        return self._burned(coup, his)

    def _natural_drew(self, coup: Coup, mine: int, his: int) -> bool:
        """Let the banker draw on 8 or 9 (R70 a)."""
        return mine < wrongs.NATURAL <= his and self._burned(coup, his)

    def _burned(self, coup: Coup, his: int) -> bool:
        """Let the banker draw a card that does not count."""
        hands = coup.hands
        hands["banca"] = [*hands["banca"][:2], self._left(coup).pop()]
        self.table.decide(coup, bacara_points(hands["ponto"]), his)
        return True

    def _left(self, coup: Coup) -> list[str]:
        """Return the shoe below what was dealt already, third cards of the banker apart."""
        used = 4 + (len(coup.hands["ponto"]) > 2 and coup.fault == wrongs.TABLE_DREW)  # noqa: PLR2004
        return self.table.cards[: len(self.table.cards) - used]

    # --- while it is played --------------------------------------------------------------------

    def bets(self, coup: Coup) -> Telling:
        """Call what may not be called; note what is wrong with the bets."""
        table, fault, name, one = self.table, coup.fault, coup.name, coup.target
        bank = table.bank
        if fault is None:
            return
        if fault == wrongs.OVERFLOW:
            laid = sum(one.plays for one in coup.stakes)
            table.plant(fault, "CF-BANK", name, due=bank.capital, paid=laid)
        if one is None:
            return
        bet = {"seat": one.player.seat, "bet": one.number}
        if fault == wrongs.ODD_STAKE:
            table.plant(fault, "CF-BANK", name, **bet)
        elif fault in (wrongs.VERBAL, wrongs.CHEQUE, wrongs.BANKER_BETS):
            code = "CREDIT" if fault == wrongs.CHEQUE else "CF-BANK"
            table.plant(fault, code, name, **bet, due=0, paid=one.amount)
        elif fault == wrongs.MESA_SHORT:
            table.plant(fault, "CF-BANCO", name, seat=one.player.seat)
            yield table.say(
                BancoCalled(seat=one.player.seat, call="com_a_mesa", bet=one.number), name
            )
        elif fault == wrongs.BANCO_FAR:
            table.plant(fault, "CF-BANCO", name, seat=one.player.seat)
        elif fault == wrongs.BANCO_SHORT:
            due = {"due": bank.capital, "paid": one.plays}
            table.plant(fault, "CF-BANCO", name, seat=one.player.seat, **due)
        elif fault == wrongs.WRONG_HAND:
            table.plant(fault, "CF-HAND", name, seat=one.player.seat)

    def cut(self, one: Stake) -> Payload:
        """Return that the pagador takes off what overflows of a bet."""
        amount = one.covered * (2 if one.line else 1)
        return BetChanged(bet=one.number, amount=amount, cause="cut")

    def late_bet(self, coup: Coup) -> Telling:
        """Lay a bet after the call, or take one back."""
        table, name, one = self.table, coup.name, coup.target
        if coup.fault in (wrongs.PONTO_DREW, wrongs.PONTO_STOOD, wrongs.PONTO_SILENT):
            table.plant(coup.fault, "CF-PONTO", name)
        elif coup.fault in (wrongs.TABLE_DREW, wrongs.NATURAL_DREW):
            table.plant(coup.fault, "CF-TABLE", name, seat=table.bank.banker)
        elif coup.fault == wrongs.PAST_AVISO:
            table.play_on()
            table.plant(wrongs.PAST_AVISO, "CF-SHOE", table.next_round(name))
            yield table.say(CutCardDrawn(), name)
        elif coup.fault == wrongs.LATE_CHANGE and one is not None:
            table.plant(wrongs.LATE_CHANGE, "BET-LATE", name, bet=one.number)
            yield table.say(BetWithdrawn(bet=one.number, cause="own"), name)
        elif coup.fault == wrongs.LATE_BET and one is not None:
            late = Stake(one.player, wrongs.MINIMUM, void=True)
            coup.stakes.append(late)
            yield table.put(coup, late)
            bet = {"seat": late.player.seat, "bet": late.number}
            table.plant(wrongs.LATE_BET, "BET-LATE", name, **bet, due=0, paid=late.amount)

    def turns(self, coup: Coup) -> list[tuple[str, int]]:
        """Return who gets each card of the deal (R66)."""
        if coup.fault == wrongs.DEAL_ORDER:
            self.table.plant(wrongs.DEAL_ORDER, "CF-ERR", coup.name)
            return [("ponto", 0), ("ponto", 1), ("banca", 0), ("banca", 1)]
        return [("ponto", 0), ("banca", 0), ("ponto", 1), ("banca", 1)]

    # --- money ---------------------------------------------------------------------------------

    def voided(self, coup: Coup) -> Telling:
        """Annul a coup without a ground, and give the stakes back."""
        table, name = self.table, coup.name
        staked = sum(one.amount for one in coup.stakes)
        table.plant(wrongs.VOIDED, "VOID-BAD", name, due=0, paid=staked)
        fee = cagnotte(coup.covered)
        if fee:
            table.plant(wrongs.VOIDED, "CF-CAG", name, seat=table.bank.banker, due=fee, paid=0)
        yield table.say(RoundVoided(cause="engano"), name)
        for one in sorted(coup.stakes, key=lambda one: table.rank(one.player.seat)):
            seat = one.player.seat
            if one.covered:
                due = {"due": one.amount - one.covered, "paid": one.amount}
                table.plant(wrongs.VOIDED, "PAY-DIFF", name, seat=seat, bet=one.number, **due)
            back = Payout(seat=seat, amount=0, bets=(one.number,), stake_returned=one.amount)
            yield table.say(back, name)

    def payouts(self, coup: Coup) -> Iterator[Payout]:
        """Return what the bets get, in the order of right (R122)."""
        stakes = sorted(coup.stakes, key=lambda one: self.table.rank(one.player.seat))
        if coup.fault == wrongs.BACKWARDS:
            self.table.plant(wrongs.BACKWARDS, "PAY-ORDER", coup.name)
            stakes.reverse()
        for one in stakes:
            prize, back = one.due(coup.result)
            seat = one.player.seat
            if coup.paid_as:
                due, (prize, back) = prize + back, one.due(coup.paid_as)
                if prize + back != due:
                    code = "CF-ERR" if prize + back else "PAY-NONE"
                    paid = {"due": due, "paid": prize + back}
                    self.table.plant(
                        wrongs.REMEDY, code, coup.name, seat=seat, bet=one.number, **paid
                    )
            if one is coup.target and coup.fault is not None:
                seat, prize, back = self._wrongly(coup, one, prize, back)
            if prize or back:
                yield Payout(seat=seat, amount=prize, bets=(one.number,), stake_returned=back)

    def _wrongly(self, coup: Coup, one: Stake, prize: int, back: int) -> tuple[int, int, int]:
        """Return to whom a bet is paid, and how much, as a fault would have it."""
        table, fault, seat = self.table, coup.fault, one.player.seat
        assert fault is not None
        due, to = prize + back, seat
        if fault in (wrongs.OVERPAID, wrongs.UNDERPAID):
            prize += 250 if fault == wrongs.OVERPAID else -250
        elif fault in (wrongs.UNPAID, wrongs.TIE_TAKEN):
            prize = back = 0
        elif fault == wrongs.LOSER_PAID:
            prize, back = one.covered, one.amount
        elif fault == wrongs.WRONG_SEAT:
            to = next(other for other in sorted(table.players) if other != seat)
            table.plant(
                fault, "PAY-DIFF", coup.name, seat=to, bet=one.number, due=0, paid=prize + back
            )
        if prize + back != due:
            code = "PAY-DIFF" if prize + back else "PAY-NONE"
            paid = {"due": due, "paid": prize + back}
            table.plant(fault, code, coup.name, seat=seat, bet=one.number, **paid)
        return to, prize, back

    def fee(self, coup: Coup) -> int:
        """Return the cagnotte that is taken."""
        due = cagnotte(coup.covered) if coup.result == "ganha" else 0
        wrong = {
            wrongs.CAG_SHORT: due - 1,
            wrongs.CAG_OVER: due + 100,
            wrongs.CAG_NONE: 0,
            wrongs.CAG_ON_LOSS: 100,
        }
        wrong[wrongs.REMEDY] = cagnotte(coup.covered)
        taken = wrong.get(coup.fault or "", due)
        if taken != due:
            banker = self.table.bank.banker
            fault = coup.fault or ""
            self.table.plant(fault, "CF-CAG", coup.name, seat=banker, due=due, paid=taken)
        return taken

    def keeps_rest(self, coup: Coup, seat: int, rest: int) -> bool:
        """Tell whether what is left of a lost bank is not given back."""
        if coup.fault not in (wrongs.REST_KEPT, wrongs.REMEDY):
            return False
        self.table.plant(coup.fault, "PAY-NONE", coup.name, seat=seat, due=rest, paid=0)
        return True

    def claim(self, coup: Coup) -> Telling:
        """Hear a claim that may not be heard any more (R102 k)."""
        if coup.fault != wrongs.CLAIM or coup.holder is None:
            return
        seat = coup.holder.seat
        said = self.table.say(Claim(seat=seat, about="deal_error"), coup.name)
        yield said
        self.table.plant(wrongs.CLAIM, "CF-ERR", coup.name, seat=seat)
        yield self.table.say(ClaimDecided(claim=said.name, admitted=True), coup.name)

    def after(self) -> Telling:
        """Let others sit down where too few sat."""
        while self._gone:
            self._gone -= 1
            free = next(seat for seat in range(1, 10) if seat not in self.table.players)
            yield from self.table.arrive(free)

    def late_shoe(self) -> Telling:
        """Begin a shoe less than twenty minutes before the room closes, and play on (R105)."""
        table = self.table
        due = [one for one, fault in table.faults.items() if fault == wrongs.LATE_SHOE]
        if not due:
            return
        del table.faults[due[0]]
        table.terminal.now = max(table.terminal.now, table.closes - timedelta(minutes=10))
        yield from table.new_shoe(None)
        table.terminal.now = max(table.terminal.now, table.closes + timedelta(minutes=1))
        table.occasion += 1
        number = table.coups + 1
        table.plant(
            wrongs.LATE_SHOE,
            "CF-CLOSE",
            table.round_id(number),
            id=f"{table.badge}/{wrongs.LATE_SHOE}",
        )
        others, table.faults = table.faults, {}  # nothing else is wrong with this coup
        yield from table.play(number)
        table.faults = others
