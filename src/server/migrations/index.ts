import { readdirSync, readFileSync } from 'node:fs';
import foundation from './0001-foundation.ts';
import platform from './0002-platform.ts';
import identity from './0003-identity.ts';
import reference from './0004-reference.ts';
import processes from './0005-processes.ts';
import tasks from './0006-tasks.ts';
import signIn from './0007-sign-in.ts';
import files from './0008-files.ts';
import held from './0009-held.ts';
import drafts from './0010-drafts.ts';
import attachments from './0011-attachments.ts';
import massActions from './0012-mass-actions.ts';
import downloads from './0013-downloads.ts';
import savedViews from './0014-saved-views.ts';
import collaboration from './0015-collaboration.ts';
import notifications from './0016-notifications.ts';
import inboxLists from './0017-inbox-lists.ts';
import dropdowns from './0018-dropdowns.ts';
import formBuilder from './0019-form-builder.ts';
import formTasks from './0020-form-tasks.ts';
import manuals from './0021-manuals.ts';
import embedSessions from './0022-embed-sessions.ts';
import translations from './0023-translations.ts';
import inboxByProcess from './0024-inbox-by-process.ts';
import productMenu from './0025-product-menu.ts';
import unreadInput from './0026-unread-input.ts';
import records from './0027-records.ts';
import originNotifications from './0028-origins-told.ts';

const folder = new URL('./', import.meta.url);

/** Migrations from 0029 are `.sql` files in this folder, named `NNNN-name.sql`; they need no registration. */
const sqlFiles = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ name: name.slice(0, -'.sql'.length), sql: readFileSync(new URL(name, folder), 'utf8') }));

/** All migrations in order; forward only. Released migrations are never edited: a later one corrects them. */
export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-foundation', sql: foundation },
  { name: '0002-platform', sql: platform },
  { name: '0003-identity', sql: identity },
  { name: '0004-reference', sql: reference },
  { name: '0005-processes', sql: processes },
  { name: '0006-tasks', sql: tasks },
  { name: '0007-sign-in', sql: signIn },
  { name: '0008-files', sql: files },
  { name: '0009-held', sql: held },
  { name: '0010-drafts', sql: drafts },
  { name: '0011-attachments', sql: attachments },
  { name: '0012-mass-actions', sql: massActions },
  { name: '0013-downloads', sql: downloads },
  { name: '0014-saved-views', sql: savedViews },
  { name: '0015-collaboration', sql: collaboration },
  { name: '0016-notifications', sql: notifications },
  { name: '0017-inbox-lists', sql: inboxLists },
  { name: '0018-dropdowns', sql: dropdowns },
  { name: '0019-form-builder', sql: formBuilder },
  { name: '0020-form-tasks', sql: formTasks },
  { name: '0021-manuals', sql: manuals },
  { name: '0022-embed-sessions', sql: embedSessions },
  { name: '0023-translations', sql: translations },
  { name: '0024-inbox-by-process', sql: inboxByProcess },
  { name: '0025-product-menu', sql: productMenu },
  { name: '0026-unread-input', sql: unreadInput },
  { name: '0027-records', sql: records },
  { name: '0028-origins-told', sql: originNotifications },
  ...sqlFiles,
];

/** Tables of one partition per quarter; each start makes the quarters ahead. */
export const partitionedTables = ['audit_log', 'hr_access_log', 'look_log', 'process_history', 'task'] as const;
