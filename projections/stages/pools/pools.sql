-- The journal: debits positive, credits negative, each position's postings sum to zero.
CREATE TABLE {s}.posting (
    position bigint NOT NULL,
    line integer NOT NULL,
    amount numeric NOT NULL,
    seat integer,
    bet integer,
    day date,
    pool text NOT NULL,
    account text NOT NULL,
    reason text NOT NULL,
    round text,
    award text,
    act text
);
CREATE INDEX posting_act ON {s}.posting (act) WHERE act IS NOT NULL;
-- Each pool as it stands; balances by account, liabilities and revenue positive.
CREATE TABLE {s}.pool (
    pool text PRIMARY KEY,
    opened bigint NOT NULL,
    residue numeric NOT NULL,
    reserve_residue numeric NOT NULL,
    generation integer NOT NULL,
    members text[] NOT NULL,
    balances text NOT NULL,
    status text NOT NULL,
    casino text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL
);
-- What of a round stands in the journal, and the pool it was judged with.
CREATE TABLE {s}.judged_with (
    round text PRIMARY KEY,
    booked text NOT NULL
);
-- Awards: what was won, from what, what was paid of it.
CREATE TABLE {s}.award (
    award text PRIMARY KEY,
    position bigint NOT NULL,
    pool text NOT NULL,
    day date,
    place text,
    round text,
    seat integer,
    combination text,
    amount numeric NOT NULL,
    from_pool numeric NOT NULL,
    from_house numeric NOT NULL,
    whole boolean NOT NULL,
    paid numeric NOT NULL,
    owed numeric NOT NULL,
    standing text NOT NULL,
    state text NOT NULL
);
CREATE INDEX award_owed ON {s}.award (award) WHERE owed > 0;
-- A pool's movements per accounting day: J1 to J4 together, hidden is what of them moved J3 and J4.
CREATE TABLE {s}.pool_day (
    pool text NOT NULL,
    day date NOT NULL,
    base numeric NOT NULL,
    increments numeric NOT NULL,
    voided numeric NOT NULL,
    wins numeric NOT NULL,
    resets numeric NOT NULL,
    transfers numeric NOT NULL,
    declared numeric NOT NULL,
    ended numeric NOT NULL,
    corrections numeric NOT NULL,
    hidden numeric NOT NULL,
    stakes numeric NOT NULL,
    staked numeric NOT NULL,
    residue numeric NOT NULL,
    display numeric,
    controller numeric,
    display_off numeric,
    first bigint NOT NULL,
    last bigint NOT NULL,
    rates text NOT NULL,
    PRIMARY KEY (pool, day)
);
-- What displays and controllers said, beside the ledger; statements only where they differ.
CREATE TABLE {s}.pool_reading (
    position bigint NOT NULL,
    amount numeric NOT NULL,
    ledger numeric NOT NULL,
    day date,
    pool text NOT NULL,
    source text NOT NULL,
    name text NOT NULL,
    at text NOT NULL,
    agrees boolean NOT NULL,
    why text,
    known bigint NOT NULL,
    withdrawn bigint
);
-- What an event noted in a pool's day besides the journal: stakes by rate, the fraction, readings.
CREATE TABLE {s}.pool_note (
    position bigint NOT NULL,
    residue numeric,
    display numeric,
    controller numeric,
    display_off numeric,
    stakes numeric NOT NULL,
    staked numeric NOT NULL,
    ppm bigint,
    day date NOT NULL,
    pool text NOT NULL,
    unread text
);
-- Each award after each event that changed it; the last up to a position is what was known there.
CREATE TABLE {s}.award_version (
    position bigint NOT NULL,
    known bigint NOT NULL,
    award text NOT NULL,
    pool text NOT NULL,
    state text NOT NULL
);
-- Stakes of devices elsewhere, by their own id: each is credited once. Of one that is corrected, by
-- every id that it had: which counts, the event as it stands says.
CREATE TABLE {s}.pool_stake (
    position bigint NOT NULL,
    pool text NOT NULL,
    stake text NOT NULL
);
CREATE INDEX pool_stake_id ON {s}.pool_stake (pool, stake);
-- Changes of a pool by the devices' times, when they are kept at hand no longer: who was away for
-- long looks up what was held then.
CREATE TABLE {s}.pool_past (
    position bigint NOT NULL,
    pool text NOT NULL,
    since text NOT NULL,
    until text NOT NULL,
    moves text NOT NULL
);
CREATE INDEX pool_past_pool ON {s}.pool_past (pool, until);
-- What became of stakes and acts since: voided, corrected, what of them lies in a pool still.
CREATE TABLE {s}.jackpot_undone (
    name text PRIMARY KEY,
    state text NOT NULL
);
-- Transfers between pools; two halves where two controllers sign.
CREATE TABLE {s}.pool_transfer (
    transfer text PRIMARY KEY,
    source text NOT NULL,
    target text NOT NULL,
    open boolean NOT NULL,
    left_amount numeric NOT NULL,
    arrived_amount numeric NOT NULL,
    state text NOT NULL
);
-- What covered the pools on a gaming day, beside what they held at its close (MAQ R21).
CREATE TABLE {s}.cover_day (
    casino text NOT NULL,
    day date NOT NULL,
    held numeric,
    declared numeric NOT NULL,
    closed bigint,
    state text NOT NULL,
    PRIMARY KEY (casino, day)
);
-- The same of closed days, after each event that changed it.
CREATE TABLE {s}.cover_version (
    known bigint NOT NULL,
    held numeric NOT NULL,
    declared numeric NOT NULL,
    closed bigint NOT NULL,
    day date NOT NULL,
    casino text NOT NULL
);
-- What is open besides: the clock, what charities wait for, balances declared before their pools.
CREATE TABLE {s}.jackpot_state (
    name text PRIMARY KEY,
    state text NOT NULL
);
-- indexes
ALTER TABLE {s}.posting ADD PRIMARY KEY (position, line);
CREATE INDEX posting_pool ON {s}.posting (pool, position);
CREATE INDEX posting_round ON {s}.posting (round) WHERE round IS NOT NULL;
CREATE INDEX award_pool ON {s}.award (pool, position);
CREATE INDEX award_round ON {s}.award (round) WHERE round IS NOT NULL;
CREATE INDEX pool_reading_pool ON {s}.pool_reading (pool, position);
CREATE INDEX pool_note_pool ON {s}.pool_note (pool, position);
CREATE INDEX award_version_award ON {s}.award_version (award, known);
CREATE INDEX award_version_pool ON {s}.award_version (pool, known);
