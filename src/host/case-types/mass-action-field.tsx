import type { ReactNode } from 'react';
import type { CaseChoices, OfferedTask } from '../../shared/contracts/case-types.contract.ts';
import { ChoiceControl } from '../choice-control.tsx';
import type { CaseTypesText } from './case-types-text.ts';

interface Props {
  readonly value: readonly OfferedTask[] | null;
  readonly tasks: CaseChoices['processes'][number]['tasks'];
  readonly onChange: (value: OfferedTask[] | null) => void;
  readonly t: CaseTypesText;
}

/** Which tasks of a kind of case mass action offers. Outcomes and fields that the API has set for a task stay. */
export function MassActionField({ value, tasks, onChange, t }: Props): ReactNode {
  const offered = value ?? [];
  const missing = offered.filter(({ taskKey }) => !tasks.some(({ id }) => id === taskKey));
  const shown = [...tasks, ...missing.map(({ taskKey }) => ({ id: taskKey, name: taskKey }))];
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...offered, { taskKey: id }] : offered.filter(({ taskKey }) => taskKey !== id));
  return (
    <fieldset className="stack case-choices">
      <legend className="label">{t('massAction')}</legend>
      <ChoiceControl
        oneOf="case-mass-action"
        label={t('massAction.all')}
        checked={value === null}
        onChange={() => onChange(null)}
      />
      <ChoiceControl
        oneOf="case-mass-action"
        label={t('massAction.some')}
        hint={t('massAction.hint')}
        checked={value !== null}
        onChange={() => onChange([])}
      />
      {value !== null && (
        <div className="stack case-tasks">
          {shown.map(({ id, name }) => (
            <ChoiceControl
              key={id}
              label={name}
              checked={offered.some(({ taskKey }) => taskKey === id)}
              onChange={(isOn) => toggle(id, isOn)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
