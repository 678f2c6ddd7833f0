import { useSignals } from '@preact/signals-react/runtime';
import { Split } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Condition, type LayoutNode, textOf } from '../forms/index.ts';
import { Icon } from '../ui/icon.tsx';
import { controlId, type FormSetting, type NodeProps, useForm } from './form-context.ts';
import { Parts } from './parts.tsx';

const COLUMN_WIDTHS = ['c12', 'c12', 'c6', 'c4', 'c3'];
/** Types with a frame and a title of their own. */
const FRAMED = ['section', 'tab', 'step'];

/** Parts in columns, with a frame around sections. Also tabs and steps where all are shown at once. */
export function LayoutView({ node, width = 'c12' }: NodeProps<LayoutNode>): ReactNode {
  useSignals();
  const setting = useForm();
  const { model, language, prefix } = setting;
  if (!model.partVisible(node.id).value) return null;
  const childWidth = node.type === 'columns' ? (COLUMN_WIDTHS[node.children.length] ?? 'c3') : 'c12';
  const parts = <Parts node={node} width={childWidth} />;
  const title = textOf(node.title, language);
  if (!FRAMED.includes(node.type)) {
    return (
      <div className={`stack ${width}`}>
        {title && <h2 className="t3 part-title">{title}</h2>}
        {parts}
      </div>
    );
  }
  const heading = `${controlId(prefix, node.id)}-title`;
  const reason = node.type === 'section' && node.visible !== undefined ? reasonOf(node, setting) : '';
  const isConditional = node.type === 'section' && node.visible !== undefined;
  return (
    <section
      className={`section c12 ${isConditional ? 'because' : ''}`}
      aria-labelledby={title || reason ? heading : undefined}
    >
      {reason && (
        <p className="because-note" id={title ? undefined : heading}>
          <Icon of={Split} size="s" />
          <span>{reason}</span>
        </p>
      )}
      {title && (
        <h2 className="t3" id={heading}>
          {title}
        </h2>
      )}
      {parts}
    </section>
  );
}

/** Why a part is visible: the author's text, otherwise the name of the field that it depends on. */
function reasonOf(node: LayoutNode, { t, language, model }: FormSetting): string {
  if (node.because) return textOf(node.because, language);
  const field = node.visible && firstField(node.visible);
  const definition = field === undefined ? undefined : model.form.fields.get(field);
  return definition ? t('because', { attribute: textOf(definition.label, language) }) : '';
}

function firstField(condition: Condition): string | undefined {
  if ('field' in condition) return condition.field;
  if ('not' in condition) return firstField(condition.not);
  if ('expr' in condition) return undefined;
  const parts = 'all' in condition ? condition.all : condition.any;
  return parts.map(firstField).find((name) => name !== undefined);
}
