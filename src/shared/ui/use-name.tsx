import type { ReactNode } from 'react';
import type { Use } from '../contracts/reference-data.contract.ts';
import { addressOfUse } from './use-addresses.ts';

/** The name of what uses an object, as a link where the application shows it. */
export function UseName({ use }: { readonly use: Use }): ReactNode {
  const address = addressOfUse(use);
  const name = use.title || use.id;
  if (address === undefined) return <span className="strong">{name}</span>;
  // A new tab keeps the page with its dialog.
  return (
    <a className="strong" href={address} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
