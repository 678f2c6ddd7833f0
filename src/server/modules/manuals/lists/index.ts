import type { AnyResource } from '../../records/index.ts';
import { manualsResource } from './manuals.ts';
import { manualsRead } from './manuals-read.ts';
import { manualsGroups, manualsLanguage, manualsLanguageAttachments } from './texts.ts';

/** What of manuals is listed at /api/records/{resource} (MAN-01). */
export const manualResources: readonly AnyResource[] = [
  manualsResource,
  manualsRead,
  manualsGroups,
  manualsLanguage,
  manualsLanguageAttachments,
];
