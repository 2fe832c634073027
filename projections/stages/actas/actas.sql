-- Sessions of bingo: an acta each (R58).
CREATE TABLE {s}.session (
    opened bigint PRIMARY KEY,
    session text NOT NULL,
    place text NOT NULL,
    day date NOT NULL,
    variant integer NOT NULL,
    mode text NOT NULL,
    started text NOT NULL,
    ended text,
    closed bigint,
    jogadas integer NOT NULL
);
-- A jogada in its acta, in versions; jogada is all of R61.
CREATE TABLE {s}.acta (
    round text NOT NULL,
    known_from bigint NOT NULL,
    known_until bigint,
    session bigint NOT NULL,
    place text NOT NULL,
    day date NOT NULL,
    state text NOT NULL,
    cards integer NOT NULL,
    collected numeric NOT NULL,
    linha numeric NOT NULL,
    bingo numeric NOT NULL,
    additional numeric NOT NULL,
    progressive numeric NOT NULL,
    tax numeric NOT NULL,
    currency text NOT NULL,
    ended text,
    annulled text,
    jogada text NOT NULL,
    -- From the start: its versions are looked up while it is built.
    PRIMARY KEY (round, known_from)
);
-- Each room as it goes on, with the doubles that wait by variant.
CREATE TABLE {s}.room (
    place text PRIMARY KEY,
    state text NOT NULL
);
-- What the gate of R60 said yes to.
CREATE TABLE {s}.gate (
    position bigint PRIMARY KEY,
    place text NOT NULL,
    previous text,
    next text,
    through bigint NOT NULL
);
-- indexes
CREATE INDEX acta_session ON {s}.acta (session, known_from);
CREATE INDEX session_day ON {s}.session (day, place);
