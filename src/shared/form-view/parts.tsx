import { type ReactNode, useMemo } from 'react';
import type { FormNode, LayoutNode } from '../forms/index.ts';
import { bandsOf } from './bands.ts';
import { type NodeProps, useForm } from './form-context.ts';

/** Children of a layout, on twelve columns. */
export function Parts({ node, width = 'c12' }: NodeProps<LayoutNode>): ReactNode {
  const { Node } = useForm();
  const bands = useMemo(() => bandsOf(node.children), [node]);
  const draw = (children: readonly FormNode[]) =>
    children.map((child) => <Node key={idOf(child)} node={child} width={width} />);
  return (
    <div className="form">
      {bands.length === 1
        ? draw(node.children)
        : bands.map((band) => (
            <div key={band.map(idOf)[0]} className="form band">
              {draw(band)}
            </div>
          ))}
    </div>
  );
}

const idOf = (child: FormNode): string => ('key' in child ? child.key : child.id);
