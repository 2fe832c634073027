"""Tells people of findings: what the projections have is queued, and sent outside of any fold.

A thread of the one process that serves looks every few seconds. What became known since the last
look is queued; every few minutes all since the subscription began is held against what was told,
so that a rebuild's findings are told and those that it no longer has are said to be withdrawn.
Where the projections are behind what was looked at, they are being made anew, and nothing is said.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import SystemRandom
from typing import Any, Final, Protocol

import psycopg
from msgspec import Struct
from msgspec.structs import asdict, replace
from psycopg_pool import PoolTimeout

from api.services.api_keys import Caller
from api.services.people.job_table import Desk
from api.services.people.notices.destinations import Bounds, DestinationError, target_of
from api.services.people.notices.mail import (
    LETTER_MAX,
    Post,
    StateWord,
    is_mailbox,
    letter_of,
    send_letter,
    trial_letter,
)
from api.services.people.notices.messages import body_of, trial_body
from api.services.people.notices.queue import (
    TRIES_MAX,
    WITHDRAWN,
    Notice,
    Queue,
    Told,
    message_id,
)
from api.services.people.notices.sending import Outcome, SecretFiles, Webhooks
from api.services.people.notices.subscriptions import (
    Subscription,
    SubscriptionTable,
    Wish,
    casinos_of,
)
from api.services.people.reports import Owner
from projections.reads.basis.known_names import unknown_names
from projections.reads.basis.scope import EVERY_CASINO, Scope
from projections.reads.log.noticed import Noticed, noticed, standing_of
from projections.reads.queries import Queries

LOOK_SECONDS: Final = 5.0
THOROUGH: Final = timedelta(minutes=5)
"""Between two comparisons of all that was told with all that stands."""
PAGE: Final = 500
WAITING_MAX: Final = 2_000
"""Notices of one subscription that wait: further findings are queued when these are taken."""
SENDERS_MAX: Final = 4
TURN_SECONDS: Final = 30.0
"""How long one destination is sent to before another has its turn."""
SHOWN_FOR: Final = timedelta(minutes=5)
"""How long a new secret stands on its owner's page."""
STOP_SECONDS_MAX: Final = 5.0
FIRST_PAUSE: Final = timedelta(seconds=5)
PAUSE_MAX: Final = timedelta(hours=1)
DEAD_AFTER: Final = timedelta(days=3)
_chance: Final = SystemRandom()
_LOGGER = logging.getLogger(__name__)


class View(Protocol):
    """The projections at one moment, as far as a scope sees them."""

    connection: psycopg.Connection[Any]
    queries: Queries


class Posting(Struct, frozen=True, kw_only=True):
    """How messages leave this house, as whoever runs the service says."""

    bounds: Bounds = Bounds()
    console: str = ""
    """The address at which people reach the console."""
    secrets: Path | None = None
    """The folder of webhooks' secrets."""
    agent: str = "razao"
    post: Post | None = None
    """The server by which letters leave; None where this house sends none."""


class Standing(Struct, frozen=True):
    """How many notices wait, and how many destinations take none."""

    waiting: int = 0
    failing: int = 0

    def faults(self) -> Iterator[str]:
        """Yield how many destinations fail; whose they are is said to their owners alone."""
        if self.failing:
            yield f"{self.failing} destinations take no messages about findings"


