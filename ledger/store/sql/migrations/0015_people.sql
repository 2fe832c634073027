-- People who come in by a login provider (OpenID Connect). A session has, of the person and of his
-- session there, hashes by which a logout at the provider finds it; and which configuration let him in:
-- under another one it ends. No token stands anywhere.

ALTER TABLE access.session ADD COLUMN provider bytea CHECK (octet_length(provider) = 32);
ALTER TABLE access.session ADD COLUMN subject bytea CHECK (octet_length(subject) = 32);
ALTER TABLE access.session ADD COLUMN sid bytea CHECK (octet_length(sid) = 32);
-- From where it was opened.
ALTER TABLE access.session ADD COLUMN address text COLLATE "C" CHECK (length(address) <= 100);
ALTER TABLE access.session ADD CONSTRAINT session_by_one_way CHECK (
    (prefix IS NOT NULL)::int + (provider IS NOT NULL)::int + demonstration::int = 1
);
ALTER TABLE access.session ADD CONSTRAINT session_of_somebody CHECK (
    (provider IS NULL) = (subject IS NULL) AND (provider IS NOT NULL OR sid IS NULL)
);
GRANT INSERT (provider, subject, sid, address) ON access.session TO razao_gate;
GRANT SELECT (provider, address) ON access.session TO razao_keykeeper;

-- When a key was made stands in the event that grants it, which is signed before the row is written.
GRANT INSERT (issued) ON access.api_key TO razao_keykeeper;

-- A sign-in that somebody began at the provider: by the SHA-256 of its cookie; it is finished once.
CREATE TABLE access.sign_in (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    target text NOT NULL CHECK (length(target) <= 2000),
    begun timestamptz NOT NULL,
    done timestamptz
);
CREATE INDEX sign_in_begun ON access.sign_in (begun);
ALTER TABLE access.sign_in OWNER TO razao_owner;
REVOKE ALL ON access.sign_in FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE (done), DELETE ON access.sign_in TO razao_gate;
