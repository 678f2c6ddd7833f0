import { useSignals } from '@preact/signals-react/runtime';
import { CircleCheck, CircleDashed, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { IconButton } from '../../shared/ui/button.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type LoginField, metRules } from './login.state.ts';
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

/** Whose password it is, where the name stands already: read by people, and by password managers. */
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

interface PasswordFieldProps extends PartProps {
  readonly field: 'password' | 'newPassword' | 'confirmPassword';
  readonly label: string;
  /** The id of a description that stands elsewhere. */
  readonly describedBy?: string;
}

export function PasswordField({ store, t, field, label, describedBy }: PasswordFieldProps): ReactNode {
  useSignals();
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const { [field]: value, faults } = store.state.value;
  return (
    <Field
      label={label}
      error={textOf(faults[field], t)}
      announces
      hint={isCapsLock ? <span role="status">{t('login.capsLock')}</span> : undefined}
    >
      {({ 'aria-describedby': note, ...control }) => (
        <ControlBox invalid={faults[field] !== undefined}>
          <input
            {...control}
            aria-describedby={[note, describedBy].filter(Boolean).join(' ') || undefined}
            name={field}
            type={isShown ? 'text' : 'password'}
            autoComplete={field === 'password' ? 'current-password' : 'new-password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={value}
            onChange={(event) => store.type({ [field]: event.target.value })}
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            small
            className="peek"
            label={isShown ? t('login.hide') : t('login.show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </ControlBox>
      )}
    </Field>
  );
}

/** A code of digits that was sent; phones offer it from the message. */
export function CodeField({ store, t, label }: PartProps & { readonly label: string }): ReactNode {
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
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={code}
            onChange={(event) => store.type({ code: event.target.value })}
          />
        </ControlBox>
      )}
    </Field>
  );
}

/** A new password twice, and how far it has come. Nothing here turns red: what is wrong is said when it is sent. */
export function NewPasswordFields({ store, t }: PartProps): ReactNode {
  useSignals();
  const rules = useId();
  return (
    <>
      <div className="stack tight">
        <PasswordField store={store} t={t} field="newPassword" label={t('login.newPassword')} describedBy={rules} />
        <ul className="rules" id={rules}>
          {metRules(store.state.value.newPassword).map(({ rule, met }) => (
            <li key={rule} className={met ? 'met' : ''}>
              <Icon of={met ? CircleCheck : CircleDashed} size="s" />
              {t(`login.rule.${rule}`)}
              <span className="sr">{met ? t('login.ruleMet') : t('login.ruleOpen')}</span>
            </li>
          ))}
        </ul>
      </div>
      <PasswordField store={store} t={t} field="confirmPassword" label={t('login.confirmPassword')} />
    </>
  );
}

function textOf(fault: LoginStore['state']['value']['faults'][LoginField], t: LoginText): string | undefined {
  return fault && t(`login.${fault}`);
}
