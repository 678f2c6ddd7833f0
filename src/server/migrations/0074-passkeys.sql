-- Passkeys (WebAuthn) of an account · signin · with the account.
-- counter: the last signature counter; authenticators that keep none send 0.
CREATE TABLE idn_passkey (
  id uuid PRIMARY KEY DEFAULT uuid7(),
  user_sub uuid NOT NULL REFERENCES idn_user ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
SELECT tenant_table('idn_passkey', 'S');
SELECT service_rows('idn_passkey', 'verva_signin', 'select,insert,update,delete');
CREATE INDEX idn_passkey_user ON idn_passkey (user_sub, id);
