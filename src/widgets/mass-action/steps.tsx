import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import type { MassText } from './mass-action-text.ts';

const STEPS = ['choose', 'outcome', 'check', 'run'] as const;

/** Current step of the wizard. */
export function Steps({ current, t }: { readonly current: (typeof STEPS)[number]; readonly t: MassText }): ReactNode {
  const at = STEPS.indexOf(current);
  return (
    <ol className="steps" aria-label={t('steps')}>
      {STEPS.map((step, index) => (
        <li key={step} className={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
          <span className="n">{index < at ? <Icon of={Check} /> : index + 1}</span>
          <span className="word">{t(`step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
