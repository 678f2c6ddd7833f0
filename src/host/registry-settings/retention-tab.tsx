import type { ReactNode } from 'react';
import { DATA_COLUMN, RETENTION_MONTHS_MAX, STATUS_SINCE } from '../../shared/contracts/registry.rules.ts';
import type { Retention } from '../../shared/contracts/registry-settings.contract.ts';
import { columnKind, textOf } from '../../shared/forms/index.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { TabProps } from './edited-registry.ts';

const ACTIONS = ['remove', 'anonymise'] as const;
const YEAR: Retention = { months: 12, from: 'created', action: 'remove' };

/** How long records are kept, and what happens then. */
export function RetentionTab({ values, type, opened, t }: TabProps): ReactNode {
  const language = useLanguage();
  const { retention, statuses } = values;
  const change = (changes: Partial<Retention>) => retention && type({ retention: { ...retention, ...changes } });
  const starts = [
    { id: 'created', text: t('since.created') },
    ...statuses.map(({ id, title }) => ({
      id: `${STATUS_SINCE}${id}`,
      text: t('since.status', { status: textOf(title, language) || id }),
    })),
    ...opened.fields
      .filter((field) => columnKind(field) === 'instant')
      .map(({ key, label }) => ({
        id: `${DATA_COLUMN}${key}`,
        text: t('since.day', { field: textOf(label, language) || key }),
      })),
  ];
  return (
    <section className="card reg-card" aria-label={t('tab.retention')}>
      <ChoiceControl
        label={t('retention')}
        hint={t('retention.hint')}
        checked={retention !== null}
        onChange={(on) => type({ retention: on ? YEAR : null })}
      />
      {retention && (
        <>
          <Field label={t('months')} required>
            {(control) => (
              <input
                {...control}
                className="control reg-months"
                type="number"
                min={1}
                max={RETENTION_MONTHS_MAX}
                value={retention.months || ''}
                onChange={({ target }) => change({ months: Math.trunc(Number(target.value)) })}
              />
            )}
          </Field>
          <Field label={t('since')}>
            {(control) => (
              <select
                {...control}
                className="control"
                value={retention.from}
                onChange={({ target }) => change({ from: target.value })}
              >
                {starts.map(({ id, text }) => (
                  <option key={id} value={id}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <fieldset className="stack reg-actions">
            <legend className="label">{t('action')}</legend>
            {ACTIONS.map((one) => (
              <ChoiceControl
                key={one}
                oneOf="registry-retention"
                label={t(`action.${one}`)}
                hint={t(`action.${one}.hint`)}
                checked={retention.action === one}
                onChange={() => change({ action: one })}
              />
            ))}
          </fieldset>
        </>
      )}
    </section>
  );
}
