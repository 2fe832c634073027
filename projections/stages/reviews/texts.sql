-- Which event commits to which text, with its class. Neither text nor salt stands anywhere here.
CREATE TABLE {s}.text_use (
    position bigint NOT NULL,
    field text NOT NULL,
    commitment text NOT NULL,
    class text NOT NULL,
    event text NOT NULL,
    kind text NOT NULL,
    -- As its source says; of no year that is one, nothing is due.
    at text NOT NULL,
    person text,
    dispute text,
    PRIMARY KEY (position, field)
);
-- Texts whose erasure has taken effect: where, by whose word, and why.
CREATE TABLE {s}.text_erasure (
    position bigint PRIMARY KEY,
    commitment text NOT NULL,
    at text NOT NULL,
    source text NOT NULL,
    reason text NOT NULL
);
-- indexes
CREATE INDEX ON {s}.text_use (commitment);
CREATE INDEX ON {s}.text_erasure (commitment);
