import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../../src/server/app.ts';
import { fieldsOf } from '../../src/server/modules/records/resource.ts';
import type { Endpoint, FieldType, ListFields } from '../../src/shared/contracts/endpoint.ts';
import type { RecordColumns } from '../../src/shared/contracts/records.contract.ts';
import { client, identityToken } from '../support/identity-client.ts';
import type { LargeVerva } from './large.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Rows that a list reads before it collects matches, those with and without a value, and a page. */
const LOOKED_AT = 11_000;

/** A rare condition, and one that most or no rows meet. */
const CONDITIONS: Readonly<Record<FieldType, readonly string[]>> = {
  text: ['eq:nothing', 'like:nothing', 'neq:'],
  key: ['eq:6f1f0f0e-0000-7000-8000-000000000000', 'eq:'],
  keys: ['eq:none', 'eq:'],
  number: ['eq:-7', 'eq:'],
  boolean: ['eq:true', 'eq:false'],
  day: ['eq:2001-01-01', 'eq:'],
  instant: ['lt:2001-01-01', 'eq:'],
  person: ['eq:anna.tamm', 'eq:'],
};

/** Returns every list of the API with its fields: of the contracts, of each kind of record, and of a registry. */
async function allLists(call: ReturnType<typeof client>): Promise<ReadonlyMap<string, ListFields>> {
  const lists = new Map<string, ListFields>();
  for (const file of globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT })) {
    const contract = (await import(join(ROOT, file))) as Record<string, Partial<Endpoint> | undefined>;
    for (const one of Object.values(contract)) if (one?.list && one.method === 'GET') lists.set(one.path!, one.list);
  }
  for (const resource of RESOURCES) lists.set(`/api/records/${resource.name}`, fieldsOf(resource));
  const assets = '/api/records/assets';
  const { columns, defaultSort } = (await call('GET', `${assets}/columns`)).body as RecordColumns;
  const filtered = columns.filter(({ operators }) => operators.length > 0);
  const fields = filtered.map(({ field, type, sortable }) => [field, { type, sortable }] as const);
  lists.set(assets, { fields: Object.fromEntries(fields), defaultSort });
  return lists;
}

/** Returns the large tables that an order or a filter of a list reads from one end to the other, as `request: table`. */
export async function scannedByLists(large: LargeVerva): Promise<string[]> {
  const provider = client(large.url, await identityToken(large.url, 'grete.norden'));
  const lists = await allLists(provider);
  assert.ok(lists.size > 8, [...lists.keys()].join());
  const found: string[] = [];
  for (const [path, { fields, defaultSort }] of lists) {
    const sorts = Object.keys(fields)
      .filter((field) => fields[field]!.sortable)
      .flatMap((field) => [`${field}:asc`, `${field}:desc`]);
    const conditions = (most: number) =>
      Object.entries(fields).flatMap(([field, { type }]) =>
        CONDITIONS[type].slice(0, most).map((condition) => `${field}=${encodeURIComponent(condition)}`),
      );
    for (const sort of new Set([defaultSort, ...sorts])) {
      // Every condition in the list's own order, and one per field in each other order, in one direction.
      const filters = sort === defaultSort ? conditions(3) : sort.endsWith(':asc') ? conditions(1) : [];
      for (const filter of ['', 'q=nothing', 'count=true', ...filters]) {
        const query = `sort=${sort}${filter && `&${filter}`}`;
        const what = `GET ${path}?${query}`;
        let next: string | null = null;
        const read = async (more: string) => {
          const { status, body } = await provider('GET', `${path}?${query}&limit=20${more}`);
          if (status >= 500) found.push(`${what}: ${status} ${JSON.stringify(body)}`);
          next = body?.next ?? null;
        };
        found.push(...(await large.scannedBy(what, () => read(''), LOOKED_AT)));
        const after = next;
        if (after && filter === '') {
          found.push(...(await large.scannedBy(`${what}&after=`, () => read(`&after=${after}`), LOOKED_AT)));
        }
      }
    }
  }
  return found;
}
