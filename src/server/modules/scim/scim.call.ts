import type { ScimLogEntry } from '../../../shared/contracts/scim.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { TenantScope, Tx } from '../../platform/database.ts';
import type { KnownClient } from './clients.store.ts';

export type Note = ScimLogEntry['notes'][number];

/** A request of a directory, in one transaction of its organisation. */
export interface ScimCall {
  readonly tx: Tx;
  readonly client: KnownClient;
  readonly context: AppContext;
  readonly scope: TenantScope;
  readonly now: Date;
  /** Address of the SCIM service of the organisation. */
  readonly base: string;
  /** Values that the product does not use, for the log. */
  readonly notes: Note[];
  /** Runs after the commit. */
  readonly afterwards: (work: () => void) => void;
}

/** What a change did, for the log. */
export interface Change {
  readonly outcome: ScimLogEntry['outcome'];
  readonly subject: string;
}
