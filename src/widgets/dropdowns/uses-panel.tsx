import type { ReactNode } from 'react';
import type { Use } from '../../shared/contracts/reference-data.contract.ts';
import type { DropdownsText } from './dropdowns-text.ts';

/** Forms by name, without duplicates, with the versions that use the dropdown. */
export function UseList({ uses, t }: { readonly uses: readonly Use[]; readonly t: DropdownsText }): ReactNode {
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
          <span className="muted dot">{t('use.version', { number: use!.number })}</span>
          <span className="muted dot">{t('use.fields', { count: more.length + 1 })}</span>
          {!use!.current && <span className="muted dot">{t('use.old')}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Uses of the dropdown, collapsed. */
export function UsesPanel({ uses, t }: { readonly uses: readonly Use[]; readonly t: DropdownsText }): ReactNode {
  if (uses.length === 0) return <p className="s muted">{t('unused')}</p>;
  const forms = new Set(uses.map(({ id }) => id)).size;
  return (
    <details className="s used">
      <summary>{t('usedBy', { count: forms })}</summary>
      <UseList uses={uses} t={t} />
    </details>
  );
}
