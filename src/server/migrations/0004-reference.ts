/** Languages and the menu. */
export default `
CREATE TABLE language (LIKE template.tenant INCLUDING ALL,
  language_id text NOT NULL CHECK (language_id ~ '^[a-z]{2,3}$'), name text NOT NULL, locale text NOT NULL,
  enabled boolean NOT NULL DEFAULT true, LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, language_id));
SELECT tenant_table('language','T','language_id');

CREATE TABLE menu_item (LIKE template.row INCLUDING ALL, parent_id uuid, path text NOT NULL, title jsonb NOT NULL,
  icon text, meta jsonb NOT NULL DEFAULT '{}', priority int NOT NULL DEFAULT 100, groups text[] NOT NULL DEFAULT '{}',
  hidden boolean NOT NULL DEFAULT false, LIKE template.stamps INCLUDING ALL, removed_at timestamptz,
  FOREIGN KEY (tenant_id, parent_id) REFERENCES menu_item);
SELECT tenant_table('menu_item','T','id');
CREATE UNIQUE INDEX menu_path ON menu_item (tenant_id, path) WHERE removed_at IS NULL;
CREATE INDEX menu_tree ON menu_item (tenant_id, parent_id, priority);
`;
