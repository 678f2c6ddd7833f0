-- What users may start (CAT-01): items by category, and how each user uses them.
CREATE TABLE catalogue_category (LIKE template.tenant INCLUDING ALL, id text NOT NULL CHECK (id ~ '^[a-z][a-z0-9_-]{0,63}$'),
  title jsonb NOT NULL, icon text, position int NOT NULL DEFAULT 0, LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, id));
SELECT tenant_table('catalogue_category','T','id');

-- target: the key of a process, or the address of a link. Without a title, the name of the process.
CREATE TABLE catalogue_item (LIKE template.tenant INCLUDING ALL, id text NOT NULL CHECK (id ~ '^[a-z][a-z0-9_-]{0,63}$'), category_id text,
  kind text NOT NULL CHECK (kind IN ('process','link')), target text NOT NULL, title jsonb NOT NULL DEFAULT '{}',
  description jsonb NOT NULL DEFAULT '{}', keywords jsonb NOT NULL DEFAULT '{}', icon text, position int NOT NULL DEFAULT 0,
  groups text[] NOT NULL DEFAULT '{}', start_for_groups text[] NOT NULL DEFAULT '{}', number_series_id text,
  active boolean NOT NULL DEFAULT true, LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, category_id) REFERENCES catalogue_category, FOREIGN KEY (tenant_id, number_series_id) REFERENCES number_series);
SELECT tenant_table('catalogue_item','T','id');
CREATE INDEX catalogue_item_category ON catalogue_item (tenant_id, category_id) WHERE category_id IS NOT NULL;
CREATE INDEX catalogue_item_series ON catalogue_item (tenant_id, number_series_id) WHERE number_series_id IS NOT NULL;
CREATE INDEX catalogue_item_target ON catalogue_item (tenant_id, target);

-- favourites and starts of a user · its user · with the item
CREATE TABLE catalogue_use (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL DEFAULT me(), item_id text NOT NULL,
  favourite boolean NOT NULL DEFAULT false, starts int NOT NULL DEFAULT 0, last_at timestamptz, PRIMARY KEY (tenant_id, user_id, item_id),
  FOREIGN KEY (tenant_id, item_id) REFERENCES catalogue_item ON DELETE CASCADE, FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('catalogue_use','O');
CREATE INDEX catalogue_use_item ON catalogue_use (tenant_id, item_id);
CREATE POLICY erasing_rows ON catalogue_use FOR SELECT TO verva_system USING (is_erasing(tenant_id));
CREATE POLICY erasing ON catalogue_use FOR DELETE TO verva_system USING (is_erasing(tenant_id));
GRANT SELECT, DELETE ON catalogue_use TO verva_system;

-- The items that an element token may start. Null: every item that its user may start.
ALTER TABLE embed_session ADD COLUMN items text[];

-- A case: what was started, for whom, and with which values. Called instances belong to the case of their caller.
ALTER TABLE process_instance ADD COLUMN item_id text, ADD COLUMN requester_id uuid, ADD COLUMN title text NOT NULL DEFAULT '',
  ADD COLUMN start_form_id text, ADD COLUMN start_form_number int, ADD COLUMN start_values jsonb;
-- The policies bind the owner of the table too.
ALTER TABLE process_instance NO FORCE ROW LEVEL SECURITY;
UPDATE process_instance SET requester_id = starter_id WHERE parent_id IS NULL AND starter_id IS NOT NULL;
ALTER TABLE process_instance FORCE ROW LEVEL SECURITY;
CREATE INDEX instance_requester ON process_instance (tenant_id, requester_id, id DESC) WHERE requester_id IS NOT NULL;
CREATE INDEX instance_starter ON process_instance (tenant_id, starter_id, id DESC) WHERE starter_id IS NOT NULL AND parent_id IS NULL;
