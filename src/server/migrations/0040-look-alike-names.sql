-- A name by its looks: compatibility forms, case, and Cyrillic and Greek letters that look Latin are one. Active users who
-- share it are told apart by their username where users are chosen.
ALTER TABLE app_user ADD COLUMN name_shape text COLLATE "C" GENERATED ALWAYS AS (translate(replace(lower(normalize(coalesce(name, username), NFKC)), 'ß', 'ss'),
  'авекмнорстухіјѕһԁԛԝӏѵёїαβεζηικμνορτυχϲϳάέίόύςı',
  'abekmhopctyxijshdqwlvëïabezhikmnoptyxcjáéíóýσi')) STORED;
CREATE INDEX user_name_shape ON app_user (tenant_id, name_shape) WHERE status = 'active';

-- What follows from the name is no change of its own in the audit.
DO $$ DECLARE f text := pg_get_functiondef('audit_row'::regproc);
BEGIN
  IF strpos(f, '{name_key,family_key}') = 0 THEN RAISE EXCEPTION 'audit_row leaves out other columns than expected'; END IF;
  EXECUTE replace(f, '{name_key,family_key}', '{name_key,family_key,name_shape}');
END $$;
