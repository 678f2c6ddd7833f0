/** The process in the filter indexes of the inbox, so that no row of another process is read. */
export default `
-- The policies bind the owner of the tables too.
ALTER TABLE task NO FORCE ROW LEVEL SECURITY; ALTER TABLE task_ending NO FORCE ROW LEVEL SECURITY; ALTER TABLE task_read NO FORCE ROW LEVEL SECURITY;

-- Filled anew: nothing stands in it but what follows from the open tasks, to which what is to be read belongs now.
TRUNCATE task_ending;
ALTER TABLE task_ending DROP CONSTRAINT task_ending_pkey, ADD COLUMN process_key text NOT NULL DEFAULT '';
INSERT INTO task_ending (tenant_id, ending, task_id, process_key)
  SELECT t.tenant_id, e, t.id, coalesce(t.process_key, '') FROM task t, endings('b', t.business_key) e WHERE t.status IN ('open','held','reading')
  UNION ALL SELECT t.tenant_id, e, t.id, coalesce(t.process_key, '') FROM task t, endings('n', t.name) e WHERE t.status IN ('open','held','reading') AND t.name_is_own;
ALTER TABLE task_ending ADD PRIMARY KEY (tenant_id, ending, task_id) INCLUDE (process_key);

ALTER TABLE task_read ADD COLUMN process_key text;
UPDATE task_read r SET process_key = t.process_key FROM task t WHERE t.tenant_id = r.tenant_id AND t.id = r.task_id AND t.process_key IS NOT NULL;
UPDATE task_read SET process_key = '' WHERE process_key IS NULL;
ALTER TABLE task_read ALTER COLUMN process_key SET NOT NULL, DROP CONSTRAINT task_read_pkey, ADD PRIMARY KEY (tenant_id, user_id, task_id) INCLUDE (process_key);
ALTER TABLE task FORCE ROW LEVEL SECURITY; ALTER TABLE task_ending FORCE ROW LEVEL SECURITY; ALTER TABLE task_read FORCE ROW LEVEL SECURITY;

-- Whoever notes that a task was read need not know its process.
CREATE FUNCTION read_of_process() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.process_key := coalesce((SELECT t.process_key FROM task t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id), ''); RETURN NEW; END $$;
CREATE TRIGGER of_process BEFORE INSERT ON task_read FOR EACH ROW WHEN (NEW.process_key IS NULL) EXECUTE FUNCTION read_of_process();

CREATE OR REPLACE FUNCTION new_task_endings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO task_ending (tenant_id, ending, task_id, process_key)
    SELECT t.tenant_id, e, t.id, coalesce(t.process_key, '') FROM added t, endings('b', t.business_key) e WHERE t.status IN ('open','held','reading')
    UNION ALL SELECT t.tenant_id, e, t.id, coalesce(t.process_key, '') FROM added t, endings('n', t.name) e WHERE t.status IN ('open','held','reading') AND t.name_is_own;
  RETURN NULL; END $$;

CREATE OR REPLACE FUNCTION task_endings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$ DECLARE one text; BEGIN
  IF OLD.status IN ('open','held','reading') THEN
    -- One by one: of a list of endings the planner reads every row of the tenant.
    FOR one IN SELECT e FROM endings('b', OLD.business_key) e UNION ALL SELECT e FROM endings('n', OLD.name) e WHERE OLD.name_is_own LOOP
      DELETE FROM task_ending WHERE tenant_id = OLD.tenant_id AND ending = one AND task_id = OLD.id;
    END LOOP;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status IN ('open','held','reading') THEN
    INSERT INTO task_ending (tenant_id, ending, task_id, process_key) SELECT NEW.tenant_id, e, NEW.id, coalesce(NEW.process_key, '') FROM (SELECT e FROM endings('b', NEW.business_key) e
      UNION ALL SELECT e FROM endings('n', NEW.name) e WHERE NEW.name_is_own) x;
    UPDATE task_inbox SET name = NEW.name, name_is_own = NEW.name_is_own, business_key = NEW.business_key WHERE tenant_id = NEW.tenant_id AND task_id = NEW.id;
  END IF;
  RETURN NULL; END $$;
DROP TRIGGER endings_old ON task; DROP TRIGGER endings ON task;
CREATE TRIGGER endings_old AFTER DELETE ON task FOR EACH ROW WHEN (OLD.status IN ('open','held','reading')) EXECUTE FUNCTION task_endings();
CREATE TRIGGER endings AFTER UPDATE OF status, name, name_is_own, business_key ON task FOR EACH ROW
  WHEN ((OLD.status IN ('open','held','reading')) <> (NEW.status IN ('open','held','reading')) OR OLD.name <> NEW.name OR OLD.name_is_own <> NEW.name_is_own OR OLD.business_key IS DISTINCT FROM NEW.business_key)
  EXECUTE FUNCTION task_endings();
`;
