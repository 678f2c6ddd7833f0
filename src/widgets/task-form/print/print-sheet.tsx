import { type ReactNode, useMemo } from 'react';
import type { TaskDetail, TaskForm } from '../../../shared/contracts/tasks.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { type FormServices, FormView } from '../../../shared/form-view/index.ts';
import { createFormModel, type FormModel, textOf } from '../../../shared/forms/index.ts';
import { formatDayAndTime } from '../../../shared/locale/dates.ts';
import { useLanguage } from '../../../shared/locale/index.ts';
import styles from '../../../shared/ui/styles/print.css?inline';
import { usePrinting } from '../../../shared/ui/use-printing.ts';
import type { TaskText } from '../task-text.ts';

interface Props {
  readonly task: TaskDetail;
  readonly form: TaskForm;
  readonly model: FormModel | null;
  readonly services: FormServices;
  readonly t: TaskText;
}

/** Print view of a task: name, assignee, dates, outcome, and the complete form as a document. */
export function PrintSheet(props: Props): ReactNode {
  useStyles(styles);
  return usePrinting() ? <Sheet {...props} /> : null;
}

function Sheet({ task, form, model, services, t }: Props): ReactNode {
  const language = useLanguage();
  const copy = useMemo(() => {
    if (!model) return null;
    const { body, today, values } = model;
    return createFormModel(body, { values: values.peek(), languageId: language, today, readOnly: true });
  }, [model, language]);
  const outcome = form.outcomes.find(({ id }) => id === task.outcome);
  const person = task.status === 'open' ? task.assignee : task.endedBy;
  const facts = [
    [task.process?.name, task.businessKey].filter(Boolean).join(' · '),
    person && t(task.status === 'open' ? 'task.assignee' : 'print.by', { name: person.name }),
    task.ended ? formatDayAndTime(task.ended) : task.due && t('task.due', { date: formatDayAndTime(task.due) }),
    outcome && textOf(outcome.label, language),
  ];
  return (
    <section className="print-sheet" aria-label={task.name}>
      <h1 className="t1">{task.name}</h1>
      <p className="second">{facts.filter(Boolean).join(' · ')}</p>
      {task.description && <p>{task.description}</p>}
      {copy && <FormView model={copy} services={services} isWhole />}
    </section>
  );
}
