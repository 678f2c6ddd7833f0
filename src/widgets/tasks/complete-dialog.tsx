import { useSignals } from '@preact/signals-react/runtime';
import { CheckCheck } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { UNDO_MS } from '../../shared/contracts/constants.ts';
import { undoDeferred } from '../../shared/contracts/deferred-actions.contract.ts';
import type { Texts } from '../../shared/contracts/shapes.contract.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { formatAmount } from '../../shared/ui/format-amount.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { createCompleting } from './completing.store.ts';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly store: TasksStore;
  readonly t: TasksText;
  readonly onClose: () => void;
}

const COMMENT_MAX = 4000;

/** Completes the selected tasks of one kind by an outcome: choose, check, then start. */
export function CompleteDialog({ store, t, onClose }: Props): ReactNode {
  useSignals();
  const id = useId();
  const language = useLanguage();
  const [completing] = useState(() => createCompleting(call, [...store.selected.peek().values()]));
  const [chosen, setChosen] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const saving = useSaving();
  const now = completing.state.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    void saving.save(completing.load);
    return completing.stop;
  }, [completing]);

  const textIn = (texts: Texts) => texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
  const outcomes = now.step === 'outcome' ? now.outcomes : [];
  const outcome = outcomes.length === 1 ? outcomes[0] : outcomes.find((one) => one.id === chosen);
  const isMissing = now.step === 'outcome' && (!outcome || (outcome.comment === 'required' && comment.trim() === ''));
  const checked = now.step === 'checked' ? now.run : null;
  const label = checked ? textIn(checked.outcomeLabel ?? { en: checked.action.outcome ?? '' }) : '';

  async function start(): Promise<void> {
    const run = await completing.start();
    const { held } = run;
    store.selectNone();
    onClose();
    showSnack({
      text: t('complete.started', { outcome: label, count: run.total }),
      icon: CheckCheck,
      timeout: UNDO_MS,
      ...(held
        ? {
            action: {
              label: t('undo'),
              onSelect: () => void call(undoDeferred, { params: { id: held.id } }).catch(showProblem),
            },
          }
        : {}),
    });
  }

  return (
    <FormDialog
      title={t('complete.title', { count: completing.count })}
      cancel={t('cancel')}
      go={checked ? t('complete.go', { outcome: label, count: checked.done }) : t('complete.check')}
      blocked={checked ? checked.done === 0 : isMissing || now.step === 'loading'}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={comment !== ''}
      onSubmit={() => {
        if (checked) void saving.save(start, checked.done > 0);
        else if (now.step === 'outcome')
          void saving.save(
            () => completing.check(outcome!.id, outcome!.comment === 'none' ? '' : comment.trim()),
            !isMissing,
          );
      }}
      onClose={onClose}
    >
      {now.step === 'loading' && !saving.error && <Skeleton rows={2} label={t('loading')} />}
      {now.step === 'checking' && <p role="status">{t('complete.checking', { count: completing.count })}</p>}
      {now.step === 'outcome' && (
        <fieldset className="stack">
          <legend className="label">{t('column.outcome')}</legend>
          {outcomes.map((one) => (
            <label key={one.id} className="tick">
              <input
                type="radio"
                name={`${id}outcome`}
                className="check round"
                checked={outcome?.id === one.id}
                onChange={() => setChosen(one.id)}
              />
              <span>{textIn(one.label)}</span>
            </label>
          ))}
          {outcomes.length === 0 && <p className="second">{t('complete.none')}</p>}
        </fieldset>
      )}
      {now.step === 'outcome' && outcome && outcome.comment !== 'none' && (
        <Field label={t('comment')} required={outcome.comment === 'required'}>
          {(control) => (
            <textarea
              {...control}
              className="control"
              maxLength={COMMENT_MAX}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
      )}
      {now.step === 'checked' && (
        <>
          <p className="strong" role="status">
            {t('complete.pass', { outcome: label, done: now.run.done, total: now.run.total })}
          </p>
          {now.sums.map(({ key, label: field, amount, currency, scale, count }) => (
            <p key={`${key} ${currency} ${scale}`}>
              {t('complete.sum', { field: textIn(field), count, amount: formatAmount(amount, currency, scale) })}
            </p>
          ))}
          {now.refused.length > 0 && (
            <ul className="refused">
              {now.refused.map((item) => (
                <li key={item.taskId}>
                  <span className="strong">{item.name ?? store.selected.value.get(item.taskId)?.name}</span>
                  <span className="second block">{item.title}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FormDialog>
  );
}
