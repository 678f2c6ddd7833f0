/** Recovery codes of the embedded identity service, and the public data of single sign-on providers. */
export default `
-- recovery code of a person · signin · an hour, five tries; the latest replaces the one before
CREATE TABLE idn_code (user_sub uuid PRIMARY KEY REFERENCES idn_user ON DELETE CASCADE, code_hmac bytea NOT NULL,
  expires_at timestamptz NOT NULL, tries int NOT NULL DEFAULT 0);
SELECT tenant_table('idn_code','S');
SELECT service_rows('idn_code','verva_signin','select,insert,update,delete');
CREATE INDEX idn_code_old ON idn_code (expires_at);
CREATE INDEX idn_session_old ON idn_session (expires_at);

-- an embedded session belongs to a person who exists; a made-up one, for names that nobody has, to nobody
ALTER TABLE idn_session ADD FOREIGN KEY (user_sub) REFERENCES idn_user ON DELETE CASCADE;

-- the client that signs in is the audience of the id token
ALTER TABLE tenant_issuers ADD COLUMN scope text NOT NULL DEFAULT 'openid profile email',
  ADD COLUMN extra_query jsonb NOT NULL DEFAULT '{}';
`;
