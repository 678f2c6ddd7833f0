import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/mass-action.css?inline';
import table from '../../shared/ui/styles/table.css?inline';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { massActionMessages } from './mass-action.messages.ts';
import { createWizard } from './wizard.store.ts';
import { WizardView } from './wizard.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

const RunView = containedPart(() => import('./run-view.tsx'), 'RunView');
const RunsView = containedPart(() => import('./runs-view.tsx'), 'RunsView');

type MassActionProps = PropertiesOf<'verva-mass-action'>;

/** Completes many tasks at once. Starts without the selection of a previous user. */
export function MassAction(props: MassActionProps): ReactNode {
  useStyles(table);
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  return <MassActionOf key={shown ? `${shown.user.key} ${shown.tenant.tenantId}` : ''} {...props} />;
}

interface Place {
  readonly view: 'new' | 'runs';
  readonly runId: string | null;
}

const placeOf = ({ runId, view }: MassActionProps): Place => ({
  view: view === 'runs' ? 'runs' : 'new',
  runId: runId || null,
});

function MassActionOf({ runId, view }: MassActionProps): ReactNode {
  useSignals();
  const t = useMessages(massActionMessages);
  const widget = useWidget();
  const wizard = useMemo(() => createWizard(call), []);
  const [place, setPlace] = useState<Place>(placeOf({ ...(runId && { runId }), ...(view && { view }) }));
  const signedIn = session.value.status === 'signed-in';

  useEffect(() => setPlace(placeOf({ ...(runId && { runId }), ...(view && { view }) })), [runId, view]);
  useEffect(() => {
    if (signedIn && wizard.choosing.kinds.peek().status !== 'ready') void wizard.choosing.loadKinds();
  }, [wizard, signedIn]);
  useEffect(() => wizard.choosing.stop, [wizard]);

  /** A page that prevents the event navigates itself, by the attributes. */
  function go(next: Place) {
    const detail = { runId: next.runId, view: next.view };
    if (widget.ask('verva-mass-action-opened', detail)) setPlace(next);
  }
  function startNew() {
    wizard.reset();
    void wizard.choosing.loadKinds();
    go({ view: 'new', runId: null });
  }

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;
  const openTask = (taskId: string) => void widget.ask('verva-task-opened', { taskId });
  return (
    <div className="mass">
      <div className="mass-tabs">
        <Tabs
          label={t('views')}
          idPrefix="mass"
          tabs={[
            { id: 'new', label: t('new') },
            { id: 'runs', label: t('runs') },
          ]}
          current={place.view}
          onChange={(next) => go({ view: next, runId: null })}
        />
      </div>
      <div
        className="mass-body"
        role="tabpanel"
        id={`mass-panel-${place.view}`}
        aria-labelledby={`mass-tab-${place.view}`}
      >
        <Suspense fallback={<Skeleton rows={6} label={t('loading')} />}>
          {place.runId !== null ? (
            <RunView
              key={place.runId}
              id={place.runId}
              signedIn={signedIn}
              onOpen={(id) => go({ view: place.view, runId: id })}
              onNew={startNew}
              onOpenTask={openTask}
              t={t}
            />
          ) : place.view === 'runs' ? (
            <RunsView signedIn={signedIn} onOpen={(id) => go({ view: 'runs', runId: id })} t={t} />
          ) : (
            <WizardView
              wizard={wizard}
              onStarted={(id) => {
                wizard.reset();
                go({ view: 'new', runId: id });
              }}
              onOpenTask={openTask}
              t={t}
            />
          )}
        </Suspense>
      </div>
    </div>
  );
}
