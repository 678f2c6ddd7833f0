/** Deferred completion of tasks, and drafts. */
export default `
-- Who is completing the task and until when it can be undone; set while its status is 'held'.
ALTER TABLE task ADD COLUMN held_id uuid, ADD COLUMN held_by uuid, ADD COLUMN held_until timestamptz,
  ADD CONSTRAINT task_held CHECK ((status = 'held') = (held_id IS NOT NULL) AND (held_id IS NULL) = (held_by IS NULL));

-- input that cannot be lost (TSK-19, BEY-07) · its user, every 2 s · until completed or discarded, else 180 days
CREATE TABLE form_draft (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL DEFAULT me(),
  owner_kind text NOT NULL CHECK (owner_kind IN ('task','record','start')), owner_id text NOT NULL, form_id text,
  form_number int, base jsonb NOT NULL, "values" jsonb NOT NULL, comment text CHECK (length(comment) <= 4000),
  rev int NOT NULL DEFAULT 1, updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, user_id, owner_kind, owner_id), FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('form_draft','O');
SELECT service_rows('form_draft','verva_system','select,delete');
CREATE INDEX draft_old ON form_draft (updated_at);
`;
