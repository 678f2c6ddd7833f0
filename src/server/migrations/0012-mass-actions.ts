/** Mass actions with the result of each task. */
export default `
-- mass action: a job with a memory (BEY-05) · mass-actions · 24 months; dry runs 1 day
CREATE TABLE mass_action (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL DEFAULT me(),
  mode text NOT NULL CHECK (mode IN ('dry','run')), process_key text, node_id text,
  selection jsonb NOT NULL, action jsonb NOT NULL, labels jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('held','queued','running','done','stopped')),
  total int NOT NULL DEFAULT 0, done int NOT NULL DEFAULT 0, failed int NOT NULL DEFAULT 0, retry_of uuid,
  created_at timestamptz NOT NULL DEFAULT now(), ended_at timestamptz,
  -- when whoever works on it was last heard of; after a silence another takes over
  beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('mass_action');
-- The loop sees that a run was left behind and whose tenant's it is, not what it does.
CREATE POLICY verva_system ON mass_action TO verva_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, tenant_id, id, mode, state, created_at, beat_at), DELETE ON mass_action TO verva_system;
CREATE INDEX mass_mine ON mass_action (tenant_id, user_id, id DESC);
CREATE INDEX mass_left ON mass_action (beat_at) WHERE state IN ('queued','running');
CREATE INDEX mass_old ON mass_action (created_at);

-- name and number as the starter saw them; a task that the starter may not see has none
CREATE TABLE mass_action_item (LIKE template.tenant INCLUDING ALL, mass_action_id uuid NOT NULL, task_id uuid NOT NULL,
  position int NOT NULL, name text, business_key text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting','done','failed','skipped')),
  code text, detail jsonb, done_at timestamptz,
  PRIMARY KEY (tenant_id, mass_action_id, task_id),
  FOREIGN KEY (tenant_id, mass_action_id) REFERENCES mass_action ON DELETE CASCADE);
SELECT tenant_table('mass_action_item');
CREATE UNIQUE INDEX mass_item_order ON mass_action_item (tenant_id, mass_action_id, position);
CREATE INDEX mass_item_state ON mass_action_item (tenant_id, mass_action_id, state, position);
`;
