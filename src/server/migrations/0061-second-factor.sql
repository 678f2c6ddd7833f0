-- The second factor of an account: an authenticator app (TOTP) · signin · with the account.
-- At most one confirmed, and one whose set-up is not confirmed yet. last_step: the last time step that was used, so that a code works once
CREATE TABLE idn_factor (
  id uuid PRIMARY KEY DEFAULT uuid7(),
  user_sub uuid NOT NULL REFERENCES idn_user ON DELETE CASCADE,
  kind text NOT NULL DEFAULT 'totp' CHECK (kind IN ('totp')),
  name text NOT NULL DEFAULT '',
  -- Sealed with a key derived from MASTER_KEY.
  secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
SELECT tenant_table('idn_factor', 'S');
SELECT service_rows('idn_factor', 'verva_signin', 'select,insert,update,delete');
CREATE UNIQUE INDEX idn_factor_user ON idn_factor (user_sub, kind, (confirmed_at IS NULL));

-- Backup codes, each for one sign-in without the second factor. Only an HMAC is stored; a used code is deleted.
CREATE TABLE idn_backup_code (
  user_sub uuid NOT NULL REFERENCES idn_user ON DELETE CASCADE,
  code_hmac bytea NOT NULL CHECK (length(code_hmac) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_sub, code_hmac)
);
SELECT tenant_table('idn_backup_code', 'S');
SELECT service_rows('idn_backup_code', 'verva_signin', 'select,insert,delete');

-- How the user began the sign-in that waits for the second factor.
ALTER TABLE idn_session ADD COLUMN mode text;
-- The authentication methods of the session (RFC 8176), for the tokens.
ALTER TABLE idn_refresh ADD COLUMN amr text[] NOT NULL DEFAULT '{pwd}';
