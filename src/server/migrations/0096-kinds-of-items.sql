-- Items of the catalogue that start a kind of case, or add a record to a registry (CAT-01).
ALTER TABLE catalogue_item DROP CONSTRAINT catalogue_item_kind_check;
ALTER TABLE catalogue_item ADD CONSTRAINT catalogue_item_kind_check CHECK (kind IN ('case', 'process', 'record', 'link'));
