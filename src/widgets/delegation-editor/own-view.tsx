import { useSignals } from '@preact/signals-react/runtime';
import { Check, Plus, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWidget } from '../../shared/element/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { dismissSnack, showSnack } from '../../shared/ui/snackbar.ts';
import { CardForm } from './card-form.tsx';
import { CardList, type ListedCard, ShowEnded } from './card-list.tsx';
import type { Card } from './cards.ts';
import type { DelegationEditorStore } from './delegation-editor.store.ts';
import type { EditorText } from './delegation-editor-text.ts';

interface Props {
  readonly store: DelegationEditorStore;
  /** Key of the delegator. */
  readonly person: string | null;
  /** Name of the delegator, if known. */
  readonly owner: string | undefined;
  readonly onOpenTask: (taskId: string) => void;
  readonly onShowIncoming: () => void;
  readonly t: EditorText;
}

/** The delegator's periods as cards, and the form of the open one. */
export function OwnView({ store, person, owner, onOpenTask, onShowIncoming, t }: Props): ReactNode {
  useSignals();
  const widget = useWidget();
  const heading = useRef<HTMLDivElement>(null);

  // Moves the focus to an opened or added card; to the first field of a blank one.
  const open = store.selected.value;
  useEffect(() => {
    if (open === null) return;
    const editor = widget.root.querySelector<HTMLElement>('.editor');
    editor?.scrollIntoView({ block: 'nearest' });
    if (store.current.peek()?.saved === null) editor?.querySelector<HTMLElement>('[role=combobox]')?.focus();
  }, [open, widget, store]);

  async function save(key: string) {
    const count = store.current.peek() ? store.partsOf(store.current.peek()!) : 1;
    if (await store.save(key)) showSnack({ text: t('saved', { count }), icon: Check });
    else widget.root.querySelector<HTMLElement>('.editor [aria-invalid=true]')?.focus();
  }

  async function remove(key: string) {
    let held: Awaited<ReturnType<typeof store.remove>>;
    try {
      held = await store.remove(key);
    } catch (error) {
      showProblem(error);
      void store.load();
      return;
    }
    heading.current?.querySelector('button')?.focus();
    if (held === null) return;
    const { id, until } = held;
    const snack = showSnack({
      text: t('removed'),
      icon: Check,
      timeout: Date.parse(until) - Date.now(),
      action: {
        label: t('undo'),
        onSelect: () => {
          dismissSnack(snack);
          store.undo(id).then(() => showSnack({ text: t('undone'), icon: Undo2 }), showProblem);
        },
      },
    });
  }

  const { value: cards } = store.cards;
  const current = store.current.value;
  return (
    <div className={`deleg ${current ? 'opened' : ''}`}>
      <section className="stack cards" aria-label={t('title')}>
        <div ref={heading} className="stack">
          <Button wide icon={Plus} onClick={store.add} blocked={cards.status !== 'ready'}>
            {t('add')}
          </Button>
        </div>
        {cards.status === 'loading' && (
          <div aria-busy="true">
            <span className="sr" role="status">
              {t('loading')}
            </span>
            <Skeleton rows={3} />
          </div>
        )}
        {cards.status === 'failed' && (
          <EmptyState mark="failed" title={t('failed')}>
            <Button onClick={() => void store.load()}>{t('retry')}</Button>
          </EmptyState>
        )}
        {cards.status === 'ready' && (
          <>
            <CardList cards={cards.cards.map(listed)} selected={open} onSelect={store.select} t={t} />
            <ShowEnded checked={store.showsEnded.value} onChange={store.setShowsEnded} t={t} />
          </>
        )}
      </section>
      {current ? (
        <CardForm
          key={current.key}
          card={current}
          store={store}
          person={person}
          owner={current.saved?.user.name ?? owner ?? ''}
          onSave={() => void save(current.key)}
          onRemove={() => void remove(current.key)}
          onOpenTask={onOpenTask}
          onShowIncoming={onShowIncoming}
          t={t}
        />
      ) : (
        cards.status === 'ready' &&
        (cards.cards.length > 0 ? (
          <div className="card centred only-wide">
            <EmptyState title={t('choose')} />
          </div>
        ) : (
          <div className="card centred">
            <EmptyState title={t('empty')} text={t('emptyMore')} />
          </div>
        ))
      )}
    </div>
  );
}

function listed({ key, saved, draft, changed }: Card): ListedCard {
  const { delegate: person, startDate, endDate, comment } = draft;
  // The heading of a new card already says that it is not saved.
  return {
    key,
    state: saved?.state ?? 'new',
    person,
    startDate,
    endDate,
    comment,
    isUnsaved: changed && saved !== null,
  };
}
