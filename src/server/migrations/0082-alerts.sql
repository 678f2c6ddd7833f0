-- Alerts to administrators about events of security (docs/operating.md). No names: user ids, and names of tokens.

-- what happened · alerts job · 12 months. `subject`: the user or client it is about, '' the organisation; `occasion` makes it one alert
CREATE TABLE alert (LIKE template.row INCLUDING ALL, kind text NOT NULL, subject text NOT NULL, occasion text NOT NULL,
  at timestamptz NOT NULL, actor_id uuid, details jsonb NOT NULL DEFAULT '{}', UNIQUE (tenant_id, kind, subject, occasion));
SELECT tenant_table('alert');
SELECT service_rows('alert', 'verva_system', 'select,delete');
CREATE INDEX alert_recent ON alert (tenant_id, kind, subject, at);

-- who was informed in the application, and has seen it · alerts job, administrators · with the alert
CREATE TABLE alert_recipient (LIKE template.tenant INCLUDING ALL, alert_id uuid NOT NULL, user_id uuid NOT NULL, seen_at timestamptz,
  PRIMARY KEY (tenant_id, alert_id, user_id), FOREIGN KEY (tenant_id, user_id) REFERENCES app_user,
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert ON DELETE CASCADE);
SELECT tenant_table('alert_recipient');
CREATE INDEX alert_of_user ON alert_recipient (tenant_id, user_id, alert_id DESC);
CREATE INDEX alert_unseen ON alert_recipient (tenant_id, user_id, alert_id) WHERE seen_at IS NULL;

-- how far the audit log was searched, and its seals were verified · alerts job · with the organisation
CREATE TABLE alert_scan (LIKE template.tenant INCLUDING ALL, began_at timestamptz NOT NULL DEFAULT now(),
  at timestamptz NOT NULL DEFAULT now(), seal bigint NOT NULL DEFAULT -1, verified_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id));
SELECT tenant_table('alert_scan');

-- Times of the last ten failures of a row, which tell ten within 15 minutes from ten within an hour.
ALTER TABLE idn_failure ADD COLUMN times timestamptz[] NOT NULL DEFAULT '{}';
