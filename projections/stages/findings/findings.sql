-- What is wrong. Several versions of one id: its state changed, or it no longer holds.
CREATE TABLE {s}.finding (
    known_from bigint NOT NULL,
    known_until bigint,
    amount numeric,
    seat integer,
    bet integer,
    id text NOT NULL,
    code text NOT NULL,
    severity text NOT NULL,
    rule text NOT NULL,
    place text,
    round text,
    expected text NOT NULL,
    recorded text NOT NULL,
    currency text,
    state text NOT NULL,
    origin text NOT NULL,
    positions bigint[] NOT NULL,
    facts text NOT NULL,
    subject text,
    -- Its id by the texts, as acts of before may name it.
    formerly text NOT NULL,
    PRIMARY KEY (id, known_from)
);
CREATE INDEX finding_round ON {s}.finding (round) WHERE round IS NOT NULL;
CREATE INDEX finding_formerly ON {s}.finding (formerly);
CREATE INDEX finding_subject ON {s}.finding (subject) WHERE subject IS NOT NULL;
-- Which rounds show a fault of the table: it is one finding, and stands while one of them does.
CREATE TABLE {s}.shown (
    round text NOT NULL,
    finding text NOT NULL,
    opened bigint NOT NULL,
    closed bigint NOT NULL,
    PRIMARY KEY (round, finding)
);
-- indexes
CREATE INDEX shown_finding ON {s}.shown (finding, closed);
CREATE INDEX finding_code ON {s}.finding (code, known_from);
CREATE INDEX finding_place ON {s}.finding (place, known_from) WHERE place IS NOT NULL;
CREATE INDEX finding_known ON {s}.finding (known_from);
