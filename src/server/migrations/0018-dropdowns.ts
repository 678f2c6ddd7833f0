/** Options of form fields: dropdowns with their options, dimensions with their values; and their usage. */
export default `
-- a list to choose from; its id stands in form definitions · admin · until removed (refused while used)
CREATE TABLE dropdown (LIKE template.tenant INCLUDING ALL, id text NOT NULL CHECK (id ~ '^[A-Za-z][A-Za-z0-9_.-]{0,63}$'),
  name text NOT NULL, description text, LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, id));
SELECT tenant_table('dropdown','T','id');

-- what values hold is the id; the text may change. Inactive: can no longer be chosen, and is still readable · with dropdown
CREATE TABLE dropdown_option (LIKE template.tenant INCLUDING ALL, dropdown_id text NOT NULL,
  id text NOT NULL CHECK (id <> 'emptyValue'), default_text text NOT NULL,
  properties jsonb NOT NULL DEFAULT '{}', position int NOT NULL DEFAULT 0, active boolean NOT NULL DEFAULT true,
  LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, dropdown_id, id),
  FOREIGN KEY (tenant_id, dropdown_id) REFERENCES dropdown);
SELECT tenant_table('dropdown_option','T','dropdown_id,id');
CREATE INDEX option_order ON dropdown_option (tenant_id, dropdown_id, position, id);

CREATE TABLE dropdown_option_text (LIKE template.tenant INCLUDING ALL, dropdown_id text NOT NULL, option_id text NOT NULL,
  language_id text NOT NULL, text text NOT NULL, PRIMARY KEY (tenant_id, dropdown_id, option_id, language_id),
  FOREIGN KEY (tenant_id, dropdown_id, option_id) REFERENCES dropdown_option ON DELETE CASCADE);
SELECT tenant_table('dropdown_option_text','T','dropdown_id,option_id,language_id');

-- what costs and contracts are divided by, such as projects or objects · admin · inactive instead of removed
CREATE TABLE dimension (LIKE template.row INCLUDING ALL, code text NOT NULL, name text NOT NULL,
  active boolean NOT NULL DEFAULT true, LIKE template.stamps INCLUDING ALL, UNIQUE (tenant_id, code));
SELECT tenant_table('dimension','T','id');

CREATE TABLE dimension_value (LIKE template.row INCLUDING ALL, dimension_id uuid NOT NULL, parent_id uuid, code text NOT NULL,
  name text NOT NULL, active boolean NOT NULL DEFAULT true, LIKE template.stamps INCLUDING ALL,
  UNIQUE (tenant_id, dimension_id, code), FOREIGN KEY (tenant_id, dimension_id) REFERENCES dimension,
  FOREIGN KEY (tenant_id, parent_id) REFERENCES dimension_value);
SELECT tenant_table('dimension_value','T','id');

-- 'used by' · publish of a form · with its version. source_id of a form is '<form>/<number>': a version that open tasks keep still uses what it names
CREATE TABLE reference_use (LIKE template.tenant INCLUDING ALL, target_kind text NOT NULL, target_id text NOT NULL,
  source_kind text NOT NULL, source_id text NOT NULL, place text NOT NULL,
  PRIMARY KEY (tenant_id, target_kind, target_id, source_kind, source_id, place));
SELECT tenant_table('reference_use');
CREATE INDEX reference_source ON reference_use (tenant_id, source_kind, source_id);
`;
