import type { ReactNode } from 'react';
import type { FormUse, Use } from '../contracts/reference-data.contract.ts';
import { useMessages } from '../locale/use-messages.ts';
import { formUsesMessages } from './form-uses.messages.ts';
import { UseName } from './use-name.tsx';

interface Props {
  readonly uses: readonly Use[];
}

/** Forms by name, without duplicates, with the versions that use the object. */
export function FormUses({ uses }: Props): ReactNode {
  const t = useMessages(formUsesMessages);
  const forms = new Map<string, readonly FormUse[]>();
  for (const use of uses) {
    if (!isOfForm(use)) continue;
    const name = `${use.id} ${use.number}`;
    forms.set(name, [...(forms.get(name) ?? []), use]);
  }
  return (
    <ul className="stack uses">
      {[...forms].map(([name, [use, ...more]]) => (
        <li key={name} className="s">
          <UseName use={use!} /> <span className="mono muted">{use!.id}</span>
          <span className="muted dot">{t('version', { number: use!.number })}</span>
          <span className="muted dot">{t('fields', { count: more.length + 1 })}</span>
          {!use!.current && <span className="muted dot">{t('old')}</span>}
        </li>
      ))}
    </ul>
  );
}

const isOfForm = (use: Use): use is FormUse => use.number !== undefined;

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
