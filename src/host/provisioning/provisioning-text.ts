import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { provisioningMessages } from './provisioning.messages.ts';

/** Translates the texts of provisioning. */
export type ProvisioningText = typeof provisioningMessages extends Messages<infer Key> ? Translate<Key> : never;
