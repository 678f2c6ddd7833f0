import { signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { call } from '../../shared/api/index.ts';
import { type AuditReport, verifyAuditLog } from '../../shared/contracts/audit.contract.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import type { AuditText } from './audit-text.ts';

const FAULTS = ['changed', 'missing', 'unsealed', 'broken'] as const;

type State =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'done'; readonly report: AuditReport };

/** Verification of the seals: its button, and its result for above the table. */
export function useVerification(t: AuditText): { readonly button: ReactNode; readonly result: ReactNode } {
  useSignals();
  const state = useMemo(() => signal<State>({ status: 'idle' }), []);
  const verify = async () => {
    state.value = { status: 'running' };
    try {
      state.value = { status: 'done', report: await call(verifyAuditLog, {}) };
    } catch (error) {
      state.value = { status: 'idle' };
      showProblem(error);
    }
  };
  const { value } = state;
  return {
    button: (
      <Button icon={ShieldCheck} blocked={value.status === 'running'} onClick={() => void verify()}>
        {t('verify')}
      </Button>
    ),
    result: value.status === 'done' && <Result report={value.report} t={t} />,
  };
}

function Result({ report, t }: { readonly report: AuditReport; readonly t: AuditText }): ReactNode {
  const { sealed, before, pending, erased, expired, since, faults } = report;
  const isIntact = FAULTS.every((kind) => report[kind] === 0);
  const rows = faults.flatMap(({ id }) => id ?? []);
  const notes = [
    ...(before > 0 ? [t('verify.before', { count: before })] : []),
    ...(pending > 0 ? [t('verify.pending', { count: pending })] : []),
    ...(expired > 0 ? [t('verify.expired', { count: expired })] : []),
    ...(erased > 0 ? [t('verify.erased', { count: erased })] : []),
  ];
  const found = FAULTS.flatMap((kind) => (report[kind] > 0 ? [t(`verify.${kind}`, { count: report[kind] })] : []));
  const intact =
    since === null ? t('verify.none') : t('verify.intact', { count: sealed, since: formatDayAndTime(since) });
  return (
    <div className="audit-verified">
      <Banner tone={isIntact ? 'green' : 'red'} {...(isIntact && { icon: ShieldCheck })}>
        {[isIntact ? intact : t('verify.altered'), ...found, ...notes].join(' ')}
        {rows.length > 0 && <span className="xs mono audit-faults">{[...new Set(rows)].join(' ')}</span>}
      </Banner>
    </div>
  );
}
