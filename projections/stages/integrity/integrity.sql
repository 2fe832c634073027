-- What was first stated about the log's root at a size: by a tick, a checkpoint, a verification.
CREATE TABLE {s}.stated_root (
    size bigint PRIMARY KEY,
    position bigint NOT NULL,
    root text NOT NULL
);
-- Where the service stated its figures: after folding events up to which position, and when.
CREATE TABLE {s}.stated_figures (
    position bigint PRIMARY KEY,
    as_of bigint NOT NULL,
    at text NOT NULL
);
-- When the last checkpoint was sealed, and whether it is told that none followed in time.
CREATE TABLE {s}.integrity_state (
    name text PRIMARY KEY,
    sealed text NOT NULL,
    position bigint NOT NULL,
    late boolean NOT NULL
);
-- Refusals of what may have been early, until that is recorded in its turn: by the last event refused.
CREATE TABLE {s}.early_refusal (
    position bigint PRIMARY KEY,
    refusal text NOT NULL,
    at text NOT NULL,
    source text NOT NULL,
    seq bigint,
    link text,
    code text NOT NULL,
    hash text NOT NULL,
    count bigint NOT NULL,
    state text NOT NULL,
    tick bigint
);
