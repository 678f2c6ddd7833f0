import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useId, useState } from 'react';
import { formMessages } from '../form-view/form.messages.ts';
import { choiceTextsOf, type FormServices, shownText } from '../form-view/index.ts';
import { type FieldValue, type FormModel, textOf } from '../forms/index.ts';
import { formatDayAndTime } from '../locale/dates.ts';
import { useLanguage, useMessages } from '../locale/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { conflictMessages } from './conflict.messages.ts';
import type { DraftKeeper } from './draft.store.ts';
import type { DraftConflict } from './draft-conflicts.ts';
import type { ConflictText } from './draft-text.ts';

interface Props {
  readonly keeper: DraftKeeper;
  readonly model: FormModel;
  readonly services: FormServices;
  readonly onClose: () => void;
}

type Choice = 'mine' | 'theirs';

/** Fields that were changed here and elsewhere, each with both values, user and time. Nothing changes before Apply. */
export function ConflictDialog({ keeper, model, services, onClose }: Props): ReactNode {
  const t = useMessages(conflictMessages);
  // A snapshot: the user chooses between what is shown.
  const [conflicts] = useState(() => keeper.conflicts.peek());
  const [choices, setChoices] = useState<readonly Choice[]>(() => conflicts.map(() => 'mine'));
  const apply = () => {
    conflicts.forEach((conflict, index) => {
      keeper.resolve(conflict, choices[index] ?? 'mine');
    });
    onClose();
  };
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" onClick={apply}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="conflicts">
        {conflicts.map((conflict, index) => (
          <Conflict
            key={conflict.path.join('.')}
            conflict={conflict}
            model={model}
            services={services}
            choice={choices[index] ?? 'mine'}
            onChoose={(choice) => setChoices(choices.map((one, at) => (at === index ? choice : one)))}
            t={t}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ConflictProps {
  readonly conflict: DraftConflict;
  readonly model: FormModel;
  readonly services: FormServices;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly t: ConflictText;
}

function Conflict({ conflict, model, services, choice, onChoose, t }: ConflictProps): ReactNode {
  useSignals();
  const group = useId();
  const words = useMessages(formMessages);
  const language = useLanguage();
  const { label, field } = placeOf(model, conflict, language, t);
  const shown = (value: FieldValue) =>
    value === null || value === '' || !field
      ? t('empty')
      : shownText(field, value, { t: words, language, names: choiceTextsOf(services) });
  const option = (id: Choice, name: string, value: FieldValue) => (
    <label>
      <input type="radio" className="check" name={group} checked={choice === id} onChange={() => onChoose(id)} />
      <span className="stack">
        <span className="xs muted">{name}</span>
        <span className="value">{shown(value)}</span>
      </span>
    </label>
  );
  return (
    <fieldset className="conflict">
      <legend className="strong">{label}</legend>
      <p className="xs muted">{authorOf(conflict, t)}</p>
      {option('mine', t('mine'), conflict.mine)}
      {option('theirs', conflict.by ? t('theirs') : t('other'), conflict.theirs)}
    </fieldset>
  );
}

function placeOf(model: FormModel, { path: [key, rowId, column] }: DraftConflict, language: string, t: ConflictText) {
  const state = model.states.get(key);
  if (state?.kind === 'field') return { label: textOf(state.definition.label, language), field: state.definition.node };
  const rows = state?.rows.peek() ?? [];
  const cell = rows.find((row) => row.rowId === rowId)?.cells.get(column ?? '');
  const label = cell ? textOf(cell.definition.label, language) : key;
  const row = rows.findIndex((one) => one.rowId === rowId) + 1;
  return { label: t('row', { field: label, row }), field: cell?.definition.node };
}

function authorOf({ by, at }: DraftConflict, t: ConflictText): string {
  if (!at) return t('byUnknown');
  const time = formatDayAndTime(at);
  return by ? t('byPerson', { name: by.name, time }) : t('byWindow', { time });
}
