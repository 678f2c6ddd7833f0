import { useSignals } from '@preact/signals-react/runtime';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { UserFactors } from '../../shared/contracts/factors.contract.ts';
import { formatDayAndTime, useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { AppSetUp } from '../../shared/ui/second-factor/app-set-up.tsx';
import { NamePasskey } from '../../shared/ui/second-factor/name-passkey.tsx';
import { NewBackupCodes } from '../../shared/ui/second-factor/new-backup-codes.tsx';
import { ownSecurity } from '../../shared/ui/second-factor/own-security.ts';
import { securityMessages } from '../../shared/ui/second-factor/security.messages.ts';
import { type SecurityProps, securityFault } from '../../shared/ui/second-factor/security-text.ts';
import { Sessions } from '../../shared/ui/sessions/sessions.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Passkeys } from './passkeys.tsx';

interface Props {
  readonly username: string;
}

interface PartProps extends Props, SecurityProps {}

/** The user's second factor with set-up, new backup codes and removal, and the sessions. */
export function Security({ username }: Props): ReactNode {
  useSignals();
  const t = useMessages(securityMessages);
  const [store] = useState(ownSecurity);
  useEffect(() => void store.load(), [store]);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={3} label={t('loading')} />;
  if (state.status === 'failed') {
    return (
      <Banner
        tone="red"
        action={
          <Button small onClick={() => void store.load()}>
            {t('retry')}
          </Button>
        }
      >
        {problemText(state.error)}
      </Banner>
    );
  }
  const fault = store.fault.value;
  const props = { store, t, username };
  return (
    <div className="stack spaced security">
      {fault?.kind === 'error' && <Banner tone="red">{securityFault(fault.error, t)}</Banner>}
      <Step {...props} />
      {state.step.kind === 'overview' && <Sessions send={call} userId="me" />}
    </div>
  );
}

function Step(props: PartProps): ReactNode {
  useSignals();
  const state = props.store.state.value;
  if (state.status !== 'ready') return null;
  const { step, known } = state;
  const { store, t, username } = props;
  switch (step.kind) {
    case 'setUp':
      return <AppSetUp {...props} secret={step.secret} />;
    case 'codes':
      return <NewBackupCodes t={t} codes={step.codes} onKept={() => store.show({ kind: 'overview' })} />;
    case 'removing':
      return (
        <>
          <p>{step.factor.kind === 'passkey' ? t('passkeyRemoveText', { name: step.factor.name }) : t('removeText')}</p>
          <div className="row">
            <Button onClick={() => store.show({ kind: 'overview' })}>{t('cancel')}</Button>
            <Button kind="danger" busy={store.busy.value} onClick={() => void store.remove(step.factor)}>
              {t(step.factor.kind === 'passkey' ? 'passkeyRemoveDo' : 'removeDo')}
            </Button>
          </div>
        </>
      );
    case 'naming':
      return <NamePasskey store={store} t={t} />;
    case 'overview':
      return (
        <>
          <Overview {...{ store, t, username, known }} />
          {known.isKeptHere && <Passkeys {...{ store, t, known }} />}
        </>
      );
  }
}

function Overview({ store, t, known }: PartProps & { readonly known: UserFactors }): ReactNode {
  useSignals();
  const factor = known.factors.find(({ kind }) => kind === 'totp');
  const busy = store.busy.value;
  if (!known.isKeptHere) return <p className="second">{t('elsewhere')}</p>;
  if (!factor) {
    return (
      <>
        <p className="row row-12">
          <Icon of={ShieldOff} />
          <span className="strong">{t('off')}</span>
        </p>
        <p className="second">{t('offText')}</p>
        <div className="row">
          <Button kind="primary" busy={busy} onClick={() => void store.setUp()}>
            {t('setUp')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p className="row row-12">
        <Icon of={ShieldCheck} />
        <span className="stack">
          <span className="strong">{t('on')}</span>
          <span className="s muted">{t('since', { time: formatDayAndTime(factor.addedAt) })}</span>
        </span>
      </p>
      <p className="second">{t('codesLeft', { count: known.backupCodes })}</p>
      <div className="row wrap">
        <Button busy={busy} onClick={() => void store.newCodes()}>
          {t('newCodes')}
        </Button>
        <Button blocked={busy} onClick={() => void store.setUp()}>
          {t('change')}
        </Button>
        <Button kind="ghost" blocked={busy} onClick={() => store.show({ kind: 'removing', factor })}>
          {t('remove')}
        </Button>
      </div>
    </>
  );
}
