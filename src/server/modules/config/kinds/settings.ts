import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Settings that the file contains. Those of the audit log, sign-in, embedding and rights are decided in each installation. */
const SETTINGS = ['attachmentMaxMb', 'helpUrl', 'notifications', 'selfRename'];

export const settings: ConfigKind = {
  id: 'settings',
  tables: ['tenant_setting'],
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT key, jsonb_build_object('key', key, 'value', value) AS content
        FROM tenant_setting WHERE key = ANY(${SETTINGS}::text[])`,
    ),
};
