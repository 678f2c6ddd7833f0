-- The version of a record when it was selected: a run refuses records that have changed since.
ALTER TABLE mass_action_item ADD COLUMN version int;
