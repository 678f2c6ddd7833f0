import { type ReactNode, useId } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { startFormMessages } from './start-form.messages.ts';

/** The first steps after the start, by their names; nothing if the process has none. */
export function NextSteps({ steps }: { readonly steps: readonly string[] }): ReactNode {
  const t = useMessages(startFormMessages);
  const id = useId();
  if (steps.length === 0) return null;
  return (
    <aside className="card start-next" aria-labelledby={id}>
      <h2 className="t3" id={id}>
        {t('next')}
      </h2>
      <ol className="start-steps">
        <li className="is-now">{t('sent')}</li>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps can have the same name, and their order is fixed
          <li key={index}>{step}</li>
        ))}
      </ol>
    </aside>
  );
}
