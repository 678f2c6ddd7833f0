import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../shared/api/index.ts';
import { type HrPay, listHrPay } from '../../shared/contracts/hr-pay.contract.ts';
import { LoadPart } from '../../shared/lists/load-part.tsx';
import { dayOf, formatDay, formatMoney, timeZone, today } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CardSection } from './card-section.tsx';
import { ClosedBox, headersOf } from './closed-box.tsx';
import { contractName, daysText } from './contract-text.ts';
import type { Headers } from './hr-card.store.ts';
import type { HrCardText } from './hr-card-text.ts';
import type { SectionProps } from './section-props.ts';

/** Pay by contract, with what it was before and corrected rows. */
export function PaySection(props: SectionProps): ReactNode {
  useSignals();
  const { store, user, t } = props;
  const headers = headersOf(props, 'pay');
  const add = headers && user.may.pay === 'write' && (
    <Button kind="ghost" small icon={Plus} onClick={() => store.edit({ kind: 'pay', corrects: null, headers })}>
      {t('add')}
    </Button>
  );
  const read = (opened: Headers) => (signal: AbortSignal) =>
    call(listHrPay, { params: { userId: user.key }, headers: opened, signal });
  return (
    <CardSection title={t('pay')} className="pay" actions={add}>
      <ClosedBox {...props} box="pay" title={t('pay')}>
        {(opened) => (
          <LoadPart read={read(opened)} id={`${store.turn.value}`} t={t}>
            {(pay) => <PayList pay={pay} headers={opened} {...props} />}
          </LoadPart>
        )}
      </ClosedBox>
    </CardSection>
  );
}

interface ListProps extends SectionProps {
  readonly pay: readonly HrPay[];
  readonly headers: Headers;
}

function PayList({ pay, headers, store, user, t }: ListProps): ReactNode {
  if (pay.length === 0) return <p className="hr-none">{t('pay.none')}</p>;
  const correct = (row: HrPay) =>
    user.may.pay === 'write' ? () => store.edit({ kind: 'pay', corrects: row, headers }) : null;
  return [...Map.groupBy(pay, ({ contractId }) => contractId)].map(([id, rows]) => (
    <div key={id}>
      <h4 className="hr-group">{contractName(rows[0]?.contractNumber ?? null, t)}</h4>
      <ul className="hr-rows">
        {rows.map((row) => (
          <PayRow key={row.id} row={row} successor={successorOf(row, pay)} onCorrect={correct(row)} t={t} />
        ))}
      </ul>
    </div>
  ));
}

/** The row that replaced another one. */
const successorOf = ({ supersededBy }: HrPay, pay: readonly HrPay[]): HrPay | undefined =>
  supersededBy === null ? undefined : pay.find(({ id }) => id === supersededBy);

interface RowProps {
  readonly row: HrPay;
  readonly successor: HrPay | undefined;
  readonly onCorrect: (() => void) | null;
  readonly t: HrCardText;
}

function PayRow({ row, successor, onCorrect, t }: RowProps): ReactNode {
  const { amountMinor, currency, period, kind, name, validFrom, validUntil, supersededAt } = row;
  const now = today();
  const isNow = supersededAt === null && validFrom <= now && (validUntil === null || validUntil >= now);
  const amount = t(`period.${period}`, { amount: formatMoney({ amount: amountMinor, currency }) });
  const days = daysText(validFrom, validUntil, t);
  return (
    <li className="hr-row">
      <div className="row wrap">
        {supersededAt === null ? <span className="strong">{amount}</span> : <s className="muted">{amount}</s>}
        <span className="s second">{name || t(`pay.${kind}`)}</span>
        {isNow && <Badge tone="green">{t('pay.now')}</Badge>}
        <span className="grow" />
        <span className="s second">{supersededAt === null ? days : <s>{days}</s>}</span>
        {onCorrect && supersededAt === null && (
          <Button kind="ghost" small aria-label={`${t('correct')}: ${amount}`} onClick={onCorrect}>
            {t('correct')}
          </Button>
        )}
      </div>
      {supersededAt !== null && <p className="xs muted">{supersededText(supersededAt, successor, t)}</p>}
    </li>
  );
}

function supersededText(at: string, successor: HrPay | undefined, t: HrCardText): string {
  const day = formatDay(dayOf(at, timeZone.value));
  const name = successor?.createdBy?.name;
  return name === undefined ? t('pay.superseded', { day }) : t('pay.supersededBy', { day, name });
}
