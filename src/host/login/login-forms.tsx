import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, CircleCheck, ExternalLink, MailCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { PHONE_LIKE_PATTERN } from '../../shared/contracts/constants.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.ts';
import { isIncomplete, type LoginState } from './login.state.ts';
import {
  CodeField,
  KnownUsername,
  LoginPassword,
  NewPasswordFields,
  type PartProps,
  UsernameField,
} from './login-fields.tsx';

// Only a sign-in that sets up the second factor needs these.
const AuthenticatorSetup = lazyPart(
  () => import('../../shared/ui/second-factor/authenticator-setup.tsx'),
  'AuthenticatorSetup',
);
const BackupCodes = lazyPart(() => import('../../shared/ui/second-factor/backup-codes.tsx'), 'BackupCodes');

export interface LoginFormsProps extends PartProps {
  /** Renders the heading; nothing if the page already has one. */
  readonly heading: (text: string) => ReactNode;
  /** A known user signs in again: the username is shown and cannot be changed. */
  readonly isFixed?: boolean;
  /** The user's phone number, for a one-time password. */
  readonly phone?: string | null;
}

/** The form of the current mode. */
export function LoginForms(props: LoginFormsProps): ReactNode {
  useSignals();
  const { mode, countdown, provider } = props.store.state.value;
  switch (mode) {
    case 'attemptSSO':
    case 'reset':
      if (countdown !== null) return <Countdown {...props} />;
      return provider === null ? <UsernameForm {...props} /> : <ProviderForm {...props} />;
    case 'login':
      return <PasswordForm {...props} />;
    case 'withoutPassword':
      return <WithoutPasswordForm {...props} />;
    case 'customChallenge':
      return <OneTimeForm {...props} />;
    case 'appSetup':
      return <AppSetupForm {...props} />;
    case 'passkeySetup':
      return <PasskeySetupForm {...props} />;
    case 'backupCodes':
      return <BackupCodesForm {...props} />;
    case 'recover':
      return <RecoverForm {...props} />;
    case 'resetRequired':
      return <ResetForm {...props} />;
    case 'forceNewPassword':
      return <NewPasswordForm {...props} />;
    case 'final':
      return <Final {...props} />;
    case 'loginSuccess':
      return (
        <div className="stack success" role="status">
          <Icon of={CircleCheck} size="l" />
          {props.heading(props.t('login.success'))}
        </div>
      );
  }
}

interface ShellProps extends LoginFormsProps {
  readonly title: string;
  /** Instruction above the fields. */
  readonly text?: ReactNode;
  readonly action: string;
  readonly children: ReactNode;
  /** Alternative actions below the form. */
  readonly alternatives?: ReactNode;
}

/** Heading, instruction, the form with its submit button, and alternative actions. */
function Shell({ store, t, heading, title, text, action, children, alternatives }: ShellProps): ReactNode {
  useSignals();
  const state = store.state.value;
  const form = useRef<HTMLFormElement>(null);
  useFocus(form, state);
  return (
    <>
      {heading(title)}
      {text && <p className="second">{text}</p>}
      {state.notice && (
        <Banner tone={state.notice === 'resetNeeded' ? 'info' : 'red'}>{t(`login.${state.notice}`)}</Banner>
      )}
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void store.proceed();
        }}
      >
        {children}
        <Button kind="primary" wide type="submit" busy={state.busy} className={isIncomplete(state) ? 'incomplete' : ''}>
          {action}
        </Button>
        <span className="sr" role="status">
          {state.busy ? t('login.busy') : ''}
        </span>
      </form>
      {alternatives && <div className="ways">{alternatives}</div>}
    </>
  );
}

/** Focuses the first invalid field, otherwise the first empty one, otherwise the first. */
function useFocus(form: { readonly current: HTMLFormElement | null }, { mode, faults, codeKind }: LoginState): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the mode or the kind of code changes
  useEffect(() => {
    const wrong = Object.keys(faults)[0];
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([aria-hidden])') ?? [])];
    const empty = fields.find(({ value }) => !value.trim());
    (fields.find(({ name }) => name === wrong) ?? (wrong ? null : (empty ?? fields[0])))?.focus();
  }, [form, mode, codeKind, Object.keys(faults)[0]]);
}

