import { Check, CircleAlert, CircleCheck, CircleHelp, Copy, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage } from '../../shared/locale/index.ts';
import { localeOf } from '../../shared/locale/language.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useCopy } from '../../shared/ui/use-copy.ts';
import type { DoctorText } from './doctor-text.ts';
import { findingText } from './finding-texts.ts';
import type { Finding } from './findings.ts';

const SHOWN = {
  fine: { tone: 'green', icon: CircleCheck },
  problem: { tone: 'red', icon: CircleAlert },
  advice: { tone: 'info', icon: Info },
  unknown: { tone: 'grey', icon: CircleHelp },
  checking: { tone: 'grey', icon: undefined },
} as const;

/** One finding: state, problem and remedy. */
export function FindingRow({ finding, t }: { readonly finding: Finding; readonly t: DoctorText }): ReactNode {
  const { check, state, copy } = finding;
  const { tone, icon } = SHOWN[state];
  const { message, remedy } = findingText(finding, t, localeOf(useLanguage()));
  return (
    <li className={`doctor-row ${state}`}>
      <span className="doctor-mark">{icon ? <Icon of={icon} size="l" /> : <span className="spin" />}</span>
      <div className="doctor-message">
        <div className="doctor-name">
          <h3 className="s strong">{t(`check.${check}`)}</h3>
          <Badge tone={tone}>{t(`state.${state}`)}</Badge>
        </div>
        {state !== 'checking' && <p className="s">{message}</p>}
        {remedy && <p className="s second">{remedy}</p>}
        {copy && <Copied key={copy} text={copy} t={t} />}
      </div>
    </li>
  );
}

function Copied({ text, t }: { readonly text: string; readonly t: DoctorText }): ReactNode {
  const { box, state, copy } = useCopy<HTMLElement>(text);
  return (
    <>
      <div className="doctor-copy">
        <code ref={box} className="mono">
          {text}
        </code>
        <IconButton
          small
          icon={state === 'copied' ? Check : Copy}
          label={t('copy', { text })}
          onClick={() => void copy()}
        />
      </div>
      <CopyStatus state={state} t={t} />
    </>
  );
}

/** Reports the result of copying. */
export function CopyStatus({
  state,
  t,
}: {
  readonly state: 'idle' | 'copied' | 'marked';
  readonly t: DoctorText;
}): ReactNode {
  return (
    <span className={state === 'marked' ? 'xs muted' : 'sr'} role="status">
      {state !== 'idle' && t(state)}
    </span>
  );
}
