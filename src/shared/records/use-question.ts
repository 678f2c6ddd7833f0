import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef } from 'react';
import { useWidget } from '../element/index.ts';
import { printQuestion, type RecordsStore, readQuestion } from './records.store.ts';

interface QuestionOptions {
  readonly records: RecordsStore<{ readonly id: string }>;
  /** The question that the page has set. */
  readonly query: string;
  /** The list is on screen. */
  readonly isListed: boolean;
  /** Dispatched after the user has searched, filtered or sorted. */
  readonly changed: 'verva-companies-changed' | 'verva-tags-changed' | 'verva-users-changed';
}

/** Loads the list of an element when it is shown, and keeps its question the same as the page's. */
export function useQuestion({ records, query, isListed, changed }: QuestionOptions): void {
  useSignals();
  const widget = useWidget();
  const asked = printQuestion(records.asked.value);
  const shownQuery = useRef(query);
  shownQuery.current = query;
  useEffect(() => records.askFrom(readQuestion(query)), [records, query]);
  useEffect(() => {
    if (isListed) void records.load();
  }, [records, isListed]);
  useEffect(() => {
    if (asked !== printQuestion(readQuestion(shownQuery.current))) widget.emit(changed, { query: asked });
  }, [widget, asked, changed]);
  useEffect(() => records.close, [records]);
}
