import { useSignals } from '@preact/signals-react/runtime';
import { Eraser, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { onLive } from '../../../shared/api/live.ts';
import type { UserErasure } from '../../../shared/contracts/user-erasure.contract.ts';
import { formatDayAndTime, useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { erasureMessages } from './erasure.messages.ts';
import type { ErasureStore } from './erasure.store.ts';
import type { ErasureText } from './erasure-text.ts';

/** Polling interval, because live events can be lost or switched off. */
const LOOK_MS = 3000;

interface Props {
  readonly erasure: ErasureStore;
  /** Opens the dialog that requests or approves, outside of the form around this section. */
  readonly onAsk: () => void;
  /** After the user was erased. */
  readonly onErased: () => void;
}

/** Whether a deactivated user is to be erased, and who must approve. */
export function ErasureSection({ erasure, onAsk, onErased }: Props): ReactNode {
  useSignals();
  const t = useMessages(erasureMessages);
  const id = useId();
  const state = erasure.state.value;
  const isApproved = state.status === 'ready' && state.erasure.state === 'approved';
  const isErased = state.status === 'failed' && state.code === 'user.not_found';
  useEffect(() => {
    void erasure.load();
    return erasure.stop;
  }, [erasure]);
  useEffect(() => {
    if (!isApproved) return;
    const off = onLive(['user.erased', 'resync'], () => void erasure.load());
    const timer = setInterval(() => void erasure.load(), LOOK_MS);
    return () => {
      off();
      clearInterval(timer);
    };
  }, [erasure, isApproved]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the user is gone
  useEffect(() => {
    if (isErased) onErased();
  }, [isErased]);
  if (isErased) return null;
  return (
    <section className="section" aria-labelledby={id}>
      <h3 className="t3" id={id}>
        {t('section')}
      </h3>
      {state.status === 'loading' && <Skeleton rows={2} label={t('loading')} />}
      {state.status === 'failed' && (
        <Banner
          tone="red"
          action={
            <Button small onClick={() => void erasure.load()}>
              {t('retry')}
            </Button>
          }
        >
          {t('failed')}
        </Banner>
      )}
      {state.status === 'ready' && <Request request={state.erasure} store={erasure} onAsk={onAsk} t={t} />}
    </section>
  );
}

interface RequestProps {
  readonly request: UserErasure;
  readonly store: ErasureStore;
  readonly onAsk: () => void;
  readonly t: ErasureText;
}

function Request({ request, store, onAsk, t }: RequestProps): ReactNode {
  const saving = useSaving();
  const { state, askedBy, askedAt, reason, isOwn } = request;
  if (state === 'approved') return <p role="status">{t('erasing')}</p>;
  if (state === null) {
    return (
      <>
        <p className="s second">{t('more')}</p>
        <div className="row">
          <Button kind="danger" icon={Eraser} onClick={onAsk}>
            {t('ask')}
          </Button>
        </div>
      </>
    );
  }
  const values = { name: askedBy?.name ?? '–', time: formatDayAndTime(askedAt ?? ''), reason: reason ?? '–' };
  return (
    <>
      <p>{t(isOwn ? 'requested.own' : 'requested', values)}</p>
      <div className="row wrap">
        {!isOwn && (
          <Button kind="danger" icon={Eraser} onClick={onAsk}>
            {t('review')}
          </Button>
        )}
        <Button
          icon={Undo2}
          busy={saving.isSaving}
          onClick={() => void saving.save(() => store.withdraw().catch(showProblem))}
        >
          {t(isOwn ? 'withdraw' : 'reject')}
        </Button>
      </div>
    </>
  );
}
