import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { EditingProvider } from '../../shared/administration/editing.tsx';
import { useSettingsCall } from '../../shared/administration/settings-call.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import type { ImportDone } from '../../shared/imports/import.store.ts';
import { ImportPage } from '../../shared/imports/import-page.tsx';
import { useMessages } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/dimensions.css?inline';
import splitStyles from '../../shared/ui/styles/settings-split.css?inline';
import { DimensionList } from './dimension-list.tsx';
import { dimensionsMessages } from './dimensions.messages.ts';
import { createDimensions } from './dimensions.store.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const DimensionEditor = containedPart(() => import('./dimension-editor.tsx'), 'DimensionEditor');
const DimensionDialog = containedPart(() => import('./dimension-dialog.tsx'), 'DimensionDialog');

type SettingsDimensionsProps = PropertiesOf<'verva-settings-dimensions'>;

/** Administration of dimensions and their values (RTE-06). */
export function SettingsDimensions(props: SettingsDimensionsProps): ReactNode {
  useStyles(splitStyles);
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  return (
    <EditingProvider mayEdit={!props.readonly} auditPage={props.auditPage}>
      <SettingsOf key={`${shown?.user.key} ${shown?.tenant.tenantId}`} {...props} />
    </EditingProvider>
  );
}

const searchOf = (query: string): string => new URLSearchParams(query).get('q') ?? '';

function SettingsOf({ dimensionId, query = '' }: SettingsDimensionsProps): ReactNode {
  useSignals();
  const t = useMessages(dimensionsMessages);
  const widget = useWidget();
  const send = useSettingsCall((change) => widget.emit('verva-settings-changed', change));
  const onImported = (done: ImportDone) => widget.emit('verva-import-done', done);
  // The initial search; later ones come from the user, or from Back.
  const [store] = useState(() => createDimensions({ send, q: searchOf(query) }));
  const [opened, setOpened] = useState(dimensionId ?? null);
  const [creates, setCreates] = useState(false);
  const [imports, setImports] = useState(false);
  const signedIn = session.value.status === 'signed-in';

  useEffect(() => {
    if (signedIn) void store.load();
  }, [store, signedIn]);
  useEffect(() => setOpened(dimensionId ?? null), [dimensionId]);
  useEffect(() => store.search(searchOf(query)), [store, query]);
  useEffect(() => store.stop, [store]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  // A page that keeps the open dimension in its address prevents the default and sets the attribute.
  const open = (id: string | null) => {
    if (widget.ask('verva-dimension-opened', { dimensionId: id })) setOpened(id);
  };
  const search = (q: string) => {
    store.search(q);
    widget.emit('verva-dimensions-changed', { query: q === '' ? '' : String(new URLSearchParams({ q })) });
  };
  if (imports) {
    const close = () => {
      setImports(false);
      void store.load();
    };
    return <ImportPage resource="dimension_values" onClose={close} onDone={onImported} />;
  }
  const list = store.state.value;
  if (list.status === 'loading') return <Skeleton rows={8} />;
  if (list.status === 'failed') return <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />;
  return (
    <div className={`split settings-split ${opened === null ? '' : 'opened'}`}>
      <DimensionList
        dimensions={list.dimensions}
        q={store.q.value}
        opened={opened}
        onSearch={search}
        onOpen={open}
        onCreate={() => setCreates(true)}
        onImport={() => setImports(true)}
        t={t}
      />
      <section className="detail-pane" aria-label={t('detail')}>
        {opened === null ? (
          <div className="detail centred">
            <EmptyState title={t('choose')} text={t('choose.more')} />
          </div>
        ) : (
          <Suspense fallback={<Skeleton rows={8} />}>
            <DimensionEditor key={opened} id={opened} send={send} store={store} onLeave={() => open(null)} t={t} />
          </Suspense>
        )}
      </section>
      {creates && (
        <Suspense>
          <DimensionDialog
            dimension={null}
            store={store}
            onClose={(id) => {
              setCreates(false);
              if (id) open(id);
            }}
            t={t}
          />
        </Suspense>
      )}
    </div>
  );
}
