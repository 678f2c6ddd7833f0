import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { onLive } from '../../../shared/api/live.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualText, Reading } from '../../../shared/contracts/manuals.contract.ts';
import { formatDayAndTime } from '../../../shared/locale/dates.ts';
import { useMessages } from '../../../shared/locale/use-messages.ts';
import { session } from '../../../shared/session/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import type { ManualStore } from '../manual.store.ts';
import type { Place } from '../place.ts';
import type { PartText } from './part-text.ts';
import { manualPartsMessages } from './parts.messages.ts';

const ReceiptDialog = containedPart(() => import('./receipt-dialog.tsx'), 'ReceiptDialog');

interface Props {
  readonly store: ManualStore;
  readonly text: ManualText;
  readonly reading: Reading;
  readonly mine: boolean;
  readonly onConfirm: () => void;
  /** Goes to what is still to be read or opened. */
  readonly onLead: () => void;
  readonly onBack: (() => void) | undefined;
  readonly onOpen: (next: Partial<Place>) => void;
}
type BarProps = Props & { readonly t: PartText };

/** Reading progress and confirmation; afterwards the result. */
export function ConfirmBar(own: Props): ReactNode {
  const t = useMessages(manualPartsMessages);
  const props = { ...own, t };
  const { reading, mine } = props;
  switch (reading.state) {
    case 'pending':
      return mine ? <Pending {...props} /> : <Line>{t('notYours', { name: reading.user.name })}</Line>;
    case 'held':
      return <DeferredConfirmation {...props} />;
    case 'read':
      return <Read {...props} />;
    case 'cancelled':
      return <Line>{t('cancelledBecause', { reason: reading.cancelReason ?? '' })}</Line>;
    case 'superseded':
      return (
        <Line
          action={
            <Button onClick={() => props.onOpen({ manualId: reading.manualId, readingId: null, number: null })}>
              {t('openCurrent')}
            </Button>
          }
        >
          {t('superseded')}
        </Line>
      );
  }
}

function Line({ action, children }: { readonly action?: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <footer className="confirm">
      <p className="grow s" role="status">
        {children}
      </p>
      {action}
    </footer>
  );
}

function Pending({ store, reading, onConfirm, onLead, onBack, t }: BarProps): ReactNode {
  useSignals();
  const changes = reading.asks === 'changes' && store.shown.value === 'changes' ? store.changes.value : null;
  const missing = store.missing.value;
  const toOpen = store.toOpen.value.length;
  const confirmation = store.confirmation.value;
  const share = changes ? changes.read / Math.max(1, changes.all) : store.reached.value;
  const percent = missing === 'text' || missing === 'changes' ? Math.min(99, Math.floor(share * 100)) : 100;
  const now = session.value;
  // An element whose page is not allowed to confirm for its users.
  const mayConfirm = now.status !== 'signed-in' || !(now.session.features ?? []).includes('manuals.readOnly');
  const failed = confirmation.status === 'failed' ? problemText(confirmation.error) : null;
  return (
    <footer className="confirm">
      <div className="grow stack so-far">
        <div className="row s wrap" id="standing">
          {failed ? (
            <span className="tone-red" role="alert">
              {failed}
            </span>
          ) : missing ? (
            <>
              <span className="strong">{changes ? t('changesRead', changes) : t('percentRead', { percent })}</span>
              {toOpen > 0 && <span className="muted">{t('toOpen', { count: toOpen })}</span>}
              {!mayConfirm && <span className="muted">{t('readOnly')}</span>}
            </>
          ) : (
            <span>{t(mayConfirm ? 'statement' : 'readOnly')}</span>
          )}
        </div>
        <div
          className="bar"
          role="progressbar"
          aria-label={t('readSoFar')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      </div>
      <Button
        kind="ghost"
        className="not-now"
        onClick={() => {
          void store.notNow().catch(() => undefined);
          onBack?.();
        }}
      >
        {t('notNow')}
      </Button>
      {/* Not `blocked`: a click says what is missing and goes there. */}
      {mayConfirm && (
        <Button
          kind="primary"
          busy={confirmation.status === 'sending'}
          aria-disabled={missing !== null}
          aria-describedby={missing ? 'why-not' : 'standing'}
          onClick={() => {
            if (!missing) return onConfirm();
            showSnack({ text: t(`missing.${missing}`), color: 'inverse', position: ALIGN_LEFT });
            onLead();
          }}
        >
          {confirmation.status !== 'sending' && <Icon of={Check} />}
          {t('confirm')}
        </Button>
      )}
      {mayConfirm && missing && (
        <span className="sr" id="why-not">
          {t(`missing.${missing}`)}
        </span>
      )}
    </footer>
  );
}

/** In the corner a snackbar would cover the button that is needed next, and stay under the pointer. */
const ALIGN_LEFT = { right: false };

function DeferredConfirmation({ store, reading, t }: BarProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const { id } = reading;
  // Reports a deferred confirmation that failed in the end: the reading is open again.
  useEffect(
    () =>
      onLive(['reading.changed', 'reading.refused'], ({ type, data }) => {
        if (data.readingId !== id) return;
        if (type === 'reading.refused') showSnack({ text: t('refused'), color: 'red', timeout: 0 });
        void store.refresh();
      }),
    [store, id, t],
  );
  const undo = async () => {
    setBusy(true);
    try {
      await store.undo();
      showSnack({ text: t('undone'), position: ALIGN_LEFT });
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const left = reading.held ? Math.max(0, Date.parse(reading.held.until) - Date.now()) : 0;
  return (
    <footer className="confirm done">
      <Icon of={Check} size="l" />
      <div className="grow stack so-far">
        <p className="s strong" role="status">
          {t('confirmedNow')}
        </p>
        <div className="bar" aria-hidden="true">
          <i className="runs-out" style={{ animationDuration: `${left}ms` }} />
        </div>
      </div>
      {reading.held && (
        <Button busy={busy} onClick={() => void undo()}>
          {t('undo')}
        </Button>
      )}
    </footer>
  );
}

function Read({ reading, t }: BarProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <footer className="confirm done">
      <Icon of={Check} size="l" />
      <p className="grow s" role="status">
        {t('confirmedOn', {
          number: reading.number,
          time: reading.readAt ? formatDayAndTime(reading.readAt) : '',
          language: languageName(reading.languageId ?? ''),
        })}
      </p>
      {reading.receiptId && <Button onClick={() => setOpen(true)}>{t('receipt')}</Button>}
      {isOpen && reading.receiptId && (
        <Suspense>
          <ReceiptDialog id={reading.receiptId} title={reading.title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
