import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useLanguage, useMessages } from '../../shared/locale/use-messages.ts';
import { shownSession } from '../../shared/session/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/manual.css?inline';
import { manualReaderMessages } from './manual-reader.messages.ts';
import { ManualView } from './manual-view.tsx';
import type { Place } from './place.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const ManualLists = containedPart(() => import('./lists/manual-lists.tsx'), 'ManualLists');

type ManualReaderProps = PropertiesOf<'verva-manual-reader'>;

const placeOf = ({ manualId, readingId, number, view }: ManualReaderProps): Place => ({
  view: view === 'all' || view === 'confirmed' ? view : 'to-read',
  manualId: manualId || null,
  readingId: readingId || null,
  number: number ?? null,
});

/** Manuals to read, and the open manual. */
export function ManualReader(props: ManualReaderProps): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(manualReaderMessages);
  const page = useLanguage();
  const widget = useWidget();
  const [place, setPlace] = useState(() => placeOf(props));
  const { manualId, readingId, number, view } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is made of exactly these
  useEffect(() => setPlace(placeOf(props)), [manualId, readingId, number, view]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;
  const user = shownSession.value?.user;
  if (!user) return <Skeleton rows={8} label={t('loading')} />;
  /** A page that prevents the event navigates itself, by the attributes. */
  const go = (next: Place) => {
    if (widget.ask('verva-manual-opened', { ...next })) setPlace(next);
  };
  const openId = place.readingId ?? place.manualId;
  if (openId !== null)
    return (
      <ManualView
        key={`${openId} ${place.number} ${props.language ?? page}`}
        place={place}
        language={props.language ?? page}
        me={user.key}
        onBack={view === 'manual' ? undefined : () => go({ ...place, manualId: null, readingId: null, number: null })}
        onOpen={(next) => go({ ...place, ...next })}
        t={t}
      />
    );
  return (
    <Suspense fallback={<Skeleton rows={6} label={t('loading')} />}>
      <ManualLists place={place} onGo={go} />
    </Suspense>
  );
}
