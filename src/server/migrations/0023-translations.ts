/** An organisation's own interface texts. */
export default `
-- own texts of the interface by key; those of the tenant 'verva' are everybody's · verva.admin · /i18n/{tenant}-{language}.json
CREATE TABLE translation (LIKE template.tenant INCLUDING ALL, language_id text NOT NULL, key text NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000), LIKE template.stamps INCLUDING ALL,
  PRIMARY KEY (tenant_id, language_id, key), FOREIGN KEY (tenant_id, language_id) REFERENCES language);
SELECT tenant_table('translation','T','language_id,key');
-- The public files are asked for before anybody is known.
SELECT service_rows('translation','verva_system','select');
`;
