-- An import: a plan made by a dry run, its execution, or its undo · administrators · dry runs 1 day, others 30 days.
CREATE TABLE import_run (
  LIKE template.row INCLUDING ALL,
  resource text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('dry', 'run', 'undo')),
  -- Of an undo: the run that it reverts.
  of_run uuid,
  options jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'stopped')),
  -- Rows of the file, and rows by what happens to them.
  total int NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '{}',
  -- Rows that were written.
  done int NOT NULL DEFAULT 0,
  -- In whose name it runs; null: a client of a synchronisation.
  run_by uuid,
  -- The last sign of life of its server; after a silence another one continues.
  beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  LIKE template.stamps INCLUDING ALL
);
SELECT tenant_table('import_run');
CREATE POLICY verva_system ON import_run TO verva_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, tenant_id, id, mode, state, created_at, beat_at), DELETE ON import_run TO verva_system;
CREATE INDEX import_abandoned ON import_run (beat_at) WHERE state IN ('queued', 'running');
CREATE INDEX import_old ON import_run (created_at);
-- A run is undone once.
CREATE UNIQUE INDEX import_undo ON import_run (tenant_id, of_run) WHERE mode = 'undo';

-- A row of the file, or an entry that the file lacks: what happens to it, and the values before and after.
CREATE TABLE import_item (
  LIKE template.tenant INCLUDING ALL,
  run_id uuid NOT NULL,
  -- Its row in the file; entries that the file lacks follow after the last row.
  row int NOT NULL,
  -- The order of execution: a manager before the users below.
  position int NOT NULL,
  key text,
  name text,
  cells jsonb NOT NULL DEFAULT '{}',
  subject_id text,
  verb text NOT NULL CHECK (verb IN ('add', 'change', 'same', 'disable', 'remove', 'refuse')),
  -- The order of display: problems first.
  rank smallint NOT NULL GENERATED ALWAYS AS (
    CASE verb WHEN 'refuse' THEN 0 WHEN 'disable' THEN 1 WHEN 'remove' THEN 2 WHEN 'change' THEN 3 WHEN 'add' THEN 4 ELSE 5 END) STORED,
  before jsonb,
  after jsonb,
  version_before int,
  version_after int,
  faults jsonb,
  done_at timestamptz,
  PRIMARY KEY (tenant_id, run_id, row),
  FOREIGN KEY (tenant_id, run_id) REFERENCES import_run ON DELETE CASCADE
);
SELECT tenant_table('import_item');
CREATE INDEX import_left ON import_item (tenant_id, run_id, position) WHERE done_at IS NULL;
CREATE INDEX import_shown ON import_item (tenant_id, run_id, rank, row);
