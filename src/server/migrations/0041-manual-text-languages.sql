-- The languages of an organisation's manuals, found without reading each text.
CREATE INDEX manual_text_language ON manual_text (tenant_id, language_id);

-- The id of a text in lists: its version and language.
ALTER TABLE manual_text ADD COLUMN id uuid NOT NULL GENERATED ALWAYS AS (md5(version_id::text || language_id)::uuid) STORED;
CREATE UNIQUE INDEX manual_text_id ON manual_text (tenant_id, id);
