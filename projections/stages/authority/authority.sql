-- Acts that need a second person; effective is the position of the approval. A parameter that was
-- corrected before it was approved has the payload that stands instead, or the word null.
CREATE TABLE {s}.act (
    position bigint PRIMARY KEY,
    effective bigint,
    name text NOT NULL,
    kind text NOT NULL,
    corrected text
);
-- Approvals that count for an act that needs several, and waits.
CREATE TABLE {s}.agreed (
    act bigint NOT NULL,
    position bigint NOT NULL
);
-- Acts of trust: the keyring is folded from them.
CREATE TABLE {s}.trust (
    position bigint PRIMARY KEY
);
-- What events in effect told of casinos, places, speakers, pools, machines, cases and texts of cases;
-- a case is open until it is decided. Of what is null nothing is left to know, and nobody loads it.
CREATE TABLE {s}.known (
    key text PRIMARY KEY,
    what text NOT NULL,
    name text NOT NULL,
    open boolean NOT NULL,
    data text NOT NULL
);
-- What the matrix forbids its source to say, by gaming day; stands: it has effect all the same.
CREATE TABLE {s}.refused (
    key text PRIMARY KEY,
    source text NOT NULL,
    kind text NOT NULL,
    day text NOT NULL,
    stands boolean NOT NULL,
    role text NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    events bigint NOT NULL
);
-- The parts that people played in a case, of those that one person may not play together.
CREATE TABLE {s}.hand (
    subject text PRIMARY KEY,
    hands text NOT NULL
);
-- Who stood on post at a table on a day; by the place alone: on its last day.
CREATE TABLE {s}.post (
    key text PRIMARY KEY,
    shift text NOT NULL
);
-- Jogadas whose acta was completed; rounds and events that prove a decided finding, until that is
-- reopened; what has played.
CREATE TABLE {s}.kept (
    name text PRIMARY KEY,
    kept boolean NOT NULL
);
-- The version of the matrix in force, since the position of its approval; whether the number of the
-- authority's act is enough.
CREATE TABLE {s}.matrix_in_force (
    version integer NOT NULL,
    since bigint NOT NULL,
    act_number_is_enough boolean NOT NULL
);
-- indexes
CREATE INDEX act_name ON {s}.act (name);
CREATE INDEX agreed_act ON {s}.agreed (act);
CREATE INDEX refused_day ON {s}.refused (day);
