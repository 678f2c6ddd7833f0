import { useSignals } from '@preact/signals-react/runtime';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLanguage } from '../../shared/locale/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { FieldNote } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { MassText } from './mass-action-text.ts';
import { textIn } from './mass-action-words.ts';
import { ValueField } from './value-field.tsx';
import type { Wizard } from './wizard.store.ts';

const COMMENT_MAX = 4000;

/** Outcome, comment and values common to all tasks. */
export function OutcomeStep({ wizard, t }: { readonly wizard: Wizard; readonly t: MassText }): ReactNode {
  useSignals();
  const language = useLanguage();
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const { outcome, outcomeId, comment, tried, choosing } = wizard;
  const kind = choosing.kind.value;
  useEffect(() => group.current?.querySelector<HTMLElement>('input')?.focus(), []);
  if (!kind) return null;
  const chosen = outcome.value;
  const missing = tried.value && chosen === null;
  const hasComment = chosen !== null && chosen.comment !== 'none';
  return (
    <>
      <section className="card card-body stack mass-form">
        <fieldset ref={group} className="field" aria-describedby={missing ? `${id}note` : undefined}>
          <legend className="label">
            {t('outcome')}
            <span className="req" aria-hidden="true">
              *
            </span>
          </legend>
          <div className="mass-outcomes">
            {kind.outcomes.map((one) => (
              <label key={one.id} className="tick">
                <input
                  type="radio"
                  className="check radio"
                  name={`${id}outcome`}
                  checked={chosen?.id === one.id}
                  onChange={() => {
                    outcomeId.value = one.id;
                  }}
                />
                <span>{textIn(one.label, language)}</span>
              </label>
            ))}
          </div>
          <FieldNote id={`${id}note`} error={missing ? t('outcomeMissing') : undefined} announces />
        </fieldset>
        {hasComment && (
          <TextField
            label={t('comment')}
            required={chosen.comment === 'required'}
            hint={t('commentHint')}
            error={tried.value && wizard.lacksComment.value ? t('commentMissing') : undefined}
            announces
            rows={3}
            maxLength={COMMENT_MAX}
            value={comment.value}
            onChange={(typed) => {
              comment.value = typed;
            }}
          />
        )}
      </section>
      {kind.fields.length > 0 && <Values wizard={wizard} t={t} />}
    </>
  );
}

function Values({ wizard, t }: { readonly wizard: Wizard; readonly t: MassText }): ReactNode {
  useSignals();
  const language = useLanguage();
  const id = useId();
  const known = wizard.choosing.kind.value?.fields ?? [];
  const set = wizard.fields.value;
  const rest = known.filter((field) => !set.includes(field));
  return (
    <section className="card card-body stack mass-form" aria-labelledby={`${id}title`}>
      <div>
        <h2 className="t3" id={`${id}title`}>
          {t('values')}
        </h2>
        <p className="s second">{t('valuesHint')}</p>
      </div>
      {set.map((field) => (
        <div className="mass-value" key={field.key}>
          <ValueField
            field={field}
            label={textIn(field.label, language)}
            value={wizard.values.value[field.key] ?? null}
            onChange={(value) => wizard.setValue(field, value)}
            t={t}
          />
          <IconButton
            icon={X}
            label={t('removeValue', { field: textIn(field.label, language) })}
            onClick={() => wizard.removeValue(field.key)}
          />
        </div>
      ))}
      {rest.length > 0 && (
        <div className="mass-add">
          <label className="sr" htmlFor={`${id}add`}>
            {t('addValue')}
          </label>
          <select
            id={`${id}add`}
            className="control"
            value=""
            onChange={(event) => {
              const field = known.find(({ key }) => key === event.target.value);
              if (field) wizard.setValue(field, field.type === 'checkbox' ? false : null);
            }}
          >
            <option value="">{t('addValue')}…</option>
            {rest.map((field) => (
              <option key={field.key} value={field.key}>
                {textIn(field.label, language)}
              </option>
            ))}
          </select>
        </div>
      )}
    </section>
  );
}
