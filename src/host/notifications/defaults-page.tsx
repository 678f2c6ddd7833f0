import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useMemo } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { timeZone, useMessages } from '../../shared/locale/index.ts';
import { watchUnsaved } from '../../shared/page/unsaved.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { DigestHour, PreferenceRows } from '../../shared/ui/notification-preferences/preference-rows.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import profile from '../../shared/ui/styles/profile.css?inline';
import { DocumentWidget } from '../document-widget.tsx';
import { defaultsMessages } from './defaults.messages.ts';
import { createDefaults } from './defaults.store.ts';
import './defaults.css';

/** Choices for how long an e-mail button works; a different value set by the API is added. */
const DAYS: readonly number[] = [0, 1, 3, 7, 14, 30, 60];

/** Default notification preferences, for users without preferences. */
export function NotificationDefaultsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Defaults send={send} />
    </DocumentWidget>
  );
}

function Defaults({ send }: { readonly send: typeof call }): ReactNode {
  useStyles(profile);
  useSignals();
  const t = useMessages(defaultsMessages);
  const store = useMemo(() => createDefaults({ send }), [send]);
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
  if (state.status === 'loading' || !values) return <Skeleton rows={8} label={t('loading')} />;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await store.save()) showSnack({ text: t('saved'), icon: Check });
  }

  const days = [...new Set([...DAYS, values.actionDays])].toSorted((a, b) => a - b);
  return (
    <form className="preference-form" noValidate aria-label={t('title')} onSubmit={(event) => void submit(event)}>
      <div className="page preference-page">
        <p className="second">{t('about')}</p>
        <section className="card preference-card" aria-labelledby="preference-mails">
          <h2 className="t2" id="preference-mails">
            {t('mails')}
          </h2>
          <PreferenceRows
            title={t('what')}
            text={t}
            hint={(kind) => (kind === 'offered' ? t('offered.hint') : undefined)}
            choices={values.choices}
            onChoose={store.choose}
          />
          <DigestHour hour={values.hour} timeZone={timeZone.value} onChoose={store.chooseHour} />
        </section>
        <section className="card preference-card" aria-labelledby="preference-buttons">
          <h2 className="t2" id="preference-buttons">
            {t('buttons')}
          </h2>
          <p className="s second">{t('buttons.more')}</p>
          <Field label={t('buttons.days')} hint={t('buttons.hint')}>
            {(control) => (
              <select
                {...control}
                className="control preference-hour"
                value={values.actionDays}
                onChange={({ target }) => store.chooseDays(Number(target.value))}
              >
                {days.map((count) => (
                  <option key={count} value={count}>
                    {count === 0 ? t('buttons.none') : t('days', { count })}
                  </option>
                ))}
              </select>
            )}
          </Field>
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
