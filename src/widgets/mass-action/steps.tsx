import type { ReactNode } from 'react';
import { Steps as NamedSteps } from '../../shared/ui/steps.tsx';
import type { MassText } from './mass-action-text.ts';

const STEPS = ['choose', 'outcome', 'check', 'run'] as const;

/** Current step of the wizard. */
export function Steps({ current, t }: { readonly current: (typeof STEPS)[number]; readonly t: MassText }): ReactNode {
  return (
    <NamedSteps steps={STEPS.map((step) => t(`step.${step}`))} current={STEPS.indexOf(current)} label={t('steps')} />
  );
}
