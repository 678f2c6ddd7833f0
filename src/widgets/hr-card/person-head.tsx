import type { ReactNode } from 'react';
import type { HrUser } from '../../shared/contracts/hr-users.contract.ts';
import { formatDay, today } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import type { HrCardText } from './hr-card-text.ts';

interface Props {
  readonly user: HrUser;
  /** Opens the card of a manager. */
  readonly onOpen: (userId: string) => void;
  readonly t: HrCardText;
}

/** Name, position, managers and state of the employee. */
export function PersonHead({ user, onOpen, t }: Props): ReactNode {
  const { name, avatar, jobTitle, company, department, managers, may } = user;
  const place = [jobTitle, department?.name, company?.name].filter(Boolean).join(' · ');
  // Other users cannot open the cards of their managers.
  const opens = may.needsReason && may.contracts === 'write';
  return (
    <header className="hr-head">
      <Avatar name={name} picture={avatar} size={64} />
      <div className="stack grow">
        <h2 className="t1">{name}</h2>
        {place && <p className="second">{place}</p>}
        {managers.length > 0 && (
          <p className="s second">
            {opens ? (
              managers.map((manager) => (
                <button type="button" className="link" key={manager.key} onClick={() => onOpen(manager.id)}>
                  {t('reportsTo', { names: manager.name })}
                </button>
              ))
            ) : (
              <span>{t('reportsTo', { names: managers.map((one) => one.name).join(', ') })}</span>
            )}
          </p>
        )}
        <p className="s">
          <State user={user} t={t} />
        </p>
      </div>
    </header>
  );
}

function State({ user: { contract, isFormer }, t }: Pick<Props, 'user' | 't'>): ReactNode {
  if (isFormer) {
    const day = contract?.endsOn;
    return <StatusText status="inactive">{day ? t('left', { day: formatDay(day) }) : t('former')}</StatusText>;
  }
  if (contract && contract.startsOn > today()) {
    return <StatusText status="notdue">{t('starts', { day: formatDay(contract.startsOn) })}</StatusText>;
  }
  return <StatusText status="active">{t('active')}</StatusText>;
}
