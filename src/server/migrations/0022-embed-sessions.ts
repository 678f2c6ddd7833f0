/** Partner back ends that request short-lived element tokens, and readers identified by a partner only. */
export default `
-- a host's back end; the secret was shown once · admin · until removed. readers_group_id: whom it names by its own identifier are
-- people of this group, without a way to sign in; NULL: it may name accounts only
CREATE TABLE embed_client (LIKE template.row INCLUDING ALL, name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  secret_sha256 bytea NOT NULL CHECK (length(secret_sha256) = 32), scopes text[] NOT NULL, readers_group_id text,
  last_used_at timestamptz, disabled_at timestamptz, LIKE template.stamps INCLUDING ALL,
  FOREIGN KEY (tenant_id, readers_group_id) REFERENCES app_group);
SELECT tenant_table('embed_client','T','id','{secret_sha256}');
SELECT service_rows('embed_client','verva_system','select');
-- When it was used last is no change of it.
DROP TRIGGER touch ON embed_client;
CREATE TRIGGER touch BEFORE UPDATE OF name, secret_sha256, scopes, readers_group_id, disabled_at ON embed_client FOR EACH ROW EXECUTE FUNCTION touch();
DROP TRIGGER audit ON embed_client;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF name, secret_sha256, scopes, readers_group_id, disabled_at ON embed_client
  FOR EACH ROW EXECUTE FUNCTION audit_row('id','{secret_sha256}');

-- a token of an element: it names this row, and ends with it · POST /api/embed/sessions · a day after its end
CREATE TABLE embed_session (LIKE template.row INCLUDING ALL, client_id uuid NOT NULL, user_id uuid NOT NULL, scopes text[] NOT NULL,
  origin text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL, revoked_at timestamptz,
  FOREIGN KEY (tenant_id, client_id) REFERENCES embed_client ON DELETE CASCADE, FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('embed_session');
SELECT service_rows('embed_session','verva_system','select,delete');
CREATE INDEX embed_session_user ON embed_session (tenant_id, user_id, expires_at);
CREATE INDEX embed_session_client ON embed_session (tenant_id, client_id);
CREATE INDEX embed_session_over ON embed_session (expires_at);

-- a reader of a partner: external_id is the partner's identifier, partner_client_id who uses it
ALTER TABLE app_user DROP CONSTRAINT app_user_source_check,
  ADD CONSTRAINT app_user_source_check CHECK (source IN ('local','idp','sync','partner')),
  ADD COLUMN partner_client_id uuid, ADD FOREIGN KEY (tenant_id, partner_client_id) REFERENCES embed_client,
  ADD CHECK (source <> 'partner' OR external_id IS NOT NULL);
CREATE UNIQUE INDEX user_partner ON app_user (tenant_id, partner_client_id, external_id) WHERE partner_client_id IS NOT NULL;
`;
