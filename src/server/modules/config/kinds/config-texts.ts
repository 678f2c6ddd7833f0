import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { putConfigTexts } from '../../../../shared/contracts/config-texts.contract.ts';
import { CONFIG_TEXT_KINDS, CONFIG_TEXT_MAX } from '../../../../shared/contracts/config-texts.rules.ts';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { literals } from '../../../../shared/contracts/shapes.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { writeConfigTexts } from '../../config-texts/index.ts';
import { type ConfigKind, type ConfigObject, type ConfigRun, readObjects } from '../kind.ts';
import { escaped } from '../merge.rules.ts';

const strict = { additionalProperties: false } as const;

const Text = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: CONFIG_TEXT_MAX }),
    source: Type.String({ maxLength: CONFIG_TEXT_MAX }),
  },
  strict,
);
const schema = Type.Object(
  {
    kind: literals(...CONFIG_TEXT_KINDS),
    owner: Type.String({ minLength: 1, maxLength: 300 }),
    parts: Type.Record(
      Type.String({ minLength: 1, maxLength: 300 }),
      Type.Record(Type.String({ pattern: '^[a-z]{2,3}$' }), Text, strict),
    ),
  },
  strict,
);
type Texts = Static<typeof schema>;
type Sent = BodyOf<typeof putConfigTexts>[number];

/** Most texts of one request of the page. */
const SENT_MAX = 200;

/** Translations of configured objects: one file for each object. */
export const configTexts: ConfigKind = {
  id: 'config-texts',
  tables: ['config_text'],
  schema,
  keyOf: ({ kind, owner }) => `${kind}/${owner}`,
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT kind || '/' || owner AS key, jsonb_build_object('kind', kind, 'owner', owner, 'parts', jsonb_object_agg(part, texts)) AS content
        FROM (SELECT kind, owner, part, jsonb_object_agg(language_id, jsonb_build_object('text', text, 'source', source)) AS texts
          FROM config_text GROUP BY kind, owner, part) p GROUP BY kind, owner`,
    ),
  write: (run, content) => writeTexts(run, content as unknown as Texts),
  remove(run, key) {
    const [kind = '', ...owner] = key.split('/');
    return writeTexts(run, { kind: kind as Texts['kind'], owner: owner.join('/'), parts: {} });
  },
};

/** Writes the texts that differ, and removes the others. Which text was translated stays as the file has it. */
async function writeTexts({ tx, call }: ConfigRun, { kind, owner, parts }: Texts): Promise<void> {
  const { rows } = await sql<{ part: string; languageId: string; text: string }>`
    SELECT part, language_id AS "languageId", text FROM config_text WHERE kind = ${kind} AND owner = ${owner}`.execute(
    tx,
  );
  const place = { kind, owner };
  const wanted = Object.entries(parts).flatMap(([part, byLanguage]) =>
    Object.entries(byLanguage).map(([languageId, text]) => ({ ...place, part, languageId, ...text })),
  );
  const isSame = (a: { part: string; languageId: string }, b: { part: string; languageId: string }) =>
    a.part === b.part && a.languageId === b.languageId;
  const removed = rows.filter((row) => !wanted.some((one) => isSame(one, row)));
  const changed = wanted.filter((one) => rows.find((row) => isSame(one, row))?.text !== one.text);
  const sent: Sent[] = [
    ...removed.map(({ part, languageId }) => ({ ...place, part, languageId, text: null })),
    ...changed.map(({ source: _, ...one }) => one),
  ];
  for (let at = 0; at < sent.length; at += SENT_MAX) {
    const some = sent.slice(at, at + SENT_MAX);
    await call(putConfigTexts, { body: some }).catch((error: unknown) => {
      throw inFile(error, some);
    });
  }
  await writeConfigTexts(tx, wanted);
}

/** Names the texts of a refusal by part and language instead of by their number. */
function inFile(error: unknown, sent: readonly Sent[]): unknown {
  if (!(error instanceof AppError) || !error.extra.errors) return error;
  const errors = error.extra.errors.map((fault) => {
    const one = sent[Number(/^\/(\d+)/.exec(fault.pointer)?.[1])];
    return one ? { ...fault, pointer: `/parts/${escaped(one.part)}/${one.languageId}` } : fault;
  });
  return new AppError(error.code, error.params, { ...error.extra, errors });
}
