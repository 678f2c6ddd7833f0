-- Receives what processes name a deactivated user for.
ALTER TABLE app_user ADD COLUMN successor_id uuid CHECK (successor_id <> id);
ALTER TABLE app_user ADD FOREIGN KEY (tenant_id, successor_id) REFERENCES app_user;
CREATE INDEX user_successor ON app_user (tenant_id, successor_id) WHERE successor_id IS NOT NULL;

-- The nearest active successor of a user who is not active, over at most five others; null without one. Runs with the rights
-- and the policies of the caller.
CREATE FUNCTION successor_of(person uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT u.successor_id AS id, 1 AS level FROM app_user u WHERE u.id = person
    UNION ALL
    SELECT u.successor_id, chain.level + 1 FROM chain JOIN app_user u ON u.id = chain.id
    WHERE u.status NOT IN ('active', 'invited') AND chain.level < 6)
  SELECT u.id FROM chain JOIN app_user u ON u.id = chain.id
  WHERE u.status IN ('active', 'invited') ORDER BY chain.level LIMIT 1
$$;
