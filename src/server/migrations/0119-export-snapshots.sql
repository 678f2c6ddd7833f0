-- An export reads one snapshot in one transaction, which no other server can continue. `claim` is the attempt that may write
-- parts; another server takes over after `retry_at`, which the attempt extends, and starts again.
ALTER TABLE tenant_export DROP COLUMN at_table, DROP COLUMN cursor, ADD COLUMN claim uuid;

-- Rows that only their user can read, as lines of JSON; with the rights of the caller.
CREATE FUNCTION rows_of_users(source regclass, owner text, is_shared text, secrets text[], users uuid[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE one uuid; BEGIN
  FOREACH one IN ARRAY users LOOP
    PERFORM set_config('app.user_id', one::text, true);
    RETURN QUERY EXECUTE format('SELECT (to_jsonb(exported_row) - $2)::text FROM %s exported_row WHERE %I = $1 AND NOT coalesce(%s, false)', source, owner, is_shared)
      USING one, secrets;
  END LOOP;
  PERFORM set_config('app.user_id', '', true);
END $$;
