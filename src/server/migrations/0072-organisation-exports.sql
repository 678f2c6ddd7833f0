-- Exports of a whole organisation (ORG-02). The loop of every server continues what another one left.
-- provider, administrators · for ever; the service picks what is due and finds a download by its address
CREATE TABLE tenant_export (LIKE template.row INCLUDING ALL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'ready', 'fetched', 'expired', 'failed')),
  -- Who started it, and the organisation of that user: the own one or the provider's. Null: the command.
  asked_by uuid, asked_in int,
  -- The table that is read, and the key of the last row; null: from its beginning.
  at_table text NOT NULL DEFAULT '', cursor jsonb,
  table_count int NOT NULL DEFAULT 0, tables_done int NOT NULL DEFAULT 0, row_count bigint NOT NULL DEFAULT 0,
  file_count bigint NOT NULL DEFAULT 0, bytes bigint NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0, retry_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(), ready_at timestamptz, expires_at timestamptz, fetched_at timestamptz,
  -- A single-use address, and who asked for it.
  token_sha256 bytea, token_until timestamptz, fetched_by uuid, fetched_in int);
SELECT tenant_table('tenant_export');
SELECT service_rows('tenant_export', 'verva_system', 'select,update');
CREATE UNIQUE INDEX export_running ON tenant_export (tenant_id) WHERE state = 'running';
CREATE INDEX export_due ON tenant_export (retry_at) WHERE state = 'running';
-- Of exports whose parts are kept.
CREATE INDEX export_old ON tenant_export (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX export_address ON tenant_export (token_sha256) WHERE token_sha256 IS NOT NULL;

-- Rows that are read already, as a file each · job · until the export is downloaded or expires
CREATE TABLE tenant_export_part (LIKE template.tenant INCLUDING ALL, export_id uuid NOT NULL, position int NOT NULL, table_name text NOT NULL,
  file_id uuid NOT NULL, rows int NOT NULL, size bigint NOT NULL, PRIMARY KEY (tenant_id, export_id, position),
  FOREIGN KEY (tenant_id, export_id) REFERENCES tenant_export ON DELETE CASCADE, FOREIGN KEY (tenant_id, file_id) REFERENCES file);
SELECT tenant_table('tenant_export_part');
CREATE INDEX export_part_file ON tenant_export_part (tenant_id, file_id);
