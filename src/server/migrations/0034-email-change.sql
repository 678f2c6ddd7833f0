-- Links of mails that are good once. A token opens one; only its SHA-256 is kept · signin · until used, replaced or expired.
-- email: confirms a new address of one's own. email-undo: takes the change back
CREATE TABLE idn_link (token_sha256 bytea PRIMARY KEY CHECK (length(token_sha256) = 32),
  kind text NOT NULL CHECK (kind IN ('email','email-undo')), tenant_id int NOT NULL REFERENCES tenant, user_id uuid NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}', made_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL);
SELECT tenant_table('idn_link','S');
SELECT service_rows('idn_link','verva_signin','select,insert,update,delete');
CREATE INDEX idn_link_old ON idn_link (expires_at);
CREATE INDEX idn_link_user ON idn_link (tenant_id, user_id);

-- the address that its person has asked for and not confirmed yet; links no sign-on and opens no account
ALTER TABLE app_user ADD COLUMN pending_email text, ADD COLUMN pending_email_until timestamptz,
  ADD CHECK ((pending_email IS NULL) = (pending_email_until IS NULL));
