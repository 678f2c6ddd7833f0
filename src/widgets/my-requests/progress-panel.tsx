import type { ReactNode } from 'react';
import type { RequestDetail, Stage } from '../../shared/contracts/requests.contract.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import { dayText, nameOf, nearDay } from './headline.ts';
import type { RequestsText } from './requests-text.ts';

interface Props {
  readonly request: RequestDetail;
  readonly t: RequestsText;
}

/** The stages as a line, and when the request usually ends. */
export function ProgressPanel({ request, t }: Props): ReactNode {
  const { stages, starter, requester, started, withdrawal, ended } = request;
  const note = withdrawalNote(withdrawal.whyNot, ended !== null);
  return (
    <div className="progress">
      <ol className="path-steps">
        <li className="done">
          <span className="mk">
            <StatusShape status="read" label={t('stage.done')} />
          </span>
          <div className="grow">
            <span className="nm">{t('stage.sent', { name: (starter ?? requester).name })}</span>
          </div>
          <time className="xs muted when" dateTime={started} title={formatDayAndTime(started)}>
            {nearDay(started)}
          </time>
        </li>
        {stages.map((stage) => (
          <StageItem key={stage.id} stage={stage} t={t} />
        ))}
      </ol>
      <aside className="side" aria-label={t('about')}>
        {request.expected && <Expected expected={request.expected} t={t} />}
        {withdrawal.may && (
          <div className="section">
            <span className="xs muted">{t('withdraw')}</span>
            <span className="s">{t('withdraw.effect')}</span>
          </div>
        )}
        {note && (
          <div className="section">
            <span className="xs muted">{t('withdraw')}</span>
            <span className="s">{t(note)}</span>
          </div>
        )}
      </aside>
    </div>
  );
}

function withdrawalNote(whyNot: RequestDetail['withdrawal']['whyNot'], hasEnded: boolean) {
  if (hasEnded || whyNot === null || whyNot === 'other' || whyNot === 'ended') return null;
  return whyNot === 'never' ? 'withdraw.never' : 'withdraw.started';
}

function Expected({
  expected,
  t,
}: {
  readonly expected: NonNullable<RequestDetail['expected']>;
  readonly t: RequestsText;
}): ReactNode {
  const { half, most, isLate, cases } = expected;
  return (
    <div className="section">
      <span className="xs muted">{t('expected')}</span>
      {isLate ? (
        <span className="strong tone-amber">{t('expected.late')}</span>
      ) : (
        <>
          <span className="t2">{nearDay(half ?? most)}</span>
          <span className="xs second">
            {half ? t('expected.half', { count: cases, date: dayText(most) }) : t('expected.most', { count: cases })}
          </span>
        </>
      )}
    </div>
  );
}

const SHAPES = { done: 'read', now: 'notdue', next: 'open' } as const;

function StageItem({ stage, t }: { readonly stage: Stage; readonly t: RequestsText }): ReactNode {
  const { name, state, at, by, holders, usual } = stage;
  return (
    <li className={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="mk">
        <StatusShape status={SHAPES[state]} label={t(`stage.${state}`)} />
      </span>
      <div className="grow">
        <div className="row wrap">
          <span className="nm">{name}</span>
          {state === 'now' && <span className="badge info">{t('stage.now')}</span>}
        </div>
        {by && (
          <div className="row s second">
            <Avatar name={by.name} picture={by.avatar} size={20} />
            <span>{by.name}</span>
          </div>
        )}
        {holders.map((holder, index) => {
          const who = nameOf(holder);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the holders of a stage have no id and keep their order
            <div className="holder" key={index}>
              {who && (
                <div className="row s">
                  {holder.person && <Avatar name={holder.person.name} picture={holder.person.avatar} size={20} />}
                  <span>{who}</span>
                </div>
              )}
              {holder.since && (
                <div className="xs muted">
                  {holder.due
                    ? t('holder.sinceDue', { date: dayText(holder.since), due: dayText(holder.due) })
                    : t('holder.since', { date: dayText(holder.since) })}
                </div>
              )}
            </div>
          );
        })}
        {state === 'next' && usual && <div className="xs muted">{t('stage.usual')}</div>}
      </div>
      {at && (
        <time className="xs muted when" dateTime={at} title={formatDayAndTime(at)}>
          {nearDay(at)}
        </time>
      )}
    </li>
  );
}
