-- What people want to be told of findings, and where: a web address that takes signed messages
-- (Standard Webhooks), or a mailbox. A notice is one state of one finding for one of them, told once.

CREATE TABLE work.subscription (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    -- Whose it is, and by what he comes in; his role and casinos are asked whenever it is looked after.
    name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    comes text COLLATE "C" NOT NULL CHECK (comes IN ('key', 'provider', 'demonstration')),
    title text COLLATE "C" NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    way text COLLATE "C" NOT NULL CHECK (way IN ('webhook', 'mail')),
    destination text COLLATE "C" NOT NULL CHECK (length(destination) BETWEEN 3 AND 500),
    -- Which findings: casino, severity, code, game.
    chosen jsonb NOT NULL CHECK (pg_column_size(chosen) <= 2000),
    language text COLLATE "C" NOT NULL CHECK (language IN ('pt', 'en')),
    saved timestamptz NOT NULL,
    -- The position from which findings are told, and the last version that was looked at.
    since bigint NOT NULL CHECK (since >= 0),
    seen bigint NOT NULL CHECK (seen >= 0),
    seen_id text COLLATE "C" NOT NULL DEFAULT '',
    -- The casinos of its owner when it was last looked after; NULL: every one.
    casinos text[] COLLATE "C" CHECK (cardinality(casinos) > 0),
    state text COLLATE "C" NOT NULL DEFAULT 'active'
    CHECK (state IN ('active', 'no-right', 'gone', 'dead')),
    -- Since when its destination takes nothing, why, and how often in a row.
    failing timestamptz,
    reason text COLLATE "C" NOT NULL DEFAULT '' CHECK (length(reason) <= 80),
    failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    -- Before then it is sent nothing.
    pause timestamptz,
    told timestamptz,
    -- Asked to be tried now.
    wanted timestamptz,
    UNIQUE (name, comes, title),
    CHECK ((failing IS NULL) = (failures = 0))
);
ALTER TABLE work.subscription OWNER TO razao_owner;
REVOKE ALL ON work.subscription FROM PUBLIC;
GRANT SELECT, INSERT, DELETE ON work.subscription TO razao_worker;
GRANT UPDATE (
    since, seen, seen_id, casinos, state, failing, reason, failures, pause, told, wanted
) ON work.subscription TO razao_worker;

CREATE TABLE work.notice (
    subscription text COLLATE "C" NOT NULL REFERENCES work.subscription (id) ON DELETE CASCADE,
    finding text COLLATE "C" NOT NULL CHECK (length(finding) BETWEEN 1 AND 200),
    state text COLLATE "C" NOT NULL CHECK (length(state) BETWEEN 1 AND 40),
    number bigint GENERATED ALWAYS AS IDENTITY,
    -- What is told, without words of people.
    told jsonb NOT NULL CHECK (pg_column_size(told) <= 4000),
    made timestamptz NOT NULL,
    due timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
    -- The first notice of the letter in which it went.
    letter bigint,
    sent timestamptz,
    failed timestamptz,
    PRIMARY KEY (subscription, finding, state),
    CHECK (sent IS NULL OR failed IS NULL)
);
CREATE INDEX notice_waiting ON work.notice (subscription, due)
WHERE sent IS NULL AND failed IS NULL;
ALTER TABLE work.notice OWNER TO razao_owner;
REVOKE ALL ON work.notice FROM PUBLIC;
GRANT SELECT, INSERT, DELETE ON work.notice TO razao_worker;
GRANT UPDATE (due, tries, letter, sent, failed) ON work.notice TO razao_worker;
