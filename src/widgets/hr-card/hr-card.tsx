import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { asksToSignIn, SessionEnded, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/hr-card.css?inline';
import { CardSections } from './card-sections.tsx';
import { hrCardMessages } from './hr-card.messages.ts';
import { createHrCard, SECTIONS } from './hr-card.store.ts';
import { PersonHead } from './person-head.tsx';
import { useAway } from './use-away.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const EditorHost = containedPart(() => import('./editors/editor-host.tsx'), 'EditorHost');

type HrCardProps = PropertiesOf<'verva-hr-card'>;

/** The card of an employee: contracts, pay, health checks, documents, sizes, and who opened them (HR-01, EMB-01). */
export function HrCard(props: HrCardProps): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(hrCardMessages);
  const shown = shownSession.value;
  const [opened, setOpened] = useState(props.userId);
  useEffect(() => setOpened(props.userId), [props.userId]);
  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;
  if (!shown) return <Skeleton rows={8} label={t('loading')} />;
  const userId = opened || shown.user.id;
  return (
    <CardOf
      key={`${shown.user.key} ${shown.tenant.tenantId} ${userId}`}
      {...props}
      userId={userId}
      onOpen={setOpened}
    />
  );
}

interface CardProps extends HrCardProps {
  readonly userId: string;
  readonly onOpen: (userId: string) => void;
}

function CardOf({ userId, section, onOpen }: CardProps): ReactNode {
  useSignals();
  const t = useMessages(hrCardMessages);
  const widget = useWidget();
  const [store] = useState(() => createHrCard({ send: call, userId }));
  const signedIn = session.value.status === 'signed-in';
  const only = SECTIONS.find((one) => one === section);
  useAway(store.leave);
  useEffect(() => {
    if (signedIn) void store.load();
  }, [store, signedIn]);
  useEffect(() => store.stop, [store]);

  const open = (id: string) => {
    if (widget.ask('verva-hr-person-opened', { userId: id })) onOpen(id);
  };
  const changed = () => {
    store.changed();
    widget.emit('verva-hr-changed', { userId });
  };
  const person = store.person.value;
  const editor = store.editor.value;
  if (person.status === 'loading') return <Skeleton rows={8} label={t('loading')} />;
  if (person.status === 'failed') {
    if (person.code === 'user.not_found') return <EmptyState mark="failed" title={t('gone')} />;
    return <LoadFailed code={person.code} onRetry={() => void store.load()} t={t} />;
  }
  const { user } = person;
  return (
    <article className="hr-card" aria-label={user.name}>
      <SessionEnded />
      {store.isAway.value ? (
        <EmptyState title={t('away')}>
          <Button kind="primary" onClick={store.comeBack}>
            {t('show')}
          </Button>
        </EmptyState>
      ) : (
        <>
          {!only && <PersonHead user={user} onOpen={open} t={t} />}
          <CardSections store={store} user={user} only={only} t={t} />
        </>
      )}
      {editor && (
        <Suspense>
          <EditorHost store={store} user={user} editor={editor} onChanged={changed} onClose={store.closeEditor} />
        </Suspense>
      )}
    </article>
  );
}
