import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { ComboBox } from '../../shared/ui/combo-box.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PersonField } from '../../shared/ui/person-field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { DepartmentStore } from './department.store.ts';
import type { DepartmentField, DepartmentValues } from './department-values.ts';
import type { DepartmentsStore } from './departments.store.ts';
import type { DepartmentsText } from './departments-text.ts';

interface Props {
  readonly editor: DepartmentStore;
  readonly store: DepartmentsStore;
  readonly t: DepartmentsText;
}

/** Name, code, head, company and state of a department. */
export function DepartmentFields({ editor, store, t }: Props): ReactNode {
  useSignals();
  const { name, code, head, company, active } = editor.values.value;
  const isInactiveHead = useInactiveHead(store, head?.key);
  const theirs = editor.theirs.value;
  /** Error of a field, and the value that another administrator saved meanwhile. */
  const notesOf = (field: DepartmentField, hint?: ReactNode) => {
    const fault = editor.faults.value[field];
    const save = editor.save.value;
    const reason = 'error' in save ? problemText(save.error) : undefined;
    const own = editor.values.value[field];
    // The server names what was chosen by its id.
    const refusal = own !== null && typeof own === 'object' ? t('fault.gone', { value: own.name }) : reason;
    const value = theirs[field];
    return {
      error: fault && (fault === 'required' ? t('fault.required', { attribute: t(field) }) : refusal),
      hint: value === undefined ? hint : t('theirs', { value: shownValue(value, t) }),
    };
  };
  return (
    <div className="form">
      <TextField
        {...notesOf('name')}
        label={t('name')}
        required
        className="c8"
        maxLength={200}
        value={name}
        onChange={(typed) => editor.type({ name: typed })}
      />
      <TextField
        {...notesOf('code')}
        label={t('code')}
        required
        className="c4"
        isCode
        maxLength={64}
        value={code}
        onChange={(typed) => editor.type({ code: typed })}
      />
      <PersonField
        {...notesOf(
          'head',
          isInactiveHead && head ? (
            <span className="tone-amber">{t('head.inactive', { name: head.name })}</span>
          ) : (
            t('head.hint')
          ),
        )}
        label={t('head')}
        aside={t('optional')}
        className="c6"
        value={head}
        onChange={(person) => editor.type({ head: person })}
      />
      <Field {...notesOf('company')} label={t('company')} aside={t('optional')} className="c6">
        {(control) => (
          <ComboBox
            control={control}
            invalid={control['aria-invalid'] === true}
            label={t('company')}
            text={company?.name ?? ''}
            placeholder={t('find')}
            find={store.companies}
            isChosen={(id) => id === company?.id}
            onPick={({ id, text }) => editor.type({ company: { id, name: text } })}
            onClear={() => editor.type({ company: null })}
          />
        )}
      </Field>
      <label className="tick c12">
        <input
          type="checkbox"
          className="check"
          checked={active}
          onChange={({ target }) => editor.type({ active: target.checked })}
        />
        <span className="stack">
          <span>{t('active')}</span>
          <span className="xs muted">{notesOf('active', t('active.hint')).hint}</span>
        </span>
      </label>
    </div>
  );
}

function shownValue(value: DepartmentValues[DepartmentField], t: DepartmentsText): string {
  if (typeof value === 'boolean') return t(value ? 'active' : 'inactive');
  return (typeof value === 'string' ? value : value?.name) || '–';
}

/** Whether the head is known to be unable to act. */
function useInactiveHead(store: DepartmentsStore, key: string | undefined): boolean {
  const [inactive, setInactive] = useState<string | null>(null);
  useEffect(() => {
    if (key === undefined) return;
    const stop = new AbortController();
    store.isInactiveUser(key, stop.signal).then(
      (isInactive) => !stop.signal.aborted && setInactive(isInactive ? key : null),
      () => {
        // A warning that cannot be given; the field works without it.
      },
    );
    return () => stop.abort();
  }, [store, key]);
  return key !== undefined && inactive === key;
}
