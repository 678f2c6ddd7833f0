import { type RawBuilder, sql } from 'kysely';
import { CONFIG_TEXT_KINDS, type ConfigTextKind } from '../../../shared/contracts/config-texts.rules.ts';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { partsOf } from './parts.rules.ts';

/** A text of the configuration as its object has it. */
export interface SourceText {
  readonly kind: ConfigTextKind;
  readonly owner: string;
  readonly part: string;
  /** The text without a language, of objects that are written in one language. */
  readonly plain?: string;
  /** By language. */
  readonly texts: Texts;
}

/** Texts of each kind with a text per language, as one document for each object. */
const DOCUMENTS: Readonly<Partial<Record<ConfigTextKind, RawBuilder<unknown>>>> = {
  'case-types': sql`SELECT id AS owner, jsonb_build_object('title', title) AS document FROM case_type`,
  forms: sql`SELECT f.id AS owner, v.body AS document FROM form f JOIN form_version v ON v.form_id = f.id AND v.number = f.published
    WHERE f.active`,
  registries: sql`SELECT id AS owner, jsonb_build_object('title', title, 'description', description, 'columns', columns,
    'statuses', statuses) AS document FROM registry`,
  'catalogue-categories': sql`SELECT id AS owner, jsonb_build_object('title', title) AS document FROM catalogue_category`,
  'catalogue-items': sql`SELECT id AS owner, jsonb_build_object('title', title, 'description', description, 'keywords', keywords) AS document
    FROM catalogue_item`,
  menus: sql`SELECT path AS owner, jsonb_build_object('title', title) AS document FROM menu_item WHERE removed_at IS NULL`,
  'manual-groups': sql`SELECT id::text AS owner, jsonb_build_object('name', name) AS document FROM manual_group`,
};

/** Returns every text of the organisation's configuration, by kind, object and place in it. */
export async function readSources(tx: Tx): Promise<SourceText[]> {
  const found: SourceText[] = [];
  for (const kind of CONFIG_TEXT_KINDS) found.push(...(await readKind(tx, kind)));
  return found;
}

async function readKind(tx: Tx, kind: ConfigTextKind): Promise<SourceText[]> {
  if (kind === 'processes') return readProcesses(tx);
  if (kind === 'dropdowns') return readDropdowns(tx);
  const { rows } = await sql<{ owner: string; document: object }>`
    SELECT owner, document FROM (${DOCUMENTS[kind]}) d ORDER BY owner`.execute(tx);
  return rows.flatMap(({ owner, document }) =>
    [...partsOf(document)].map(([part, texts]) => ({ kind, owner, part, texts })),
  );
}

async function readDropdowns(tx: Tx): Promise<SourceText[]> {
  const { rows } = await sql<{ owner: string; plain: string }>`
    SELECT id AS owner, name AS plain FROM dropdown ORDER BY id`.execute(tx);
  return rows.map((row) => ({ kind: 'dropdowns', part: 'name', texts: {}, ...row }));
}

interface ProcessRow {
  readonly key: string;
  readonly name: string;
  readonly names: Texts | null;
  readonly shortName: string | null;
  readonly shortNames: Texts | null;
  readonly nodes: readonly NodeRow[];
}

interface NodeRow {
  readonly id: string;
  readonly name: string | null;
  readonly names: Texts | null;
  readonly stage: string | null;
  readonly stages: Texts | null;
  readonly outcomes: readonly string[] | null;
}

/** Nodes whose names no reader sees: they are passed, and histories do not name them. */
const UNSEEN = ['root', 'start', 'end', 'throw', 'exclusive', 'inclusive', 'parallel', 'eventBased'];

/** Names of the active versions; outcomes where the task has no form. */
async function readProcesses(tx: Tx): Promise<SourceText[]> {
  const { rows } = await sql<ProcessRow>`
    SELECT p.key, p.name, v.compiled->'names' AS names, v.compiled->>'shortName' AS "shortName", v.compiled->'shortNames' AS "shortNames",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', n.key, 'name', n.value->'name', 'names', n.value->'names',
          'stage', n.value->'stage', 'stages', n.value->'stages',
          'outcomes', CASE WHEN n.value->'task'->'form' IS NULL THEN n.value->'task'->'outcomes' END)
        ORDER BY (n.value->>'line')::int, n.key)
        FROM jsonb_each(v.compiled->'nodes') n WHERE n.value->>'kind' <> ALL(${UNSEEN}::text[])), '[]') AS nodes
    FROM process p JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number ORDER BY p.key`.execute(
    tx,
  );
  return rows.flatMap(({ key, nodes, ...process }) => {
    const text = (part: string, plain: string | null, texts: Texts | null): SourceText[] =>
      plain?.trim() || texts
        ? [{ kind: 'processes', owner: key, part, texts: texts ?? {}, ...(plain?.trim() ? { plain } : {}) }]
        : [];
    return [
      ...text('process', process.name, process.names),
      ...text('shortName', process.shortName, process.shortNames),
      ...nodes.flatMap((node) => [
        ...text(`node:${node.id}`, node.name, node.names),
        ...text(`stage:${node.id}`, node.stage, node.stages),
        ...(node.outcomes ?? []).flatMap((outcome) => text(`outcome:${node.id}/${outcome}`, outcome, null)),
      ]),
    ];
  });
}
