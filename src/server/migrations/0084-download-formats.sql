-- Lists of records can be downloaded as JSON lines too.
ALTER TABLE download ADD COLUMN format text NOT NULL DEFAULT 'csv' CHECK (format IN ('csv', 'ndjson'));
