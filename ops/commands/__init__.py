"""The verbs of the command line, a module each, by subject; loaded only when asked for."""

from typing import Final, NamedTuple


class Verb(NamedTuple):
    """A command: where it stands and what it is for."""

    module: str
    """Within ``ops.commands``."""
    purpose: str


VERBS: Final = {
    "demo": Verb(
        "playing.demo",
        "From nothing to what was found: an evening of a whole casino, twelve faults among it.",
    ),
    "simulate": Verb(
        "playing.simulate", "A casino's nights from a seed, faults on request, and their score."
    ),
    "import": Verb(
        "playing.import_", "Plays the part of table terminals with real data: signs and sends it."
    ),
    "conform": Verb(
        "playing.conform",
        "A device's own events held against the ledger: right, refused, found, unchecked.",
    ),
    "verify": Verb(
        "log.verify", "Recomputes everything from the stored bytes; names whatever was changed."
    ),
    "prove": Verb(
        "log.prove", "A bundle of events with all that proves them, to be checked offline."
    ),
    "replay": Verb(
        "law.replay", "Settles the rounds of a file of records again, without a ledger."
    ),
    "rebuild": Verb(
        "running.rebuild", "Builds all projections anew beside the old ones, compares, swaps."
    ),
    "rules": Verb("law.rules", "The rules of the law, and how the code stands to each."),
    "findings": Verb("figures.findings", "What is wrong: code, rule, round, expected, recorded."),
    "events": Verb("asking.events", "The history: by filters, one event whole, the newest."),
    "rounds": Verb("asking.rounds", "Rounds with their verdicts: by filters, one whole."),
    "search": Verb("asking.search", "One text, looked for as everything that it may name."),
    "disputes": Verb("asking.disputes", "Cases of players: listed, shown, their papers."),
    "parameters": Verb("asking.parameters", "Parameters in force on a day, with their acts."),
    "completion": Verb("completing", "What makes bash, zsh or fish complete these commands."),
    "jackpots": Verb(
        "figures.jackpots",
        "Pools, their days, how a prize came about, where devices part from the ledger.",
    ),
    "machines": Verb(
        "figures.machines",
        "Machines: the twelve contadores by day, tickets, returns, one jogada re-run.",
    ),
    "accounts": Verb(
        "figures.accounts",
        "Tables by day with both results; the tax of a period, declared beside due.",
    ),
    "export": Verb(
        "figures.export", "A whole table as CSV, XLSX, JSON, JSON Lines or Parquet, with its proof."
    ),
    "reports": Verb(
        "asking.reports", "Reports that people saved: listed, saved, made at once, removed."
    ),
    "subscriptions": Verb(
        "asking.subscriptions", "Findings told elsewhere: listed, subscribed to, tried, let go."
    ),
    "acta": Verb(
        "figures.acta", "Bingo's actas: listed, shown, as PDF/A; the gate between jogadas."
    ),
    "checkpoint": Verb("log.checkpoint", "The log's size and root, signed."),
    "witness": Verb("log.witness", "Cosigns, for somebody else, that logs only grow."),
    "watch": Verb("log.watch", "Follows a log from elsewhere; proves what contradicts it."),
    "serve": Verb("running.serve", "The console and the HTTP API."),
    "texts": Verb(
        "log.texts", "What people wrote, erasable: listed with what is due, destroyed, checked."
    ),
    "retention": Verb(
        "asking.retention", "How long events are kept, by class and day, and what open cases hold."
    ),
    "ceremony": Verb("log.ceremony", "The protocol of founding and of who holds which key."),
    "keys": Verb("log.keys", "Keys and sources: enrolment, revocation, requests by files."),
    "sign": Verb("log.sign", "Signs an act that the console prepared, outside of the browser."),
    "db": Verb("running.db", "The database: url, up, down, status, migrate, shell."),
    "backup": Verb("running.backup", "A backup of the database, read back and verified."),
    "restore": Verb(
        "running.restore", "Brings a backup back; tells what is missing, takes it from a replica."
    ),
    "replica": Verb(
        "running.replica", "A copy on the regulator's own server: publish, follow, status."
    ),
    "archive": Verb(
        "running.archive", "Sealed ranges of the log outside of the database; each checked alone."
    ),
    "hub": Verb(
        "running.hub", "Archives of many ledgers, checked on many machines and asked together."
    ),
    "doctor": Verb("running.doctor", "What is wrong with this installation, and what to do."),
    "agent": Verb(
        "running.agent", "A device's agent: keeps, signs and sends what its terminal says."
    ),
    "schema": Verb("log.schema", "JSON Schema of every kind of event."),
    "bench": Verb("running.bench", "Measures against the peer and the limit, side by side."),
}
"""In the order of ``razao --help``."""
