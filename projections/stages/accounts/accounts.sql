-- A table's opening with its counts; a version each time its record changed.
CREATE TABLE {s}.table_day (
    opened bigint NOT NULL,
    known_from bigint NOT NULL,
    known_until bigint,
    place text NOT NULL,
    day date NOT NULL,
    game text NOT NULL,
    currency text NOT NULL,
    abertura numeric,
    reforcos numeric NOT NULL,
    retornos numeric NOT NULL,
    drop_counted numeric,
    fecho numeric,
    resultado numeric,
    by_rounds numeric NOT NULL,
    -- Players' stakes that the bank collected although they did not lose.
    owed numeric NOT NULL,
    quebra numeric,
    cagnotte numeric NOT NULL,
    -- Of it, what was charged in no round.
    by_session numeric NOT NULL,
    cagnotte_counted numeric,
    rounds integer NOT NULL,
    settled boolean NOT NULL,
    positions bigint[] NOT NULL,
    -- From the start: its versions are looked up while it is built.
    PRIMARY KEY (opened, known_from)
);
-- Each opening as it stands, to go on from; the last of a place is the one that play belongs to.
CREATE TABLE {s}.table_state (
    opened bigint PRIMARY KEY,
    place text NOT NULL,
    state text NOT NULL
);
-- Receita, entry by entry: what a gaming day made, by category. Losses are negative. No currency
-- where nothing had said one yet: such an entry is in the currency its casino has since.
CREATE TABLE {s}.revenue (
    position bigint NOT NULL,
    line integer NOT NULL,
    amount numeric NOT NULL,
    currency text,
    day date NOT NULL,
    casino text NOT NULL,
    category text NOT NULL,
    reason text NOT NULL,
    place text,
    round text
);
CREATE INDEX revenue_round ON {s}.revenue (round, category) WHERE round IS NOT NULL;
-- What the casino declared, beside what the revenue gives; a version each time it was corrected, or
-- its days were booked on or closed.
CREATE TABLE {s}.tax_declared (
    position bigint NOT NULL,
    known_from bigint NOT NULL,
    known_until bigint,
    event text NOT NULL,
    casino text NOT NULL,
    first_day date NOT NULL,
    last_day date NOT NULL,
    tax_name text NOT NULL,
    category text,
    currency text,
    declared_base numeric NOT NULL,
    base numeric NOT NULL,
    -- What the events gave when it was declared.
    base_then numeric NOT NULL,
    declared_tax numeric NOT NULL,
    tax numeric,
    -- None of several, which stand in rates with their days.
    rate_ppm bigint,
    rates text NOT NULL,
    weights text NOT NULL,
    declared_shares text NOT NULL,
    shares text NOT NULL,
    -- Whether its last day was open when it was declared, and whether the day is closed.
    early boolean NOT NULL,
    closed boolean NOT NULL,
    PRIMARY KEY (position, known_from)
);
-- What a round left due of its players' own stakes, and what was settled of it since.
CREATE TABLE {s}.round_debt (
    round text PRIMARY KEY,
    state text NOT NULL
);
-- What a table held when the ledger began, to hold its first opening against; no amount where what
-- was declared was withdrawn.
CREATE TABLE {s}.declared_float (
    place text PRIMARY KEY,
    position bigint NOT NULL,
    amount numeric
);
-- Sides of slips told before their table was ever opened: they wait for its first opening.
CREATE TABLE {s}.early_slips (
    place text PRIMARY KEY,
    slips text NOT NULL
);
-- What sales, redemptions and corrections of them did to the chips in circulation; of is the event
-- that says it. What play moves stands in the table days.
CREATE TABLE {s}.chip_move (
    position bigint NOT NULL,
    of bigint NOT NULL,
    day date NOT NULL,
    casino text NOT NULL,
    currency text,
    place text,
    reason text NOT NULL,
    amount numeric NOT NULL,
    -- From the start: what a correction changes is looked up while it is built.
    PRIMARY KEY (of, position)
);
-- The last slip's number of each cage and kind.
CREATE TABLE {s}.slip_number (
    cage text PRIMARY KEY,
    number bigint NOT NULL,
    position bigint NOT NULL
);
-- What a casino declares in and by which law, from its first registration.
CREATE TABLE {s}.home (
    casino text PRIMARY KEY,
    position bigint NOT NULL,
    currency text NOT NULL,
    profile text NOT NULL
);
-- indexes
ALTER TABLE {s}.revenue ADD PRIMARY KEY (position, line);
CREATE INDEX table_day_day ON {s}.table_day (day, place);
CREATE INDEX revenue_day ON {s}.revenue (day, category);
