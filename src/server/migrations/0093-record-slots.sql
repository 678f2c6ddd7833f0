-- Values of the columns that lists of a registry are filtered and sorted by (registry.columns, slot): texts in lower case, numbers
-- (money in minor units), and days or times. A blank is '', -infinity or infinity. NULL: the registry does not use the slot.
ALTER TABLE record_index
  ADD COLUMN t1 text COLLATE "C", ADD COLUMN t2 text COLLATE "C", ADD COLUMN t3 text COLLATE "C", ADD COLUMN t4 text COLLATE "C",
  ADD COLUMN t5 text COLLATE "C", ADD COLUMN t6 text COLLATE "C", ADD COLUMN t7 text COLLATE "C", ADD COLUMN t8 text COLLATE "C",
  ADD COLUMN n1 float8, ADD COLUMN n2 float8, ADD COLUMN n3 float8, ADD COLUMN n4 float8,
  ADD COLUMN i1 timestamptz, ADD COLUMN i2 timestamptz, ADD COLUMN i3 timestamptz, ADD COLUMN i4 timestamptz;
DO $$ DECLARE c text; BEGIN
  FOREACH c IN ARRAY '{t1,t2,t3,t4,t5,t6,t7,t8,n1,n2,n3,n4,i1,i2,i3,i4}'::text[] LOOP
    EXECUTE format('CREATE INDEX record_index_%1$s ON record_index (tenant_id, registry_id, %1$s, record_id) WHERE %1$s IS NOT NULL', c);
  END LOOP; END $$;
-- The order in which a registry is indexed again.
CREATE INDEX record_index_id ON record_index (tenant_id, registry_id, record_id);

-- values of fields with several values · trigger of record · with the record
CREATE TABLE record_index_many (LIKE template.tenant INCLUDING ALL, registry_id text NOT NULL, field text NOT NULL,
  t text COLLATE "C" NOT NULL, record_id uuid NOT NULL, PRIMARY KEY (tenant_id, registry_id, field, t, record_id),
  FOREIGN KEY (tenant_id, record_id) REFERENCES record ON DELETE CASCADE);
SELECT tenant_table('record_index_many');
CREATE INDEX record_many_of ON record_index_many (tenant_id, record_id);

-- registries whose records are being indexed, and how far · trigger of registry, job · until indexed
CREATE TABLE registry_indexing (LIKE template.tenant INCLUDING ALL, registry_id text NOT NULL, after_id uuid,
  beat_at timestamptz NOT NULL DEFAULT '-infinity', PRIMARY KEY (tenant_id, registry_id),
  FOREIGN KEY (tenant_id, registry_id) REFERENCES registry ON DELETE CASCADE);
SELECT tenant_table('registry_indexing');
SELECT service_rows('registry_indexing', 'verva_system', 'select');
CREATE INDEX registry_indexing_beat ON registry_indexing (beat_at);

