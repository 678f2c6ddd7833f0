import { useSignals } from '@preact/signals-react/runtime';
import { KeyRound, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UserFactors } from '../../shared/contracts/factors.contract.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { SecurityStore } from '../../shared/ui/second-factor/security.store.ts';
import type { SecurityText } from '../../shared/ui/second-factor/security-text.ts';

interface Props {
  readonly store: SecurityStore;
  readonly known: UserFactors;
  readonly t: SecurityText;
}

/** The user's passkeys, with the last use of each. */
export function Passkeys({ store, known, t }: Props): ReactNode {
  useSignals();
  const busy = store.busy.value;
  const passkeys = known.factors.filter(({ kind }) => kind === 'passkey');
  if (passkeys.length === 0 && !store.mayAddPasskey) return null;
  return (
    <section className="stack spaced" aria-label={t('passkeys')}>
      <h3 className="t3">{t('passkeys')}</h3>
      <p className="second">{t('passkeysText')}</p>
      {passkeys.length > 0 && (
        <ul className="stack gap-2 passkeys" aria-label={t('passkeys')}>
          {passkeys.map((factor) => (
            <li key={factor.id} className="row row-12">
              <Icon of={KeyRound} />
              <span className="stack grow">
                <span className="strong cut">{factor.name}</span>
                <span className="s muted">
                  {factor.lastUsedAt === null
                    ? t('passkeyAdded', { time: formatDayAndTime(factor.addedAt) })
                    : t('passkeyUsed', { time: formatDayAndTime(factor.lastUsedAt) })}
                </span>
              </span>
              <IconButton
                small
                icon={Trash2}
                label={t('passkeyRemove', { name: factor.name })}
                onClick={() => store.show({ kind: 'removing', factor })}
              />
            </li>
          ))}
        </ul>
      )}
      {store.mayAddPasskey && (
        <div className="row">
          <Button blocked={busy} onClick={() => store.show({ kind: 'naming' })}>
            {t('passkeyAdd')}
          </Button>
        </div>
      )}
    </section>
  );
}
