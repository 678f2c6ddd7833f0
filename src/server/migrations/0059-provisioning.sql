-- Directories keep users and groups by SCIM 2.0 (docs/scim.md).

-- a directory and its token, which was shown once · administrators · for ever: the audit log names it
CREATE TABLE scim_client (
  LIKE template.row INCLUDING ALL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  secret_sha256 bytea NOT NULL CHECK (length(secret_sha256) = 32),
  -- The product groups whose members it may change. Rights from the provider are never given by a directory.
  groups text[] NOT NULL DEFAULT '{}' CHECK (NOT 'verva.admin' = ANY (groups)),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  disabled_at timestamptz,
  LIKE template.stamps INCLUDING ALL
);
SELECT tenant_table('scim_client', 'T', 'id', '{secret_sha256}');
SELECT service_rows('scim_client', 'verva_system', 'select');
-- When it was used last is no change of it.
DROP TRIGGER touch ON scim_client;
CREATE TRIGGER touch BEFORE UPDATE OF name, secret_sha256, groups, expires_at, disabled_at ON scim_client
  FOR EACH ROW EXECUTE FUNCTION touch();
DROP TRIGGER audit ON scim_client;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF name, secret_sha256, groups, expires_at, disabled_at ON scim_client
  FOR EACH ROW EXECUTE FUNCTION audit_row('id', '{secret_sha256}');

-- a user or a group as the directory describes it, with what the product does not use · directory · with user or group
CREATE TABLE scim_resource (
  LIKE template.row INCLUDING ALL,
  kind text NOT NULL CHECK (kind IN ('User', 'Group')),
  user_id uuid,
  group_id text,
  -- userName of a user, displayName of a group; in lower case, as all keys.
  key text NOT NULL,
  display_key text,
  emails text[] NOT NULL DEFAULT '{}',
  external_id text,
  body jsonb NOT NULL,
  -- The user or group existed before the directory knew it.
  is_adopted boolean NOT NULL DEFAULT false,
  -- Of a user that the directory deleted: the account is deactivated.
  removed_at timestamptz,
  LIKE template.stamps INCLUDING ALL,
  CHECK ((kind = 'User') = (user_id IS NOT NULL) AND (kind = 'Group') = (group_id IS NOT NULL)),
  UNIQUE (tenant_id, kind, key),
  UNIQUE (tenant_id, user_id),
  UNIQUE (tenant_id, group_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user,
  FOREIGN KEY (tenant_id, group_id) REFERENCES app_group ON DELETE CASCADE
);
SELECT tenant_table('scim_resource', 'T', 'id');
CREATE INDEX scim_external ON scim_resource (tenant_id, kind, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX scim_display ON scim_resource (tenant_id, display_key) WHERE display_key IS NOT NULL;
CREATE INDEX scim_emails ON scim_resource USING gin (tenant_id, emails) WHERE kind = 'User';
CREATE INDEX scim_removed ON scim_resource (tenant_id, user_id) WHERE removed_at IS NOT NULL;

-- what a directory changed, or why it was refused · directory · 30 days
CREATE TABLE scim_log (
  LIKE template.row INCLUDING ALL,
  client_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  method text NOT NULL,
  kind text,
  subject text,
  status int NOT NULL,
  outcome text NOT NULL,
  -- Values that the product does not use: [{"code": …, "attribute": …, "value": …}]
  notes jsonb NOT NULL DEFAULT '[]',
  FOREIGN KEY (tenant_id, client_id) REFERENCES scim_client
);
SELECT tenant_table('scim_log');
CREATE POLICY verva_system ON scim_log TO verva_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, tenant_id, id), DELETE ON scim_log TO verva_system;
CREATE INDEX scim_log_client ON scim_log (tenant_id, client_id);
CREATE INDEX scim_log_problems ON scim_log (tenant_id, id DESC) WHERE status >= 400 OR notes <> '[]';

ALTER TABLE app_user DROP CONSTRAINT app_user_source_check,
  ADD CONSTRAINT app_user_source_check CHECK (source IN ('local', 'idp', 'sync', 'partner', 'scim'));
ALTER TABLE group_member DROP CONSTRAINT group_member_source_check,
  ADD CONSTRAINT group_member_source_check CHECK (source IN ('manual', 'idp', 'sync', 'scim'));
CREATE INDEX member_of_directory ON group_member (tenant_id, group_id, user_id) WHERE source = 'scim';
