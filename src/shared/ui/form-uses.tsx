import type { ReactNode } from 'react';
import type { Use } from '../contracts/reference-data.contract.ts';
import { useMessages } from '../locale/use-messages.ts';
import { formUsesMessages } from './form-uses.messages.ts';

interface Props {
  readonly uses: readonly Use[];
}

/** Forms by name, without duplicates, with the versions that use the object. */
export function FormUses({ uses }: Props): ReactNode {
  const t = useMessages(formUsesMessages);
  const forms = new Map<string, readonly Use[]>();
  for (const use of uses) {
    const name = `${use.id} ${use.number}`;
    forms.set(name, [...(forms.get(name) ?? []), use]);
  }
  return (
    <ul className="stack uses">
      {[...forms].map(([name, [use, ...more]]) => (
        <li key={name} className="s">
          <span className="strong">{use!.title}</span> <span className="mono muted">{use!.id}</span>
          <span className="muted dot">{t('version', { number: use!.number })}</span>
          <span className="muted dot">{t('fields', { count: more.length + 1 })}</span>
          {!use!.current && <span className="muted dot">{t('old')}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The forms that use an object, collapsed. */
export function FormUsesPanel({ uses, unused }: Props & { readonly unused: string }): ReactNode {
  const t = useMessages(formUsesMessages);
  if (uses.length === 0) return <p className="s muted">{unused}</p>;
  const forms = new Set(uses.map(({ id }) => id)).size;
  return (
    <details className="s used">
      <summary>{t('usedBy', { count: forms })}</summary>
      <FormUses uses={uses} />
    </details>
  );
}
