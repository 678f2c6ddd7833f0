-- Languages without a release (PRV-06). fallback: the shipped language of texts that lack a translation.
ALTER TABLE language ADD COLUMN fallback text NOT NULL DEFAULT 'en' CHECK (fallback IN ('en', 'et', 'ru', 'zh'));
-- Servers hold added languages and the provider's texts in memory, for e-mails, problems and files.
SELECT service_rows('language', 'verva_system', 'select');

CREATE FUNCTION texts_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_notify('verva_texts', ''); RETURN NULL; END $$;
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON language FOR EACH STATEMENT EXECUTE FUNCTION texts_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON translation FOR EACH STATEMENT EXECUTE FUNCTION texts_changed();
