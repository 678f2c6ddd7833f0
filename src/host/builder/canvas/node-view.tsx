import { useDraggable, useDroppable } from '@dnd-kit/core';
import { computed } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { ArrowDown, ArrowUp, CircleAlert, CopyPlus, Ellipsis, GripVertical, Plus, Split, Trash2 } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import { FaultyTextError, parseRichText, type RichNode, textOf } from '../../../shared/forms/index.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useBuilder } from '../builder-context.ts';
import { labelText, typeText } from '../builder-text.ts';
import { addNew, askToRemove, change, editLabel, showPageOf } from '../commands.ts';
import { nodeLabel } from '../edits/edit.ts';
import { add, duplicate, step } from '../edits/place-edits.ts';
import { type AnyNode, childrenOf, isContainer, type NodeId, partsOf, placesOf } from '../edits/tree.ts';
import { FakeControl } from './fake-control.tsx';
import { InlineLabel } from './inline-label.tsx';

const COLUMN_WIDTHS = ['c12', 'c12', 'c6', 'c4', 'c3'];

interface Props {
  readonly id: NodeId;
  readonly node: AnyNode;
  readonly level: number;
  readonly className: string;
  readonly languageId: string;
}

/** One node of the form on the canvas, including its children. */
export const NodeView = memo(function NodeView({ id, node, level, className, languageId }: Props): ReactNode {
  useSignals();
  const builder = useBuilder();
  const { store, view, t } = builder;
  const own = useMemo(
    () => ({
      selected: computed(() => store.selection.value.includes(id)),
      current: computed(() => (store.selection.value.at(-1) ?? `#${store.body.value.root.id}`) === id),
      alone: computed(() => store.selection.value.length === 1),
      faults: computed(() => store.problemsByNode.value.get(id)?.length ?? 0),
      editing: computed(() => view.editing.value === id),
      grabbed: computed(() => view.grabbed.value !== null && store.selection.value.includes(id)),
      drop: computed(() => (view.drop.value?.beside === id ? view.drop.value.edge : null)),
    }),
    [store, view, id],
  );
  const isRoot = level === 1;
  const drag = useDraggable({ id, disabled: isRoot || own.editing.value });
  const droppable = useDroppable({ id });
  const faults = own.faults.value;
  const isSelected = own.selected.value;
  const isGrabbed = own.grabbed.value;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the tree item is inside
    <div
      ref={(element) => {
        drag.setNodeRef(element);
        droppable.setNodeRef(element);
      }}
      className={`fb-node ${isRoot ? 'fb-root' : className} kind-${node.type} ${isSelected ? 'sel' : ''} ${faults > 0 ? 'faulty' : ''} ${isGrabbed ? 'grabbed' : ''} ${drag.isDragging ? 'dragging' : ''} ${own.drop.value ? `drop-${own.drop.value}` : ''}`}
      onPointerDown={drag.listeners?.onPointerDown as React.PointerEventHandler | undefined}
      onClick={(event) => {
        event.stopPropagation();
        store.select([id], event.ctrlKey || event.metaKey || event.shiftKey ? 'add' : 'only');
        if (!own.editing.peek()) event.currentTarget.querySelector<HTMLElement>('[role=treeitem]')?.focus();
      }}
      onDoubleClick={(event) => {
        event.stopPropagation();
        if (!isRoot) editLabel(builder);
      }}
    >
      <div
        role="treeitem"
        aria-level={level}
        aria-selected={isSelected}
        tabIndex={own.current.value ? 0 : -1}
        data-node={id}
        className="fb-control"
      >
        {isRoot ? (
          <span className="sr">{typeText('form', t)}</span>
        ) : (
          <>
            <AddBefore id={id} />
            <Head {...{ id, node, languageId, faults }} isEditing={own.editing.value} />
          </>
        )}
        <NodeControl {...{ id, node, languageId }} />
        {isSelected && !isRoot && (
          <span className="fb-grip" aria-hidden="true">
            <Icon of={GripVertical} size="s" />
          </span>
        )}
        {isSelected && !isRoot && own.alone.value && <Tools />}
      </div>
      {isContainer(node) && <Parts {...{ id, node, level, languageId }} />}
    </div>
  );
});

