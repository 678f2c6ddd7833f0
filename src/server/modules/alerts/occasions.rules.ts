import type { AlertKind } from '../../../shared/contracts/alert-kinds.ts';
import type { DatabaseHandle } from '../../platform/database.ts';

/** One organisation, when its occasions are searched. */
export interface AlertScan {
  readonly db: DatabaseHandle;
  readonly tenantId: number;
  readonly now: Date;
}

/** Something that administrators are to be informed about. */
export interface Occasion {
  readonly kind: AlertKind;
  /** The user or client it is about; '' for the organisation. */
  readonly subject: string;
  /** Distinguishes it from others of the kind and subject, so that it is reported once. */
  readonly occasion: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** When the latest alert of a kind and subject was raised. */
export interface Raised {
  readonly kind: string;
  readonly subject: string;
  readonly at: Date;
}

const HOUR_MS = 3_600_000;

/** Returns the occasions to report: of each kind and subject at most one an hour, in order of time. */
export function occasionsToRaise(found: readonly Occasion[], raised: readonly Raised[]): readonly Occasion[] {
  const last = new Map<string, number>();
  const keyOf = ({ kind, subject }: Pick<Raised, 'kind' | 'subject'>) => `${kind}\n${subject}`;
  for (const one of raised) {
    last.set(keyOf(one), Math.max(last.get(keyOf(one)) ?? Number.NEGATIVE_INFINITY, one.at.getTime()));
  }
  return found
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .filter((one) => {
      const before = last.get(keyOf(one));
      if (before !== undefined && one.at.getTime() < before + HOUR_MS) return false;
      last.set(keyOf(one), one.at.getTime());
      return true;
    });
}
