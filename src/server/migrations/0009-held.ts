/** Deferred actions that can be undone, the notifications of a delegation, and user search. */
export default String.raw`
-- held for undo (BEY-06): what was asked for with Prefer: undo · modules · 7 days after done
CREATE TABLE held_action (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL DEFAULT me(), kind text NOT NULL,
  subject_id uuid NOT NULL, payload jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'held' CHECK (state IN ('held','done','undone','failed')),
  run_at timestamptz NOT NULL, attempts smallint NOT NULL DEFAULT 0, done_at timestamptz, error text,
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('held_action');
SELECT service_rows('held_action','verva_system','select,delete');
CREATE INDEX held_due ON held_action (run_at) WHERE state = 'held';
CREATE UNIQUE INDEX held_once ON held_action (tenant_id, kind, subject_id) WHERE state = 'held';

-- when the delegate was told that it runs; NULL: it is still to be told
ALTER TABLE delegation ADD COLUMN began_told_at timestamptz;
-- What was told is no change of the delegation: it neither makes what somebody edits stale nor belongs into the audit.
DROP TRIGGER touch ON delegation;
CREATE TRIGGER touch BEFORE UPDATE OF user_id, delegate_user_id, start_date, end_date, comment, replace_verva, move_open_tasks, removed_at
  ON delegation FOR EACH ROW EXECUTE FUNCTION touch();
DROP TRIGGER audit ON delegation;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF user_id, delegate_user_id, start_date, end_date, comment, replace_verva, move_open_tasks, removed_at
  ON delegation FOR EACH ROW EXECUTE FUNCTION audit_row('id','{}');
-- The bin that is emptied after 30 days is nobody's act: the removal itself stands in the audit.
CREATE TRIGGER audit_delete AFTER DELETE ON delegation FOR EACH ROW WHEN (current_user <> 'verva_system') EXECUTE FUNCTION audit_row('id','{}');
-- The loops see when a period begins and ends, not whose it is or why.
CREATE POLICY verva_system ON delegation TO verva_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, tenant_id, id, start_date, end_date, began_told_at, ended_report_at, removed_at), DELETE ON delegation TO verva_system;
CREATE INDEX delegation_untold ON delegation (start_date) WHERE removed_at IS NULL AND began_told_at IS NULL;
CREATE INDEX delegation_unreported ON delegation (end_date) WHERE removed_at IS NULL AND ended_report_at IS NULL;
CREATE INDEX delegation_bin ON delegation (removed_at) WHERE removed_at IS NOT NULL;
-- those that ended before anybody was told of ends
UPDATE delegation SET began_told_at = now() WHERE start_date <= current_date;
UPDATE delegation SET ended_report_at = now() WHERE end_date < current_date;

-- Finding people by the beginning of a name: comparisons of stored texts are all that policies let an index answer.
ALTER TABLE app_user ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  ADD COLUMN family_key text COLLATE "C" GENERATED ALWAYS AS (lower(regexp_replace(name, '^.*\s', ''))) STORED;
-- What follows from the name is no change of its own in the audit.
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE o jsonb := CASE WHEN TG_OP<>'INSERT' THEN to_jsonb(OLD) - '{name_key,family_key}'::text[] END; n jsonb := CASE WHEN TG_OP<>'DELETE' THEN to_jsonb(NEW) - '{name_key,family_key}'::text[] END; b jsonb; a jsonb; k text; r jsonb := coalesce(n,o);
BEGIN
  IF TG_OP='UPDATE' THEN SELECT jsonb_object_agg(e.key,e.value) INTO b FROM jsonb_each(o) e WHERE n->e.key IS DISTINCT FROM e.value AND e.key NOT IN ('version','updated_at','updated_by');
    IF b IS NULL THEN RETURN NULL; END IF; SELECT jsonb_object_agg(e.key,n->e.key) INTO a FROM jsonb_each(b) e; ELSE b:=o; a:=n; END IF;
  FOREACH k IN ARRAY coalesce(TG_ARGV[1]::text[],'{}') LOOP IF b ? k THEN b := b||jsonb_build_object(k,'***'); END IF; IF a ? k THEN a := a||jsonb_build_object(k,'***'); END IF; END LOOP;
  INSERT INTO audit_log(tenant_id,actor_id,on_behalf_of,request_id,note,subject_id,verb,entity,entity_id,before,after)
  VALUES ((r->>'tenant_id')::int, me(), NULLIF(current_setting('app.on_behalf_of',true),'')::uuid, NULLIF(current_setting('app.request_id',true),''), NULLIF(current_setting('app.reason',true),''),
    (CASE WHEN TG_TABLE_NAME='app_user' THEN r->>'id' ELSE r->>'user_id' END)::uuid, lower(TG_OP), TG_TABLE_NAME,
    (SELECT string_agg(r->>c,'/') FROM unnest(string_to_array(TG_ARGV[0],',')) c), b, a);
  RETURN NULL; END $$;
CREATE INDEX user_name_key ON app_user (tenant_id, name_key);
CREATE INDEX user_family_key ON app_user (tenant_id, family_key);
CREATE INDEX user_username_key ON app_user (tenant_id, username COLLATE "C");
CREATE INDEX user_email_key ON app_user (tenant_id, email_key COLLATE "C");
`;