function UsernameForm(props: LoginFormsProps): ReactNode {
  const { store, t, isFixed } = props;
  return (
    <Shell
      {...props}
      title={t('login.title')}
      action={t('login.next')}
      alternatives={!isFixed && <ForgotLink store={store} t={t} />}
    >
      {isFixed ? <KnownUsername store={store} t={t} /> : <UsernameField store={store} t={t} />}
    </Shell>
  );
}

function PasswordForm(props: LoginFormsProps): ReactNode {
  useSignals();
  const { store, t, isFixed, phone } = props;
  const { username, modes } = store.state.value;
  const number = isFixed ? phone : PHONE_LIKE_PATTERN.test(username.trim()) ? username : null;
  return (
    <Shell
      {...props}
      title={t('login.title')}
      action={t('login.signIn')}
      alternatives={
        <>
          {store.byPasskey && modes.includes('passkey') && (
            <AlternativeButton onClick={() => void store.byPasskey?.()}>{t('login.usePasskey')}</AlternativeButton>
          )}
          {number && modes.includes('oneTimePassword') && (
            <AlternativeButton onClick={() => void store.byCode(isFixed ? number : undefined)}>
              {t('login.useOneTime')}
            </AlternativeButton>
          )}
          <ForgotLink store={store} t={t} />
          {!isFixed && <BackLink store={store} t={t} />}
        </>
      }
    >
      {isFixed ? <KnownUsername store={store} t={t} /> : <UsernameField store={store} t={t} />}
      <LoginPassword store={store} t={t} field="password" label={t('login.password')} />
    </Shell>
  );
}

/** For an organisation without passwords: a passkey, or a one-time password. */
function WithoutPasswordForm(props: LoginFormsProps): ReactNode {
  useSignals();
  const { store, t, isFixed } = props;
  const { modes } = store.state.value;
  const hasPasskey = store.byPasskey !== undefined && modes.includes('passkey');
  const hasCode = modes.includes('oneTimePassword');
  const other = (
    <>
      {hasPasskey && hasCode && (
        <AlternativeButton onClick={() => void store.byCode()}>{t('login.useOneTime')}</AlternativeButton>
      )}
      {!isFixed && <BackLink store={store} t={t} />}
    </>
  );
  if (!hasPasskey && !hasCode) {
    return (
      <>
        {props.heading(t('login.title'))}
        <KnownUsername store={store} t={t} />
        <Banner tone="red">{t(modes.includes('passkey') ? 'login.noPasskeySupport' : 'login.noMode')}</Banner>
        <span className="ways">{other}</span>
      </>
    );
  }
  return (
    <Shell
      {...props}
      title={t('login.title')}
      text={t(hasPasskey ? 'login.passkeyAsked' : 'login.codeOnly')}
      action={t(hasPasskey ? 'login.usePasskey' : 'login.useOneTime')}
      alternatives={other}
    >
      <KnownUsername store={store} t={t} />
    </Shell>
  );
}

/** Actions beside the field for a one-time code. */
function AlternativesAfterCode({ store, t }: PartProps): ReactNode {
  return (
    <>
      <ResendLink store={store} t={t} />
      <BackLink store={store} t={t} />
    </>
  );
}

function OneTimeForm(props: LoginFormsProps): ReactNode {
  useSignals();
  const { store, t } = props;
  const { sentTo, sentBy, codeKind } = store.state.value;
  if (codeKind !== 'sent') return <AppCodeForm {...props} />;
  const words = sentBy === 'SMS' ? 'login.oneTimeSms' : sentBy === 'EMAIL' ? 'login.oneTimeEmail' : 'login.oneTimeSent';
  return (
    <Shell
      {...props}
      title={t('login.oneTime')}
      text={sentTo ? t(words, { destination: sentTo }) : t('login.oneTimeAsked')}
      action={t('login.signIn')}
      alternatives={<AlternativesAfterCode store={store} t={t} />}
    >
      <KnownUsername store={store} t={t} />
      <CodeField store={store} t={t} label={t('login.oneTime')} />
    </Shell>
  );
}

