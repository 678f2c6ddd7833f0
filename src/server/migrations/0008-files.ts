/** Stored files and the pictures of users. */
export default `
-- metadata of stored content; the content itself lies under <tenant>/<sha256> (platform/files.ts) · files · until nothing names it, then 30 days
CREATE TABLE file (LIKE template.row INCLUDING ALL, sha256 bytea NOT NULL CHECK (length(sha256) = 32), size bigint NOT NULL, media_type text NOT NULL,
  scan text NOT NULL DEFAULT 'pending' CHECK (scan IN ('pending','clean','refused')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid DEFAULT me(), removed_at timestamptz,
  confidential text CHECK (confidential IN ('health','pay')));
SELECT tenant_table('file');
SELECT service_rows('file','verva_system','select,delete');
CREATE INDEX file_content ON file (tenant_id, sha256);
CREATE INDEX file_purge ON file (removed_at) WHERE removed_at IS NOT NULL;

ALTER TABLE app_user ADD FOREIGN KEY (tenant_id, avatar_file_id) REFERENCES file;
CREATE INDEX user_avatar ON app_user (tenant_id, avatar_file_id) WHERE avatar_file_id IS NOT NULL;  -- may the row of the file go
`;
