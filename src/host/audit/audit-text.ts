import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { auditMessages } from './audit.messages.ts';

/** Translates the texts of the audit log. */
export type AuditText = typeof auditMessages extends Messages<infer Key> ? Translate<Key> : never;
