-- Who works the floor reads in a role of his own, and no longer as the house's finances do.
ALTER TABLE access.api_key DROP CONSTRAINT api_key_role_check;
ALTER TABLE access.api_key ADD CONSTRAINT api_key_role_check
CHECK (role IN ('source', 'inspector', 'finance', 'dispute', 'floor', 'admin'));
ALTER TABLE access.session DROP CONSTRAINT session_role_check;
ALTER TABLE access.session ADD CONSTRAINT session_role_check
CHECK (role IN ('inspector', 'finance', 'dispute', 'floor', 'admin'));
