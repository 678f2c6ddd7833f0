import type { DatabaseHandle } from '../../../platform/database.ts';

/** In whose name and when a process moves. `userId` is null for timers and jobs. */
export interface StepScope {
  /** Compiled definitions are kept per database. */
  readonly db: DatabaseHandle;
  readonly tenantId: number;
  /** IANA name of the tenant's zone. */
  readonly timeZone: string;
  readonly userId: string | null;
  readonly onBehalfOf?: string | null;
  readonly now: Date;
}
