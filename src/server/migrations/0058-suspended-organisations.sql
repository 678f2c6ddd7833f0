-- Why and when the provider suspended an organisation; both null while it is active.
ALTER TABLE tenant
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_reason text CHECK (length(suspended_reason) BETWEEN 1 AND 1000);
