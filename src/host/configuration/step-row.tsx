import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ConfigFault, ConfigStep } from '../../shared/contracts/config.contract.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import type { ConfigurationText } from './configuration-text.ts';
import { type DiffLine, lineDiff } from './line-diff.rules.ts';

interface Props {
  readonly step: ConfigStep;
  readonly faults: readonly ConfigFault[];
  readonly choice: 'file' | 'here' | undefined;
  /** Undefined: the change was applied already. */
  readonly onChoose: ((take: 'file' | 'here') => void) | undefined;
  readonly texts: () => Promise<{ readonly before: string | null; readonly after: string | null }>;
  readonly t: ConfigurationText;
}

const TONES = {
  add: 'green',
  change: 'info',
  remove: 'red',
  merged: 'info',
  conflict: 'amber',
  keep: 'grey',
} as const;

/** One object of a plan; its differences are shown on request, and those that need a decision at once. */
export function StepRow({ step, faults, choice, onChoose, texts, t }: Props): ReactNode {
  const [isOpen, setOpen] = useState(step.action === 'conflict' || faults.length > 0);
  const id = useId();
  return (
    <li className="config-step">
      <button
        type="button"
        className="config-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} />
        <span className="stack grow">
          <span className="strong cut">{step.title}</span>
          <span className="xs muted mono cut">{step.key}</span>
          {step.effects.map(({ code, count }) => (
            <span key={code} className="xs second">
              {t(`effect.${code}`, { count })}
            </span>
          ))}
        </span>
        {faults.length > 0 && <Badge tone="red">{t('fault')}</Badge>}
        <Badge tone={TONES[step.action]}>{t(`action.${step.action}`)}</Badge>
      </button>
      {isOpen && (
        <div id={id} className="stack config-detail">
          <p className="s second">{t(`about.${step.action}`)}</p>
          <Faults faults={faults} t={t} />
          {onChoose && <Choice step={step} choice={choice} onChoose={onChoose} t={t} />}
          <Differences step={step} t={t} />
          <WholeText load={texts} t={t} />
        </div>
      )}
    </li>
  );
}

function Faults({ faults, t }: Pick<Props, 'faults' | 't'>): ReactNode {
  return faults.map(({ pointer, code, title, usedBy = [] }) => (
    <Banner key={`${pointer} ${code}`} tone="amber">
      {title} <span className="mono xs">{pointer}</span>
      {usedBy.length > 0 && (
        <>
          <p className="s">{t('usedBy')}</p>
          <ul className="s config-list">
            {usedBy.map((use) => (
              <li key={`${use.kind} ${use.id} ${use.title}`}>{use.title || use.id}</li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  ));
}

function Choice({
  step,
  choice,
  onChoose,
  t,
}: Pick<Props, 'step' | 'choice' | 't'> & { readonly onChoose: (take: 'file' | 'here') => void }): ReactNode {
  const name = useId();
  const usual = step.action === 'keep' ? 'here' : step.action === 'conflict' ? undefined : 'file';
  const taken = choice ?? usual;
  return (
    <fieldset className="row wrap config-choice" aria-label={t('choice', { name: step.title })}>
      {(['file', 'here'] as const).map((take) => (
        <ChoiceControl
          key={take}
          oneOf={name}
          label={t(take === 'file' ? 'take.file' : 'take.here')}
          checked={taken === take}
          onChange={() => onChoose(take)}
        />
      ))}
    </fieldset>
  );
}

/** The names on the way to a value. */
const placeOf = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', ' › ').replaceAll('~1', '/').replaceAll('~0', '~');

function Differences({ step, t }: Pick<Props, 'step' | 't'>): ReactNode {
  if (step.changes.length === 0) return null;
  const isFile = step.action === 'conflict' || step.action === 'keep';
  return (
    <div className="config-scroll">
      <table className="config-table">
        <thead>
          <tr>
            <th scope="col">{t('place')}</th>
            <th scope="col">{t('here')}</th>
            <th scope="col">{t(isFile ? 'file' : 'after')}</th>
          </tr>
        </thead>
        <tbody>
          {step.changes.map(({ pointer, before, after }) => (
            <tr key={pointer}>
              <th scope="row">
                {placeOf(pointer)}
                {step.conflicts.includes(pointer) && <Badge tone="amber">{t('action.conflict')}</Badge>}
              </th>
              <td>{before ?? <span className="muted">{t('absent')}</span>}</td>
              <td>{after ?? <span className="muted">{t('absent')}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {step.more > 0 && <p className="s muted">{t('more', { count: step.more })}</p>}
    </div>
  );
}

const MARKS = { '+': 'added', '-': 'removed', ' ': '', gap: 'muted' } as const;

function WholeText({ load, t }: { readonly load: Props['texts']; readonly t: ConfigurationText }): ReactNode {
  const [lines, setLines] = useState<readonly DiffLine[] | null>(null);
  const [isLoading, setLoading] = useState(false);
  const show = async () => {
    setLoading(true);
    await load()
      .then(({ before, after }) => setLines(lineDiff(before ?? '', after ?? '')), showProblem)
      .finally(() => setLoading(false));
  };
  if (!lines) {
    return (
      <div>
        <Button small busy={isLoading} onClick={() => void show()}>
          {t('whole')}
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <section className="config-diff" tabIndex={0} aria-label={t('whole')}>
      <pre>
        {lines.map(({ sign, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <span key={index} className={MARKS[sign]}>
            {sign === 'gap' ? '…' : `${sign} ${text}`}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  );
}
