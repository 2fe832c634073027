-- The journal: debits positive, credits negative, each position's postings sum to zero.
CREATE TABLE {s}.posting (
    position bigint NOT NULL,
    line integer NOT NULL,
    amount bigint NOT NULL,
    seat integer,
    bet integer,
    day date,
    pool text NOT NULL,
    account text NOT NULL,
    reason text NOT NULL,
    round text
);
CREATE INDEX posting_round ON {s}.posting (round) WHERE round IS NOT NULL;
-- Each pool as it stands; balances by account, liabilities and revenue positive.
CREATE TABLE {s}.pool (
    pool text PRIMARY KEY,
    opened bigint NOT NULL,
    residue bigint NOT NULL,
    reserve_residue bigint NOT NULL,
    generation integer NOT NULL,
    members text[] NOT NULL,
    balances text NOT NULL
);
-- What of a round stands in the journal, and the pool it was judged with.
CREATE TABLE {s}.judged_with (
    round text PRIMARY KEY,
    booked text NOT NULL
);
-- indexes
ALTER TABLE {s}.posting ADD PRIMARY KEY (position, line);
CREATE INDEX posting_pool ON {s}.posting (pool, position);
