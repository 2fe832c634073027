-- One row an event; columns in order of alignment, so that rows carry no padding.
CREATE TABLE {s}.history (
    position bigint NOT NULL,
    at timestamptz NOT NULL,
    amount bigint,
    round integer,
    seat integer,
    day date,
    currency text,
    kind text NOT NULL,
    source text NOT NULL,
    place text,
    player text
);
-- The currency of each place, from its last opening.
CREATE TABLE {s}.currency (
    place text PRIMARY KEY,
    currency text NOT NULL
);
-- indexes
ALTER TABLE {s}.history ADD PRIMARY KEY (position);
CREATE INDEX history_place ON {s}.history (place, position) WHERE place IS NOT NULL;
CREATE INDEX history_kind ON {s}.history (kind, position);
CREATE INDEX history_player ON {s}.history (player, position) WHERE player IS NOT NULL;
CREATE INDEX history_place_at ON {s}.history (place, at) WHERE place IS NOT NULL;
