/** A permission to read a whole table, or many rows of it, with the reason. */
export interface Allowed {
  /** Matches the name of the request or recurring job. */
  readonly by: RegExp;
  readonly tables: readonly string[];
  readonly why: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    by: /GET \/api\/records\/users\?.*(q=|username=|jobTitle=|company=eq%3A$|contract\w+=|dimension=|former=|sort=contractEnd)/,
    tables: ['app_user', 'hr_contract', 'hr_contract_dimension'],
    why: 'The contract that counts today is chosen for each user before it is compared. The list in its own orders reads a page.',
  },
  {
    by: /GET \/api\/records\/user_contracts\?.*(q=|count=|userId=eq%3A$|(number|kind|company|jobTitle|\w+sOn|weeklyHours|dimension)=)/,
    tables: ['app_user', 'hr_contract', 'hr_contract_dimension'],
    why: 'Contracts are compared one by one. Those of one user are found by an index, and the list in its own orders reads a page.',
  },
  {
    by: /^POST \/api\/tenants$/,
    tables: ['menu_item'],
    why: 'A new organisation gets the fifty entries of the product; with a few organisations the parent of each is searched without the index.',
  },
  {
    by: /GET \/api\/records\/assets\?.*data\.words=eq%3A$/,
    tables: ['record_index', 'record_index_many'],
    why: 'Records without any value of a list have no row in the index: all others are excluded.',
  },
  {
    by: /(GET \/api\/config\/export|POST \/api\/config\/)/,
    tables: ['dropdown_option', 'dropdown_option_text', 'saved_view', 'menu_item'],
    why: 'A file has the whole configuration of the organisation, and is compared with it: all options of its dropdowns, all shared views and all entries of its menu.',
  },
  {
    by: /DELETE \/api\/catalogue\/items\/\{id\}/,
    tables: ['catalogue_use'],
    why: 'The favourites and starts of an item go with it.',
  },
  {
    by: /POST \/api\/alerts\/seen/,
    tables: ['alert_recipient'],
    why: 'Marks every alert that the caller has not seen, and reads no other row.',
  },
  {
    by: /users\/\{userId\}\/eras/,
    tables: ['attachment', 'comment', 'process_history'],
    why: 'What stays of a user is counted once, before an administrator erases the user.',
  },
  {
    by: /manuals\/\{id\}\/(audience|versions)|manuals\/attachments\/\{id\}$|reading assignments/,
    tables: ['app_user'],
    why: 'Who must read a manual that is changed or released is found among all people.',
  },
  {
    by: /GET \/api\/records\/people\?.*(q=|like%3A)/,
    tables: ['search_text'],
    why: 'The texts of 14,000 users are read sooner than the index of patterns; those of 100,000 are not (npm run bench -- people).',
  },
  {
    by: /release\/preview/,
    tables: ['manual', 'manual_reading', 'manual_text'],
    why: 'What else its readers have to read is counted for all of them.',
  },
  {
    by: /GET \/api\/manuals\/report/,
    tables: ['app_user', 'manual', 'manual_reading', 'manual_version', 'user_department'],
    why: 'The report counts all people, by all manuals and departments.',
  },
  {
    by: /users\/\{userId\}\/tags/,
    tables: ['app_user', 'tagging'],
    why: 'Who has a tag decides about what they must read: found as for all people.',
  },
  {
    by: /POST \/api\/manuals\/import/,
    tables: ['manual'],
    why: 'The codes of all manuals are read, for one that is free.',
  },
  {
    by: /reading assignments/,
    tables: ['manual', 'tagging', 'reader_change'],
    why: 'The job reads all that changed, and all manuals for them.',
  },
  {
    by: /GET \/api\/(identity|records)\/groups/,
    tables: ['app_user', 'group_member'],
    why: 'The people of each group are counted.',
  },
  {
    by: /\/api\/(identity|records)\/tags/,
    tables: ['app_user', 'tagging'],
    why: 'The users of each tag are counted.',
  },
  {
    by: /GET \/api\/rights/,
    tables: ['app_user', 'group_member'],
    why: 'The active users of each right are counted.',
  },
  {
    by: /GET \/api\/records\/organisations/,
    tables: ['app_user'],
    why: 'The users of each organisation are counted, for the provider.',
  },
  {
    by: /\/issuers/,
    tables: ['tenant_issuers', 'user_identity'],
    why: 'An organisation has at most ten identity providers, whose users are counted.',
  },
  {
    by: /users\/\{userId\}\/rights/,
    tables: ['app_user', 'user_manager'],
    why: 'The active users whom a manager manages are counted.',
  },
  {
    by: /GET \/api\/(records\/)?(companies|departments)/,
    tables: ['app_user', 'user_department'],
    why: 'The users of each company and department are counted.',
  },
  {
    by: /GET \/api\/records\/people\?sort=(email|jobTitle|department|status)|GET \/api\/records\/people\?sort=\w+(:asc|:desc)?&(?!after)/,
    tables: ['app_user', 'department', 'group_member', 'tagging', 'user_department', 'user_manager'],
    why: 'Names, usernames and dates are read in the order of an index. With a filter 5,000 users are looked through; then those that fit are collected, by an index for names, usernames, addresses, groups, tags and departments.',
  },
  {
    by: /GET \/api\/records\/delegations\?sort=(user|delegate)/,
    tables: ['app_user'],
    why: 'Delegations are read in the order of their users, who are sorted.',
  },
  {
    by: /GET \/api\/records\/delegations\?sort=\w+(:asc|:desc)?&(?!after)/,
    tables: ['app_user', 'delegation'],
    why: 'With a filter 5,000 delegations are looked through; then those that fit are collected, by an index for users, delegates and days.',
  },
  {
    by: /GET \/api\/records\/audit\?sort=at(:asc|:desc)?&(?!after)/,
    tables: ['app_user', 'audit_log'],
    why: 'With a filter 5,000 rows are looked through; then those that fit are collected, by an index for users, kinds with keys, actions, times and requests.',
  },
  {
    by: /GET \/api\/audit\/verify|audit seals/,
    tables: ['audit_log', 'audit_pending', 'audit_seal'],
    why: 'Each pending row is sealed, and each row and seal is verified.',
  },
  {
    by: /GET \/api\/records\/group_members\?/,
    tables: ['app_user', 'group_member'],
    why: 'Members are read with their users and sorted, those of one group on every screen; the list of users reads by indexes.',
  },
  {
    by: /GET \/api\/tasks\/load/,
    tables: ['app_user', 'task', 'task_inbox'],
    why: 'The open tasks of all people are counted, 1,000 of each.',
  },
  {
    by: /POST \/api\/tasks\/\{id\}$|processes\/\{key\}\/start|catalogue\/\{id\}\/start|cases\/\{caseTypeId\}|tasks\/next|GET \/api\/downloads\/\{token\}/,
    tables: ['task_snooze'],
    why: 'What the viewer snoozed is left out of the list; it is deleted when it wakes.',
  },
  {
    by: /GET \/api\/downloads\/\{token\}|POST \/api\/mass-task-action\/tasks/,
    tables: ['task', 'task_inbox'],
    why: 'Each task of the inbox is written into the file, or taken into the run.',
  },
  {
    by: /POST \/api\/identity\/delegate$|delegation transitions/,
    tables: ['delegation'],
    why: 'Each is listed, or told of.',
  },
  {
    by: /GET \/api\/dropdowns(\?|$)/,
    tables: ['dropdown_option'],
    why: 'Options are counted, and with q searched, in all dropdowns of the organisation: 5,000 each at most.',
  },
  {
    by: /due task notifications/,
    tables: ['group_member', 'notification_setting', 'task'],
    why: 'The 500 tasks that fell due, with the members of their groups and what each wants to be told: here of all users.',
  },
  {
    by: /record retention/,
    tables: ['record'],
    why: 'When the retention of a registry changed, the day of each of its records is computed once, 5,000 at a time.',
  },
  {
    by: /upload cleanup/,
    tables: ['attachment', 'task'],
    why: 'Each loose upload and its task is looked at, once an hour.',
  },
  {
    by: /DELETE \/api\/forms\/\{id\}/,
    tables: ['task'],
    why: 'Open tasks of a form are looked for when it is removed: an index for that would be written with every task.',
  },
  {
    by: /GET \/api\/records\/manuals(_language|_language_attachments)?\?/,
    tables: ['app_user', 'file', 'manual', 'manual_attachment', 'manual_text', 'manual_version', 'search_text'],
    why: 'All manuals are read and sorted, with their texts and files: an organisation has hundreds, 20,000 at most.',
  },
  {
    by: /GET \/api\/records\/manuals_read\?/,
    tables: ['app_user', 'manual', 'manual_version', 'search_text', 'user_department'],
    why: 'Readings are read in the order of their manuals or readers, which are sorted; with a search the manuals that have the words are found.',
  },
  {
    by: /GET \/api\/records\/manuals_read\?sort=\w+(:asc|:desc)?&(?!after)/,
    tables: ['manual_reading'],
    why: 'With a filter 5,000 readings with and 5,000 without a value are looked through. Then those that fit are collected, by an index but for q, title, color, state, overdueDays and language.',
  },
  {
    by: /GET \/api\/(records\/)?requests(\?|$)/,
    tables: ['process_instance', 'user_manager'],
    why: 'A line manager reads the requests of the users they manage, who are sorted together: here of all users. Own requests are read in the order of an index.',
  },
  {
    by: /GET \/api\/instances\?.*&(q=|businessKey=like)/,
    tables: ['process_instance'],
    why: 'What contains a text is looked for in the order of the list, for 5 seconds at most.',
  },
  {
    by: /GET \/api\/tasks\/all\?.*&(?!after)/,
    tables: ['task', 'task_inbox'],
    why: 'At most 200,000 rows of an order are looked through; more is refused (filter.too_broad).',
  },
  {
    by: /GET \/api\/(tasks|mass-task-action\/tasks\/\{a\}\/\{b\})\?/,
    tables: ['task_snooze'],
    why: 'What the viewer snoozed is left out of the list, or is the list; it is deleted when it wakes.',
  },
  {
    by: /GET \/api\/tasks\?.*&unread=/,
    tables: ['task_read'],
    why: 'What the viewer has read is looked for in the inbox; 20,000 rows at most.',
  },
];

