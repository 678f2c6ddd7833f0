import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { outcomesOf, textOf } from '../../../shared/forms/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useBuilder } from '../builder-context.ts';
import { placesOf, rootId } from '../edits/tree.ts';
import { addOutcome } from '../properties/outcome-edits.ts';
import { isTyping, pressed } from './keys.ts';
import { NodeView } from './node-view.tsx';

/** The form as users will see it, editable in place. */
export function Canvas(): ReactNode {
  useSignals();
  const builder = useBuilder();
  const { store, view, t } = builder;
  const tree = useRef<HTMLDivElement>(null);
  const body = store.body.value;
  const languageId = store.languageId.value;
  const focus = view.focus.value;

  useEffect(() => {
    if (focus === 0 || view.editing.peek() !== null) return;
    const id = store.selection.peek().at(-1) ?? rootId(store.body.peek());
    const item = tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
    item?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: 'nearest' });
  }, [focus, store, view]);

  const isEmpty = body.root.children.length === 0;
  return (
    <div className="fb-sheet">
      <h2 className="t2 fb-title">{textOf(body.title, languageId)}</h2>
      <div
        ref={tree}
        role="tree"
        aria-label={t('tree', { count: placesOf(body).size - 1 })}
        aria-multiselectable="true"
        className="fb-tree"
        onKeyDown={(event) => pressed(builder, event)}
        onCopy={(event) => copied(event, store.copy())}
        onCut={(event) => {
          copied(event, store.cut());
          view.focus.value += 1;
        }}
        onPaste={(event) => {
          if (isTyping(event)) return;
          event.preventDefault();
          store.paste(event.clipboardData.getData('text/plain'));
          view.focus.value += 1;
        }}
        onContextMenu={(event) => {
          if (isTyping(event)) return;
          event.preventDefault();
          const item = (event.target as Element).closest<HTMLElement>('[data-node]');
          const id = item?.dataset.node;
          if (id !== undefined && !store.selection.peek().includes(id)) store.select([id]);
          const box = item?.getBoundingClientRect();
          const isByKey = event.clientX === 0 && event.clientY === 0;
          view.menu.value = {
            x: isByKey ? (box?.left ?? 0) + 24 : event.clientX,
            y: isByKey ? (box?.top ?? 0) + 24 : event.clientY,
          };
        }}
      >
        <NodeView id={rootId(body)} node={body.root} level={1} className="c12" languageId={languageId} />
      </div>
      {isEmpty && (
        <EmptyState title={t('empty.title')} text={t('empty.text')}>
          <Button
            kind="primary"
            icon={Plus}
            onClick={(event) => {
              view.adding.value = { target: undefined, anchor: event.currentTarget };
            }}
          >
            {t('empty.button')}
          </Button>
        </EmptyState>
      )}
      <div className="fb-outcomes">
        {outcomesOf(body).map((outcome) => (
          <span
            key={outcome.id}
            className={`btn ${outcome.style === 'primary' ? 'primary' : outcome.style === 'danger' ? 'ghost danger-text' : ''}`}
          >
            {textOf(outcome.label, languageId)}
          </span>
        ))}
        <button
          type="button"
          className="btn ghost small"
          onClick={() => {
            store.select([rootId(body)]);
            addOutcome(builder);
            view.pane.value = 'properties';
          }}
        >
          <Icon of={Plus} />
          {t('outcome.add')}
        </button>
      </div>
    </div>
  );
}

function copied(event: ClipboardEvent, text: string | null): void {
  if (isTyping(event) || text === null) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', text);
}
