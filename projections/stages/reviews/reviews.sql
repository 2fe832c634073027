-- A case as it stands; case_file is all of it.
CREATE TABLE {s}.dispute (
    dispute text PRIMARY KEY,
    opened bigint NOT NULL,
    subject text NOT NULL,
    seat integer,
    complainant text,
    amount numeric,
    due text,
    state text NOT NULL,
    answered bigint,
    decided bigint,
    decision text,
    paid bigint,
    overdue boolean NOT NULL,
    -- Whether it was decided though the ledger lacks a round or machine that it names.
    unrecorded boolean NOT NULL DEFAULT false,
    case_file text NOT NULL
);
-- The role in which each source was enrolled last.
CREATE TABLE {s}.role (
    source text PRIMARY KEY,
    role text NOT NULL
);
