import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useMemo } from 'react';
import { parseRichText, type RichNode, type RichTextNode, textOf } from '../forms/index.ts';
import { useForm } from './form-context.ts';

/** Static text of a form: paragraphs, lists, emphasis and links. */
export function RichText({ node }: { readonly node: RichTextNode }): ReactNode {
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
