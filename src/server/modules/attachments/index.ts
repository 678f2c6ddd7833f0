import type { ServerModule } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Owners } from './attachments.owners.ts';
import { routes } from './attachments.routes.ts';
import { removeLooseUploads } from './cleanup.ts';

export type { FindOwner } from './attachments.owners.ts';
export {
  assertFits,
  type CheckedFile,
  checkFile,
  malformed,
  type Parts,
  readMultipart,
  receiveBase64,
} from './attachments.receive.ts';
export { addFile } from './attachments.routes.ts';
export {
  type AttachmentRow,
  attachmentsOf,
  fileLimit,
  moveAttachments,
  removeAttachments,
  toAttachment,
} from './attachments.store.ts';
export { removeLooseUploads } from './cleanup.ts';
export { isSvg, mediaTypeOf } from './content.rules.ts';
export { type ServedFile, sendContent } from './serving.ts';
export { attachFiles, dropDetachedFiles, toFileRef } from './settling.ts';

const CLEANUP_MS = 3_600_000;

/** Attachments of tasks, records, drafts and cases: /api/attachments. The owner's module decides who may see and add them. */
export const attachments =
  (owners: Owners): ServerModule =>
  (app, context) => {
    routes(app, context, owners);
  };

/** Removes uploads that were never submitted. */
export function handleAttachments(
  jobs: Pick<Jobs, 'every'>,
  { db, clock }: { db: DatabaseHandle; clock: () => Date },
): void {
  jobs.every(CLEANUP_MS, 'upload cleanup', async () => {
    await removeLooseUploads(db, clock());
    return false;
  });
}
export type { UploadPlace } from './upload-requests.ts';
