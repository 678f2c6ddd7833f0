import type { ReactNode } from 'react';
import { ApiError } from '../api/index.ts';
import type { Use } from '../contracts/reference-data.contract.ts';
import { useMessages } from '../locale/use-messages.ts';
import { UseName } from './use-name.tsx';
import { usedByMessages } from './used-by.messages.ts';

interface Props {
  readonly usedBy: readonly Use[];
}

/** What uses an object, by kind and name, with links in the application. */
export function UsedBy({ usedBy }: Props): ReactNode {
  const t = useMessages(usedByMessages);
  return (
    <ul className="stack used-by">
      {usedBy.map((use) => (
        <li key={`${use.kind} ${use.id}`} className="s">
          {use.count !== undefined ? (
            <span className="strong">{t(use.kind, { count: use.count })}</span>
          ) : (
            <>
              <span className="muted">{t(use.kind)}</span> <UseName use={use} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns the uses that a refusal names; undefined if it names none. */
export function usesInRefusal(error: unknown): readonly Use[] | undefined {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const usedBy = (problem as { readonly usedBy?: readonly Use[] } | undefined)?.usedBy;
  return usedBy && usedBy.length > 0 ? usedBy : undefined;
}
