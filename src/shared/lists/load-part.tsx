import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import type { Translate } from '../locale/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { createLoaded } from './loaded.ts';

interface Props<Value> {
  readonly read: (signal: AbortSignal) => Promise<Value>;
  /** Reads again when it changes. */
  readonly id: string;
  readonly children: (value: Value) => ReactNode;
  readonly t: Translate<'loading' | 'failed' | 'retry'>;
}

/** A part whose content loads when it is shown, such as a tab. */
export function LoadPart<Value>({ read, id, children, t }: Props<Value>): ReactNode {
  useSignals();
  const [loaded] = useState(() => ({ read, state: undefined as Loading<Value> | undefined }));
  loaded.read = read;
  loaded.state ??= createLoaded(async (signal) => ({ value: await loaded.read(signal) }));
  const { state, load, stop } = loaded.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id says when to read again
  useEffect(() => {
    void load();
    return stop;
  }, [load, stop, id]);
  const now = state.value;
  if (now.status === 'loading') return <Skeleton rows={4} label={t('loading')} />;
  if (now.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t('failed')}>
        <Button onClick={() => void load()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  return children(now.value);
}

type Loading<Value> = ReturnType<typeof createLoaded<{ readonly value: Value }>>;
