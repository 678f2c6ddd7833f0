import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useId, useMemo } from 'react';
import { problemText } from '../../api/problem-text.ts';
import { createServerLookUps, type FormServices, FormView } from '../../form-view/index.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceControl } from '../../ui/choice-control.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RecordMark } from '../../ui/record-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { targetsOf } from './move-fields.ts';
import type { StatusChangeStore } from './status-change.store.ts';
import type { StatusChangeText } from './status-change-text.ts';

interface Props {
  readonly store: StatusChangeStore;
  /** How many records are selected, in words. */
  readonly about: string;
  readonly t: StatusChangeText;
}

/** The new status, and the values that it requires. */
export function StatusChoice({ store, about, t }: Props): ReactNode {
  useSignals();
  const name = useId();
  const services = useMemo<FormServices>(() => ({ files: null, lookUps: createServerLookUps() }), []);
  const now = store.form.value;
  const model = store.model.value;
  if (now.status === 'loading') return <Skeleton rows={3} label={t('loading')} />;
  if (now.status === 'failed') {
    return (
      <EmptyState mark="failed" title={problemText(now.error)}>
        <Button onClick={() => void store.load()}>{t('again')}</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <p>{about}</p>
      <fieldset className="stack status-targets">
        <legend className="label">{t('status')}</legend>
        {targetsOf(now.form).map((status) => (
          <ChoiceControl
            key={status.id}
            oneOf={name}
            checked={store.chosen.value === status.id}
            onChange={() => store.choose(status.id)}
            label={
              <span className="row row-6">
                <RecordMark status={status} />
                {status.title}
              </span>
            }
          />
        ))}
      </fieldset>
      {model && (
        <section className="stack stack-12" aria-labelledby={`${name}values`}>
          <div>
            <h3 className="t3" id={`${name}values`}>
              {t('values')}
            </h3>
            <p className="s second">{t('values.hint')}</p>
          </div>
          <FormView key={store.chosen.value} model={model} attempts={store.attempts.value} services={services} />
        </section>
      )}
      <p className="s second">{t('check.hint')}</p>
    </>
  );
}
