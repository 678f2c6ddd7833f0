import { useSignals } from '@preact/signals-react/runtime';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { ExpressionError } from '../../../shared/forms/index.ts';
import { today, useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { placeBeside } from '../../../shared/ui/place.ts';
import type { BuilderStore } from '../builder.store.ts';
import type { NodeId } from '../edits/tree.ts';
import { fieldsInScope } from './conditions/scope.ts';
import { editorMessages } from './editor.messages.ts';
import { type ExpressionProblem, problemOf } from './expressions/check.ts';
import { completionAt, type Suggestion } from './expressions/completion.ts';
import { functionMessages } from './expressions/functions.messages.ts';
import { Suggestions } from './expressions/suggestion-list.tsx';
import { feelText } from './expressions/value-text.ts';
import { sampleFor } from './sample/kept-samples.ts';
import { valueWith } from './sample/sample-scope.ts';
import './editors.css';

export interface ExpressionFieldProps {
  readonly store: BuilderStore;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly onChange: (expression: string) => void;
  /** Node the expression belongs to, which defines `row`; null for a rule. */
  readonly node: NodeId | null;
  readonly error: string | undefined;
}

/**
 * Expression editor: completion of fields and functions, underlined errors, and the result for the sample data. Keyboard
 * as in a combobox: arrow keys, Enter or Tab, Escape.
 */
export function ExpressionField({ store, label, hint, value, onChange, node, error }: ExpressionFieldProps): ReactNode {
  useSignals();
  const t = useMessages(editorMessages);
  const help = useMessages(functionMessages);
  const language = useLanguage();
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const under = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const caretAfter = useRef<number | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [asked, setAsked] = useState(false);
  const [active, setActive] = useState(0);
  const body = store.body.value;
  const languageId = store.languageId.value;
  const completion = caret === null ? null : completionAt(value, caret, fieldsInScope(body, node), asked);
  const suggestions = completion?.suggestions ?? [];
  const isOpen = suggestions.length > 0;
  const problem = problemOf(value, body, node);

  useLayoutEffect(() => {
    const { current } = list;
    if (!current || !box.current) return;
    if (isOpen && !current.matches(':popover-open')) current.showPopover();
    if (!isOpen && current.matches(':popover-open')) current.hidePopover();
    if (isOpen) placeBeside(box.current, current);
  });
  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });

  const close = () => {
    setCaret(null);
    setAsked(false);
    setActive(0);
  };
  const take = ({ insert }: Suggestion) => {
    if (!completion) return;
    caretAfter.current = completion.from + insert.length;
    onChange(value.slice(0, completion.from) + insert + value.slice(completion.to));
    close();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      setCaret(event.currentTarget.selectionStart);
      setAsked(true);
      return;
    }
    if (!isOpen) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((active + step + suggestions.length) % suggestions.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) take(suggestions[active] as Suggestion);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else {
      if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') close();
      return;
    }
    event.preventDefault();
  };
  const message = problem
    ? t('expression.fault', {
        position: problem.from + 1,
        text: t(`fault.${problem.fault}`, { word: problem.word, example: '@"2026-11-21"' }),
      })
    : error;

  return (
    <div className="fx">
      <Field label={label} hint={hint ?? t('expression.hint')} error={message}>
        {(control) => (
          <div ref={box} className={`fx-box control ${message ? 'invalid' : ''}`}>
            <div ref={under} className="fx-under mono" aria-hidden="true">
              <Underlined text={value} problem={problem} />
            </div>
            <textarea
              {...control}
              ref={area}
              className="mono"
              rows={2}
              maxLength={2000}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              aria-autocomplete="list"
              aria-controls={listId}
              aria-haspopup="listbox"
              aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
              value={value}
              onChange={(event) => {
                onChange(event.target.value);
                setCaret(event.target.selectionStart);
                setActive(0);
              }}
              onKeyDown={press}
              onClick={close}
              onBlur={close}
              onScroll={(event) => {
                if (under.current) under.current.scrollTop = event.currentTarget.scrollTop;
              }}
            />
          </div>
        )}
      </Field>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('expression.list')}
        popover="manual"
        className="menu fx-list"
        // The input keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Suggestions
          id={listId}
          suggestions={suggestions}
          active={active}
          onTake={take}
          languageId={languageId}
          t={t}
          help={help}
        />
      </div>
      <span className="sr" role="status">
        {caret === null ? '' : t('expression.found', { count: suggestions.length })}
      </span>
      {!problem && value.trim() !== '' && <Outcome store={store} text={value} node={node} t={t} language={language} />}
    </div>
  );
}

function Underlined({
  text,
  problem,
}: {
  readonly text: string;
  readonly problem: ExpressionProblem | null;
}): ReactNode {
  if (!problem) return null;
  return (
    <>
      {text.slice(0, problem.from)}
      <span className="fx-fault">{text.slice(problem.from, problem.to)}</span>
      {text.slice(problem.to)}
    </>
  );
}

interface OutcomeProps {
  readonly store: BuilderStore;
  readonly text: string;
  readonly node: NodeId | null;
  readonly t: Parameters<typeof feelText>[1];
  readonly language: Parameters<typeof feelText>[2];
}

/** Result for the sample data. */
function Outcome({ store, text, node, t, language }: OutcomeProps): ReactNode {
  useSignals();
  const body = store.body.value;
  try {
    const value = valueWith(text, body, sampleFor(body, store.languageId.value), node, today());
    return <p className="xs muted fx-sample">{t('expression.sample', { value: feelText(value, t, language) })}</p>;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return null;
  }
}
