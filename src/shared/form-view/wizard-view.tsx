import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type LayoutNode, textOf } from '../forms/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { controlId, type NodeProps, useForm } from './form-context.ts';
import { allErrors, REVIEW, touchAll } from './form-navigation.ts';
import { Parts } from './parts.tsx';
import { ReviewStep } from './review-step.tsx';
import { FaultMark } from './tabs-view.tsx';

/** Steps in sequence. Going forward validates the current step; the last one shows everything for review. */
export function WizardView({ node }: NodeProps<LayoutNode>): ReactNode {
  useSignals();
  const { t, model, language, prefix, places } = useForm();
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = places.shownIn(node);
  const steps = places.partsOf(node);
  const isReview = chosen.value === REVIEW;
  const found = steps.findIndex(({ id }) => id === chosen.value);
  const at = isReview ? steps.length : Math.max(found, 0);
  const current = isReview ? null : steps[at];

  // Moves screen reader and keyboard to the new step.
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    // A revealed error takes the focus itself.
    const root = heading.current?.getRootNode() as Document | ShadowRoot | undefined;
    if (!root?.activeElement?.closest('.fault-summary')) heading.current?.focus();
  }, [at]);

  if (!model.partVisible(node.id).value || steps.length === 0) return null;
  const id = controlId(prefix, node.id);
  const titleOf = (index: number) =>
    index === steps.length
      ? t('wizard.review')
      : textOf(steps[index]?.title, language) || t('wizard.step', { step: index + 1 });
  const go = (index: number) => {
    chosen.value = steps[index]?.id ?? REVIEW;
  };
  const isWrong = (index: number) => {
    const states = steps[index] ? places.statesIn(steps[index]) : [];
    return states.some((state) => allErrors(state).length > 0);
  };
  /** Goes up to the first step with errors. */
  const goOn = (target: number) => {
    for (let index = at; index < target; index += 1) {
      if (!isWrong(index)) continue;
      touchAll(places.statesIn(steps[index] as LayoutNode));
      go(index);
      places.tries.value += 1;
      return;
    }
    go(target);
  };
  return (
    <div className="wizard c12">
      <ol className="steps" aria-label={t('wizard.steps')}>
        {[...steps, null].map((step, index) => {
          const state = index === at ? 'current' : index < at ? 'done' : 'ahead';
          return (
            <li key={step?.id ?? REVIEW} className={state}>
              <button
                type="button"
                aria-current={index === at ? 'step' : undefined}
                onClick={() => (index > at ? goOn(index) : go(index))}
              >
                <span className="step-mark" aria-hidden="true">
                  {state === 'done' ? <Icon of={Check} size="s" /> : index + 1}
                </span>
                <span className="step-title">{titleOf(index)}</span>
                {state === 'done' && <span className="sr">{t('wizard.done')}</span>}
                {step && <FaultMark node={step} />}
              </button>
            </li>
          );
        })}
      </ol>
      <section className="section c12" aria-labelledby={`${id}-title`}>
        <p className="xs muted">{t('wizard.place', { step: at + 1, count: steps.length + 1 })}</p>
        <h2 className="t2" id={`${id}-title`} tabIndex={-1} ref={heading}>
          {titleOf(at)}
        </h2>
        {current ? (
          <Parts key={current.id} node={current} width="c12" />
        ) : (
          <ReviewStep steps={steps} titleOf={titleOf} onChange={go} />
        )}
      </section>
      <div className="wizard-bar row">
        {at > 0 && (
          <Button icon={ArrowLeft} onClick={() => go(at - 1)}>
            {t('wizard.back')}
          </Button>
        )}
        {current && (
          <Button kind="primary" icon={ArrowRight} onClick={() => goOn(at + 1)}>
            {t('wizard.next')}
          </Button>
        )}
      </div>
    </div>
  );
}
