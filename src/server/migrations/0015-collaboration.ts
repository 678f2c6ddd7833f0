/** Delegating a task, comments and snoozing. */
export default `
-- At a colleague: 'returns' means the owner decides afterwards, 'final' that the colleague completes it.
ALTER TABLE task ADD COLUMN delegated text CHECK (delegated IN ('returns','final'));

-- reminded later: the list of this person leaves the task out until then · own · goes when the time has come
-- stops_clock: due time and escalation wait as long, for everybody; at most one person stops a task's clock at a time
CREATE TABLE task_snooze (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL DEFAULT me(), task_id uuid NOT NULL,
  until timestamptz NOT NULL, stops_clock boolean NOT NULL DEFAULT false, since timestamptz NOT NULL DEFAULT now(),
  due_before timestamptz, due_after timestamptz, PRIMARY KEY (tenant_id, user_id, task_id));
SELECT tenant_table('task_snooze');
CREATE INDEX snooze_task ON task_snooze (tenant_id, task_id);
CREATE UNIQUE INDEX snooze_clock ON task_snooze (tenant_id, task_id) WHERE stops_clock;
CREATE INDEX snooze_until ON task_snooze (until);
-- The loop sees which are over and whose they are, nothing else.
CREATE POLICY verva_system ON task_snooze TO verva_system USING (true);
GRANT SELECT (tenant_id, user_id, task_id, until) ON task_snooze TO verva_system;

ALTER TABLE comment ADD COLUMN edited_at timestamptz, ADD COLUMN removed_by uuid;

-- who is named in a comment · author · with the comment
CREATE TABLE mention (LIKE template.tenant INCLUDING ALL, comment_id uuid NOT NULL, user_id uuid NOT NULL, read_at timestamptz,
  PRIMARY KEY (tenant_id, comment_id, user_id), FOREIGN KEY (tenant_id, comment_id) REFERENCES comment ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('mention');
CREATE INDEX mention_user ON mention (tenant_id, user_id, comment_id) WHERE read_at IS NULL;

-- Open tasks that wait for a timer of their own: when they escalate. The policies bind the owner of the tables too.
ALTER TABLE task NO FORCE ROW LEVEL SECURITY; ALTER TABLE process_timer NO FORCE ROW LEVEL SECURITY;
UPDATE task t SET escalate_at = x.fire_at FROM (SELECT tenant_id, instance_id, token, min(fire_at) AS fire_at
  FROM process_timer GROUP BY tenant_id, instance_id, token) x
  WHERE t.tenant_id = x.tenant_id AND t.instance_id = x.instance_id AND t.token = x.token AND t.status IN ('open', 'held');
ALTER TABLE task FORCE ROW LEVEL SECURITY; ALTER TABLE process_timer FORCE ROW LEVEL SECURITY;
`;
