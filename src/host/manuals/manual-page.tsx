import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Ellipsis, PenLine, Send, Trash2, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { unsavedInputs, watchUnsaved } from '../../shared/page/unsaved.ts';
import { hasRole, session } from '../../shared/session/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { createPictures } from './editor/pictures.ts';
import { manualMessages } from './manual.messages.ts';
import { createManualStore, draftOf } from './manual.store.ts';
import { ManualProvider, type OpenManual, useManual } from './manual-context.ts';
import { createOpenTexts, createTexts } from './text/texts.ts';
import { useLanguages } from './use-languages.ts';
import type { PublishDialog as Publishing } from './versions/publish-dialog.tsx';
import { VersionState } from './versions/version-state.tsx';
import './manuals.css';

const TextTab = containedPart<'TextTab', object>(() => import('./text/text-tab.tsx'), 'TextTab');
const AudienceTab = containedPart<'AudienceTab', object>(() => import('./audience/audience-tab.tsx'), 'AudienceTab');
const SettingsTab = containedPart<'SettingsTab', object>(() => import('./settings/settings-tab.tsx'), 'SettingsTab');
const VersionsTab = containedPart<'VersionsTab', object>(() => import('./versions/versions-tab.tsx'), 'VersionsTab');
const ReadersTab = containedPart<'ReadersTab', object>(() => import('./readers/readers-tab.tsx'), 'ReadersTab');
const PublishDialog = containedPart<'PublishDialog', ComponentProps<typeof Publishing>>(
  () => import('./versions/publish-dialog.tsx'),
  'PublishDialog',
);

const TABS = {
  text: TextTab,
  audience: AudienceTab,
  settings: SettingsTab,
  versions: VersionsTab,
  readers: ReadersTab,
} as const;
type TabId = keyof typeof TABS;

/** One manual for its authors; users who may only view it see no actions. */
export function ManualPage({ id, send = call }: { readonly id: string; readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <OneManual key={id} id={id} send={send} />
    </DocumentWidget>
  );
}

