import { sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { FILE_MAX_MB_CEILING } from '../../../../shared/contracts/file-kinds.ts';
import { NotificationDefaults } from '../../../../shared/contracts/notifications.contract.ts';
import { HELP_URL_MAX } from '../../../../shared/contracts/organisations.rules.ts';
import { json } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { bodyCheck } from '../../../platform/http/readable.ts';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';
import { members } from './schema.ts';

/** Settings that the file contains. Those of the audit log, sign-in, embedding and rights are decided in each installation. */
const VALUES: Readonly<Record<string, TSchema>> = {
  attachmentMaxMb: Type.Number({ minimum: 1, maximum: FILE_MAX_MB_CEILING }),
  helpUrl: Type.String({ maxLength: HELP_URL_MAX, pattern: '^https?://\\S+$' }),
  notifications: NotificationDefaults,
  selfRename: Type.Boolean(),
};
const SETTINGS = Object.keys(VALUES);
const CHECKS = Object.fromEntries(
  Object.entries(VALUES).map(([key, value]) => [
    key,
    bodyCheck(Type.Object({ value }, { additionalProperties: false })),
  ]),
);

export const settings: ConfigKind = {
  id: 'settings',
  tables: ['tenant_setting'],
  schema: members(['key'], ['value']),
  keyOf: ({ key }) => String(key),
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT key, jsonb_build_object('key', key, 'value', value) AS content
        FROM tenant_setting WHERE key = ANY(${SETTINGS}::text[])`,
    ),
  async write({ tx }, { value }, key) {
    if (!SETTINGS.includes(key)) {
      throw new AppError('request.invalid', {}, { errors: [{ pointer: '/key', code: 'field.unknown' }] });
    }
    CHECKS[key]!({ value });
    await sql`INSERT INTO tenant_setting (key, value) VALUES (${key}, ${json(value)}::jsonb)
      ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx);
  },
  async remove({ tx }, key) {
    await sql`DELETE FROM tenant_setting WHERE key = ${key} AND key = ANY(${SETTINGS}::text[])`.execute(tx);
  },
};
