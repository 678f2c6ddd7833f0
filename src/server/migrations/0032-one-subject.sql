-- One subject per person and issuer: a second account of a provider cannot be linked to a person who already has one there.
-- A database in which a person has two is not migrated; the message names them, docs/identity-providers.md says what to do.
DO $$
DECLARE
  role_before text := current_setting('role');
  found text;
BEGIN
  -- Policies bind the owner of the tables too.
  PERFORM set_config('role', 'verva_signin', true);
  SELECT string_agg(line, E'\n' ORDER BY line) INTO found FROM (
    SELECT format('  %s (tenant %s, person %s): %s', p.idp_name, i.tenant_id, i.user_id,
      string_agg(i.subject || coalesce(' last used ' || to_char(i.last_used_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), ''), ', ' ORDER BY i.subject)) AS line
    FROM user_identity i JOIN tenant_issuers p USING (issuer)
    GROUP BY p.idp_name, i.tenant_id, i.user_id HAVING count(*) > 1) AS people;
  PERFORM set_config('role', role_before, true);
  IF found IS NOT NULL THEN
    RAISE EXCEPTION E'These people have more than one account at an identity provider:\n%\nKeep the right one and remove the others: npm run links (docs/identity-providers.md, "Two accounts of one person").', found
      USING ERRCODE = 'VA003';
  END IF;
END $$;

CREATE UNIQUE INDEX one_subject ON user_identity (issuer, tenant_id, user_id);

-- When the newest token whose group claims were followed was issued; older tokens change no group.
ALTER TABLE user_identity ADD COLUMN groups_iat timestamptz;
