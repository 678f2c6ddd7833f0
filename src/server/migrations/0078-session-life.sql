-- A session ends when it was not used for this time, as the organisations of its user wanted at the sign-in; null: it does not.
ALTER TABLE idn_refresh ADD COLUMN idle_seconds int CHECK (idle_seconds > 0);
