import { zipOf } from '../../src/server/platform/content/zip.ts';
import { randomFrom } from '../support/random.ts';

type Content = Record<string, unknown>;

const LETTERS = ['a', 'b', 'c'];

/**
 * Returns generated configuration files of one line: small ones, whose objects refer only to others of the file. Those of kinds
 * that every organisation has are left out.
 */
export function randomFiles(line: string, seed: number): () => Buffer {
  const below = randomFrom(seed);
  const some = <T>(from: readonly T[]): T[] => from.filter(() => below(2) === 1);
  const one = <T>(from: readonly T[]): T | null => (from.length === 0 ? null : from[below(from.length)]!);
  const word = (): string => `Word ${below(4)}`;
  return () => {
    const files = new Map<string, Content>();
    const add = (kind: string, id: string, content: Content): void => {
      files.set(`${kind}/${id}.json`, content);
    };
    const ids = (kind: string): string[] => some(LETTERS).map((letter) => `${kind}${letter}`);
    const groups = ids('group');
    for (const id of groups) add('groups', id, { id, name: word() });
    for (const name of ids('tag')) add('tags', name, { name, color: one(['blue', 'green']) });
    for (const code of ids('dimension')) add('dimensions', code, { code, name: word(), active: below(2) === 1 });
    for (const id of ids('list')) {
      const options = some(LETTERS)
        .reverse()
        .map((option) => ({ id: option, defaultText: word() }));
      add('dropdowns', id, { id, name: word(), options: below(2) === 1 ? options.reverse() : options });
    }
    const series = ids('series');
    for (const id of series) add('number-series', id, { id, pattern: one(['A-{0000}', 'B-{000}']) });
    const forms = ids('form');
    for (const id of forms) {
      const child = { type: 'text', key: 'subject', label: { en: word() } };
      const root = { type: 'stack', id: 'root', children: [child] };
      add('forms', id, {
        id,
        kind: 'record',
        body: { formatVersion: 1, id, kind: 'record', title: { en: word() }, root },
      });
    }
    for (const id of ids('registry')) {
      const form = one(forms);
      const columns = form
        ? [{ field: 'title', from: 'subject', listed: true, filter: false, searchable: below(2) === 1 }]
        : [];
      const status = { id: 'open', title: { en: word() }, color: '#112233' };
      add('registries', id, {
        id,
        title: { en: word() },
        form,
        columns,
        statuses: [status],
        numberSeries: one(series),
        readGroups: some(groups),
      });
    }
    const categories = ids('category');
    for (const id of categories) add('catalogue-categories', id, { id, title: { en: word() }, position: below(3) });
    for (const id of ids('item')) {
      const link = { id, kind: 'link', target: `https://${id}.example/`, title: { en: word() } };
      add('catalogue-items', id, { ...link, category: one(categories), groups: some(groups) });
    }
    const kinds = ['groups', 'tags', 'dimensions', 'dropdowns', 'number-series', 'forms', 'registries'];
    files.set('verva.json', { format: 1, line, kinds: [...kinds, 'catalogue-categories', 'catalogue-items'] });
    return zipOf([...files].map(([name, content]) => ({ name, content: Buffer.from(JSON.stringify(content)) })));
  };
}
