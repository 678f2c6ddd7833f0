// The API's description as a page. Plain modules: nothing is built and nothing is loaded from elsewhere.
import { el } from './dom.js';
import { operationCard, whoOf } from './operation.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const byId = (id) => document.getElementById(id);

try {
  const response = await fetch('/api/openapi.json');
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  show(await response.json());
} catch (error) {
  byId('state').textContent = `The description could not be loaded (${error.message}). Reload the page.`;
}

function show(api) {
  byId('version').textContent = api.info.version;
  const groups = groupsOf(api).map(({ tag, operations }) => ({ ...groupSection(tag, operations, api), tag }));
  byId('state').remove();
  byId('operations').append(
    ...groups.map(({ section }) => section),
    el('p', { id: 'nothing', hidden: true }, 'Nothing matches.'),
  );
  byId('subjects').append(...groups.map(({ entry }) => entry));
  byId('search').addEventListener('input', () => search(groups));
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    byId('search').focus();
  });
  addEventListener('hashchange', openAddressed);
  search(groups);
  openAddressed();
}

function groupsOf({ paths }) {
  const byTag = new Map();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      const operation = { ...item[method], path, method };
      const tag = operation.tags?.[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operation]);
    }
  }
  return [...byTag].map(([tag, operations]) => ({ tag, operations })).sort((a, b) => a.tag.localeCompare(b.tag, 'en'));
}

function groupSection(tag, operations, api) {
  const cards = operations.map((operation) => ({
    card: operationCard(operation, api),
    words: wordsOf(operation),
  }));
  const id = `subject-${tag}`;
  const section = el(
    'section',
    { 'aria-labelledby': id },
    el('h2', { id }, tag),
    cards.map(({ card }) => card),
  );
  const count = el('span', { class: 'count' });
  const entry = el('li', {}, el('a', { href: `#${id}` }, el('span', {}, tag), count));
  return { section, entry, count, cards };
}

/** All that a search looks into. */
function wordsOf(operation) {
  const { method, path, summary, operationId, tags, parameters = [], responses = {} } = operation;
  const problems = Object.values(responses).map(({ description }) => description);
  const names = parameters.map(({ name }) => name);
  return [method, path, summary, operationId, whoOf(operation), operation['x-scope'], tags, names, problems]
    .flat()
    .join(' ')
    .toLowerCase();
}

function search(groups) {
  const parts = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  let [shown, total] = [0, 0];
  for (const { section, entry, count, cards } of groups) {
    let inGroup = 0;
    for (const { card, words } of cards) {
      card.hidden = !parts.every((part) => words.includes(part));
      if (!card.hidden) inGroup += 1;
    }
    section.hidden = inGroup === 0;
    entry.hidden = inGroup === 0;
    count.textContent = String(inGroup);
    shown += inGroup;
    total += cards.length;
  }
  byId('found').textContent = parts.length > 0 ? `${shown} of ${total}` : `${total} operations`;
  byId('nothing').hidden = shown > 0;
}

/** `#getTasks` in the address opens that operation. */
function openAddressed() {
  const target = byId(decodeURIComponent(location.hash.slice(1)));
  if (target?.localName !== 'details') return;
  target.open = true;
  target.scrollIntoView();
  target.querySelector('summary').focus();
}

function isTyping({ localName, isContentEditable }) {
  return localName === 'input' || localName === 'textarea' || isContentEditable;
}
