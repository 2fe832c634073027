-- What was paid after the fact, line by line: which debt it is of and which money it moves. A
-- correction of a payment takes its lines back (negative amounts, the payment's position in of).
CREATE TABLE {s}.settlement (
    position bigint NOT NULL,
    line integer NOT NULL,
    of bigint NOT NULL,
    event text NOT NULL,
    part text NOT NULL,
    amount numeric NOT NULL,
    currency text,
    day date NOT NULL,
    casino text NOT NULL,
    place text,
    round text,
    seat integer,
    dispute text,
    finding text,
    means text NOT NULL,
    slip text,
    PRIMARY KEY (position, line)
);
-- From the start: what is left of a debt is asked while it is built.
CREATE INDEX settlement_of ON {s}.settlement (of);
CREATE INDEX settlement_dispute ON {s}.settlement (dispute) WHERE dispute IS NOT NULL;
CREATE INDEX settlement_finding ON {s}.settlement (finding) WHERE finding IS NOT NULL;
CREATE INDEX settlement_round ON {s}.settlement (round) WHERE round IS NOT NULL;
CREATE INDEX settlement_place ON {s}.settlement (place) WHERE place IS NOT NULL;
