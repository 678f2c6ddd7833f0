import { CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { UserDependents } from '../../../shared/contracts/leaving.contract.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { PersonField } from '../../../shared/ui/person-field.tsx';
import { countLeft, type DepartureValues, type TaskChoice } from './departure.ts';
import type { LeavingText } from './leaving-text.ts';

interface Props {
  readonly dependents: UserDependents;
  readonly values: DepartureValues;
  readonly onChange: (change: Partial<DepartureValues>) => void;
  readonly choices: readonly TaskChoice[];
  /** Key of the user who leaves. */
  readonly leaver: string;
  /** The receiver is missing. */
  readonly isMissing: boolean;
  readonly t: LeavingText;
}

/** Number of names in a row. */
const NAMED = 3;

/** What happens to the open tasks of a user: the choice, and who receives them. */
export function TaskChoiceField(props: Props): ReactNode {
  const { dependents, values, onChange, choices, leaver, isMissing, t } = props;
  const id = useId();
  const manager = dependents.manager?.name;
  const label = {
    manager: manager ? t('choice.manager', { name: manager }) : t('choice.candidates'),
    user: t('choice.user'),
    keep: t('choice.keep'),
  } as const satisfies Record<TaskChoice, string>;
  return (
    <fieldset className="task-choice">
      <legend className="strong">{t('tasks.title', { count: countLeft(dependents) })}</legend>
      {choices.map((choice) => (
        <label key={choice} className="tick">
          <input
            type="radio"
            className="check"
            name={id}
            checked={values.choice === choice}
            onChange={() => onChange({ choice })}
          />
          <span>{label[choice]}</span>
        </label>
      ))}
      {values.choice === 'user' && (
        <PersonField
          label={t('receiver')}
          required
          value={values.to}
          exclude={leaver}
          onChange={(to) => onChange({ to })}
          hint={t('receiver.hint')}
          error={isMissing ? t('receiver.missing') : undefined}
        />
      )}
      {values.choice === 'manager' && <Receivers dependents={dependents} t={t} />}
      {values.choice === 'keep' && <p className="s second">{t('choice.keep.hint')}</p>}
    </fieldset>
  );
}

function Receivers({ dependents, t }: { readonly dependents: UserDependents; readonly t: LeavingText }): ReactNode {
  const { receivers, manager } = dependents;
  const kinds = ['candidates', 'owner', 'manager', 'entitled', 'none'] as const;
  return (
    <ul className="receivers">
      {kinds
        .filter((kind) => receivers[kind].count > 0)
        .map((kind) => {
          const { count, tasks } = receivers[kind];
          const names = tasks.flatMap(({ name }) => name ?? []).slice(0, NAMED);
          const more = count - names.length;
          const detail = [...names, ...(names.length > 0 && more > 0 ? [t('tasks.more', { count: more })] : [])];
          const icon: LucideIcon = kind === 'none' ? TriangleAlert : CircleCheck;
          return (
            <li key={kind} className={kind === 'none' ? 'row stays' : 'row'}>
              <Icon of={icon} />
              <span className="stack grow">
                <span>{t(`receivers.${kind}`, { count, name: manager?.name ?? '' })}</span>
                {detail.length > 0 && <span className="s muted">{detail.join(', ')}</span>}
              </span>
            </li>
          );
        })}
    </ul>
  );
}
