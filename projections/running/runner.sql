-- Where the pipeline stopped, and why; every page shows it.
CREATE TABLE {s}.halted (
    position bigint PRIMARY KEY,
    event text NOT NULL,
    stage text NOT NULL,
    error text NOT NULL
);
-- The log's tree over the links of what was folded: how many, and the subtrees of its right edge.
CREATE TABLE {s}.folded (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    position bigint NOT NULL,
    subtrees bytea NOT NULL
);
-- Of each table that a stage has: how many rows were written and not taken back, and the sum of what
-- each is expanded to (ledger/audit/set_hash.py).
CREATE TABLE {s}.set_hash (
    name text PRIMARY KEY,
    rows bigint NOT NULL,
    total bytea NOT NULL CHECK (octet_length(total) = 512)
);
