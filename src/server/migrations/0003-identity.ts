/** Sign-in before the tenant is known; users, groups, departments and delegations. */
export default String.raw`
-- people who sign in with the embedded service · signin · with membership. Lower case instead of citext (rule 8)
CREATE TABLE idn_user (sub uuid PRIMARY KEY, username text NOT NULL UNIQUE CHECK (username = lower(username)),
  tenant_id int NOT NULL, password_hash text,
  status text NOT NULL CHECK (status IN ('CONFIRMED','UNCONFIRMED','RESET_REQUIRED','FORCE_CHANGE_PASSWORD')),
  temp_expires_at timestamptz,
  email text, email_verified boolean NOT NULL DEFAULT false, phone_number text,
  phone_verified boolean NOT NULL DEFAULT false, disabled boolean NOT NULL DEFAULT false,
  mfa text NOT NULL DEFAULT 'none' CHECK (mfa IN ('none','email','sms')),
  created_at timestamptz NOT NULL DEFAULT now());
CREATE UNIQUE INDEX idn_user_email ON idn_user (lower(email)) WHERE email_verified;
CREATE UNIQUE INDEX idn_user_phone ON idn_user (phone_number) WHERE phone_verified;  -- aliases

CREATE TABLE idn_session (token_sha256 bytea PRIMARY KEY, user_sub uuid, challenge text NOT NULL, code_hmac bytea,
  expires_at timestamptz NOT NULL, attempts int NOT NULL DEFAULT 0);  -- 180 s, DELETE … RETURNING on use

CREATE TABLE idn_refresh (token_sha256 bytea PRIMARY KEY, family_id uuid NOT NULL,
  user_sub uuid NOT NULL REFERENCES idn_user ON DELETE CASCADE, auth_time_ms bigint NOT NULL,
  expires_at timestamptz NOT NULL, revoked_at timestamptz);
CREATE INDEX idn_refresh_family ON idn_refresh (family_id);
CREATE INDEX idn_refresh_user ON idn_refresh (user_sub);

CREATE TABLE idn_key (kid text PRIMARY KEY, jwk_private bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('next','active','retired')), not_after timestamptz NOT NULL);

CREATE TABLE idn_throttle (bucket text PRIMARY KEY, count int NOT NULL, window_end timestamptz NOT NULL);

-- issuers the API trusts · verva.admin through signin · until removed. tenant_id null = the token's claim decides (embedded, Cognito)
CREATE TABLE tenant_issuers (issuer text PRIMARY KEY, idp_name text NOT NULL UNIQUE, tenant_id int REFERENCES tenant,
  audience text NOT NULL, jwks_uri text NOT NULL, algs text[] NOT NULL, token_use text,
  subject_claim text NOT NULL DEFAULT 'sub', groups_claim text, group_map jsonb NOT NULL DEFAULT '{}',
  email_domains text[] NOT NULL DEFAULT '{}');

-- who a token's subject is; several rows = several tenants (LOG-23) · signin at first use, invitation · with person
CREATE TABLE user_identity (issuer text NOT NULL REFERENCES tenant_issuers, subject text NOT NULL,
  tenant_id int NOT NULL REFERENCES tenant, user_id uuid NOT NULL, last_used_at timestamptz,
  revoked_before timestamptz, PRIMARY KEY (issuer, subject, tenant_id));
CREATE INDEX user_identity_user ON user_identity (tenant_id, user_id);
DO $$ DECLARE t text; BEGIN FOREACH t IN ARRAY ARRAY['idn_user','idn_session','idn_refresh','idn_key','idn_throttle','tenant_issuers','user_identity'] LOOP PERFORM tenant_table(t::regclass,'S'); PERFORM service_rows(t::regclass,'verva_signin','select,insert,update,delete'); END LOOP; END $$;

-- person · admin, profile, sync, first sign-in · anonymised, never deleted. 'managed' and 'create' are words of paths. username = id of the specification, unique over all tenants through idn_user
CREATE TABLE app_user (LIKE template.row INCLUDING ALL,
  username text NOT NULL CHECK (username = lower(username) AND length(username) >= 5 AND username NOT IN ('managed','create')),
  name text, email text, email_key text, phone_number text CHECK (phone_number ~ '^\+[0-9]{5,15}$'),
  language_id text NOT NULL DEFAULT 'en', avatar_file_id uuid, company_id uuid, job_title text, external_id text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('invited','active','disabled','erased')),
  source text NOT NULL DEFAULT 'local' CHECK (source IN ('local','idp','sync')), LIKE template.stamps INCLUDING ALL,
  UNIQUE (tenant_id, username));
SELECT tenant_table('app_user','T','id');
CREATE INDEX user_name ON app_user (tenant_id, name COLLATE "C", id);
CREATE INDEX user_external ON app_user (tenant_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX user_company ON app_user (tenant_id, company_id);

CREATE TABLE user_manager (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL,
  manager_id uuid NOT NULL CHECK (manager_id <> user_id),
  kind text NOT NULL DEFAULT 'line' CHECK (kind IN ('line','functional')),
  PRIMARY KEY (tenant_id, user_id, manager_id, kind), FOREIGN KEY (tenant_id, user_id) REFERENCES app_user,
  FOREIGN KEY (tenant_id, manager_id) REFERENCES app_user);
SELECT tenant_table('user_manager','T','user_id,manager_id');
CREATE INDEX manager_reports ON user_manager (tenant_id, manager_id, user_id);  -- own reports, /managed

-- group: id is the name that permissions, BPMN and menus use · admin; IdP mapping · until deleted (guarded by 'used by')
CREATE TABLE app_group (LIKE template.tenant INCLUDING ALL, id text NOT NULL CHECK (id ~ '^[a-z][a-z0-9_.-]{1,63}$'),
  name text NOT NULL, description text, kind text NOT NULL DEFAULT 'custom' CHECK (kind IN ('product','custom')),
  LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, id));
SELECT tenant_table('app_group','T','id');

CREATE TABLE group_member (LIKE template.tenant INCLUDING ALL, group_id text NOT NULL, user_id uuid NOT NULL,
  source text NOT NULL DEFAULT 'manual' CHECK (source IN ('manual','idp','sync')),
  added_at timestamptz NOT NULL DEFAULT now(), added_by uuid DEFAULT me(), PRIMARY KEY (tenant_id, user_id, group_id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES app_group, FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('group_member','T','group_id,user_id');
CREATE INDEX member_of_group ON group_member (tenant_id, group_id, user_id);

CREATE TABLE company (LIKE template.row INCLUDING ALL, code text NOT NULL, name text NOT NULL, registry_code text,
  country text, active boolean NOT NULL DEFAULT true, external_id text, LIKE template.stamps INCLUDING ALL,
  UNIQUE (tenant_id, code));
SELECT tenant_table('company','T','id');
ALTER TABLE app_user ADD FOREIGN KEY (tenant_id, company_id) REFERENCES company;

CREATE TABLE department (LIKE template.row INCLUDING ALL, parent_id uuid, company_id uuid, code text NOT NULL,
  name text NOT NULL, manager_id uuid, active boolean NOT NULL DEFAULT true, external_id text,
  LIKE template.stamps INCLUDING ALL, UNIQUE (tenant_id, code),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES department, FOREIGN KEY (tenant_id, company_id) REFERENCES company,
  FOREIGN KEY (tenant_id, manager_id) REFERENCES app_user);
SELECT tenant_table('department','T','id');
CREATE INDEX department_children ON department (tenant_id, parent_id);

CREATE TABLE department_closure (LIKE template.tenant INCLUDING ALL, ancestor_id uuid NOT NULL,
  descendant_id uuid NOT NULL, depth int NOT NULL, PRIMARY KEY (tenant_id, ancestor_id, descendant_id));
SELECT tenant_table('department_closure');
CREATE INDEX closure_up ON department_closure (tenant_id, descendant_id, depth);

CREATE TABLE user_department (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL, department_id uuid NOT NULL,
  is_primary boolean NOT NULL DEFAULT true, PRIMARY KEY (tenant_id, user_id, department_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user, FOREIGN KEY (tenant_id, department_id) REFERENCES department);
SELECT tenant_table('user_department','T','user_id,department_id');
CREATE INDEX department_people ON user_department (tenant_id, department_id, user_id);
CREATE UNIQUE INDEX one_primary ON user_department (tenant_id, user_id) WHERE is_primary;

-- delegation · its user, admin · removed after 30 days in the bin; history keeps both names
CREATE TABLE delegation (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL,
  delegate_user_id uuid NOT NULL CHECK (delegate_user_id <> user_id), start_date date NOT NULL,
  end_date date NOT NULL, comment varchar(100) NOT NULL DEFAULT '', replace_verva boolean NOT NULL DEFAULT true,
  move_open_tasks boolean NOT NULL DEFAULT true, ended_report_at timestamptz, LIKE template.stamps INCLUDING ALL,
  removed_at timestamptz,
  CHECK (start_date <= end_date), FOREIGN KEY (tenant_id, user_id) REFERENCES app_user,
  FOREIGN KEY (tenant_id, delegate_user_id) REFERENCES app_user,
  CONSTRAINT delegation_overlap EXCLUDE USING gist (tenant_id WITH =, user_id WITH =, daterange(start_date, end_date, '[]') WITH &&) WHERE (removed_at IS NULL));
SELECT tenant_table('delegation','T','id');
CREATE INDEX delegation_to ON delegation (tenant_id, delegate_user_id, end_date) WHERE removed_at IS NULL;  -- whom do I stand for today
`;