/** Asks for the code of the authenticator app, or a backup code in its place. */
function AppCodeForm(props: LoginFormsProps): ReactNode {
  useSignals();
  const { store, t } = props;
  const isBackup = store.state.value.codeKind === 'backup';
  return (
    <Shell
      {...props}
      title={t('login.twoStep')}
      text={t(isBackup ? 'login.backupAsked' : 'login.appAsked')}
      action={t('login.signIn')}
      alternatives={
        <>
          <AlternativeButton onClick={() => store.switchToBackup(!isBackup)}>
            {t(isBackup ? 'login.useApp' : 'login.useBackup')}
          </AlternativeButton>
          <BackLink store={store} t={t} />
        </>
      }
    >
      <KnownUsername store={store} t={t} />
      {isBackup ? (
        <CodeField key="backup" store={store} t={t} label={t('login.backupCode')} isText />
      ) : (
        <CodeField key="app" store={store} t={t} label={t('login.appCode')} />
      )}
    </Shell>
  );
}

/** Sets up the authenticator app that the organisation requires. */
function AppSetupForm(props: LoginFormsProps): ReactNode {
  useSignals();
  const { store, t } = props;
  const { username, secret, canSetUpPasskey } = store.state.value;
  return (
    <Shell
      {...props}
      title={t('login.setUp')}
      text={t('login.setUpAsked')}
      action={t('login.next')}
      alternatives={
        <>
          {canSetUpPasskey && (
            <AlternativeButton onClick={() => void store.setUpPasskey()}>{t('login.passkeyInstead')}</AlternativeButton>
          )}
          <BackLink store={store} t={t} />
        </>
      }
    >
      <KnownUsername store={store} t={t} />
      <Suspense>
        <AuthenticatorSetup username={username.trim()} secret={secret} />
      </Suspense>
      <CodeField store={store} t={t} label={t('login.appCode')} />
    </Shell>
  );
}

/** Creates the passkey with which an invited user signs in from then on. */
function PasskeySetupForm(props: LoginFormsProps): ReactNode {
  const { store, t } = props;
  return (
    <Shell
      {...props}
      title={t('login.passkeySetUp')}
      text={t('login.passkeySetUpAsked')}
      action={t('login.passkeyCreate')}
      alternatives={<BackLink store={store} t={t} />}
    >
      <KnownUsername store={store} t={t} />
    </Shell>
  );
}

/** Shows the backup codes once, before the sign-in continues. */
function BackupCodesForm(props: LoginFormsProps): ReactNode {
  useSignals();
  const { store, t } = props;
  return (
    <Shell {...props} title={t('login.backupTitle')} text={t('login.backupKeep')} action={t('login.backupKept')}>
      <Suspense>
        <BackupCodes codes={store.state.value.backupCodes} />
      </Suspense>
    </Shell>
  );
}

function RecoverForm(props: LoginFormsProps): ReactNode {
  const { store, t, isFixed } = props;
  return (
    <Shell
      {...props}
      title={t('login.recovery')}
      text={t('login.recoveryHint')}
      action={t('login.sendCode')}
      alternatives={<BackLink store={store} t={t} />}
    >
      {isFixed ? <KnownUsername store={store} t={t} /> : <UsernameField store={store} t={t} />}
    </Shell>
  );
}

function ResetForm(props: LoginFormsProps): ReactNode {
  useSignals();
  const { store, t } = props;
  const { sentTo } = store.state.value;
  return (
    <Shell
      {...props}
      title={t('login.recovery')}
      text={sentTo ? t('login.codeSent', { destination: sentTo }) : t('login.codeAsked')}
      action={t('login.setPassword')}
      alternatives={<AlternativesAfterCode store={store} t={t} />}
    >
      <KnownUsername store={store} t={t} />
      <CodeField store={store} t={t} label={t('login.code')} />
      <NewPasswordFields store={store} t={t} />
    </Shell>
  );
}

function NewPasswordForm(props: LoginFormsProps): ReactNode {
  const { store, t } = props;
  return (
    <Shell
      {...props}
      title={t('login.newTitle')}
      text={t('login.newAsked')}
      action={t('login.setPassword')}
      alternatives={<BackLink store={store} t={t} />}
    >
      <KnownUsername store={store} t={t} />
      <NewPasswordFields store={store} t={t} />
    </Shell>
  );
}

