-- What lists of registries are ordered and asked by, in the form that an index can serve: texts in lower case by code point, a
-- blank as ''. Row-level security lets no expression reach an index, only comparisons of stored columns.
-- one row for each record that is not in the bin · trigger of record · with the record
CREATE TABLE record_index (LIKE template.tenant INCLUDING ALL, registry_id text NOT NULL, record_id uuid NOT NULL,
  number text COLLATE "C" NOT NULL, title text COLLATE "C" NOT NULL, status text COLLATE "C" NOT NULL,
  owner_id uuid, owner_name text COLLATE "C" NOT NULL, created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, record_id), FOREIGN KEY (tenant_id, record_id) REFERENCES record ON DELETE CASCADE);
SELECT tenant_table('record_index');

-- No value of a filter is as long as what is kept, 501 characters: what equals one equals the whole.
CREATE FUNCTION index_key(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(left(lower(value COLLATE "default"), 501), '') $$;

-- The policies bind the owner of the tables too.
ALTER TABLE record NO FORCE ROW LEVEL SECURITY; ALTER TABLE app_user NO FORCE ROW LEVEL SECURITY; ALTER TABLE record_index NO FORCE ROW LEVEL SECURITY;
INSERT INTO record_index (tenant_id, registry_id, record_id, number, title, status, owner_id, owner_name, created_at, changed_at)
  SELECT r.tenant_id, r.registry_id, r.id, index_key(r.number), index_key(r.title), coalesce(r.status, ''), r.owner_id,
    index_key(coalesce(o.name, o.username)), r.created_at, r.updated_at
  FROM record r LEFT JOIN app_user o ON o.tenant_id = r.tenant_id AND o.id = r.owner_id WHERE r.removed_at IS NULL;
ALTER TABLE record FORCE ROW LEVEL SECURITY; ALTER TABLE app_user FORCE ROW LEVEL SECURITY; ALTER TABLE record_index FORCE ROW LEVEL SECURITY;

CREATE INDEX record_index_number ON record_index (tenant_id, registry_id, number, record_id);
CREATE INDEX record_index_title ON record_index (tenant_id, registry_id, title, record_id);
CREATE INDEX record_index_status ON record_index (tenant_id, registry_id, status, record_id);
CREATE INDEX record_index_owner_name ON record_index (tenant_id, registry_id, owner_name, record_id);
CREATE INDEX record_index_created ON record_index (tenant_id, registry_id, created_at, record_id);
CREATE INDEX record_index_changed ON record_index (tenant_id, registry_id, changed_at, record_id);
CREATE INDEX record_index_owner ON record_index (tenant_id, owner_id, registry_id) WHERE owner_id IS NOT NULL;
-- Nothing reads these any more.
DROP INDEX record_newest; DROP INDEX record_status;

CREATE FUNCTION index_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.removed_at IS NOT NULL THEN
    DELETE FROM record_index WHERE tenant_id = NEW.tenant_id AND record_id = NEW.id;
  ELSE
    INSERT INTO record_index AS x (tenant_id, registry_id, record_id, number, title, status, owner_id, owner_name, created_at, changed_at)
    VALUES (NEW.tenant_id, NEW.registry_id, NEW.id, index_key(NEW.number), index_key(NEW.title), coalesce(NEW.status, ''), NEW.owner_id,
      index_key((SELECT coalesce(o.name, o.username) FROM app_user o WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.owner_id)),
      NEW.created_at, NEW.updated_at)
    ON CONFLICT (tenant_id, record_id) DO UPDATE SET registry_id = EXCLUDED.registry_id, number = EXCLUDED.number, title = EXCLUDED.title,
      status = EXCLUDED.status, owner_id = EXCLUDED.owner_id, owner_name = EXCLUDED.owner_name, created_at = EXCLUDED.created_at,
      changed_at = EXCLUDED.changed_at;
  END IF;
  RETURN NULL; END $$;
CREATE TRIGGER indexed AFTER INSERT OR UPDATE ON record FOR EACH ROW EXECUTE FUNCTION index_record();
CREATE FUNCTION index_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE record_index SET owner_name = index_key(coalesce(NEW.name, NEW.username)) WHERE tenant_id = NEW.tenant_id AND owner_id = NEW.id;
  RETURN NULL; END $$;
CREATE TRIGGER indexed AFTER UPDATE OF name, username ON app_user FOR EACH ROW
  WHEN ((OLD.name, OLD.username) IS DISTINCT FROM (NEW.name, NEW.username)) EXECUTE FUNCTION index_owner();
