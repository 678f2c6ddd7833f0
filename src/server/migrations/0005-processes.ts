/** Forms and processes with their versions, instances and their projections. */
export default `
CREATE TABLE form (LIKE template.tenant INCLUDING ALL, id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('task','record','start')), title jsonb NOT NULL, draft jsonb NOT NULL,
  published int, active boolean NOT NULL DEFAULT true, LIKE template.stamps INCLUDING ALL,
  PRIMARY KEY (tenant_id, id));
SELECT tenant_table('form','T','id','{draft}');

-- published body, immutable; tasks and records pin it · publish · for ever
CREATE TABLE form_version (LIKE template.tenant INCLUDING ALL, form_id text NOT NULL, number int NOT NULL,
  body jsonb NOT NULL, sha256 bytea NOT NULL, note text, published_at timestamptz NOT NULL DEFAULT now(),
  published_by uuid DEFAULT me(), PRIMARY KEY (tenant_id, form_id, number),
  FOREIGN KEY (tenant_id, form_id) REFERENCES form);
SELECT tenant_table('form_version','A');

CREATE TABLE process (LIKE template.tenant INCLUDING ALL, key text NOT NULL, name text NOT NULL, draft_xml text,
  active_number int, suspended boolean NOT NULL DEFAULT false, LIKE template.stamps INCLUDING ALL,
  PRIMARY KEY (tenant_id, key));
SELECT tenant_table('process','T','key','{draft_xml}');

CREATE TABLE process_version (LIKE template.tenant INCLUDING ALL, process_key text NOT NULL, number int NOT NULL,
  xml text NOT NULL, compiled jsonb NOT NULL, sha256 bytea NOT NULL, note text,
  deployed_at timestamptz NOT NULL DEFAULT now(), deployed_by uuid DEFAULT me(),
  PRIMARY KEY (tenant_id, process_key, number), FOREIGN KEY (tenant_id, process_key) REFERENCES process);
SELECT tenant_table('process_version','A');

-- instance: state (tokens, scopes) is the truth; locked FOR UPDATE by every step · engine · 24 months after end, then compacted to history
CREATE TABLE process_instance (LIKE template.row INCLUDING ALL, process_key text NOT NULL, number int NOT NULL,
  business_key text, record_id uuid, parent_id uuid, parent_token text, starter_id uuid,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','completed','cancelled','error','incident')),
  state jsonb NOT NULL, variables jsonb NOT NULL DEFAULT '{}', started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz, rev int NOT NULL DEFAULT 1,
  FOREIGN KEY (tenant_id, process_key, number) REFERENCES process_version);
SELECT tenant_table('process_instance');
CREATE INDEX instance_list ON process_instance (tenant_id, process_key, status, id DESC);
CREATE INDEX instance_business ON process_instance (tenant_id, business_key) WHERE business_key IS NOT NULL;
CREATE INDEX instance_record ON process_instance (tenant_id, record_id) WHERE record_id IS NOT NULL;
CREATE INDEX instance_parent ON process_instance (tenant_id, parent_id) WHERE parent_id IS NOT NULL;

-- projections of state · engine, same transaction · with instance
CREATE TABLE process_token (LIKE template.tenant INCLUDING ALL, instance_id uuid NOT NULL, token text NOT NULL,
  node_id text NOT NULL, waits_for text NOT NULL, since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, instance_id, token),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES process_instance ON DELETE CASCADE);
SELECT tenant_table('process_token');
CREATE INDEX token_node ON process_token (tenant_id, node_id, instance_id);  -- who would be stranded (BEY-23)

-- timer: of a waiting token, or (without instance) the timer start event of a process's newest version; then the engine
-- writes the next one from the planned time. fire_at is the planned time; queued_at is the dispatcher's, who may write nothing else
CREATE TABLE process_timer (LIKE template.row INCLUDING ALL, instance_id uuid, token text, process_key text,
  process_number int, node_id text NOT NULL, fire_at timestamptz NOT NULL, every text, repeats int, queued_at timestamptz,
  CHECK ((instance_id IS NULL) = (token IS NULL) AND (instance_id IS NULL) = (process_key IS NOT NULL)),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES process_instance ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, process_key) REFERENCES process);
SELECT tenant_table('process_timer');
SELECT service_rows('process_timer','verva_system','select,update(queued_at)');
CREATE INDEX timer_due ON process_timer (fire_at, id);
CREATE INDEX timer_instance ON process_timer (tenant_id, instance_id);
CREATE INDEX timer_start ON process_timer (tenant_id, process_key) WHERE instance_id IS NULL;

-- who waits for a message or signal: a token, or (without instance) the message or signal start event of a process's newest version
CREATE TABLE process_message_subscription (LIKE template.row INCLUDING ALL, instance_id uuid, token text,
  process_key text, process_number int, node_id text NOT NULL,
  kind text NOT NULL DEFAULT 'message' CHECK (kind IN ('message','signal')), name text NOT NULL,
  correlation_key text NOT NULL DEFAULT '', since timestamptz NOT NULL DEFAULT now(),
  CHECK ((instance_id IS NULL) = (token IS NULL) AND (instance_id IS NOT NULL OR process_key IS NOT NULL)),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES process_instance ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, process_key) REFERENCES process);
SELECT tenant_table('process_message_subscription');
CREATE INDEX message_for ON process_message_subscription (tenant_id, name, correlation_key, id);
CREATE INDEX message_instance ON process_message_subscription (tenant_id, instance_id);
CREATE INDEX message_start ON process_message_subscription (tenant_id, process_key) WHERE instance_id IS NULL;

-- a message that nobody waited for yet; each new subscription looks here first · engine · until it expires
CREATE TABLE process_message (LIKE template.row INCLUDING ALL, name text NOT NULL, correlation_key text NOT NULL DEFAULT '',
  variables jsonb NOT NULL DEFAULT '{}', expires_at timestamptz NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
SELECT tenant_table('process_message');
SELECT service_rows('process_message','verva_system','select,delete');
CREATE INDEX message_waiting ON process_message (tenant_id, name, correlation_key, id);
CREATE INDEX message_expired ON process_message (expires_at);

-- an event that an instance has taken, with its answer: a second delivery gets the first answer · engine · with instance.
-- Beside the history because a partitioned table cannot have this unique key
CREATE TABLE process_event (LIKE template.tenant INCLUDING ALL, instance_id uuid NOT NULL, event_id text NOT NULL,
  kind text NOT NULL DEFAULT '', reply jsonb, at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, instance_id, event_id),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES process_instance ON DELETE CASCADE);
SELECT tenant_table('process_event');

-- an action that a service task runs · engine, job · with instance. One row per token and try
CREATE TABLE process_job (LIKE template.row INCLUDING ALL, instance_id uuid NOT NULL, token text NOT NULL,
  node_id text NOT NULL, action text NOT NULL, input jsonb NOT NULL DEFAULT '{}', try int NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','running','done','failed','cancelled')), error text,
  created_at timestamptz NOT NULL DEFAULT now(), ended_at timestamptz, UNIQUE (tenant_id, instance_id, token, try),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES process_instance ON DELETE CASCADE);
SELECT tenant_table('process_job');

CREATE TABLE process_incident (LIKE template.row INCLUDING ALL, instance_id uuid NOT NULL, token text,
  node_id text NOT NULL, kind text NOT NULL, message text NOT NULL, attempts int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(), resolved_at timestamptz, resolved_by uuid,
  FOREIGN KEY (tenant_id, instance_id) REFERENCES process_instance ON DELETE CASCADE);
SELECT tenant_table('process_incident');
CREATE INDEX incident_open ON process_incident (tenant_id, id DESC) WHERE resolved_at IS NULL;
CREATE INDEX incident_instance ON process_incident (tenant_id, instance_id);

-- what happened: started, entered, task created, claimed, completed, delegated, timer fired, cancelled … · engine, tasks · tenant setting, 7 years
CREATE TABLE process_history (LIKE template.row INCLUDING ALL, at timestamptz NOT NULL DEFAULT now(),
  instance_id uuid, task_id uuid, record_id uuid, kind text NOT NULL, node_id text, actor_id uuid, on_behalf_of uuid,
  data jsonb NOT NULL DEFAULT '{}') PARTITION BY RANGE (id);
SELECT tenant_table('process_history','A');
SELECT quarters('process_history');
CREATE INDEX history_instance ON process_history (tenant_id, instance_id, id);
CREATE INDEX history_task ON process_history (tenant_id, task_id, id) WHERE task_id IS NOT NULL;
CREATE INDEX history_record ON process_history (tenant_id, record_id, id) WHERE record_id IS NOT NULL;
CREATE INDEX history_behalf ON process_history (tenant_id, on_behalf_of, id DESC) WHERE on_behalf_of IS NOT NULL;  -- "while you were away"
`;
