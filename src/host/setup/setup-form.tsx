import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { LANGUAGES, NEW_PASSWORD_MIN, type ShippedLanguageId } from '../../shared/contracts/constants.ts';
import { LANGUAGE_NAMES, useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField, PasswordRules } from '../../shared/ui/password-field.tsx';
import { setupMessages } from './setup.messages.ts';
import type { SetupStore } from './setup.store.ts';
import { faultText, InputField, SelectField } from './setup-fields.tsx';
import { timeZones } from './time-zones.ts';

/** The form of the set-up: an organisation and its first administrator. */
export function SetupForm({ store }: { readonly store: SetupStore }): ReactNode {
  useSignals();
  const t = useMessages(setupMessages);
  const form = useRef<HTMLFormElement>(null);
  const rules = useId();
  const { organisation, administrator } = store.values.value;
  const failure = store.failure.value;
  const hasFaults = Object.keys(store.faults.value).length > 0;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    await store.submit();
    // After the fields show their errors.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  }
  return (
    <form ref={form} className="setup" noValidate onSubmit={(event) => void submit(event)}>
      <div className="stack tight">
        <h1>{t('title')}</h1>
        <p className="second">{t('intro')}</p>
      </div>
      {failure !== undefined && !hasFaults && <Banner tone="red">{problemText(failure)}</Banner>}
      {store.server.value?.sendsMail === false && <Banner tone="amber">{t('noMail')}</Banner>}
      <fieldset>
        <legend className="t3">{t('organisation')}</legend>
        <InputField store={store} part="organisation" name="name" autoComplete="organization" className="whole" />
        <SelectField
          store={store}
          label={t('organisation.timeZone')}
          field="/organisation/timeZone"
          value={organisation.timeZone}
          choices={timeZones(organisation.timeZone).map((id) => ({ id, label: id.replaceAll('_', ' ') }))}
          onChange={(timeZone) => store.type('organisation', { timeZone })}
        />
        <SelectField
          store={store}
          label={t('organisation.language')}
          value={organisation.languageId}
          choices={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          onChange={(id) => store.type('organisation', { languageId: id as ShippedLanguageId })}
        />
      </fieldset>
      <fieldset>
        <legend className="t3">{t('administrator')}</legend>
        <InputField store={store} part="administrator" name="name" autoComplete="name" />
        <InputField store={store} part="administrator" name="username" autoComplete="username" />
        <InputField
          store={store}
          part="administrator"
          name="email"
          autoComplete="email"
          className="whole"
          hint={t('administrator.email.hint')}
        />
        <div className="stack tight whole">
          <PasswordField
            label={t('administrator.password')}
            name="password"
            autoComplete="new-password"
            required
            value={administrator.password}
            describedBy={rules}
            onChange={(password) => store.type('administrator', { password })}
            error={faultText(store, t, '/administrator/password', t('administrator.password'))}
          />
          <PasswordRules id={rules} password={administrator.password} min={NEW_PASSWORD_MIN} />
        </div>
      </fieldset>
      <Button kind="primary" wide type="submit" busy={store.status.value.kind === 'saving'}>
        {t('create')}
      </Button>
    </form>
  );
}
