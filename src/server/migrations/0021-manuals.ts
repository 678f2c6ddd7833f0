/** Manuals: texts by version and language, assigned readings, and the chained receipts of confirmations. */
export default `
CREATE TABLE tag (LIKE template.row INCLUDING ALL, name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60), color text,
  LIKE template.stamps INCLUDING ALL, UNIQUE (tenant_id, name));
SELECT tenant_table('tag','T','id');
CREATE TABLE tagging (LIKE template.tenant INCLUDING ALL, tag_id uuid NOT NULL,
  entity text NOT NULL CHECK (entity IN ('user','record','manual','task')), entity_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, entity, entity_id, tag_id), FOREIGN KEY (tenant_id, tag_id) REFERENCES tag ON DELETE CASCADE);
SELECT tenant_table('tagging');
CREATE INDEX tagged ON tagging (tenant_id, tag_id, entity, entity_id);

-- groups of manuals, a tree · manualsgroup · until removed (refused while manuals are in it)
CREATE TABLE manual_group (LIKE template.row INCLUDING ALL, parent_id uuid, name jsonb NOT NULL, position int NOT NULL DEFAULT 0,
  LIKE template.stamps INCLUDING ALL, FOREIGN KEY (tenant_id, parent_id) REFERENCES manual_group);
SELECT tenant_table('manual_group','T','id');

-- due: {"kind":"days","days":n} after publishing, or after joining for who comes later; {"kind":"date","date":d};
-- {"kind":"periodic","days":n,"everyMonths":m} again so long after each confirmation · manualsgroup · for ever once released,
-- otherwise 30 days after removal
CREATE TABLE manual (LIKE template.row INCLUDING ALL, group_id uuid NOT NULL, code text NOT NULL CHECK (length(code) BETWEEN 1 AND 40),
  owner_id uuid NOT NULL, status text NOT NULL DEFAULT '1_active' CHECK (status IN ('1_active','2_inactive')),
  fallback_language_id text NOT NULL DEFAULT 'en', current_number int, title text NOT NULL DEFAULT '',
  due jsonb NOT NULL DEFAULT '{"kind":"days","days":14}', remind_days int[] NOT NULL DEFAULT '{3,0}',
  escalate_days int CHECK (escalate_days BETWEEN 0 AND 365) DEFAULT 7, require_scroll boolean NOT NULL DEFAULT true,
  LIKE template.stamps INCLUDING ALL, removed_at timestamptz,
  FOREIGN KEY (tenant_id, group_id) REFERENCES manual_group, FOREIGN KEY (tenant_id, owner_id) REFERENCES app_user);
SELECT tenant_table('manual','T','id');
CREATE UNIQUE INDEX manual_code ON manual (tenant_id, code) WHERE removed_at IS NULL;
CREATE INDEX manual_owner ON manual (tenant_id, owner_id, id);
CREATE INDEX manual_list ON manual (tenant_id, status, title, id);

-- draft is edited, scheduled waits for publish_at, released is fixed (store + trigger) · manualsgroup · for ever once released
CREATE TABLE manual_version (LIKE template.row INCLUDING ALL, manual_id uuid NOT NULL, number int NOT NULL,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft','scheduled','released','retired')),
  asks text NOT NULL DEFAULT 'full' CHECK (asks IN ('none','changes','full')), change_note jsonb NOT NULL DEFAULT '{}',
  effective_on date, publish_at timestamptz, released_at timestamptz, released_by uuid,
  LIKE template.stamps INCLUDING ALL, UNIQUE (tenant_id, manual_id, number), FOREIGN KEY (tenant_id, manual_id) REFERENCES manual,
  CHECK ((state = 'scheduled') = (publish_at IS NOT NULL AND released_at IS NULL)));
SELECT tenant_table('manual_version','T','id');
CREATE UNIQUE INDEX manual_one_draft ON manual_version (tenant_id, manual_id) WHERE state IN ('draft','scheduled');
CREATE INDEX manual_publish ON manual_version (publish_at) WHERE state = 'scheduled';
-- The loop sees what is to be published when, not what it says.
CREATE POLICY verva_system ON manual_version TO verva_system USING (true);
GRANT SELECT (tenant_id, id, manual_id, state, publish_at) ON manual_version TO verva_system;

-- html is clean (server/modules/manuals) and each of its blocks has an id; sha256 is that of title, a line feed, html in UTF-8
CREATE TABLE manual_text (LIKE template.tenant INCLUDING ALL, version_id uuid NOT NULL, language_id text NOT NULL,
  title text NOT NULL, html text NOT NULL, plain text NOT NULL, words int NOT NULL, sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  version int NOT NULL DEFAULT 1, updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid DEFAULT me(),
  PRIMARY KEY (tenant_id, version_id, language_id), FOREIGN KEY (tenant_id, version_id) REFERENCES manual_version);
SELECT tenant_table('manual_text','T','version_id,language_id','{html,plain}');

-- pictures in texts, by the hash that stands in the html, so that the hash of a text covers them · manualsgroup · with the manual
CREATE TABLE manual_image (LIKE template.tenant INCLUDING ALL, manual_id uuid NOT NULL, sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  file_id uuid NOT NULL, width int NOT NULL, height int NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), created_by uuid DEFAULT me(),
  PRIMARY KEY (tenant_id, manual_id, sha256), FOREIGN KEY (tenant_id, manual_id) REFERENCES manual, FOREIGN KEY (tenant_id, file_id) REFERENCES file);
SELECT tenant_table('manual_image');
CREATE INDEX manual_image_file ON manual_image (tenant_id, file_id);

CREATE TABLE manual_attachment (LIKE template.row INCLUDING ALL, version_id uuid NOT NULL, language_id text NOT NULL, file_id uuid NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255), required boolean NOT NULL DEFAULT false, position int NOT NULL DEFAULT 0,
  FOREIGN KEY (tenant_id, version_id, language_id) REFERENCES manual_text ON DELETE CASCADE, FOREIGN KEY (tenant_id, file_id) REFERENCES file);
SELECT tenant_table('manual_attachment','T','id');
CREATE INDEX manual_attachment_file ON manual_attachment (tenant_id, file_id);
CREATE INDEX manual_attachment_of ON manual_attachment (tenant_id, version_id, language_id, position);

-- ref: group id, department, company, tag or user key; departments count with those below them · manualsgroup
CREATE TABLE manual_audience (LIKE template.row INCLUDING ALL, manual_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('all','group','department','company','tag','user')), ref text NOT NULL DEFAULT '',
  excluded boolean NOT NULL DEFAULT false, UNIQUE (tenant_id, manual_id, kind, ref),
  FOREIGN KEY (tenant_id, manual_id) REFERENCES manual);
SELECT tenant_table('manual_audience','T','id');

-- What was released does not change any more; a typing error is a new version that asks for nothing.
CREATE FUNCTION released_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE o jsonb := CASE WHEN TG_OP<>'INSERT' THEN to_jsonb(OLD) END; n jsonb := CASE WHEN TG_OP<>'DELETE' THEN to_jsonb(NEW) END; r jsonb := coalesce(n,o); own text[] := '{state,version,updated_at,updated_by}';
BEGIN
  IF TG_TABLE_NAME='manual_version' THEN
    IF o->>'state' IN ('draft','scheduled') OR (n->>'state'='retired' AND n-own = o-own) THEN RETURN coalesce(NEW,OLD); END IF;
  ELSIF NOT EXISTS (SELECT 1 FROM manual_version v WHERE v.tenant_id=(r->>'tenant_id')::int AND v.id IN ((n->>'version_id')::uuid,(o->>'version_id')::uuid) AND v.state<>'draft') THEN RETURN coalesce(NEW,OLD); END IF;
  RAISE EXCEPTION 'a released manual does not change' USING ERRCODE='VA002'; END $$;
CREATE TRIGGER fixed BEFORE UPDATE OR DELETE ON manual_version FOR EACH ROW EXECUTE FUNCTION released_is_fixed();
CREATE TRIGGER fixed BEFORE INSERT OR UPDATE OR DELETE ON manual_text FOR EACH ROW EXECUTE FUNCTION released_is_fixed();
CREATE TRIGGER fixed BEFORE INSERT OR UPDATE OR DELETE ON manual_attachment FOR EACH ROW EXECUTE FUNCTION released_is_fixed();

-- who must read which version, and how far they are; round counts what a periodic duty asks again · audience, reader · for ever.
-- Its colour is never stored: read, cancelled, else due_on against the organisation's today
CREATE TABLE manual_reading (LIKE template.row INCLUDING ALL, manual_id uuid NOT NULL, version_id uuid NOT NULL, user_id uuid NOT NULL,
  round int NOT NULL DEFAULT 1, because jsonb NOT NULL DEFAULT '[]',
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending','held','read','cancelled','superseded')),
  asks text NOT NULL DEFAULT 'full' CHECK (asks IN ('changes','full')), due_on date NOT NULL DEFAULT 'infinity', base_version_id uuid,
  language_id text, place text, progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1), scrolled_at timestamptz,
  opened uuid[] NOT NULL DEFAULT '{}', read_at timestamptz, receipt_id uuid,
  cancelled_at timestamptz, cancelled_by uuid, cancel_reason text, assigned_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, version_id, user_id, round), FOREIGN KEY (tenant_id, version_id) REFERENCES manual_version,
  FOREIGN KEY (tenant_id, manual_id) REFERENCES manual, FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('manual_reading');
CREATE INDEX reading_mine ON manual_reading (tenant_id, user_id, state, due_on, id);
CREATE INDEX reading_report ON manual_reading (tenant_id, manual_id, state, due_on, id);
CREATE INDEX reading_due ON manual_reading (tenant_id, due_on, id) WHERE state = 'pending';
-- cancelling a duty is an act of somebody else; how far a reader is, is not
CREATE TRIGGER audit AFTER UPDATE OF cancelled_at, cancel_reason ON manual_reading FOR EACH ROW EXECUTE FUNCTION audit_row('id','{}');

-- chained receipts: hash = sha256(hash of the one before, then payload in UTF-8) · trigger · for ever
CREATE TABLE receipt_chain (LIKE template.tenant INCLUDING ALL, last_seq bigint NOT NULL DEFAULT 0, head bytea NOT NULL DEFAULT '\\x00',
  PRIMARY KEY (tenant_id));
SELECT tenant_table('receipt_chain','C');
CREATE TABLE manual_receipt (LIKE template.row INCLUDING ALL, seq bigint NOT NULL, payload text NOT NULL, prev bytea NOT NULL, hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), UNIQUE (tenant_id, seq), UNIQUE (tenant_id, hash),
  FOREIGN KEY (tenant_id) REFERENCES receipt_chain);
SELECT tenant_table('manual_receipt','A');
SELECT service_rows('manual_receipt','verva_system','select');
CREATE INDEX receipt_hash ON manual_receipt (hash);  -- the public page knows only a hash
CREATE FUNCTION chain_receipt() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE c receipt_chain; BEGIN
  INSERT INTO receipt_chain(tenant_id) VALUES (NEW.tenant_id) ON CONFLICT DO NOTHING;
  SELECT * INTO c FROM receipt_chain WHERE tenant_id=NEW.tenant_id FOR UPDATE;
  NEW.seq := c.last_seq+1; NEW.prev := c.head; NEW.hash := sha256(c.head || convert_to(NEW.payload,'UTF8'));
  UPDATE receipt_chain SET last_seq=NEW.seq, head=NEW.hash WHERE tenant_id=NEW.tenant_id; RETURN NEW; END $$;
CREATE TRIGGER chain BEFORE INSERT ON manual_receipt FOR EACH ROW EXECUTE FUNCTION chain_receipt();
CREATE TRIGGER frozen_t BEFORE TRUNCATE ON manual_receipt EXECUTE FUNCTION refuse();
-- whose a receipt is: payload.reader = sha256(salt, user key, name as shown) · deleted when a person is erased
CREATE TABLE receipt_salt (LIKE template.tenant INCLUDING ALL, receipt_id uuid NOT NULL, user_id uuid NOT NULL, name_shown text NOT NULL,
  salt bytea NOT NULL, PRIMARY KEY (tenant_id, receipt_id));
SELECT tenant_table('receipt_salt');
CREATE INDEX salt_user ON receipt_salt (tenant_id, user_id);
-- the head of each day's chain, so that a chain which was written anew as a whole is noticed too · job · for ever
CREATE TABLE receipt_anchor (LIKE template.tenant INCLUDING ALL, day date NOT NULL, seq bigint NOT NULL, head bytea NOT NULL, PRIMARY KEY (tenant_id, day));
SELECT tenant_table('receipt_anchor','A');
CREATE TRIGGER frozen_t BEFORE TRUNCATE ON receipt_anchor EXECUTE FUNCTION refuse();
SELECT service_rows('receipt_anchor','verva_system','select');

-- a question at a paragraph is a task of the owner (BEY-15); public: all readers see it with its answer · reader, owner
CREATE TABLE manual_question (LIKE template.row INCLUDING ALL, manual_id uuid NOT NULL, version_id uuid NOT NULL, language_id text NOT NULL,
  block_id text NOT NULL, quote text NOT NULL, text text NOT NULL CHECK (length(text) BETWEEN 1 AND 4000), asked_by uuid NOT NULL DEFAULT me(),
  asked_at timestamptz NOT NULL DEFAULT now(), task_id uuid, answer text, answered_by uuid, answered_at timestamptz,
  public boolean NOT NULL DEFAULT false, FOREIGN KEY (tenant_id, version_id) REFERENCES manual_version,
  FOREIGN KEY (tenant_id, manual_id) REFERENCES manual);
SELECT tenant_table('manual_question','T','id');
CREATE INDEX question_of ON manual_question (tenant_id, manual_id, block_id);

-- what differs between two released versions, computed once · reader, publishing · until the versions go
CREATE TABLE manual_difference (LIKE template.tenant INCLUDING ALL, from_version_id uuid NOT NULL, to_version_id uuid NOT NULL,
  language_id text NOT NULL, blocks jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, from_version_id, to_version_id, language_id));
SELECT tenant_table('manual_difference');

-- What is in force can be found by its titles and texts in all languages (search_text, kind 'manual text').
CREATE FUNCTION manual_search() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM search_text WHERE tenant_id = NEW.tenant_id AND kind = 'manual text' AND id = NEW.id;
  IF NEW.current_number IS NOT NULL AND NEW.removed_at IS NULL THEN
    INSERT INTO search_text (tenant_id, kind, id, body) SELECT NEW.tenant_id, 'manual text', NEW.id, lower(string_agg(t.title || chr(10) || t.plain, chr(10) ORDER BY t.language_id))
      FROM manual_version v JOIN manual_text t ON t.tenant_id = v.tenant_id AND t.version_id = v.id
      WHERE v.tenant_id = NEW.tenant_id AND v.manual_id = NEW.id AND v.number = NEW.current_number HAVING count(*) > 0;
  END IF; RETURN NULL; END $$;
CREATE TRIGGER search AFTER INSERT OR UPDATE OF current_number, removed_at ON manual FOR EACH ROW EXECUTE FUNCTION manual_search();
-- a transaction changed who must read what: readings are to follow · triggers · until they did
CREATE TABLE reader_change (LIKE template.tenant INCLUDING ALL, transaction_id bigint NOT NULL DEFAULT txid_current(), PRIMARY KEY (tenant_id, transaction_id));
SELECT tenant_table('reader_change');
CREATE POLICY verva_system ON reader_change TO verva_system USING (true);
GRANT SELECT (tenant_id) ON reader_change TO verva_system;
-- One row for each transaction, so that none waits for another one's.
CREATE FUNCTION readers_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF tenant() IS NOT NULL AND EXISTS (SELECT 1 FROM manual_audience a WHERE a.tenant_id = tenant()) THEN
    INSERT INTO reader_change DEFAULT VALUES ON CONFLICT DO NOTHING; END IF; RETURN NULL; END $$;
CREATE TRIGGER readers AFTER INSERT OR DELETE ON group_member FOR EACH ROW EXECUTE FUNCTION readers_change();
CREATE TRIGGER readers AFTER INSERT OR UPDATE OR DELETE ON user_department FOR EACH ROW EXECUTE FUNCTION readers_change();
CREATE TRIGGER readers AFTER INSERT OR DELETE ON department_closure FOR EACH ROW EXECUTE FUNCTION readers_change();
CREATE TRIGGER readers AFTER INSERT OR DELETE ON tagging FOR EACH ROW EXECUTE FUNCTION readers_change();
CREATE TRIGGER readers_new AFTER INSERT ON app_user FOR EACH ROW EXECUTE FUNCTION readers_change();
CREATE TRIGGER readers AFTER UPDATE ON app_user FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.company_id IS DISTINCT FROM NEW.company_id) EXECUTE FUNCTION readers_change();
-- A confirmation that was held while a newer version came: only now it is known what of that one is owed.
CREATE TRIGGER readers AFTER UPDATE OF state ON manual_reading FOR EACH ROW WHEN (OLD.state = 'held' AND NEW.state <> 'held') EXECUTE FUNCTION readers_change();

-- reading: a manual is to be read, reader · lateReading: somebody has not read one, their managers; actor_id is that person then and
-- task_id the reading. subject_id says which day's notice it is: one reading is told of once a day.
ALTER TABLE notification DROP CONSTRAINT notification_kind_check, ADD CONSTRAINT notification_kind_check
  CHECK (kind IN ('assigned','offered','dueSoon','overdue','mentioned','delegated','reading','lateReading'));
CREATE UNIQUE INDEX notification_reading ON notification (tenant_id, task_id, user_id, kind, subject_id) WHERE kind IN ('reading','lateReading');

-- An open reading stands in its reader's inbox: a row of task with the id of the reading and a status of its own, so that whatever is
-- asked of tasks passes it by, and a row of task_inbox under 'c:', which no delegate inherits (BEY-04). Kept by triggers alone, whoever
-- writes readings, for thousands of them in one statement; it is gone once the reading is no longer open.
ALTER TABLE task DROP CONSTRAINT task_status_check, ADD CONSTRAINT task_status_check CHECK (status IN ('open','held','completed','cancelled','reading'));
CREATE FUNCTION reading_tasks(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM task_inbox WHERE task_id = ANY(ids);
  DELETE FROM task WHERE id = ANY(ids) AND status = 'reading';
  INSERT INTO task (tenant_id, id, name, status, node_id, record_id, business_key, assignee_id, created_at, due_at, due_is_day)
    SELECT r.tenant_id, r.id, coalesce(own.title, other.title, m.title), 'reading', 'manual', r.manual_id, m.code, r.user_id, date_trunc('milliseconds', r.assigned_at),
      CASE WHEN isfinite(r.due_on) THEN (r.due_on + 1)::timestamp AT TIME ZONE o.time_zone - interval '1 millisecond' ELSE 'infinity' END, isfinite(r.due_on)
    FROM manual_reading r JOIN manual m ON m.tenant_id = r.tenant_id AND m.id = r.manual_id AND m.status = '1_active' AND m.removed_at IS NULL
      JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id JOIN tenant o ON o.id = r.tenant_id
      LEFT JOIN manual_text own ON own.tenant_id = r.tenant_id AND own.version_id = r.version_id AND own.language_id = u.language_id
      LEFT JOIN manual_text other ON other.tenant_id = r.tenant_id AND other.version_id = r.version_id AND other.language_id = m.fallback_language_id
    WHERE r.id = ANY(ids) AND r.state = 'pending';
  INSERT INTO task_inbox (tenant_id, principal, task_id, due_at, priority, process_key, name, node_id, business_key, taken, created_at)
    SELECT tenant_id, 'c:' || assignee_id, id, due_at, priority, '', name, node_id, business_key, true, created_at FROM task WHERE id = ANY(ids) AND status = 'reading';
  INSERT INTO outbox (topic, payload) SELECT 'live', jsonb_build_object('principals', jsonb_agg(DISTINCT 'u:' || user_id), 'type', 'inbox.count', 'data', '{}'::jsonb)
    FROM manual_reading WHERE id = ANY(ids) HAVING count(*) > 0;
  PERFORM pg_notify('verva_outbox', ''); END $$;
CREATE FUNCTION new_readings() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE ids uuid[] := ARRAY(SELECT id FROM added WHERE state = 'pending'); BEGIN
  IF ids <> '{}' THEN PERFORM reading_tasks(ids);
    INSERT INTO notification (tenant_id, user_id, kind, task_id, subject_id) SELECT a.tenant_id, a.user_id, 'reading', a.id, md5('reading ' || (now() AT TIME ZONE o.time_zone)::date)::uuid
      FROM added a JOIN manual m ON m.tenant_id = a.tenant_id AND m.id = a.manual_id AND m.status = '1_active' JOIN tenant o ON o.id = a.tenant_id
      WHERE a.state = 'pending' AND a.user_id IS DISTINCT FROM me() ON CONFLICT DO NOTHING;
  END IF; RETURN NULL; END $$;
CREATE TRIGGER tasks_new AFTER INSERT ON manual_reading REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION new_readings();
CREATE FUNCTION changed_readings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[] := ARRAY(SELECT n.id FROM added n JOIN gone o ON o.tenant_id = n.tenant_id AND o.id = n.id WHERE (o.state, o.due_on, o.version_id) IS DISTINCT FROM (n.state, n.due_on, n.version_id)); BEGIN
  IF ids <> '{}' THEN PERFORM reading_tasks(ids); END IF;
  -- Whoever has begun to read has seen it; what was read of tasks is each person's own to write.
  INSERT INTO task_read (tenant_id, user_id, task_id) SELECT n.tenant_id, n.user_id, n.id FROM added n JOIN gone o ON o.tenant_id = n.tenant_id AND o.id = n.id
    WHERE n.user_id = me() AND n.state = 'pending' AND (o.place, o.progress, o.scrolled_at, o.opened, o.language_id) IS DISTINCT FROM (n.place, n.progress, n.scrolled_at, n.opened, n.language_id)
    ON CONFLICT DO NOTHING;
  DELETE FROM task_read WHERE task_id = ANY(ids) AND user_id = me() AND NOT EXISTS (SELECT 1 FROM task t WHERE t.id = task_id);
  RETURN NULL; END $$;
CREATE TRIGGER tasks_changed AFTER UPDATE ON manual_reading REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION changed_readings();
CREATE FUNCTION manual_in_force() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM reading_tasks(ARRAY(SELECT id FROM manual_reading WHERE tenant_id = NEW.tenant_id AND manual_id = NEW.id AND state = 'pending')); RETURN NULL; END $$;
CREATE TRIGGER tasks_in_force AFTER UPDATE OF status, removed_at ON manual FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.removed_at IS DISTINCT FROM NEW.removed_at) EXECUTE FUNCTION manual_in_force();
`;
