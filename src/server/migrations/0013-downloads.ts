/** The list of all tasks in each order, and downloads with single-use URLs. */
export default `
-- The order comes after the status, so that open and finished ones are each read in order; together they are merged.
CREATE INDEX task_by_created ON task (tenant_id, status, created_at, id);
CREATE INDEX task_by_due ON task (tenant_id, status, due_at, id);
CREATE INDEX task_by_priority ON task (tenant_id, status, priority, id);
CREATE INDEX task_by_ended ON task (tenant_id, status, ended_at, id);
DROP INDEX task_open_due;
DROP INDEX task_ended;
-- What a filter can begin with. Comparisons of stored texts are all that policies let an index answer.
ALTER TABLE task ADD COLUMN business_key_lower text COLLATE "C" GENERATED ALWAYS AS (lower(business_key)) STORED;
CREATE INDEX task_business_key ON task (tenant_id, business_key_lower, id) WHERE business_key_lower IS NOT NULL;
CREATE INDEX task_ended_by ON task (tenant_id, ended_by, ended_at) WHERE ended_by IS NOT NULL;
CREATE INDEX task_on_behalf_of ON task (tenant_id, on_behalf_of, id) WHERE on_behalf_of IS NOT NULL;
-- load and age: the open ones of a person by due date
CREATE INDEX task_load ON task (tenant_id, assignee_id, due_at) INCLUDE (created_at) WHERE status IN ('open','held');

-- a list to be fetched once as a file: whose, which, how; the address is random 256 bit and stored as a hash · downloads · 1 day after its minute. No tenant is known at use: S
CREATE TABLE download (LIKE template.tenant INCLUDING ALL, token_sha256 bytea NOT NULL, user_id uuid NOT NULL DEFAULT me(),
  list text NOT NULL, query text NOT NULL, columns text[] NOT NULL, language_id text NOT NULL,
  expires_at timestamptz NOT NULL, used_at timestamptz, PRIMARY KEY (tenant_id, token_sha256),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('download','O');
SELECT service_rows('download','verva_system','select,update,delete');
CREATE INDEX download_token ON download (token_sha256);
CREATE INDEX download_old ON download (expires_at);
`;
