import type { FastifyRequest } from 'fastify';
import type { RecordChoice } from '../../../shared/contracts/record-choices.contract.ts';
import { getRecordColumns, listRecords } from '../../../shared/contracts/records.contract.ts';
import type { Page } from '../../../shared/contracts/shapes.contract.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { AppContext, ServerModule } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { assertScope, hasScope } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { assertMay, serve } from '../../platform/http/serve.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import { type LookupQuery, lookupQueryOf, singlePage } from '../../platform/lookup.ts';
import type { CallerSession } from '../../platform/session.ts';
import { asFile } from '../downloads/index.ts';
import { findCases } from './cases.store.ts';
import { describeResource } from './describe.ts';
import { recordFile } from './file.ts';
import { pageOf, readPlaces, withinRights } from './page.ts';
import type { Viewer } from './registries.rules.ts';
import { findRegistryChoices } from './registries.store.ts';
import { type AnyResource, fieldsOf, type RecordViewer, type Resource } from './resource.ts';

export { findCases } from './cases.store.ts';
export { recordFile } from './file.ts';
export { mayDelete, mayRead, mayReadRecord, mayWrite, type Viewer } from './registries.rules.ts';
export { findRegistries, findRegistry, type Registry, readableRegistries } from './registries.store.ts';
export type {
  AnyResource,
  Column,
  IndexOrder,
  ParentOrder,
  RecordViewer,
  Resource,
  ResourceQuery,
} from './resource.ts';
export { fieldsOf } from './resource.ts';
export { assignSlots, type WantedColumn } from './slots.rules.ts';

type FindRecords = (tx: Tx, viewer: Viewer, query: LookupQuery) => Promise<RecordChoice[]>;

/** Sources of record fields other than registries, by their name in form definitions. */
const SOURCES: ReadonlyMap<string, FindRecords> = new Map([['cases', findCases]]);

/** Finds the list of a registry; undefined for one that the viewer may not read. */
export type FindRegistryResource = (
  tx: Tx,
  viewer: Pick<RecordViewer, 'db' | 'session'>,
  name: string,
) => Promise<AnyResource | undefined>;

/**
 * Serves /api/records/{resource}: the resources that modules register in app.ts, the organisation's registries, and the
 * sources of form fields.
 */
export const records =
  (resources: readonly AnyResource[], findRegistryResource: FindRegistryResource): ServerModule =>
  (app, context) => {
    const find = (name: string) => resources.find((one) => one.name === name);
    /** Throws registry.not_found also for a registry that the caller may not read. */
    const registryOf = async (tx: Tx, session: CallerSession, name: string): Promise<AnyResource> => {
      const resource = await findRegistryResource(tx, { db: context.db, session }, name);
      if (!resource) throw notFound(name);
      return resource;
    };
    /** The registries whose fields were read for the list of a request. */
    const read = new WeakMap<FastifyRequest, AnyResource>();

    serve(
      app,
      context,
      listRecords,
      async (call) => {
        const { tx, params, query, session, list } = call;
        // `listOf` has decided whether the request is for a list.
        if (!list) return choicesOf(tx, session, params.resource, lookupQueryOf(query));
        const resource = find(params.resource) ?? read.get(call.request)!;
        return (await asFile(call, recordFile(resource))) ?? pageOf(tx, resource, viewerOf(call), list);
      },
      {
        // Checks access before the query is parsed, so that callers without access get 403 and not a validation error.
        listOf: ({ params, session, request }) => {
          const resource = find(params.resource);
          if (resource) {
            assertOpen(session, resource);
            return fieldsOf(resource);
          }
          const isChoice = SOURCES.has(params.resource) || Object.hasOwn(request.query as object, 'ids');
          if (isChoice || !hasScope(session, ['records'])) return undefined;
          return async (tx) => {
            const registry = await registryOf(tx, session, params.resource);
            read.set(request, registry);
            return fieldsOf(registry);
          };
        },
      },
    );

    serve(app, context, getRecordColumns, async (call) => {
      const { tx, params, session } = call;
      const resource = find(params.resource) ?? (await registryOf(tx, session, params.resource));
      assertOpen(session, resource);
      return describeResource(tx, resource, viewerOf(call));
    });
  };

async function choicesOf(tx: Tx, session: CallerSession, name: string, query: LookupQuery) {
  assertScope(session, CHOICE_SCOPES);
  const found = await choose(tx, session, name, query);
  if (!found) throw notFound(name);
  return singlePage(found);
}

function choose(tx: Tx, viewer: Viewer, name: string, query: LookupQuery): Promise<RecordChoice[] | undefined> {
  return SOURCES.get(name)?.(tx, viewer, query) ?? findRegistryChoices(tx, viewer, name, query);
}

const CHOICE_SCOPES = ['task', 'records', 'start'] as const;

/** Checks access to the resource as a whole; the resource itself decides which rows are visible. */
function assertOpen(session: CallerSession, { scopes, who }: AnyResource): void {
  assertScope(session, scopes);
  assertMay(session, { who });
}

const notFound = (name: string) => new AppError('registry.not_found', { name: name.slice(0, 64).toWellFormed() });

/** Returns a page of a resource for a list at another path; the caller has decided access. */
export function readPage<Row extends { readonly id: string }>(
  call: { readonly tx: Tx } & Parameters<typeof viewerOf>[0],
  resource: Resource<Row>,
  list: ListQuery,
): Promise<Page<Row>> {
  return pageOf(call.tx, resource, viewerOf(call), list) as unknown as Promise<Page<Row>>;
}

/** Returns the ids of the rows that match a query of a list, in its order: at most `most`. */
export async function readMatchingIds(
  call: { readonly tx: Tx } & Parameters<typeof viewerOf>[0],
  resource: AnyResource,
  { after: _, before: __, ...list }: ListQuery,
  most: number,
): Promise<string[]> {
  const viewer = viewerOf(call);
  const places = await withinRights(call.tx, resource, viewer, () => readPlaces(call.tx, resource, viewer, list, most));
  return places.map(({ id }) => id);
}

/** Texts are in the language of the requesting page, which can differ from the user's own. */
function viewerOf({
  request,
  session,
  context,
  now,
}: {
  readonly request: FastifyRequest;
  readonly session: CallerSession;
  readonly context: Pick<AppContext, 'db'>;
  readonly now: Date;
}): RecordViewer {
  const language = languageOf(request);
  return {
    db: context.db,
    session: { ...session, languageId: language },
    now,
    language,
    today: dayOf(now, session.timeZone),
  };
}

/** Returns the names of those records that the viewer may see; none if the source does not exist. */
export async function findRecordNames(
  tx: Tx,
  viewer: Viewer,
  resource: string,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly text: string }[]> {
  const found = (await choose(tx, viewer, resource, { q: '', ids, limit: ids.length })) ?? [];
  return found.map(({ id, number, title }) => ({ id, text: number ?? title ?? '' }));
}
