import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueueAll } from '../../../platform/outbox.ts';
import { type FollowScope, followManual } from '../assignment/readings-follow.ts';
import { audienceMembers, rulesOf } from '../audience/audience.store.ts';
import * as store from './release.store.ts';

/** Options for publishing a version. */
export interface Publishing {
  readonly manualId: string;
  readonly versionId: string;
  readonly fallbackLanguageId: string;
  readonly due: ManualDue;
  /** Null: immediately. */
  readonly publishAt: Date | null;
}

/** Throws the reason why a version cannot be published with these options. */
export async function assertPublishable(
  tx: Tx,
  { manualId, versionId, fallbackLanguageId, due, publishAt }: Publishing,
  { now, timeZone }: FollowScope,
): Promise<void> {
  const texts = await store.readTexts(tx, versionId);
  if (!texts.some(({ languageId }) => languageId === fallbackLanguageId)) {
    throw new AppError('manual.language_missing', { languages: await store.languageName(tx, fallbackLanguageId) });
  }
  const empty = texts.filter(({ isEmpty }) => isEmpty);
  if (empty.length > 0) {
    throw new AppError('manual.text_empty', { languages: empty.map(({ language }) => language).join(', ') });
  }
  if (publishAt && publishAt <= now) {
    throw new AppError('manual.publish_past', {}, { errors: [{ pointer: '/publishAt', code: 'manual.publish_past' }] });
  }
  if (due.kind === 'date' && due.date < dayOf(publishAt ?? now, timeZone)) {
    throw new AppError('manual.due_past', { date: due.date });
  }
  if ((await store.readAudience(tx, audienceMembers(rulesOf(manualId)))).length === 0) {
    throw new AppError('manual.audience_empty');
  }
}

/** Publishes a version: makes it current, supersedes earlier ones, and assigns a reading to every user who owes it. */
export async function publish(
  tx: Tx,
  version: { readonly manualId: string; readonly versionId: string; readonly by: string | null },
  scope: FollowScope,
): Promise<void> {
  await store.makeCurrent(tx, { ...version, now: scope.now });
  await followManual(tx, version.manualId, scope);
  const people = await store.readAudience(tx, audienceMembers(rulesOf(version.manualId)));
  if (people.length === 0) return;
  const principals = people.map((userId) => `u:${userId}`);
  await enqueueAll(tx, 'live', [{ principals, type: 'manual.released', data: { manualId: version.manualId } }]);
}
