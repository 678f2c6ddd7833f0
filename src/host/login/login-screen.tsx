import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, ChevronDown, CircleCheck, Eye, EyeOff, Globe } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { getLoginMode } from '../../shared/contracts/signin.contract.ts';
import { LANGUAGE_NAMES, type Messages, type Translate, useLanguage, useMessages } from '../../shared/locale/index.ts';
import { signIn, startSso } from '../../shared/session/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { chooseLanguage } from '../display.ts';
import { Logo } from '../frame/logo.tsx';
import { safeRedirect } from '../routes.ts';
import { loginMessages } from './login.messages.ts';
import { createLoginStore, type LoginStore } from './login.store.ts';
import { PathDrawing } from './path-drawing.tsx';
import { SsoFault } from './sso-fault.tsx';

type LoginText = typeof loginMessages extends Messages<infer Key> ? Translate<Key> : never;

/** The door: username first, then what this person signs in with. */
export function LoginScreen(): ReactNode {
  useSignals();
  const t = useMessages(loginMessages);
  const store = useMemo(
    () =>
      createLoginStore({
        lookUp: async (username) => {
          const { loginMode, idpName } = await call(getLoginMode, { params: { username }, auth: false });
          if (loginMode === 'SSO' && idpName) {
            const redirect = safeRedirect(new URLSearchParams(location.search).get('redirect'));
            await startSso({ idpName, username, redirect });
          }
          return loginMode;
        },
        signIn,
        log: (text) => console.warn(text),
      }),
    [],
  );
  const { mode } = store.state.value;
  useEffect(() => {
    document.title = `${t('login.title')} · Verva`;
  }, [t]);
  return (
    <div className="sign">
      <PathDrawing />
      <header>
        <span className="wordmark">
          <Logo size={28} />
          Verva
        </span>
        <span className="grow" />
        <LanguageChoice t={t} />
      </header>
      <main className="gate">
        <SsoFault />
        {mode === 'loginSuccess' ? (
          <div className="stack success" role="status">
            <Icon of={CircleCheck} size="l" />
            <h1>{t('login.success')}</h1>
          </div>
        ) : (
          <LoginForm key={mode} store={store} t={t} />
        )}
      </main>
      <footer>
        <span>© {new Date().getFullYear()} Verva</span>
      </footer>
    </div>
  );
}

function LoginForm({ store, t }: { readonly store: LoginStore; readonly t: LoginText }): ReactNode {
  useSignals();
  const state = store.state.value;
  const asksPassword = state.mode === 'login';
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const incomplete = !state.username.trim() || (asksPassword && !state.password.trim());

  // The next keystroke belongs to the first field that is empty or wrong.
  const { usernameFault, passwordFault } = state;
  useEffect(() => {
    const name = usernameFault ? 'username' : passwordFault || asksPassword ? 'password' : 'username';
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  }, [usernameFault, passwordFault, asksPassword]);

  return (
    <>
      <h1>{t('login.title')}</h1>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void store.proceed();
        }}
      >
        <Field label={t('login.username')} error={usernameFault ? t(`login.${usernameFault}`) : undefined}>
          {(control) => (
            <div className={usernameFault ? 'control invalid' : 'control'}>
              <input
                {...control}
                name="username"
                type="text"
                autoComplete="username"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                value={state.username}
                onChange={(event) => store.type({ username: event.target.value })}
              />
            </div>
          )}
        </Field>
        {asksPassword && (
          <Field
            label={t('login.password')}
            error={passwordFault ? t(`login.${passwordFault}`) : undefined}
            hint={capsLock ? t('login.capsLock') : undefined}
          >
            {(control) => (
              <div className={passwordFault ? 'control invalid' : 'control'}>
                <input
                  {...control}
                  name="password"
                  type={shown ? 'text' : 'password'}
                  autoComplete="current-password"
                  value={state.password}
                  onChange={(event) => store.type({ password: event.target.value })}
                  onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
                />
                <IconButton
                  icon={shown ? EyeOff : Eye}
                  small
                  className="peek"
                  label={shown ? t('login.hide') : t('login.show')}
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                />
              </div>
            )}
          </Field>
        )}
        <Button kind="primary" wide type="submit" busy={state.busy} className={incomplete ? 'incomplete' : ''}>
          {asksPassword ? t('login.signIn') : t('login.next')}
        </Button>
        <span className="sr" role="status">
          {state.busy ? t('login.signingIn') : ''}
        </span>
      </form>
      {asksPassword && (
        <button type="button" className="link row row-6 s back-link" onClick={store.back}>
          <Icon of={ArrowLeft} size="s" />
          {t('login.back')}
        </button>
      )}
      {state.mode === 'attemptSSO' && passwordFault && (
        <p className="error" role="alert">
          {t(`login.${passwordFault}`)}
        </p>
      )}
    </>
  );
}

function LanguageChoice({ t }: { readonly t: LoginText }): ReactNode {
  const language = useLanguage();
  return (
    <Menu
      label={t('login.language', { language: LANGUAGE_NAMES[language] })}
      align="end"
      items={LANGUAGES.map((id) => ({
        id,
        label: LANGUAGE_NAMES[id],
        checked: id === language,
        onSelect: () => chooseLanguage(id),
      }))}
      trigger={(button) => (
        <Button
          kind="ghost"
          icon={Globe}
          aria-label={t('login.language', { language: LANGUAGE_NAMES[language] })}
          {...button}
        >
          {LANGUAGE_NAMES[language]}
          <Icon of={ChevronDown} size="s" />
        </Button>
      )}
    />
  );
}
