import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Issuer } from '../../shared/contracts/issuers.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { CopiedText } from '../embedding/copied-text.tsx';
import { embeddingMessages } from '../embedding/embedding.messages.ts';
import type { IssuersStore } from './issuers.store.ts';
import type { IssuersText } from './issuers-text.ts';

interface Props {
  readonly issuers: readonly Issuer[];
  readonly store: IssuersStore;
  readonly t: IssuersText;
}

/** Domains that are not proven yet, with their records in DNS. */
export function DomainsCard({ issuers, store, t }: Props): ReactNode {
  const copyTexts = useMessages(embeddingMessages);
  const [isBusy, setBusy] = useState(false);
  const waiting = issuers.filter(({ domains }) => domains.some(({ isProven }) => !isProven));
  if (waiting.length === 0) return null;

  async function check(): Promise<void> {
    setBusy(true);
    try {
      let found = 0;
      for (const issuer of waiting) found += await store.prove(issuer);
      if (found > 0) showSnack({ text: t('proofs.found', { count: found }), icon: Check });
      else showSnack({ text: t('proofs.missing') });
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="card emb-card" aria-labelledby="iss-domains">
      <header className="row wrap">
        <div className="stack grow">
          <h2 className="t2" id="iss-domains">
            {t('proofs')}
          </h2>
          <p className="s second">{t('proofs.more')}</p>
        </div>
        <Button busy={isBusy} onClick={() => void check()}>
          {t('proofs.check')}
        </Button>
      </header>
      {waiting.flatMap(({ name, domains }) =>
        domains
          .filter(({ isProven }) => !isProven)
          .map(({ domain, record }) => (
            <CopiedText key={`${name} ${domain}`} label={t('proof', { domain })} text={record} t={copyTexts} />
          )),
      )}
    </section>
  );
}
