import type { CSSProperties, ReactNode } from 'react';
import type { ContractDimension } from '../../shared/contracts/hr-contracts.contract.ts';
import { formatNumber } from '../../shared/locale/index.ts';
import { daysText } from './contract-text.ts';
import type { HrCardText } from './hr-card-text.ts';
import { byDimension, sharePeriods } from './shares.rules.ts';

interface Props {
  readonly rows: readonly ContractDimension[];
  readonly t: HrCardText;
}

const percent = (share: number): string => `${formatNumber(share)}\u00a0%`;

/** A bar for each period of a dimension, divided by its shares; a table for screen readers. */
export function SharesOverTime({ rows, t }: Props): ReactNode {
  return [...byDimension(rows)].map(([id, own]) => (
    <div className="hr-shares" key={id}>
      <p className="xs muted">{own[0]?.dimension.name}</p>
      <table className="sr">
        <caption>{t('shares.of', { dimension: own[0]?.dimension.name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('shares.days')}</th>
            <th scope="col">{t('shares.value')}</th>
            <th scope="col">{t('shares.share')}</th>
          </tr>
        </thead>
        <tbody>
          {sharePeriods(own).flatMap(({ from, until, parts }) =>
            parts.map((part) => (
              <tr key={`${from} ${part.id}`}>
                <td>{daysText(from, until, t)}</td>
                <td>{part.value.name}</td>
                <td>{percent(part.share)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <div aria-hidden="true" className="stack hr-periods">
        {sharePeriods(own).map(({ from, until, parts }) => (
          <div className="hr-period" key={from}>
            <span className="xs second">{daysText(from, until, t)}</span>
            <span className="hr-bar">
              {parts.map((part) => {
                const text = `${part.value.name} ${percent(part.share)}`;
                return (
                  <span key={part.id} className="cut" style={{ '--share': part.share } as CSSProperties} title={text}>
                    {text}
                  </span>
                );
              })}
            </span>
          </div>
        ))}
      </div>
    </div>
  ));
}
