-- What requesters of a process may do and see (CAT-02); set by the model.
ALTER TABLE process
  ADD COLUMN withdraw text NOT NULL DEFAULT 'beforeFirst' CHECK (withdraw IN ('never', 'beforeFirst', 'always')),
  ADD COLUMN people_shown text NOT NULL DEFAULT 'person' CHECK (people_shown IN ('person', 'group', 'none')),
  ADD COLUMN managers_see boolean NOT NULL DEFAULT false;

ALTER TABLE process_instance ADD COLUMN withdrawn_by uuid;
-- Requests of a user, newest first: all of them, the open ones, and those started for others.
CREATE INDEX request_of ON process_instance (tenant_id, requester_id, started_at, id) WHERE requester_id IS NOT NULL;
CREATE INDEX request_open ON process_instance (tenant_id, requester_id, started_at, id)
  WHERE requester_id IS NOT NULL AND status IN ('active', 'incident');
CREATE INDEX request_for ON process_instance (tenant_id, starter_id, started_at, id)
  WHERE parent_id IS NULL AND requester_id IS DISTINCT FROM starter_id;

-- How long finished cases of a process took from each task to their end, and which task followed · pace job · replaced nightly.
-- node_id is empty for the whole case.
CREATE TABLE process_pace (LIKE template.tenant INCLUDING ALL, process_key text NOT NULL, node_id text NOT NULL, seen int NOT NULL,
  p50_seconds bigint NOT NULL, p80_seconds bigint NOT NULL, next_node text, next_share real, computed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, process_key, node_id));
SELECT tenant_table('process_pace');

-- A conversation of a request: comments of its instance.
ALTER TABLE comment DROP CONSTRAINT comment_owner_kind_check, ADD CHECK (owner_kind IN ('task', 'record', 'instance'));
