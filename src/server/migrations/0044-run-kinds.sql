-- A run has a kind. A server of the version before writes runs of mass actions only and does not name it.
ALTER TABLE mass_action ADD COLUMN kind text NOT NULL DEFAULT 'mass-action';
