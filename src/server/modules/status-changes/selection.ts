import type { FastifyRequest } from 'fastify';
import { MASS_MAX } from '../../../shared/contracts/constants.ts';
import type { BodyOf } from '../../../shared/contracts/endpoint.ts';
import type { startStatusChange } from '../../../shared/contracts/status-changes.contract.ts';
import { textOf } from '../../../shared/forms/index.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { parseList } from '../../platform/filters.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { fieldsOf, type Registry, readMatchingIds } from '../records/index.ts';
import { findRegistryResource, readVersions, writableRegistry } from '../registries/index.ts';
import { type NewItem, type NewRun, passedDryRun, type RunRow, type Selection, selectionOf } from '../runs/index.ts';
import { requestOf, type StatusRequest, statusChangeRun } from './status-change.kind.ts';

type StartCall = Caller & { readonly request: FastifyRequest; readonly params: { readonly resource: string } };
type Body = BodyOf<typeof startStatusChange>;
type Filter = NonNullable<Body['filter']>;

interface Selected {
  readonly items: readonly NewItem[];
  /** The dry run that these records passed. */
  readonly from?: RunRow;
}

/** Returns the run that a request asks for. Throws `status_change.*`, and form.invalid for an unknown status. */
export async function newRun(call: StartCall, body: Body): Promise<NewRun> {
  const { recordIds, filter, checked, status, data = {}, dryRun = false } = body;
  const registry = await writableRegistry(call, call.params.resource);
  const selection = selectionOf({ ids: recordIds, filter, checked, hasAction: status !== undefined, dryRun }, NAMES);
  const { items, from } = await select(call, registry, selection);
  if (items.length === 0) throw new AppError('status_change.empty');
  if (items.length > MASS_MAX) throw tooMany();
  const request = from ? requestOf(from) : { resource: registry.id, status: knownStatus(registry, status!), data };
  if (request.resource !== registry.id) throw new AppError('status_change.not_found');
  const labels = from?.labels ?? labelsOf(registry, request, languageOf(call.request));
  return { mode: dryRun ? 'dry' : 'run', process: null, selection, request, labels, items, retryOf: null };
}

const NAMES = { empty: 'status_change.empty', ids: '/recordIds', action: '/status' } as const;
const tooMany = () => new AppError('status_change.too_many', { max: MASS_MAX });

async function select(call: StartCall, registry: Registry, selection: Selection<Filter>): Promise<Selected> {
  if ('checked' in selection) {
    const { run, items } = await passedDryRun(call, statusChangeRun, selection.checked);
    return { items, from: run };
  }
  const ids = 'filter' in selection ? await matchingIds(call, registry, selection.filter) : selection.ids;
  if (ids.length > MASS_MAX) throw tooMany();
  const known = new Map((await readVersions(call.tx, registry.id, ids)).map((record) => [record.id, record]));
  return {
    items: ids.map((id) => {
      const { title = null, number = null, version } = known.get(id) ?? {};
      return { id, name: title, businessKey: number, ...(version === undefined ? {} : { version }) };
    }),
  };
}

async function matchingIds(call: StartCall, registry: Registry, { query = '' }: Filter): Promise<string[]> {
  const { tx, session, context, now } = call;
  const resource = await findRegistryResource(tx, { db: context.db, session }, registry.id);
  if (!resource) throw new AppError('registry.not_found', { name: registry.id });
  const list = parseList(query, fieldsOf(resource), { timeZone: session.timeZone, now, userId: session.userId });
  return readMatchingIds(call, resource, list, MASS_MAX + 1);
}

function knownStatus({ statuses }: Registry, status: string): string {
  if (statuses.some(({ id }) => id === status)) return status;
  const fault = { pointer: '/status', code: 'field.choice_unknown', params: { value: status } } as const;
  throw new AppError('form.invalid', {}, { errors: [fault] });
}

function labelsOf({ statuses }: Registry, { status }: StatusRequest, language: string) {
  return { language, status: textOf(statuses.find(({ id }) => id === status)?.title, language) || status };
}
