import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import {
  createDimensionValue,
  type DimensionValueRow,
  deleteDimensionValue,
  getDimension,
  updateDimensionValue,
} from '../../shared/contracts/dimensions.contract.ts';
import {
  type DimensionValue,
  listDimensionValues,
  listUses,
  type Use,
} from '../../shared/contracts/reference-data.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import { createRecordsStore } from '../../shared/records/index.ts';
import type { ComboItem } from '../../shared/ui/combo-box.tsx';
import { currentOf } from '../../shared/ui/merge-values.ts';

/** What an administrator can change of a value. */
export interface ValueValues {
  readonly code: string;
  readonly name: string;
  /** The value above; null: at the top. */
  readonly parent: { readonly id: string; readonly name: string } | null;
  readonly active: boolean;
}

const OFFERED = 50;

/** One dimension with its uses and values. `send` is `call` of shared/api. Changes reject with ApiError. */
export function createDimensionStore({ send, id }: { readonly send: typeof call; readonly id: string }) {
  const idempotent = createIdempotentRequest();
  const params = { id };
  const usesOf = (code: string, signal?: AbortSignal): Promise<Use[]> =>
    send(listUses, { params: { kind: 'dimension', id: code }, ...(signal && { signal }) });
  const { state, load, stop } = createLoaded(async (signal) => {
    const dimension = await send(getDimension, { params, signal });
    return { dimension, uses: await usesOf(dimension.code, signal) };
  });
  const values = createRecordsStore<DimensionValueRow>({
    send,
    resource: 'dimension_values',
    asked: { filters: [{ column: 'dimension', operation: 'eq', value: id }], sort: '', q: '' },
  });

  async function change(request: Promise<unknown>): Promise<void> {
    try {
      await request;
    } finally {
      // After a refusal too: another administrator may have changed the value.
      void values.load();
    }
  }

  /** Adds the name of the value above to the value that a conflict returns. */
  async function withParent(error: unknown): Promise<unknown> {
    const current = currentOf<DimensionValue>(error);
    if (!current || !(error instanceof ApiError) || !error.problem) return error;
    const { parentId } = current;
    const { items } = parentId
      ? await send(listDimensionValues, { params, query: { ids: parentId } })
      : { items: [] as DimensionValue[] };
    const problem = { ...error.problem, current: { ...current, parent: items[0] ?? null } };
    return new ApiError(error.code, error.status, { problem });
  }

  return {
    ...{ id, state, values, load, usesOf },
    /** Saves a value, or with null adds one. */
    async saveValue(row: DimensionValueRow | null, { parent, code, name, active }: ValueValues): Promise<void> {
      const body = { parentId: parent?.id ?? null, code: code.trim(), name: name.trim(), active };
      try {
        await change(
          row
            ? send(updateDimensionValue, { params: { id, valueId: row.id }, ifMatch: row.version, body })
            : idempotent.carryOut(body, (idempotencyKey) =>
                send(createDimensionValue, { params, body, idempotencyKey }),
              ),
        );
      } catch (error) {
        throw await withParent(error);
      }
    },
    removeValue: ({ id: valueId, version }: DimensionValueRow): Promise<void> =>
      change(send(deleteDimensionValue, { params: { id, valueId }, ifMatch: version })),
    /** Values that another one can be below. */
    async findParents(q: string, except: string | undefined, signal: AbortSignal): Promise<readonly ComboItem[]> {
      const { items } = await send(listDimensionValues, { params, query: { q, limit: OFFERED }, signal });
      return items.filter((one) => one.id !== except).map(({ id, name, code }) => ({ id, text: name, detail: code }));
    },
    stop(): void {
      stop();
      values.close();
    },
  };
}

export type DimensionStore = ReturnType<typeof createDimensionStore>;

export function valuesOf(row: DimensionValueRow | null): ValueValues {
  const { code = '', name = '', active = true } = row ?? {};
  return { code, name, active, parent: row?.parent ? { id: row.parent.id, name: row.parent.name } : null };
}
