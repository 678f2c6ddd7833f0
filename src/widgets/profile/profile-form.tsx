import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { deleteEmailChange } from '../../shared/contracts/email-change.contract.ts';
import { NAME_MAX } from '../../shared/contracts/name.rules.ts';
import { EMAIL_MAX, type ProfileValues } from '../../shared/contracts/profile.rules.ts';
import type { User } from '../../shared/contracts/session.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { language } from '../../shared/locale/index.ts';
import { checkSession } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useFirstField } from '../../shared/ui/use-first-field.ts';
import { useLanguages } from '../../shared/ui/use-languages.ts';
import { PictureField } from './picture-field.tsx';
import { createProfileStore, type ProfileStore } from './profile.store.ts';
import type { ProfileText } from './profile-text.ts';
import { focusFault, useUnsaved } from './use-closing.ts';

interface Props {
  readonly user: User;
  readonly tenantName: string;
  /** Whether the organisation lets the user change it. */
  readonly mayChangeName: boolean;
  /** Whether the e-mail address is managed here and not by another service. */
  readonly mayChangeEmail: boolean;
  readonly closable: boolean;
  readonly t: ProfileText;
}

/** Name, e-mail address, phone number, language and picture; fields managed elsewhere are read-only. */
export function ProfileForm({ user, tenantName, mayChangeName, mayChangeEmail, closable, t }: Props): ReactNode {
  useSignals();
  const widget = useWidget();
  const form = useRef<HTMLFormElement>(null);
  // The user's changes are applied below; a new store would lose the input.
  const [store] = useState(() => createProfileStore(call, user));
  useEffect(() => store.follow(user), [store, user]);
  useFirstField(form, closable);
  const unsaved = store.isChanged();
  useUnsaved(unsaved);
  const save = store.save.value;

  async function submit() {
    const isRequested = store.hasNewEmail();
    const saved = await store.submit();
    if (!saved) return focusFault(form.current);
    await checkSession();
    const reload = saved.languageId !== language.peek();
    // A page that changes the language itself prevents the reload (PRO-02).
    const ours = widget.ask('verva-profile-saved', { user: store.base.peek(), reload });
    if (reload && ours) location.reload();
    else showSnack({ text: t(isRequested ? 'profile.emailSent' : 'profile.saved'), icon: Check });
  }

  const base = store.base.value;
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
      <PictureField name={store.values.value.name || base.name} avatar={base.avatar} change={store.picture} t={t} />
      <div className="form">
        <Field label={t('profile.username')} className="c6">
          {(control) => (
            <ControlBox className="disabled">
              <input {...control} value={base.id} disabled autoComplete="off" />
            </ControlBox>
          )}
        </Field>
        <LanguageField store={store} t={t} />
        <TextField
          store={store}
          field="name"
          t={t}
          hint={mayChangeName ? undefined : t('profile.nameElsewhere')}
          input={{ autoComplete: 'name', maxLength: NAME_MAX, 'data-first': '', disabled: !mayChangeName }}
        />
        <TextField
          store={store}
          field="email"
          t={t}
          hint={
            mayChangeEmail ? (store.hasNewEmail() ? t('profile.emailHint') : undefined) : t('profile.emailElsewhere')
          }
          input={{
            autoComplete: 'email',
            type: 'email',
            maxLength: EMAIL_MAX,
            spellCheck: false,
            disabled: !mayChangeEmail,
          }}
        />
        {mayChangeEmail && store.hasNewEmail() && (
          <div className="c6">
            <PasswordField
              label={t('password.current')}
              name="currentPassword"
              autoComplete="current-password"
              value={store.currentPassword.value}
              onChange={(typed) => store.typePassword(typed)}
              error={passwordFault(store, t)}
              required
            />
          </div>
        )}
        {base.pendingEmail && (
          <div className="c12">
            <Banner action={<WithdrawEmail t={t} />}>{t('profile.emailPending', { email: base.pendingEmail })}</Banner>
          </div>
        )}
        <TextField
          store={store}
          field="phoneNumber"
          t={t}
          hint={t('profile.phoneHint')}
          input={{ autoComplete: 'tel', type: 'tel', maxLength: 40 }}
        />
        <dl className="ro c6">
          <dt>{t('profile.organisation')}</dt>
          <dd>
            {base.company && base.company.name !== tenantName ? `${tenantName} · ${base.company.name}` : tenantName}
          </dd>
        </dl>
        <dl className="ro c12">
          <dt>{t('profile.groups')}</dt>
          <dd className="row row-4 wrap">
            {base.groups.length === 0 && <span className="muted">{t('profile.noGroups')}</span>}
            {base.groups.map((group) => (
              <span key={group} className="badge">
                {group}
              </span>
            ))}
          </dd>
        </dl>
      </div>
      <CommitBar
        save={t('profile.save')}
        isChanged={unsaved}
        isSaving={save.status === 'saving'}
        cancel={
          closable || unsaved
            ? {
                label: t('profile.cancel'),
                onCancel: () => {
                  store.begin(store.base.peek());
                  widget.emit('verva-profile-cancelled');
                },
              }
            : undefined
        }
      >
        {save.status === 'failed' && <Banner tone="red">{problemText(save.error)}</Banner>}
        {save.status === 'conflict' && (
          <Banner tone="red">
            {problemText(save.error)} {t('profile.keep')}
          </Banner>
        )}
      </CommitBar>
    </form>
  );
}

