import { useSignals } from '@preact/signals-react/runtime';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { UserFactors } from '../../shared/contracts/factors.contract.ts';
import { formatDayAndTime, useMessages } from '../../shared/locale/index.ts';
import { addApp, addPasskey, CognitoError, canUsePasskeys, confirmApp } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { AuthenticatorSetup } from '../../shared/ui/second-factor/authenticator-setup.tsx';
import { BackupCodes } from '../../shared/ui/second-factor/backup-codes.tsx';
import { Sessions } from '../../shared/ui/sessions/sessions.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Naming, type PasskeyProps, Passkeys } from './passkeys.tsx';
import { securityMessages } from './security.messages.ts';
import { createSecurityStore } from './security.store.ts';
import type { SecurityText } from './security-text.ts';
import { useFirstField } from './use-closing.ts';

interface Props {
  readonly username: string;
}

interface PartProps extends Props, PasskeyProps {}

/** The user's second factor with set-up, new backup codes and removal, and the sessions. */
export function Security({ username }: Props): ReactNode {
  useSignals();
  const t = useMessages(securityMessages);
  const [store] = useState(() =>
    createSecurityStore({
      send: call,
      begin: addApp,
      confirm: confirmApp,
      addPasskey: canUsePasskeys() ? addPasskey : undefined,
    }),
  );
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
      {fault?.kind === 'error' && <Banner tone="red">{faultText(fault.error, t)}</Banner>}
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
      return <SetUp {...props} secret={step.secret} />;
    case 'codes':
      return (
        <>
          <p>{t('codesKeep')}</p>
          <BackupCodes codes={step.codes} />
          <div className="row">
            <Button kind="primary" onClick={() => store.show({ kind: 'overview' })}>
              {t('codesKept')}
            </Button>
          </div>
        </>
      );
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
      return <Naming store={store} t={t} />;
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

function SetUp({ store, t, username, secret }: PartProps & { readonly secret: string }): ReactNode {
  useSignals();
  const fault = store.fault.value;
  // Read here: the field renders its control outside of this component's subscription.
  const code = store.code.value;
  const wrong = fault?.kind === 'code' ? t(`code.${fault.code}`) : undefined;
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form, true);
  return (
    <form
      ref={form}
      className="stack spaced"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store.confirm();
      }}
    >
      <p>{t('scan')}</p>
      <AuthenticatorSetup username={username} secret={secret} />
      <Field label={t('code')} required error={wrong} announces>
        {(control) => (
          <ControlBox invalid={wrong !== undefined} className="digits">
            <input
              {...control}
              name="code"
              data-first
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              value={code}
              onChange={(event) => store.type(event.target.value)}
            />
          </ControlBox>
        )}
      </Field>
      <div className="row">
        <Button onClick={() => store.show({ kind: 'overview' })}>{t('cancel')}</Button>
        <Button kind="primary" type="submit" busy={store.busy.value}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}

function faultText(error: unknown, t: SecurityText): string {
  if (error instanceof DOMException) return t(error.name === 'InvalidStateError' ? 'passkeyKnown' : 'passkeyCancelled');
  if (!(error instanceof CognitoError)) return problemText(error);
  if (error.type === 'NetworkError') return t('offline');
  return error.isTemporary || error.type === 'LimitExceededException' ? t('tooMany') : t('failed');
}
