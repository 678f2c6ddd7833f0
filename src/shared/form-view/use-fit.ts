import { useEffect, useRef } from 'react';
import type { FieldState } from '../forms/index.ts';
import { sourceOf } from './choice-sources.ts';
import { useForm } from './form-context.ts';
import type { Choices } from './use-choices.ts';

/**
 * Reports at the field when its value no longer matches a changed filter field; the value is kept, because the filter
 * may change back.
 */
export function useFit(state: FieldState, choices: Choices): void {
  const { services, language } = useForm();
  const field = state.definition.node;
  const source = sourceOf(field);
  const filter = state.filter.value;
  const key = JSON.stringify(filter);
  const before = useRef(key);
  const latest = useRef(choices);
  latest.current = choices;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another filter, compared by value, triggers a request
  useEffect(() => {
    if (before.current === key || !source) return;
    before.current = key;
    const held = idsOf(state);
    if (held.length === 0) return;
    const stop = new AbortController();
    const check = async () => {
      const fitting = await source
        .look(services.lookUps, { ids: held, filter, language }, stop.signal)
        .catch(() => null);
      if (stop.signal.aborted || !fitting) return;
      const others = idsOf(state).filter((id) => held.includes(id) && !fitting.some((choice) => choice.id === id));
      if (others.length > 0) {
        const value = others.map((id) => latest.current.nameOf(id)?.text ?? '…').join(', ');
        state.refuse({ code: 'field.choice_unknown', params: { value } });
      } else if (state.shown.peek()?.code === 'field.choice_unknown') state.set(state.value.peek());
    };
    void check();
    return () => stop.abort();
  }, [key]);
}

function idsOf(state: FieldState): readonly string[] {
  const value = state.value.peek();
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