/** Translates an error, with the label of its field. */
function useFault(store: ProfileStore, field: keyof ProfileValues, t: ProfileText): string | undefined {
  const fault = store.faults.value[field];
  if (!fault) return undefined;
  const values = { ...fault.params, attribute: t(`profile.${field}`) };
  switch (fault.code) {
    case 'field.required':
    case 'field.too_short':
    case 'field.too_long':
    case 'field.name':
    case 'field.email':
    case 'field.phone':
    case 'field.choice_unknown':
    case 'user.email_taken':
      return t(`fault.${fault.code}`, values);
    default:
      return t('fault.other');
  }
}

function passwordFault(store: ProfileStore, t: ProfileText): string | undefined {
  const fault = store.faults.value.currentPassword;
  if (!fault) return undefined;
  if (fault.code === 'field.required') return t('fault.field.required', { attribute: t('password.current') });
  return fault.code === 'user.password_wrong' ? t('password.wrong') : t('fault.other');
}

/** Withdraws the address that is waiting for confirmation. */
function WithdrawEmail({ t }: { readonly t: ProfileText }): ReactNode {
  const [busy, setBusy] = useState(false);
  async function withdraw() {
    setBusy(true);
    try {
      await call(deleteEmailChange, {});
      await checkSession();
    } catch (error) {
      showSnack({ text: problemText(error) });
    }
    setBusy(false);
  }
  return (
    <Button small busy={busy} onClick={() => void withdraw()}>
      {t('profile.emailWithdraw')}
    </Button>
  );
}

/** Value saved by another user while this field was edited. */
function theirsOf(store: ProfileStore, field: keyof ProfileValues): string | undefined {
  const save = store.save.value;
  return save.status === 'conflict' ? save.theirs[field] : undefined;
}

interface TextFieldProps {
  readonly store: ProfileStore;
  readonly field: 'name' | 'email' | 'phoneNumber';
  readonly hint?: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly t: ProfileText;
}

function TextField({ store, field, hint, input, t }: TextFieldProps): ReactNode {
  useSignals();
  const fault = useFault(store, field, t);
  const theirs = theirsOf(store, field);
  const isOptional = field === 'phoneNumber';
  return (
    <Field
      label={t(`profile.${field}`)}
      required={!isOptional}
      aside={isOptional ? t('profile.optional') : undefined}
      error={fault}
      hint={theirs === undefined ? hint : t('profile.theirs', { value: theirs || '–' })}
      className="c6"
    >
      {(control) => (
        <ControlBox invalid={fault !== undefined} className={input.disabled ? 'disabled' : ''}>
          <input
            {...control}
            {...input}
            name={field}
            value={store.values.value[field]}
            onChange={(event) => store.type({ [field]: event.target.value })}
          />
        </ControlBox>
      )}
    </Field>
  );
}

/** The languages of the organisation, each by its native name. */
function LanguageField({ store, t }: { readonly store: ProfileStore; readonly t: ProfileText }): ReactNode {
  useSignals();
  const offered = useLanguages();
  const fault = useFault(store, 'languageId', t);
  const chosen = store.values.value.languageId;
  const theirs = theirsOf(store, 'languageId');
  const options = useMemo(
    () => (offered.some(([id]) => id === chosen) || !chosen ? offered : [...offered, [chosen, chosen] as const]),
    [offered, chosen],
  );
  const reloads = chosen !== language.value && chosen !== store.base.value.languageId;
  return (
    <Field
      label={t('profile.languageId')}
      required
      error={fault}
      hint={
        theirs !== undefined ? t('profile.theirs', { value: theirs }) : reloads ? t('profile.languageHint') : undefined
      }
      className="c6"
    >
      {(control) => (
        <select
          {...control}
          name="languageId"
          className={fault ? 'control invalid' : 'control'}
          value={chosen}
          onChange={(event) => store.type({ languageId: event.target.value })}
        >
          {options.map(([id, name]) => (
            <option key={id} value={id} lang={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
