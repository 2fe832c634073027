-- What a table's wheel, dice or cards gave, counted since its wheel is the one it is; beside it how
-- far that lies from exact probabilities, as of its last count.
CREATE TABLE {s}.chance (
    place text PRIMARY KEY,
    first bigint NOT NULL,
    last bigint NOT NULL,
    results bigint NOT NULL,
    state text NOT NULL
);
