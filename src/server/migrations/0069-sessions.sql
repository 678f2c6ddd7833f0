-- What a user sees of a session: the browser and system in short words, the address of the sign-in, and when a token of it was last used,
-- written at most hourly. Rows without a browser are from before this version, or of clients that send none.
ALTER TABLE idn_refresh
  ADD COLUMN browser text CHECK (length(browser) <= 40),
  ADD COLUMN system text CHECK (length(system) <= 40),
  ADD COLUMN address inet,
  ADD COLUMN last_used_at timestamptz;

-- Expired sessions are deleted, and their addresses with them.
CREATE INDEX idn_refresh_old ON idn_refresh (expires_at);
