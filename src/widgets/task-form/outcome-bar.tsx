import { useSignals } from '@preact/signals-react/runtime';
import { Check, Ellipsis, Save, UsersRound } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { LanguageId } from '../../shared/contracts/constants.ts';
import type { Outcome, TaskDetail } from '../../shared/contracts/tasks.contract.ts';
import type { FormModel } from '../../shared/forms/model.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { useFitting } from '../../shared/ui/use-fitting.ts';
import type { ActState } from './task-form.store.ts';
import type { TaskText } from './task-text.ts';

interface Props {
  readonly outcomes: readonly Outcome[];
  readonly language: LanguageId;
  readonly act: ActState;
  readonly model: FormModel | null;
  readonly t: TaskText;
  readonly onChoose: (outcome: Outcome) => void;
  readonly onSave: () => void;
  /** Save state of the draft. */
  readonly note?: ReactNode;
}

const ORDER = { primary: 0, neutral: 1, danger: 2 } as const;
const KIND = { primary: 'primary', neutral: 'default', danger: 'ghost-danger' } as const;

/** Outcome buttons on one line: the expected one first, the negative one last; those without room are in a menu, with Save. */
export function OutcomeBar({ outcomes, language, act, model, t, onChoose, onSave, note }: Props): ReactNode {
  useSignals();
  const sending = act.status === 'sending' ? act.what : null;
  const sorted = [...outcomes].sort((a, b) => ORDER[a.style] - ORDER[b.style]);
  // One primary button per view: further ones of that style are downgraded.
  const primary = sorted.findIndex((outcome) => outcome.style === 'primary');
  const bar = useRef<HTMLElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const fits = useFitting(
    bar,
    row,
    sorted.map((outcome) => textOf(outcome, language)),
  );
  const rest = sorted.slice(fits);
  const isMenuBusy = sending !== null && (sending === 'save' || rest.some(({ id }) => id === sending));
  return (
    <footer className="outcomes" part="outcomes" ref={bar}>
      <div className="row choices grow" ref={row}>
        {sorted.slice(0, fits).map((outcome, index) => (
          <Button
            key={outcome.id}
            kind={outcome.style === 'primary' && index !== primary ? 'default' : KIND[outcome.style]}
            {...(index === primary ? { icon: Check } : {})}
            busy={sending === outcome.id}
            blocked={sending !== null && sending !== outcome.id}
            // The second half of a double click can land on the next task, which is in the same place by then.
            onClick={(event) => event.detail < 2 && onChoose(outcome)}
          >
            {textOf(outcome, language)}
          </Button>
        ))}
        {rest.length > 0 && (
          <Menu
            label={t('task.moreOutcomes')}
            align="end"
            items={[
              ...rest.map((outcome) => ({
                id: outcome.id,
                label: textOf(outcome, language),
                danger: outcome.style === 'danger',
                blocked: sending !== null,
                onSelect: () => onChoose(outcome),
              })),
              ...(model
                ? [
                    {
                      id: ' save',
                      label: t('task.save'),
                      icon: Save,
                      begins: true,
                      blocked: sending !== null,
                      onSelect: onSave,
                    },
                  ]
                : []),
            ]}
            trigger={(button) => (
              <IconButton
                {...button}
                icon={Ellipsis}
                kind="default"
                label={t('task.moreOutcomes')}
                busy={isMenuBusy}
                blocked={sending !== null && !isMenuBusy}
              />
            )}
          />
        )}
        <span className="xs muted" role="status">
          {act.status === 'done' && act.what === 'save' && t('task.saved')}
          {act.status === 'done' && act.what === 'claim' && t('task.claimed')}
          {act.status === 'done' && act.what === 'release' && t('task.released')}
        </span>
      </div>
      {note}
      {model && rest.length === 0 && (
        <>
          <Button
            kind="ghost"
            className="only-desktop"
            busy={sending === 'save'}
            blocked={sending !== null && sending !== 'save'}
            onClick={onSave}
          >
            {t('task.save')}
          </Button>
          <IconButton
            icon={Save}
            label={t('task.save')}
            className="only-mobile"
            busy={sending === 'save'}
            blocked={sending !== null && sending !== 'save'}
            onClick={onSave}
          />
        </>
      )}
    </footer>
  );
}

/** Label of an outcome in the language, otherwise in English, otherwise its id. */
export function textOf(outcome: Outcome, language: LanguageId): string {
  return outcome.label[language] ?? outcome.label.en ?? outcome.id;
}

/** Shown instead of the outcomes to a user excluded by the four-eyes rule, with the reason. */
export function RefusedDecision({ task, t }: { readonly task: TaskDetail; readonly t: TaskText }): ReactNode {
  return (
    <footer className="outcomes refused" part="outcomes">
      <Icon of={UsersRound} />
      <p className="s grow">{t(reasonOf(task))}</p>
    </footer>
  );
}

function reasonOf({ whyNot, via, delegated }: TaskDetail) {
  if (whyNot === 'decided_before') return 'task.decidedBefore';
  return via === 'delegation' || delegated !== null ? 'task.behalfRequest' : 'task.ownRequest';
}
