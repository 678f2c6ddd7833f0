import { useSignals } from '@preact/signals-react/runtime';
import { KeyRound, type LucideIcon, Smartphone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { SecurityStore } from '../../shared/ui/second-factor/security.store.ts';
import { secondFactorPageMessages } from './second-factor-page.messages.ts';
import './second-factor-page.css';

interface Props {
  readonly store: SecurityStore;
  readonly onLater: () => void;
}

/** The choice between an authenticator app, a passkey and none for now. */
export function Offer({ store, onLater }: Props): ReactNode {
  useSignals();
  const t = useMessages(secondFactorPageMessages);
  const busy = store.busy.value;
  return (
    <>
      <p className="second">{t('text')}</p>
      <ul className="factor-offer">
        <Choice icon={Smartphone} title={t('app')} text={t('app.text')}>
          {(about) => (
            <Button kind="primary" busy={busy} aria-describedby={about} onClick={() => void store.setUp()}>
              {t('app.choose')}
            </Button>
          )}
        </Choice>
        {store.mayAddPasskey && (
          <Choice icon={KeyRound} title={t('passkey')} text={t('passkey.text')}>
            {(about) => (
              <Button blocked={busy} aria-describedby={about} onClick={() => store.show({ kind: 'naming' })}>
                {t('passkey.choose')}
              </Button>
            )}
          </Choice>
        )}
      </ul>
      <div className="stack tight">
        <Button kind="ghost" wide onClick={onLater}>
          {t('later')}
        </Button>
        <p className="s muted">{t('later.text')}</p>
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly children: (about: string) => ReactNode;
}

function Choice({ icon, title, text, children }: ChoiceProps): ReactNode {
  const about = useId();
  return (
    <li>
      <Icon of={icon} />
      <div className="stack grow">
        <h2 className="t3">{title}</h2>
        <p id={about} className="s second">
          {text}
        </p>
        <div className="row">{children(about)}</div>
      </div>
    </li>
  );
}
