import type { ReactNode } from 'react';
import { isLayout, isRepeating } from '../forms/index.ts';
import { FieldView } from './field-view.tsx';
import { type NodeProps, useForm } from './form-context.ts';
import { GroupView } from './group-view.tsx';
import { LayoutView } from './layout-view.tsx';
import { RichText } from './rich-text.tsx';
import { TableView } from './table/table-view.tsx';
import { TabsView } from './tabs-view.tsx';
import { WizardView } from './wizard-view.tsx';

/** One part of a form: a field, a table, static text, or a group of parts. */
export function FormNodeView({ node, width = 'c12' }: NodeProps): ReactNode {
  const { model, totals, isWhole } = useForm();
  if (isLayout(node)) {
    if (isWhole) return <LayoutView node={node} width={width} />;
    if (node.type === 'tabs') return <TabsView node={node} />;
    // A read-only form has no steps to go through.
    if (node.type === 'wizard' && !model.readOnly) return <WizardView node={node} />;
    return <LayoutView node={node} width={width} />;
  }
  if (node.type === 'richText') return <RichText node={node} />;
  if (totals.has(node.key)) return null;
  if (node.type === 'group') return <GroupView state={model.table(node.key)} />;
  if (isRepeating(node)) return <TableView state={model.table(node.key)} />;
  return <FieldView state={model.field(node.key)} className={node.width ? `c${node.width}` : width} />;
}
