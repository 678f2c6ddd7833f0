import { useSignals } from '@preact/signals-react/runtime';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type LayoutNode, textOf } from '../forms/index.ts';
import { Icon } from '../ui/icon.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { controlId, type NodeProps, useForm } from './form-context.ts';
import { visibleErrors } from './form-navigation.ts';
import { Parts } from './parts.tsx';

/** One part at a time. A tab shows when it contains errors. */
export function TabsView({ node }: NodeProps<LayoutNode>): ReactNode {
  useSignals();
  const { t, model, language, prefix, places } = useForm();
  if (!model.partVisible(node.id).value) return null;
  const parts = places.partsOf(node);
  const chosen = places.shownIn(node);
  const current = parts.find(({ id }) => id === chosen.value) ?? parts[0];
  if (!current) return null;
  const id = controlId(prefix, node.id);
  const title = textOf(node.title, language);
  return (
    <div className="form-tabs c12">
      {title && <h2 className="t3 part-title">{title}</h2>}
      <Tabs
        label={title || t('tabs.label')}
        idPrefix={id}
        tabs={parts.map((part) => ({
          id: part.id,
          label: textOf(part.title, language) || part.id,
          mark: <FaultMark node={part} />,
        }))}
        current={current.id}
        onChange={(next) => {
          chosen.value = next;
        }}
      />
      <div
        role="tabpanel"
        id={`${id}-panel-${current.id}`}
        aria-labelledby={`${id}-tab-${current.id}`}
        key={current.id}
        className="tab-panel"
      >
        <Parts node={current} width="c12" />
      </div>
    </div>
  );
}

/** Number of errors in a part that may be hidden. */
export function FaultMark({ node }: { readonly node: LayoutNode }): ReactNode {
  useSignals();
  const { t, places } = useForm();
  const count = places.statesIn(node).flatMap(visibleErrors).length;
  if (count === 0) return null;
  return (
    <span className="fault-mark tone-red">
      <Icon of={CircleAlert} size="s" />
      <span aria-hidden="true">{count}</span>
      <span className="sr">{t('faults', { count })}</span>
    </span>
  );
}
