import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError, call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import {
  type Why,
  type WhyMissing,
  type WhyReason,
  whyTask,
} from '../../../shared/contracts/task-collaboration.contract.ts';
import { formatDay, formatDayAndTime, useMessages } from '../../../shared/locale/index.ts';
import { isAdmin, session } from '../../../shared/session/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { PersonField } from '../../../shared/ui/person-field.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { panelMessages } from './panels.messages.ts';
import type { PanelText } from './texts.ts';
import { whyMessages } from './why.messages.ts';
import { changeSentence, reasonSentence } from './why-text.ts';

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly why: Why };

/**
 * The rule by which the task is visible, and since when (BEY-09). Administrators can ask for any user, and see which
 * conditions are not met.
 */
export function WhyDialog({ taskId, onClose }: { readonly taskId: string; readonly onClose: () => void }): ReactNode {
  useSignals();
  const t = useMessages(panelMessages);
  const [person, setPerson] = useState<UserRef | null>(null);
  const [state, setState] = useState<State>({ status: 'loading' });
  const ask = useCallback(
    async (userId: string | undefined, signal: AbortSignal) => {
      setState({ status: 'loading' });
      try {
        const why = await call(whyTask, { params: { id: taskId }, query: userId ? { userId } : {}, signal });
        setState({ status: 'ready', why });
      } catch (error) {
        if (!signal.aborted) setState({ status: 'failed', error: error instanceof ApiError ? error : undefined });
      }
    },
    [taskId],
  );
  useEffect(() => {
    const stop = new AbortController();
    void ask(person?.key, stop.signal);
    return () => stop.abort();
  }, [ask, person]);
  const now = session.value;
  const mayAsk = now.status === 'signed-in' && isAdmin(now.session.user);
  const about = person && state.status === 'ready' ? state.why : null;
  const title = about
    ? t(about.reasons.length > 0 ? 'why.titleOf' : 'why.titleNot', { name: about.user.name })
    : t('why.title');
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="asking">
        {state.status === 'loading' && <Skeleton rows={2} label={t('loading')} />}
        {state.status === 'failed' && <Banner tone="red">{problemText(state.error)}</Banner>}
        {state.status === 'ready' && <Answer why={state.why} isOther={person !== null} t={t} />}
        {mayAsk && <PersonField label={t('why.ask')} value={person} onChange={setPerson} />}
      </div>
    </Dialog>
  );
}

function Answer({
  why,
  isOther,
  t,
}: {
  readonly why: Why;
  readonly isOther: boolean;
  readonly t: PanelText;
}): ReactNode {
  const sentences = useMessages(whyMessages);
  const person = isOther ? why.user : null;
  const hasEnded = why.missing.some(({ code }) => code === 'ended');
  const change = (reason: WhyReason) => {
    const text = hasEnded ? '' : changeSentence(reason, sentences);
    return text && <span className="since">{text}</span>;
  };
  return (
    <div className="asking" aria-live="polite">
      {why.reasons.length > 0 && (
        <ul className="reasons">
          {why.reasons.map((reason) => (
            <li key={`${reason.code}${reason.group?.id ?? ''}${reason.user?.key ?? ''}`}>
              <span title={reason.since ? formatDayAndTime(reason.since) : undefined}>
                {reasonSentence(reason, person, sentences)}
              </span>
              {change(reason)}
              {reason.rule?.text && <q>{reason.rule.text}</q>}
            </li>
          ))}
        </ul>
      )}
      {why.whyNot && <p>{t(`why.${why.whyNot}`, { name: why.user.name })}</p>}
      {isOther && why.listed && <p>{t('why.listed', { name: why.user.name })}</p>}
      {why.missing.length > 0 && (
        <div className="asking close">
          <p>{isOther ? t('why.unlisted', { name: why.user.name }) : t('why.unlistedMe')}</p>
          <ul className="reasons">
            {why.missing.map((one) => (
              <li key={`${one.code}${one.user?.key ?? ''}`}>{missingText(one, t)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function missingText({ code, user, groups, since, until, day }: WhyMissing, t: PanelText): string {
  const instant = since ?? until;
  const date = day ? formatDay(day) : instant ? formatDayAndTime(instant) : '';
  return t(`missing.${code}`, {
    name: user?.name ?? '',
    groups: (groups ?? []).map((group) => group.name).join(', '),
    date,
  });
}