/** Opens the list of parts for the position before a node. */
function AddBefore({ id }: { readonly id: NodeId }): ReactNode {
  const { store, view, t } = useBuilder();
  return (
    <button
      type="button"
      className="fb-between"
      tabIndex={-1}
      aria-label={t('add.here')}
      title={t('add.here')}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        const place = placesOf(store.body.peek()).get(id);
        if (!place?.parent) return;
        view.adding.value = { target: { parent: place.parent, index: place.index }, anchor: event.currentTarget };
      }}
    >
      <Icon of={Plus} />
    </button>
  );
}

interface HeadProps {
  readonly id: NodeId;
  readonly node: AnyNode;
  readonly languageId: string;
  readonly faults: number;
  readonly isEditing: boolean;
}

function Head({ id, node, languageId, faults, isEditing }: HeadProps): ReactNode {
  const { t } = useBuilder();
  const { texts } = nodeLabel(node);
  const isQuiet = ['stack', 'columns', 'tabs', 'wizard', 'richText'].includes(node.type);
  const text = textOf(texts, languageId);
  const isShown = !isQuiet || text !== '' || isEditing || faults > 0 || node.visible !== undefined;
  return (
    <span className={isShown ? `fb-head ${isContainer(node) ? 't3' : 'label'}` : 'sr'}>
      <span className="sr">{typeText(node.type, t)} </span>
      {isEditing ? (
        <InlineLabel id={id} node={node} />
      ) : (
        <span className="fb-text">{text || (isQuiet ? '' : typeText(node.type, t))}</span>
      )}
      {'required' in node && node.required && (
        <>
          <span className="req" aria-hidden="true">
            *
          </span>
          <span className="sr"> {t('node.required')}</span>
        </>
      )}
      {'columns' in node && <span className="badge">{t('node.rows', { max: node.maxRows ?? 100 })}</span>}
      {node.visible && (
        <span className="fb-cond">
          <Icon of={Split} size="s" />
          <span className="xs">{t('node.conditional')}</span>
        </span>
      )}
      {faults > 0 && (
        <span className="fb-fault" title={t('node.faulty', { count: faults })}>
          <Icon of={CircleAlert} size="s" />
          <span className="sr"> {t('node.faulty', { count: faults })}</span>
        </span>
      )}
    </span>
  );
}

interface NodeControlProps {
  readonly id: NodeId;
  readonly node: AnyNode;
  readonly languageId: string;
}

/** Renders the control of a field, or the page tabs of tabs and wizards. */
function NodeControl({ id, node, languageId }: NodeControlProps): ReactNode {
  if (node.type === 'richText') return <Rich source={textOf(node.content, languageId)} />;
  if (node.type === 'tabs' || node.type === 'wizard') return <Pages {...{ id, node, languageId }} />;
  if (isContainer(node)) return null;
  return (
    <>
      <FakeControl node={node} languageId={languageId} />
      {'hint' in node && node.hint && <span className="hint">{textOf(node.hint, languageId)}</span>}
    </>
  );
}

/** The visible page of a tabs or wizard node. */
function usePage(id: NodeId): NodeId | undefined {
  useSignals();
  const { store, view } = useBuilder();
  const ids = childrenOf(store.body.peek(), id);
  const chosen = view.pages.value.get(id);
  return chosen !== undefined && ids.includes(chosen) ? chosen : ids[0];
}

function Pages({ id, node, languageId }: NodeControlProps): ReactNode {
  const builder = useBuilder();
  const { store, view, t } = builder;
  const shown = usePage(id);
  const parts = partsOf(node);
  return (
    <span className="fb-pages">
      {childrenOf(store.body.peek(), id).map((page, index) => (
        <button
          type="button"
          key={page}
          tabIndex={-1}
          className={`tab ${page === shown ? 'on' : ''}`}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation();
            store.select([page]);
            showPageOf(builder, page);
            view.focus.value += 1;
          }}
        >
          {node.type === 'wizard' && <span className="count quiet">{index + 1}</span>}
          {labelText(nodeLabel(parts[index]), languageId, t)}
        </button>
      ))}
      <AddButton id={id} node={node} isRoot={false} />
    </span>
  );
}

