"""Every game's table, drawn at every step: well formed, in words, and of what was told by then."""

import re
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec import structs

from api.console.drawings.felt import Felt, felt_at
from api.console.drawings.findings import (
    Divergence,
    bets_of,
    divergences,
    is_of_payment,
    marks_at,
)
from api.console.drawings.games import CLOTHS, DRAWN, draw
from api.console.drawings.pieces import FULL, LEAST, RED, Card, Chip, Die, Drawing, Label, Tile
from api.console.drawings.render import svg
from api.console.drawings.scene import Marks, Scene, Stage
from api.console.drawings.steps import Told, of_closed, of_play, of_round
from api.console.drawings.told.chapters import chapters_of
from api.console.drawings.told.money import money_of
from api.console.drawings.told.sentences import has_sentence, sentence
from api.console.drawings.words import Words
from api.console.pages.floor.replay import state_of
from ledger.events import FAMILIES, KINDS
from ledger.events.outcomes import CardDealt, HandShown
from ledger.events.rounds import BetPlaced, Payout
from projections.base.event import Event, JudgedRound
from projections.gather.maquinas import sheet_for
from projections.reads.basis.game_names import COMBINATIONS, games_in
from projections.replay.codes import CODES
from projections.replay.games.house_cards.poquer_sem_descarte import ranking as sem_descarte_ranking
from projections.replay.games.house_cards.stud_poker import ranking as stud_ranking
from projections.replay.registry import GAMES
from projections.replay.settlement import Found
from tests.api.console.drawings.nights import PLACES, night, plays, two_of
from tests.helpers.each import each
from tests.projections.replay.every_game.hostile_records import alter

WEIGHT = 47_000
"""The most that a jogada's drawing weighs, in bytes."""


def drawn(drawing: Drawing) -> ET.Element:
    """Return a drawing as the XML that it must be."""
    return read(svg(drawing))


def read(text: str) -> ET.Element:
    """Return XML that this program made."""
    return ET.fromstring(text)  # noqa: S314 - our own


