import type { AnyResource } from '../../records/index.ts';
import { manualsResource } from './manuals.ts';
import { manualsRead } from './manuals-read.ts';
import { manualsGroups, manualsLanguage, manualsLanguageAttachments } from './texts.ts';

/** Record lists of manuals, at /api/records/{resource} (MAN-01). */
export const manualResources: readonly AnyResource[] = [
  manualsResource,
  manualsRead,
  manualsGroups,
  manualsLanguage,
  manualsLanguageAttachments,
];
