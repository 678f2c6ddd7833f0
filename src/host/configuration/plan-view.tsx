import { ArrowLeft, Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ConfigPlan } from '../../shared/contracts/config.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { type Choices, keyOf, stateOf } from './choices.rules.ts';
import type { ConfigurationStore } from './configuration.store.ts';
import { type ConfigurationText, kindName } from './configuration-text.ts';
import { countsText } from './counts-text.ts';
import { StepRow } from './step-row.tsx';

export interface PlanViewProps {
  readonly plan: ConfigPlan;
  readonly store: ConfigurationStore;
  readonly t: ConfigurationText;
}

/** A plan with its steps by kind, or an applied change. */
export function PlanView({ plan, store, t }: PlanViewProps): ReactNode {
  const [choices, setChoices] = useState<Choices>(new Map());
  const [confirms, setConfirms] = useState(false);
  const state = stateOf(plan, choices);
  const isPlanned = plan.state === 'planned';
  const choose = (key: string, take: 'file' | 'here') => setChoices((now) => new Map([...now, [key, take]]));
  const apply = async () => {
    await store.apply(plan.id, plan.steps, choices);
    showSnack({ text: t(plan.rollbackOf ? 'rolledBack' : 'applied'), icon: Check });
  };
  return (
    <div className="page config-page">
      <div className="row wrap config-head">
        <Button icon={ArrowLeft} onClick={store.close}>
          {t('back')}
        </Button>
        <div className="stack grow">
          <h2 className="t2">{t(isPlanned ? (plan.rollbackOf ? 'plan.rollback' : 'plan') : 'change')}</h2>
          <p className="s second">
            {countsText(t, plan.counts)} · {t('unchanged', { count: plan.unchanged })}
          </p>
        </div>
      </div>
      {isPlanned && plan.steps.length > 0 && <Obstacles state={state} t={t} />}
      {plan.steps.length === 0 && <EmptyState title={t('same')} text={t('same.more')} />}
      <Steps {...{ plan, store, t, choices }} onChoose={isPlanned ? choose : undefined} />
      {isPlanned && plan.steps.length > 0 && (
        <div className="outcomes commit">
          <Button
            kind="primary"
            blocked={state.applied === 0 || state.open > 0 || state.faulty > 0}
            onClick={() => setConfirms(true)}
          >
            {t('apply', { count: state.applied })}
          </Button>
          <span className="s second">{t('apply.hint')}</span>
        </div>
      )}
      {confirms && (
        <ConfirmDialog
          title={t('confirm')}
          text={t('confirm.more', { count: state.applied })}
          go={t('confirm.go')}
          onAct={apply}
          onClose={() => setConfirms(false)}
        />
      )}
    </div>
  );
}

function Obstacles({
  state,
  t,
}: {
  readonly state: ReturnType<typeof stateOf>;
  readonly t: ConfigurationText;
}): ReactNode {
  return (
    <>
      {state.faulty > 0 && <Banner tone="amber">{t('faulty', { count: state.faulty })}</Banner>}
      {state.open > 0 && <Banner tone="amber">{t('conflicts', { count: state.open })}</Banner>}
    </>
  );
}

interface StepsProps extends PlanViewProps {
  readonly choices: Choices;
  readonly onChoose: ((key: string, take: 'file' | 'here') => void) | undefined;
}

function Steps({ plan, store, t, choices, onChoose }: StepsProps): ReactNode {
  const kinds = [...new Set(plan.steps.map(({ kind }) => kind))];
  return kinds.map((kind) => (
    <section key={kind} className="stack config-kind" aria-label={kindName(t, kind)}>
      <h3 className="t3">{kindName(t, kind)}</h3>
      <ul className="card config-rows">
        {plan.steps
          .filter((step) => step.kind === kind)
          .map((step) => (
            <StepRow
              key={step.key}
              step={step}
              faults={plan.faults.filter((fault) => keyOf(fault) === keyOf(step))}
              choice={choices.get(keyOf(step))}
              onChoose={onChoose && ((take) => onChoose(keyOf(step), take))}
              texts={() => store.texts(plan.id, step)}
              t={t}
            />
          ))}
      </ul>
    </section>
  ));
}
