import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useId } from 'react';
import { RESET_PASSWORD_MIN } from '../../shared/contracts/constants.ts';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { PasswordField, PasswordRules } from '../../shared/ui/password-field.tsx';
import type { LoginField } from './login.state.ts';
import type { LoginStore } from './login.store.ts';
import type { LoginText } from './login-text.ts';

export interface PartProps {
  readonly store: LoginStore;
  readonly t: LoginText;
}

export function UsernameField({ store, t }: PartProps): ReactNode {
  useSignals();
  const { username, faults } = store.state.value;
  return (
    <Field label={t('login.username')} error={textOf(faults.username, t)} announces>
      {(control) => (
        <ControlBox invalid={faults.username !== undefined}>
          <input
            {...control}
            name="username"
            type="text"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={username}
            onChange={(event) => store.type({ username: event.target.value })}
          />
        </ControlBox>
      )}
    </Field>
  );
}

/** Hidden username field where the username is shown as text; for screen readers and password managers. */
export function KnownUsername({ store, t }: PartProps): ReactNode {
  useSignals();
  const { username } = store.state.value;
  return (
    <p className="known">
      <span className="sr">{t('login.username')}</span>
      <span className="cut strong">{username}</span>
      <input
        type="text"
        name="username"
        autoComplete="username"
        className="sr"
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        value={username}
      />
    </p>
  );
}

interface LoginPasswordProps extends PartProps {
  readonly field: 'password' | 'newPassword' | 'confirmPassword';
  readonly label: string;
  /** Id of a description elsewhere on the page. */
  readonly describedBy?: string;
}

export function LoginPassword({ store, t, field, ...props }: LoginPasswordProps): ReactNode {
  useSignals();
  const { [field]: value, faults } = store.state.value;
  return (
    <PasswordField
      {...props}
      name={field}
      autoComplete={field === 'password' ? 'current-password' : 'new-password'}
      value={value}
      onChange={(typed) => store.type({ [field]: typed })}
      error={textOf(faults[field], t)}
      announces
    />
  );
}

/** A one-time code; phones suggest a numeric one from the message. `isText`: with letters. */
export function CodeField({
  store,
  t,
  label,
  isText = false,
}: PartProps & { readonly label: string; readonly isText?: boolean }): ReactNode {
  useSignals();
  const { code, faults } = store.state.value;
  return (
    <Field label={label} error={textOf(faults.code, t)} announces>
      {(control) => (
        <ControlBox invalid={faults.code !== undefined} className="digits">
          <input
            {...control}
            name="code"
            type="text"
            inputMode={isText ? 'text' : 'numeric'}
            autoComplete={isText ? 'off' : 'one-time-code'}
            autoCapitalize={isText ? 'characters' : 'none'}
            spellCheck={false}
            value={code}
            onChange={(event) => store.type({ code: event.target.value })}
          />
        </ControlBox>
      )}
    </Field>
  );
}

/** New password, entered twice, with its requirements. */
export function NewPasswordFields({ store, t }: PartProps): ReactNode {
  useSignals();
  const rules = useId();
  const password = store.state.value.newPassword.trim();
  return (
    <>
      <div className="stack tight">
        <LoginPassword store={store} t={t} field="newPassword" label={t('login.newPassword')} describedBy={rules} />
        <PasswordRules id={rules} password={password} min={RESET_PASSWORD_MIN} />
      </div>
      <LoginPassword store={store} t={t} field="confirmPassword" label={t('login.confirmPassword')} />
    </>
  );
}

function textOf(fault: LoginStore['state']['value']['faults'][LoginField], t: LoginText): string | undefined {
  return fault && t(`login.${fault}`);
}
