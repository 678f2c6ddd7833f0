import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, CircleHelp, Redo2, TriangleAlert, Undo2 } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { textOf } from '../../shared/forms/index.ts';
import { LANGUAGE_NAMES, useLanguage, useMessages } from '../../shared/locale/index.ts';
import { watchUnsaved } from '../../shared/page/unsaved.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { useKeyboard } from '../../shared/ui/use-keyboard.ts';
import { builderMessages } from './builder.messages.ts';
import { type BuilderStore, createBuilderStore } from './builder.store.ts';
import { type Builder, BuilderProvider, createBuilderView, useBuilder } from './builder-context.ts';
import { announcementText, summaryText } from './builder-text.ts';
import { AddPopup } from './canvas/add-popup.tsx';
import { Canvas } from './canvas/canvas.tsx';
import { Dragging } from './canvas/drag.tsx';
import { NodeMenu } from './canvas/node-menu.tsx';
import { showNode } from './commands.ts';
import type { NodeId } from './edits/tree.ts';
import { loadFragments } from './fragments/fragments.store.ts';
import { Group } from './group.tsx';
import { Palette } from './palette.tsx';
import { panels } from './panels/index.ts';
import { Properties } from './properties/properties.tsx';
import './builder.css';

const Dialogs = containedPart(() => import('./dialogs/dialogs.tsx'), 'Dialogs');

/** The form builder (FRM-09, PRV-05). Edits the form named by `formId` in the address; without one, forms are listed. */
export function BuilderPage(): ReactNode {
  const formId = new URLSearchParams(useSearch()).get('formId') ?? '';
  if (formId === '') return <Redirect to="/settings/forms" replace />;
  return <OneForm key={formId} formId={formId} />;
}

function OneForm({ formId }: { readonly formId: string }): ReactNode {
  useSignals();
  const t = useMessages(builderMessages);
  const language = useLanguage();
  const [store, setStore] = useState<BuilderStore | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page language is only the initial value; the user then chooses one in the toolbar
  useEffect(() => {
    const mine = createBuilderStore({ send: call, formId });
    mine.languageId.value = language;
    setStore(mine);
    void mine.load();
    loadFragments().catch(() => {
      // If fragments fail to load, the palette omits them; everything else works.
    });
    const unwatch = watchUnsaved({ isTyped: mine.isChanged, keep: mine.save, discard: async () => mine.stop() });
    return () => {
      unwatch();
      void mine.save().finally(mine.stop);
    };
  }, [formId]);
  const view = useMemo(createBuilderView, []);
  const state = store?.state.value;
  if (!store || !state || state.status === 'loading') return <Skeleton rows={8} label={t('loading')} />;
  if (state.status === 'failed') {
    const isGone = state.code === 'form.not_found';
    return (
      <EmptyState mark="failed" title={t('failed')} text={isGone ? t('failed.gone') : undefined}>
        {!isGone && <Button onClick={() => void store.load()}>{t('failed.retry')}</Button>}
      </EmptyState>
    );
  }
  return (
    <BuilderProvider value={{ store, view, t }}>
      <Screen isReadable={state.status === 'ready'} />
    </BuilderProvider>
  );
}

function Screen({ isReadable }: { readonly isReadable: boolean }): ReactNode {
  useSignals();
  const builder = useBuilder();
  const { store, view, t } = builder;
  const id = useId();
  const shown = view.shown.value;
  const show = (node: NodeId | null) => showNode(builder, node);
  const showMissing = (languageId: string) => {
    view.missing.value = languageId;
    view.shown.value = 'texts';
  };
  const [side, setSide] = useState('properties');
  const pane = view.pane.value;
  const other = panels.find((panel) => panel.place === 'view' && panel.id === shown);
  const sides = panels.filter((panel) => panel.place === 'side');
  const beside = sides.find((panel) => panel.id === side);
  useShortcuts(builder);

  return (
    <div className="fb" data-pane={pane}>
      <Bar
        shown={other ? shown : 'design'}
        onShow={(id) => {
          view.missing.value = '';
          view.shown.value = id;
        }}
        show={show}
        showMissing={showMissing}
      />
      <Announcer />
      {other ? (
        <div className="fb-view">
          <Suspense fallback={<Skeleton rows={6} />}>
            <other.component key={view.missing.value} store={store} show={show} missing={view.missing.value} />
          </Suspense>
        </div>
      ) : !isReadable ? (
        <EmptyState mark="failed" title={t('unreadable.title')} text={t('unreadable.text')} />
      ) : (
        <Dragging>
          <Group label={t('views')} className="btn-group fb-panes">
            {(['palette', 'canvas', 'properties'] as const).map((one) => (
              <Button
                key={one}
                aria-pressed={pane === one}
                onClick={() => {
                  view.pane.value = one;
                }}
              >
                {t(`pane.${one}`)}
              </Button>
            ))}
          </Group>
          <div className="fb-panes-row">
            <section className="fb-palette" aria-label={t('pane.palette')}>
              <Palette />
            </section>
            <section className="fb-canvas" aria-label={t('pane.canvas')}>
              <Canvas />
            </section>
            <section className="fb-side" aria-label={t('pane.properties')}>
              {sides.length > 0 && (
                <Tabs
                  label={t('pane.properties')}
                  idPrefix={id}
                  current={beside ? side : 'properties'}
                  onChange={setSide}
                  tabs={[
                    { id: 'properties', label: t('pane.properties') },
                    ...sides.map((panel) => ({ id: panel.id, label: panel.title(t) })),
                  ]}
                />
              )}
              <div
                id={`${id}-panel-${beside ? side : 'properties'}`}
                className="fb-side-body"
                {...(sides.length > 0 && {
                  role: 'tabpanel',
                  'aria-labelledby': `${id}-tab-${beside ? side : 'properties'}`,
                })}
              >
                <Suspense fallback={<Skeleton rows={4} />}>
                  {beside ? <beside.component store={store} show={show} /> : <Properties />}
                </Suspense>
              </div>
            </section>
          </div>
          <AddPopup />
          <NodeMenu />
        </Dragging>
      )}
      <Suspense>
        <Dialogs />
      </Suspense>
    </div>
  );
}

