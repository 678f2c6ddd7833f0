/** Filter columns in the inbox itself, so that a page costs the same for any number of tasks. */
export default `
-- The name was made by an expression for this one task: it says nothing about others of its kind.
ALTER TABLE task ADD COLUMN name_is_own boolean NOT NULL DEFAULT false;
ALTER TABLE task_inbox ADD COLUMN name text NOT NULL DEFAULT '', ADD COLUMN name_is_own boolean NOT NULL DEFAULT false, ADD COLUMN node_id text,
  ADD COLUMN business_key text, ADD COLUMN taken boolean NOT NULL DEFAULT false, ADD COLUMN created_at timestamptz;

-- the ends of business keys and own names of open tasks, so that what contains a text begins with it here · triggers of task · while open
-- b business key, n name; ^ all of it, - from somewhere on (16 characters each), + too long to be cut up
CREATE TABLE task_ending (LIKE template.tenant INCLUDING ALL, ending text COLLATE "C" NOT NULL, task_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, ending, task_id));
SELECT tenant_table('task_ending');
CREATE FUNCTION endings(scope text, body text) RETURNS SETOF text LANGUAGE sql IMMUTABLE ROWS 16 AS $$
  SELECT scope || '^' || left(lower(coalesce(body, '')), 16)
  UNION SELECT scope || '-' || substr(lower(body), n, 16) FROM generate_series(1, length(lower(body))) n WHERE length(lower(body)) <= 64
  UNION SELECT scope || '+' WHERE length(lower(body)) > 64 $$;

-- The policies bind the owner of the tables too.
ALTER TABLE task NO FORCE ROW LEVEL SECURITY; ALTER TABLE task_inbox NO FORCE ROW LEVEL SECURITY; ALTER TABLE task_ending NO FORCE ROW LEVEL SECURITY;
-- Of what was written before, the names of a step that has many are taken for its tasks' own.
UPDATE task t SET name_is_own = true FROM (SELECT tenant_id, process_key, node_id FROM task WHERE status IN ('open','held')
  GROUP BY tenant_id, process_key, node_id HAVING count(DISTINCT name) > 20) x
  WHERE t.tenant_id = x.tenant_id AND t.process_key IS NOT DISTINCT FROM x.process_key AND t.node_id IS NOT DISTINCT FROM x.node_id AND t.status IN ('open','held');
UPDATE task_inbox i SET name = t.name, name_is_own = t.name_is_own, node_id = t.node_id, business_key = t.business_key, taken = t.assignee_id IS NOT NULL,
  created_at = date_trunc('milliseconds', t.created_at) FROM task t WHERE t.tenant_id = i.tenant_id AND t.id = i.task_id;
UPDATE task_inbox SET created_at = now() WHERE created_at IS NULL;
INSERT INTO task_ending (tenant_id, ending, task_id) SELECT t.tenant_id, e, t.id FROM task t, endings('b', t.business_key) e WHERE t.status IN ('open','held')
  UNION ALL SELECT t.tenant_id, e, t.id FROM task t, endings('n', t.name) e WHERE t.status IN ('open','held') AND t.name_is_own;
ALTER TABLE task FORCE ROW LEVEL SECURITY; ALTER TABLE task_inbox FORCE ROW LEVEL SECURITY; ALTER TABLE task_ending FORCE ROW LEVEL SECURITY;

-- Tasks of one kind agree in whatever is asked of a kind: process, step, name, and whether somebody has taken them.
ALTER TABLE task_inbox ALTER COLUMN created_at SET NOT NULL, ADD COLUMN kind uuid NOT NULL GENERATED ALWAYS AS
  (md5(process_key || chr(31) || coalesce(node_id, '') || chr(31) || CASE WHEN taken THEN 't' ELSE 'c' END || CASE WHEN name_is_own THEN '' ELSE chr(31) || name END)::uuid) STORED;
DROP INDEX inbox_kind;
CREATE INDEX inbox_created ON task_inbox (tenant_id, principal, created_at, task_id);
CREATE INDEX inbox_priority_created ON task_inbox (tenant_id, principal, priority, created_at, task_id);
CREATE INDEX inbox_kind_due ON task_inbox (tenant_id, principal, kind, due_at, task_id);
CREATE INDEX inbox_kind_created ON task_inbox (tenant_id, principal, kind, created_at, task_id);
CREATE INDEX inbox_kind_priority ON task_inbox (tenant_id, principal, kind, priority, due_at, task_id);

-- Whoever writes an inbox without saying what the task is called, a server of the version before for example, need not.
CREATE FUNCTION inbox_of_task() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  SELECT t.name, t.name_is_own, t.node_id, t.business_key, t.assignee_id IS NOT NULL, t.created_at INTO NEW.name, NEW.name_is_own, NEW.node_id, NEW.business_key, NEW.taken, NEW.created_at
    FROM task t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id;
  NEW.name := coalesce(NEW.name, ''); NEW.name_is_own := coalesce(NEW.name_is_own, false); NEW.taken := coalesce(NEW.taken, false);
  NEW.created_at := date_trunc('milliseconds', coalesce(NEW.created_at, now())); RETURN NEW; END $$;
CREATE TRIGGER of_task BEFORE INSERT ON task_inbox FOR EACH ROW WHEN (NEW.created_at IS NULL) EXECUTE FUNCTION inbox_of_task();

-- New tasks of one statement together, changed ones each: a trigger of certain columns sees no set.
CREATE FUNCTION new_task_endings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO task_ending (tenant_id, ending, task_id) SELECT t.tenant_id, e, t.id FROM added t, endings('b', t.business_key) e WHERE t.status IN ('open','held')
    UNION ALL SELECT t.tenant_id, e, t.id FROM added t, endings('n', t.name) e WHERE t.status IN ('open','held') AND t.name_is_own;
  RETURN NULL; END $$;
CREATE TRIGGER endings_new AFTER INSERT ON task REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION new_task_endings();

-- Planned once per connection, perhaps while there are few rows: then all of them would be read from there on.
CREATE FUNCTION task_endings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$ DECLARE one text; BEGIN
  IF OLD.status IN ('open','held') THEN
    -- One by one: of a list of endings the planner reads every row of the tenant.
    FOR one IN SELECT e FROM endings('b', OLD.business_key) e UNION ALL SELECT e FROM endings('n', OLD.name) e WHERE OLD.name_is_own LOOP
      DELETE FROM task_ending WHERE tenant_id = OLD.tenant_id AND ending = one AND task_id = OLD.id;
    END LOOP;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status IN ('open','held') THEN
    INSERT INTO task_ending (tenant_id, ending, task_id) SELECT NEW.tenant_id, e, NEW.id FROM (SELECT e FROM endings('b', NEW.business_key) e
      UNION ALL SELECT e FROM endings('n', NEW.name) e WHERE NEW.name_is_own) x;
    UPDATE task_inbox SET name = NEW.name, name_is_own = NEW.name_is_own, business_key = NEW.business_key WHERE tenant_id = NEW.tenant_id AND task_id = NEW.id;
  END IF;
  RETURN NULL; END $$;
CREATE TRIGGER endings_old AFTER DELETE ON task FOR EACH ROW WHEN (OLD.status IN ('open','held')) EXECUTE FUNCTION task_endings();
CREATE TRIGGER endings AFTER UPDATE OF status, name, name_is_own, business_key ON task FOR EACH ROW
  WHEN ((OLD.status IN ('open','held')) <> (NEW.status IN ('open','held')) OR OLD.name <> NEW.name OR OLD.name_is_own <> NEW.name_is_own OR OLD.business_key IS DISTINCT FROM NEW.business_key)
  EXECUTE FUNCTION task_endings();
`;
