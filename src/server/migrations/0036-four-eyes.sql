-- Who may decide the steps of a process: 'none' restricts nobody; 'requester' keeps the person who started the case, or whom
-- its variable `requester` names, from every step with two outcomes or more; 'strict' also keeps everybody from deciding twice.
ALTER TABLE process
  ADD COLUMN four_eyes text NOT NULL DEFAULT 'none' CHECK (four_eyes IN ('none', 'requester', 'strict'));

-- Processes that exist keep working as before; those that are deployed from now on have the rule.
ALTER TABLE process ALTER COLUMN four_eyes SET DEFAULT 'requester';