/** End of a flow without a session (LOG-09). */
function Final({ store, t, heading }: LoginFormsProps): ReactNode {
  useSignals();
  const first = useRef<HTMLDivElement>(null);
  const { outcome, sentTo, notice, busy } = store.state.value;
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  if (outcome === null) return null;
  const hasFailed = outcome.kind === 'failed';
  const text =
    outcome.kind === 'failed'
      ? t(`login.${outcome.fault}`)
      : outcome.kind === 'changed'
        ? t('login.changed')
        : t('login.temporarySent');
  return (
    <>
      {heading(t('login.recovery'))}
      <div className={`verdict ${hasFailed ? 'bad' : 'good'}`} role={hasFailed ? 'alert' : 'status'}>
        <Icon of={hasFailed ? TriangleAlert : outcome.kind === 'changed' ? CircleCheck : MailCheck} size="l" />
        <p>
          {text}
          {sentTo && outcome.kind === 'temporarySent' && (
            <span className="muted">{t('login.sentTo', { destination: sentTo })}</span>
          )}
        </p>
      </div>
      {notice && <Banner tone="red">{t(`login.${notice}`)}</Banner>}
      <div className="stack tight" ref={first}>
        {hasFailed && outcome.retry && (
          <Button kind="primary" wide onClick={store.retry}>
            {t('login.retry')}
          </Button>
        )}
        {outcome.kind === 'temporarySent' ? (
          <>
            <Button kind="primary" wide onClick={() => void store.back()}>
              {t('login.back')}
            </Button>
            <span className="ways">
              <ResendLink store={store} t={t} busy={busy} />
            </span>
          </>
        ) : (
          <Button kind={hasFailed ? 'default' : 'primary'} wide onClick={() => void store.back()}>
            {t('login.back')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Countdown before the redirect to the identity provider (LOG-19). */
function Countdown({ store, t, heading }: LoginFormsProps): ReactNode {
  useSignals();
  const place = useRef<HTMLDivElement>(null);
  const { countdown, username } = store.state.value;
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <>
      {heading(t('login.countdownTitle'))}
      <p className="second" role="timer">
        {t('login.countdown', { seconds: countdown ?? 0, username })}
      </p>
      <div className="stack tight" ref={place}>
        <Button kind="primary" wide onClick={() => void store.continueToProvider()}>
          {t('login.continue')}
        </Button>
        <Button wide onClick={store.cancelCountdown}>
          {t('login.cancel')}
        </Button>
      </div>
    </>
  );
}

/** Opens the identity provider in a pop-up, which browsers allow on a click only. */
function ProviderForm({ store, t, heading }: LoginFormsProps): ReactNode {
  useSignals();
  const place = useRef<HTMLDivElement>(null);
  const { notice, busy } = store.state.value;
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <>
      {heading(t('login.title'))}
      <KnownUsername store={store} t={t} />
      <p className="second">{t('login.providerAsked')}</p>
      {notice && <Banner tone="red">{t(`login.${notice}`)}</Banner>}
      <div ref={place}>
        <Button kind="primary" icon={ExternalLink} wide busy={busy} onClick={() => void store.visitProvider()}>
          {t('login.provider')}
        </Button>
      </div>
    </>
  );
}

function ForgotLink({ store, t }: PartProps): ReactNode {
  return <AlternativeButton onClick={store.recover}>{t('login.forgot')}</AlternativeButton>;
}

function BackLink({ store, t }: PartProps): ReactNode {
  return (
    <AlternativeButton onClick={() => void store.back()}>
      <Icon of={ArrowLeft} size="s" />
      {t('login.back')}
    </AlternativeButton>
  );
}

/** Sends the code again; disabled during the waiting time, which is shown. */
function ResendLink({ store, t, busy = false }: PartProps & { readonly busy?: boolean }): ReactNode {
  useSignals();
  const { resendIn } = store.state.value;
  if (resendIn > 0) return <span className="s muted wait">{t('login.againIn', { seconds: resendIn })}</span>;
  return (
    <AlternativeButton onClick={() => void store.resend()} busy={busy}>
      {t('login.again')}
    </AlternativeButton>
  );
}

function AlternativeButton({
  onClick,
  busy = false,
  children,
}: {
  readonly onClick: () => void;
  readonly busy?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <button type="button" className="link row row-6 s" aria-busy={busy || undefined} onClick={onClick}>
      {children}
    </button>
  );
}
