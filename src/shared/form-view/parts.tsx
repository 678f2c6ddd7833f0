import type { ReactNode } from 'react';
import type { LayoutNode } from '../forms/index.ts';
import { type NodeProps, useForm } from './form-context.ts';

/** What stands in a layout, on the twelve columns. */
export function Parts({ node, width = 'c12' }: NodeProps<LayoutNode>): ReactNode {
  const { Node } = useForm();
  return (
    <div className="form">
      {node.children.map((child) => (
        <Node key={'key' in child ? child.key : child.id} node={child} width={width} />
      ))}
    </div>
  );
}
