import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { HrContract } from '../../shared/contracts/hr-contracts.contract.ts';
import { LoadPart } from '../../shared/lists/load-part.tsx';
import { formatDay, formatNumber, today } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CardSection } from './card-section.tsx';
import { contractName, daysText } from './contract-text.ts';
import { RowActions } from './row-actions.tsx';
import type { SectionProps } from './section-props.ts';
import { SharesOverTime } from './shares-over-time.tsx';

/** All contracts, the latest first. */
export function ContractsSection({ store, user, t }: SectionProps): ReactNode {
  useSignals();
  const mayWrite = user.may.contracts === 'write';
  const [known, setKnown] = useState<readonly HrContract[] | null>(null);
  const add = mayWrite && known && (
    <Button
      kind="ghost"
      small
      icon={Plus}
      onClick={() => store.edit({ kind: 'contract', contract: null, others: known })}
    >
      {t('contracts.add')}
    </Button>
  );
  const read = async (signal: AbortSignal) => {
    const contracts = await store.contracts(user, signal);
    setKnown(contracts);
    return contracts;
  };
  return (
    <CardSection title={t('contracts')} className="contracts" actions={add}>
      <LoadPart read={read} id={`${store.turn.value}`} t={t}>
        {(contracts) =>
          contracts.length === 0 ? (
            <p className="hr-none">{t('contracts.none')}</p>
          ) : (
            <ul className="hr-rows">
              {contracts.map((contract) => (
                <ContractRow key={contract.id} {...{ store, contract, contracts, mayWrite, t }} />
              ))}
            </ul>
          )
        }
      </LoadPart>
    </CardSection>
  );
}

interface RowProps extends Pick<SectionProps, 'store' | 't'> {
  readonly contract: HrContract;
  readonly contracts: readonly HrContract[];
  readonly mayWrite: boolean;
}

function ContractRow({ store, contract, contracts, mayWrite, t }: RowProps): ReactNode {
  const { kind, jobTitle, company, startsOn, endsOn, trialEndsOn, weeklyHours, place, endReason } = contract;
  const now = today();
  const name = contractName(contract.number, t);
  const isCurrent = startsOn <= now && (endsOn === null || endsOn >= now);
  const facts = [
    trialEndsOn && t('contract.trial', { day: formatDay(trialEndsOn) }),
    weeklyHours !== null && t('contract.hours', { hours: formatNumber(weeklyHours) }),
    place,
  ].filter(Boolean);
  const others = contracts.filter((one) => one !== contract);
  return (
    <li className="hr-row">
      <div className="row wrap">
        <span className="strong">{contract.number ?? t('contract.unnumbered')}</span>
        <span className="second">{t(`kind.${kind}`)}</span>
        {isCurrent && <Badge tone="green">{t('contract.current')}</Badge>}
        <span className="grow" />
        <span className="s second">{daysText(startsOn, endsOn, t)}</span>
        {mayWrite && (
          <RowActions
            label={t('contract.actions', { contract: name })}
            onEdit={() => store.edit({ kind: 'contract', contract, others })}
            onRemove={() => store.edit({ kind: 'contract.remove', contract })}
            t={t}
          />
        )}
      </div>
      {(jobTitle || company) && <p className="s">{[jobTitle, company?.name].filter(Boolean).join(' · ')}</p>}
      {facts.length > 0 && <p className="xs muted">{facts.join(' · ')}</p>}
      {endReason && <p className="xs muted">{t('contract.ended', { reason: endReason })}</p>}
      {contract.dimensions.length > 0 && <SharesOverTime rows={contract.dimensions} t={t} />}
    </li>
  );
}
