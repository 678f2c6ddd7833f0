/** Task notifications, their preferences, and the links that complete a task by e-mail. */
export default `
-- how somebody wants to be told; what is not said follows the tenant's setting 'notifications' · profile, unsubscribing · with person
CREATE TABLE notification_setting (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL,
  choices jsonb NOT NULL DEFAULT '{}', hour smallint CHECK (hour BETWEEN 0 AND 23), LIKE template.stamps INCLUDING ALL,
  PRIMARY KEY (tenant_id, user_id), FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('notification_setting','T','user_id');

-- somebody is to be told of a task; written with what happened, told_at with the mail · inbox, tasks, due scan · 90 days after told
CREATE TABLE notification (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('assigned','offered','dueSoon','overdue','mentioned','delegated')),
  task_id uuid NOT NULL, subject_id uuid, for_user_id uuid, actor_id uuid DEFAULT me(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(), send_at timestamptz, told_at timestamptz,
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user, FOREIGN KEY (tenant_id, for_user_id) REFERENCES app_user);
SELECT tenant_table('notification');
CREATE POLICY verva_system ON notification TO verva_system USING (true) WITH CHECK (true);
-- The loop sees for whom something waits since when, not what.
GRANT SELECT (ctid, tenant_id, user_id, created_at, send_at, told_at), DELETE ON notification TO verva_system;
CREATE INDEX notification_waiting ON notification (tenant_id, user_id, created_at) WHERE told_at IS NULL;
CREATE UNIQUE INDEX notification_once ON notification (tenant_id, user_id, kind, task_id) WHERE told_at IS NULL;
CREATE INDEX notification_task ON notification (tenant_id, task_id, user_id);
CREATE INDEX notification_told ON notification (told_at) WHERE told_at IS NOT NULL;

-- how far open tasks were looked through by their due date, for each reminder · due scan · with tenant
CREATE TABLE notification_scan (LIKE template.tenant INCLUDING ALL, what text NOT NULL, due_at timestamptz NOT NULL,
  task_id uuid NOT NULL, PRIMARY KEY (tenant_id, what));
SELECT tenant_table('notification_scan');

-- a button of a mail: one outcome of one task for one person. Only the hash of its secret · task mails · 90 days after expiry
CREATE TABLE mailed_action (LIKE template.tenant INCLUDING ALL, token_sha256 bytea NOT NULL, task_id uuid NOT NULL,
  user_id uuid NOT NULL, outcome text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL,
  used_at timestamptz, PRIMARY KEY (tenant_id, token_sha256), FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('mailed_action');
CREATE POLICY verva_system ON mailed_action TO verva_system USING (true) WITH CHECK (true);
-- The secret says whose it is before a tenant is known.
GRANT SELECT (ctid, tenant_id, user_id, token_sha256, expires_at), DELETE ON mailed_action TO verva_system;
CREATE INDEX mailed_action_token ON mailed_action (token_sha256);
CREATE INDEX mailed_action_expired ON mailed_action (expires_at);
`;
