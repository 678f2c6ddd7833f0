-- The family of configuration files of an organisation (BEY-22): files with the same line are compared with what was applied before.
ALTER TABLE tenant ADD COLUMN config_line uuid NOT NULL DEFAULT gen_random_uuid();
