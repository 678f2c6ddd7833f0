-- Translations of what an organisation configured (BEY-27): names of processes and tasks, texts of forms · verva.admin
-- kind, owner: the object, as in the exported configuration; part: the text in it; source: what was translated, to list outdated translations.
CREATE TABLE config_text (LIKE template.tenant INCLUDING ALL, kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  owner text NOT NULL CHECK (length(owner) BETWEEN 1 AND 300), part text NOT NULL CHECK (length(part) BETWEEN 1 AND 300),
  language_id text NOT NULL, text text NOT NULL CHECK (length(text) BETWEEN 1 AND 10000), source text NOT NULL,
  LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, kind, owner, part, language_id),
  FOREIGN KEY (tenant_id, language_id) REFERENCES language);
SELECT tenant_table('config_text','T','kind,owner,part,language_id');

-- Servers hold the translations of an organisation in memory; the payload is its id.
CREATE FUNCTION config_text_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_notify('verva_config_texts', coalesce(NEW.tenant_id, OLD.tenant_id)::text); RETURN NULL; END $$;
CREATE TRIGGER config_text_changed AFTER INSERT OR UPDATE OR DELETE ON config_text FOR EACH ROW EXECUTE FUNCTION config_text_changed();
