import type { ReactNode } from 'react';
import type { MassText } from './mass-action-text.ts';

interface Props {
  readonly text: string;
  readonly done: number;
  readonly total: number;
  readonly t: MassText;
}

/** Progress as text and bar. */
export function Progress({ text, done, total, t }: Props): ReactNode {
  return (
    <>
      <p className="t3" role="status">
        {text}
      </p>
      <progress className="run-progress" aria-label={t('run.progress')} max={Math.max(total, 1)} value={done} />
    </>
  );
}