function OneManual({ id, send }: { readonly id: string; readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(manualMessages);
  const store = useMemo(() => createManualStore({ send, id }), [send, id]);
  const pictures = useMemo(() => createPictures({ send, manualId: id }), [send, id]);
  const openTexts = useMemo(
    () => createOpenTexts((number) => createTexts({ send, manualId: id, number, onSaved: () => void store.refresh() })),
    [send, id, store],
  );
  const languages = useLanguages(send);
  useEffect(() => {
    void store.load();
    return pictures.stop;
  }, [store, pictures]);
  useEffect(() => {
    const unwatch = watchUnsaved({
      isTyped: openTexts.isChanged,
      keep: openTexts.save,
      discard: async () => openTexts.stop(),
    });
    return () => {
      unwatch();
      void openTexts.save().finally(openTexts.stop);
    };
  }, [openTexts]);
  const state = store.state.value;
  const { value: signedIn } = session;
  if (state.status === 'loading') return <Skeleton rows={8} label={t('loading')} />;
  if (state.status === 'failed') {
    const isGone = state.code === 'manual.not_found';
    return (
      <EmptyState mark="failed" title={t('failed')} text={isGone ? t('failed.gone') : undefined}>
        {isGone ? (
          <Link href="/settings/manuals" className="btn">
            {t('back')}
          </Link>
        ) : (
          <Button onClick={() => void store.load()}>{t('retry')}</Button>
        )}
      </EmptyState>
    );
  }
  const { manual, versions } = state;
  const mayWrite = signedIn.status === 'signed-in' && hasRole(signedIn.session.user, 'manualsgroup');
  const open: OpenManual = { send, store, manual, versions, pictures, openTexts, languages, mayWrite, t };
  return (
    <ManualProvider value={open}>
      <Screen />
    </ManualProvider>
  );
}

function Screen(): ReactNode {
  const { t } = useManual();
  const prefix = useId();
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('tab');
  const current: TabId = asked !== null && asked in TABS ? (asked as TabId) : 'text';
  const Shown = TABS[current];
  return (
    <div className="mn">
      <Bar />
      <div className="mn-tabs">
        <Tabs
          label={t('tabs')}
          idPrefix={prefix}
          current={current}
          onChange={(tab) => navigate(tab === 'text' ? path : `${path}?tab=${tab}`, { replace: true })}
          tabs={(Object.keys(TABS) as TabId[]).map((tab) => ({ id: tab, label: t(`tab.${tab}`) }))}
        />
      </div>
      <div
        id={`${prefix}-panel-${current}`}
        role="tabpanel"
        aria-labelledby={`${prefix}-tab-${current}`}
        className="mn-body"
      >
        <Suspense fallback={<Skeleton rows={6} />}>
          <Shown />
        </Suspense>
      </div>
    </div>
  );
}

function Bar(): ReactNode {
  useSignals();
  const { manual, versions, mayWrite, store, t } = useManual();
  const page = useLanguage();
  const [, navigate] = useLocation();
  const [isPublishing, setPublishing] = useState(false);
  const draft = draftOf(versions);
  const shown = draft ?? versions[0];
  const whyNot = useId();
  // A text that is being saved differs, although the versions do not yet say so.
  const isUnchanged = (draft?.unchanged ?? false) && (store.saving.value ?? 'saved') === 'saved';
  const title =
    shown?.languages.find(({ languageId }) => languageId === page)?.title ||
    shown?.languages.find(({ languageId }) => languageId === manual.fallbackLanguageId)?.title ||
    manual.title ||
    manual.code;
  const publish = async () => {
    // Unsaved text is part of what is published.
    await Promise.all(unsavedInputs().map((input) => input.keep()));
    if (unsavedInputs().length > 0) showSnack({ text: t('publish.unsaved'), color: 'red' });
    else {
      await store.refresh();
      setPublishing(true);
    }
  };
  const remove = async () => {
    await store.remove();
    showSnack(t('removed', { title }));
    navigate('/settings/manuals', { replace: true });
  };
  return (
    <header className="mn-head">
      <Link href="/settings/manuals" className="btn ghost icon small" aria-label={t('back')} title={t('back')}>
        <Icon of={ArrowLeft} />
      </Link>
      <div className="stack grow mn-name">
        <h2 className="t1 cut" title={title}>
          {title}
        </h2>
        <span className="row wrap row-6 xs muted">
          <span className="mono">{manual.code}</span>
          {/* The version's state already says that the manual is active. */}
          {manual.status !== '1_active' && <StatusText status="inactive">{t(`status.${manual.status}`)}</StatusText>}
          {shown && (
            <span className="row row-4">
              {t('version.number', { number: shown.number })} <VersionState state={shown.state} t={t} />
            </span>
          )}
        </span>
      </div>
      <Saving />
      {mayWrite && manual.number === null && (
        <Menu
          label={t('more')}
          align="end"
          items={[
            {
              id: 'remove',
              label: t('remove'),
              icon: Trash2,
              danger: true,
              onSelect: () => void remove().catch(showProblem),
            },
          ]}
          trigger={(button) => <IconButton {...button} icon={Ellipsis} label={t('more')} />}
        />
      )}
      {mayWrite && !draft && (
        <Button icon={PenLine} onClick={() => void store.beginDraft().catch(showProblem)}>
          {t('draft.begin')}
        </Button>
      )}
      {mayWrite && draft?.state === 'draft' && (
        <>
          {isUnchanged && (
            <span id={whyNot} className="xs muted">
              {t('publish.unchanged')}
            </span>
          )}
          <Button
            kind="primary"
            icon={Send}
            blocked={isUnchanged}
            aria-describedby={isUnchanged ? whyNot : undefined}
            onClick={() => void publish().catch(showProblem)}
          >
            {t('publish')}
          </Button>
        </>
      )}
      <Suspense>
        {isPublishing && draft && <PublishDialog version={draft} onClose={() => setPublishing(false)} />}
      </Suspense>
    </header>
  );
}

/** Save state of the text. */
function Saving(): ReactNode {
  useSignals();
  const { store, t } = useManual();
  const status = store.saving.value;
  if (status === null) return null;
  return (
    <span className={`row row-4 xs nowrap ${status === 'failed' ? 'tone-red' : 'muted'}`} role="status">
      {status === 'failed' && <Icon of={TriangleAlert} size="s" />}
      {t(`saving.${status}`)}
    </span>
  );
}
