import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../../shared/ui/icon.tsx';
import { type Builder, type Drop, useBuilder } from '../builder-context.ts';
import { labelText, typeText } from '../builder-text.ts';
import { addNew, change, showPageOf } from '../commands.ts';
import { canHold } from '../edits/allowed.ts';
import { nodeLabel } from '../edits/edit.ts';
import { add, addBeside, canMove, move, moveBeside } from '../edits/place-edits.ts';
import { type AnyNode, isContainer, isWithin, type NodeId, partsOf, placesOf } from '../edits/tree.ts';
import { blankNode, iconOf } from '../node-types.ts';

/** Prefix of drag ids of new parts from the palette; all other ids are nodes. */
const NEW = 'new:';
/** Share of a field's width, at each edge, where a drop creates columns. */
const EDGE = 0.2;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Enables dragging parts with the pointer, from the palette and on the canvas. The keyboard has its own commands. */
export function Dragging({ children }: { readonly children: ReactNode }): ReactNode {
  const builder = useBuilder();
  const { store, view, t } = builder;
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const pointer = useRef<Point | null>(null);
  const [dragged, setDragged] = useState<AnyNode | null>(null);

  // Prefers the innermost part under the pointer, otherwise the nearest part.
  const collisions: CollisionDetection = (args) => {
    pointer.current = args.pointerCoordinates;
    const within = pointerWithin(args).toSorted((a, b) => depthOf(builder, b.id) - depthOf(builder, a.id));
    return within.length > 0 ? within : closestCenter(args);
  };
  const end = (isDropped: boolean) => {
    const drop = view.drop.peek();
    view.drop.value = null;
    const node = dragged;
    setDragged(null);
    return isDropped ? { drop, node } : { drop: null, node: null };
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      // The builder announces drags itself, in the language of the page.
      accessibility={{ screenReaderInstructions: { draggable: '' }, announcements: SILENT }}
      onDragStart={({ active }) => {
        const id = String(active.id);
        const type = id.startsWith(NEW) ? id.slice(NEW.length) : null;
        const node = type ? blankNode(type, store.languageId.peek(), t) : placesOf(store.body.peek()).get(id)?.node;
        if (!type && !store.selection.peek().includes(id)) store.select([id]);
        setDragged(node ?? null);
      }}
      onDragMove={({ active, over }) => {
        const isNew = String(active.id).startsWith(NEW);
        const ids = isNew ? [] : store.selection.peek();
        const next =
          over && pointer.current && dragged
            ? dropAt(builder, String(over.id), over.rect, pointer.current, ids, isNew ? dragged : null)
            : null;
        if (JSON.stringify(next) !== JSON.stringify(view.drop.peek())) view.drop.value = next;
      }}
      onDragCancel={() => end(false)}
      onDragEnd={({ active }) => {
        const { drop, node } = end(true);
        if (!drop || !node) return;
        const id = String(active.id);
        if (id.startsWith(NEW)) {
          addNew(builder, id.slice(NEW.length), (one) =>
            drop.kind === 'side' ? addBeside([one], drop.beside, drop.edge) : add([one], drop.target),
          );
          return;
        }
        const ids = store.selection.peek();
        change(builder, drop.kind === 'side' ? moveBeside(ids, drop.beside, drop.edge) : move(ids, drop.target));
        const [moved] = store.selection.peek();
        if (moved !== undefined) showPageOf(builder, moved);
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className="fb-dragged">
            <Icon of={iconOf(dragged.type)} />
            {labelText(nodeLabel(dragged), store.languageId.peek(), t) || typeText(dragged.type, t)}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  );
}

const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

function depthOf({ store }: Builder, id: NodeId | number): number {
  return placesOf(store.body.peek()).get(String(id))?.depth ?? -1;
}

/** Drop target at a point of a node, or null where the dragged part is not allowed. `fresh` is a new part. */
function dropAt(
  { store }: Builder,
  overId: NodeId,
  rect: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  { x, y }: Point,
  ids: readonly NodeId[],
  fresh: AnyNode | null,
): Drop | null {
  const body = store.body.peek();
  const place = placesOf(body).get(overId);
  if (!place) return null;
  const canDrop = (parent: NodeId) => (fresh ? canHold(body, parent, fresh) : canMove(body, ids, parent));
  const [across, down] = [(x - rect.left) / rect.width, (y - rect.top) / rect.height];
  const inside = (): Drop | null =>
    isContainer(place.node) && canDrop(overId)
      ? { kind: 'gap', target: { parent: overId, index: partsOf(place.node).length }, beside: overId, edge: 'inside' }
      : null;
  if (place.parent === null) return inside();
  const parent = placesOf(body).get(place.parent)?.node as AnyNode;
  const isRow = parent.type === 'columns' || parent.type === 'table';
  const isIntoPart = isContainer(place.node) && (isRow ? across > 0.1 && across < 0.9 : down > 0.15 && down < 0.85);
  if (isIntoPart) {
    const into = inside();
    if (into) return into;
  }
  if (!canDrop(place.parent)) return inside();
  const isSelf = ids.some((id) => isWithin(body, overId, id));
  const isAtEdge = across < EDGE || across > 1 - EDGE;
  if (!isRow && !isContainer(place.node) && isAtEdge && !isSelf && parent.type !== 'group') {
    return { kind: 'side', beside: overId, edge: across < EDGE ? 'left' : 'right' };
  }
  const isAfter = isRow ? across > 0.5 : down > 0.5;
  const index = isAfter ? place.index + 1 : place.index;
  return {
    kind: 'gap',
    target: { parent: place.parent, index },
    beside: overId,
    edge: isAfter ? 'after' : 'before',
  };
}
