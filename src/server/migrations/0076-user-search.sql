-- What the list of users is searched by: names and addresses, as one text for each user.
CREATE FUNCTION user_search() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' OR NEW.source = 'partner' OR NEW.status = 'erased' THEN
    DELETE FROM search_text WHERE tenant_id = coalesce(NEW.tenant_id, OLD.tenant_id) AND kind = 'user' AND id = coalesce(NEW.id, OLD.id);
  ELSE
    INSERT INTO search_text (tenant_id, kind, id, body)
    VALUES (NEW.tenant_id, 'user', NEW.id, lower(concat_ws(chr(10), NEW.name, NEW.username, NEW.email)))
    ON CONFLICT (tenant_id, kind, id) DO UPDATE SET body = EXCLUDED.body;
  END IF;
  RETURN NULL; END $$;
CREATE TRIGGER search_new AFTER INSERT OR DELETE ON app_user FOR EACH ROW EXECUTE FUNCTION user_search();
CREATE TRIGGER search AFTER UPDATE OF name, username, email, source, status ON app_user FOR EACH ROW
  WHEN ((OLD.name, OLD.username, OLD.email, OLD.source, OLD.status = 'erased')
    IS DISTINCT FROM (NEW.name, NEW.username, NEW.email, NEW.source, NEW.status = 'erased')) EXECUTE FUNCTION user_search();

-- The policies bind the owner of the tables too.
ALTER TABLE app_user NO FORCE ROW LEVEL SECURITY; ALTER TABLE search_text NO FORCE ROW LEVEL SECURITY;
INSERT INTO search_text (tenant_id, kind, id, body)
  SELECT tenant_id, 'user', id, lower(concat_ws(chr(10), name, username, email)) FROM app_user
  WHERE source <> 'partner' AND status <> 'erased';
ALTER TABLE app_user FORCE ROW LEVEL SECURITY; ALTER TABLE search_text FORCE ROW LEVEL SECURITY;

-- Each search reads all entries that wait to be sorted into the index, up to 4 MB of them: none waits.
ALTER INDEX search_body SET (fastupdate = off);
SELECT gin_clean_pending_list('search_body');

-- Without a limit, the ids of all texts that contain the pattern: for conditions that must not lose any.
CREATE OR REPLACE FUNCTION search_ids(what text, pattern text, lim int) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH m AS MATERIALIZED (SELECT id FROM search_text WHERE tenant_id = tenant() AND kind = what AND body LIKE lower(pattern) LIMIT 20001),
    n AS MATERIALIZED (SELECT count(*) <= 20000 AS all_found FROM m)
  (SELECT id FROM m WHERE lim IS NOT NULL AND (SELECT all_found FROM n) ORDER BY id DESC LIMIT least(lim, 20000))
  UNION ALL
  (SELECT id FROM search_text WHERE lim IS NOT NULL AND (SELECT NOT all_found FROM n)
    AND tenant_id = tenant() AND kind = what AND body LIKE lower(pattern) ORDER BY id DESC LIMIT least(lim, 20000))
  UNION ALL
  (SELECT id FROM search_text WHERE lim IS NULL AND tenant_id = tenant() AND kind = what AND body LIKE lower(pattern)) $$;

-- The order by address ends with the id, so that a page continues after its last row; the others contain these.
CREATE INDEX user_list_email ON app_user (tenant_id, (email_key COLLATE "C"), id);
DROP INDEX user_email_key; DROP INDEX user_name_key; DROP INDEX user_username_key;
CREATE INDEX user_list_status ON app_user (tenant_id, status);
