// Writes the table of settings into docs/operating.md: `node scripts/config-table.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SETTINGS } from '../src/server/platform/config.ts';

const FILE = new URL('../docs/operating.md', import.meta.url);
const PART = /(<!-- configuration -->\n).*?(<!-- \/configuration -->)/s;

/** Returns the page with its table regenerated from SETTINGS. */
export function withConfigTable(page: string): string {
  const rows = SETTINGS.map(({ name, standard, meaning, secret }) => {
    const shown = standard === '' ? '–' : /<|^[^` ]+$/.test(standard) ? `\`${standard}\`` : standard;
    return `| \`${name}\` | ${shown} | ${meaning}${secret ? '. Secret' : ''} |`;
  });
  const table = ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
  return page.replace(PART, (_, before: string, after: string) => `${before}${table}\n${after}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(FILE, withConfigTable(readFileSync(FILE, 'utf8')));
}