class Notices:
    """Keeps subscriptions, queues what they ask for, and sends it."""

    def __init__(
        self,
        desk: Desk,
        posting: Posting,
        *,
        caller_of: Callable[[Owner], Caller | None],
        view: Callable[[Scope], AbstractContextManager[View]],
        note: Callable[[str, str], None],
        word_of: StateWord,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Ask nothing yet.

        ``caller_of`` gives a person as his rights are now, ``view`` opens what a scope sees,
        ``note`` writes a reading down: who, and what; ``word_of`` says how a finding stands.
        """
        self.table = SubscriptionTable(desk)
        self.posting = posting
        self.secrets = SecretFiles(posting.secrets)
        self.standing = Standing()
        self._queue = Queue(desk)
        self._webhooks = Webhooks(posting.bounds, self.secrets, posting.agent)
        self._caller_of = caller_of
        self._view = view
        self._note = note
        self._word_of = word_of
        self._now = now
        self._fresh: dict[str, tuple[str, datetime]] = {}
        self._compared: dict[str, datetime] = {}
        self._stopping = False
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Look and send in a thread apart."""
        self._thread.start()

    def stop(self) -> None:
        """Begin no further message; whoever serves next sends one again whose destination hangs."""
        self._stopping = True
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS_MAX)

    def save(self, owner: Owner, wish: Wish, scope: Scope | None) -> tuple[str, str]:
        """Save a subscription in the place of another of its title; return its id and its secret.

        A mailbox has none.

        Raises:
            ValueError: nobody knows the casino of which it is to tell.
            DestinationError: messages may not go there.
            TooManyError: the person has as many as one may.

        """
        casino = wish.chosen.casino
        with self._view(EVERY_CASINO) as view:
            position = view.queries.position()
            for one in unknown_names(view.connection, {"casino": casino} if casino else {}):
                raise ValueError(f"{one.filter}: {one.text}")
        return save(self.table, self.secrets, self.posting, owner, wish, scope, position)

    def remove(self, owner: Owner, id_: str) -> bool:
        """Forget a person's subscription with its secret; tell whether there was one."""
        there = self.table.drop(id_, owner)
        if there:
            self.secrets.destroy(id_)
        return there

    def show(self, id_: str, secret: str) -> None:
        """Have a new secret shown to its owner on his page, for some minutes."""
        now = self._now()
        kept = {one: it for one, it in self._fresh.items() if it[1] > now}
        self._fresh = {**kept, id_: (secret, now + SHOWN_FOR)}

    def fresh(self, id_: str) -> str | None:
        """Return a secret that was made some minutes ago; None later, and for ever."""
        secret, until = self._fresh.get(id_, ("", self._now()))
        return secret if until > self._now() else None

    def try_now(self, owner: Owner, id_: str) -> bool:
        """Have a destination sent a message that tries it, at once; tell whether there is one.

        One that was given up is told of findings again once it takes this.
        """
        there = self.table.want(id_, owner, self._now())
        self._woken.set()
        return there

    def look(self, *, thorough: bool = False) -> None:
        """Queue the findings that became known, and send the notices that are due."""
        found = self.table.of(None)
        for one in found:
            if one.state not in ("gone", "dead"):
                self._queue_for(one, thorough=thorough)
        found = self.table.of(None)
        due = [one for one in found if self._is_due(one)]
        if due:
            with ThreadPoolExecutor(min(SENDERS_MAX, len(due))) as senders:
                list(senders.map(self._serve, due))
            found = self.table.of(None)
        self.standing = Standing(
            sum(one.waiting for one in found if one.state == "active"),
            sum(one.state == "dead" or one.failing is not None for one in found),
        )

    # ------------------------------------------------------------------------------ what is queued

    def _queue_for(self, one: Subscription, *, thorough: bool) -> None:
        caller = self._caller_of(one.owner)
        scope = None if caller is None else one.chosen.scope_in(caller.sight)
        if caller is None or scope is None:
            if one.state != "no-right":
                self.table.without_right(one.id)
            return
        now = self._now()
        compared = self._compared.get(one.id)
        thorough = thorough or compared is None or now - compared >= THOROUGH
        with self._view(scope) as view:
            position = view.queries.position()
            if one.state == "no-right" or casinos_of(caller.scope) != one.casinos:
                self.table.begin_again(one.id, caller.scope, position)
                return
            if position < one.seen or (position == one.seen and not thorough):
                return
            queued = self._found(view, one, position, thorough=thorough)
            if thorough:
                queued += self._withdrawn(view, one)
                self._compared[one.id] = now
        if queued:
            self._note(caller.name, f"/v1/findings?subscription={one.id}")

    def _found(self, view: View, one: Subscription, position: int, *, thorough: bool) -> int:
        """Queue findings page by page, as far as there is room; return how many."""
        chosen, queued = one.chosen, 0
        after = (one.since, "") if thorough else (one.seen, one.seen_id)
        while one.waiting + queued < WAITING_MAX:
            rows = noticed(
                view.connection,
                since=one.since,
                after=after,
                severities=chosen.severities,
                code=chosen.code,
                game=chosen.game,
                limit=PAGE,
            )
            last = len(rows) < PAGE
            after = (position, "") if last else (rows[-1].known_from, rows[-1].finding)
            seen = max(after, (one.seen, one.seen_id))
            queued += self._queue.add(one.id, [_told(row) for row in rows], self._now(), seen)
            if last:
                break
        return queued

    def _withdrawn(self, view: View, one: Subscription) -> int:
        told = self._queue.standing(one.id)
        there = standing_of(view.connection, [it.finding for it in told])
        gone = [replace(it, state=WITHDRAWN) for it in told if it.finding not in there]
        return self._queue.add(one.id, gone, self._now())

    # -------------------------------------------------------------------------------- what is sent

    def _is_due(self, one: Subscription) -> bool:
        if one.wanted is not None:
            return one.state != "no-right"
        rested = one.pause is None or one.pause <= self._now()
        return one.state == "active" and rested and one.waiting > 0

    def _serve(self, one: Subscription) -> None:
        """Send a subscription what is due, until its destination fails or its turn is over."""
        try:
            if one.wanted is not None and not self._try(one):
                return
            until = time.monotonic() + TURN_SECONDS
            while not self._stopping and time.monotonic() < until:
                most = LETTER_MAX if one.way == "mail" else 1
                taken = self._queue.take(one.id, self._now(), most)
                if not taken or not self._send(one, taken):
                    return
        except (psycopg.Error, PoolTimeout) as error:
            _LOGGER.warning("what the subscription %s was told is not noted: %s", one.id, error)

    def _try(self, one: Subscription) -> bool:
        id_ = message_id(one.id, secrets.token_hex(8))
        if one.way == "mail":
            outcome = send_letter(
                self.posting.post, one.destination, id_, trial_letter(one.language)
            )
        else:
            body = trial_body(one.id, self._now())
            outcome = self._webhooks.send(one.id, one.destination, id_, body)
        self.table.tried(one.id, one.wanted)
        return self._settle(one, outcome)

    def _send(self, one: Subscription, taken: Sequence[Notice]) -> bool:
        first = taken[0]
        outcome = self._out(one, taken)
        now = self._now()
        if outcome.state == "taken":
            self._queue.sent(taken, now)
        elif outcome.state == "failed":
            if first.tries >= TRIES_MAX and one.told is not None and one.told > first.made:
                self._queue.give_up(taken, now)
            else:
                self._queue.wait(taken, now + pause_after(first.tries))
        return self._settle(one, outcome)

    def _out(self, one: Subscription, taken: Sequence[Notice]) -> Outcome:
        posting, first = self.posting, taken[0]
        if one.way == "mail":
            letter = letter_of(taken, one.language, posting.console, self._word_of)
            return send_letter(posting.post, one.destination, first.id, letter)
        body = body_of(first, one.language, posting.console)
        return self._webhooks.send(one.id, one.destination, first.id, body)

    def _settle(self, one: Subscription, outcome: Outcome) -> bool:
        """Note whether a destination took a message; tell whether it may be sent more."""
        now = self._now()
        match outcome.state:
            case "taken":
                self.table.took(one.id, now)
            case "gone":
                self.table.is_gone(one.id)
            case "failed":
                pause = now + pause_after(one.failures + 1)
                self.table.failed(one.id, outcome.reason, now, pause, now - DEAD_AFTER)
        return outcome.state == "taken"

    def _run(self) -> None:
        while not self._stopping:
            self._woken.wait(LOOK_SECONDS)
            self._woken.clear()
            if self._stopping:
                return
            try:
                self.look()
            except (psycopg.OperationalError, PoolTimeout, psycopg.errors.UndefinedTable) as error:
                _LOGGER.warning("nobody is told of findings at present: %s", error)
            except Exception:
                _LOGGER.exception("nobody is told of findings at present")