-- A value as its slot keeps it. Values of earlier versions of a form may have another type: they are blank, and never an error.
CREATE FUNCTION slot_text(v jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN v = 'false' THEN '' WHEN jsonb_typeof(v) IN ('string', 'boolean', 'number') THEN index_key(v #>> '{}') ELSE '' END $$;
CREATE FUNCTION slot_number(v jsonb) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(v) = 'number' THEN least(greatest((v #>> '{}')::numeric, -1e300), 1e300)::float8
    WHEN jsonb_typeof(v -> 'amount') = 'number' THEN least(greatest((v ->> 'amount')::numeric, -1e300), 1e300)::float8
    ELSE '-infinity' END $$;
CREATE FUNCTION slot_instant(v jsonb) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE p text[] := regexp_match(v #>> '{}', '^(\d{4})-(0[1-9]|1[0-2])-(\d{2})(?:T([01]\d|2[0-3]):([0-5]\d))?'); month date; BEGIN
  IF p IS NULL OR p[1] = '0000' THEN RETURN 'infinity'; END IF;
  month := make_date(p[1]::int, p[2]::int, 1);
  IF p[3]::int NOT BETWEEN 1 AND extract(day FROM month + interval '1 month - 1 day') THEN RETURN 'infinity'; END IF;
  RETURN make_timestamptz(p[1]::int, p[2]::int, p[3]::int, coalesce(p[4], '0')::int, coalesce(p[5], '0')::int, 0, 'UTC'); END $$;

-- Writes what lists know of a record. The shared lock makes a change of the columns wait for writers that know the earlier ones.
CREATE FUNCTION index_record_values(r public.record) RETURNS void LANGUAGE plpgsql AS $$
DECLARE c jsonb; x record_index; slots jsonb := '{}'; many jsonb := '{}'; body text := concat_ws(chr(10), r.number, r.title); BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('registry.columns/' || r.tenant_id || '/' || r.registry_id, 0));
  FOR c IN SELECT e.value FROM registry g CROSS JOIN jsonb_array_elements(g.columns) e WHERE g.tenant_id = r.tenant_id AND g.id = r.registry_id LOOP
    CONTINUE WHEN c ->> 'field' = 'title';
    slots := slots || CASE left(c ->> 'slot', 1)
      WHEN 't' THEN jsonb_build_object(c ->> 'slot', slot_text(r.data -> (c ->> 'from')))
      WHEN 'n' THEN jsonb_build_object(c ->> 'slot', slot_number(r.data -> (c ->> 'from'))::text)
      WHEN 'i' THEN jsonb_build_object(c ->> 'slot', slot_instant(r.data -> (c ->> 'from')))
      ELSE '{}' END;
    IF c ->> 'slot' = 'many' AND jsonb_typeof(r.data -> (c ->> 'from')) = 'array' THEN
      many := many || jsonb_build_object(c ->> 'from', r.data -> (c ->> 'from'));
    END IF;
    IF c ->> 'searchable' = 'true' THEN body := concat_ws(chr(10), body, nullif(slot_text(r.data -> (c ->> 'from')), '')); END IF;
  END LOOP;
  x := jsonb_populate_record(NULL::record_index, slots);
  INSERT INTO record_index AS o (tenant_id, registry_id, record_id, number, title, status, owner_id, owner_name, created_at, changed_at,
      t1, t2, t3, t4, t5, t6, t7, t8, n1, n2, n3, n4, i1, i2, i3, i4)
    VALUES (r.tenant_id, r.registry_id, r.id, index_key(r.number), index_key(r.title), coalesce(r.status, ''), r.owner_id,
      index_key((SELECT coalesce(u.name, u.username) FROM app_user u WHERE u.tenant_id = r.tenant_id AND u.id = r.owner_id)),
      r.created_at, r.updated_at,
      x.t1, x.t2, x.t3, x.t4, x.t5, x.t6, x.t7, x.t8, x.n1, x.n2, x.n3, x.n4, x.i1, x.i2, x.i3, x.i4)
    ON CONFLICT (tenant_id, record_id) DO UPDATE SET (registry_id, number, title, status, owner_id, owner_name, created_at, changed_at,
      t1, t2, t3, t4, t5, t6, t7, t8, n1, n2, n3, n4, i1, i2, i3, i4) = ROW (EXCLUDED.registry_id, EXCLUDED.number, EXCLUDED.title,
      EXCLUDED.status, EXCLUDED.owner_id, EXCLUDED.owner_name, EXCLUDED.created_at, EXCLUDED.changed_at,
      EXCLUDED.t1, EXCLUDED.t2, EXCLUDED.t3, EXCLUDED.t4, EXCLUDED.t5, EXCLUDED.t6, EXCLUDED.t7, EXCLUDED.t8,
      EXCLUDED.n1, EXCLUDED.n2, EXCLUDED.n3, EXCLUDED.n4, EXCLUDED.i1, EXCLUDED.i2, EXCLUDED.i3, EXCLUDED.i4);
  DELETE FROM record_index_many WHERE tenant_id = r.tenant_id AND record_id = r.id;
  INSERT INTO record_index_many (tenant_id, registry_id, field, t, record_id)
    SELECT DISTINCT r.tenant_id, r.registry_id, f.key, index_key(v.value), r.id
    FROM jsonb_each(many) f CROSS JOIN jsonb_array_elements_text(f.value) v WHERE v.value <> '';
  INSERT INTO search_text AS s (tenant_id, kind, id, body) VALUES (r.tenant_id, 'record:' || r.registry_id, r.id, lower(body))
    ON CONFLICT (tenant_id, kind, id) DO UPDATE SET body = EXCLUDED.body WHERE s.body <> EXCLUDED.body; END $$;

CREATE OR REPLACE FUNCTION index_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.removed_at IS NULL THEN
    PERFORM index_record_values(NEW);
  ELSE
    DELETE FROM record_index WHERE tenant_id = NEW.tenant_id AND record_id = NEW.id;
    DELETE FROM record_index_many WHERE tenant_id = NEW.tenant_id AND record_id = NEW.id;
    DELETE FROM search_text WHERE tenant_id = NEW.tenant_id AND kind = 'record:' || NEW.registry_id AND id = NEW.id;
  END IF;
  RETURN NULL; END $$;
DROP TRIGGER indexed ON record;
CREATE TRIGGER indexed AFTER INSERT OR UPDATE OF registry_id, number, title, status, owner_id, form_number, data, removed_at, hold ON record
  FOR EACH ROW EXECUTE FUNCTION index_record();

-- Indexes the next records of a registry by their ids, each locked, so that none is written meanwhile. Returns the last one and their number.
CREATE FUNCTION index_records(registry text, after uuid, most int, OUT last uuid, OUT indexed int) LANGUAGE plpgsql AS $$
DECLARE r public.record; BEGIN
  indexed := 0;
  FOR r IN SELECT e.* FROM record e WHERE e.id IN (
      SELECT x.record_id FROM record_index x WHERE x.tenant_id = tenant() AND x.registry_id = registry AND (after IS NULL OR x.record_id > after)
      ORDER BY x.record_id LIMIT most) AND e.tenant_id = tenant() ORDER BY e.id FOR NO KEY UPDATE LOOP
    IF r.removed_at IS NULL THEN PERFORM index_record_values(r); END IF;
    last := r.id; indexed := indexed + 1;
  END LOOP; END $$;

-- The index of a new registry is complete.
CREATE FUNCTION registry_of_none() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.indexed_at := coalesce(NEW.indexed_at, now());
  NEW.columns := (SELECT coalesce(jsonb_agg(c.value || '{"ready": true}' ORDER BY c.ordinality), '[]') FROM jsonb_array_elements(NEW.columns) WITH ORDINALITY c);
  RETURN NEW; END $$;
CREATE TRIGGER indexed_new BEFORE INSERT ON registry FOR EACH ROW EXECUTE FUNCTION registry_of_none();
-- Other columns: indexing begins again. Waits for records that are written with the earlier ones.
CREATE FUNCTION registry_to_index() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('registry.columns/' || NEW.tenant_id || '/' || NEW.id, 0));
  INSERT INTO registry_indexing (tenant_id, registry_id) VALUES (NEW.tenant_id, NEW.id)
    ON CONFLICT (tenant_id, registry_id) DO UPDATE SET after_id = NULL, beat_at = '-infinity';
  RETURN NULL; END $$;
CREATE TRIGGER indexed_again AFTER UPDATE OF columns, indexed_at ON registry FOR EACH ROW
  WHEN (NEW.indexed_at IS NULL AND (OLD.columns IS DISTINCT FROM NEW.columns OR OLD.indexed_at IS NOT NULL)) EXECUTE FUNCTION registry_to_index();

-- Present registries: a job fills what they are searched by.
ALTER TABLE registry NO FORCE ROW LEVEL SECURITY; ALTER TABLE registry_indexing NO FORCE ROW LEVEL SECURITY;
INSERT INTO registry_indexing (tenant_id, registry_id) SELECT tenant_id, id FROM registry;
ALTER TABLE registry FORCE ROW LEVEL SECURITY; ALTER TABLE registry_indexing FORCE ROW LEVEL SECURITY;
