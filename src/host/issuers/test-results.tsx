import type { ReactNode } from 'react';
import type { IssuerFinding } from '../../shared/contracts/issuers.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { type Status, StatusShape } from '../../shared/ui/status-shape.tsx';
import type { IssuersText } from './issuers-text.ts';

const SHAPES: Readonly<Record<IssuerFinding['level'], Status>> = { ok: 'read', warning: 'notdue', error: 'overdue' };
const TONES: Readonly<Record<IssuerFinding['level'], string>> = {
  ok: 'tone-green',
  warning: 'tone-amber',
  error: 'tone-red',
};

interface Props {
  readonly findings: readonly IssuerFinding[];
  readonly t: IssuersText;
}

/** Each check of a provider on a line: what is wrong, and what to do. */
export function TestResults({ findings, t }: Props): ReactNode {
  const count = findings.filter(({ level }) => level === 'error').length;
  return (
    <div className="stack spaced">
      <Banner tone={count > 0 ? 'red' : 'green'}>{count > 0 ? t('test.faults', { count }) : t('test.done')}</Banner>
      <ul className="iss-findings" aria-label={t('test.results')}>
        {findings.map(({ check, level, title, text }) => (
          <li key={check}>
            <span className={TONES[level]}>
              <StatusShape status={SHAPES[level]} label={t(`level.${level}`)} />
            </span>
            <span className="stack">
              <span className="strong">{title}</span>
              {level !== 'ok' && <span className="s">{text}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
