-- What grows with rows that nothing asks for: deletions by age and the search for a rare word.

CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;         -- retention
CREATE INDEX held_done ON held_action (done_at) WHERE done_at IS NOT NULL;      -- retention
CREATE INDEX mass_dry ON mass_action (created_at) WHERE mode = 'dry';           -- retention

CREATE INDEX embed_session_origin ON embed_session (tenant_id, origin) WHERE revoked_at IS NULL;   -- an origin that is no longer allowed
CREATE INDEX message_start_for ON process_message_subscription (tenant_id, name) WHERE instance_id IS NULL;          -- start events
CREATE INDEX manual_of_group ON manual (tenant_id, group_id);                   -- how many are in a group, may it go
CREATE INDEX question_version ON manual_question (tenant_id, version_id);       -- may a version go

-- The ids of the newest texts that contain a pattern. With ORDER BY and LIMIT beside the pattern the planner reads the primary
-- key backwards until enough rows fit, which for a rare word is every row. Therefore the matches are collected first; only where
-- they are more than 20,000 is the order of the key the shorter way.
CREATE OR REPLACE FUNCTION search_ids(what text, pattern text, lim int) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH m AS MATERIALIZED (SELECT id FROM search_text WHERE tenant_id = tenant() AND kind = what AND body LIKE lower(pattern) LIMIT 20001),
    n AS MATERIALIZED (SELECT count(*) <= 20000 AS all_found FROM m)
  (SELECT id FROM m WHERE (SELECT all_found FROM n) ORDER BY id DESC LIMIT least(lim, 20000))
  UNION ALL
  (SELECT id FROM search_text WHERE (SELECT NOT all_found FROM n) AND tenant_id = tenant() AND kind = what AND body LIKE lower(pattern)
    ORDER BY id DESC LIMIT least(lim, 20000)) $$;
