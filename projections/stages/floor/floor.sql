-- Casinos of this ledger.
CREATE TABLE {s}.casino (
    casino text PRIMARY KEY,
    position bigint NOT NULL,
    operator text,
    currency text NOT NULL,
    profile text NOT NULL
);
-- Gaming days that were closed; with a day all before it are. The casino ``*`` is all of them.
CREATE TABLE {s}.closed_day (
    position bigint PRIMARY KEY,
    casino text NOT NULL,
    day date NOT NULL,
    source text NOT NULL
);
-- Gaming days on which something was played and that are not closed, with the first such event.
CREATE TABLE {s}.open_day (
    casino text NOT NULL,
    day date NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (casino, day)
);
-- Events that came after their day was closed: the closing they missed, and where they are booked.
CREATE TABLE {s}.late (
    position bigint PRIMARY KEY,
    closing bigint NOT NULL,
    claimed date NOT NULL,
    booked date NOT NULL
);
-- Places that are to be open on a day, and who speaks for them; silent is the tick that found the
-- silence that lasts.
CREATE TABLE {s}.scheduled (
    position bigint PRIMARY KEY,
    day date NOT NULL,
    place text NOT NULL,
    source text NOT NULL,
    category text NOT NULL,
    casino text,
    opens text,
    closes text,
    heartbeat bigint,
    heard bigint,
    silent bigint,
    withdrawn bigint,
    over boolean NOT NULL
);
-- Each source: its casino, the latest time it spoke of, and what is wrong with its clock.
CREATE TABLE {s}.speaker (
    source text PRIMARY KEY,
    casino text,
    at text,
    position bigint,
    astray text
);
-- The service's clock.
CREATE TABLE {s}.floor_clock (
    at text NOT NULL
);
-- indexes
CREATE INDEX scheduled_day ON {s}.scheduled (day, place);
