import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useMemo } from 'react';
import type { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { SECOND_FACTORS } from '../../shared/contracts/second-factor.rules.ts';
import { SESSION_HOURS_MAX } from '../../shared/contracts/session-life.rules.ts';
import { SIGN_IN_MODES } from '../../shared/contracts/sign-in-modes.rules.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { watchUnsaved } from '../../shared/page/unsaved.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { HoursField } from './hours-field.tsx';
import { signInSettingsMessages } from './sign-in-settings.messages.ts';
import { createSignInSettings } from './sign-in-settings.store.ts';
import './sign-in-settings.css';

/** In hours. */
const LIVES = [8, 12, 24, 168, 336, SESSION_HOURS_MAX];
const IDLE_TIMES = [1, 4, 8, 24, 168];

interface Props {
  readonly send: typeof call;
  /** The organisation, for the provider; without it, the user's own. */
  readonly tenantId?: string;
  /** Returns to the organisation. */
  readonly onBack?: () => void;
}

/** How users of an organisation sign in, whom it requires to use a second factor, and how long sessions last. */
export function OrganisationSignIn({ send, tenantId, onBack }: Props): ReactNode {
  useSignals();
  const t = useMessages(signInSettingsMessages);
  const store = useMemo(() => createSignInSettings({ send, tenantId }), [send, tenantId]);
  useEffect(() => {
    void store.load();
    return watchUnsaved({
      isTyped: () => store.isChanged.peek(),
      keep: store.save,
      discard: async () => store.reset(),
      keeping: 'saves',
    });
  }, [store]);
  const isChanged = store.isChanged.value;
  const state = store.state.value;
  const values = store.values.value;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  if (state.status === 'loading' || !values) return <Skeleton rows={4} label={t('loading')} />;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await store.save()) showSnack({ text: t('saved'), icon: Check });
  }

  return (
    <form className="sign-in-settings" noValidate aria-label={t('title')} onSubmit={(event) => void submit(event)}>
      <div className="page">
        {onBack && (
          <Button icon={ArrowLeft} className="sign-in-back" onClick={onBack}>
            {t('back')}
          </Button>
        )}
        <fieldset className="card">
          <legend className="sr">{t('modes')}</legend>
          <h2 className="t2">{t('modes')}</h2>
          <p className="second">{t(values.modes ? 'modes.about' : 'modes.external')}</p>
          {values.modes &&
            SIGN_IN_MODES.map((mode) => (
              <ChoiceControl
                key={mode}
                label={t(`mode.${mode}`)}
                hint={t(`mode.${mode}.hint`)}
                checked={values.modes?.includes(mode) ?? false}
                onChange={(isAllowed) => store.allow(mode, isAllowed)}
              />
            ))}
        </fieldset>
        <fieldset className="card">
          <legend className="sr">{t('secondFactor')}</legend>
          <h2 className="t2">{t('secondFactor')}</h2>
          <p className="second">{t('about')}</p>
          {SECOND_FACTORS.map((choice) => (
            <ChoiceControl
              key={choice}
              oneOf="secondFactor"
              label={t(choice)}
              hint={t(`${choice}.hint`)}
              checked={values.secondFactor === choice}
              onChange={() => store.choose(choice)}
            />
          ))}
        </fieldset>
        <section className="card" aria-label={t('session')}>
          <h2 className="t2">{t('session')}</h2>
          <p className="second">{t('session.about')}</p>
          <HoursField
            label={t('session.hours')}
            value={values.sessionHours}
            choices={LIVES}
            onChange={(hours) => store.change({ sessionHours: hours ?? SESSION_HOURS_MAX })}
            t={t}
          />
          <HoursField
            label={t('session.idle')}
            hint={t('session.idle.hint')}
            value={values.idleHours}
            choices={[null, ...IDLE_TIMES]}
            onChange={(idleHours) => store.change({ idleHours })}
            t={t}
          />
        </section>
      </div>
      <CommitBar
        save={t('save')}
        isChanged={isChanged}
        isSaving={state.status === 'saving'}
        cancel={isChanged ? { label: t('cancel'), onCancel: store.reset } : undefined}
      >
        {state.status === 'unsaved' && (
          <Banner tone="red">
            {t('unsaved')} {problemText(state.error)}
          </Banner>
        )}
      </CommitBar>
    </form>
  );
}