def sampled(told: Told) -> list[int]:
    """Return some steps of a round: the first, the last, where it diverges, some between."""
    count = len(told.steps)
    return sorted({1, max(1, count // 3), max(1, 2 * count // 3), told.first or count, count})


def found_in(judged: JudgedRound) -> bool:
    """Tell whether a verdict accuses somebody."""
    return bool(judged.verdict.found)


def test_every_game_of_the_law_has_its_table() -> None:
    """No game that replay knows is shown without a drawing, or without a name in a language."""
    assert set(GAMES) == set(DRAWN)
    assert set(GAMES) <= set(games_in("pt")) == set(games_in("en"))


OF_ROUNDS = ("rounds", "outcomes", "seats", "bingo", "machines")
"""Families of kinds that a replay shows."""


def test_every_kind_of_event_is_a_step_in_words_of_its_language() -> None:
    """A kind that has no sentence of its own is named as pages name it, in Portuguese too."""
    for kind in (one.KIND for name in OF_ROUNDS for one in FAMILIES[name]):
        event = Event(1, "s", 1, kind, "", None, "A", None, None)
        if not has_sentence(kind):
            pt, en = (sentence(event, Felt(), Words(one)).text for one in ("pt", "en"))
            assert pt != en, kind
            assert not re.search(r"[a-z]-[a-z]|/", pt), kind


@each("place", PLACES, share=9)
@each("language", ["pt", "en"])
def test_a_round_is_drawn_well_formed_and_light_at_every_step(place: str, language: str) -> None:
    """XML that parses, within the weight, with a sentence; letters no smaller than the least."""
    for judged in two_of(place):
        told = of_round(judged, language=language)
        for step in sampled(told):
            drawing = told.drawing(step)
            text = svg(drawing)
            root = read(text)
            assert root.get("role") == "img"
            assert len(root.get("aria-label", "")) > 10
            assert len(text.encode()) <= WEIGHT, (place, step, len(text))
            sizes = re.findall(r'font-size="([\d.]+)"', text)
            assert min(map(float, sizes), default=LEAST) >= LEAST
            assert 100 <= drawing.height <= 700
            assert drawing.width <= FULL


@each("place", PLACES, share=9)
def test_every_card_die_and_piece_has_words(place: str) -> None:
    """What is drawn is said: the title of a card is the card in words, of a back that it is one."""
    for judged in two_of(place):
        told = of_round(judged)
        for step in sampled(told):
            drawing = told.drawing(step)
            pieces = [one for one in drawing.pieces if isinstance(one, Card | Die | Tile)]
            assert all(one.title for one in pieces)
            titled = [
                group
                for group in drawn(drawing).iter("g")
                if (group.get("class") or "").split(" ")[0] in {"card", "die", "tile"}
            ]
            assert len(titled) == len(pieces)
            assert all(group.findtext("title") for group in titled)


def cards_in(value: Any) -> set[str]:
    """Return the words of the cards that a drawing shows open."""
    return {one.title for one in value.pieces if isinstance(one, Card) and one.rank}


@each("place", PLACES, share=3)
def test_the_last_step_knows_every_card_and_no_step_knows_a_later_one(place: str) -> None:
    """A card is on the table from the step that told it, and at the end none is hidden."""
    words = Words()
    for judged in two_of(place):
        told = of_round(judged)
        known: set[str] = set()
        for step, event in enumerate(told.events, 1):
            payload = event.payload
            if isinstance(payload, CardDealt) and payload.card is not None:
                known.add(words.card(payload.card))
            elif isinstance(payload, HandShown):
                known.update(map(words.card, payload.cards))
            elif getattr(payload, "card", None) is not None:
                known.add(words.card(str(payload.card)))
            if step % 7 == 0 or step == len(told.events):
                assert cards_in(told.drawing(step)) <= known, (place, step)
        last = told.drawing(len(told.steps))
        assert not any(isinstance(one, Card) and not one.rank and one.w > 30 for one in last.pieces)


@each("place", PLACES, share=3)
def test_a_step_is_the_same_whatever_comes_after_it(place: str) -> None:
    """Of a round cut at a step, the step's drawing is that of the whole round, marks apart."""
    for judged in two_of(place):
        told = of_round(judged)
        step = max(1, len(told.events) // 2)
        cut = structs.replace(judged.closed, events=judged.closed.events[:step])
        short = of_round(structs.replace(judged, closed=cut))
        whole = told.scene(step)
        alone = Scene(felt=felt_at(cut.events, told.game, told.options), extra=told.extra)
        one = draw(Scene(felt=whole.felt, extra=told.extra))
        assert svg(one) == svg(draw(alone))
        assert [s.text for s in short.steps] == [s.text for s in told.steps[:step]]
        assert not marks_at(1, [d for d in told.divergences if d.step > 1], told.events).seats


@each("place", PLACES, share=3)
def test_steps_and_chapters_cover_the_round(place: str) -> None:
    """Each event is one step, numbered from 1, in words of each language, in just one chapter."""
    for judged in two_of(place):
        for language in ("pt", "en"):
            told = of_round(judged, language=language)
            assert [step.number for step in told.steps] == [*range(1, len(told.events) + 1)]
            assert all(step.text and step.text[0] != "_" for step in told.steps)
            chapters = chapters_of(told.events, told.game, Words(language))
            covered = [n for one in chapters for n in range(one.first, one.last + 1)]
            assert covered == [step.number for step in told.steps]
            assert all(one.title for one in chapters)


@each("place", PLACES, share=3)
def test_a_fault_has_its_step_and_an_honest_round_has_none(place: str) -> None:
    """Every finding of the verdict stands at a step of the round; without findings none is red."""
    judgements = night()[0][place]
    for judged in {
        id(one): one for one in [*judgements[:2], *filter(found_in, judgements)]
    }.values():
        told = of_round(judged)
        assert len(told.divergences) == len(judged.verdict.found)
        assert all(1 <= one.step <= len(told.steps) for one in told.divergences)
        if not judged.verdict.found:
            assert told.first is None
            assert not any(step.diverges for step in told.steps)
        first = told.first
        if first is not None and first > 1:
            assert told.scene(first - 1).marks == marks_at(0, (), ())


def accused(place: str, seed: int) -> list[tuple[Told, Divergence]]:
    """Return each finding of a night at a place that accuses, once a code, with its round."""
    found: dict[str, tuple[Told, Divergence]] = {}
    for judged in night(seed)[0][place]:
        if judged.verdict.found:
            told = of_round(judged)
            for one in told.divergences:
                if not one.informs:
                    found.setdefault(one.found.code, (told, one))
    return list(found.values())


@each("place", PLACES, share=3)
@pytest.mark.parametrize("seed", [5, pytest.param(6, marks=pytest.mark.deep)])
def test_every_finding_is_red_on_the_cloth_at_its_step(place: str, seed: int) -> None:
    """A bet's on its chip, a seat's on its place, a card's on the card, a round's around all."""
    for told, one in accused(place, seed):
        scene = told.scene(one.step)
        drawing = draw(scene)
        plain = draw(replace(scene, marks=Marks()))
        assert drawing.pieces != plain.pieces, (one.found.code, told.events[0].round)
        chips = [piece for piece in drawing.pieces if isinstance(piece, Chip)]
        words = Stage(scene)
        for bet in bets_of(one.found):
            stake = scene.felt.bets.get(bet)
            if stake is None or stake.gone == "withdrawn":
                continue
            lying = [chip for chip in chips if words.stake_title(stake) in chip.title]
            assert not lying or any(chip.mark == RED for chip in lying), (one.found.code, bet)


@each("place", PLACES, share=3)
def test_no_stake_that_lies_on_a_cloth_is_hidden(place: str) -> None:
    """Each stake is a chip that says it, or is counted beneath the cloth."""
    for judged in night()[0][place]:
        told = of_round(judged)
        for step in (max(1, len(told.steps) // 2), len(told.steps)):
            scene = told.scene(step)
            if scene.felt.game not in CLOTHS:
                continue
            drawing = draw(scene)
            titles = "; ".join(one.title for one in drawing.pieces if isinstance(one, Chip))
            words = Stage(scene)
            hidden = [
                one
                for one in scene.felt.stakes()
                if not one.gone and words.stake_title(one) not in titles
            ]
            counts = [one.text for one in drawing.pieces if isinstance(one, Label)]
            said = any(text.startswith(f"{len(hidden)}\N{NO-BREAK SPACE}outra") for text in counts)
            assert said == bool(hidden), (place, step, hidden)
            if place.startswith("RS"):
                assert not hidden


@each("place", PLACES, share=3)
def test_money_by_seat_adds_up_to_the_verdict(place: str) -> None:
    """Declared is all that was paid, recalculated all that is due: no seat is left out."""
    words = Words()
    for judged in night()[0][place]:
        money = money_of(judged.verdict, felt_at(judged.closed.events), words)
        settlement, payments = judged.verdict.settlement, judged.verdict.record.payments
        stays = sum(line.due for line in settlement.lines if line.stays)
        paid = sum(payment.total for payment in payments)
        assert money.paid is not None
        assert paid <= money.paid <= paid + stays
        assert money.stake == sum(line.stake for line in settlement.lines)
        aside = sum(amount for at, amount in judged.verdict.aside.items() if at is not None)
        due = sum(line.due for line in settlement.lines)
        awards = sum(award.amount for award in settlement.awards)
        assert money.due == due + awards + aside or not money.known


@each("place", PLACES, share=3)
def test_what_no_payment_is_recorded_of_is_said_to_agree_with_nothing(place: str) -> None:
    """A table that records bets alone: what is due stands, nothing was paid, and nothing agrees."""
    words, seen = Words(), set[str]()
    for judged in night()[0][place]:
        record = structs.replace(judged.verdict.record, records=("bets",), payments=())
        verdict = structs.replace(judged.verdict, record=record, found=())
        told = of_closed(judged.closed, verdict)
        money = money_of(verdict, felt_at(judged.closed.events), words)
        assert (money.paid, money.difference) == (None, None) or not money.seats
        assert {seat.difference for seat in money.seats} <= {None}
        seen.add(state_of(told))
    assert seen <= {"uncompared", "incomplete"}
    assert "uncompared" in seen


def test_a_wrong_payment_is_at_the_payment_and_a_missing_one_at_the_close() -> None:
    """One convention: of an overpaid bet the payout that paid it, of an unpaid one the end."""
    seen = set[str]()
    for rounds in night()[0].values():
        for judged in rounds:
            if not any(map(is_of_payment, judged.verdict.found)):
                continue
            told = of_round(judged)
            for one in told.divergences:
                if not is_of_payment(one.found) or "pool" in one.found.facts:
                    continue
                event = told.events[one.step - 1].payload
                if one.found.code == "PAY-NONE":
                    assert one.step == len(told.events)
                    seen.add("never")
                elif isinstance(event, Payout) and event.bets and bets_of(one.found):
                    assert bets_of(one.found) & {*event.bets}
                    seen.add("wrongly")
    assert seen == {"wrongly", "never"}


def test_what_only_informs_is_never_red() -> None:
    """Chance and completeness are information: no mark, no divergence of the round."""
    name = next(code.code for code in CODES.values() if code.severity == "information")
    (judged, *_) = two_of("BJ-01")
    events = judged.closed.events
    told = divergences([Found(code=name, seat=1)], events, lambda _step: ())
    assert told[0].informs
    assert marks_at(len(events), told, events) == marks_at(0, (), events)


def test_machines_are_drawn_by_their_stops_with_credits() -> None:
    """The window says each symbol in words, and the credits before and after agree with the won."""
    some = plays()
    assert some
    for event, verdict, sheet in some[::7]:
        told = of_play(event, verdict, extra={"folha": sheet_for(sheet, event.payload)})
        drawing = told.drawing(1)
        text = svg(drawing)
        drawn(drawing)
        assert len(text) < WEIGHT
        words = {one.text for one in drawing.pieces if isinstance(one, Label)}
        won = event.payload.cg + event.payload.pa + event.payload.pap_m
        assert ("não paga" in words) == (won == 0 and not event.payload.pap_h)


HOSTILE = '<script>alert("x")</script>&\'"<b>'


def test_hostile_words_are_escaped() -> None:
    """What a key signs as a chance, a cause or a symbol is text in the drawing, never markup."""
    for place in ("RA-01", "RS-01", "BI-01", "MJ-01"):
        judged = two_of(place)[-1]
        events = [hostile(event) for event in judged.closed.events]
        closed = structs.replace(judged.closed, events=events)
        options = {"simbolos": dict.fromkeys("abcdefg", HOSTILE), "prato": [HOSTILE, "0", "1"]}
        for step in (len(events) // 2, len(events)):
            felt = felt_at(closed.events[:step], closed.game or "", options)
            text = svg(draw(Scene(felt=felt, extra={"variante": HOSTILE})))
            read(text)
            assert "<script" not in text
            assert "<b>" not in text


def hostile(event: Event) -> Event:
    """Return an event with the hostile word wherever its payload has a free one."""
    payload = event.payload
    free = {"chance", "selection", "cause", "said", "tile", "card", "shape", "series", "to"}
    held = {
        name: HOSTILE
        for name in payload.__struct_fields__
        if name in free and isinstance(getattr(payload, name), str)
    }
    return structs.replace(event, payload=structs.replace(payload, **held)) if held else event


@pytest.mark.parametrize(
    "seed", [1, *[pytest.param(seed, marks=pytest.mark.deep) for seed in range(2, 12)]]
)
@each("place", PLACES, share=3)
@pytest.mark.deep
def test_altered_facts_are_drawn_and_stop_nothing(place: str, seed: int) -> None:
    """Whatever a key may sign: a fact that is missing or cannot be read is drawn as ? or a back."""
    random = Random(f"{place}/{seed}")
    for judged in two_of(place):
        told = of_round(judged)
        for _ in range(4):
            events = altered(judged, random)
            for step in (len(events), random.randint(1, len(events))):
                felt = felt_at(events[:step], told.game, told.options)
                settled = judged.verdict.settlement if random.random() < 0.5 else None
                drawing = draw(Scene(felt=felt, settled=settled, extra=told.extra))
                drawn(drawing)


def altered(judged: JudgedRound, random: Random) -> list[Event]:
    """Return a round's events of which some say something else, or are left out."""
    events = list(judged.closed.events)
    for _ in range(8):
        at = random.randrange(len(events))
        event = events[at]
        plain = msgspec.to_builtins(event.payload)
        for _ in range(random.randint(1, 2)):
            alter(plain, random)
        try:
            payload = msgspec.convert(plain, KINDS[event.kind])
        except msgspec.ValidationError:
            continue
        events[at] = structs.replace(event, payload=payload)
    if random.random() < 0.5:
        del events[random.randrange(len(events))]
    return events


def test_a_card_that_no_deck_has_is_a_question_mark_and_an_unknown_one_a_back() -> None:
    """The back says that it is face down; what cannot be read says so, with what was written."""
    words = Words()
    assert words.rank("Td") == ("10", "d")
    assert words.rank("1x") == ("?", "")
    assert words.rank(None) == ("", "")
    assert words.card("Kh") == "rei de copas"
    assert words.card("1x") == "carta ilegível: 1x"
    assert Words("en").card(None) == "card face down"


def test_a_game_that_nobody_drew_says_so() -> None:
    """A version that meets a game it does not know shows its log and money, and a plain cloth."""
    drawing = draw(Scene(felt=felt_at((), "jogo_novo")))
    assert drawing.sentence == "Sem desenho"
    drawn(drawing)


def test_a_bet_beyond_the_cloth_is_listed_apart() -> None:
    """A stake on no field of the cloth is an announced one: nothing that was staked is hidden."""
    judged = two_of("RA-01")[0]
    first = judged.closed.events[0]
    odd = BetPlaced(bet=1, seat=2, chance="inventada", selection="99", amount=700)
    events = [first, structs.replace(first, kind=odd.KIND, payload=odd)]
    drawing = draw(Scene(felt=felt_at(events, "roleta_americana")))
    assert any(
        isinstance(one, Label) and one.text.startswith("inventada") for one in drawing.pieces
    )


def test_every_combination_that_a_jackpot_may_name_has_words() -> None:
    """By the rankings of the games that feed one: nobody reads a code without accents."""
    ranked = {*sem_descarte_ranking.COMBINATIONS, *stud_ranking.COMBINATIONS}
    assert ranked <= COMBINATIONS.keys()
