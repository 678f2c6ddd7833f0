import type { VersionScope } from '../../../platform/version-cache.ts';

/** The tenant, user and time of a step. `userId` is null for timers and jobs. */
export interface StepScope extends VersionScope {
  /** IANA name of the tenant's time zone. */
  readonly timeZone: string;
  readonly userId: string | null;
  readonly onBehalfOf?: string | null;
  readonly now: Date;
}

/** The clock that the engine and FEEL expressions read. */
export function clockOf({ now, timeZone }: Pick<StepScope, 'now' | 'timeZone'>): { at: string; zone: string } {
  return { at: now.toISOString(), zone: timeZone };
}
