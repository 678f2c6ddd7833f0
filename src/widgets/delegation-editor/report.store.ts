import { signal } from '@preact/signals-core';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import { type DelegationReport, getDelegationReport } from '../../shared/contracts/delegations.contract.ts';

export type ReportState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly report: DelegationReport }
  | { readonly status: 'failed'; readonly code: ApiErrorCode };

/** Creates the report of the open delegation. `open` returns its id; a report of another is dropped. */
export function createReport(send: typeof call, open: () => string | null | undefined) {
  const report = signal<ReportState>({ status: 'none' });

  async function loadReport(id: string): Promise<void> {
    report.value = { status: 'loading' };
    try {
      const read = await send(getDelegationReport, { params: { id } });
      if (open() === id) report.value = { status: 'ready', report: read };
    } catch (error) {
      if (open() === id) report.value = { status: 'failed', code: codeOf(error) };
    }
  }

  return {
    report,
    loadReport,
    reset(): void {
      report.value = { status: 'none' };
    },
  };
}
