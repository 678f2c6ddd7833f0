import { ApiError, type call } from '../../shared/api/index.ts';
import {
  approveOrganisationErasure,
  getOrganisationErasure,
  type OrganisationErasure,
  requestOrganisationErasure,
  stopOrganisationErasure,
} from '../../shared/contracts/organisation-erasure.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

/** Erasing one organisation; `send` is `call` of shared/api. Changes reject with ApiError. */
export function createErasureStore({ send, id }: { readonly send: typeof call; readonly id: string }) {
  const params = { tenantId: id };
  const { state, load, stop } = createLoaded<{ readonly erasure: OrganisationErasure }>(async (signal) => ({
    erasure: await send(getOrganisationErasure, { params, signal }),
  }));

  /** After another administrator was faster, the card shows what happened. */
  async function change(work: () => Promise<OrganisationErasure | null>): Promise<void> {
    try {
      const erasure = await work();
      if (erasure) state.value = { status: 'ready', erasure };
      else await load();
    } catch (error) {
      if (error instanceof ApiError && /erasure/.test(error.code)) await load();
      throw error;
    }
  }

  return {
    ...{ state, load, stop },
    request: (reason: string) => change(() => send(requestOrganisationErasure, { params, body: { reason } })),
    approve: () => change(() => send(approveOrganisationErasure, { params })),
    withdraw: () => change(() => send(stopOrganisationErasure, { params }).then(() => null)),
  };
}

export type ErasureStore = ReturnType<typeof createErasureStore>;
