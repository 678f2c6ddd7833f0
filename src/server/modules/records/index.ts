import type { FastifyRequest } from 'fastify';
import type { RecordChoice } from '../../../shared/contracts/record-choices.contract.ts';
import { getRecordColumns, listRecords } from '../../../shared/contracts/records.contract.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { ServerModule } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { assertMay, serve } from '../../platform/http/serve.ts';
import { type LookUp, lookUpOf, wholePage } from '../../platform/look-up.ts';
import type { CallerSession } from '../../platform/session.ts';
import { asFile } from '../downloads/index.ts';
import { findCases, type Viewer } from './cases.store.ts';
import { describeResource } from './describe.ts';
import { recordFile } from './file.ts';
import { pageOf } from './page.ts';
import { type AnyResource, type Asker, fieldsOf } from './resource.ts';

export { recordFile } from './file.ts';
export type { AnyResource, Asked, Asker, Column, Resource } from './resource.ts';
export type { Viewer };

type FindRecords = (tx: Tx, viewer: Viewer, asked: LookUp) => Promise<RecordChoice[]>;

/** What a field can choose records of, by the name under which definitions of forms have it. */
const SOURCES: ReadonlyMap<string, FindRecords> = new Map([['cases', findCases]]);

/** Resources behind /api/records/{resource}: those that modules register in app.ts, and what fields of forms choose. */
export const records =
  (resources: readonly AnyResource[]): ServerModule =>
  (app, context) => {
    const find = (name: string) => resources.find((one) => one.name === name);

    serve(
      app,
      context,
      listRecords,
      async (call) => {
        const { tx, params, query, session, list } = call;
        const resource = find(params.resource);
        if (!resource) return choicesOf(tx, session, params.resource, lookUpOf(query));
        return (await asFile(call, recordFile(resource))) ?? pageOf(tx, resource, askerOf(call), list);
      },
      {
        // Whoever may not ask is told so before what they ask is read.
        listOf: ({ params, session }) => {
          const resource = find(params.resource);
          if (resource) assertOpen(session, resource);
          return resource && fieldsOf(resource);
        },
      },
    );

    serve(app, context, getRecordColumns, async (call) => {
      const { tx, params, session } = call;
      const resource = find(params.resource);
      if (!resource) throw notFound(params.resource);
      assertOpen(session, resource);
      return describeResource(tx, resource, askerOf(call));
    });
  };

function choicesOf(tx: Tx, session: CallerSession, name: string, asked: LookUp) {
  const source = SOURCES.get(name);
  if (!source) throw notFound(name);
  if (!mayEnter(session, CHOICE_SCOPES)) throw scopeMissing(CHOICE_SCOPES);
  return source(tx, session, asked).then(wholePage);
}

const CHOICE_SCOPES = ['task', 'records'];

/** Who may ask for a resource at all; which rows they then see, the resource says. */
function assertOpen(session: CallerSession, { scopes, who }: AnyResource): void {
  if (!mayEnter(session, scopes)) throw scopeMissing(scopes);
  assertMay(session, { who });
}

const mayEnter = ({ scopes }: CallerSession, needed: readonly string[]) =>
  scopes === null || needed.some((one) => scopes.includes(one));

const scopeMissing = (needed: readonly string[]) =>
  new AppError('scope.missing', { needed: needed.join(', ') || 'a full identity token' });

const notFound = (name: string) => new AppError('registry.not_found', { name: name.slice(0, 64).toWellFormed() });

/** Texts are in the language that the page asks for, which need not be the person's own. */
function askerOf({
  request,
  session,
  now,
}: {
  readonly request: FastifyRequest;
  readonly session: CallerSession;
  readonly now: Date;
}): Asker {
  const language = languageOf(request);
  return { session: { ...session, languageId: language }, now, language, today: dayOf(now, session.timeZone) };
}

/** Of these ids the records that the viewer may see, with what they are called; none of a source that there is not. */
export async function findRecordNames(
  tx: Tx,
  viewer: Viewer,
  resource: string,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly text: string }[]> {
  const found = (await SOURCES.get(resource)?.(tx, viewer, { q: '', ids, limit: ids.length })) ?? [];
  return found.map(({ id, number, title }) => ({ id, text: number ?? title ?? '' }));
}
