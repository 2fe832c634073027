-- A round, and where its events are; closed is null while it is open, previous is the last one
-- closed at the same opening of the table before this one was opened, out the known cards that had
-- left the shoe.
CREATE TABLE {s}.round (
    round text PRIMARY KEY,
    opened bigint NOT NULL,
    closed bigint,
    number integer NOT NULL,
    day date NOT NULL,
    place text NOT NULL,
    owner text NOT NULL,
    game text,
    table_opened bigint,
    previous text,
    out jsonb,
    positions bigint[] NOT NULL
);
-- A place since one opening, and the gaming day that the opening names.
CREATE TABLE {s}.place (
    opened bigint PRIMARY KEY,
    place text NOT NULL,
    day date
);
-- Of openings under a matrix of authority what was in force then: the place's casino, the profile,
-- and where somebody in charge answered for the opening's own options.
CREATE TABLE {s}.terms (
    opened bigint PRIMARY KEY,
    casino text NOT NULL,
    profile text,
    answered bigint
);
-- Where the events outside its rounds are that stand at it.
CREATE TABLE {s}.standing (
    opened bigint,
    position bigint,
    PRIMARY KEY (opened, position)
);
-- What stays true of a place from one opening to the next, and so stands in each: editions of
-- bingo cards, an open session.
CREATE TABLE {s}.lasting (
    place text PRIMARY KEY,
    positions bigint[] NOT NULL
);
-- Events that a correction in effect replaced, or withdrew (null); the last of each counts.
CREATE TABLE {s}.corrected (
    target text NOT NULL,
    effective bigint NOT NULL,
    correction bigint NOT NULL,
    replacement text,
    PRIMARY KEY (target, effective)
);
-- What was carried to a round up to a position, where something else has been since.
CREATE TABLE {s}.carried_until (
    round text NOT NULL,
    until bigint NOT NULL,
    out jsonb NOT NULL,
    PRIMARY KEY (round, until)
);
-- How many events may still be read again at once for late facts, where not all: by round, by
-- opening of a table, and of ticks; and what waits with such facts to be judged again.
CREATE TABLE {s}.late_round (
    name text PRIMARY KEY,
    credit bigint NOT NULL,
    waiting text
);
-- indexes
CREATE INDEX round_place ON {s}.round (place, opened);
CREATE INDEX round_open ON {s}.round (opened) WHERE closed IS NULL;
CREATE INDEX round_opened ON {s}.round (opened);
CREATE INDEX place_place ON {s}.place (place, opened);
