import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { EditingProvider } from '../../shared/administration/editing.tsx';
import { useSettingsCall } from '../../shared/administration/settings-call.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { isDenied, LoadFailed } from '../../shared/ui/load-failed.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/dropdowns.css?inline';
import foldingStyles from '../../shared/ui/styles/folding.css?inline';
import splitStyles from '../../shared/ui/styles/settings-split.css?inline';
import tableStyles from '../../shared/ui/styles/table.css?inline';
import { DropdownList } from './dropdown-list.tsx';
import { dropdownsMessages } from './dropdowns.messages.ts';
import { createDropdowns } from './dropdowns.store.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const DropdownEditor = containedPart(() => import('./dropdown-editor.tsx'), 'DropdownEditor');
const DropdownDialog = containedPart(() => import('./dropdown-dialog.tsx'), 'DropdownDialog');

type SettingsDropdownsProps = PropertiesOf<'verva-settings-dropdowns'>;

/** Administration of the dropdowns that form fields use (ADM-06). */
export function SettingsDropdowns(props: SettingsDropdownsProps): ReactNode {
  useStyles(tableStyles);
  useStyles(foldingStyles);
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

function SettingsOf({ dropdownId, query = '' }: SettingsDropdownsProps): ReactNode {
  useSignals();
  const t = useMessages(dropdownsMessages);
  const widget = useWidget();
  const send = useSettingsCall((change) => widget.emit('verva-settings-changed', change));
  // The initial search; later ones come from the user, or from Back.
  const [store] = useState(() => createDropdowns({ send, q: searchOf(query) }));
  const [creates, setCreates] = useState(false);
  const signedIn = session.value.status === 'signed-in';

  useEffect(() => {
    if (signedIn) void store.load();
  }, [store, signedIn]);
  useEffect(() => {
    if (signedIn) void store.open(dropdownId ?? null);
  }, [store, signedIn, dropdownId]);
  useEffect(() => {
    if (searchOf(query) !== store.q.peek()) store.search(searchOf(query));
  }, [store, query]);
  useEffect(() => store.stop, [store]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  // A page that keeps the open dropdown in its address prevents the default and sets the attribute.
  const open = (id: string | null) => {
    if (widget.ask('verva-dropdown-opened', { dropdownId: id })) void store.open(id);
  };
  const search = (q: string) => {
    store.search(q);
    widget.emit('verva-dropdowns-changed', { query: q === '' ? '' : String(new URLSearchParams({ q })) });
  };
  const list = store.list.value;
  if (list.status === 'failed' && isDenied(list.code)) {
    return <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />;
  }
  const { value: opened } = store.opened;
  return (
    <div className={`split settings-split ${opened.status === 'none' ? '' : 'opened'}`}>
      <DropdownList store={store} onSearch={search} onOpen={open} onCreate={() => setCreates(true)} t={t} />
      <section className="detail-pane" aria-label={t('detail')}>
        {opened.status === 'none' && (
          <div className="detail centred">
            <EmptyState title={t('choose')} text={t('choose.more')} />
          </div>
        )}
        {opened.status === 'loading' && <Skeleton rows={8} />}
        {opened.status === 'failed' && (
          <EmptyState mark="failed" title={opened.code === 'dropdown.not_found' ? t('gone') : t('failed')}>
            <div className="row">
              <Button onClick={() => open(null)}>{t('back')}</Button>
              <Button onClick={() => void store.open(opened.id)}>{t('retry')}</Button>
            </div>
          </EmptyState>
        )}
        {opened.status === 'ready' && (
          <Suspense fallback={<Skeleton rows={8} />}>
            <DropdownEditor key={opened.id} opened={opened} store={store} onClose={() => open(null)} t={t} />
          </Suspense>
        )}
      </section>
      {creates && (
        <Suspense>
          <DropdownDialog
            dropdown={null}
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
