/** Tasks, their candidates and assignees, the inbox as a read model, comments. */
export default `
-- task · engine, tasks · open for ever; finished per tenant setting (7 years), whole quarters detached
CREATE TABLE task (LIKE template.row INCLUDING ALL, name text NOT NULL, description text, instance_id uuid,
  process_key text, process_number int, node_id text, token text, record_id uuid, business_key text, form_id text,
  form_number int, assignee_id uuid, owner_id uuid,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open','held','completed','cancelled')),
  priority smallint NOT NULL DEFAULT 50, created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT 'infinity', due_is_day boolean NOT NULL DEFAULT false, escalate_at timestamptz,
  follow_up_at timestamptz, ended_at timestamptz, ended_by uuid, on_behalf_of uuid, outcome text,
  variables jsonb NOT NULL DEFAULT '{}', confidential text CHECK (confidential IN ('health','pay')),
  rev int NOT NULL DEFAULT 1) PARTITION BY RANGE (id);
SELECT tenant_table('task');
SELECT quarters('task');
CREATE INDEX task_open_due ON task (tenant_id, due_at, id) WHERE status IN ('open','held');                 -- all open tasks by due
CREATE INDEX task_kind ON task (tenant_id, process_key, node_id, id DESC) WHERE status='open';              -- mass action: all of one kind
CREATE INDEX task_instance ON task (tenant_id, instance_id, id);                                            -- next, active-tasks
CREATE INDEX task_process ON task (tenant_id, process_key, status, id DESC);                                -- /tasks/all filtered
CREATE INDEX task_assignee ON task (tenant_id, assignee_id, id DESC);                                       -- all of a person, leavers
CREATE INDEX task_record ON task (tenant_id, record_id, id DESC) WHERE record_id IS NOT NULL;
CREATE INDEX task_ended ON task (tenant_id, ended_at, id) WHERE ended_at IS NOT NULL;                       -- done this week

-- why: rule and source of each link (BEY-09) · tasks, engine · with task
CREATE TABLE task_identity_link (LIKE template.tenant INCLUDING ALL, task_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('assignee','candidate','owner','participant')),
  principal text NOT NULL CHECK (principal ~ '^[ug]:'), rule jsonb NOT NULL DEFAULT '{}',
  since timestamptz NOT NULL DEFAULT now(), by_id uuid DEFAULT me(),
  PRIMARY KEY (tenant_id, task_id, kind, principal));
SELECT tenant_table('task_identity_link');
CREATE INDEX link_principal ON task_identity_link (tenant_id, principal, task_id);

-- read model: one row per (open task, principal). 'u:<uuid>' person, 'g:<group>' group, 'c:<uuid>' person, confidential: never inherited by a delegate (BEY-04)
CREATE TABLE task_inbox (LIKE template.tenant INCLUDING ALL, principal text COLLATE "C" NOT NULL,
  task_id uuid NOT NULL, due_at timestamptz NOT NULL, priority smallint NOT NULL, process_key text,
  PRIMARY KEY (tenant_id, principal, task_id));  -- newest first, badge
SELECT tenant_table('task_inbox');
CREATE INDEX inbox_due ON task_inbox (tenant_id, principal, due_at, task_id);
CREATE INDEX inbox_priority ON task_inbox (tenant_id, principal, priority DESC, due_at, task_id);
CREATE INDEX inbox_kind ON task_inbox (tenant_id, principal, process_key, task_id);
CREATE INDEX inbox_task ON task_inbox (tenant_id, task_id);

CREATE TABLE task_read (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL DEFAULT me(), task_id uuid NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, user_id, task_id));
SELECT tenant_table('task_read','O');       -- 30 days after the task ended

CREATE TABLE comment (LIKE template.row INCLUDING ALL,
  owner_kind text NOT NULL CHECK (owner_kind IN ('task','record')), owner_id uuid NOT NULL,
  author_id uuid NOT NULL DEFAULT me(), on_behalf_of uuid, text text NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  LIKE template.stamps INCLUDING ALL, removed_at timestamptz);
SELECT tenant_table('comment');
CREATE INDEX comment_owner ON comment (tenant_id, owner_kind, owner_id, id);
`;
