import { type ReactNode, useEffect, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Issuer, IssuerFinding } from '../../shared/contracts/issuers.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { issuersMessages } from './issuers.messages.ts';
import type { IssuersStore, TestedIssuer } from './issuers.store.ts';
import { TestResults } from './test-results.tsx';

export interface TestDialogProps {
  readonly store: IssuersStore;
  readonly issuer: Issuer;
  readonly onClose: () => void;
}

type Outcome =
  | { readonly status: 'running' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'done'; readonly findings: readonly IssuerFinding[] };

/** Tests a saved provider and shows the result of each check. */
export function TestDialog({ store, issuer, onClose }: TestDialogProps): ReactNode {
  const t = useMessages(issuersMessages);
  const [turn, setTurn] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>({ status: 'running' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn tests the same provider again
  useEffect(() => {
    let isLate = false;
    setOutcome({ status: 'running' });
    store.test(issuer as TestedIssuer).then(
      (findings) => !isLate && setOutcome({ status: 'done', findings }),
      (error: unknown) => !isLate && setOutcome({ status: 'failed', error }),
    );
    return () => {
      isLate = true;
    };
  }, [store, issuer, turn]);
  return (
    <Dialog
      title={t('test.title', { name: issuer.name })}
      onClose={onClose}
      footer={
        <>
          <Button busy={outcome.status === 'running'} onClick={() => setTurn(turn + 1)}>
            {t('test.again')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      {outcome.status === 'running' && <Skeleton rows={6} label={t('test.running')} />}
      {outcome.status === 'failed' && <Banner tone="red">{problemText(outcome.error)}</Banner>}
      {outcome.status === 'done' && <TestResults findings={outcome.findings} t={t} />}
    </Dialog>
  );
}
