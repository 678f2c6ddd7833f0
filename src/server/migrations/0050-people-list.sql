-- The orders of the list of users; they end with the id, so that a page continues after its last row.
CREATE INDEX user_list_name ON app_user (tenant_id, name_key, id);
CREATE INDEX user_list_username ON app_user (tenant_id, (username COLLATE "C"), id);
CREATE INDEX user_list_created ON app_user (tenant_id, created_at, id);

-- What names a group.
CREATE INDEX audience_ref ON manual_audience (tenant_id, kind, ref);

-- The orders of the list of delegations.
CREATE INDEX delegation_by_start ON delegation (tenant_id, start_date, id) WHERE removed_at IS NULL;
CREATE INDEX delegation_by_end ON delegation (tenant_id, end_date, id) WHERE removed_at IS NULL;
CREATE INDEX delegation_of_user ON delegation (tenant_id, user_id, id) WHERE removed_at IS NULL;
CREATE INDEX delegation_of_delegate ON delegation (tenant_id, delegate_user_id, id) WHERE removed_at IS NULL;
