import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { createLoaded } from '../../shared/lists/loaded.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { RequestsText } from './requests-text.ts';

interface Props<Value> {
  readonly read: (signal: AbortSignal) => Promise<Value>;
  /** Reads again when it changes. */
  readonly id: string;
  readonly children: (value: Value) => ReactNode;
  readonly t: RequestsText;
}

/** The content of a tab, loaded when it opens. */
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