/** A statement that may read a whole table of a tenant, found by `npm run check:plans`, with the reason. */
export interface AllowedPlan {
  readonly statement: RegExp;
  readonly tables: readonly string[];
  readonly why: string;
}

export const ALLOWED_PLANS: readonly AllowedPlan[] = [
  {
    statement: /^WITH rules AS|manual_audience r JOIN app_user/,
    tables: ['app_user', 'group_member', 'user_department', 'tagging'],
    why: 'Who must read a manual is found among all people; a rule may mean all of them.',
  },
  {
    statement: /AS people FROM (app_group|tag) |count\(\*\)::int FROM user_department p JOIN/,
    tables: ['app_user', 'group_member', 'tagging', 'user_department'],
    why: 'The people of each group, tag or department are counted.',
  },
  {
    statement: /^SELECT u\.\*, \(SELECT count\(\*\)::int FROM \(SELECT 1 FROM task t WHERE t\.ended_by = u\.id/,
    tables: ['app_user'],
    why: 'The open tasks of all people are counted.',
  },
  {
    statement: /FROM \(SELECT m\.id, m\.code, CASE WHEN v\.id IS NULL|FROM \(SELECT (t|a)\.id, m\.id AS manual/,
    tables: ['app_user', 'file', 'manual', 'manual_attachment', 'manual_text', 'manual_version'],
    why: 'Lists of manuals, their texts and files: an organisation has hundreds, 20,000 at most.',
  },
  {
    statement:
      /FROM \(SELECT r\.id, r\.manual_id AS manual, r\.version_id AS version|^WITH c AS \( SELECT r\.manual_id, r\.user_id/,
    tables: ['app_user', 'manual', 'manual_reading', 'manual_version', 'user_department'],
    why: 'Readings by their manuals and readers, or by several columns; the report counts all of them.',
  },
  {
    statement: /d\.delegate_user_id AS "delegateUserId"|^SELECT d\.tenant_id AS "tenantId", d\.id, t\.time_zone/,
    tables: ['delegation'],
    why: 'All delegations are listed to those who may see them; those that begin or end are found by partial indexes across organisations.',
  },
  {
    statement: /JOIN embed_session s ON s\.tenant_id = c\.tenant_id AND s\.client_id = c\.id WHERE b\.disabled_at/,
    tables: ['embed_session'],
    why: 'The sessions of a client that is disabled, by embed_session_client when there are many.',
  },
  {
    statement: /^DELETE FROM "\w+" WHERE ctid = ANY|^SELECT string_agg\(line/,
    tables: ['file', 'tenant_issuers'],
    why: 'Retention and migrations read across organisations: file_purge holds what was removed.',
  },
  {
    statement: /^WITH came AS \(SELECT \* FROM jsonb_to_recordset/,
    tables: ['group_member', 'notification'],
    why: 'Joined by member_of_group and notification_once when there are many rows: test/scans shows it.',
  },
  {
    statement:
      /FROM process_history h CROSS JOIN LATERAL|JOIN process_instance c ON c\.id = t\.instance_id WHERE i\.principal/,
    tables: ['comment', 'process_instance'],
    why: 'Joined by their primary keys when there are many rows: test/scans shows it.',
  },
  {
    statement: /^WITH k AS \(SELECT i\.task_id, i\.due_at, 2 AS rank/,
    tables: ['task'],
    why: 'Joined by its primary key when there are many rows: test/scans shows it.',
  },
  {
    statement:
      /^SELECT m\.id FROM manual m WHERE m\.removed_at IS NOT NULL|^SELECT id FROM manual WHERE current_number IS NOT NULL/,
    tables: ['manual'],
    why: 'Jobs: the bin is read by manual_bin; who must read manuals is found for all of them.',
  },
  {
    statement:
      /FROM manual_attachment a JOIN manual_version v ON v\.id = a\.version_id|^SELECT r\.id, r\.manual_id, v\.number, m\.code/,
    tables: ['manual', 'manual_version'],
    why: 'Joined by their primary keys when there are many rows: test/scans shows it.',
  },
  {
    statement: /^WITH (found|held) AS MATERIALIZED|^SELECT n\.tenant_id AS "tenantId", n\.user_id/,
    tables: ['group_member', 'mention', 'notification'],
    why: 'Jobs for reminders and e-mails: what waits is read, by partial indexes; its people and mentions are joined by their keys.',
  },
  {
    statement:
      /^SELECT t\.id FROM task t JOIN process_instance c|^WITH RECURSIVE up AS .* SELECT t\.id FROM down JOIN task t|^WITH came AS \(SELECT \* FROM jsonb_to_recordset|^SELECT t\.id, t\.name, t\.description, CASE t\.status|^WITH p\(principal, rank, via_user/,
    tables: ['task'],
    why: 'Joined by task_instance or the primary key when there are many rows; test/scans reads the lists with 10,000.',
  },
  {
    statement: /^UPDATE process_incident i SET resolved_at = .* FROM task t/,
    tables: ['process_incident'],
    why: 'Joined by incident_instance when there are many rows; incident_open has the open ones only.',
  },
  {
    statement: /^WITH held AS MATERIALIZED \( SELECT \* FROM notification WHERE user_id/,
    tables: ['delegation'],
    why: 'Joined by delegation_to to the person who gets the message.',
  },
  {
    statement: /^SELECT tenant_id AS "tenantId", id FROM mass_action WHERE state IN/,
    tables: ['mass_action'],
    why: 'A job for all organisations: mass_left has the runs under way only.',
  },
  {
    statement: /^SELECT tenant_id AS "tenantId", id FROM import_run WHERE state IN/,
    tables: ['import_run'],
    why: 'A job for all organisations: import_abandoned has the imports under way only.',
  },
  {
    statement: /^SELECT made_at AS "madeAt", expires_at AS "expiresAt" FROM idn_link WHERE kind = 'setup'/,
    tables: ['idn_link'],
    why: 'At most one row: idn_link_setup.',
  },
  {
    statement: /EXISTS \(SELECT 1 FROM reader_change c WHERE c\.tenant_id = t\.id\)/,
    tables: ['reader_change'],
    why: 'Stops at the first row of each organisation.',
  },
  {
    statement:
      /^SELECT p\.idp_name FROM idn_user u|^SELECT idp_name FROM tenant_issuers|^SELECT p\.\*, .* FROM tenant_issuers p WHERE|^SELECT coalesce\(bool_or\(idp_name|^SELECT domain FROM tenant_issuers p/,
    tables: ['tenant_issuers'],
    why: 'An installation has a few identity providers for each organisation.',
  },
  {
    statement:
      /^UPDATE delegation SET replace_verva = \$1, removed_at|^SELECT id FROM held_action WHERE state = 'held' LIMIT|^select "id", "payload" from "manual_receipt"|^UPDATE notification SET created_at = created_at -|^select "topic", "payload" from "outbox"|^INSERT INTO task_inbox .* FROM task$|^UPDATE task_inbox i SET due_at = t\.due_at FROM task t WHERE t\.id = i\.task_id AND t\.name LIKE/,
    tables: ['delegation', 'held_action', 'manual_receipt', 'notification', 'outbox', 'task'],
    why: 'Statements of tests.',
  },
];
