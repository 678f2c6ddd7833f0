import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readHelpPage } from '../../build/help-markdown.ts';
import { readHelp } from '../../build/help-pages.ts';
import { findHelp } from '../../src/host/help/help-search.ts';
import { HELP_GROUPS, helpTopic, TOPIC_OF_ADDRESS, TOPIC_OF_PAGE } from '../../src/host/help/help-topics.ts';
import { PRODUCT_MENU } from '../../src/server/modules/menus/product-menu.ts';
import { LANGUAGES } from '../../src/shared/contracts/constants.ts';
import type { HelpBlock, HelpLine, HelpPage } from '../../src/shared/contracts/help-page.ts';

const listed: readonly string[] = HELP_GROUPS.flatMap(({ pages }) => pages);
const help = new Map(LANGUAGES.map((language) => [language, readHelp(language)]));
const english = help.get('en')!;
const source = (path: string) => readFileSync(new URL(`../../src/host/${path}`, import.meta.url), 'utf8');

test('LAY-03 the help has a page for each screen of the menu and each page of the application', () => {
  const ofMenu = PRODUCT_MENU.map(({ meta }) => String(meta.page));
  const [table = ''] = /const PAGES[\s\S]*?\n\};/.exec(source('frame/page.tsx')) ?? [];
  const ofFrame = [...table.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, page]) => page!);
  assert.ok(ofFrame.length >= 13, 'The pages of the frame were found.');
  const known = Object.keys(TOPIC_OF_PAGE);
  assert.deepEqual(
    [...ofMenu, ...ofFrame].filter((page) => !known.includes(page)),
    [],
  );
});

test('LAY-03 the help has a page for each address outside of the menu', () => {
  const text = source('app.tsx') + source('pages/public-page.tsx');
  const fixed = [...text.matchAll(/<Route path="(\/[\w-]*)[^"]*"/g)].map(([, path]) => path!);
  const [, several = ''] = /<Route path=\{\/\^\\\/\(([\w|-]+)\)/.exec(text) ?? [];
  const addresses = [...fixed, ...several.split('|').map((name) => `/${name}`)];
  assert.ok(addresses.length >= 12, 'The addresses were found.');
  const known = new Set([...Object.keys(TOPIC_OF_ADDRESS), '/', '/help']);
  assert.deepEqual(
    addresses.filter((path) => !known.has(path)),
    [],
  );
});

test('LAY-03 the help of a screen follows what it shows', () => {
  assert.equal(helpTopic('inbox', '/inbox', ''), 'inbox');
  assert.equal(helpTopic('inbox', '/inbox', 'view=mine&taskId=1'), 'task');
  assert.equal(helpTopic('manual-settings', '/settings/manuals', ''), 'manual-settings');
  assert.equal(helpTopic('manual-settings', '/settings/manuals/0199', ''), 'manual-editor');
  assert.equal(helpTopic(undefined, '/no-such-page', ''), 'application');
});

for (const language of LANGUAGES) {
  const pages = help.get(language)!;

  test(`the help in ${language} has the listed pages, with the headings, lists and tables of the English ones`, () => {
    assert.deepEqual(pages.map(({ id }) => id).sort(), listed.toSorted());
    for (const page of pages) {
      const original = english.find(({ id }) => id === page.id)!;
      assert.deepEqual(page.blocks.map(shape), original.blocks.map(shape), `${language}/${page.id}.md`);
    }
  });

  test(`the help in ${language} has one text for each English heading`, () => {
    const texts = new Map<string, Set<string>>();
    for (const page of pages) {
      const originals = headings(english.find(({ id }) => id === page.id)!);
      headings(page).forEach((heading, at) => {
        texts.set(originals[at]!, (texts.get(originals[at]!) ?? new Set()).add(heading));
      });
    }
    assert.deepEqual(
      [...texts].filter(([, translations]) => translations.size !== 1),
      [],
    );
    assert.deepEqual([...texts.keys()].sort(), ['Keys', 'What happens then', 'What you can do']);
  });

  test(`each link of the help in ${language} leads to a page, the same as in English`, () => {
    for (const page of pages) {
      const links = linksOf(page);
      assert.deepEqual(
        links.filter((link) => !listed.includes(link)),
        [],
        `${language}/${page.id}.md`,
      );
      assert.deepEqual(links, linksOf(english.find(({ id }) => id === page.id)!), `${language}/${page.id}.md`);
    }
  });
}

test('a page of the help is one or two screens of text', () => {
  for (const { id, blocks } of english) {
    const words = blocks.flatMap(lines).map(textOf).join(' ').split(/\s+/).length;
    assert.ok(words >= 60 && words <= 320, `${id}.md has ${words} words`);
  }
});

test('SEC-04 a page of the help with markup, pictures or foreign links is refused', () => {
  const blocks = [
    '<b>bold</b>',
    '![a](b.png)',
    '[a](https://example.org)',
    '[a](javascript:alert(1))',
    '# Another title',
  ];
  for (const text of [...blocks, 'See [a](../../secret.md).', '> quoted', '```\ncode\n```', '- a\n  - b']) {
    assert.throws(() => readHelpPage('x', `# Title\n\n${text}\n`), /is not supported/, text);
  }
  assert.throws(() => readHelpPage('x', 'No title\n'), /without a title/);
});

test('the search of the help finds pages that contain all words, titles first', () => {
  const found = (language: (typeof LANGUAGES)[number], query: string) =>
    findHelp(help.get(language)!, query, language).map(({ page }) => page.id);
  assert.equal(found('en', 'delegations')[0], 'delegations');
  assert.ok(found('en', 'RECOVERY code').includes('sign-in'));
  assert.ok(found('et', 'tõend').includes('manuals'));
  assert.equal(found('ru', 'ЗАМЕЩЕНИЯ')[0], 'delegations');
  assert.ok(found('zh', '回执').includes('manuals'));
  assert.deepEqual(found('en', 'no-such-word'), []);
  assert.deepEqual(found('en', ' '), []);
  const [hit] = findHelp(english, '5,000', 'en');
  assert.match(hit!.line, /at most 5,000/);
});

const headings = ({ blocks }: HelpPage) => blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));

function shape(block: HelpBlock): string {
  switch (block.kind) {
    case 'list':
      return `${block.isOrdered ? 'numbered' : 'plain'} list of ${block.items.length}`;
    case 'table':
      return `table of ${block.rows.map((row) => textOf(row[0]!.filter((span) => typeof span !== 'string'))).join('/')}`;
    default:
      return block.kind;
  }
}

function lines(block: HelpBlock): readonly HelpLine[] {
  switch (block.kind) {
    case 'heading':
      return [[block.text]];
    case 'paragraph':
      return [block.line];
    case 'list':
      return block.items;
    case 'table':
      return block.rows.flat();
  }
}

const textOf = (line: HelpLine) => line.map((span) => (typeof span === 'string' ? span : span.text)).join('');

const linksOf = ({ blocks }: HelpPage) =>
  blocks
    .flatMap(lines)
    .flat()
    .flatMap((span) => (typeof span === 'object' && span.kind === 'page' ? [span.page] : []))
    .sort();