function Parts({ id, node, level, languageId }: NodeControlProps & { readonly level: number }): ReactNode {
  const { store } = useBuilder();
  const page = usePage(id);
  const ids = childrenOf(store.body.peek(), id);
  const isPaged = node.type === 'tabs' || node.type === 'wizard';
  const width = node.type === 'columns' ? (COLUMN_WIDTHS[ids.length] ?? 'c3') : 'c12';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group in a tree is not a fieldset
    <div role="group" className={node.type === 'table' ? 'fb-columns' : 'form'}>
      {(isPaged ? ids.filter((one) => one === page) : ids).map((child) => {
        const part = placesOf(store.body.peek()).get(child)?.node as AnyNode;
        const own = 'width' in part && part.width ? `c${part.width}` : width;
        return (
          <NodeView key={child} id={child} node={part} level={level + 1} className={own} languageId={languageId} />
        );
      })}
      {!isPaged && <AddButton id={id} node={node} isRoot={level === 1} isItem />}
    </div>
  );
}

interface AddButtonProps {
  readonly id: NodeId;
  readonly node: AnyNode;
  readonly isRoot: boolean;
  /** Renders the button as a tree item, because a tree may only contain items. */
  readonly isItem?: boolean;
}

/** Adds a part at the end of a node. The keyboard equivalent is `/`. */
function AddButton({ id, node, isRoot, isItem }: AddButtonProps): ReactNode {
  const builder = useBuilder();
  const { view, t } = builder;
  const isEmpty = partsOf(node).length === 0;
  const page = node.type === 'tabs' ? 'tab' : node.type === 'wizard' ? 'step' : null;
  const label = page
    ? t(`add.${page}`)
    : 'columns' in node
      ? t('add.column')
      : isEmpty && !isRoot
        ? t('empty.part')
        : t('add.here');
  return (
    <button
      type="button"
      {...(isItem && { role: 'treeitem' })}
      className={`fb-add ${isEmpty ? 'empty-part' : ''}`}
      tabIndex={-1}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        const target = { parent: id, index: partsOf(node).length };
        if (page) addNew(builder, page, (one) => add([one], target));
        else view.adding.value = { target, anchor: event.currentTarget };
      }}
    >
      <Icon of={Plus} size="s" />
      {label}
    </button>
  );
}

/** Toolbar with the most frequent actions for the selected node; all have keyboard shortcuts. */
function Tools(): ReactNode {
  const builder = useBuilder();
  const { store, view, t } = builder;
  const ids = () => store.selection.peek();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stops clicks on the buttons from selecting the node
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons handle the keys
    <span
      className="fb-tools"
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      <IconButton
        small
        tabIndex={-1}
        icon={ArrowUp}
        label={t('do.up')}
        onClick={() => change(builder, step(ids(), 'up'))}
      />
      <IconButton
        small
        tabIndex={-1}
        icon={ArrowDown}
        label={t('do.down')}
        onClick={() => change(builder, step(ids(), 'down'))}
      />
      <IconButton
        small
        tabIndex={-1}
        icon={CopyPlus}
        label={t('do.duplicate')}
        onClick={() => change(builder, duplicate(ids()))}
      />
      <IconButton small tabIndex={-1} icon={Trash2} label={t('do.remove')} onClick={() => askToRemove(builder)} />
      <IconButton
        small
        tabIndex={-1}
        icon={Ellipsis}
        label={t('do.more')}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          view.menu.value = { x: left, y: bottom + 4 };
        }}
      />
    </span>
  );
}

function Rich({ source }: { readonly source: string }): ReactNode {
  const { t } = useBuilder();
  const content = useMemo(() => {
    try {
      return parseRichText(source);
    } catch (error) {
      if (!(error instanceof FaultyTextError)) throw error;
      return [source];
    }
  }, [source]);
  return <span className="rich fb-rich">{content.length > 0 ? content.map(drawn) : t('empty.text.rich')}</span>;
}

function drawn(node: RichNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return <br key={key} />;
  const children = node.children.map(drawn);
  if (node.tag === 'a') return <u key={key}>{children}</u>;
  const Tag = node.tag;
  return <Tag key={key}>{children}</Tag>;
}
