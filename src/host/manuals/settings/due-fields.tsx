import type { ReactNode } from 'react';
import type { ManualDue } from '../../../shared/contracts/manuals.contract.ts';
import { ChoiceControl } from '../../../shared/ui/choice-control.tsx';
import { DayInput } from '../../builder/panels/day-input.tsx';
import type { ManualText } from '../manual-context.ts';
import { NumberField } from './number-field.tsx';

interface Props {
  readonly due: ManualDue;
  readonly onChange: (due: ManualDue) => void;
  readonly t: ManualText;
}

const KINDS = ['days', 'date', 'periodic'] as const;

/** Deadline of the manual. */
export function DueFields({ due, onChange, t }: Props): ReactNode {
  const days = 'days' in due ? due.days : 14;
  const choose = (kind: ManualDue['kind']) => {
    if (kind === 'days') onChange({ kind, days });
    else if (kind === 'date') onChange({ kind, date: '' });
    else onChange({ kind, days, everyMonths: 12 });
  };
  return (
    <fieldset className="mn-radios">
      <legend className="label">{t('due')}</legend>
      {KINDS.map((kind) => (
        <div key={kind} className="mn-due">
          <ChoiceControl
            oneOf="manual-due"
            label={t(`due.${kind}`)}
            hint={t(`due.${kind}.hint`)}
            checked={due.kind === kind}
            onChange={() => choose(kind)}
          />
          {due.kind === kind && (
            <div className="row wrap mn-due-more">
              {due.kind === 'date' ? (
                <DayInput label={t('due.day')} value={due.date} onChange={(date) => onChange({ kind: 'date', date })} />
              ) : (
                <NumberField
                  label={t('due.count')}
                  value={due.days}
                  min={0}
                  max={730}
                  onChange={(count) => onChange({ ...due, days: count })}
                />
              )}
              {due.kind === 'periodic' && (
                <NumberField
                  label={t('due.every')}
                  value={due.everyMonths}
                  min={1}
                  max={120}
                  onChange={(everyMonths) => onChange({ ...due, everyMonths })}
                />
              )}
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
