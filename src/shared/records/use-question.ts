import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef } from 'react';
import { printQuestion, type RecordsStore, readQuestion } from './records.store.ts';

interface QuestionOptions {
  readonly records: RecordsStore<{ readonly id: string }>;
  /** The question that the page has set. */
  readonly query: string;
  /** The list is on screen. */
  readonly isListed: boolean;
  /** Receives the question after the user has searched, filtered, sorted or turned the page. */
  readonly onChange: (query: string) => void;
}

/** Loads the list of an element when it is shown, and keeps its question the same as the page's. */
export function useQuestion({ records, query, isListed, onChange }: QuestionOptions): void {
  useSignals();
  const asked = printQuestion(records.asked.value);
  const latest = useRef({ query, onChange });
  latest.current = { query, onChange };
  useEffect(() => records.askFrom(readQuestion(query)), [records, query]);
  useEffect(() => {
    if (isListed) void records.load();
  }, [records, isListed]);
  useEffect(() => {
    const { query, onChange } = latest.current;
    if (asked !== printQuestion(readQuestion(query))) onChange(asked);
  }, [asked]);
  useEffect(() => records.close, [records]);
}
