-- Erased users: who asked, who approved, and what stayed (docs/operating.md). No names.
-- administrators · for ever; the service takes what is approved
CREATE TABLE erasure (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'approved', 'done', 'withdrawn')),
  -- Null once the user is erased: it may name the user.
  reason text CHECK (length(reason) BETWEEN 1 AND 1000),
  asked_by uuid NOT NULL, asked_at timestamptz NOT NULL DEFAULT now(),
  approved_by uuid CHECK (approved_by <> asked_by), approved_at timestamptz, done_at timestamptz,
  kept jsonb NOT NULL DEFAULT '[]',
  -- Files whose content is still to be deleted.
  file_ids uuid[] NOT NULL DEFAULT '{}', attempts smallint NOT NULL DEFAULT 0, retry_at timestamptz NOT NULL DEFAULT now(),
  CHECK (state IN ('asked', 'withdrawn') OR approved_by IS NOT NULL),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('erasure');
SELECT service_rows('erasure', 'verva_system', 'select,update');
CREATE UNIQUE INDEX erasure_open ON erasure (tenant_id, user_id) WHERE state IN ('asked', 'approved');
CREATE INDEX erasure_due ON erasure (retry_at) WHERE state = 'approved' OR file_ids <> '{}';
