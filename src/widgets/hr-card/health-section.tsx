import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../shared/api/index.ts';
import { type HrHealthCheck, listHrHealthChecks } from '../../shared/contracts/hr-health.contract.ts';
import { LoadPart } from '../../shared/lists/load-part.tsx';
import { daysBetween, formatDay, today } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import { CardSection } from './card-section.tsx';
import { ClosedBox, headersOf } from './closed-box.tsx';
import type { Headers } from './hr-card.store.ts';
import type { HrCardText } from './hr-card-text.ts';
import { RowActions } from './row-actions.tsx';
import type { SectionProps } from './section-props.ts';

const SHAPES = { fit: 'read', fit_with_restrictions: 'notdue', unfit: 'overdue' } as const;

/** The decision of the latest health check, its restrictions and the next date; earlier checks below. */
export function HealthSection(props: SectionProps): ReactNode {
  useSignals();
  const { store, user, t } = props;
  const headers = headersOf(props, 'health');
  const add = headers && user.may.health === 'write' && (
    <Button kind="ghost" small icon={Plus} onClick={() => store.edit({ kind: 'health', check: null, headers })}>
      {t('add')}
    </Button>
  );
  const read = (opened: Headers) => async (signal: AbortSignal) =>
    (await call(listHrHealthChecks, { query: { userId: user.key }, headers: opened, signal })).items;
  return (
    <CardSection title={t('health')} className="health" actions={add}>
      <ClosedBox {...props} box="health" title={t('health')}>
        {(opened) => (
          <LoadPart read={read(opened)} id={`${store.turn.value}`} t={t}>
            {(checks) => <Checks checks={checks} headers={opened} {...props} />}
          </LoadPart>
        )}
      </ClosedBox>
      <p className="hr-note">{t('health.onlyThis')}</p>
    </CardSection>
  );
}

interface ChecksProps extends SectionProps {
  readonly checks: readonly HrHealthCheck[];
  readonly headers: Headers;
}

function Checks({ checks, headers, ...props }: ChecksProps): ReactNode {
  const { t } = props;
  const [latest, ...earlier] = checks;
  if (!latest) return <p className="hr-none">{t('health.none')}</p>;
  return (
    <>
      <Check {...props} check={latest} headers={headers} isLatest />
      {earlier.length > 0 && (
        <details className="hr-earlier">
          <summary>{t('health.earlier')}</summary>
          {earlier.map((check) => (
            <Check key={check.id} {...props} check={check} headers={headers} />
          ))}
        </details>
      )}
    </>
  );
}

interface CheckProps extends SectionProps {
  readonly check: HrHealthCheck;
  readonly headers: Headers;
  readonly isLatest?: boolean;
}

function Check({ check, headers, isLatest = false, store, user, t }: CheckProps): ReactNode {
  const { kind, checkedOn, decision, restrictions, nextOn } = check;
  const day = formatDay(checkedOn);
  return (
    <div className="hr-check">
      <div className="row">
        <p className="xs muted grow">
          {t(`health.${kind}`)}, {day}
        </p>
        {user.may.health === 'write' && (
          <RowActions
            label={t('health.actions', { day })}
            onEdit={() => store.edit({ kind: 'health', check, headers })}
            onRemove={() => store.edit({ kind: 'health.remove', check, headers })}
            t={t}
          />
        )}
      </div>
      <StatusText status={SHAPES[decision]}>{t(`decision.${decision}`)}</StatusText>
      {restrictions && (
        <>
          <p className="xs muted">{t('health.restrictions')}</p>
          <p className="hr-text">{restrictions}</p>
        </>
      )}
      {isLatest && (
        <>
          <p className="xs muted">{t('health.next')}</p>
          <NextCheck day={nextOn} t={t} />
        </>
      )}
    </div>
  );
}

function NextCheck({ day, t }: { readonly day: string | null; readonly t: HrCardText }): ReactNode {
  if (day === null) return <p className="s">{t('health.next.none')}</p>;
  const late = daysBetween(day, today());
  if (late <= 0) return <p>{formatDay(day)}</p>;
  return <StatusText status="overdue">{`${formatDay(day)}, ${t('health.overdue', { count: late })}`}</StatusText>;
}
