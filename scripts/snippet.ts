// Prints the snippet for the head of a page that shows elements, like /embed/ of a server:
//   npm run snippet -- https://work.example.org inbox manual-reader --language=et --newest
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '../src/shared/contracts/constants.ts';
import { type EmbedBuild, headSnippet } from '../src/shared/contracts/embed-build.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string', default: 'en' }, newest: { type: 'boolean', default: false } },
});
const [server = 'http://localhost:8080', ...names] = positionals;
const tags = (names.length > 0 ? names : ['inbox']).map((name) => `verva-${name.replace(/^verva-/, '')}`);
const build = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/embed/build.json'), 'utf8')) as EmbedBuild;
const language = LANGUAGES.find((id) => id === values.language);
const unknown = tags.filter((tag) => !build.elements[tag]);
if (!language || unknown.length > 0 || !URL.canParse(server)) {
  console.error(
    `Write: npm run snippet -- https://server element … [--language=${LANGUAGES.join('|')}] [--newest]; elements: ${Object.keys(build.elements).join(', ')}`,
  );
  process.exit(1);
}
const form = values.newest ? 'newest' : 'pinned';
console.log(headSnippet(build, { server: new URL(server).origin, form, tags, language }));
