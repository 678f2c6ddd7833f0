import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { MASS_MAX } from '../../shared/contracts/constants.ts';
import { formatNumber, useLanguage } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ChooseStep } from './choose-step.tsx';
import type { MassText } from './mass-action-text.ts';
import { textIn } from './mass-action-words.ts';
import { Steps } from './steps.tsx';
import type { Wizard } from './wizard.store.ts';

const OutcomeStep = containedPart(() => import('./outcome-step.tsx'), 'OutcomeStep');
const CheckStep = containedPart(() => import('./check-step.tsx'), 'CheckStep');

interface Props {
  readonly wizard: Wizard;
  readonly onStarted: (runId: string) => void;
  readonly onOpenTask: (taskId: string) => void;
  readonly t: MassText;
}

/** A new mass action, step by step. */
export function WizardView({ wizard, onStarted, onOpenTask, t }: Props): ReactNode {
  useSignals();
  const { kinds } = wizard.choosing;
  const now = kinds.value;
  if (now.status === 'loading') return <Skeleton rows={6} label={t('loading')} />;
  if (now.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t('failed')} text={problemText(now.error)}>
        <Button onClick={() => void wizard.choosing.loadKinds()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  if (now.kinds.length === 0) return <EmptyState title={t('noKinds')} text={t('noKindsMore')} />;
  const step = wizard.step.value;
  return (
    <>
      <div className="page">
        <Steps current={step} t={t} />
        {step === 'choose' && <ChooseStep choosing={wizard.choosing} onKind={wizard.chooseKind} t={t} />}
        {step === 'outcome' && <OutcomeStep wizard={wizard} t={t} />}
        {step === 'check' && <CheckStep wizard={wizard} onOpenTask={onOpenTask} t={t} />}
      </div>
      <Foot wizard={wizard} onStarted={onStarted} t={t} />
    </>
  );
}

/** Buttons for the next step, always visible. */
function Foot({ wizard, onStarted, t }: Omit<Props, 'onOpenTask'>): ReactNode {
  useSignals();
  const language = useLanguage();
  const { step, choosing, outcome, dry, starting } = wizard;
  const back = (
    <Button onClick={wizard.back} blocked={starting.value.status === 'sending'}>
      {t('back')}
    </Button>
  );
  switch (step.value) {
    case 'choose':
      return <ChooseFoot wizard={wizard} t={t} />;
    case 'outcome':
      return (
        <footer className="outcomes">
          <Button kind="primary" onClick={() => void wizard.check()}>
            {t('checkButton')}
          </Button>
          {back}
          <span className="grow" />
          <span className="xs muted">{chosenText(choosing.count.value, t)}</span>
        </footer>
      );
    case 'check': {
      const run = dry.value?.state.value;
      const ready = run?.status === 'ready' && run.run.state === 'done' ? run.run : null;
      const label = ready?.outcomeLabel;
      const name = label ? textIn(label, language) : (outcome.value?.id ?? '');
      const begin = async () => {
        const started = await wizard.start();
        if (started) onStarted(started.id);
      };
      return (
        <footer className="outcomes">
          {ready && ready.done > 0 && (
            <Button kind="primary" busy={starting.value.status === 'sending'} onClick={() => void begin()}>
              {starting.value.status === 'sending' ? t('starting') : t('start', { outcome: name, count: ready.done })}
            </Button>
          )}
          {back}
          <span className="grow" />
          {ready && ready.done > 0 && <span className="xs muted only-desktop">{t('startNote')}</span>}
        </footer>
      );
    }
  }
}

function ChooseFoot({ wizard, t }: Pick<Props, 'wizard' | 't'>): ReactNode {
  useSignals();
  const { choosing } = wizard;
  const count = choosing.count.value;
  const isAnswerable = (choosing.kind.value?.outcomes.length ?? 0) > 0;
  const why = !isAnswerable
    ? t('kind.noForm')
    : choosing.isTooMany.value
      ? t('tooMany', { max: formatNumber(MASS_MAX) })
      : chosenText(count, t);
  return (
    <footer className="outcomes">
      <Button
        kind="primary"
        blocked={count === 0 || choosing.isTooMany.value || !isAnswerable}
        aria-describedby="mass-why"
        onClick={wizard.toOutcome}
      >
        {t('next')}
      </Button>
      <span className="grow" />
      <span className="xs muted" id="mass-why" role="status">
        {why}
      </span>
    </footer>
  );
}

function chosenText(count: number | null, t: MassText): string {
  return count === null ? t('chosenAll') : t('chosen', { count });
}
