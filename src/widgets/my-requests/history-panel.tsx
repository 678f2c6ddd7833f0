import { Check, CircleAlert, Flag, type LucideIcon, Play, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../shared/api/index.ts';
import { getRequestHistory, type RequestDetail, type RequestEvent } from '../../shared/contracts/requests.contract.ts';
import { LoadPart } from '../../shared/lists/load-part.tsx';
import { formatDayAndTime, useLanguage } from '../../shared/locale/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { textIn } from './headline.ts';
import type { RequestsText } from './requests-text.ts';

const ICONS: Readonly<Record<RequestEvent['kind'], LucideIcon>> = {
  started: Play,
  completed: Check,
  withdrawn: Undo2,
  cancelled: X,
  finished: Flag,
  failed: CircleAlert,
};

/** What happened to the request, latest first. */
export function HistoryPanel({ request, t }: { readonly request: RequestDetail; readonly t: RequestsText }): ReactNode {
  const language = useLanguage();
  const { id, state, stages } = request;
  const version = `${id} ${state} ${stages.map((stage) => stage.state + (stage.at ?? '')).join()}`;
  return (
    <LoadPart read={(signal) => call(getRequestHistory, { params: { id }, signal })} id={version} t={t}>
      {(events) => (
        <ol className="tl">
          {events.toReversed().map((event) => {
            const outcome = textIn(event.outcome?.label ?? null, language);
            return (
              <li key={event.id}>
                <span className="node">
                  <Icon of={ICONS[event.kind]} size="s" />
                </span>
                <div className="event">
                  <span>{t(`history.${event.kind}`, { stage: event.stage ?? '' })}</span>
                  {event.by && <span className="dot" />}
                  {event.by && <span className="strong">{event.by.name}</span>}
                  {outcome && <div className="delta">{t('history.outcome', { outcome })}</div>}
                  {event.reason && <blockquote>{event.reason}</blockquote>}
                </div>
                {event.at && <time dateTime={event.at}>{formatDayAndTime(event.at)}</time>}
              </li>
            );
          })}
        </ol>
      )}
    </LoadPart>
  );
}
