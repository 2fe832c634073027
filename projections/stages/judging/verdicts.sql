-- A round's verdict; several versions if it was judged again. known_until is null for what holds.
CREATE TABLE {s}.verdict (
    round text NOT NULL,
    known_from bigint NOT NULL,
    known_until bigint,
    stake numeric NOT NULL,
    due numeric NOT NULL,
    paid numeric NOT NULL,
    place text NOT NULL,
    day date NOT NULL,
    game text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    -- Commissions that were paid besides, of prizes handed over whole; the bank's that stays not.
    aside numeric NOT NULL DEFAULT 0,
    -- Of due and of paid, what is of prizes of pools: no line of ``due`` has it.
    prizes numeric NOT NULL DEFAULT 0,
    prizes_paid numeric NOT NULL DEFAULT 0,
    -- From the start: its versions are looked up while it is built.
    PRIMARY KEY (round, known_from)
);
-- What is due per bet, or per seat, beside what was paid for it alone.
CREATE TABLE {s}.due (
    round text NOT NULL,
    known_from bigint NOT NULL,
    known_until bigint,
    line integer NOT NULL,
    seat integer NOT NULL,
    bet integer,
    stake bigint NOT NULL,
    due bigint NOT NULL,
    paid bigint,
    outcome text NOT NULL,
    rules text NOT NULL,
    -- A player's bank that was left lying on the table: nobody is to be handed it.
    stays boolean NOT NULL DEFAULT false,
    -- Of what was paid, the commission that was given back besides.
    aside bigint NOT NULL DEFAULT 0,
    -- From the start: its versions are looked up while it is built.
    PRIMARY KEY (round, known_from, line)
);
-- Rounds with a winner who was not paid yet.
CREATE TABLE {s}.unpaid (
    round text PRIMARY KEY,
    waiting text NOT NULL
);
-- The ledger's clock.
CREATE TABLE {s}.clock (
    at text NOT NULL
);
-- indexes
CREATE INDEX verdict_day ON {s}.verdict (day) WHERE known_until IS NULL;
CREATE INDEX verdict_place ON {s}.verdict (place, known_from);
CREATE INDEX verdict_state ON {s}.verdict (state, known_from) WHERE state <> 'agrees';
