import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import { createDimension, deleteDimension, updateDimension } from '../../shared/contracts/dimensions.contract.ts';
import { type Dimension, listDimensions } from '../../shared/contracts/reference-data.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

/** What an administrator can change of a dimension; the code of a new one only. */
export interface DimensionValues {
  readonly name: string;
  readonly code: string;
  readonly active: boolean;
}

/** More than any organisation has; a search narrows the list. */
const SHOWN = 1000;

/** The dimensions of an organisation; `send` is `call` of shared/api. Changes reject with ApiError. */
export function createDimensions({ send, q: first = '' }: { readonly send: typeof call; readonly q?: string }) {
  const q = signal(first);
  const idempotent = createIdempotentRequest();
  const { state, load, stop } = createLoaded(async (ended) => {
    const query = { inactive: true, limit: SHOWN, ...(q.peek() && { q: q.peek() }) };
    return { dimensions: (await send(listDimensions, { query, signal: ended })).items };
  });

  /** Reloads the list after a change, also after a refused one: another administrator may have been first. */
  async function change<Result>(request: Promise<Result>): Promise<Result> {
    try {
      return await request;
    } finally {
      void load();
    }
  }

  return {
    ...{ state, q, load, stop },
    search(text: string): void {
      if (text.trim() === q.peek()) return;
      q.value = text.trim();
      void load();
    },
    create: (body: DimensionValues): Promise<Dimension> =>
      change(idempotent.carryOut(body, (idempotencyKey) => send(createDimension, { body, idempotencyKey }))),
    update: ({ id, version }: Dimension, { name, active }: DimensionValues): Promise<Dimension> =>
      change(send(updateDimension, { params: { id }, ifMatch: version, body: { name, active } })),
    async remove({ id, version }: Dimension): Promise<void> {
      await change(send(deleteDimension, { params: { id }, ifMatch: version }));
    },
  };
}

export type DimensionsStore = ReturnType<typeof createDimensions>;
