import { useSignals } from '@preact/signals-react/runtime';
import { Check, Circle, CircleCheck, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { NEW_PASSWORD_MIN } from '../../shared/contracts/constants.ts';
import { PASSWORD_PARTS } from '../../shared/contracts/password.rules.ts';
import { useWidget } from '../../shared/element/index.ts';
import { changePassword } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { createPasswordStore, type PasswordStore, type PasswordValues } from './password.store.ts';
import type { ProfileText } from './profile-text.ts';
import { focusFault, useFirstField, useUnsaved } from './use-closing.ts';

interface Props {
  readonly username: string;
  readonly closable: boolean;
  readonly t: ProfileText;
}

/** The change of the own password, at the identity service. */
export function PasswordForm({ username, closable, t }: Props): ReactNode {
  useSignals();
  const widget = useWidget();
  const form = useRef<HTMLFormElement>(null);
  const [store] = useState(() => createPasswordStore(changePassword));
  const rules = useId();
  useFirstField(form, closable);
  const unsaved = store.isChanged();
  useUnsaved(unsaved);
  const state = store.state.value;

  async function submit() {
    if (!(await store.submit())) return focusFault(form.current);
    showSnack({ text: t('password.changed'), icon: Check });
    widget.emit('verva-password-changed');
  }

  return (
    <form
      ref={form}
      className="profile-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <PasswordField store={store} field="current" autoComplete="current-password" t={t} />
      <PasswordField store={store} field="proposed" autoComplete="new-password" describedBy={rules} t={t} />
      <Rules id={rules} password={store.values.value.proposed} t={t} />
      <PasswordField store={store} field="repeat" autoComplete="new-password" t={t} />
      <div className="form-actions">
        {state.status === 'failed' && (
          <Banner tone="red">
            {state.reason && `${t(`password.${state.reason}`)} `}
            {t('password.failed')}
          </Banner>
        )}
        {(closable || unsaved) && (
          <Button
            onClick={() => {
              store.clear();
              widget.emit('verva-profile-cancelled');
            }}
          >
            {t('profile.cancel')}
          </Button>
        )}
        <Button kind="primary" type="submit" busy={state.status === 'saving'}>
          {t('password.change')}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly store: PasswordStore;
  readonly field: keyof PasswordValues;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly describedBy?: string;
  readonly t: ProfileText;
}

function PasswordField({ store, field, autoComplete, describedBy, t }: FieldProps): ReactNode {
  useSignals();
  const [shown, setShown] = useState(false);
  const fault = store.faults.value[field];
  const label = t(`password.${field}`);
  const words = () => {
    if (fault === 'required') return t('fault.field.required', { attribute: label });
    if (fault === 'tooShort') return t('fault.field.too_short', { attribute: label });
    return fault && t(`password.${fault}`);
  };
  return (
    <Field label={label} required error={words()}>
      {(control) => (
        <ControlBox invalid={fault !== undefined}>
          <input
            {...control}
            aria-describedby={[control['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined}
            name={field}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={256}
            data-first={field === 'current' ? '' : undefined}
            value={store.values.value[field]}
            onChange={(event) => store.type({ [field]: event.target.value })}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            small
            label={shown ? t('password.hide') : t('password.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </ControlBox>
      )}
    </Field>
  );
}

/** What the new password still needs, as it is typed. */
function Rules({
  id,
  password,
  t,
}: {
  readonly id: string;
  readonly password: string;
  readonly t: ProfileText;
}): ReactNode {
  const parts = ['uppercase', 'lowercase', 'digit', 'symbol'] as const;
  const rules = [
    { words: t('password.length', { min: NEW_PASSWORD_MIN }), met: [...password].length >= NEW_PASSWORD_MIN },
    ...parts.map((part) => ({ words: t(`password.${part}`), met: PASSWORD_PARTS[part].test(password) })),
  ];
  return (
    <div className="rules" id={id}>
      <span className="hint">{t('password.needs')}</span>
      <ul>
        {rules.map(({ words, met }) => (
          <li key={words} className={met ? 'met' : undefined}>
            <Icon of={met ? CircleCheck : Circle} size="s" />
            {words}
            <span className="sr">: {met ? t('password.met') : t('password.missing')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
