import { useState } from 'react';
import type { Values } from '../../shared/contracts/shapes.contract.ts';
import type { Outcome, TaskAction, TaskDetail, TaskForm } from '../../shared/contracts/tasks.contract.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import type { useDraft } from '../../shared/form-draft/use-draft.ts';
import type { useModel } from '../../shared/form-draft/use-model.ts';
import { textOf } from '../../shared/forms/index.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { textOf as outcomeText } from './outcome-bar.tsx';
import type { TaskStore } from './task-form.store.ts';
import { announceDeferredCompletion } from './undo/deferred-completions.ts';

interface Options {
  readonly store: TaskStore;
  readonly task: TaskDetail;
  readonly form: TaskForm;
  readonly model: ReturnType<typeof useModel>;
  readonly keeper: ReturnType<typeof useDraft>;
  /** Called when an outcome was chosen that the form's values do not permit. */
  readonly onInvalid: () => void;
}

/**
 * Executes actions on a task. Choosing an outcome validates the form, asks for a confirmation or comment where the
 * outcome demands one, completes the task, emits the event for the page and opens the next task.
 */
export function useOutcomes({ store, task, form, model, keeper, onInvalid }: Options) {
  const languageId = useLanguage();
  const widget = useWidget();
  const [asking, setAsking] = useState<Outcome | null>(null);
  const [attempts, setAttempts] = useState(0);

  /** The task requested by the page, by attribute or property. */
  const asked = () => (widget.host as PropertiesOf<'verva-task-form'>).taskId;

  /** Executes an action; resolves when the server has answered. */
  async function perform(action: TaskAction) {
    const result = await store.perform(action);
    if (!result) {
      const outcome = store.act.peek();
      if (outcome.status === 'refused' && model) model.showErrors(outcome.error.errors, '/variables');
      setAttempts((count) => count + 1);
      return;
    }
    if (action.action !== 'complete') return;
    keeper?.finish();
    const { held } = result;
    const detail = {
      taskId: task.id,
      outcome: action.outcome ?? null,
      next: result.next,
      undoableUntil: held?.until ?? null,
    };
    const before = asked();
    const carriedOn = widget.ask('verva-task-completed', detail);
    // Standalone, the element shows the completed task; the inbox and pages open the next one.
    const stays = carriedOn && asked() === before;
    if (held) {
      const chosen = form.outcomes.length > 1 ? form.outcomes.find((one) => one.id === action.outcome) : undefined;
      announceDeferredCompletion({
        taskId: task.id,
        name: task.name,
        ...(chosen ? { outcome: outcomeText(chosen, languageId) } : {}),
        held,
        onUndone,
        ...(stays && result.next ? { onNext: () => void openNext(result.next) } : {}),
      });
    }
    if (stays) await store.open(task.id);
  }

  async function openNext(taskId: string | null) {
    if (taskId && widget.ask('verva-task-opened', { taskId })) await store.open(taskId);
  }

  /** The task is open again; the inbox and pages can go back to it. */
  function onUndone() {
    const carriedOn = widget.ask('verva-task-reopened', { taskId: task.id });
    const now = store.load.peek();
    if (carriedOn && now.status === 'ready' && now.task.id === task.id) void store.open(task.id);
  }
  /** Question before an outcome is executed; empty if there is none. */
  function confirmOf({ id: outcomeId }: Outcome): string {
    const outcome = model?.body.outcomes?.find((one) => one.id === outcomeId);
    return textOf(outcome?.confirm, languageId);
  }

  function choose(outcome: Outcome) {
    if (outcome.validate && model && model.attempt().issues.length > 0) {
      onInvalid();
      setAttempts((count) => count + 1);
      return;
    }
    if (outcome.comment === 'none' && confirmOf(outcome) === '') void complete(outcome);
    else setAsking(outcome);
  }

  function complete(outcome: Outcome, commentText?: string) {
    return perform({
      action: 'complete',
      outcome: outcome.id,
      ...(model ? { variables: model.values.peek() as Values, formVersion: form.number } : {}),
      ...(commentText ? { comment: commentText } : {}),
    });
  }

  return {
    perform,
    choose,
    confirmOf,
    /** The outcome that waits for a confirmation or comment. */
    asking,
    cancel: () => setAsking(null),
    answer(outcome: Outcome, commentText: string | undefined): void {
      setAsking(null);
      void complete(outcome, commentText);
    },
    /** Number of attempts that invalid values have ended. */
    attempts,
  };
}
