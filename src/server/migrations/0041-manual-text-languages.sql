-- The languages of an organisation's manuals, found without reading each text.
CREATE INDEX manual_text_language ON manual_text (tenant_id, language_id);
