import type { KyselyPlugin, RawNode, RootOperationNode } from 'kysely';
import type { DatabaseHandle, Tx } from '../../src/server/platform/database.ts';

/** Returns the transaction with a report of each statement: its text, with `?` for each value. */
export function recordStatements(tx: Tx, seen: (statement: string) => void): Tx {
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen(textOf(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return tx.withPlugin(recorder) as Tx;
}

/** Returns the database with a report of each statement in a tenant's transaction. */
export function watchStatements(db: DatabaseHandle, seen: (statement: string) => void): DatabaseHandle {
  return {
    ...db,
    tenantTransaction: (scope, work) => db.tenantTransaction(scope, (tx) => work(recordStatements(tx, seen))),
  };
}

function textOf(node: RootOperationNode): string {
  if (node.kind !== 'RawNode') return node.kind;
  return rawText(node as RawNode)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Joins the fragments of a statement; nested fragments are part of its text, values are not. */
function rawText({ sqlFragments, parameters }: RawNode): string {
  return sqlFragments
    .map((text, index) => {
      const value = parameters[index];
      if (value === undefined) return text;
      return text + (value.kind === 'RawNode' ? rawText(value as RawNode) : '?');
    })
    .join('');
}
