// Writes the tables of elements, events, commands and parts into docs/embedding.md: `node scripts/element-tables.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type DescribedAttribute, ELEMENTS_DESCRIBED } from '../build/element-metadata/described.ts';
import { COMMON_EVENTS, ELEMENTS, type ElementEntry } from '../src/shared/element/table/elements.ts';
import { COMMANDS, EVENTS, type EventEntry } from '../src/shared/element/table/events.ts';

const FILE = new URL('../docs/embedding.md', import.meta.url);

/** Returns the page with its tables regenerated from the table of elements. */
export function withElementTables(page: string): string {
  return Object.entries(TABLES).reduce((text, [name, table]) => {
    const part = new RegExp(`(<!-- ${name} -->\\n).*?(<!-- /${name} -->)`, 's');
    if (!part.test(text)) throw new Error(`docs/embedding.md has no place for the table of ${name}.`);
    return text.replace(part, (_, before: string, after: string) => `${before}${table()}\n${after}`);
  }, page);
}

const TABLES = { elements, events, commands, parts };

function elements(): string {
  const rows = ELEMENTS_DESCRIBED.flatMap(({ tag, description, attributes }) => [
    `| **\`${tag}\`** | | ${description} |`,
    ...attributes.filter(({ isCommon }) => !isCommon).map(attribute),
  ]);
  const common = ELEMENTS_DESCRIBED[0]?.attributes.filter(({ isCommon }) => isCommon) ?? [];
  return table('element, its attributes (property)', 'values', 'meaning', [
    ...rows,
    '| **all elements** | | |',
    ...common.map(attribute),
  ]);
}

function attribute({ name, property, type, values, standard, description }: DescribedAttribute): string {
  const label = `\`${name}\`${property === name ? '' : ` (\`${property}\`)`}`;
  const allowed = values.length > 0 ? values.map((value) => `\`${value}\``).join(' ') : KINDS[type];
  const fallback = standard === undefined ? '' : `; default \`${standard}\``;
  return `| ${label} | ${allowed}${fallback} | ${description} |`;
}

const KINDS: Readonly<Record<string, string>> = { string: 'text', number: 'number', boolean: 'boolean attribute' };

function events(): string {
  const rows = Object.entries<EventEntry>(EVENTS).map(([name, { detail, cancelable, description }]) => {
    const fields = detail === null ? '–' : `\`${detail.replaceAll('|', '\\|')}\``;
    return `| \`${name}\`${cancelable ? ', cancelable' : ''} | ${fields} | ${dispatchers(name)}: ${description} |`;
  });
  return table('event', '`detail`', 'dispatched by, and when', rows);
}

/** Returns the elements that dispatch an event themselves. */
function dispatchers(event: string): string {
  if (COMMON_EVENTS.some((name) => name === event)) return 'every element';
  const tags = Object.entries<ElementEntry>(ELEMENTS).filter(([, entry]) =>
    entry.events.some((name) => name === event),
  );
  return tags.map(([tag]) => `\`${tag}\``).join(', ');
}

function commands(): string {
  const rows = Object.entries(COMMANDS).map(([name, { detail, description }]) => {
    const tags = Object.entries<ElementEntry>(ELEMENTS).filter(([, entry]) =>
      entry.commands?.some((one) => one === name),
    );
    const on = tags.map(([tag]) => `\`${tag}\``).join(', ');
    return `| \`${name}\` on ${on} | \`${detail.replaceAll('|', '\\|')}\` | ${description} |`;
  });
  return table('event on the element', '`detail`', 'effect', rows);
}

function parts(): string {
  const rows = ELEMENTS_DESCRIBED.flatMap(({ tag, parts }) =>
    parts.map(({ name, description }) => `| \`${tag}::part(${name})\` | ${description} |`),
  );
  return ['| part | content |', '|---|---|', ...rows].join('\n');
}

const table = (first: string, second: string, third: string, rows: readonly string[]): string =>
  [`| ${first} | ${second} | ${third} |`, '|---|---|---|', ...rows].join('\n');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(FILE, withElementTables(readFileSync(FILE, 'utf8')));
}
