import {
  addRecordComment,
  editRecordComment,
  getRelated,
  listRecordComments,
  removeRecordComment,
} from '../../../shared/contracts/record-page.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import type { ServerModule } from '../../platform/context.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { readCaseEntries } from '../catalogue/index.ts';
import { recordOf, visibleRegistry } from '../registries/index.ts';
import { commentRecord, editOnRecord, type OpenRecord, recordComments, removeFromRecord } from './record-comments.ts';
import { linkedRecords, relatedCases, relatedTasks } from './related.query.ts';

/** What belongs to a record other than its form: comments, cases and tasks, records that refer to it. */
export const recordPage: ServerModule = (app, context) => {
  serve(app, context, getRelated, async (call) => {
    const { registry, row } = await opened(call);
    const language = languageOf(call.request);
    return {
      cases: await relatedCases(call, row.id, language),
      tasks: await relatedTasks(call, row.id, language),
      starts: (await readCaseEntries(call, registry.id, language)).map(({ id, title }) => ({ id, title })),
      linked: await linkedRecords(call, registry, row.id, language),
    };
  });

  serve(app, context, listRecordComments, async (call) => recordComments(call, await opened(call)));

  serve(app, context, addRecordComment, async (call) => commentRecord(call, await opened(call), call.body));

  serve(app, context, editRecordComment, async (call) =>
    editOnRecord(call, await opened(call), placeOf(call), call.body),
  );

  serve(app, context, removeRecordComment, async (call) => {
    await removeFromRecord(call, await opened(call), placeOf(call));
    return null;
  });
};

async function opened(
  call: Caller & { readonly params: { readonly resource: string; readonly recordId: string } },
): Promise<OpenRecord> {
  const registry = await visibleRegistry(call, call.params.resource);
  return { registry, row: await recordOf(call, registry, call.params.recordId) };
}

const placeOf = ({
  params,
  request,
}: {
  readonly params: { readonly commentId: string };
  readonly request: { readonly headers: { readonly 'if-match'?: string | undefined } };
}) => ({ commentId: params.commentId, ifMatch: request.headers['if-match'] });
