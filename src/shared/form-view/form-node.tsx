import { useSignals } from '@preact/signals-react/runtime';
import { Split } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import {
  type Condition,
  type FormNode,
  isLayout,
  isRepeating,
  type LayoutNode,
  parseRichText,
  type RichNode,
  type RichTextNode,
  textOf,
} from '../forms/index.ts';
import { Icon } from '../ui/icon.tsx';
import { FieldView } from './field-view.tsx';
import { controlId, type FormSetting, useForm } from './form-context.ts';
import { TableView } from './table-view.tsx';

const COLUMN_WIDTHS = ['c12', 'c12', 'c6', 'c4', 'c3'];

interface NodeProps {
  readonly node: FormNode;
  /** The class of its width where the node does not say its own. */
  readonly width?: string;
  /** Computed fields that stand at the foot of a table instead. */
  readonly totals: ReadonlySet<string>;
}

/** One part of a form: a field, a table, static text, or a group of parts. */
export function FormNodeView({ node, width = 'c12', totals }: NodeProps): ReactNode {
  const { model } = useForm();
  if (isLayout(node)) return <Layout node={node} width={width} totals={totals} />;
  if (node.type === 'richText') return <RichText node={node} />;
  if (totals.has(node.key)) return null;
  if (isRepeating(node)) return <TableView state={model.table(node.key)} />;
  return <FieldView state={model.field(node.key)} className={node.width ? `c${node.width}` : width} />;
}

function Layout({ node, width, totals }: NodeProps & { readonly node: LayoutNode }): ReactNode {
  useSignals();
  const setting = useForm();
  const { model, language, prefix } = setting;
  if (!model.partVisible(node.id).value) return null;
  const childWidth = node.type === 'columns' ? (COLUMN_WIDTHS[node.children.length] ?? 'c3') : 'c12';
  const parts = (
    <div className="form">
      {node.children.map((child) => (
        <FormNodeView key={'key' in child ? child.key : child.id} node={child} width={childWidth} totals={totals} />
      ))}
    </div>
  );
  const title = textOf(node.title, language);
  const isConditional = node.type === 'section' && node.visible !== undefined;
  if (node.type !== 'section') {
    return (
      <div className={`stack ${width}`}>
        {title && <h2 className="t3">{title}</h2>}
        {parts}
      </div>
    );
  }
  const heading = `${controlId(prefix, node.id)}-title`;
  const reason = isConditional ? reasonOf(node, setting) : '';
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

/** Why a part is here: in the author's words, else by the name of the field it depends on. */
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

function RichText({ node }: { readonly node: RichTextNode }): ReactNode {
  useSignals();
  const { model, language } = useForm();
  const source = textOf(node.content, language);
  const content = useMemo(() => parseRichText(source), [source]);
  if (!model.partVisible(node.id).value) return null;
  return <div className="rich c12">{content.map(drawn)}</div>;
}

function drawn(node: RichNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return <br key={key} />;
  const children = node.children.map(drawn);
  if (node.tag === 'a') {
    return (
      <a key={key} href={node.href} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  const Tag = node.tag;
  return <Tag key={key}>{children}</Tag>;
}
