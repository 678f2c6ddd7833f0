import { Fragment, type ReactNode } from 'react';
import type { CaseChoices, OfferedTask } from '../../shared/contracts/case-types.contract.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import type { CaseTypesText } from './case-types-text.ts';

interface Props {
  readonly value: readonly OfferedTask[] | null;
  readonly tasks: CaseChoices['processes'][number]['tasks'];
  readonly onChange: (value: OfferedTask[] | null) => void;
  readonly t: CaseTypesText;
}

/** Which tasks of a kind of case mass action offers, with which outcomes and fields. */
export function MassActionField({ value, tasks, onChange, t }: Props): ReactNode {
  const offered = value ?? [];
  const missing = offered.filter(({ taskKey }) => !tasks.some(({ id }) => id === taskKey));
  const shown = [...tasks, ...missing.map(({ taskKey }) => ({ id: taskKey, name: taskKey, outcomes: [], fields: [] }))];
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
          {shown.map((task) => {
            const own = offered.find(({ taskKey }) => taskKey === task.id);
            const change = (changed: OfferedTask) =>
              onChange(offered.map((one) => (one.taskKey === task.id ? changed : one)));
            return (
              <Fragment key={task.id}>
                <ChoiceControl
                  label={task.name}
                  checked={own !== undefined}
                  onChange={(isOn) => toggle(task.id, isOn)}
                />
                {own && <OfferedParts what="outcomes" task={task} own={own} needsOne onChange={change} t={t} />}
                {own && <OfferedParts what="fields" task={task} own={own} onChange={change} t={t} />}
              </Fragment>
            );
          })}
        </div>
      )}
    </fieldset>
  );
}

interface PartsProps {
  readonly what: 'outcomes' | 'fields';
  readonly task: Props['tasks'][number];
  readonly own: OfferedTask;
  /** The last one cannot be taken away: without an outcome, no task could be completed. */
  readonly needsOne?: boolean;
  readonly onChange: (own: OfferedTask) => void;
  readonly t: CaseTypesText;
}

/** The outcomes or fields of one offered task. All of them are stored as no limit, so that new ones are offered too. */
function OfferedParts({ what, task, own, needsOne = false, onChange, t }: PartsProps): ReactNode {
  const limited = own[what];
  const known = task[what];
  const gone = (limited ?? []).filter((id) => !known.some((one) => one.id === id));
  const shown = [...known, ...gone.map((id) => ({ id, name: id }))];
  if (shown.length === 0) return null;
  const chosen = limited ?? known.map(({ id }) => id);
  const toggle = (id: string, isOn: boolean) => {
    const next = isOn ? [...chosen, id] : chosen.filter((one) => one !== id);
    const isAll = shown.every((one) => next.includes(one.id));
    const { [what]: _, ...others } = own;
    onChange(isAll ? others : { ...others, [what]: shown.map((one) => one.id).filter((one) => next.includes(one)) });
  };
  return (
    <fieldset className="stack case-parts">
      <legend className="xs muted">{t(`massAction.${what}`, { task: task.name })}</legend>
      {shown.map(({ id, name }) => {
        const isOn = chosen.includes(id);
        const isLast = needsOne && isOn && chosen.length === 1;
        return (
          <ChoiceControl
            key={id}
            label={name}
            checked={isOn}
            disabled={isLast}
            onChange={(checked) => toggle(id, checked)}
          />
        );
      })}
    </fieldset>
  );
}
