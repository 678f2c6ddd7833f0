import { ApiError, type call } from '../../shared/api/index.ts';
import {
  getOrganisationExport,
  makeExportAddress,
  type OrganisationExport,
  startOrganisationExport,
} from '../../shared/contracts/organisation-export.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

/** The latest export of one organisation; `send` is `call` of shared/api. */
export function createExportStore({ send, id }: { readonly send: typeof call; readonly id: string }) {
  const params = { tenantId: id };
  const { state, load, stop } = createLoaded<{ readonly latest: OrganisationExport | null }>(async (signal) => ({
    latest: await send(getOrganisationExport, { params, signal }),
  }));
  return {
    ...{ id, state, load, stop },
    async start(): Promise<void> {
      state.value = { status: 'ready', latest: await send(startOrganisationExport, { params }) };
    },
    /** Returns the address from which the browser downloads the archive. */
    async address(): Promise<string> {
      try {
        return (await send(makeExportAddress, { params })).url;
      } catch (error) {
        // Downloaded in another window, or too late: the page then shows that.
        if (error instanceof ApiError && error.code.startsWith('export.')) await load();
        throw error;
      }
    },
  };
}

export type ExportStore = ReturnType<typeof createExportStore>;
