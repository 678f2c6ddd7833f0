import { Paperclip, Signature } from 'lucide-react';
import type { ReactNode } from 'react';
import { textOf } from '../../../shared/forms/index.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useBuilder } from '../builder-context.ts';
import { typeText } from '../builder-text.ts';
import type { AnyNode } from '../edits/tree.ts';
import { iconOf } from '../node-types.ts';

/** An inert preview of a control. */
export function FakeControl({ node, languageId }: { readonly node: AnyNode; readonly languageId: string }): ReactNode {
  const { t } = useBuilder();
  if ('computed' in node && node.computed) {
    return <span className="fb-formula mono">{node.computed}</span>;
  }
  switch (node.type) {
    case 'radio':
      return (
        <span className="stack fb-radios">
          {(node.options ?? []).slice(0, 6).map((option) => (
            <span className="tick" key={option.id}>
              <span className="fb-dot" />
              {textOf(option.text, languageId)}
            </span>
          ))}
          {node.source && <span className="muted">{node.source.dropdownId}</span>}
        </span>
      );
    case 'attachment':
    case 'signature':
      return (
        <span className="file drop">
          <Icon of={node.type === 'attachment' ? Paperclip : Signature} />
          {typeText(node.type, t)}
        </span>
      );
    default:
      return (
        <span className={`control fb-fake ${node.type === 'multiline' ? 'tall' : ''}`}>
          <span className="value muted cut">{contentOf(node, languageId) || typeText(node.type, t)}</span>
          <Icon of={iconOf(node.type)} />
        </span>
      );
  }
}

/** Short summary of the field's settings. */
function contentOf(node: AnyNode, languageId: string): string {
  switch (node.type) {
    case 'dropdown':
    case 'multiSelect':
      return node.source?.dropdownId ?? (node.options ?? []).map(({ text }) => textOf(text, languageId)).join(', ');
    case 'dimension':
      return node.dimension ?? '';
    case 'record':
      return node.resource ?? '';
    case 'money':
      return node.currency ?? 'EUR';
    case 'number':
      return textOf(node.unit, languageId);
    case 'date':
    case 'period':
      return 'DD.MM.YYYY';
    case 'time':
      return 'HH:MM';
    case 'dateTime':
      return 'DD.MM.YYYY HH:MM';
    default:
      return '';
  }
}
