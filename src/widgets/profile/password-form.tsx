import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { NEW_PASSWORD_MIN } from '../../shared/contracts/constants.ts';
import { useWidget } from '../../shared/element/index.ts';
import { changePassword } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { PasswordField, PasswordRules } from '../../shared/ui/password-field.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useFirstField } from '../../shared/ui/use-first-field.ts';
import { createPasswordStore, type PasswordStore, type PasswordValues } from './password.store.ts';
import type { ProfileText } from './profile-text.ts';
import { focusFault, useUnsaved } from './use-closing.ts';

interface Props {
  readonly username: string;
  readonly closable: boolean;
  readonly t: ProfileText;
}

/** Form for changing the user's own password at the identity service. */
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
      {/* Password managers store the new password under this user name. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <OwnPassword store={store} field="current" t={t} />
      <div className="stack gap-2">
        <OwnPassword store={store} field="proposed" describedBy={rules} t={t} />
        <PasswordRules id={rules} password={store.values.value.proposed} min={NEW_PASSWORD_MIN} />
      </div>
      <OwnPassword store={store} field="repeat" t={t} />
      <CommitBar
        save={t('password.change')}
        isChanged={unsaved}
        isSaving={state.status === 'saving'}
        isNew
        cancel={
          closable || unsaved
            ? {
                label: t('profile.cancel'),
                onCancel: () => {
                  store.clear();
                  widget.emit('verva-profile-cancelled');
                },
              }
            : undefined
        }
      >
        {state.status === 'failed' && (
          <Banner tone="red">
            {state.reason && `${t(`password.${state.reason}`)} `}
            {t('password.failed')}
          </Banner>
        )}
      </CommitBar>
    </form>
  );
}

interface FieldProps {
  readonly store: PasswordStore;
  readonly field: keyof PasswordValues;
  readonly describedBy?: string;
  readonly t: ProfileText;
}

function OwnPassword({ store, field, describedBy, t }: FieldProps): ReactNode {
  useSignals();
  const fault = store.faults.value[field];
  const label = t(`password.${field}`);
  const words = () => {
    if (fault === 'required') return t('fault.field.required', { attribute: label });
    if (fault === 'tooShort') return t('fault.field.too_short', { attribute: label });
    return fault && t(`password.${fault}`);
  };
  return (
    <PasswordField
      label={label}
      name={field}
      autoComplete={field === 'current' ? 'current-password' : 'new-password'}
      value={store.values.value[field]}
      onChange={(typed) => store.type({ [field]: typed })}
      error={words()}
      required
      isFirst={field === 'current'}
      {...(describedBy ? { describedBy } : {})}
    />
  );
}