interface BarProps {
  readonly shown: string;
  readonly onShow: (id: string) => void;
  readonly show: (node: NodeId | null) => void;
  readonly showMissing: (languageId: string) => void;
}

function Bar({ shown, onShow, show, showMissing }: BarProps): ReactNode {
  useSignals();
  const { store, view, t } = useBuilder();
  const language = useLanguage();
  const form = store.form.value;
  const undo = store.nextUndo.value;
  const redo = store.nextRedo.value;
  const count = store.problems.value.length;
  const views = panels.filter(({ place }) => place === 'view');
  const published = form?.published ?? null;
  return (
    <header className="fb-bar">
      <div className="row fb-name">
        <div className="row">
          <Link href="/settings/forms" className="btn ghost icon small" aria-label={t('back')} title={t('back')}>
            <Icon of={ArrowLeft} />
          </Link>
          <h2 className="t2 cut">{textOf(store.body.value.title, store.languageId.value) || store.formId}</h2>
        </div>
        <span className="badge">{published === null ? t('draftFirst') : t('draftOf', { number: published })}</span>
      </div>
      <div className="fb-middle">
        <Saving />
        {count > 0 && (
          <Button
            small
            kind="ghost"
            className="fb-count"
            icon={TriangleAlert}
            onClick={() => {
              view.dialog.value = { kind: 'problems' };
            }}
          >
            {t('problems', { count })}
          </Button>
        )}
        {views.length > 0 && (
          <Group label={t('views')} className="btn-group fb-views">
            <Button aria-pressed={shown === 'design'} onClick={() => onShow('design')}>
              {t('view.design')}
            </Button>
            {views.map((panel) => (
              <Button key={panel.id} aria-pressed={shown === panel.id} onClick={() => onShow(panel.id)}>
                {panel.title(t)}
              </Button>
            ))}
          </Group>
        )}
        <Group label={t('language')} className="btn-group fb-languages">
          {LANGUAGES.map((one) => (
            <Button
              key={one}
              aria-pressed={store.languageId.value === one}
              title={LANGUAGE_NAMES[one]}
              onClick={() => {
                store.languageId.value = one;
              }}
            >
              {one}
            </Button>
          ))}
        </Group>
      </div>
      <div className="fb-end">
        <div className="row fb-steps">
          <IconButton
            icon={Undo2}
            blocked={!undo}
            label={undo ? t('undo.step', { step: summaryText(undo, language, t) }) : t('undo')}
            onClick={() => store.undo()}
          />
          <IconButton
            icon={Redo2}
            blocked={!redo}
            label={redo ? t('redo.step', { step: summaryText(redo, language, t) }) : t('redo')}
            onClick={() => store.redo()}
          />
          <IconButton
            icon={CircleHelp}
            label={t('help')}
            onClick={() => {
              view.dialog.value = { kind: 'help' };
            }}
          />
        </div>
        {panels
          .filter(({ place }) => place === 'action')
          .map((panel) => (
            <Suspense key={panel.id}>
              <panel.component store={store} show={show} showMissing={showMissing} />
            </Suspense>
          ))}
      </div>
    </header>
  );
}

function Saving(): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const { status } = store.saving.value;
  const text = status === 'saved' ? t('saved') : t(`saved.${status}`);
  return (
    <span className={`fb-saving xs ${status === 'failed' ? 'tone-red' : 'muted'}`} role="status">
      {status === 'failed' && <Icon of={TriangleAlert} size="s" />}
      {text}
      {status === 'failed' && (
        <Button small kind="ghost" onClick={() => void store.save()}>
          {t('save')}
        </Button>
      )}
    </span>
  );
}

/** Live region for screen readers. Re-inserts the text each time, so that a repeated announcement is read again. */
function Announcer(): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const announcement = store.announcement.value;
  const text = announcement ? announcementText(announcement, store.languageId.peek(), t) : '';
  return (
    <div className="sr" role="status" aria-live="polite" data-announcement="">
      {announcement && <span key={text + String(Math.random())}>{text}</span>}
    </div>
  );
}

function useShortcuts({ store, view }: Builder): void {
  const isOwn = (event: KeyboardEvent) =>
    event.target instanceof Element && event.target.closest('[data-own-keys]') !== null;
  const turn = (direction: 'undo' | 'redo') => (event: KeyboardEvent) => {
    if (isOwn(event)) return;
    store[direction]();
    if (event.target instanceof Element && event.target.closest('[role=tree]')) view.focus.value += 1;
  };
  useKeyboard({
    'Mod+z': turn('undo'),
    'Mod+Z': turn('redo'),
    'Mod+y': turn('redo'),
    'Mod+s': () => void store.save(),
    '?': () => {
      view.dialog.value = { kind: 'help' };
    },
  });
}