def save(
    table: SubscriptionTable,
    kept: SecretFiles,
    posting: Posting,
    owner: Owner,
    wish: Wish,
    scope: Scope | None,
    position: int,
) -> tuple[str, str]:
    """Save a subscription that begins at a position; return its id and the secret, shown once.

    Raises:
        DestinationError: messages may not go there.
        TooManyError: the person has as many as one may.

    """
    check_destination(wish, posting)
    id_ = secrets.token_hex(8)
    # First: a webhook without its secret would be sent nothing.
    secret = kept.make(id_) if wish.way == "webhook" else ""
    try:
        replaced = table.save(id_, owner, wish, scope, datetime.now(UTC), position)
    except BaseException:
        kept.destroy(id_)
        raise
    if replaced is not None:
        kept.destroy(replaced)
    return id_, secret


def check_destination(wish: Wish, posting: Posting) -> None:
    """See that messages may go where somebody wishes.

    Raises:
        DestinationError: they may not.

    """
    if wish.way == "webhook":
        target_of(wish.destination, posting.bounds)
    elif not is_mailbox(wish.destination):
        got = repr(wish.destination)
        raise DestinationError(
            "mailbox", f"destination: expected one mailbox such as caixa@casa.cv; got {got}"
        )
    elif posting.post is None:
        raise DestinationError(
            "no-mail", "destination: this house sends no mail; the operator names RAZAO_SMTP"
        )


def pause_after(failures: int) -> timedelta:
    """Return how long to wait after so many failures: ever longer, and never all at once."""
    longest = min(PAUSE_MAX, FIRST_PAUSE * 2 ** min(failures - 1, 20))
    return longest * _chance.uniform(0.5, 1.5)


def _told(row: Noticed) -> Told:
    said = asdict(row)
    del said["known_from"]
    return Told(**said)
