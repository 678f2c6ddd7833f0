import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Messages } from './messages.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CODE = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.messages\.ts$|\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
/** Components that receive the page's own texts: `t: Translate<'denied' | 'retry'>`. */
const GIVEN = CODE.filter(({ file, text }) => /^src\/(shared|host)\//.test(file) && text.includes("Translate<'"));
/** Names that are also keys: codes of contracts and of forms, and elements. */
const CODES = /^src\/shared\/(contracts|forms|element\/table)\//;

/** The folder of the widget, module or page of a messages file. */
const homeOf = (file: string) =>
  `${dirname(file)
    .split('/')
    .slice(0, file.startsWith('src/server/') ? 4 : 3)
    .join('/')}/`;

/**
 * Patterns of keys that code builds at run time: `task.group.${kind}`. Next to the messages also `${kind}.${value}`,
 * which would match too much elsewhere.
 */
function patterns(code: string, isBeside: boolean): RegExp[] {
  const templates = [...code.matchAll(/`([^`\s]*\$\{[^`]*)`/g)].map(([, template = '']) =>
    template.split(/\$\{[^}]*\}+/).map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`)),
  );
  const literal = templates.filter((parts) => isBeside || /\w/.test(parts.join('')));
  return literal.map((parts) => new RegExp(`^${parts.join('.+')}$`));
}

test('I18N-04 every text is used', async () => {
  const unused: string[] = [];
  for (const file of globSync('src/**/*.messages.ts', { cwd: ROOT })) {
    const exported = (await import(join(ROOT, file))) as Readonly<Record<string, Messages | undefined>>;
    const [name, messages] = Object.entries(exported).find(([, value]) => value?.sources) ?? [];
    if (!name || !messages) continue;
    // Code that receives the texts names their type: `FilterText`.
    const own = new RegExp(`\\b(${name}|${name[0]?.toUpperCase()}${name.slice(1).replace('Messages', '')}Text)\\b`);
    const isMine = ({ file: other, text }: (typeof CODE)[number]) =>
      other.startsWith(homeOf(file)) || CODES.test(other) || own.test(text);
    const mine = CODE.filter(isMine).map(({ text }) => text);
    const given = GIVEN.filter(({ file: part }) => mine.some((text) => text.includes(`/${basename(part)}'`)));
    const code = [...mine, ...given.map(({ text }) => text)].join('\n');
    const beside = CODE.filter((one) => dirname(one.file) === dirname(file)).map(({ text }) => text);
    const made = [
      ...patterns(code, false),
      ...patterns(beside.join('\n'), true).filter(({ source }) => source.includes('.')),
    ];
    for (const key of Object.keys(messages.sources.en)) {
      const isNamed = [`'${key}'`, `"${key}"`, `\`${key}\``].some((one) => code.includes(one));
      const isProperty = /^\w+$/.test(key) && new RegExp(`\\b${key}\\b\\s*[:,}]`).test(code);
      if (!isNamed && !isProperty && !made.some((one) => one.test(key))) unused.push(`${file} ${key}`);
    }
  }
  assert.deepEqual(unused, []);
});
