import { setImmediate } from 'node:timers/promises';
import { Type } from 'typebox';
import { CONFIG_OBJECTS_MAX } from '../../../shared/contracts/config.rules.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { unpack } from '../../platform/content/unzip.ts';
import { AppError } from '../../platform/errors.ts';
import { assertBounded } from '../../platform/http/json-bounds.ts';
import { assertReadable, bodyCheck } from '../../platform/http/readable.ts';
import { FORMAT, fileNameOf } from './archive.rules.ts';
import { canonicalContent, type JsonObject } from './canonical.rules.ts';
import type { ConfigKind, ConfigObject } from './kind.ts';
import { CONFIG_KINDS } from './kinds/index.ts';
import { escaped, isObject } from './merge.rules.ts';

/** A file that was read: the objects of the kinds that it covers. */
export interface ReadArchive {
  readonly line: string;
  readonly objects: readonly { readonly kind: ConfigKind; readonly objects: readonly ConfigObject[] }[];
}

/** Bytes of all files, of one file, and the number of files. */
const UNPACKED_MAX = 16 * 1024 * 1024;
const FILE_MAX = 3 * 1024 * 1024;
/** Bytes that are read before other requests get a turn. */
const TURN = 512 * 1024;
const FAULTS_MAX = 100;
const BOUNDS = { values: 250_000, members: 20_000 };

const assertManifest = bodyCheck(
  Type.Object(
    {
      format: Type.Literal(FORMAT),
      line: Type.String({ format: 'uuid' }),
      kinds: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
      files: Type.Optional(Type.Unknown()),
    },
    { additionalProperties: false },
  ),
);

const CHECKS = new Map(CONFIG_KINDS.map((kind) => [kind, bodyCheck(kind.schema)]));

/**
 * Reads a file of a configuration. Its digests are for people who compare files: one that was edited in a folder is accepted.
 * Throws config.unreadable for what is no such file, and config.invalid with a fault for each object that cannot be read.
 */
export async function readArchive(bytes: Buffer): Promise<ReadArchive> {
  const { files, outside } = unpack(bytes, () => new AppError('config.unreadable'));
  const sizes = [...files.values()].map(({ length }) => length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const isLarge = total > UNPACKED_MAX || sizes.some((size) => size > FILE_MAX) || files.size > CONFIG_OBJECTS_MAX;
  if (outside.length > 0 || isLarge) throw new AppError('config.unreadable');
  const faults: FieldError[] = [];
  const manifest = guarded(faults, 'verva.json', () => jsonOf(files.get('verva.json'), assertManifest));
  if (!manifest) throw invalid(faults);
  const covered = (manifest.kinds as readonly string[]).filter((id) => {
    const isKnown = CONFIG_KINDS.some((kind) => kind.id === id);
    if (!isKnown) faults.push({ pointer: '/verva.json/kinds', code: 'field.choice_unknown', params: { value: id } });
    return isKnown;
  });
  const left = new Set([...files.keys()].filter((path) => path !== 'verva.json' && !isOther(path)));
  const objects: { kind: ConfigKind; objects: ConfigObject[] }[] = [];
  for (const kind of CONFIG_KINDS.filter(({ id }) => covered.includes(id))) {
    objects.push({ kind, objects: await readKind(kind, files, left, faults) });
  }
  for (const path of left) faults.push({ pointer: pointerOf(path), code: 'config.file_unknown' });
  if (faults.length > 0) throw invalid(faults);
  return { line: manifest.line as string, objects };
}

const invalid = (errors: readonly FieldError[]) =>
  new AppError('config.invalid', { count: errors.length }, { errors: errors.slice(0, FAULTS_MAX) });

/** Files that systems add to folders, and descriptions beside the configuration. */
const isOther = (path: string): boolean => /(^|\/)(\.|__MACOSX)/.test(path) || /^[^/]+\.(md|txt)$/i.test(path);

export const pointerOf = (path: string): string => `/${path.split('/').map(escaped).join('/')}`;

/** Reads the objects of a kind, and takes their files out of `left`. */
async function readKind(
  kind: ConfigKind,
  files: ReadonlyMap<string, Buffer>,
  left: Set<string>,
  faults: FieldError[],
): Promise<ConfigObject[]> {
  const found: ConfigObject[] = [];
  let size = 0;
  for (const [path, bytes] of files) {
    const [, name] = path.startsWith(`${kind.id}/`) ? (/^[^/]+\/([^/]+)\.json$/.exec(path) ?? []) : [];
    if (name === undefined) continue;
    left.delete(path);
    size += bytes.length;
    if (size > TURN) {
      size = 0;
      await setImmediate();
    }
    const object = guarded(faults, path, () => {
      const content = jsonOf(bytes);
      const text = kind.textFile && textBeside(kind.textFile, path, files, left);
      return objectOf(kind, { ...content, ...text }, name);
    });
    if (object) found.push(object);
  }
  return found;
}

function textBeside(
  { member, extension }: NonNullable<ConfigKind['textFile']>,
  path: string,
  files: ReadonlyMap<string, Buffer>,
  left: Set<string>,
): JsonObject {
  const beside = path.replace(/json$/, extension);
  left.delete(beside);
  const text = files.get(beside);
  return text ? { [member]: decoded(text) } : {};
}

function objectOf(kind: ConfigKind, content: JsonObject, name: string): ConfigObject {
  assertReadable(content);
  CHECKS.get(kind)!(content);
  const key = kind.keyOf(content);
  // Two files would otherwise be able to hold the same object.
  if (fileNameOf(key) !== name) throw new AppError('config.file_name', { name: `${fileNameOf(key)}.json` });
  return { key, content: canonicalContent(content, kind) };
}

function jsonOf(bytes: Buffer | undefined, check?: (content: unknown) => void): JsonObject {
  if (!bytes) throw new AppError('config.file_missing');
  const text = decoded(bytes);
  assertBounded(text, BOUNDS);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new AppError('config.file_malformed');
  }
  if (!isObject(content as JsonObject)) throw new AppError('config.file_malformed');
  check?.(content);
  return content as JsonObject;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('config.file_malformed');
  }
}

/** Collects what is wrong with a file, with pointers that begin with its path. */
function guarded<T>(faults: FieldError[], path: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    faults.push(...faultsOf(error, pointerOf(path)));
    return undefined;
  }
}

/** Returns the faults of a refused object, with pointers that begin with `at`. */
export function faultsOf({ code, params, extra }: AppError, at: string): FieldError[] {
  const inner = extra.errors ?? [];
  if (inner.length === 0) return [{ pointer: at, code, params }];
  return inner.map((fault) => ({ ...fault, pointer: `${at}${fault.pointer}` }));
}
