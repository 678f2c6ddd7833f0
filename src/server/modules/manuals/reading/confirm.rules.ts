import type { Reading } from '../../../../shared/contracts/manuals.contract.ts';
import { AppError } from '../../../platform/errors.ts';

/** A reading to be confirmed, with the text in the requested language. */
export interface Confirmable {
  readonly state: Reading['state'];
  readonly readAt: Date | null;
  /** Whether its version is the one released now. */
  readonly current: boolean;
  readonly requireScroll: boolean;
  readonly scrolled: boolean;
  /** Hash of the text; null when there is none in this language. */
  readonly sha256: string | null;
  readonly attachments: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly required: boolean;
    readonly opened: boolean;
  }[];
}

/** MAN-07: throws the reason why the reading cannot be confirmed, or can no longer be. */
export function assertConfirmable(reading: Confirmable, sha256: string): void {
  assertOpen(reading);
  if (!reading.current) throw new AppError('reading.superseded');
  if (reading.sha256 !== sha256) throw new AppError('reading.text_changed');
  if (reading.requireScroll && !reading.scrolled) throw new AppError('reading.not_scrolled');
  const missing = reading.attachments.filter(({ required, opened }) => required && !opened);
  if (missing.length === 0) return;
  const files = missing.map(({ fileName }) => fileName).join(', ');
  throw new AppError('reading.attachments_unopened', { files }, { missing: missing.map(({ id }) => id) });
}

/** Throws the reason why a reading can no longer be changed. */
export function assertOpen({ state, readAt }: Pick<Confirmable, 'state' | 'readAt'>): void {
  if (state === 'read') throw new AppError('reading.already_read', { time: readAt?.toISOString() ?? '' });
  if (state === 'held') throw new AppError('reading.held');
  if (state === 'cancelled') throw new AppError('reading.cancelled');
  if (state === 'superseded') throw new AppError('reading.superseded');
}
